// Whether the minutes of a pin were over when an update was sent, as `why` tells it.

import { expect, test } from 'vitest';

import { whyDocument } from '../../src/core/report/documents/why.ts';
import type { Story } from '../../src/core/reconcile/looked-up.ts';
import { context, emptyPlan, NOW, recordedRecord } from './values.ts';

const MINUTE = 60_000;
const ANA = 'ana.ruiz@example.com';

/** The update of now, of a record that was created pinned so long before, and waits until then. */
function told(minutes: number, { waits = 0, digests = {}, pin = ANA }): string | undefined {
  const recorded = { ...recordedRecord('C-1'), preferredAgent: pin, digests: {} };
  const { address, previewRecordId } = recorded;
  const write = { id: '1', address, fromCampaign: null, outcome: 'recorded', closedAt: NOW } as const;
  const createdTime = NOW - minutes * MINUTE;
  const task = {
    previewRecordId,
    clientId: 'C-1',
    preferredAgent: null,
    createdTime,
    workedState: 'NOTWORKED',
    workAttempts: 0,
  };
  const nextEarliestWorkTime = createdTime + waits * MINUTE;
  const seen = {
    ...task,
    nextEarliestWorkTime,
    lastUpdatedTime: null,
    lastAttemptTime: null,
    items: [],
    workCodes: [],
  };
  const story = {
    ...{ project: '', target: emptyPlan.target, requests: 0, unread: [], address, sightings: [] },
    known: { desired: null, recorded: { ...recorded, digests }, openIntents: [], copySince: null },
    commits: { commits: [], uncommitted: false },
    writes: [
      { ...write, action: 'create', at: createdTime, proposed: recorded },
      { ...write, action: 'update', at: NOW, proposed: { ...recorded, digests } },
    ],
    next: { problem: null, change: null, verdict: null, observed: { tasks: [seen] } },
  } as unknown as Story;
  const { events } = whyDocument(story, { ...context, command: 'why' }).story;
  return events.findLast(({ by }) => by === 'run')?.text;
}

const OVER = '; the 30 minutes of its pin were over';

test.each([
  ['after its minutes', 31, {}, `updated: set again as it was recorded${OVER}`],
  ['before them', 29, {}, 'updated: set again as it was recorded'],
  ['while its task waits', 31, { waits: 10 }, 'updated: set again as it was recorded'],
  ['after it waited', 41, { waits: 10 }, `updated: set again as it was recorded${OVER}`],
  ['with another value', 31, { digests: { skillQueue: 'x' } }, `updated: skillQueue${OVER}`],
  ['with another time', 31, { digests: { nextEarliestWorkTime: 'x' } }, 'updated: nextEarliestWorkTime'],
  ['without a pin', 31, { pin: '' }, 'updated: set again as it was recorded'],
])('why says whether the minutes of a pin were over: %s', (_when, minutes, more, words) => {
  expect(told(minutes, more)).toBe(words);
});
