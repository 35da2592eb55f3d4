// What stops an apply, and what a protection is worth that only the recorded state knows.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import * as engine from '../../src/core/engine.ts';
import { ERRORS, ToolError } from '../../src/core/model/errors.ts';
import type { ErrorCode } from '../../src/core/model/errors.ts';
import { GUARD_ERRORS } from '../../src/core/model/errors/guard.ts';
import type { Kind } from '../../src/core/model/address.ts';
import type { DesiredState, ObservedState, RecordedState } from '../../src/core/model/state.ts';
import type { DeletePolicy } from '../../src/core/model/target.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { stopOnGuards } from '../../src/core/reconcile/plan/guards.ts';
import { guardErrorWith, whyGuard } from '../../src/core/report/words/why-guard.ts';
import { makePlan } from '../../src/core/reconcile/plan/plan.ts';
import { backgroundOf } from '../../src/cli/explain/background.ts';
import { muster } from '../cli/muster.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import * as values from '../support/values.ts';
import { ANA, KEY, anchor, people, person, record, summer, withAnchor } from './stories.ts';

const present = async ({ sandbox }: Scenario): Promise<string[]> =>
  (await sandbox.control.users()).filter(({ inService }) => inService).map(({ loginUserId }) => loginUserId);

async function stopped(apply: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await apply.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ToolError) return error;
  throw new Error('expected a guard to stop the apply', { cause: error });
}

describe('P1: one object under two names', () => {
  const codeOf = (desired: DesiredInput): string | null => {
    try {
      readDesiredInput(desired, values.target());
    } catch (error) {
      if (error instanceof ToolError) return error.code;
    }
    return null;
  };
  test('two declarations of one person or one record are refused, whatever their Unicode form', () => {
    expect(codeOf({ users: [person('ana'), person('ana')] })).toBe('duplicate-user');
    expect(codeOf({ users: [person('jos\u00e9'), person('Jose\u0301')] })).toBe('duplicate-user');
    expect(codeOf(withAnchor(summer(record('C-1')), summer(record('C-1'))))).toBe('duplicate-record');
  });
});

describe('P2: a protection reaches objects that are otherwise unchanged', () => {
  const kept = person('ana', { onRemove: 'release' });

  test('a changed onRemove is a line of the plan, costs no request, and holds from then on', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, person('ana')] });
    const plan = await story.plan({ users: [anchor, kept] });
    expect(actionsOf(plan)).toEqual([`update user:${ANA}`]);
    expect(plan.changes[0]).toMatchObject({
      writes: [],
      fields: [{ field: 'onRemove', before: null, after: 'release' }],
    });
    await story.converge({ users: [anchor, kept] });
    await story.converge({ users: [anchor] });
    expect(await present(story)).toContain(ANA);
  });

  test('and reaches people who were adopted', async () => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: ANA });
    await story.converge({ users: [anchor, person('ana', { adopt: true, onRemove: 'delete' })] });
    await story.converge({ users: [anchor, { ...kept, adopt: true }] });
    await story.converge({ users: [anchor] });
    expect(await present(story)).toContain(ANA);
  });

  // A kept profile change is answered before the removal settings are compared: diff/user.ts, diffProfile.
  test('and reaches people whose changed name is kept unapplied', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, person('ana')] });
    await story.apply({ users: [anchor, { ...kept, lastName: 'Other' }] });
    await story.apply({ users: [anchor] });
    expect(await present(story)).toContain(ANA);
  });

  test('the limit on deletes is the one in Git at that moment, not one recorded before', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, ...people(3)] });
    const project = { ...story.project, policy: { deletes: { count: 0, percent: 10 } } };
    expect(await stopped(story.apply({ users: [anchor, ...people(2)] }, { project }))).toMatchObject({
      code: 'guard-deletes',
    });
    await story.converge({ users: [anchor, ...people(2)] });
  });
});

interface Facts {
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
}

function planOf(facts: Facts, deletes: DeletePolicy, allow: Record<string, number> = {}): Plan {
  return makePlan({
    ...facts,
    project: 'contact-centre',
    target: values.target(),
    policy: { deletes },
    diff: diff({ ...facts, lineage: values.LINEAGE, digest: values.digest, now: values.NOW }),
    allow,
    removesAll: false,
    now: values.NOW,
    digest: values.digest,
    managed: facts.recorded,
    declared: facts.desired,
    maxRequests: null,
  });
}

