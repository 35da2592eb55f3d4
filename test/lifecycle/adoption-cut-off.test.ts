// A task of others that was to be taken over, and the run did not hear what became of that: whom the customer was called through.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, record } from '../support/declare.ts';
import { actionsOf, decisions, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const DECLARED: DesiredInput = {
  users: [anchor],
  campaigns: [{ campaignName: 'Summer', marker: false, records: [record('C-1', { adopt: true })] }],
};
const DROPPED: DesiredInput = { users: [anchor] };

/** Sent, and neither its answer nor a reading after it was heard. */
async function takenUnheard(): Promise<Scenario> {
  const story = await scenario();
  const { control } = story.sandbox;
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] });
  await control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'commit-then-reset' });
  await control.arm({ operation: 'searchPreviewCampaign', kind: 'refuse-before', ordinal: 4, count: 'always' });
  const { settlements } = await story.apply(DECLARED);
  expect(settlements.map(({ kind, change }) => `${kind} ${change.address}`)).toContain('unresolved record:Summer/C-1');
  await control.clearFaults();
  return story;
}

async function calledAndGone({ sandbox: { control } }: Scenario): Promise<void> {
  await control.work({ ...KEY, agent: 'anchor@example.com', state: 'COMPLETED' });
  await control.removeRecord(KEY);
}

test('gone since, it may have been called: a person decides', async () => {
  const story = await takenUnheard();
  await calledAndGone(story);
  const plan = await story.plan(DECLARED);
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], ['gone-unclear record:Summer/C-1']]);
});

test('let go when its line went, it is not added once it is declared again', async () => {
  const story = await takenUnheard();
  await story.converge(DROPPED);
  await calledAndGone(story);
  const plan = await story.plan(DECLARED);
  expect(actionsOf(plan)).toEqual([]);
  const verdict = plan.verdicts.find(({ address }) => address === 'record:Summer/C-1');
  expect(verdict?.reason).toMatchObject({ kind: 'consumed' });
});
