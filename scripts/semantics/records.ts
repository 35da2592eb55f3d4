// The tables about records: every cell is an answer of the differ.

import type { DoNotCall } from '../../src/core/model/do-not-call.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import type { PlannedAnswer } from './answer.ts';
import { diff, type Diff } from '../../src/core/reconcile/diff/diff.ts';
import { table } from '../markdown.ts';
import { answer, merged, rowTable, words } from './answer.ts';
import type { Row } from './answer.ts';
import * as v from './values.ts';

interface Facts {
  readonly desired: readonly DesiredRecord[];
  readonly recorded: readonly RecordedRecord[];
  readonly records: readonly (readonly [string, ObservedRecord])[];
  /** With our marker; nothing declares or records it. */
  readonly extra?: readonly [string, ObservedTask];
  readonly doNotCall?: DoNotCall;
}

export function ask({ desired, recorded, records, extra, doNotCall }: Facts): Diff {
  return diff({
    desired: v.desiredState(...desired),
    recorded: v.recordedState(...recorded),
    observed: v.observedState({ records: new Map(records), extras: new Map(extra ? [extra] : []) }),
    lineage: v.LINEAGE,
    digest: v.digest,
    now: v.NOW,
    ...(doNotCall && { doNotCall }),
  });
}

interface OneRecord {
  readonly desired: DesiredRecord | null;
  readonly recorded?: RecordedRecord | null;
  readonly observed: ObservedRecord;
}

function askRecord({ desired, recorded = null, observed }: OneRecord): PlannedAnswer {
  const address = (desired ?? recorded)?.address ?? '';
  const { changes, verdicts } = ask({
    desired: desired === null ? [] : [desired],
    recorded: recorded === null ? [] : [recorded],
    records: [[address, observed]],
  });
  return { change: changes[0] ?? null, verdict: verdicts[0] ?? null };
}

const silver = v.declared({ skillQueue: 'silver' });
const gold = v.declared({ skillQueue: 'gold' });
const OURS = v.markerFor('C-1');
export const USED_UP = { consumed: { how: 'COMPLETED', at: v.NOW } } as const;

const STATES: readonly (readonly [string, (marker: string | null) => ObservedRecord])[] = [
  ['none', () => v.seen()],
  ['NOTWORKED as declared', (marker) => v.seen(v.taskOf(silver, {}, marker))],
  ['NOTWORKED with other values', (marker) => v.seen(v.taskOf(gold, {}, marker))],
  ['WORKED as declared', (marker) => v.seen(v.taskOf(silver, { workedState: 'WORKED', workAttempts: 1 }, marker))],
  ['WORKED with other values', (marker) => v.seen(v.taskOf(gold, { workedState: 'WORKED', workAttempts: 1 }, marker))],
  ['COMPLETED', (marker) => v.seen(v.taskOf(silver, { workedState: 'COMPLETED', workAttempts: 1 }, marker))],
  ['REMOVED', (marker) => v.seen(v.taskOf(silver, { workedState: 'REMOVED' }, marker))],
  ['two of them', (marker) => v.seen(v.taskOf(silver, {}, marker), v.taskOf(silver, { previewRecordId: 'p-2' }, null))],
  ['could not be read', () => v.UNREAD],
];

/** One cell: in which row and column it stands, and the facts that it answers. */
interface Situation {
  readonly row: string;
  readonly column: string;
  readonly facts: OneRecord;
}

/** A table of cells: a row for each state of the task. */
function situationTable(situations: readonly Situation[]): string {
  const columns = [...new Set(situations.map(({ column }) => column))];
  const rows = [...Map.groupBy(situations, ({ row }) => row)].map(([row, cells]): Row => {
    return { labels: [row], cells: cells.map(({ facts }) => answer(askRecord(facts))) };
  });
  return rowTable(['Task seen', ...columns], merged(rows, { column: 0, all: STATES.length }));
}

