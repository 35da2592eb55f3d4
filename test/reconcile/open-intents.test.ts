import { describe, expect, test } from 'vitest';

import type { MoveCopies } from '../../src/core/reconcile/change.ts';
import type { ObservedRecord } from '../../src/core/model/record.ts';
import type { OpenIntent, RecordedObject } from '../../src/core/model/state.ts';
import type { ObservedUser } from '../../src/core/model/user.ts';
import { settleIntents } from '../../src/core/reconcile/diff/open-intents.ts';
import {
  NOW,
  LINEAGE,
  UNREAD,
  aCampaign,
  aRecord,
  aUser,
  digest,
  observedState,
  recordedRecord,
  recordedState,
  recordedUser,
  seenRecord,
  seenUser,
  taskOf,
} from '../support/values.ts';

const user = aUser();
const record = aRecord();
const moved = aRecord({ campaign: aCampaign({ campaignName: 'Welcome Calls' }) });

function settled(
  intent: Partial<OpenIntent>,
  seen: { users?: [string, ObservedUser][]; records?: [string, ObservedRecord][] },
  copies: MoveCopies = new Map(),
): string {
  const open: OpenIntent = {
    id: '1-1',
    address: '',
    action: 'create',
    fromCampaign: null,
    at: NOW,
    proposed: null,
    ...intent,
  };
  const observed = observedState({ users: new Map(seen.users), records: new Map(seen.records) });
  const result = settleIntents({ ...recordedState(), openIntents: [open] }, observed, {
    lineage: LINEAGE,
    wanted: new Set([record.address, moved.address]),
    digest,
    now: NOW,
    copies,
  });
  const [first] = result.settled;
  if (first === undefined) return result.mayCome.size > 0 ? 'may come' : 'open';
  if (first.recorded === undefined) return 'not done';
  return first.recorded === null ? 'gone' : `recorded ${first.recorded.address}`;
}

describe('an interrupted create', () => {
  const create = { address: user.address, proposed: recordedUser(user) };
  test('that is seen now was ours', () => {
    expect(settled(create, { users: [[user.address, seenUser('present')]] })).toBe('recorded user:ana@example.com');
  });
  test.each([
    ['a moment ago may still come', NOW, 'may come'],
    ['less than two minutes ago may still come', NOW - 119_000, 'may come'],
    ['in a future that a clock set back has made may still come', NOW + 3_600_000, 'may come'],
    ['more than two minutes ago was not done', NOW - 121_000, 'not done'],
  ])('that is not seen and was sent %s', (_title, at, verdict) => {
    expect(settled({ ...create, at }, { users: [[user.address, seenUser('absent')]] })).toBe(verdict);
  });
  test('may still come for as long as the machine has counted less than two minutes, whatever its clock was set to', () => {
    const absent: [string, ObservedUser][] = [[user.address, seenUser('absent')]];
    const open = { ...create, at: NOW - 3_600_000 };
    expect(settled({ ...open, elapsedMs: 60_000 }, { users: absent })).toBe('may come');
    expect(settled({ ...open, elapsedMs: 121_000 }, { users: absent })).toBe('not done');
  });
  test('of somebody who stays recorded was a restore: whoever is there later was made by somebody else', () => {
    const open: OpenIntent = { id: '1', action: 'create', fromCampaign: null, ...create, at: NOW - 121_000 };
    const observed = observedState({ users: new Map([[user.address, seenUser('absent')]]) });
    const { settled: ended, recorded } = settleIntents(
      { ...recordedState(recordedUser(user)), openIntents: [open] },
      observed,
      { lineage: LINEAGE, wanted: new Set(), digest, now: NOW },
    );
    expect(ended).toMatchObject([{ recorded: { address: user.address, restoreFailedAt: NOW } }]);
    expect(recorded.objects.get(user.address)).toMatchObject({ restoreFailedAt: NOW });
  });
  test('that cannot be read stays open', () => {
    expect(settled(create, { users: [[user.address, seenUser('unknown')]] })).toBe('open');
  });
  test('keeps the connectUserId whose answer was lost', () => {
    const open: OpenIntent = { id: '1', action: 'create', fromCampaign: null, at: NOW, ...create };
    const observed = observedState({ users: new Map([[user.address, seenUser('present', 'present', 'c-9')]]) });
    const { recorded } = settleIntents({ ...recordedState(), openIntents: [open] }, observed, {
      lineage: LINEAGE,
      wanted: new Set([record.address, moved.address]),
      digest,
      now: NOW,
    });
    expect(recorded.objects.get(user.address)).toMatchObject({ connectUserId: 'c-9' });
  });
  test('of a record is ours only with our marker', () => {
    const intent = { address: record.address, proposed: recordedRecord(record) };
    expect(settled(intent, { records: [[record.address, seenRecord(taskOf(record))]] })).toBe(
      `recorded ${record.address}`,
    );
    expect(settled(intent, { records: [[record.address, seenRecord(taskOf(record, { items: [] }))]] })).toBe(
      'not done',
    );
  });
});

