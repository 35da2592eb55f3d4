// Every state a task may be in, every state a file may ask for, with and without the word of consent.

import { describe, expect, test } from 'vitest';

import type { ObservedTask, WorkedState } from '../../src/core/model/record.ts';
import { diffRecord } from '../../src/core/reconcile/diff/record.ts';
import type { RecordDiff } from '../../src/core/reconcile/diff/record-result.ts';
import type { RecordFacts } from '../../src/core/reconcile/diff/record-facts.ts';
import { whyChange } from '../../src/core/report/words/why-change.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { LINEAGE, NOW, aCampaign, aRecord, digest, recordedRecord, seenRecord, taskOf } from '../support/values.ts';

const TIME = NOW + 3_600_000;
const STATES = ['NOTWORKED', 'tried', 'WORKED', 'COMPLETED', 'REMOVED'] as const;
const ASKED = { completed: 'COMPLETED', removed: 'REMOVED', worked: 'WORKED', open: 'NOTWORKED' } as const;
type Asked = keyof typeof ASKED;
const CONSENT = { none: {}, replace: { whenWorked: 'replace' }, reissue: { reissue: 'asked again' } } as const;

const before = aRecord({ nextEarliestWorkTime: TIME });
const recorded = recordedRecord(before);

function taskIn(state: (typeof STATES)[number], parts: Partial<ObservedTask> = {}): ObservedTask {
  const workedState: WorkedState = state === 'tried' ? 'NOTWORKED' : state;
  const workAttempts = state === 'NOTWORKED' ? 0 : 2;
  return taskOf(before, { workedState, workAttempts, lastAttemptTime: workAttempts === 0 ? null : NOW - 1, ...parts });
}

function diffOf(parts: Partial<RecordFacts>): RecordDiff {
  const nothing = { desired: null, recorded: null, observed: null, from: null, elsewhere: null, copy: null };
  return diffRecord({ ...nothing, lineage: LINEAGE, digest, now: NOW, ...parts });
}

/** `set` and what is said, or the verdict by its reason and class; `as declared` where nothing is. */
function answer(parts: Partial<RecordFacts>): string {
  const { change, verdict } = diffOf(parts);
  if (change !== null) {
    const state = change.fields.find(({ field }) => field === 'workedState')?.after;
    return [change.action, ...(typeof state === 'string' ? [state] : []), change.cause.kind].join(' ');
  }
  return verdict === null ? 'as declared' : `${verdict.reason.kind} ${verdict.class}`;
}

const set = (ensure: Asked): string => `update ${ASKED[ensure]} ensure`;
const again = (ensure: Asked): string => `update ${ASKED[ensure]} reissue`;
const KEPT = 'state-kept kept';
const REACHED = 'consumed consumed';

/** state -> ensure -> [no consent, whenWorked: replace, reissue] */
const TABLE: Readonly<Record<(typeof STATES)[number], Record<Asked, readonly [string, string, string]>>> = {
  NOTWORKED: {
    completed: [set('completed'), set('completed'), set('completed')],
    removed: [set('removed'), set('removed'), set('removed')],
    worked: [set('worked'), set('worked'), set('worked')],
    open: ['as declared', 'as declared', 'as declared'],
  },
  tried: {
    completed: [set('completed'), set('completed'), set('completed')],
    removed: [set('removed'), set('removed'), set('removed')],
    worked: [KEPT, set('worked'), KEPT],
    open: ['as declared', 'as declared', 'as declared'],
  },
  WORKED: {
    completed: [set('completed'), set('completed'), set('completed')],
    removed: [set('removed'), set('removed'), set('removed')],
    worked: ['as declared', 'as declared', 'as declared'],
    open: [KEPT, KEPT, again('open')],
  },
  COMPLETED: {
    completed: [REACHED, REACHED, REACHED],
    removed: [KEPT, set('removed'), KEPT],
    worked: [KEPT, KEPT, again('worked')],
    open: [KEPT, KEPT, again('open')],
  },
  REMOVED: {
    completed: [KEPT, set('completed'), KEPT],
    removed: [REACHED, REACHED, REACHED],
    worked: [KEPT, KEPT, again('worked')],
    open: [KEPT, KEPT, again('open')],
  },
};