/** A declared record: task seen x ours or not. */
function declaredSituations(): Situation[] {
  const adopting = { ...silver, adopt: true };
  const before = v.recordedRecord(silver);
  const worked = { ...before, worked: { state: 'WORKED', attempts: 1 } } as const;
  return STATES.flatMap(([row, seen]): Situation[] => [
    { row, column: 'not ours', facts: { desired: silver, observed: seen(null) } },
    { row, column: 'not ours, `adopt: true`', facts: { desired: adopting, observed: seen(null) } },
    { row, column: 'not recorded, our marker', facts: { desired: silver, observed: seen(OURS) } },
    { row, column: 'recorded', facts: { desired: silver, recorded: before, observed: seen(OURS) } },
    {
      row,
      column: 'recorded, an attempt was seen before',
      facts: { desired: silver, recorded: worked, observed: seen(OURS) },
    },
    {
      row,
      column: 'recorded as finished',
      facts: { desired: silver, recorded: { ...worked, ...USED_UP }, observed: seen(OURS) },
    },
  ]);
}

export const presentTable = (): string => situationTable(declaredSituations());

/** A record that is to go or to end. */
function endingSituations(): Situation[] {
  const before = v.recordedRecord(silver);
  const adopted = { ...before, provenance: 'adopted' } as const;
  return STATES.flatMap(([row, seen]): Situation[] => {
    const wish = (ensure: DesiredRecord['ensure'], recorded: RecordedRecord | null): OneRecord => ({
      desired: { ...silver, ensure },
      recorded,
      observed: seen(recorded === null ? null : OURS),
    });
    return [
      { row, column: 'dropped, created by us', facts: { desired: null, recorded: before, observed: seen(OURS) } },
      { row, column: 'dropped, lost our marker', facts: { desired: null, recorded: before, observed: seen(null) } },
      { row, column: 'dropped, adopted', facts: { desired: null, recorded: adopted, observed: seen(OURS) } },
      { row, column: '`absent`, ours', facts: wish('absent', before) },
      { row, column: '`absent`, not ours', facts: wish('absent', null) },
      { row, column: '`completed`, ours', facts: wish('completed', before) },
      { row, column: '`removed`, ours', facts: wish('removed', before) },
    ];
  });
}

export const endTable = (): string => situationTable(endingSituations());

const ENSURED = ['completed', 'removed', 'worked', 'open'] as const;
const CONSENTS = [
  ['', {}],
  ['`whenWorked: replace`', { whenWorked: 'replace' }],
  ['a new `reissue`', { reissue: 'asked again' }],
] as const;

/** The state that the file asks for, and the word of consent that it takes. */
export function stateTable(): string {
  const tried = (marker: string | null): ObservedRecord => v.seen(v.taskOf(silver, { workAttempts: 2 }, marker));
  const [none, open, , worked, , completed, removed] = STATES;
  const states = [none, open, ['NOTWORKED, after attempts', tried] as const, worked, completed, removed];
  const rows = states.flatMap((state): string[][] => {
    if (state === undefined) return [];
    const [name, seen] = state;
    return [[name.replace(' as declared', ''), ...ENSURED.map((ensure) => stateAnswer(ensure, seen(OURS)))]];
  });
  return table(['Task seen', ...ENSURED.map((ensure) => `\`ensure: ${ensure}\``)], rows);
}

function stateAnswer(ensure: (typeof ENSURED)[number], observed: ObservedRecord): string {
  const recorded = observed.tasks.length === 0 ? null : v.recordedRecord(silver);
  const asked = CONSENTS.map(
    ([word, consent]) => [word, askRecord({ desired: { ...silver, ensure, ...consent }, recorded, observed })] as const,
  );
  const [, plain] = asked[0] ?? [];
  if (plain === undefined || plain.verdict === null || plain.verdict.class !== 'kept')
    return plain ? answer(plain) : '';
  const [word] = asked.find(([, { change }]) => change !== null) ?? [];
  return word === undefined ? `kept: ${words(plain)}` : `kept; with ${word}: set`;
}