describe('an interrupted create of a record without a marker', () => {
  const campaign = aCampaign({ marker: false });
  test('is ours when the task shows the data that were sent, and where none were sent nothing is proven', () => {
    for (const [data, verdict] of [
      [[{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }], `recorded ${record.address}`],
      [[], 'not done'],
    ] as const) {
      const bare = aRecord({ campaign, data });
      const intent = { address: bare.address, proposed: recordedRecord(bare) };
      expect(settled(intent, { records: [[bare.address, seenRecord(taskOf(bare))]] })).toBe(verdict);
    }
  });
});

describe('an adoption that was cut off', () => {
  const bare = aRecord({
    campaign: aCampaign({ marker: false }),
    data: [{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }],
  });
  const other = aRecord({ clientId: 'C-9', campaign: bare.campaign });
  const open = (of: typeof bare, at = NOW) => ({
    action: 'adopt' as const,
    address: of.address,
    proposed: recordedRecord(of),
    at,
  });
  test.each([
    [
      'was taken over where the task shows what was sent',
      open(bare),
      seenRecord(taskOf(bare)),
      `recorded ${bare.address}`,
    ],
    ['may have been called where the task is gone', open(bare), seenRecord(), `recorded ${bare.address}`],
    ['was not sent where the task shows other data', open(bare), seenRecord(taskOf(bare, { items: [] })), 'not done'],
    ['may come while it is new, and its line went', open(other), seenRecord(), 'open'],
    ['was not sent when it is old, and its line went', open(other, NOW - 121_000), seenRecord(), 'not done'],
  ])('%s', (_title, intent, seen, verdict) => {
    expect(settled(intent, { records: [[intent.address, seen]] })).toBe(verdict);
  });
});

describe('an interrupted create of an absent record that no file wants any more', () => {
  const open: OpenIntent = {
    id: '1',
    address: record.address,
    action: 'create',
    fromCampaign: null,
    at: NOW - 60_000,
    proposed: recordedRecord(record),
  };
  const observed = observedState({ records: new Map([[record.address, seenRecord()]]) });
  const facts = { lineage: LINEAGE, wanted: new Set<string>(), digest, now: NOW };

  test('may still come in its first two minutes, and would be an orphan', () => {
    const { mayCome } = settleIntents({ ...recordedState(), openIntents: [open] }, observed, facts);
    expect([...mayCome]).toEqual([open]);
  });

  test('was made, and moved there since, where it is recorded in another campaign', () => {
    const before = { ...recordedState(recordedRecord(moved)), openIntents: [open] };
    const { mayCome, settled: ended } = settleIntents(before, observed, facts);
    expect([...mayCome]).toEqual([]);
    expect(ended).toEqual([{ intent: open, recorded: undefined }]);
  });
});

