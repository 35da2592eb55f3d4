// Drift classes, and what can be seen at all. Every cell is an answer of the drift report.

import { isShownAsStored } from '../../src/core/model/record-fields.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import type { ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import type { DriftResult } from '../../src/core/reconcile/finding.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { detectDrift } from '../../src/core/reconcile/drift/drift.ts';
import { recordFields, userDigests } from '../../src/core/reconcile/fields.ts';
import { DRIFT_CLASSES, isAlarm } from '../../src/core/model/drift-classes.ts';
import { table } from '../markdown.ts';
import * as v from './values.ts';

interface Sides {
  readonly desired?: DesiredRecord;
  readonly recorded?: RecordedRecord | null;
  readonly record?: ObservedRecord;
  readonly user?: ObservedUser;
  readonly recordedUser?: RecordedUser;
  readonly wanted?: ReturnType<typeof v.wanted> | ReturnType<typeof v.leaver>;
  readonly extra?: ObservedTask;
}

function driftOf(sides: Sides): DriftResult {
  const { desired, recorded = null, record, user, wanted, extra } = sides;
  const input = {
    desired: v.desiredState(...(desired ? [desired] : []), ...(wanted ? [wanted] : [])),
    recorded: v.recordedState(...(recorded ? [recorded] : []), ...(sides.recordedUser ? [sides.recordedUser] : [])),
    observed: v.observedState({
      records: new Map(desired && record ? [[desired.address, record]] : []),
      users: new Map(wanted && user ? [[wanted.address, user]] : []),
      extras: new Map(extra ? [['record:Summer/C-9', extra]] : []),
      // Where nobody known is seen, no absence is believed: that is another situation.
      agents: new Map([[v.BEN, v.seenUser('present', 'unknown')]]),
    }),
    digest: v.digest,
    now: v.NOW,
  };
  const target = { name: 'prod', region: 'us-east-1', companyCode: 'example', environment: 'prod' };
  const found = diff({ ...input, lineage: v.LINEAGE });
  return detectDrift({ ...input, target, project: 'contact-centre', diff: found, ignore: [] });
}

function classOf(sides: Sides): string {
  const classes = driftOf(sides).findings.map((finding) => finding.class);
  return classes.length === 0 ? 'in sync' : classes.join(', ');
}

const queue = (skillQueue: string): DesiredRecord => v.declared({ skillQueue });

/** What the file says, what was written last, what is seen: who moved. */
export function threeWayTable(): string {
  const values = ['silver', 'gold'] as const;
  const rows = values.flatMap((file) =>
    [...values, 'bronze'].map((shown) => {
      const result = classOf({
        desired: queue(file),
        recorded: v.recordedRecord(queue('silver')),
        record: v.seen(v.taskOf(queue(shown))),
      });
      return [file, 'silver', shown, result, alarm(result)];
    }),
  );
  return table(['In the file', 'Written last', 'Seen now', 'Class', 'Alarm'], rows);
}

const alarm = (result: string): string =>
  Object.entries(DRIFT_CLASSES).some(([name, entry]) => entry.alarm && result === name) ? 'yes' : 'no';

const silver = queue('silver');
const before = v.recordedRecord(silver);
const both = v.wanted({ createInBackend: true });

const SITUATIONS: readonly (readonly [string, Sides])[] = [
  [
    'a user that was removed outside',
    { wanted: v.wanted(), recordedUser: v.recordedUser(v.wanted()), user: v.seenUser('absent', 'unknown') },
  ],
  [
    'a user that is gone from the second system',
    { wanted: both, recordedUser: v.recordedUser(both), user: v.seenUser('present', 'absent') },
  ],
  [
    'a user with another connectUserId',
    {
      wanted: both,
      recordedUser: v.recordedUser(both, { connectUserId: 'old' }),
      user: v.seenUser('present', 'present', 'new'),
    },
  ],
  ['a leaver who is still there and not ours', { wanted: v.leaver(), user: v.seenUser('present', 'unknown') }],
  ['a user who exists and is not ours', { wanted: v.wanted(), user: v.seenUser('present', 'unknown') }],
  ['a user who is declared and not made yet', { wanted: v.wanted(), user: v.seenUser('absent', 'absent') }],
  [
    'a user who could not be read',
    { wanted: v.wanted(), recordedUser: v.recordedUser(v.wanted()), user: v.seenUser('unknown', 'unknown') },
  ],
  ['a record that is gone, never worked', { desired: silver, recorded: before, record: v.seen() }],
  [
    'a record that is gone after an attempt',
    { desired: silver, recorded: { ...before, worked: { state: 'WORKED', attempts: 1 } }, record: v.seen() },
  ],
  [
    'a record that was COMPLETED',
    { desired: silver, recorded: before, record: v.seen(v.taskOf(silver, { workedState: 'COMPLETED' })) },
  ],
  [
    'a WORKED record that differs',
    {
      desired: silver,
      recorded: before,
      record: v.seen(v.taskOf(queue('gold'), { workedState: 'WORKED', workAttempts: 1 })),
    },
  ],
  [
    'a pin that is gone after 31 deliverable minutes',
    {
      desired: v.declared({ preferredAgent: v.ANA }),
      recorded: v.recordedRecord(v.declared({ preferredAgent: v.ANA })),
      record: v.seen(v.taskOf(v.declared(), { createdTime: v.NOW - 31 * v.MINUTE })),
    },
  ],
  ['a record that lost its marker', { desired: silver, recorded: before, record: v.seen(v.taskOf(silver, {}, null)) }],
  ['a task with our marker that nothing declares or records', { extra: v.taskOf(silver) }],
  ['a record that could not be read', { desired: silver, recorded: before, record: v.UNREAD }],
];

