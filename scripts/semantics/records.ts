// The tables about records: every cell is an answer of the differ.

import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import { answer, grid, planned, words } from './answer.ts';
import type { PlannedAnswer } from './answer.ts';
import * as v from './values.ts';

interface OneRecord {
  readonly desired?: DesiredRecord;
  readonly recorded?: RecordedRecord;
  readonly observed: ObservedRecord;
}

function askRecord({ desired, recorded, observed }: OneRecord): PlannedAnswer {
  const records = new Map([[(desired ?? recorded)?.address ?? '', observed]]);
  return planned(v.factsOf({ desired: [desired], recorded: [recorded], observed: { records } }));
}

const answerTo = (facts: OneRecord): string => answer(askRecord(facts));

const silver = v.declared({ skillQueue: 'silver' });
const gold = v.declared({ skillQueue: 'gold' });
const winter = v.declared({ campaign: v.campaign({ campaignName: 'Winter' }), skillQueue: 'silver' });
const before = v.recordedRecord(silver);
const tried = { ...before, worked: { state: 'WORKED', attempts: 1 } } as const;
const OURS = v.markerFor('C-1');
const WORKED = { workedState: 'WORKED', workAttempts: 1 } as const;
const COMPLETED = { workedState: 'COMPLETED', workAttempts: 1 } as const;
export const USED_UP = { consumed: { how: 'COMPLETED', at: v.NOW } } as const;

/** What is seen with this marker. */
type Seen = (marker: string | null) => ObservedRecord;

const STATES: readonly (readonly [readonly [string], Seen])[] = [
  [['none'], () => v.seen()],
  [['NOTWORKED as declared'], (marker) => v.seen(v.taskOf(silver, {}, marker))],
  [['NOTWORKED with other values'], (marker) => v.seen(v.taskOf(gold, {}, marker))],
  [['WORKED as declared'], (marker) => v.seen(v.taskOf(silver, WORKED, marker))],
  [['WORKED with other values'], (marker) => v.seen(v.taskOf(gold, WORKED, marker))],
  [['COMPLETED'], (marker) => v.seen(v.taskOf(silver, COMPLETED, marker))],
  [['REMOVED'], (marker) => v.seen(v.taskOf(silver, { workedState: 'REMOVED' }, marker))],
  [['two of them'], (marker) => v.seen(v.taskOf(silver, {}, marker), beside())],
  [['could not be read'], () => v.UNREAD],
];

/** Another task of the same customer. */
const beside = (parts: Partial<ObservedTask> = {}, marker: string | null = null): ObservedTask =>
  v.taskOf(silver, { previewRecordId: 'p-2', ...parts }, marker);

/** A row for each state of the task. */
const stateRows = (columns: Readonly<Record<string, (seen: Seen) => string>>, label = 'Task seen'): string =>
  grid({ labels: [label], rows: STATES, columns, merge: [{ column: 0, all: STATES.length }] });

const seenAs =
  (marker: string | null, facts: Omit<OneRecord, 'observed'>) =>
  (seen: Seen): string =>
    answerTo({ ...facts, observed: seen(marker) });

/** A declared record: task seen x ours or not. */
export const presentTable = (): string =>
  stateRows({
    'not ours': seenAs(null, { desired: silver }),
    'not ours, `adopt: true`': seenAs(null, { desired: { ...silver, adopt: true } }),
    'not recorded, our marker': seenAs(OURS, { desired: silver }),
    recorded: seenAs(OURS, { desired: silver, recorded: before }),
    'recorded, an attempt was seen before': seenAs(OURS, { desired: silver, recorded: tried }),
    'recorded as finished': seenAs(OURS, { desired: silver, recorded: { ...tried, ...USED_UP } }),
  });

const ensured = (ensure: DesiredRecord['ensure']): DesiredRecord => ({ ...silver, ensure });

/** A record that is to go or to end. */
export const endTable = (): string =>
  stateRows({
    'dropped, created by us': seenAs(OURS, { recorded: before }),
    'dropped, lost our marker': seenAs(null, { recorded: before }),
    'dropped, adopted': seenAs(OURS, { recorded: { ...before, provenance: 'adopted' } }),
    '`absent`, ours': seenAs(OURS, { desired: ensured('absent'), recorded: before }),
    '`absent`, not ours': seenAs(null, { desired: ensured('absent') }),
    '`completed`, ours': seenAs(OURS, { desired: ensured('completed'), recorded: before }),
    '`removed`, ours': seenAs(OURS, { desired: ensured('removed'), recorded: before }),
  });

const ENSURED = ['completed', 'removed', 'worked', 'open'] as const;
const CONSENTS = [
  ['`whenWorked: replace`', { whenWorked: 'replace' }],
  ['a new `reissue`', { reissue: 'asked again' }],
] as const;

