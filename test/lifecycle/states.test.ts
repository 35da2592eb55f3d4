// Every status change that a file may ask for, through the command and through Pulumi. After every step the next run has nothing to
// do and writes nothing; no customer is called again without a new reason in the file.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, record } from '../support/declare.ts';
import { requestsSent, STORY_DOORS } from '../support/doors.ts';
import type { SentRequest, StoryDoor } from '../support/doors.ts';
import { scenario } from '../support/scenario.ts';
import { errorOf, loadFiles } from '../desired/project-folder.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const HOUR = 3_600_000;
const LATER = Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR;
const [TIME, OTHER_TIME] = [new Date(LATER).toISOString(), new Date(LATER + HOUR).toISOString()];
const ANCHOR = 'anchor@example.com';

const summer = (more: Partial<RecordInput> = {}): DesiredInput => ({
  users: [anchor],
  campaigns: [list('Summer', record('C-1', more), record('C-2'))],
});

async function stateOf({ sandbox }: Pick<StoryDoor, 'sandbox'>): Promise<string> {
  const task = (await sandbox.control.records('Summer')).find(({ clientId }) => clientId === 'C-1');
  return task === undefined ? 'gone' : `${task.workedState} ${task.workAttempts}`;
}

/** By an agent, when the time of the task has come. */
async function work({ sandbox }: Pick<StoryDoor, 'sandbox'>, state: 'WORKED' | 'COMPLETED' | 'REMOVED'): Promise<void> {
  await sandbox.control.changeRecord({ ...KEY, nextEarliestWorkTime: Date.now() - HOUR });
  await sandbox.control.work({ ...KEY, agent: ANCHOR, state, nextEarliestWorkTime: LATER });
}

const statusIn = (sent: readonly SentRequest[]): SentRequest['body'] | undefined =>
  sent.findLast(({ operation }) => operation === 'changeCampaignRecordStatus')?.body;

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  test.each([
    ['its line', false],
    ['others', true],
  ])('a record that %s moved to another campaign is set to its state there in one apply', async (_who, byHand) => {
    const door = await open();
    const lists = (one: RecordInput[], other: RecordInput[]): DesiredInput => ({
      users: [anchor],
      campaigns: [list('Summer', ...one, record('C-2')), list('Winter', record('C-3'), ...other)],
    });
    await door.settle(lists([record('C-1')], []));
    if (byHand) await door.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Winter' });
    const asked = record('C-1', { ensure: 'worked', nextEarliestWorkTime: TIME });
    const { changes } = await door.settle(lists([], [asked]));
    const tasks = await door.sandbox.control.records('Winter');
    expect([changes, tasks.find(({ clientId }) => clientId === 'C-1')?.workedState]).toEqual([
      ['move record:Winter/C-1'],
      'WORKED',
    ]);
  });

  test('P-080 P-082 P-132 P-133 P-135 P-136 an open record is set to WORKED with its time, pin, queue and zone, and to each other state from there', async () => {
    const door = await open();
    await door.settle(summer());
    const sent = requestsSent();
    const routed = {
      skillQueue: 'gold',
      preferredAgent: ANCHOR,
      timeZone: 'Europe/Madrid',
      nextEarliestWorkTime: TIME,
    };
    const done = await door.settle(summer({ ...routed, ensure: 'worked' }));
    expect(done.changes).toEqual(['update record:Summer/C-1']);
    expect(statusIn(sent)).toMatchObject({
      previewRecordId: 'R-1',
      previewRecordStateEnum: 'WORKED',
      nextEarliestWorkTimeUTC: LATER,
      preferredAgent: ANCHOR,
      timeZone: 'Europe/Madrid',
      skillQueue: 'gold',
    });
    expect(await stateOf(door)).toBe('WORKED 0');
    await door.settle(summer({ ...routed, ensure: 'completed', preferredAgent: '', nextEarliestWorkTime: OTHER_TIME }));
    expect(statusIn(sent)).toMatchObject({
      previewRecordStateEnum: 'COMPLETED',
      preferredAgent: '',
      nextEarliestWorkTimeUTC: LATER + HOUR,
    });
    expect(await stateOf(door)).toBe('COMPLETED 0');
    const kept = await door.settle(summer({ ...routed, ensure: 'removed' }));
    expect(kept.words.join()).toContain('whenWorked: replace would set it');
    expect(await stateOf(door)).toBe('COMPLETED 0');
    await door.settle(summer({ ...routed, ensure: 'removed', whenWorked: 'replace' }));
    expect(await stateOf(door)).toBe('REMOVED 0');
    await door.settle(summer({ ...routed, ensure: 'completed', whenWorked: 'replace' }));
    expect(await stateOf(door)).toBe('COMPLETED 0');
  });

  test('P-080 P-081 a record that was worked to its end is opened again for a reason, once', async () => {
    const door = await open();
    await door.settle(summer());
    await work(door, 'COMPLETED');
    const waits = await door.settle(summer({ ensure: 'open' }));
    expect(waits).toMatchObject({ changes: [], writes: 0 });
    expect(waits.words.join()).toContain('a reissue reason would set it, and the customer may then be called again');
    const again = await door.settle(summer({ ensure: 'open', reissue: 'asked on Monday' }));
    expect(again.words.join()).toMatch(/reissued: asked on Monday.*from COMPLETED \(1 attempt\).*may be called again/u);
    expect(await stateOf(door)).toBe('NOTWORKED 1');
    await work(door, 'COMPLETED');
    const spent = await door.settle(summer({ ensure: 'open', reissue: 'asked on Monday' }));
    expect(spent.words.join()).toContain('was acted on before');
    expect(await stateOf(door)).toBe('COMPLETED 2');
    await door.settle(summer({ ensure: 'worked', nextEarliestWorkTime: TIME, reissue: 'asked on Friday' }));
    expect(await stateOf(door)).toBe('WORKED 2');
    await work(door, 'REMOVED');
    await door.settle(summer({ ensure: 'worked', nextEarliestWorkTime: TIME, reissue: 'asked on Friday' }));
    expect(await stateOf(door)).toBe('REMOVED 3');
  });
});

