// Drift classes, and what can be seen at all. Every cell is an answer of the drift report.

import { isAlarm } from '../../src/core/model/drift-classes.ts';
import { isShownAsStored } from '../../src/core/model/record-fields.ts';
import type { DesiredRecord, ObservedRecord, ObservedTask } from '../../src/core/model/record.ts';
import type { RecordedObject } from '../../src/core/model/state.ts';
import type { DesiredUser, ObservedUser } from '../../src/core/model/user.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { detectDrift } from '../../src/core/reconcile/drift/drift.ts';
import { recordFields, userDigests } from '../../src/core/reconcile/fields.ts';
import { table } from '../../tools/markdown.ts';
import * as v from './values.ts';

interface Sides {
  readonly desired?: DesiredRecord | DesiredUser;
  readonly recorded?: RecordedObject;
  readonly record?: ObservedRecord;
  readonly user?: ObservedUser;
  readonly extra?: ObservedTask;
}

function classesOf({ desired, recorded, record, user, extra }: Sides): Parameters<typeof isAlarm>[0][] {
  const address = desired?.address ?? '';
  const observed = {
    records: new Map(record ? [[address, record]] : []),
    users: new Map(user ? [[address, user]] : []),
    extras: new Map(extra ? [['record:Summer/C-9', extra]] : []),
    // Where nobody known is seen, no absence is believed: that is another situation.
    agents: new Map([[v.BEN, v.seenUser('present')]]),
  };
  const facts = v.factsOf({ desired: [desired], recorded: [recorded], observed });
  const target = { name: 'prod', region: 'us-east-1', companyCode: 'example', environment: 'prod' };
  const result = detectDrift({ ...facts, target, project: 'contact-centre', diff: diff(facts), ignore: [] });
  return result.findings.map((finding) => finding.class);
}

const isNoticed = (sides: Sides): boolean => classesOf(sides).some(isAlarm);

function cellsOf(sides: Sides): [classes: string, alarm: string] {
  const classes = classesOf(sides);
  return [classes.join(', ') || 'in sync', classes.some(isAlarm) ? 'yes' : 'no'];
}

const queue = (skillQueue: string): DesiredRecord => v.declared({ skillQueue });

/** What the file says, what was written last, what is seen: who moved. */
export function threeWayTable(): string {
  const recorded = v.recordedRecord(queue('silver'));
  const rows = ['silver', 'gold'].flatMap((file) =>
    ['silver', 'gold', 'bronze'].map((shown) => {
      const sides = { desired: queue(file), recorded, record: v.seen(v.taskOf(queue(shown))) };
      return [file, 'silver', shown, ...cellsOf(sides)];
    }),
  );
  return table(['In the file', 'Written last', 'Seen now', 'Class', 'Alarm'], rows);
}

const silver = queue('silver');
const before = v.recordedRecord(silver);
const ana = { desired: v.wanted(), recorded: v.recordedUser(v.wanted()) };
const wantedTwice = v.wanted({ createInBackend: true });
/** On both sides. */
const both = { desired: wantedTwice, recorded: v.recordedUser(wantedTwice, { connectUserId: 'old' }) };
const pinned = v.declared({ preferredAgent: v.ANA });
const attempted = { ...before, worked: { state: 'WORKED', attempts: 1 } } as const;

/** A record of ours, and the task that is seen. */
const ours = (task?: ObservedTask): Sides => ({
  desired: silver,
  recorded: before,
  record: v.seen(...(task ? [task] : [])),
});

const SITUATIONS: Readonly<Record<string, Sides>> = {
  'a user that was removed outside': { ...ana, user: v.seenUser('absent') },
  'a user that is gone from the second system': {
    desired: wantedTwice,
    recorded: v.recordedUser(wantedTwice),
    user: v.seenUser('present', 'absent'),
  },
  'a user with another connectUserId': { ...both, user: v.seenUser('present', 'present', 'new') },
  'a leaver who is still there and not ours': { desired: v.leaver(), user: v.seenUser('present') },
  'a user who exists and is not ours': { desired: v.wanted(), user: v.seenUser('present') },
  'a user who is declared and not made yet': { desired: v.wanted(), user: v.seenUser('absent', 'absent') },
  'a user who could not be read': { ...ana, user: v.seenUser('unknown') },
  'a record that is gone, never worked': ours(),
  'a record that is gone after an attempt': { ...ours(), recorded: attempted },
  'a record that was COMPLETED': ours(v.taskOf(silver, { workedState: 'COMPLETED' })),
  'a WORKED record that differs': ours(v.taskOf(queue('gold'), { workedState: 'WORKED', workAttempts: 1 })),
  'a pin that is gone after 31 deliverable minutes': {
    desired: pinned,
    recorded: v.recordedRecord(pinned),
    record: v.seen(v.taskOf(v.declared(), { createdTime: v.NOW - 31 * v.MINUTE })),
  },
  'a record that lost its marker': ours(v.taskOf(silver, {}, null)),
  'a task with our marker that nothing declares or records': { extra: v.taskOf(silver) },
  'a record that could not be read': { ...ours(), record: v.UNREAD },
};

export function situationTable(): string {
  const rows = Object.entries(SITUATIONS).map(([name, sides]) => [name, ...cellsOf(sides)]);
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
  const profile = { ...v.wanted().profile, primaryEmailAddr: 'a@example.com', secondaryEmailAddr: 'b@example.com' };
  const users = Object.keys(userDigests(v.wanted({ profile }), v.digest)).filter((name) => name !== 'createInBackend');
  const seen = (...sides: Parameters<typeof v.seenUser>): string =>
    isNoticed({ ...both, user: v.seenUser(...sides) }) ? 'verified' : 'not verifiable';
  const rows = [
    ['user: present in the service', seen('absent')],
    ['user: present in the second system', `${seen('present', 'absent')}, where the service reports it`],
    ['user `connectUserId`', `${seen('present', 'present', 'new')}, where the service reports it`],
    ...users.map((field) => [`user \`${field}\``, 'assumed since creation: no call shows it']),
    ...[...recordFields(full).keys()].map((field) => [`record \`${field}\``, coverageOf(full, field)]),
  ];
  return table(['Property', 'In a plan and a drift report'], rows);
}

function coverageOf(full: DesiredRecord, field: string): string {
  if (isShownAsStored(field)) return 'the item that was stored; what is in force is not shown';
  const noticed = (parts: Partial<ObservedTask>): boolean =>
    isNoticed({ desired: full, recorded: v.recordedRecord(full), record: v.seen({ ...v.taskOf(full), ...parts }) });
  if (!noticed(CHANGED[field] ?? { items: itemsWith(full, field, 'changed') })) return 'not verifiable';
  const seesLoss = field in CHANGED || noticed({ items: itemsWith(full, field, null) });
  return seesLoss ? 'verified' : 'verified; not when it is missing from the answer';
}

const ITEM_OF: Readonly<Record<string, string>> = {
  timeZone: 'ItemTimeZone',
  highlight: 'Highlight',
  hidden: 'Hidden',
};

/** `value` null: without the item of this field. */
function itemsWith(full: DesiredRecord, field: string, value: string | null): ObservedTask['items'] {
  const key = ITEM_OF[field] ?? field.replace(/^data\./u, '');
  const { items } = v.taskOf(full);
  if (value === null) return items.filter((item) => item.key !== key);
  return items.map((item) => (item.key === key ? { ...item, value } : item));
}
