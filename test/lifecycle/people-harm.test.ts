// Ways in which a person loses access, or somebody else's account, by a diligent tool: each found by trying.

import { describe, expect, test } from 'vitest';

import { exitOf } from '../../src/cli/process/exit.ts';
import type { DesiredInput, RecordInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import { applyDocument } from '../../src/core/report/documents/plan.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { questionText } from '../../src/core/report/words/question-texts.ts';
import { whyChange } from '../../src/core/report/words/why-change.ts';
import { context } from '../report/values.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const team = (...users: UserInput[]): DesiredInput => ({ users: [anchor, ...users] });

const adds = async ({ sandbox }: Scenario): Promise<number> =>
  (await sandbox.control.counters()).requests['add-user'] ?? 0;
const deletes = async ({ sandbox }: Scenario): Promise<number> =>
  (await sandbox.control.counters()).requests['delete-user'] ?? 0;
const sides = async ({ sandbox }: Scenario): Promise<{ inService: boolean; inBackend: boolean }> => {
  const { inService, inBackend } = await sandbox.control.exists(ANA);
  return { inService, inBackend };
};

async function provenance(story: Scenario): Promise<unknown> {
  const { recorded } = await engine.recall(story.run(team()));
  const object = recorded.objects.get(`user:${ANA}`);
  return object?.kind === 'user' ? object.provenance : null;
}

/** Applies once, after something happened between the plan and the first request. Counts from there. */
async function applyAfter(
  story: Scenario,
  desired: DesiredInput,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<ApplyResult> {
  const result = await engine.apply(story.run(desired), async () => {
    await story.sandbox.control.resetCounters();
    await meanwhile();
    return true;
  });
  if (result === null) throw new Error('the apply was not approved');
  return result;
}

const problems = ({ settlements }: ApplyResult): string[] =>
  settlements.flatMap((settlement) => (settlement.kind === 'applied' ? [] : [settlement.problem.message]));

describe('a backing side that is not shown', () => {
  const both = person('ana', { createInBackend: true });
  const adopting = team({ ...both, adopt: true });
  const unseen = async (inBackend: boolean, switches: Partial<Switches> = {}): Promise<Scenario> => {
    const story = await scenario({ switches: { S15: 'null', ...switches } });
    await story.converge(team());
    if (inBackend) await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
    return story;
  };

  test.each<Partial<Switches>>([{ S15: 'null' }, { S15: 'missing' }, { S25: 'ALREADY_EXISTS' }])(
    'and has the user is joined by a second request once the first is refused (%o), and stays when the line goes',
    async (switches) => {
      const story = await unseen(true, switches);
      const result = await applyAfter(story, adopting);
      expect(result.settlements).toMatchObject([{ kind: 'applied', notes: [{ kind: 'joined' }] }]);
      expect(await adds(story)).toBe(2);
      expect(await provenance(story)).toEqual({ service: 'created', backend: 'adopted' });
      await story.converge(adopting);
      await story.converge(team());
      expect(await sides(story)).toEqual({ inService: false, inBackend: true });
    },
  );

  test('and has the user stays when the line goes, too, where the second request was answered and takes effect later', async () => {
    const story = await unseen(true);
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'claims-done', ordinal: 2 });
    expect(fates(await story.apply(adopting))).toEqual([expect.stringContaining('unconfirmed')]);
    await story.sandbox.control.addUser({ loginUserId: ANA });
    await story.converge(adopting);
    await story.converge(team({ loginUserId: ANA, ensure: 'absent', adopt: true }));
    expect(await sides(story)).toEqual({ inService: false, inBackend: true });
  });

  test.each(['reset-before', 'commit-then-reset'] as const)(
    'is not asked for again after a first answer that was lost (%s)',
    async (kind) => {
      const story = await unseen(false);
      await applyAfter(story, adopting, () => story.sandbox.control.arm({ operation: 'add-user', kind }));
      expect(await adds(story)).toBe(1);
      await story.sandbox.control.clearFaults();
      await story.converge(adopting);
    },
  );

  test.each<[string, (story: Scenario) => Promise<unknown>]>([
    ['NOT_SUPPORTED', ({ sandbox }) => sandbox.control.setSwitches({ identity: 'internal' })],
    [
      'HTTP 404',
      ({ sandbox }) => sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 404, count: 9 }),
    ],
    [
      'a refused key',
      ({ sandbox }) => sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 403, count: 9 }),
    ],
  ])('is not joined after %s, which is no answer about the user', async (_title, spoil) => {
    const story = await unseen(true);
    const result = await applyAfter(story, adopting, () => spoil(story));
    expect(result.stopped).not.toBeNull();
    expect(await provenance(story)).toBeNull();
    const sent = (await story.sandbox.control.log()).filter(
      (entry) => entry.key === ANA && entry.operation === 'add-user',
    );
    expect(new Set(sent.map(({ content }) => content)).size).toBe(1);
  });

  test('is not joined when the user appeared in the service meanwhile', async () => {
    const story = await unseen(false);
    const result = await applyAfter(story, adopting, () => story.sandbox.control.addUser({ loginUserId: ANA }));
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed']);
    expect(await adds(story)).toBe(1);
    await story.converge(adopting);
    await story.converge(team());
    expect(await sides(story)).toEqual({ inService: true, inBackend: true });
  });

  test('is not joined when the reading between the two requests fails', async () => {
    const story = await unseen(true);
    const fault = { operation: 'query-existence', kind: 'status', status: 500, count: 'always' } as const;
    const result = await applyAfter(story, adopting, () => story.sandbox.control.arm(fault));
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed']);
    expect(await adds(story)).toBe(1);
  });

  test('of a user who is refused for another reason is one failure after two requests', async () => {
    const story = await unseen(true);
    const desired = team({ ...both, adopt: true, userTemplateName: 'Unknown' });
    const result = await applyAfter(story, desired);
    expect(problems(result)).toEqual([expect.stringContaining('no such user template') as string]);
    expect(await adds(story)).toBe(2);
    expect(await provenance(story)).toBeNull();
    expect(actionsOf(await story.plan(desired))).toEqual([`create user:${ANA}`]);
  });

  test('is named in the plan, and counted as the most that can be sent', async () => {
    const story = await unseen(true);
    const plan = await story.plan(adopting);
    expect(plan.changes.map((each) => whyChange(each))).toEqual([expect.stringContaining('FAIL first')]);
    expect(plan.requests).toMatchObject({ reads: 2, writes: 2 });
    await applyAfter(story, adopting);
    const { reads, writes } = await story.sandbox.control.counters();
    expect({ reads, writes }).toEqual({ reads: 2, writes: 2 });
  });
});

