import { describe, expect, test } from 'vitest';

import type { ObservedTask } from '../../src/core/model/record.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { diffRecord } from '../../src/core/reconcile/diff/record.ts';
import type { RecordDiff } from '../../src/core/reconcile/diff/record-result.ts';
import type { RecordFacts } from '../../src/core/reconcile/diff/record-facts.ts';
import { facts } from '../support/plans.ts';
import {
  NOW,
  LINEAGE,
  UNREAD,
  aCampaign,
  aRecord,
  digest,
  recordedRecord,
  recordedState,
  seenRecord,
  taskOf,
} from '../support/values.ts';

function diffOf(parts: Partial<RecordFacts>): RecordDiff {
  const nothing = { desired: null, recorded: null, observed: null, from: null, elsewhere: null, copy: null };
  return diffRecord({ ...nothing, lineage: LINEAGE, digest, now: NOW, ...parts });
}

function verdictOf(parts: Partial<RecordFacts>): string {
  const { change, verdict } = diffOf(parts);
  if (change) return change.writes.length > 0 ? `${change.action} ${change.writes.join('+')}` : change.action;
  return verdict ? `${verdict.class}${verdict.code ? ` ${verdict.code}` : ''}` : 'nothing';
}

const PUT = 'addOrUpdateCampaignRecord';
const STATUS = 'changeCampaignRecordStatus';
const desired = aRecord();
const recorded = recordedRecord(desired);
const seen = (parts: Partial<ObservedTask> = {}) => seenRecord(taskOf(desired, parts));

describe('a declared record', () => {
  test('that is not there is added', () => {
    expect(verdictOf({ desired, observed: seenRecord() })).toBe(`create ${PUT}`);
  });
  test('that could not be read is never added', () => {
    expect(verdictOf({ desired, observed: UNREAD })).toBe('unreadable timeout');
  });
  test('as written needs nothing', () => {
    expect(verdictOf({ desired, recorded, observed: seen() })).toBe('nothing');
  });
  test('as written is not recorded again because an older state holds its digests in another order', () => {
    const ordered = aRecord({ skillQueue: 'gold', timeZone: 'Europe/Madrid' });
    const { digests, ...rest } = recordedRecord(ordered);
    const older = { ...rest, digests: Object.fromEntries(Object.entries(digests).toReversed()) };
    const observed = seenRecord(taskOf(ordered));
    expect(Object.keys(digests).length).toBeGreaterThan(1);
    expect(diffOf({ desired: ordered, recorded: older, observed })).toEqual({
      change: null,
      verdict: null,
      note: null,
    });
  });
  test('that stands twice refuses every write', () => {
    const observed = seenRecord(taskOf(desired), taskOf(desired, { previewRecordId: 'p-2' }));
    expect(verdictOf({ desired, recorded, observed })).toBe('decision twin');
  });
  test('that exists without our marker is a conflict, and adopted only when declared', () => {
    const foreign = seen({ items: [{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }] });
    expect(verdictOf({ desired, observed: foreign })).toBe('decision conflict');
    expect(verdictOf({ desired: aRecord({ adopt: true }), observed: foreign })).toBe(`adopt ${PUT}`);
  });
  test('that carries our marker is ours although the record of it was lost', () => {
    expect(verdictOf({ desired, observed: seen() })).toBe('adopt');
  });
  test('with other data is updated', () => {
    const changed = aRecord({ data: [{ key: 'Name', value: 'M. Lopez', displayOrder: 1 }] });
    expect(verdictOf({ desired: changed, recorded, observed: seen() })).toBe(`update ${PUT}`);
  });
  test('that lost our marker gets it back', () => {
    const stripped = seen({ items: [{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }] });
    const { change } = diffOf({ desired, recorded, observed: stripped });
    expect(change?.fields.map((field) => field.field)).toEqual(['marker']);
  });
  test('keeps items that somebody else stored', () => {
    const more = seen({ items: [...taskOf(desired).items, { key: 'Note', value: 'x', displayOrder: 7 }] });
    expect(verdictOf({ desired, recorded, observed: more })).toBe('nothing');
  });
  test('loses the items that Git took away', () => {
    const before = aRecord({ data: [...desired.data, { key: 'Note', value: 'x', displayOrder: 2 }] });
    const { change } = diffOf({ desired, recorded: recordedRecord(before), observed: seenRecord(taskOf(before)) });
    expect(change?.fields).toEqual([{ field: 'data.Note', privacy: 'personal', before: '2 x', after: null }]);
  });
});