/** The state that the file asks for, and the word of consent that it takes. */
export function stateTable(): string {
  const again: Seen = (marker) => v.seen(v.taskOf(silver, { workAttempts: 2 }, marker));
  const alike = STATES.slice(0, 7).filter(([[name]]) => !name.endsWith('with other values'));
  const rows = alike.toSpliced(2, 0, [['NOTWORKED, after attempts'], again]);
  return grid({
    labels: ['Task seen'],
    rows: rows.map(([[name], seen]) => [[name.replace(' as declared', '')], seen(OURS)]),
    columns: Object.fromEntries(
      ENSURED.map((ensure) => [`\`ensure: ${ensure}\``, (observed: ObservedRecord) => stateAnswer(ensure, observed)]),
    ),
  });
}

function stateAnswer(ensure: (typeof ENSURED)[number], observed: ObservedRecord): string {
  const recorded = observed.tasks.length === 0 ? {} : { recorded: before };
  const ask = (more: Partial<DesiredRecord>): PlannedAnswer =>
    askRecord({ desired: { ...silver, ensure, ...more }, ...recorded, observed });
  const plain = ask({});
  if (plain.verdict?.class !== 'kept') return answer(plain);
  const [word] = CONSENTS.find(([, consent]) => ask(consent).change !== null) ?? [];
  return word === undefined ? `kept: ${words(plain)}` : `kept; with ${word}: set`;
}

/** The file names p-1; p-2 stands beside it. */
export function twinTable(): string {
  const twins: readonly (readonly [string, ObservedTask])[] = [
    ['NOTWORKED', beside()],
    ['COMPLETED', beside(COMPLETED)],
    ['REMOVED', beside({ workedState: 'REMOVED' })],
    ['of another stack', beside({}, v.markerFor('C-1', 'created', 'other.prod'))],
  ];
  const cell =
    (more: Partial<DesiredRecord>) =>
    (twin: ObservedTask | null): string => {
      const desired = { ...silver, previewRecordId: 'p-1', ...more };
      if (twin === null) return answerTo({ desired, observed: { ...v.seen(), others: [beside()] } });
      const others = twin.workedState === 'REMOVED' ? [] : [twin];
      const { change, verdict } = askRecord({
        desired,
        recorded: before,
        observed: { ...v.seen(v.taskOf(silver)), others },
      });
      if (change?.kind !== 'record') return verdict === null ? 'stays' : 'stays, said';
      return (change.removals?.length ?? 0) > 0 ? 'twin deleted' : answer({ change, verdict });
    };
  return grid({
    labels: ['Beside the named task'],
    rows: [...twins.map(([name, twin]) => [[name], twin] as const), [['any, and the named task is not there'], null]],
    columns: {
      'not listed': cell({ whenWorked: 'keep' }),
      '`keep`': cell({ whenWorked: 'keep', twins: { 'p-2': 'keep' } }),
      '`remove`': cell({ whenWorked: 'keep', twins: { 'p-2': 'remove' } }),
      '`remove`, `whenWorked: remove`': cell({ whenWorked: 'remove', twins: { 'p-2': 'remove' } }),
      '`merge`, `whenWorked: remove`': cell({ whenWorked: 'remove', twins: { 'p-2': 'merge' } }),
    },
  });
}

/** A record that an agent has worked and that is to change. */
export function whenWorkedTable(): string {
  const observed = v.seen(v.taskOf(gold, WORKED));
  type WhenWorked = DesiredRecord['whenWorked'];
  const wishes: readonly (readonly [string, (whenWorked: WhenWorked) => PlannedAnswer])[] = [
    [
      'differs from the file',
      (whenWorked) => askRecord({ desired: { ...silver, whenWorked }, recorded: before, observed }),
    ],
    [
      'moves to another campaign in the file',
      (whenWorked) => moved({ desired: { ...winter, whenWorked }, source: observed, target: v.seen() }),
    ],
    [
      'is declared `ensure: absent`',
      (whenWorked) => askRecord({ desired: { ...ensured('absent'), whenWorked }, recorded: before, observed }),
    ],
    ['is dropped from the file', () => askRecord({ recorded: before, observed })],
  ];
  const policies = ['keep', 'replace', 'remove'] as const;
  return grid({
    labels: ['A WORKED record that …'],
    rows: wishes.map(([name, result]) => [[name], result]),
    columns: Object.fromEntries(
      policies.map((policy) => [
        `\`whenWorked: ${policy}\``,
        (result: (typeof wishes)[number][1]) => answer(result(policy)),
      ]),
    ),
  });
}

/** Adding again what was used up. */
export function reissueTable(): string {
  const cell = (reissue: string, last: string): ((seen: Seen) => string) =>
    seenAs(OURS, { desired: { ...silver, reissue }, recorded: { ...tried, reissue: last } });
  return stateRows({
    'no reason': cell('', ''),
    'a new reason': cell('asked again', ''),
    'the reason of last time': cell('asked again', 'asked again'),
  });
}

interface Move {
  readonly desired: DesiredRecord;
  readonly source: ObservedRecord;
  readonly target: ObservedRecord;
}

/** Declared in Winter, recorded in Summer. */
function moved({ desired, source, target }: Move): PlannedAnswer {
  const records = new Map([
    [before.address, source],
    [desired.address, target],
  ]);
  return planned(v.factsOf({ desired: [desired], recorded: [before], observed: { records } }));
}