/** `count` recorded and present objects of a kind, of which the first `gone` are no longer declared. */
function leaving(kind: Kind, count: number, gone: number): Facts {
  const stay = values.aUser({ loginUserId: 'stay@example.com' });
  const users = Array.from({ length: count }, (_, index) => values.aUser({ loginUserId: `u${index}@example.com` }));
  const tasks = Array.from({ length: count }, (_, index) => values.aRecord({ clientId: `C-${index}` }));
  const desired = kind === 'user' ? users.slice(gone) : tasks.slice(gone);
  const recorded =
    kind === 'user' ? users.map((user) => values.recordedUser(user)) : tasks.map((task) => values.recordedRecord(task));
  return {
    desired: values.desiredState(stay, ...desired),
    recorded: values.recordedState(values.recordedUser(stay), ...recorded),
    observed: values.observedState({
      users: new Map([stay, ...users].map((user) => [user.address, values.seenUser('present')])),
      records: new Map(
        (kind === 'user' ? [] : tasks).map((task) => [task.address, values.seenRecord(values.taskOf(task))]),
      ),
    }),
  };
}

describe('P6: one delete guard for every kind, from the first object', () => {
  const guards = (plan: Plan): string[] => plan.guards.map(({ code, pass }) => `${code} ${pass}`);

  test.each(['user', 'record'] as const)('one %s of two is already counted', (kind) => {
    expect(guards(planOf(leaving(kind, 2, 1), { count: 0, percent: 100 }))).toEqual(['guard-deletes deletes=1']);
    expect(guards(planOf(leaving(kind, 2, 1), { count: 1, percent: 100 }))).toEqual([]);
  });
  test.each(['user', 'record'] as const)('the percentage only adds to it: few of many %ss stop too', (kind) => {
    expect(guards(planOf(leaving(kind, 40, 5), { count: 5, percent: 10 }))).toEqual(['guard-deletes deletes=5']);
    expect(guards(planOf(leaving(kind, 40, 3), { count: 5, percent: 10 }))).toEqual([]);
    expect(guards(planOf(leaving(kind, 200, 6), { count: 5, percent: 10 }))).toEqual(['guard-deletes deletes=6']);
  });
  test('an empty recorded state does not avoid it', () => {
    const leavers = Array.from({ length: 4 }, (_, index) =>
      values.aLeaver({ loginUserId: `u${index}@example.com`, adopt: true }),
    );
    const facts = {
      desired: values.desiredState(...leavers),
      recorded: values.recordedState(),
      observed: values.observedState({
        users: new Map(leavers.map((user) => [user.address, values.seenUser('present')])),
      }),
    };
    expect(guards(planOf(facts, { count: 3, percent: 10 }))).toEqual([
      'guard-deletes deletes=4',
      'guard-first-run first-run=4',
    ]);
  });
  test('a replace is a delete, too', () => {
    const before = values.aUser();
    const after = values.aUser({
      onProfileChange: 'replace',
      profile: { ...before.profile, lastName: 'Other' },
    });
    const facts = {
      desired: values.desiredState(after),
      recorded: values.recordedState(values.recordedUser(before)),
      observed: values.observedState({ users: new Map([[before.address, values.seenUser('present')]]) }),
    };
    expect(guards(planOf(facts, { count: 0, percent: 10 }))).toContain('guard-deletes deletes=1');
  });
});

describe('P7: a guard is passed by its exact number and by nothing else', () => {
  test('a plan that grew since it was read stops again, and sends nothing', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, ...people(8)] });
    await story.sandbox.control.resetCounters();
    const four = { users: [anchor, ...people(4)] };
    for (const deletes of [3, 5, 100]) {
      expect(await stopped(story.apply(four, { allow: { deletes } }))).toMatchObject({ code: 'guard-deletes' });
    }
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    await story.apply(four, { allow: { deletes: 4 } });
    expect(await present(story)).toHaveLength(5);
  });
  test.each(['deletes=50%', 'deletes', 'deletes=all', 'deletes=-1', 'all=yes', '*=4'])(
    '--allow %s is no way to say it',
    async (words) => {
      const { exit, err } = await muster(['apply', '--auto-approve', '--allow', words]);
      expect(exit).toBe(2);
      expect(err).toContain('--allow takes GUARD=NUMBER');
    },
  );
});

describe('P8: what is managed for the first time is added to, not cleared', () => {
  test('a record taken over keeps every item and setting that the file does not name', async () => {
    const story = await scenario();
    const rows = [{ Id: 'C-1', Name: 'Maria', city: 'Madrid', score: '7' }];
    await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    await story.sandbox.control.changeRecord({
      ...KEY,
      skillQueue: 'gold',
      preferredAgent: 'anchor@example.com',
      data: { Hidden: 'score', Highlight: 'city' },
    });
    const own = { clientId: 'C-1', adopt: true, data: { Name: 'Maria Lopez' } };
    await story.converge(withAnchor({ campaignName: 'Summer', intake: true, records: [own] }));
    const [task] = await story.sandbox.control.records();
    const items = Object.fromEntries(task!.previewRecordData.map(({ key, value }) => [key, value]));
    expect(items).toMatchObject({ Name: 'Maria Lopez', city: 'Madrid', score: '7', Highlight: 'city' });
    expect(items['Hidden']?.split('|')).toContain('score');
    expect(task).toMatchObject({ skillQueue: 'gold', preferredAgent: 'anchor@example.com' });
  });
});