describe('a consumed record', () => {
  test.each(['COMPLETED', 'REMOVED'] as const)('that is %s is left alone and noted', (workedState) => {
    const result = diffOf({ desired, recorded, observed: seen({ workedState, workAttempts: 1 }) });
    expect(result.verdict?.class).toBe('consumed');
    expect(result.note?.consumed?.how).toBe(workedState);
  });
  test('that is gone after it was worked is left alone', () => {
    const worked = recordedRecord(desired, { worked: { state: 'WORKED', attempts: 1 } });
    expect(verdictOf({ desired, recorded: worked, observed: seenRecord() })).toBe('consumed');
  });
  test('that is gone without evidence is a question, never an add', () => {
    expect(verdictOf({ desired, recorded, observed: seenRecord() })).toBe('decision gone-unclear');
  });
  test('is added again only with a new reason', () => {
    const again = aRecord({ reissue: 'customer asked' });
    expect(verdictOf({ desired: again, recorded, observed: seenRecord() })).toBe(`update ${PUT}`);
    const used = recordedRecord(again);
    expect(verdictOf({ desired: again, recorded: used, observed: seenRecord() })).toBe('decision gone-unclear');
    expect(verdictOf({ desired: again, recorded, observed: seen({ workedState: 'COMPLETED' }) })).toBe(
      `update ${PUT}+${STATUS}`,
    );
  });
  test('is not the task that others made of it, with its marker and all', () => {
    const used = recordedRecord(desired, { consumed: { how: 'COMPLETED', at: NOW - 1 } });
    expect(verdictOf({ desired, recorded: used, observed: seen({ previewRecordId: 'p-9' }) })).toBe(
      'decision other-record',
    );
  });
  test('that others carried elsewhere and ended there may be called again with a new reason', () => {
    const again = aRecord({ reissue: 'customer asked' });
    const used = recordedRecord(desired, { consumed: { how: 'COMPLETED', at: NOW - 1 } });
    const carried = taskOf(desired, { workedState: 'REMOVED' });
    const given = facts([], [again]);
    const { changes, verdicts } = diff({
      ...{ ...given, lineage: LINEAGE, digest, now: NOW },
      recorded: recordedState(used),
      observed: { ...given.observed, extras: new Map([['record:Welcome Calls/C-1', carried]]) },
    });
    expect([changes.map(({ action }) => action), verdicts]).toEqual([['update'], []]);
  });
  test('moved away by somebody else is not added a second time', () => {
    const elsewhere = { campaignName: 'Welcome Calls', isOpen: true };
    expect(verdictOf({ desired, recorded, observed: seenRecord(), elsewhere })).toBe('decision moved-elsewhere');
  });
});

describe('a record being worked', () => {
  const observed = seen({ workedState: 'WORKED', workAttempts: 1 });
  test('is not overwritten, unless the file allows it', () => {
    const changed = aRecord({ skillQueue: 'gold' });
    expect(verdictOf({ desired: changed, recorded, observed })).toBe('kept');
    expect(verdictOf({ desired: { ...changed, whenWorked: 'replace' }, recorded, observed })).toBe(`update ${PUT}`);
  });
  test('leaves evidence of the work in the record', () => {
    expect(diffOf({ desired, recorded, observed }).note?.worked).toEqual({ state: 'WORKED', attempts: 1 });
  });
});