const CASES = STATES.flatMap((state) =>
  (['completed', 'removed', 'worked', 'open'] as const).flatMap((ensure) =>
    (['none', 'replace', 'reissue'] as const).map((consent, place) => {
      const expected = TABLE[state][ensure][place];
      return [state, ensure, consent, expected ?? ''] as const;
    }),
  ),
);

describe('a record of ours', () => {
  test.each(CASES)('in %s with ensure: %s and consent %s: %s', (state, ensure, consent, expected) => {
    const desired = { ...before, ensure, ...CONSENT[consent] };
    expect(answer({ desired, recorded, observed: seenRecord(taskIn(state)) })).toBe(expected);
  });

  test.each(CASES)(
    'in %s with ensure: %s and consent %s says why nothing is sent',
    (state, ensure, consent, expected) => {
      const desired = { ...before, ensure, ...CONSENT[consent] };
      const { change, verdict } = diffOf({ desired, recorded, observed: seenRecord(taskIn(state)) });
      if (expected === 'as declared') {
        expect([change, verdict]).toEqual([null, null]);
        return;
      }
      const words = change === null ? whyVerdict(verdict!) : whyChange(change);
      expect(words).not.toContain('as declared');
      if (expected === KEPT)
        expect(words).toMatch(/stays so, although .* (?:whenWorked: replace|reissue reason) would set/u);
      if (expected === again(ensure)) expect(words).toContain('the customer may be called again');
    },
  );

  test('a reason that was acted on does not count a second time', () => {
    const spent = { ...recorded, reissue: 'asked again' };
    const desired = { ...before, ensure: 'open', reissue: 'asked again' } as const;
    for (const state of ['WORKED', 'COMPLETED', 'REMOVED'] as const) {
      const { change, verdict } = diffOf({ desired, recorded: spent, observed: seenRecord(taskIn(state)) });
      expect(change).toBeNull();
      expect(whyVerdict(verdict!)).toContain('was acted on before');
    }
  });

  test('that is used up is remembered as such although the file asks for another state', () => {
    const desired = { ...before, ensure: 'open' } as const;
    const { note } = diffOf({ desired, recorded, observed: seenRecord(taskIn('COMPLETED')) });
    expect(note?.consumed).toEqual({ how: 'COMPLETED', at: NOW });
  });

  test('carries pin, time and zone that differ; data take an update first', () => {
    const parts = { preferredAgent: 'ben@example.com', nextEarliestWorkTime: TIME + 1, timeZone: 'Europe/Madrid' };
    const task = taskIn('NOTWORKED');
    const writesOf = (more: object): readonly string[] | undefined =>
      diffOf({ desired: { ...before, ...more }, recorded, observed: seenRecord(task) }).change?.writes;
    expect(writesOf({ ...parts, ensure: 'completed' })).toEqual(['changeCampaignRecordStatus']);
    expect(writesOf({ preferredAgent: 'ben@example.com', ensure: 'worked' })).toEqual(['changeCampaignRecordStatus']);
    expect(writesOf({ ...parts, ensure: 'worked' })).toEqual([
      'addOrUpdateCampaignRecord',
      'changeCampaignRecordStatus',
    ]);
  });
});

describe('a reason without a record of it', () => {
  const desired = { ...before, ensure: 'open', reissue: 'asked again', adopt: true } as const;

  test('opens what others made and the file takes over', () => {
    const task = taskIn('COMPLETED', { items: [] });
    expect(answer({ desired, observed: seenRecord(task) })).toBe('adopt NOTWORKED reissue');
  });

  test('does not open what carries our marker: the ledger may have been lost after it counted', () => {
    expect(answer({ desired, observed: seenRecord(taskIn('COMPLETED')) })).toBe('adopt own-marker');
  });

  test('does not open anything in a campaign without markers, where ours cannot be told from theirs', () => {
    const unmarked = { ...desired, campaign: aCampaign({ marker: false }) };
    expect(answer({ desired: unmarked, observed: seenRecord(taskIn('COMPLETED', { items: [] })) })).toBe('adopt adopt');
  });

  test('opens what surely nobody was called for', () => {
    const task = taskIn('REMOVED', { workAttempts: 0, lastAttemptTime: null });
    expect(answer({ desired, observed: seenRecord(task) })).toBe('adopt NOTWORKED reissue');
  });
});

