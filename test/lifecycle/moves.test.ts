// A record that changes its campaign, under every reading and with every request failing: at every moment one full copy
// exists, in one of the campaigns or in the ledger, and what others stored on it arrives.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { FaultKind } from '../../src/sandbox/messages/faults.ts';
import type { SandboxRecord } from '../../src/sandbox/operations/control.ts';
import * as engine from '../../src/core/engine.ts';
import { anchor, list, record } from '../support/declare.ts';
import { requestsSent } from '../support/doors.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const lists = (summer: RecordInput[], welcome: RecordInput[] = []): DesiredInput => ({
  campaigns: [
    { campaignName: 'Summer', records: summer },
    ...(welcome.length > 0 ? [{ campaignName: 'Welcome', records: welcome }] : []),
  ],
});
const BEFORE = lists([record('C-1'), record('C-2')]);
const AFTER = lists([record('C-2')], [record('C-1')]);
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const NOTES = {
  Note: 'called before',
  Highlight: 'Note',
  ItemTimeZone: 'Europe/Madrid',
  Hidden: 'musterStack|Score',
  Score: '7',
};

const itemsOf = (task: SandboxRecord | undefined): Record<string, string> =>
  Object.fromEntries((task?.previewRecordData ?? []).map(({ key, value }) => [key, value]));
const copiesOf = async (story: Scenario): Promise<string[]> => {
  const { copies } = await engine.recall({ project: story.project, target: story.sandbox.target, clock: story.clock });
  return copies.map(({ address }) => address);
};

/** Played up to the moment before the move, with items of others on the record. */
async function withNotes(switches: Parameters<typeof scenario>[0]): Promise<Scenario> {
  const story = await scenario(switches);
  await story.converge(BEFORE);
  await story.sandbox.control.changeRecord({ ...KEY, data: NOTES });
  await story.converge(BEFORE);
  return story;
}

/** Moved where a transfer loses what others stored, and the write that puts it back refused. */
async function movedWithLoss(): Promise<Scenario> {
  const story = await withNotes({ switches: { S7: 'lost' } });
  const { control } = story.sandbox;
  await control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'status', status: 400, count: 'always' });
  expect(fates(await story.apply(AFTER)).join()).toContain('failed record:Welcome/C-1');
  await control.clearFaults();
  return story;
}

/** The answer to the transfer is lost, and nothing that is asked afterwards is answered. */
async function moveUnheard(story: Scenario, kind: FaultKind): Promise<void> {
  const { control } = story.sandbox;
  await control.arm({ operation: 'transferCampaignRecord', kind, count: 'always' });
  await control.arm({ operation: 'searchPreviewCampaign', kind: 'refuse-before', ordinal: 7, count: 'always' });
  await story.apply(AFTER);
}

async function expectArrived(story: Scenario): Promise<void> {
  const shown = await story.sandbox.control.records();
  expect(shown.map((task) => `${task.campaignName} ${task.clientId}`).toSorted()).toEqual([
    'Summer C-2',
    'Welcome C-1',
  ]);
  const moved = shown.find((task) => task.clientId === 'C-1');
  expect(itemsOf(moved)).toMatchObject({ ...NOTES, Name: 'C-1' });
  expect(await copiesOf(story)).toEqual([]);
}

describe.each(['moves', 'lost', 'part'] as const)('where a transfer loses what S7 `%s` says', (S7) => {
  test('what others stored arrives', async () => {
    const story = await withNotes({ switches: { S7 } });
    await story.converge(AFTER);
    await expectArrived(story);
  });

  const WRITES = ['transferCampaignRecord', 'addOrUpdateCampaignRecord'] as const;
  const KINDS: readonly FaultKind[] = [
    'refuse-before',
    'reset-before',
    'commit-then-reset',
    'commit-then-5xx',
    'garbage',
  ];
  const faults = WRITES.flatMap((operation) => KINDS.map((kind) => [operation, kind] as const));
  test.each(faults)('%s failing with %s loses nothing, and the next run ends the move', async (operation, kind) => {
    const story = await withNotes({ switches: { S7 } });
    await story.sandbox.control.arm({ operation, kind, count: 'always' });
    await story.apply(AFTER);
    const anywhere = (await story.sandbox.control.records()).filter((task) => task.clientId === 'C-1');
    expect(anywhere).toHaveLength(1);
    const isWhole = Object.entries(NOTES).every(([key, value]) => itemsOf(anywhere[0])[key] === value);
    expect(isWhole || (await copiesOf(story)).length === 1).toBe(true);
    await story.sandbox.control.clearFaults();
    await story.converge(AFTER);
    await expectArrived(story);
  });
});

test('a task worked on the way is not overwritten; what was lost is kept until it may be put back', async () => {
  const story = await movedWithLoss();
  await story.sandbox.control.work({
    campaignName: 'Welcome',
    clientId: 'C-1',
    agent: 'ana@example.com',
    state: 'WORKED',
  });
  expect(actionsOf(await story.plan(AFTER))).toEqual([]);
  await story.apply(AFTER);
  expect(await copiesOf(story)).toEqual(['record:Welcome/C-1']);
  await story.converge(lists([record('C-2')], [record('C-1', { whenWorked: 'replace' })]));
  expect(await copiesOf(story)).toEqual([]);
  const moved = (await story.sandbox.control.records('Welcome'))[0];
  expect(moved?.workedState).toBe('WORKED');
  expect(itemsOf(moved)).toMatchObject(NOTES);
});