describe('a create of a record of which nobody knows whether it left', () => {
  const open: OpenIntent = {
    id: '1',
    address: record.address,
    action: 'create',
    fromCampaign: null,
    at: NOW,
    proposed: recordedRecord(record),
    interrupted: true,
  };
  const seen = (each: ObservedRecord) => observedState({ records: new Map([[record.address, each]]) });
  const facts = { lineage: LINEAGE, wanted: new Set([record.address]), digest, now: NOW };
  const settle = (each: ObservedRecord, wanted = facts.wanted, ...held: RecordedObject[]) =>
    settleIntents({ ...recordedState(...held), openIntents: [open] }, seen(each), { ...facts, wanted });

  test.each([0, -1, 60_000, 121_000, 365 * 24 * 60 * 60 * 1000])(
    'stays open while it is absent and declared, whatever its age (%i ms)',
    (ageMs) => {
      const before = { ...recordedState(), openIntents: [{ ...open, at: NOW - ageMs }] };
      const { settled: ended, interrupted, recorded } = settleIntents(before, seen(seenRecord()), facts);
      expect([ended, interrupted.size, recorded.openIntents.length]).toEqual([[], 1, 1]);
    },
  );

  test('is done where it is seen, stays open where it cannot be read, and ends where it was to be moved', () => {
    expect(settle(seenRecord(taskOf(record))).settled).toMatchObject([{ recorded: { address: record.address } }]);
    expect(settle(UNREAD)).toMatchObject({ settled: [], interrupted: new Set() });
    expect(settle(seenRecord(), facts.wanted, recordedRecord(moved)).settled).toMatchObject([{ recorded: undefined }]);
  });

  test('may come for two minutes where no file wants it any more', () => {
    expect(settle(seenRecord(), new Set()).mayCome.size).toBe(1);
  });
});

describe('an interrupted create of a record that is absent', () => {
  const intent = { address: record.address, proposed: recordedRecord(record) };
  const absent: [string, ObservedRecord][] = [[record.address, seenRecord()]];
  test('was not done when it was cut off a moment ago', () => {
    expect(settled({ ...intent, at: NOW - 60_000 }, { records: absent })).toBe('not done');
  });
  test.each([1, 60_000, 365 * 24 * 60 * 60 * 1000])(
    'is never taken for a fresh one when the clock was %i ms ahead and was put right since: a person decides',
    (aheadMs) => {
      expect(settled({ ...intent, at: NOW + aheadMs }, { records: absent })).toBe(`recorded ${record.address}`);
    },
  );
  test('is not taken for a fresh one by a clock that was ahead by as long as it has been open', () => {
    const open = { ...intent, at: NOW - 60_000 };
    expect(settled({ ...open, elapsedMs: 60_000 }, { records: absent })).toBe('not done');
    expect(settled({ ...open, elapsedMs: 60 * 60_000 }, { records: absent })).toBe(`recorded ${record.address}`);
  });
  test('may have been worked and cleared away when it was cut off long ago: it is recorded, and a person decides', () => {
    expect(settled({ ...intent, at: NOW - 2 * 60 * 60 * 1000 }, { records: absent })).toBe(
      `recorded ${record.address}`,
    );
  });
});

describe('an interrupted reissue', () => {
  const again = aRecord({ reissue: 'asked for' });
  const proposed = recordedRecord(again, { worked: { state: 'COMPLETED', attempts: 1 } });
  const intent = { address: record.address, action: 'update' as const, proposed };
  const seen = (parts: Parameters<typeof taskOf>[1]): [string, ObservedRecord][] => [
    [record.address, seenRecord(taskOf(again, parts))],
  ];
  test('was not done when the task stands as it stood', () => {
    expect(settled(intent, { records: seen({ workedState: 'COMPLETED', workAttempts: 1 }) })).toBe('not done');
  });
  test('is never repeated once the task is open, was worked again, or is gone', () => {
    for (const records of [
      seen({ workedState: 'NOTWORKED', workAttempts: 1 }),
      seen({ workedState: 'COMPLETED', workAttempts: 2 }),
      [[record.address, seenRecord()]] as [string, ObservedRecord][],
    ]) {
      expect(settled(intent, { records })).toBe(`recorded ${record.address}`);
    }
  });
});

describe('an interrupted reissue, whose update resets attempts', () => {
  const again = aRecord({ reissue: 'asked for' });
  const last = NOW - 60 * 60_000;
  const proposed = recordedRecord(again, { worked: { state: 'COMPLETED', attempts: 1, lastAttemptTime: last } });
  const intent = { address: record.address, action: 'update' as const, proposed };
  test.each([
    ['as it was', last, 'not done'],
    ['later than we sent', NOW + 1, `recorded ${record.address}`],
    ['earlier than we sent, by the clock of the service', NOW - 30 * 60_000, `recorded ${record.address}`],
  ])('is judged by the last attempt: %s', (_title, lastAttemptTime, expected) => {
    const task = taskOf(again, { workedState: 'COMPLETED', workAttempts: 1, lastAttemptTime });
    expect(settled(intent, { records: [[record.address, seenRecord(task)]] })).toBe(expected);
  });
});