describe('a replace, which deletes first,', () => {
  const replaced = (more: Partial<UserInput> = {}): DesiredInput =>
    team(person('ana', { lastName: 'Other', onProfileChange: 'replace', ...more }));
  const recordedAna = async (): Promise<Scenario> => {
    const story = await scenario();
    await story.converge(team(person('ana')));
    return story;
  };
  const unknown = replaced({ userTemplateName: 'Unknown' });

  test('says in the plan what is at risk, and that a new template cannot be tried before', async () => {
    const story = await recordedAna();
    const reasons = async (desired: DesiredInput): Promise<string | undefined> =>
      (await story.plan(desired)).changes.map((each) => whyChange(each))[0];
    expect(await reasons(replaced())).toMatch(/deleted first, so without access if the create is refused$/u);
    expect(await reasons(unknown)).toMatch(/whether the service knows the new template shows only then$/u);
  });

  test('whose create is refused says who has no access now and what to do, and the next run creates', async () => {
    const story = await recordedAna();
    const result = await applyAfter(story, unknown);
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed']);
    expect(problems(result).join()).toMatch(
      /no such user template; this user was deleted first and has no access now/u,
    );
    const wishes = { detailedExitCode: false, expectNoChanges: false };
    expect(exitOf(applyDocument(result, { ...context, command: 'apply' }), wishes)).toBe(4);
    expect(await sides(story)).toEqual({ inService: false, inBackend: false });
    expect(actionsOf(await story.plan(unknown))).toEqual([`create user:${ANA}`]);
    expect(actionsOf(await story.plan(replaced()))).toEqual([`create user:${ANA}`]);
    await story.converge(replaced());
    expect(await sides(story)).toMatchObject({ inService: true });
  });

  test('whose delete has no answer creates nothing before a reading shows that it was done', async () => {
    const story = await recordedAna();
    const lost = await applyAfter(story, replaced(), async () => {
      await story.sandbox.control.arm({ operation: 'delete-user', kind: 'commit-then-reset' });
      await story.sandbox.control.arm({
        operation: 'query-existence',
        kind: 'status',
        status: 500,
        ordinal: 2,
        count: 'always',
      });
    });
    expect(lost.settlements.map(({ kind }) => kind)).toEqual(['unresolved']);
    expect([await deletes(story), await adds(story)]).toEqual([1, 0]);
    await story.sandbox.control.clearFaults();
    expect(actionsOf(await story.plan(replaced()))).toEqual([`create user:${ANA}`]);
    await story.converge(replaced());
  });

  test('whose delete never arrived is a replace again', async () => {
    const story = await recordedAna();
    const lost = await applyAfter(story, replaced(), () =>
      story.sandbox.control.arm({ operation: 'delete-user', kind: 'reset-before' }),
    );
    expect(lost.settlements.map(({ kind }) => kind)).toEqual(['unresolved']);
    expect(await adds(story)).toBe(0);
    expect(actionsOf(await story.plan(replaced()))).toEqual([`replace user:${ANA}`]);
    await story.converge(replaced());
  });

  test('whose create has no answer and is not seen says so, and the next run reads and creates', async () => {
    const story = await recordedAna();
    const lost = await applyAfter(story, replaced(), () =>
      story.sandbox.control.arm({ operation: 'add-user', kind: 'reset-before' }),
    );
    expect(lost.settlements.map(({ kind }) => kind)).toEqual(['unresolved']);
    expect(problems(lost).join()).toMatch(/this user was deleted first and may have no access now/u);
    expect(await adds(story)).toBe(1);
    expect(actionsOf(await story.plan(replaced()))).toEqual([`create user:${ANA}`]);
    await story.converge(replaced());
  });

  test('whose create has no answer and is seen is taken over as adopted', async () => {
    const story = await recordedAna();
    const result = await applyAfter(story, replaced(), () =>
      story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-reset' }),
    );
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['applied']);
    expect(await provenance(story)).toEqual({ service: 'adopted', backend: 'none' });
  });
});