test('a move that never left, and failed, is said not to be seen in its new campaign', async () => {
  const story = await scenario();
  await story.converge(BEFORE);
  await story.sandbox.control.arm({ operation: 'transferCampaignRecord', kind: 'status', status: 503 });
  const { settlements } = await story.apply(AFTER);
  const said = settlements.flatMap((each) => (each.kind === 'unresolved' ? each.problem.message : []));
  expect(said).toEqual([expect.stringMatching(/^after the transfer the record is not seen in Welcome alone; /u)]);
});

test('the copy of a task that was used up meanwhile is dropped', async () => {
  const story = await movedWithLoss();
  await story.sandbox.control.work({
    campaignName: 'Welcome',
    clientId: 'C-1',
    agent: 'ana@example.com',
    state: 'COMPLETED',
  });
  await story.converge(AFTER);
  await story.apply(AFTER);
  expect(await copiesOf(story)).toEqual([]);
});

test('gone from both campaigns after a lost answer, a person decides in time, and the copy is still there', async () => {
  const story = await withNotes({ switches: {} });
  await moveUnheard(story, 'commit-then-reset');
  await story.sandbox.control.clearFaults();
  await story.sandbox.control.removeRecord({ campaignName: 'Welcome', clientId: 'C-1' });
  expect(decisions(await story.plan(AFTER))).toEqual(['lost-answer record:Welcome/C-1']);
  story.advance(2 * 60 * 60 * 1000);
  expect(decisions(await story.plan(AFTER))).toEqual(['gone-unclear record:Welcome/C-1']);
  expect(await copiesOf(story)).toEqual(['record:Welcome/C-1']);
});

test('a move of a record whose pin the file takes away says so with the transfer, in one request', async () => {
  const pinned: DesiredInput = {
    users: [anchor],
    campaigns: [
      { campaignName: 'Summer', records: [record('C-1', { preferredAgent: anchor.loginUserId }), record('C-2')] },
    ],
  };
  const story = await scenario();
  await story.converge(pinned);
  const sent = requestsSent();
  await story.converge({ ...AFTER, users: [anchor] });
  const transfers = sent.filter(({ operation }) => operation === 'transferCampaignRecord').map(({ body }) => body);
  expect(transfers).toMatchObject([{ preferredAgent: '', transferToCampaign: 'Welcome' }]);
});

test.each([
  { S24: 'created', sent: 1, stands: '' },
  { S24: 'pinned', sent: 2, stands: anchor.loginUserId },
] as const)('a pin that the service ends on the way is not sent again with what was lost (S24 $S24)', async (row) => {
  const { S24, sent, stands } = row;
  const story = await scenario({ switches: { S7: 'lost', S24 } });
  await story.converge({ ...BEFORE, users: [anchor] });
  story.advance(31 * 60 * 1000);
  const requests = requestsSent();
  const pinned = record('C-1', { preferredAgent: anchor.loginUserId });
  await story.converge({ ...lists([record('C-2')], [pinned]), users: [anchor] });
  expect(requests.filter(({ body }) => body['preferredAgent'] === anchor.loginUserId)).toHaveLength(sent);
  const [moved] = await story.sandbox.control.records('Welcome');
  expect(moved).toMatchObject({ preferredAgent: stands });
  expect(itemsOf(moved)).toMatchObject({ Name: 'C-1' });
});

test.each(['moves', 'lost'] as const)(
  'a move of a record whose file drops the queue is settled where the default queue is that one (S7 %s)',
  async (S7) => {
    const story = await scenario({ switches: { S7, defaultSkillQueue: 'gold' } });
    await story.converge(lists([record('C-1', { skillQueue: 'gold' }), record('C-2')]));
    await story.converge(AFTER);
  },
);

test('what a file brings to the new campaign before the last look there is seen, also once the last look at the old one has begun', async () => {
  let isMoving = (): boolean => false;
  let searches = 0;
  const story = await scenario({
    onRequest: ({ operation }) => {
      if (operation !== 'searchPreviewCampaign' || !isMoving()) return;
      searches += 1;
      const rows = [{ CustomerId: 'C-1', Name: 'Theirs' }];
      // Each campaign is searched by the clientId, and by the id of the files.
      if (searches === 2)
        void story.sandbox.control.loadIntake({ campaignName: 'Welcome', idColumn: 'CustomerId', rows });
    },
  });
  const fed = (summer: RecordInput[], welcome: RecordInput[]): DesiredInput => ({
    campaigns: [
      { ...list('Summer', ...summer), intake: true, clientIdFieldName: 'CustomerId' },
      { ...list('Welcome', ...welcome), intake: true, clientIdFieldName: 'CustomerId' },
    ],
  });
  await story.converge(fed([record('C-1'), record('C-2')], [record('W-1')]));
  const { directory } = story.project;
  const ledger = new DatabaseSync(join(directory, '.muster', 'ledger', `${story.sandbox.target.name}.sqlite`), {
    readOnly: true,
  });
  onTestFinished(() => ledger.close());
  const open = ledger.prepare('SELECT count(*) AS n FROM intents WHERE closed_at IS NULL');
  isMoving = () => Number(open.get()?.['n']) > 0;
  const result = await story.apply(fed([record('C-2')], [record('W-1'), record('C-1')]));
  expect(fates(result)).toEqual([expect.stringContaining('skipped record:Welcome/C-1 (target-occupied')]);
});

test('gone from both campaigns and added for a new reason, nothing is left to do for the campaign that it left', async () => {
  const story = await scenario();
  await story.converge(BEFORE);
  await story.sandbox.control.removeRecord(KEY);
  const again = lists([record('C-2')], [record('C-1', { reissue: 'asked' })]);
  expect(fates(await story.apply(again))).toEqual(['applied record:Welcome/C-1']);
  expect(actionsOf(await story.plan(again))).toEqual([]);
});