describe('an update that was cut off names its task', () => {
  const before = recordedRecord(record, { previewRecordId: '' });
  test.each([
    ['its reason was used', 'asked for'],
    ['nothing was done', ''],
  ])('so that another one under the clientId is another task: %s', (_title, reissue) => {
    const proposed = recordedRecord(record, { previewRecordId: 'R-15', reissue });
    const open: OpenIntent = {
      id: '1',
      address: record.address,
      action: 'update',
      fromCampaign: null,
      at: NOW,
      proposed,
    };
    const seen = seenRecord(taskOf(record, { previewRecordId: 'R-17' }));
    const { recorded } = settleIntents(
      { ...recordedState(before), openIntents: [open] },
      observedState({ records: new Map([[record.address, seen]]) }),
      { lineage: LINEAGE, wanted: new Set([record.address]), digest, now: NOW },
    );
    expect(recorded.objects.get(record.address)).toMatchObject({ previewRecordId: 'R-15' });
  });
});

describe('an interrupted delete', () => {
  const remove = { address: record.address, action: 'delete' as const };
  test('is done when the record is gone, and not done when it is there', () => {
    expect(settled(remove, { records: [[record.address, seenRecord()]] })).toBe('gone');
    expect(settled(remove, { records: [[record.address, seenRecord(taskOf(record))]] })).toBe('not done');
    expect(settled(remove, { records: [[record.address, UNREAD]] })).toBe('open');
  });
});

describe('an interrupted move', () => {
  const move = {
    address: moved.address,
    action: 'move' as const,
    fromCampaign: record.campaign.campaignName,
    proposed: recordedRecord(moved),
  };
  test.each([
    ['arrived', seenRecord(taskOf(moved)), seenRecord(), `recorded ${moved.address}`],
    ['never left', seenRecord(), seenRecord(taskOf(record)), 'not done'],
    ['is in both', seenRecord(taskOf(moved)), seenRecord(taskOf(record)), 'open'],
    ['is in neither', seenRecord(), seenRecord(), 'open'],
    ['cannot be read at its source', seenRecord(taskOf(moved)), UNREAD, 'open'],
  ])('that %s', (_title, target, source, expected) => {
    const records: [string, ObservedRecord][] = [
      [moved.address, target],
      [record.address, source],
    ];
    expect(settled(move, { records })).toBe(expected);
  });

  test.each([
    ['and another task stands at its source', 'R-other', `recorded ${moved.address}`],
    ['and it stands at its source, too', 'R-1', 'open'],
  ])('that arrived, %s', (_title, previewRecordId, expected) => {
    const task = { ...taskOf(record), previewRecordId: 'R-1' };
    const arrived = { ...taskOf(moved), previewRecordId: 'R-new' };
    const records: [string, ObservedRecord][] = [
      [moved.address, seenRecord(arrived)],
      [record.address, seenRecord({ ...task, previewRecordId })],
    ];
    expect(settled(move, { records }, new Map([[moved.address, { task, foreign: [] }]]))).toBe(expected);
  });
});

describe('an update with a new reason that was cut off before any reading had told the id of its task', () => {
  const known = recordedRecord(record, { previewRecordId: '' });
  const after = (task: ReturnType<typeof taskOf>): RecordedObject | undefined => {
    const proposed = { ...known, reissue: 'again' };
    const open: OpenIntent = {
      id: '1',
      action: 'update',
      fromCampaign: null,
      at: NOW,
      address: record.address,
      proposed,
    };
    const observed = observedState({ records: new Map([[record.address, seenRecord(task)]]) });
    const at = { lineage: LINEAGE, wanted: new Set([record.address]), digest, now: NOW };
    return settleIntents({ ...recordedState(known), openIntents: [open] }, observed, at).recorded.objects.get(
      record.address,
    );
  };
  test('takes the id of ours, and never that of a task which others put there', () => {
    expect(after(taskOf(record, { previewRecordId: 'R-1' }))).toMatchObject({
      previewRecordId: 'R-1',
      reissue: 'again',
    });
    const theirs = taskOf(record, { previewRecordId: 'R-2', items: [] });
    expect(after(theirs)).toMatchObject({ previewRecordId: '', reissue: 'again' });
  });
});