/** A story for each guard that only a plan can raise: what to declare, and what becomes of it. */
const RAISED: Readonly<Record<string, (story: Scenario) => Promise<DesiredInput>>> = {
  'guard-deletes': async (story) => {
    await story.converge({ users: [anchor, ...people(4)] });
    return { users: [anchor] };
  },
  'guard-vanished': async (story) => {
    await story.converge({ users: people(2) });
    for (const { loginUserId } of people(2)) await story.sandbox.control.removeUser(loginUserId);
    return { users: people(2) };
  },
  'guard-restores': async (story) => {
    await story.converge({ users: [anchor, ...people(2)] });
    for (const { loginUserId } of people(2)) await story.sandbox.control.removeUser(loginUserId);
    return { users: [anchor, ...people(2)] };
  },
  'guard-same-object': async (story) => {
    await story.converge({ users: [anchor, person('ana')] });
    return { users: [anchor, person('ANA')] };
  },
  'guard-empty': async (story) => {
    await story.converge({ users: people(2), campaigns: [summer(record('C-1'))] });
    return { users: [person('new')] };
  },
  'guard-incomplete': async (story) => {
    await story.converge(withAnchor(summer(record('C-1'), record('C-2'))));
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'garbage', count: 'always' });
    return withAnchor(summer(record('C-2')));
  },
};

describe('P24: every stop says cause, numbers, and how to pass', () => {
  const codes = Object.keys(GUARD_ERRORS) as ErrorCode[];

  test.each(codes)('%s has a headline, an advice, and a background with what to do', (code) => {
    const { headline, advice } = ERRORS[code];
    expect(headline).toMatch(/^[A-Z].+\.$/u);
    expect(advice).toMatch(/^[A-Z].+\.?$/u);
    expect(backgroundOf(code), `${code} in docs/errors.md`).toMatch(/\w{3}.+\.$/u);
  });

  test.each(codes)('muster explain %s prints them', async (code) => {
    const { out } = await muster(['explain', code]);
    for (const words of [ERRORS[code].headline, ERRORS[code].advice, backgroundOf(code) || 'a background'])
      expect(out).toContain(words);
  });

  test.each(Object.keys(RAISED))('%s, raised by a story, carries its words, and the words pass it', async (code) => {
    const story = await scenario();
    const desired = await RAISED[code]!(story);
    await story.sandbox.control.resetCounters();
    let plan: Plan | null = null;
    const seen = engine.apply(story.run(desired), async (shown) => {
      plan = shown;
      return true;
    });
    const error = await stopped(seen);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    const guard = plan!.guards.find((each) => each.code === code);
    expect(error).toMatchObject({ code, exit: 14 });
    if (guard === undefined) throw new Error(`the plan does not meet ${code}`);
    expect(error.message).toContain(whyGuard(guard));
    expect(whyGuard(guard)).toMatch(/\d|user /u);
    if (guard.pass === null) expect(ERRORS[code as ErrorCode].advice).not.toContain('--allow');
    else await passes(story, desired, { error, words: guard.pass });
  });

  test('all guards of one plan are said at once', async () => {
    const facts = leaving('user', 8, 5);
    const observed = { ...facts.observed, coverage: { asked: 9, answered: 8 } };
    const plan = planOf({ ...facts, observed }, { count: 3, percent: 10 });
    const stop = new Promise((_resolve) => stopOnGuards(plan, guardErrorWith('--allow ')));
    const { message, detail } = await stopped(stop);
    expect(message).toMatch(/--allow deletes=5\. Nothing was changed\.$/u);
    expect(detail.lines).toEqual([expect.stringContaining('1 of 9 objects could not be read')]);
  });

  test('a target that is held names its holder', async () => {
    const story = await scenario();
    const desired = { users: [anchor] };
    await engine.apply(story.run(desired), async () => {
      const error = await stopped(engine.apply(story.run(desired), async () => true));
      expect(error).toMatchObject({ code: 'locked', exit: 15 });
      expect(error.message).toContain(String(process.pid));
      return false;
    });
  });
});

async function passes(
  story: Scenario,
  desired: DesiredInput,
  { error, words }: { readonly error: ToolError; readonly words: string },
): Promise<void> {
  expect(error.message).toContain(`--allow ${words}`);
  const [name = '', number = ''] = words.split('=');
  expect(error.message).toContain(`${number} `);
  const result = await story.apply(desired, { allow: { [name]: Number(number) } });
  expect(fates(result)).toEqual(result.settlements.map(({ change }) => `applied ${change.address}`));
}