describe('a create without an answer', () => {
  test.each(['kept by us', 'found by the next run'])(
    'is recorded as adopted in the service, and in the backing instance as it was to be made (%s): when its line goes it is neither deleted nor let go, it is named',
    async (title) => {
      const story = await scenario();
      await story.converge(team());
      const desired = team(person('ana', { createInBackend: true }));
      await applyAfter(story, desired, async () => {
        const { control } = story.sandbox;
        await control.arm({ operation: 'add-user', kind: 'commit-then-reset' });
        if (title === 'found by the next run')
          await control.arm({ operation: 'query-existence', kind: 'status', status: 500, count: 'always' });
      });
      await story.sandbox.control.clearFaults();
      await story.converge(desired);
      expect(await provenance(story)).toEqual({ service: 'adopted', backend: 'created' });
      await story.sandbox.control.resetCounters();
      for (const _run of [1, 2]) {
        const { plan } = await story.apply(team());
        expect([actionsOf(plan), decisions(plan)]).toEqual([[], [`probably-ours user:${ANA}`]]);
      }
      expect(await deletes(story)).toBe(0);
      expect(await sides(story)).toEqual({ inService: true, inBackend: true });
    },
  );
});

describe('one person under two names', () => {
  const before = team(person('Ana'), person('ben'));
  const after = team(person('ana'), person('ben'));

  test.each(['user:Ana@example.com', 'user:A*', 'user:*'])(
    'is not removed by a run that sees %s only',
    async (only) => {
      const story = await scenario();
      await story.converge(before);
      expect((await story.plan(after, { only })).guards).toMatchObject([{ code: 'guard-same-object', passed: false }]);
      await story.sandbox.control.resetCounters();
      await expect(story.apply(after, { only })).rejects.toMatchObject({ code: 'guard-same-object' });
      expect(await deletes(story)).toBe(0);
    },
  );
});

describe('what the question of two names asks to do', () => {
  const question = async (story: Scenario, input: DesiredInput): Promise<string> => {
    expect((await story.plan(input)).guards).toMatchObject([{ code: 'guard-same-object' }]);
    return JSON.stringify(questionText('guard-same-object'));
  };

  test('has an effect where a customer is declared absent in one campaign and wanted in another', async () => {
    const story = await scenario();
    const of = (summer: RecordInput[]): DesiredInput => ({
      users: [anchor],
      campaigns: [list('Summer', ...summer, record('C-2')), list('Winter', record('W-1'), record('C-1'))],
    });
    await story.converge({ users: [anchor], campaigns: [list('Summer', record('C-1'), record('C-2'))] });
    const both = of([record('C-1', { ensure: 'absent' })]);
    expect(await question(story, both)).toMatch(/leave one line of it.*where it says so, delete/u);
    expect(actionsOf(await story.plan(of([])))).toContain('move record:Winter/C-1');
    await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    await story.converge(both);
  });

  test('has an effect where a person is declared absent in one spelling and wanted in another', async () => {
    const story = await scenario();
    await story.converge(team(person('Ana'), person('ben')));
    await story.sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: false });
    await story.sandbox.control.addUser({ loginUserId: 'ANa@example.com', inBackend: false });
    const both = team(person('Ana', { ensure: 'absent' }), person('ana', { adopt: true }), person('ben'));
    expect(await question(story, both)).toMatch(/of a person, under the name as it was/u);
    expect(actionsOf(await story.plan(team(person('Ana'), person('ben'))))).toEqual([]);
    await story.sandbox.control.removeUser('Ana@example.com');
    await story.converge(both);
  });
});