describe('no task', () => {
  test.each([
    ['completed', 'no-task kept'],
    ['removed', 'no-task kept'],
    ['worked', 'no-task kept'],
    ['open', 'create declared'],
  ] as const)('and ensure: %s', (ensure, expected) => {
    expect(answer({ desired: { ...before, ensure }, observed: seenRecord() })).toBe(expected);
  });

  test.each([
    ['completed', 'no-task kept'],
    ['worked', 'gone-unclear decision'],
    ['open', 'gone-unclear decision'],
  ] as const)('where one was recorded, and ensure: %s', (ensure, expected) => {
    expect(answer({ desired: { ...before, ensure }, recorded, observed: seenRecord() })).toBe(expected);
  });

  test.each([
    [
      'worked',
      'is gone, and nobody can tell whether the customer was called; ensure: worked adds nobody, ensure: present does',
    ],
    ['open', 'is gone, and nobody can tell whether the customer was called'],
  ] as const)('to add again, which a reason beside ensure: %s may not do', (ensure, expected) => {
    const { verdict } = diffOf({ desired: { ...before, ensure }, recorded, observed: seenRecord() });
    expect(verdict && whyVerdict(verdict)).toBe(expected);
  });
});

describe('a used-up record that is declared absent', () => {
  const absent = { ...before, ensure: 'absent' } as const;
  const remove = { ...absent, whenWorked: 'remove' } as const;
  const used = { ...recorded, consumed: { how: 'COMPLETED', at: NOW } } as const;
  const same = { ...used, previewRecordId: taskIn('REMOVED').previewRecordId };
  const foreign = (state: 'COMPLETED' | 'REMOVED'): ObservedTask => taskIn(state, { items: [] });

  test.each([
    ['COMPLETED, kept', absent, recorded, taskIn('COMPLETED'), 'forget finished'],
    ['COMPLETED, kept and let go before', absent, used, taskIn('COMPLETED'), 'finished-stays kept'],
    ['COMPLETED, to be removed', remove, recorded, taskIn('COMPLETED'), 'delete declared-absent'],
    ['COMPLETED, used up before, to be removed', remove, used, taskIn('COMPLETED'), 'delete declared-absent'],
    ['COMPLETED, not recorded, with our marker', remove, null, taskIn('COMPLETED'), 'delete declared-absent'],
    ['COMPLETED, not ours', remove, null, foreign('COMPLETED'), 'finished-stays kept'],
    ['COMPLETED, not ours, adopt', { ...remove, adopt: true }, null, foreign('COMPLETED'), 'delete declared-absent'],
    ['REMOVED, recorded by its id', remove, same, taskIn('REMOVED'), 'delete declared-absent'],
    ['REMOVED, not recorded: perhaps what a delete left', remove, null, taskIn('REMOVED'), 'finished-stays kept'],
  ] as const)('%s', (_name, desired, known, task, expected) => {
    expect(answer({ desired, recorded: known, observed: seenRecord(task) })).toBe(expected);
  });

  test('is said to stay, as is one whose reason was used; a state of no task is nobody’s', () => {
    const said = (parts: Partial<RecordFacts>): string => whyVerdict(diffOf(parts).verdict!);
    const stays = said({ desired: absent, recorded: used, observed: seenRecord(taskIn('COMPLETED')) });
    expect(stays).toContain('is COMPLETED: nobody is called through it any more, so it stays');
    const none = said({ desired: { ...before, ensure: 'completed' }, observed: seenRecord() });
    expect(none).toContain('is not there: nobody to set to COMPLETED');
    const reissue = 'asked again';
    const spent = { ...recorded, reissue };
    const again = { desired: { ...before, reissue }, recorded: spent, observed: seenRecord(taskIn('COMPLETED')) };
    expect(said(again)).toContain('the reissue reason "asked again" was acted on before');
    // Of whom a stack let go nothing tells which reasons were used.
    const letGo = { ...spent, consumed: { how: 'released', at: NOW } } as const;
    const maybe = said({ ...again, recorded: letGo, observed: seenRecord() });
    expect(maybe).toContain(
      'the reissue reason "asked again" may have been acted on before; another one adds it again',
    );
  });
});