/** Empty: not listed. */
type Fate = '' | 'keep' | 'remove' | 'merge';

/** The file names p-1; p-2 stands beside it. */
export function twinTable(): string {
  const beside: readonly (readonly [string, ObservedTask])[] = [
    ['NOTWORKED', v.taskOf(silver, { previewRecordId: 'p-2' }, null)],
    ['COMPLETED', v.taskOf(silver, { previewRecordId: 'p-2', workedState: 'COMPLETED', workAttempts: 1 }, null)],
    ['REMOVED', v.taskOf(silver, { previewRecordId: 'p-2', workedState: 'REMOVED' }, null)],
    ['of another stack', v.taskOf(silver, { previewRecordId: 'p-2' }, v.markerFor('C-1', 'created', 'other.prod'))],
  ];
  const rows = beside.map(([name, twin]) => {
    const cell = (fate: Fate, whenWorked: DesiredRecord['whenWorked']): string => {
      const twins = fate === '' ? {} : { twins: { 'p-2': fate } };
      const desired = { ...silver, previewRecordId: 'p-1', whenWorked, ...twins };
      const observed = { ...v.seen(v.taskOf(silver)), others: name === 'REMOVED' ? [] : [twin] };
      const { change, verdict } = askRecord({ desired, recorded: v.recordedRecord(silver), observed });
      if (change?.kind === 'record')
        return (change.removals?.length ?? 0) > 0 ? 'twin deleted' : answer({ change, verdict });
      return verdict === null ? 'stays' : 'stays, said';
    };
    const policies = ['keep', 'remove'] as const;
    return [
      name,
      cell('', 'keep'),
      cell('keep', 'keep'),
      ...policies.map((each) => cell('remove', each)),
      cell('merge', 'remove'),
    ];
  });
  const missing = askRecord({
    desired: { ...silver, previewRecordId: 'p-1' },
    observed: { ...v.seen(), others: [v.taskOf(silver, { previewRecordId: 'p-2' }, null)] },
  });
  rows.push(['any, and the named task is not there', ...Array<string>(5).fill(answer(missing))]);
  const head = ['Beside the named task', 'not listed', '`keep`', '`remove`', '`remove`, `whenWorked: remove`'];
  return table([...head, '`merge`, `whenWorked: remove`'], rows);
}

const POLICIES = ['keep', 'replace', 'remove'] as const;

/** A record that an agent has worked and that is to change. */
export function whenWorkedTable(): string {
  const task = v.taskOf(gold, { workedState: 'WORKED', workAttempts: 1 });
  const recorded = v.recordedRecord(silver);
  const winter = v.declared({ campaign: v.campaign({ campaignName: 'Winter' }), skillQueue: 'silver' });
  const wishes: readonly (readonly [string, (whenWorked: DesiredRecord['whenWorked']) => PlannedAnswer])[] = [
    [
      'differs from the file',
      (whenWorked) => askRecord({ desired: { ...silver, whenWorked }, recorded, observed: v.seen(task) }),
    ],
    [
      'moves to another campaign in the file',
      (whenWorked) => moved({ desired: { ...winter, whenWorked }, recorded, source: v.seen(task), target: v.seen() }),
    ],
    [
      'is declared `ensure: absent`',
      (whenWorked) =>
        askRecord({ desired: { ...silver, ensure: 'absent', whenWorked }, recorded, observed: v.seen(task) }),
    ],
    ['is dropped from the file', () => askRecord({ desired: null, recorded, observed: v.seen(task) })],
  ];
  return table(
    ['A WORKED record that …', ...POLICIES.map((name) => `\`whenWorked: ${name}\``)],
    wishes.map(([name, result]) => [name, ...POLICIES.map((whenWorked) => answer(result(whenWorked)))]),
  );
}

