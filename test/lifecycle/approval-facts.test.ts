// An approval holds as long as what the decision rested on: the work done on a task, and the policy that asks for a look. What
// moved in between ends the apply with 13, names it, and sends nothing; a new approval of the same change is carried out.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { readDoNotCall } from '../../src/core/model/do-not-call.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import type { ServiceProfile } from '../../src/core/model/profile.ts';
import type { Project } from '../../src/core/model/state.ts';
import type { Policy } from '../../src/core/model/target.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const HOUR = 3_600_000;
const LATER = Date.now() + 48 * HOUR;

const summer = (more: Partial<RecordInput> = {}): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Summer', record('C-1', more), record('C-2'))],
});

/** By an agent, when the time of the task has come; WORKED with a promised call. */
async function work(sandbox: OwnSandbox, state: 'WORKED' | 'COMPLETED' = 'WORKED'): Promise<void> {
  await sandbox.control.changeRecord({ ...KEY, nextEarliestWorkTime: Date.now() - HOUR });
  await sandbox.control.work({ ...KEY, agent: 'anchor@example.com', state, nextEarliestWorkTime: LATER });
}

const reopened = (sandbox: OwnSandbox): Promise<void> => sandbox.control.changeRecord({ ...KEY, state: 'NOTWORKED' });

interface Case {
  readonly wanted: DesiredInput;
  /** Before the approval. */
  readonly prepare?: (sandbox: OwnSandbox) => Promise<unknown>;
  /** Between the approval and the run. */
  readonly meanwhile: (sandbox: OwnSandbox) => Promise<unknown>;
  readonly difference: RegExp;
}

const AT = String.raw`last \d{4}-\d\d-\d\dT[\d:.]+Z`;
const CASES: readonly (readonly [string, Case])[] = [
  [
    'a reissue, and more calls were made since',
    {
      wanted: summer({ reissue: 'new offer' }),
      prepare: (sandbox) => work(sandbox, 'COMPLETED'),
      meanwhile: async (sandbox) => {
        await reopened(sandbox);
        for (let calls = 1; calls <= 3; calls += 1) await work(sandbox);
        await work(sandbox, 'COMPLETED');
      },
      difference: new RegExp(`finished, attempts 1, ${AT} -> finished, attempts 5, ${AT}`, 'u'),
    },
  ],
  [
    'a delete of an open task, and an agent promised a call since',
    {
      wanted: summer({ ensure: 'absent', whenWorked: 'remove' }),
      meanwhile: (sandbox) => work(sandbox),
      difference: new RegExp(`untouched -> worked, attempts 1, ${AT}`, 'u'),
    },
  ],
  [
    'a delete of a worked task, and it was called again since',
    {
      wanted: summer({ ensure: 'absent', whenWorked: 'remove' }),
      prepare: (sandbox) => work(sandbox),
      meanwhile: (sandbox) => work(sandbox),
      difference: new RegExp(`worked, attempts 1, ${AT} -> worked, attempts 2, ${AT}`, 'u'),
    },
  ],
  [
    'an end that the file asks for, and it was called since',
    {
      wanted: summer({ ensure: 'completed', whenWorked: 'replace' }),
      prepare: async (sandbox) => {
        await work(sandbox);
        await reopened(sandbox);
      },
      meanwhile: async (sandbox) => {
        await work(sandbox);
        await reopened(sandbox);
      },
      difference: new RegExp(`worked, attempts 1, ${AT} -> worked, attempts 2, ${AT}`, 'u'),
    },
  ],
  [
    'an update of an open task, and it is worked by now',
    {
      wanted: summer({ data: { Name: 'Other' }, whenWorked: 'replace' }),
      meanwhile: (sandbox) => work(sandbox),
      difference: /untouched -> worked/u,
    },
  ],
];

function approving(plan: Plan, at: number): Partial<Run> {
  const { target, desired, binds, generation, changes } = plan.approval;
  const of = 'contact-centre/sandbox';
  const approved = { file: 'plan.json', at, of, target, desired, binds, generation, changes };
  return { approval: { fingerprint: plan.fingerprint.whole, approved, allowSubset: false, maxAgeMs: null } };
}