export function situationTable(): string {
  const rows = SITUATIONS.map(([name, sides]) => {
    const result = classOf(sides);
    return [name, result, alarm(result)];
  });
  return table(['Situation', 'Class', 'Alarm'], rows);
}

const CHANGED: Readonly<Record<string, Partial<ObservedTask>>> = {
  skillQueue: { skillQueue: 'changed' },
  preferredAgent: { preferredAgent: v.BEN },
  nextEarliestWorkTime: { nextEarliestWorkTime: v.NOW + 48 * 60 * v.MINUTE },
};

/** Each declared property, changed in a copy of the task: does the report notice? */
export function coverageTable(): string {
  const full = v.declared({
    skillQueue: 'silver',
    timeZone: 'Europe/Madrid',
    preferredAgent: v.ANA,
    nextEarliestWorkTime: v.NOW + 24 * 60 * v.MINUTE,
    highlight: ['Name'],
    hidden: ['Name'],
  });
  const records = [...recordFields(full).keys()].map((field) => {
    const changed = noticed(full, {
      ...v.taskOf(full),
      ...(CHANGED[field] ?? { items: itemsWithout(full, field, 'changed') }),
    });
    const missing = noticed(full, { ...v.taskOf(full), items: itemsWithout(full, field, null) });
    const dropped = field in CHANGED ? '' : missing ? '' : '; not when it is missing from the answer';
    if (isShownAsStored(field))
      return [`record \`${field}\``, 'the item that was stored; what is in force is not shown'];
    return [`record \`${field}\``, changed ? `verified${dropped}` : 'not verifiable'];
  });
  const profile = { ...v.wanted().profile, primaryEmailAddr: 'a@example.com', secondaryEmailAddr: 'b@example.com' };
  const users = Object.keys(userDigests(v.wanted({ profile }), v.digest)).filter(
    (field) => field !== 'createInBackend',
  );
  return table(
    ['Property', 'In a plan and a drift report'],
    [
      ['user: present in the service', seenOf(v.seenUser('absent', 'unknown'))],
      [
        'user: present in the second system',
        `${seenOf(v.seenUser('present', 'absent'))}, where the service reports it`,
      ],
      ['user `connectUserId`', `${seenOf(v.seenUser('present', 'present', 'new'))}, where the service reports it`],
      ...users.map((field) => [`user \`${field}\``, 'assumed since creation: no call shows it']),
      ...records,
    ],
  );
}

/** A person of ours, seen like this: does the report notice? */
function seenOf(user: ObservedUser): string {
  const recorded = v.recordedUser(both, { connectUserId: 'old' });
  const { findings } = driftOf({ wanted: both, recordedUser: recorded, user });
  return findings.some((finding) => isAlarm(finding.class)) ? 'verified' : 'not verifiable';
}

function noticed(full: DesiredRecord, task: ObservedTask): boolean {
  const { findings } = driftOf({ desired: full, recorded: v.recordedRecord(full), record: v.seen(task) });
  return findings.some((finding) => isAlarm(finding.class));
}

const ITEM_OF: Readonly<Record<string, string>> = {
  timeZone: 'ItemTimeZone',
  highlight: 'Highlight',
  hidden: 'Hidden',
};

function itemsWithout(full: DesiredRecord, field: string, value: string | null): ObservedTask['items'] {
  const key = ITEM_OF[field] ?? field.replace(/^data\./u, '');
  return v.taskOf(full).items.flatMap((item) => {
    if (item.key !== key) return [item];
    return value === null ? [] : [{ ...item, value }];
  });
}