/** Adding again what was used up. */
export function reissueTable(): string {
  const rows = STATES.map(([name, seen]): Row => {
    const cell = (reissue: string, before: string): string => {
      const recorded = {
        ...v.recordedRecord(silver),
        reissue: before,
        worked: { state: 'WORKED', attempts: 1 },
      } as const;
      return answer(askRecord({ desired: { ...silver, reissue }, recorded, observed: seen(OURS) }));
    };
    return { labels: [name], cells: [cell('', ''), cell('asked again', ''), cell('asked again', 'asked again')] };
  });
  const head = ['Task seen', 'no reason', 'a new reason', 'the reason of last time'];
  return rowTable(head, merged(rows, { column: 0, all: STATES.length }));
}

interface Move {
  readonly desired: DesiredRecord;
  readonly recorded: RecordedRecord;
  readonly source: ObservedRecord;
  readonly target: ObservedRecord;
}

function moved({ desired, recorded, source, target }: Move): PlannedAnswer {
  const records = [
    [recorded.address, source],
    [desired.address, target],
  ] as const;
  const { changes, verdicts } = ask({ desired: [desired], recorded: [recorded], records });
  return { change: changes[0] ?? null, verdict: verdicts[0] ?? null };
}

/** Declared in Winter, recorded in Summer. */
export function moveTable(): string {
  const winter = v.declared({ campaign: v.campaign({ campaignName: 'Winter' }), skillQueue: 'silver' });
  const recorded = v.recordedRecord(silver);
  const there = v.taskOf(winter);
  const rows = STATES.map(([name, seen]): Row => {
    const cell = (desired: DesiredRecord, target: ObservedRecord): string =>
      answer(moved({ desired, recorded, source: seen(OURS), target }));
    const foreign = v.seen(v.taskOf(winter, {}, null));
    const cells = [
      cell(winter, v.seen()),
      cell(winter, v.seen(there)),
      cell(winter, foreign),
      cell({ ...winter, adopt: true }, foreign),
      cell(winter, v.UNREAD),
    ];
    return { labels: [name], cells };
  });
  const head = ['In Summer', 'Winter: none', 'Winter: ours', 'Winter: not ours', 'the same, `adopt: true`'];
  return rowTable([...head, 'Winter: could not be read'], merged(rows, { column: 0, all: STATES.length }));
}

/** A task with our marker and this clientId stands in another campaign, where nothing declares it. */
export function elsewhereTable(): string {
  const other = v.declared({ campaign: v.campaign({ campaignName: 'Winter' }), skillQueue: 'silver' });
  const cell = (recorded: RecordedRecord | null, reissue: string): string => {
    const { changes, verdicts } = ask({
      desired: [{ ...silver, reissue }],
      recorded: recorded === null ? [] : [recorded],
      records: [[silver.address, v.seen()]],
      extra: [other.address, v.taskOf(other)],
    });
    return answer({ change: changes[0] ?? null, verdict: verdicts[0] ?? null });
  };
  const before = v.recordedRecord(silver);
  const worked = { ...before, worked: { state: 'WORKED', attempts: 1 } } as const;
  return table(
    ['Declared in Summer, stands in Winter', 'no reason', 'with a new `reissue`'],
    [
      ['not recorded', cell(null, ''), cell(null, 'asked again')],
      ['recorded in Summer', cell(before, ''), cell(before, 'asked again')],
      ['recorded in Summer, an attempt was seen', cell(worked, ''), cell(worked, 'asked again')],
    ],
  );
}