describe('a pin', () => {
  const pinned = aRecord({ preferredAgent: 'ana@example.com' });
  const mine = recordedRecord(pinned);
  const HOUR = 60 * 60 * 1000;
  test('that lapsed after thirty deliverable minutes is expected, not drift', () => {
    const lapsed = taskOf(pinned, { preferredAgent: null, createdTime: NOW - HOUR });
    expect(verdictOf({ desired: pinned, recorded: mine, observed: seenRecord(lapsed) })).toBe('platform');
  });
  test('taken away before it could lapse is put back', () => {
    const taken = taskOf(pinned, { preferredAgent: null, createdTime: NOW - 1000 });
    expect(verdictOf({ desired: pinned, recorded: mine, observed: seenRecord(taken) })).toBe(`update ${PUT}`);
  });
  test('that lapsed on a task which a person names beside the recorded one is not set again', () => {
    const named = { ...pinned, previewRecordId: 'p-2' };
    const lapsed = taskOf(pinned, { previewRecordId: 'p-2', preferredAgent: null, createdTime: NOW - HOUR });
    const { change } = diffOf({ desired: named, recorded: mine, observed: seenRecord(lapsed) });
    expect([change?.action, change?.fields]).toEqual(['adopt', []]);
  });
  test('that lapsed goes along with a new time, and the plan lists both', () => {
    const was = { ...pinned, nextEarliestWorkTime: NOW - 24 * HOUR };
    const lapsed = seenRecord(taskOf(was, { preferredAgent: null, createdTime: NOW - 25 * HOUR }));
    const fieldsAt = (nextEarliestWorkTime: number) => {
      const { change } = diffOf({
        desired: { ...was, nextEarliestWorkTime },
        recorded: recordedRecord(was),
        observed: lapsed,
      });
      return change?.fields.map(({ field, after }) => [field, after]);
    };
    const pin = ['preferredAgent', 'ana@example.com'];
    expect(fieldsAt(NOW + 24 * HOUR)).toEqual([pin, ['nextEarliestWorkTime', NOW + 24 * HOUR]]);
    expect(fieldsAt(NOW - HOUR / 2 + 1)).toEqual([pin, ['nextEarliestWorkTime', NOW - HOUR / 2 + 1]]);
    expect(fieldsAt(NOW - HOUR / 2)).toEqual([['nextEarliestWorkTime', NOW - HOUR / 2]]);
  });
  test('changed in Git is set although the last one lapsed', () => {
    const other = aRecord({ preferredAgent: 'ben@example.com' });
    const lapsed = taskOf(pinned, { preferredAgent: null, createdTime: NOW - HOUR });
    expect(verdictOf({ desired: other, recorded: mine, observed: seenRecord(lapsed) })).toBe(`update ${PUT}`);
  });
  test('removed from the file is cleared by the one call that can', () => {
    expect(verdictOf({ desired, recorded: mine, observed: seenRecord(taskOf(pinned)) })).toBe(`update ${STATUS}`);
  });
  test('set by somebody on a record without a declared pin is nobody’s business', () => {
    expect(verdictOf({ desired, recorded, observed: seen({ preferredAgent: 'zoe@example.com' }) })).toBe('nothing');
  });
});