async function refusal(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

async function writes(sandbox: OwnSandbox): Promise<number> {
  return (await sandbox.control.counters()).writes;
}

describe('an approval no longer holds for', () => {
  test.each(CASES)('%s', async (_name, { wanted, prepare, meanwhile, difference }) => {
    const story = await scenario();
    const { sandbox } = story;
    await story.converge(summer());
    await prepare?.(sandbox);
    const plan = await story.plan(wanted);
    await meanwhile(sandbox);
    await sandbox.control.resetCounters();
    const { code, exit, detail } = await refusal(story.apply(wanted, approving(plan, story.clock())));
    expect({ code, exit, writes: await writes(sandbox) }).toEqual({ code: 'plan-stale', exit: 13, writes: 0 });
    expect(detail.lines).toHaveLength(1);
    expect(detail.lines?.[0]).toMatch(difference);
    const again = await story.plan(wanted);
    await story.converge(wanted, approving(again, story.clock()));
  });

  test('a restore that needed a look, where the policy stopped to ask for it', async () => {
    const story = await scenario();
    const desired: DesiredInput = { users: [anchor, person('ana'), person('ben')] };
    await story.converge(desired);
    await story.sandbox.control.removeUser('ana@example.com');
    await story.sandbox.control.removeBackendUser('ana@example.com');
    const plan = await story.plan(desired);
    expect(plan.guards.map(({ code }) => code)).toEqual(['guard-restores']);
    const project = { ...story.project, policy: { ...story.project.policy, restore: 'always' as const } };
    await story.sandbox.control.resetCounters();
    const { code, detail } = await refusal(story.apply(desired, { ...approving(plan, story.clock()), project }));
    expect({ code, writes: await writes(story.sandbox) }).toEqual({ code: 'plan-stale', writes: 0 });
    expect(detail.lines?.[0]).toContain('policy.restore: guarded -> policy.restore: always');
    await story.converge(desired, { ...approving(plan, story.clock()), allow: { restores: 1 } });
  });
});

describe('an approval binds what was read beside the changes', () => {
  const leaving: DesiredInput = { users: [anchor], campaigns: [list('Summer', record('C-1'))] };
  const policy = {
    ...{ offboard: { campaigns: ['Gamma'] }, verifyRemovedDays: 7, agents: 'known' as const },
    doNotCall: readDoNotCall('C-7', { file: 'list.txt', digest: 'of C-7' }),
  };
  const answering = (answer: string): ServiceProfile =>
    updateProfile(null, { target: 'sandbox', at: Date.now(), how: 'probe' }, [
      { id: 'queue-name', answer, evidence: '' },
    ]);

  const READ: readonly (readonly [string, { readonly policy?: Partial<Policy>; readonly answer?: string }])[] = [
    ['where pins are searched', { policy: { offboard: { campaigns: [] } } }],
    ['for how long what was removed is looked at', { policy: { verifyRemovedDays: 0 } }],
    ['where agents have to be', { policy: { agents: 'service-and-backend' } }],
    ['an answer of the service profile', { answer: 'differs' }],
    [
      'whom nobody may call',
      { policy: { doNotCall: readDoNotCall('C-7\nC-8', { file: 'list.txt', digest: 'both' }) } },
    ],
  ];
  test.each(READ)('%s', async (_name, { policy: other, answer = 'equals' }) => {
    const story = await scenario();
    await story.converge({ ...leaving, users: [anchor, person('ana')] });
    const deletes = { count: 3, percent: 10 };
    const given = { project: { ...story.project, policy: { deletes, ...policy } }, profile: answering('equals') };
    const plan = await story.plan(leaving, given);
    const project = { ...given.project, policy: { ...given.project.policy, ...other } };
    await story.sandbox.control.resetCounters();
    const approved = approving(plan, story.clock());
    const { code, detail } = await refusal(story.apply(leaving, { ...approved, project, profile: answering(answer) }));
    expect({ code, writes: await writes(story.sandbox) }).toEqual({ code: 'plan-stale', writes: 0 });
    expect(detail.lines?.[0]).toBe('policy of muster.yaml or the service profile changed');
    await story.converge(leaving, { ...approved, ...given });
  });
});

describe('what is left of an approved plan', () => {
  const three = summer();
  const wanted: DesiredInput = {
    users: [anchor, person('ana'), person('ben')],
    campaigns: [list('Summer', record('C-1'))],
  };
  const FAULTS: readonly (readonly [string, Fault])[] = [
    ['a refusal', { operation: 'add-user', kind: 'status', status: 400, count: 1 }],
    ['a lost answer of what was done', { operation: 'add-user', kind: 'commit-then-reset', count: 1 }],
    ['a lost answer of what was not done', { operation: 'add-user', kind: 'reset-before', count: 1 }],
    ['a service that refuses everything', { operation: 'write', kind: 'refuse-before', count: 'always' }],
  ];
  test.each(FAULTS)('is still approved after %s, and used up when all is done', async (_name, fault) => {
    const story = await scenario();
    await story.converge(three);
    const { fingerprint } = await story.plan(wanted);
    const approved = {
      approval: { fingerprint: fingerprint.whole, approved: null, allowSubset: false, maxAgeMs: null },
    };
    await story.sandbox.control.arm(fault);
    await story.apply(wanted, approved);
    await story.sandbox.control.clearFaults();
    story.advance(10 * 60_000);
    await story.apply(wanted, approved);
    expect((await story.plan(wanted)).changes).toEqual([]);
    expect((await story.apply(wanted, approved)).settlements).toEqual([]);
    await story.apply(three);
    await story.sandbox.control.resetCounters();
    const { code, detail } = await refusal(story.apply(wanted, approved));
    expect({ code, writes: await writes(story.sandbox) }).toEqual({ code: 'plan-stale', writes: 0 });
    expect(detail.message).toContain('which was carried out by');
  });

  test('is not what others took away since: that is no part of what was approved', async () => {
    const story = await scenario();
    const { fingerprint } = await story.plan(wanted);
    const approved = {
      approval: { fingerprint: fingerprint.whole, approved: null, allowSubset: false, maxAgeMs: null },
    };
    await story.converge(wanted, approved);
    await story.sandbox.control.removeUser('ana@example.com');
    expect((await refusal(story.apply(wanted, approved))).detail.lines).toEqual([
      'new: restore user:ana@example.com (createInBackend, firstName, lastName, userTemplateName)',
    ]);
  });

  test('is of this target: a fingerprint that begins like those of another one says whose it is', async () => {
    const story = await scenario();
    const other = { ...story.sandbox.target, name: 'prod', stack: 'prod' };
    const targets = new Map([...story.project.targets, ['prod', other]]);
    const elsewhere = (await story.plan(wanted, { target: other })).fingerprint.whole;
    const told = async (project: Project): Promise<string> => {
      const approval = { fingerprint: elsewhere, approved: null, allowSubset: false, maxAgeMs: null };
      return (await refusal(story.apply(wanted, { project, approval }))).detail.message;
    };
    expect(await told({ ...story.project, targets })).toContain(', of the target prod; the plan of now is');
    expect(await told(story.project)).toContain(', of another project, target or stack; the plan of now is');
    // Of the same name in another stack: its report names the place of now.
    const namesake = await story.plan(wanted, { target: { ...story.sandbox.target, stack: 'other' } });
    const approved = {
      file: 'plan.json',
      of: `${story.project.name}/${story.sandbox.target.name}`,
      at: Date.now(),
      ...namesake.approval,
    };
    const approval = { fingerprint: namesake.fingerprint.whole, approved, allowSubset: true, maxAgeMs: null };
    expect((await refusal(story.apply(wanted, { approval }))).detail.message).toContain(
      ', of another project, target or stack; the plan of now is',
    );
  });

  test('through Pulumi: used up, and what is left after a stop goes on', async () => {
    const engine = await smallEngine();
    await engine.up(three);
    const approvedBefore = async (): Promise<void> => undefined;
    const first = await engine.up(wanted, { approvedBefore, stopAfter: 1 });
    const { whole: fingerprint } = first.plan.fingerprint;
    const again = { approval: { fingerprint, approved: null, allowSubset: false, maxAgeMs: null } };
    const rest = await engine.up(wanted, again);
    expect({ errors: rest.errors, isDone: rest.writes > 0 }).toEqual({ errors: [], isDone: true });
    expect((await engine.up(wanted, again)).writes).toBe(0);
    await engine.up(three);
    expect((await refusal(engine.up(wanted, again))).detail.message).toContain('which was carried out by');
  });
});

describe('an approval still holds', () => {
  test('for a change of an object whose work others moved within its class, where nothing is ended or repeated', async () => {
    const story = await scenario();
    await story.converge(summer());
    await work(story.sandbox);
    const wanted = summer({ data: { Name: 'Other' }, whenWorked: 'replace' });
    const plan = await story.plan(wanted);
    await work(story.sandbox);
    await story.converge(wanted, approving(plan, story.clock()));
  });

  test('where another object was worked meanwhile', async () => {
    const story = await scenario();
    await story.converge(summer());
    const wanted: DesiredInput = { users: [anchor], campaigns: [list('Summer', record('C-1'))] };
    const plan = await story.plan(wanted);
    await work(story.sandbox);
    await story.converge(wanted, approving(plan, story.clock()));
  });
});
