// An approved plan is applied, another one is not; one part may go ahead of the other; and the budget in the plan is what
// arrives at the service, request by request.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { Approval } from '../../src/core/reconcile/plan/approval.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const of = (users: UserInput[], ...campaigns: CampaignInput[]): DesiredInput =>
  campaigns.length === 0 ? { users } : { users, campaigns };

const names = ['a', 'b', 'c', 'd'].map((name) => person(name));

function approving(fingerprint: string, more: Partial<Approval> = {}): Partial<Run> {
  return { approval: { fingerprint, approved: null, allowSubset: false, maxAgeMs: null, ...more } };
}

/** What a report of the plan says, as `--fingerprint @FILE` reads it. */
function withReport(plan: Plan, at: number, more: Partial<Approval> = {}): Partial<Run> {
  const { target, desired, binds, generation, changes } = plan.approval;
  const of = 'contact-centre/sandbox';
  const approved = { file: 'plan.json', at, of, target, desired, binds, generation, changes };
  return approving(plan.fingerprint.whole, { approved, maxAgeMs: 24 * 3_600_000, ...more });
}

async function refusal(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

async function writes({ sandbox }: Scenario): Promise<number> {
  return (await sandbox.control.counters()).writes;
}

describe('an approved plan', () => {
  test('is sealed with a key of its own where one is given: the same wherever the plan is made', async () => {
    const [here, there] = [await scenario(), await scenario()];
    const desired = of([anchor], list('Summer', record('C-1')));
    const later = of([anchor], list('Summer', record('C-1', { data: { Name: 'Maria' } })));
    const [key, other] = ['one secret of the team', 'another secret of it'];
    const plan = async (story: Scenario, fingerprintKey: string): Promise<string> =>
      (await story.plan(desired, { fingerprintKey })).fingerprint.whole;
    expect(await plan(here, key)).toBe(await plan(there, key));
    expect(await plan(here, key)).not.toBe(await plan(here, other));
    await here.converge(desired);
    const { fingerprint } = await here.plan(later, { fingerprintKey: key });
    const approved = approving(fingerprint.whole);
    expect((await refusal(here.apply(later, approved))).code).toBe('plan-stale');
    await here.converge(later, { ...approved, fingerprintKey: key });
  });

  test('no longer matches once the service changed, and nothing is sent then', async () => {
    const story = await scenario();
    await story.converge(of([anchor], list('Summer', record('C-1', { skillQueue: 'gold' }))));
    const desired = of([anchor], list('Summer', record('C-1', { skillQueue: 'silver' })));
    const { fingerprint } = await story.plan(desired);
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', data: { Name: 'Other' } });
    await story.sandbox.control.resetCounters();
    const { code, exit } = await refusal(story.apply(desired, approving(fingerprint.whole)));
    expect({ code, exit, writes: await writes(story) }).toEqual({ code: 'plan-stale', exit: 13, writes: 0 });
    const again = await story.plan(desired);
    await story.converge(desired, approving(again.fingerprint.whole));
  });

  test('names what is new, gone and different, and no value of it', async () => {
    const story = await scenario();
    const before = of([anchor, person('ben')], list('Summer', record('C-1'), record('C-2')));
    const plan = await story.plan(before);
    const after = of(
      [anchor, person('ana')],
      list('Summer', record('C-1', { data: { Name: 'Secret' } }), record('C-2')),
    );
    const { detail } = await refusal(story.apply(after, withReport(plan, story.clock())));
    expect(detail.lines).toEqual([
      'the desired files changed',
      'different: create record:Summer/C-1 (data.Name)',
      'new: create user:ana@example.com (createInBackend, firstName, lastName, userTemplateName)',
      'gone: create user:ben@example.com',
    ]);
  });

  test('is refused after a day, and after the age that was given', async () => {
    const story = await scenario();
    const desired = of([anchor]);
    const plan = await story.plan(desired);
    const at = story.clock();
    story.advance(25 * 3_600_000);
    const { code, detail } = await refusal(story.apply(desired, withReport(plan, at)));
    expect({ code, text: detail.message }).toEqual({
      code: 'plan-stale',
      text: 'plan.json is 25 h old; at most 24 h are allowed',
    });
    await story.converge(desired, withReport(plan, at, { maxAgeMs: 2 * 24 * 3_600_000 }));
  });
});

describe('one part of a plan', () => {
  const all = of([anchor, ...names]);
  const fewer = of([anchor, person('new')]);

  test('the one that adds does not wait for the deletes, which keep their own fingerprint', async () => {
    const story = await scenario();
    await story.converge(all);
    const { fingerprint, guards } = await story.plan(fewer);
    expect(guards.map(({ code }) => code)).toEqual(['guard-deletes']);
    const result = await story.apply(fewer, approving(fingerprint.additions ?? ''));
    expect(fates(result).filter((fate) => !fate.includes('left-for-approval'))).toEqual([
      'applied user:new@example.com',
    ]);
    expect(fates(result).filter((fate) => fate.includes('left-for-approval'))).toHaveLength(4);
    expect(actionsOf(await story.plan(fewer)).map((text) => text.split(' ')[0])).toEqual(Array(4).fill('delete'));

    const held = await refusal(story.apply(fewer, approving(fingerprint.removals ?? '')));
    expect(held.code).toBe('guard-deletes');
    await story.converge(fewer, { ...approving(fingerprint.removals ?? ''), allow: { deletes: 4 } });
  });

  test('is used up by what it did, also after other work has undone that', async () => {
    const story = await scenario();
    await story.converge(all);
    const { fingerprint } = await story.plan(fewer);
    const additions = approving(fingerprint.additions ?? '');
    await story.apply(fewer, additions);
    const again = fates(await story.apply(fewer, additions));
    expect(
      again.filter((fate) => !fate.includes('left-for-approval')),
      'nothing of it is left',
    ).toEqual([]);
    await story.converge(all);
    await story.sandbox.control.resetCounters();
    const held = await refusal(story.apply(fewer, additions));
    expect(held.code).toBe('plan-stale');
    expect(held.message).toContain('was carried out by');
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  test('ends with an apply of other files, also where nothing was to be done for these', async () => {
    const story = await scenario();
    await story.converge(all);
    const { fingerprint } = await story.plan(fewer);
    await story.apply(fewer, approving(fingerprint.additions ?? ''));
    const reverted = of([...(all.users ?? []), ...(fewer.users ?? []).slice(-1)]);
    expect(fates(await story.apply(reverted))).toEqual([]);
    const held = await refusal(story.apply(fewer, approving(fingerprint.removals ?? '')));
    expect(held.message).toContain('was carried out by');
  });
});

describe('the budget', () => {
  const summer = { campaignName: 'Summer', intake: true };
  interface Step {
    readonly before: DesiredInput;
    readonly after: DesiredInput;
    readonly prepare?: (story: Scenario) => Promise<unknown>;
  }
  const pinned = record('C-1', { preferredAgent: 'ana@example.com' });
  const one = of([anchor], list('Summer', record('C-1')));
  const leaver = person('ana', { offboard: 'clear' });

  test.each<[string, Step]>([
    ['a created user', { before: of([anchor]), after: of([anchor, person('ana')]) }],
    [
      'a user whose backing side is not shown, joined after a refusal',
      {
        before: of([anchor]),
        after: of([anchor, person('ana', { adopt: true, createInBackend: true })]),
        prepare: async ({ sandbox }) => {
          await sandbox.control.setSwitches({ S15: 'null' });
          await sandbox.control.addUser({ loginUserId: 'ana@example.com', inService: false });
        },
      },
    ],
    ['a created record', { before: of([anchor]), after: one }],
    [
      'a created record where intake files feed the campaign',
      { before: of([anchor]), after: of([anchor], { ...summer, records: [record('C-1')] }) },
    ],
    ['an update', { before: one, after: of([anchor], list('Summer', record('C-1', { skillQueue: 'gold' }))) }],
    [
      'a cleared pin',
      {
        before: of([anchor, person('ana')], list('Summer', pinned)),
        after: of([anchor, person('ana')], list('Summer', record('C-1', { preferredAgent: '' }))),
      },
    ],
    ['a deleted record', { before: of([anchor], list('Summer', record('C-1'), record('C-2'))), after: one }],
    [
      'a deleted record of a campaign that no file names any more',
      { before: of([anchor], list('Summer', record('C-1')), list('Other', record('X-1'))), after: one },
    ],
    [
      'a deleted user, searched for in each campaign afterwards',
      {
        before: of([anchor, person('ana')], list('Summer', record('C-1')), list('Other', record('X-1'))),
        after: of([anchor], list('Summer', record('C-1')), list('Other', record('X-1'))),
      },
    ],
    [
      'a replaced user',
      {
        before: of([anchor, person('ana')], list('Summer', record('C-1'))),
        after: of(
          [anchor, person('ana', { lastName: 'Other', onProfileChange: 'replace' })],
          list('Summer', record('C-1')),
        ),
      },
    ],
    [
      'a plain move',
      { before: of([anchor], list('Summer', record('C-1'))), after: of([anchor], list('Other', record('C-1'))) },
    ],
    [
      'a move with another queue and a pin',
      {
        before: of([anchor], list('Summer', record('C-1'))),
        after: of([anchor], list('Other', record('C-1', { skillQueue: 'gold', preferredAgent: 'anchor@example.com' }))),
      },
    ],
    [
      'a move with other data',
      {
        before: of([anchor], list('Summer', record('C-1'))),
        after: of([anchor], list('Other', record('C-1', { data: { Name: 'Other' } }))),
      },
    ],
    [
      'an adoption with a correction',
      {
        before: of([anchor], list('Summer', record('C-2'))),
        after: of([anchor], list('Summer', record('C-2'), record('C-1', { adopt: true, skillQueue: 'gold' }))),
        prepare: (story) =>
          story.sandbox.control.loadIntake({
            campaignName: 'Summer',
            idColumn: 'Id',
            rows: [{ Id: 'C-1', Name: 'Of others' }],
          }),
      },
    ],
    [
      'an off-boarding',
      {
        before: of([anchor, leaver], list('Summer', pinned, record('C-2'))),
        after: of([anchor], list('Summer', record('C-1', { preferredAgent: '' }), record('C-2'))),
      },
    ],
    [
      'an off-boarding of a task that muster re-pins',
      {
        before: of([anchor, leaver], list('Summer', record('C-1'), record('C-2'))),
        after: of([anchor], list('Summer', record('C-1'), record('C-2'))),
        prepare: (story) =>
          story.sandbox.control.changeRecord({
            campaignName: 'Summer',
            clientId: 'C-1',
            preferredAgent: 'ana@example.com',
          }),
      },
    ],
    ['ensure: completed', { before: one, after: of([anchor], list('Summer', record('C-1', { ensure: 'completed' }))) }],
  ])('of %s is what arrives', async (_name, { before, after, prepare }) => {
    const story = await scenario();
    await story.converge(before);
    await prepare?.(story);
    await story.sandbox.control.resetCounters();
    const { requests } = await story.plan(after);
    const read = await story.sandbox.control.counters();
    expect({ reads: read.reads, writes: read.writes }).toEqual({ reads: requests.observed, writes: 0 });
    await story.sandbox.control.resetCounters();
    const result = await story.apply(after);
    expect(fates(result).filter((fate) => !fate.startsWith('applied '))).toEqual([]);
    const sent = await story.sandbox.control.counters();
    expect({ reads: sent.reads - requests.observed, writes: sent.writes }).toEqual({
      reads: requests.reads,
      writes: requests.writes,
    });
    expect(requests.apply).toBe(requests.reads + requests.writes);
    expect(requests.apply).toBeGreaterThan(0);
  });

  test('stops an apply that would send more, before it sends anything', async () => {
    const story = await scenario();
    const desired = of([anchor, ...names]);
    const { requests } = await story.plan(desired);
    const total = requests.observed + requests.apply;
    const { code, exit } = await refusal(story.apply(desired, { maxRequests: total - 1 }));
    expect({ code, exit, writes: await writes(story) }).toEqual({ code: 'guard-requests', exit: 14, writes: 0 });
    await story.converge(desired, { maxRequests: total });
  });

  test('ends a reading that needs more, and concludes nothing', async () => {
    const story = await scenario();
    const desired = of([anchor, ...names]);
    await story.sandbox.control.resetCounters();
    const { code } = await refusal(story.plan(desired, { maxRequests: 3 }));
    expect(code).toBe('guard-requests');
    expect((await story.sandbox.control.counters()).reads).toBeLessThanOrEqual(3);
  });
});