test('P-083 P-135 ensure: worked without a time is a finding, unless the campaign has one', async () => {
  const file = (defaults: string): string =>
    `campaigns:\n  - campaignName: S\n    defaults: {${defaults}}\n    records:\n      - {clientId: C-1, ensure: worked}\n`;
  const error = await errorOf(() => loadFiles({ 'desired/a.yaml': file('skillQueue: q') }));
  expect(error.diagnostics).toMatchObject([{ code: 'missing-key', source: { line: 5 } }]);
  expect(error.message).toContain('nextEarliestWorkTime');
  const { records } = await loadFiles({ 'desired/a.yaml': file(`nextEarliestWorkTime: "${TIME}"`) });
  expect(records[0]).toMatchObject({ ensure: 'worked', nextEarliestWorkTime: LATER });
});

test.each(['completed', 'removed', 'worked'] as const)('a plan counts every request of ensure: %s', async (ensure) => {
  const story = await scenario();
  const time = ensure === 'worked' ? { nextEarliestWorkTime: TIME } : {};
  for (const intake of [false, true]) {
    const fed = ({ campaigns = [], ...more }: DesiredInput): DesiredInput => ({
      ...more,
      campaigns: campaigns.map((each) => ({ ...each, intake })),
    });
    const again = intake ? { reissue: 'once more' } : {};
    await story.converge(fed(summer({ ...again, ensure: 'open' })));
    const desired = fed(summer({ ...again, ...time, ensure }));
    const { requests } = await story.plan(desired);
    await story.sandbox.control.resetCounters();
    await story.apply(desired);
    const { reads, writes } = await story.sandbox.control.counters();
    expect({ reads, writes }).toEqual({ reads: requests.observed + requests.reads, writes: requests.writes });
  }
});

test.each([
  { S24: 'created', sent: 1, stands: '' },
  { S24: 'pinned', sent: 2, stands: ANCHOR },
] as const)(
  'a pin that the service ends between two writes is not said again by the second (S24 $S24)',
  async (row) => {
    const { S24, sent, stands } = row;
    const story = await scenario({ switches: { S24 } });
    await story.converge(summer());
    story.advance(HOUR);
    const requests = requestsSent();
    const nextEarliestWorkTime = new Date(Date.now() - HOUR).toISOString();
    const worked = { ensure: 'worked', preferredAgent: ANCHOR, nextEarliestWorkTime } as const;
    await story.converge(summer({ ...worked, data: { Name: 'Other' } }));
    expect(requests.filter(({ body }) => body['preferredAgent'] === ANCHOR)).toHaveLength(sent);
    expect((await story.sandbox.control.records('Summer'))[0]).toMatchObject({ preferredAgent: stands });
  },
);
