// An approval holds as long as what the decision rested on: the work done on a task, and the policy that asks for a look. What
// moved in between ends the apply with 13, names it, and sends nothing; a new approval of the same change is carried out.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/desired/declarations/define.ts';
import type { Run } from '../../src/engine/run.ts';
import { ToolError } from '../../src/model/errors.ts';
import type { Plan } from '../../src/reconcile/plan-value.ts';
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

  test.each(CASES.flatMap(([name, each]) => (['each', 'set'] as const).map((manage) => [manage, name, each] as const)))(
    'through Pulumi (%s): %s',
    async (manage, _name, { wanted, prepare, meanwhile }) => {
      const engine = await smallEngine();
      const { sandbox } = engine;
      const up: typeof engine.up = (desired, options) => engine.up(desired, options);
      const managed = ({ users = [], campaigns = [] }: DesiredInput): DesiredInput => ({
        users,
        campaigns: campaigns.map((campaign) => ({ ...campaign, manage })),
      });
      await up(managed(summer()));
      await prepare?.(sandbox);
      await sandbox.control.resetCounters();
      const approvedBefore = (): Promise<unknown> => meanwhile(sandbox);
      const { code } = await refusal(up(managed(wanted), { approvedBefore }));
      expect({ code, writes: await writes(sandbox) }).toEqual({ code: 'plan-stale', writes: 0 });
      const done = await up(managed(wanted), { approvedBefore: async () => undefined });
      expect(done.errors).toEqual([]);
      expect(done.writes).toBeGreaterThan(0);
      const again = await up(managed(wanted));
      expect({ changes: again.plan.changes, writes: again.writes }).toEqual({ changes: [], writes: 0 });
    },
  );

  test('a twin that is to be removed, and was worked since', async () => {
    const story = await scenario();
    const { sandbox } = story;
    await sandbox.control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
    const loaded = (more: Partial<RecordInput> = {}): DesiredInput => ({
      users: [anchor],
      campaigns: [{ ...list('Summer', record('C-1', more), record('C-2')), intake: true }],
    });
    await story.converge(loaded());
    await sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'C-1' }] });
    const tasks = (await sandbox.control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
    const [ours = '', theirs = ''] = tasks.map(({ previewRecordID }) => previewRecordID);
    const wanted = loaded({ previewRecordId: ours, twins: { [theirs]: 'remove' }, whenWorked: 'remove' });
    const plan = await story.plan(wanted);
    expect(plan.changes.map(({ writes: sent }) => sent)).toEqual([['deleteRecordFromCampaign']]);
    await work(sandbox);
    const { code, detail } = await refusal(story.apply(wanted, approving(plan, story.clock())));
    expect(code).toBe('plan-stale');
    expect(detail.lines?.[0]).toMatch(new RegExp(`-> untouched, attempts 0; worked, attempts 1, ${AT}`, 'u'));
    await story.converge(wanted, approving(await story.plan(wanted), story.clock()));
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