describe('a record that Git moved to another campaign', () => {
  const there = aRecord({ campaign: aCampaign({ campaignName: 'Welcome Calls' }) });
  const from = (observed = seen()) => ({ recorded, observed });
  test.each([
    ['is one transfer', seen(), 'move transferCampaignRecord'],
    ['stays where it was completed', seen({ workedState: 'COMPLETED', workAttempts: 1 }), 'consumed'],
    ['stays where it is being worked', seen({ workedState: 'WORKED', workAttempts: 1 }), 'kept'],
    ['is not added when the source could not be read', UNREAD, 'unreadable timeout'],
    ['is not added when the source is gone', seenRecord(), 'decision gone-unclear'],
  ])('%s', (_title, observed, expected) => {
    expect(verdictOf({ desired: there, observed: seenRecord(), from: from(observed) })).toBe(expected);
  });
  test.each([
    ['present', `move ${PUT}`],
    ['worked', 'decision gone-unclear'],
  ] as const)('and that is in neither is added for a new reason where it is to be added: %s', (ensure, expected) => {
    const again = { ...there, ensure, reissue: 'asked again', nextEarliestWorkTime: NOW + 3_600_000 };
    expect(verdictOf({ desired: again, observed: seenRecord(), from: from(seenRecord()) })).toBe(expected);
  });
  test('stops when it stands in both', () => {
    expect(verdictOf({ desired: there, observed: seenRecord(taskOf(there)), from: from() })).toBe(
      'decision move-unclear',
    );
  });
  test('stops when the target clientId belongs to somebody else', () => {
    const observed = seenRecord(taskOf(there, { items: [] }));
    expect(verdictOf({ desired: there, observed, from: from() })).toBe('decision target-occupied');
  });
  test.each([
    ['stays where another task stands in its place', false, 'decision other-record'],
    ['goes as the task in its place where the file takes that over', true, `move transferCampaignRecord+${PUT}`],
  ])('%s', (_title, adopt, expected) => {
    const another = seen({ previewRecordId: 'p-9', items: [] });
    expect(verdictOf({ desired: { ...there, adopt }, observed: seenRecord(), from: from(another) })).toBe(expected);
  });
  test('has not arrived as one that others set to REMOVED there; where no transfer is open, the file may take that over', () => {
    const items = [{ key: 'Name', value: 'Theirs', displayOrder: 1 }];
    const observed = seenRecord(taskOf(there, { previewRecordId: 'p-9', workedState: 'REMOVED', items }));
    const adopting = { ...there, adopt: true };
    const copy = { task: taskOf(desired), foreign: [] };
    expect(verdictOf({ desired: adopting, observed, from: from(seenRecord()), copy })).toBe('decision target-occupied');
    expect(verdictOf({ desired: there, observed, from: from(seenRecord()) })).toBe('decision target-occupied');
    expect(verdictOf({ desired: adopting, observed, from: from(seenRecord()) })).toBe('move');
  });
  test('has not arrived as the task that was deleted there untouched and is still shown; while a transfer is open, or worked, it may have', () => {
    const shown = taskOf(there, { workedState: 'REMOVED' });
    const given = { desired: there, observed: seenRecord(shown), from: from(seenRecord()) };
    expect(verdictOf(given)).toBe('consumed');
    expect(verdictOf({ ...given, copy: { task: taskOf(desired), foreign: [] } })).toBe('move');
    expect(verdictOf({ ...given, observed: seenRecord({ ...shown, workAttempts: 1 }) })).toBe('move');
    expect(verdictOf({ ...given, desired: { ...there, reissue: 'again' } })).toMatch(
      /^move .*changeCampaignRecordStatus/u,
    );
  });
  test('is only recorded when it already arrived', () => {
    expect(verdictOf({ desired: there, observed: seenRecord(taskOf(there)), from: from(seenRecord()) })).toBe('move');
  });
});

describe('a record no longer declared', () => {
  test.each([
    ['and untouched is deleted', seen(), 'delete deleteRecordFromCampaign'],
    ['and worked is let go', seen({ workAttempts: 1 }), 'forget'],
    ['and completed is let go', seen({ workedState: 'COMPLETED' }), 'forget'],
    ['and already gone is forgotten', seenRecord(), 'forget'],
    ['and unreadable stays recorded', UNREAD, 'unreadable timeout'],
    ['without our marker is let go', seen({ items: [] }), 'forget'],
  ])('%s', (_title, observed, expected) => {
    expect(verdictOf({ recorded, observed })).toBe(expected);
  });
  test('and adopted is released', () => {
    expect(verdictOf({ recorded: recordedRecord(desired, { provenance: 'adopted' }), observed: seen() })).toBe(
      'forget',
    );
  });
});

test('a record that was deleted and never went is ours by its id where it carries no marker', () => {
  const unmarked = aRecord({ campaign: aCampaign({ marker: false }) });
  const removed = { ...recordedRecord(unmarked), removedAt: NOW - 1 };
  const { observed, desired: wanted } = facts([unmarked], [unmarked]);
  const { changes, verdicts, notes } = diff({
    ...{ desired: wanted, observed, lineage: LINEAGE, digest, now: NOW },
    recorded: { ...recordedState(), removed: new Map([[unmarked.address, removed]]) },
  });
  expect([changes, verdicts]).toEqual([[], []]);
  expect(notes).toEqual([recordedRecord(unmarked)]);
});

describe('a record with ensure', () => {
  test('completed is set so once, and then is done', () => {
    const closing = aRecord({ ensure: 'completed' });
    expect(verdictOf({ desired: closing, recorded, observed: seen() })).toBe(`update ${STATUS}`);
    expect(verdictOf({ desired: closing, recorded, observed: seen({ workedState: 'COMPLETED' }) })).toBe('consumed');
  });
  test('absent is deleted when ours and never when not', () => {
    const gone = aRecord({ ensure: 'absent' });
    expect(verdictOf({ desired: gone, recorded, observed: seen() })).toBe('delete deleteRecordFromCampaign');
    expect(verdictOf({ desired: gone, observed: seen({ items: [] }) })).toBe('decision conflict');
    expect(verdictOf({ desired: gone, observed: seenRecord() })).toBe('nothing');
  });
});