export function moveTable(): string {
  const foreign = v.seen(v.taskOf(winter, {}, null));
  const cell =
    (target: ObservedRecord, desired = winter) =>
    (seen: Seen): string =>
      answer(moved({ desired, source: seen(OURS), target }));
  const columns = {
    'Winter: none': cell(v.seen()),
    'Winter: ours': cell(v.seen(v.taskOf(winter))),
    'Winter: not ours': cell(foreign),
    'the same, `adopt: true`': cell(foreign, { ...winter, adopt: true }),
    'Winter: could not be read': cell(v.UNREAD),
  };
  return stateRows(columns, 'In Summer');
}

/** A task with our marker and this clientId stands in another campaign, where nothing declares it. */
export function elsewhereTable(): string {
  const cell =
    (reissue: string) =>
    (recorded: RecordedRecord | undefined): string => {
      const records = new Map([[silver.address, v.seen()]]);
      const observed = { records, extras: new Map([[winter.address, v.taskOf(winter)]]) };
      return answer(planned(v.factsOf({ desired: [{ ...silver, reissue }], recorded: [recorded], observed })));
    };
  return grid({
    labels: ['Declared in Summer, stands in Winter'],
    rows: [
      [['not recorded'], undefined],
      [['recorded in Summer'], before],
      [['recorded in Summer, an attempt was seen'], tried],
    ],
    columns: { 'no reason': cell(''), 'with a new `reissue`': cell('asked again') },
  });
}

const pinned = v.declared({ preferredAgent: v.ANA });

/** Pins and times beside what the platform does to them. */
export function pinTable(): string {
  const [pinned, none, open] = [
    v.declared({ preferredAgent: v.ANA }),
    v.declared({ preferredAgent: '' }),
    v.declared(),
  ];
  const cell =
    (desired: DesiredRecord, last: DesiredRecord) =>
    (parts: Partial<ObservedTask>): string => {
      const task = v.taskOf(open, { preferredAgent: null, ...parts });
      return answerTo({ desired, recorded: v.recordedRecord(last), observed: v.seen(task) });
    };
  return grid({
    labels: ['Task seen'],
    rows: [
      [['pinned to ana'], { preferredAgent: v.ANA }],
      [['no pin, deliverable for 5 minutes'], { createdTime: v.NOW - 5 * v.MINUTE }],
      [['no pin, deliverable for 31 minutes'], { createdTime: v.NOW - 31 * v.MINUTE }],
      [['no pin, deliverable from tomorrow'], { nextEarliestWorkTime: v.NOW + 24 * 60 * v.MINUTE }],
      [['pinned to ben'], { preferredAgent: v.BEN }],
    ],
    columns: {
      'ana, as before': cell(pinned, pinned),
      'ana, new in the file': cell(pinned, open),
      '`""`: must have none': cell(none, none),
      'left out': cell(open, open),
      'left out, was ana before': cell(open, pinned),
    },
  });
}

/** Whose record it is, read from its marker. */
export function markerTable(): string {
  const cell = (facts: Omit<OneRecord, 'observed'>) => (task: ObservedTask) =>
    answerTo({ ...facts, observed: v.seen(task) });
  return grid({
    labels: ['Marker seen'],
    rows: [
      [['none'], v.taskOf(silver, {}, null)],
      [['none, on a task with another previewRecordId'], beside()],
      [['ours'], v.taskOf(silver, {}, OURS)],
      [['ours, of a record taken over'], v.taskOf(silver, {}, v.markerFor('C-1', 'adopted'))],
      [['copied from another record'], v.taskOf(silver, {}, v.markerFor('C-9'))],
      [['of another stack'], v.taskOf(silver, {}, v.markerFor('C-1', 'created', 'other.prod'))],
    ],
    columns: {
      'declared, not recorded': cell({ desired: silver }),
      'declared and recorded': cell({ desired: silver, recorded: before }),
      'dropped from the file': cell({ recorded: before }),
    },
  });
}

const completed = v.seen(v.taskOf(silver, COMPLETED));
const lapsed = v.seen(v.taskOf(v.declared(), { createdTime: v.NOW - 31 * v.MINUTE }));
const OF_RECORDS: Readonly<Record<string, OneRecord>> = {
  'record-consumed': { desired: silver, recorded: before, observed: completed },
  'record-gone': { desired: silver, recorded: before, observed: v.seen() },
  'record-reissued': { desired: { ...silver, reissue: 'asked again' }, recorded: before, observed: completed },
  'record-stays': { desired: ensured('open'), recorded: before, observed: completed },
  'record-kept': { desired: silver, recorded: before, observed: v.seen(v.taskOf(gold, WORKED)) },
  'record-unmarked': { recorded: before, observed: v.seen(v.taskOf(silver, {}, null)) },
  'record-lapsed': { desired: pinned, recorded: v.recordedRecord(pinned), observed: lapsed },
};

/** The sentences of a plan that the examples quote. */
export const SAID_OF_RECORDS = {
  ...Object.fromEntries(Object.entries(OF_RECORDS).map(([name, facts]) => [name, words(askRecord(facts))])),
  'record-moved': words(moved({ desired: winter, source: v.seen(v.taskOf(silver)), target: v.seen() })),
};