describe('a narrowed run', () => {
  const pinned = record('C-1', { preferredAgent: ANA });
  const leaving = person('ana', { offboard: 'clear' });
  const started = async (): Promise<Scenario> => {
    const story = await scenario();
    await story.converge({
      users: [anchor, leaving],
      campaigns: [list('Summer', record('C-1'), record('C-2')), list('Winter', record('W-1'))],
    });
    return story;
  };
  const after = (summer: RecordInput[], winter: RecordInput[]): DesiredInput => ({
    users: [anchor],
    campaigns: [list('Summer', ...summer), list('Winter', ...winter)],
  });

  test.each(['*', '**', 'user:*'])('%s is no way around guard-empty', async (only) => {
    const story = await scenario();
    await story.converge(team(person('ana')));
    const others: DesiredInput = { users: [person('new')] };
    await expect(story.apply(others, { only })).rejects.toMatchObject({ code: 'guard-empty' });
    await expect(story.apply(others)).rejects.toMatchObject({ code: 'guard-empty' });
    expect(await deletes(story)).toBe(0);
  });

  test('asks for the tenant where everybody recorded is absent, and for one access where another is there', async () => {
    const story = await scenario();
    // Somebody who is known, and not ours, is there in the end, too.
    await story.sandbox.control.addUser({ loginUserId: 'z@example.com' });
    const desired: DesiredInput = {
      users: ['aa', 'ab', 'c'].map((name) => person(name)),
      campaigns: [list('Summer', record('aa-1', { preferredAgent: 'z@example.com' }))],
    };
    await story.converge(desired);
    for (const name of ['aa', 'ab']) await story.sandbox.control.removeUser(`${name}@example.com`);
    const guards = async (only: string | null): Promise<unknown> =>
      (await story.plan(desired, { only })).guards.map(({ pass }) => pass);
    const scopes = [null, 'user:aa*', 'user:a*', '*aa*'];
    const found = async (): Promise<unknown[]> => Promise.all(scopes.map(guards));
    expect(await found()).toEqual([['restores=2'], ['restores=1'], ['restores=2'], ['restores=1']]);
    await story.sandbox.control.removeUser('c@example.com');
    expect(await found()).toEqual(scopes.map(() => ['vanished=3']));
    const policy = { ...story.project.policy, restore: 'always' as const };
    const one = { only: 'user:aa*', project: { ...story.project, policy } };
    await expect(story.apply(desired, one)).rejects.toMatchObject({ code: 'guard-vanished' });
    const passed = await story.apply(desired, { ...one, allow: { vanished: 3 } });
    expect(fates(passed)).toEqual(['applied user:aa@example.com']);
  });

  test('counts what it removes against everything recorded, as a whole run does', async () => {
    const story = await scenario();
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const users = names.map((name) => person(name));
    const of = (declared: UserInput[]): DesiredInput => ({ users: declared });
    await story.converge(of(users));
    const policy = { ...story.project.policy, deletes: { count: 30, percent: 10 } };
    const project = { ...story.project, policy };
    const fewer = of(users.filter(({ loginUserId }) => !/^p1[0-4]@/u.test(loginUserId)));
    const guards = async (only: string | null): Promise<unknown> =>
      (await story.plan(fewer, { project, only })).guards.map(({ pass }) => pass);
    expect([await guards(null), await guards('user:p1*')]).toEqual([['deletes=5'], ['deletes=5']]);
    expect(await guards('user:p10*')).toEqual([]);
  });

  test.each([`user:${ANA}`, 'user:*', 'record:*', 'record:Summer/C-1', '*'])(
    'of %s is no way around undeclared-agent',
    async (only) => {
      const story = await started();
      const desired = after([pinned, record('C-2')], [record('W-1')]);
      await story.sandbox.control.resetCounters();
      await expect(story.apply(desired, { only })).rejects.toMatchObject({ code: 'undeclared-agent' });
      expect((await story.sandbox.control.counters()).writes).toBe(0);
    },
  );

  test('that has nothing to do with such a pin is not stopped by it', async () => {
    const story = await started();
    const desired = after([pinned, record('C-2')], [record('W-1', { skillQueue: 'gold' })]);
    const result = await story.apply(desired, { only: 'record:Winter/*' });
    expect(fates(result)).toEqual(['applied record:Winter/W-1']);
  });
});