/** Pins and times beside what the platform does to them. */
export function pinTable(): string {
  const pinned = v.declared({ preferredAgent: v.ANA });
  const none = v.declared({ preferredAgent: '' });
  const open = v.declared();
  const sights: readonly (readonly [string, Partial<ObservedTask>])[] = [
    ['pinned to ana', { preferredAgent: v.ANA }],
    ['no pin, deliverable for 5 minutes', { createdTime: v.NOW - 5 * v.MINUTE }],
    ['no pin, deliverable for 31 minutes', { createdTime: v.NOW - 31 * v.MINUTE }],
    ['no pin, deliverable from tomorrow', { nextEarliestWorkTime: v.NOW + 24 * 60 * v.MINUTE }],
    ['pinned to ben', { preferredAgent: v.BEN }],
  ];
  const rows = sights.map(([name, parts]): string[] => {
    const cell = (desired: DesiredRecord, before: DesiredRecord): string => {
      const task = v.taskOf(open, { preferredAgent: null, ...parts });
      return answer(askRecord({ desired, recorded: v.recordedRecord(before), observed: v.seen(task) }));
    };
    return [name, cell(pinned, pinned), cell(pinned, open), cell(none, none), cell(open, open), cell(open, pinned)];
  });
  const columns = [
    'ana, as before',
    'ana, new in the file',
    '`""`: must have none',
    'left out',
    'left out, was ana before',
  ];
  return table(['Task seen', ...columns], rows);
}

/** Whose record it is, read from its marker. */
export function markerTable(): string {
  const marks: readonly (readonly [string, string | null, string?])[] = [
    ['none', null],
    ['none, on a task with another previewRecordId', null, 'p-2'],
    ['ours', OURS],
    ['ours, of a record taken over', v.markerFor('C-1', 'adopted')],
    ['copied from another record', v.markerFor('C-9')],
    ['of another stack', v.markerFor('C-1', 'created', 'other.prod')],
  ];
  const before = v.recordedRecord(silver);
  const rows = marks.map(([name, marker, previewRecordId = 'p-1']) => {
    const observed = v.seen(v.taskOf(silver, { previewRecordId }, marker));
    return [
      name,
      answer(askRecord({ desired: silver, observed })),
      answer(askRecord({ desired: silver, recorded: before, observed })),
      answer(askRecord({ desired: null, recorded: before, observed })),
    ];
  });
  return table(['Marker seen', 'declared, not recorded', 'declared and recorded', 'dropped from the file'], rows);
}

const completed = v.seen(v.taskOf(silver, { workedState: 'COMPLETED', workAttempts: 1 }));
const winter = v.declared({ campaign: v.campaign({ campaignName: 'Winter' }), skillQueue: 'silver' });

/** The sentences of a plan that the examples quote. */
export const SAID_OF_RECORDS = {
  'record-consumed': words(askRecord({ desired: silver, recorded: v.recordedRecord(silver), observed: completed })),
  'record-gone': words(askRecord({ desired: silver, recorded: v.recordedRecord(silver), observed: v.seen() })),
  'record-reissued': words(
    askRecord({
      desired: { ...silver, reissue: 'asked again' },
      recorded: v.recordedRecord(silver),
      observed: completed,
    }),
  ),
  'record-stays': words(
    askRecord({ desired: { ...silver, ensure: 'open' }, recorded: v.recordedRecord(silver), observed: completed }),
  ),
  'record-moved': words(
    moved({ desired: winter, recorded: v.recordedRecord(silver), source: v.seen(v.taskOf(silver)), target: v.seen() }),
  ),
  'record-kept': words(
    askRecord({
      desired: silver,
      recorded: v.recordedRecord(silver),
      observed: v.seen(v.taskOf(gold, { workedState: 'WORKED', workAttempts: 1 })),
    }),
  ),
  'record-unmarked': words(
    askRecord({ desired: null, recorded: v.recordedRecord(silver), observed: v.seen(v.taskOf(silver, {}, null)) }),
  ),
  'record-lapsed': words(
    askRecord({
      desired: v.declared({ preferredAgent: v.ANA }),
      recorded: v.recordedRecord(v.declared({ preferredAgent: v.ANA })),
      observed: v.seen(v.taskOf(v.declared(), { createdTime: v.NOW - 31 * v.MINUTE })),
    }),
  ),
};
