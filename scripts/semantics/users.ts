// The tables about users: every cell is an answer of diffUser.

import type { DesiredPresentUser, DesiredUser, ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import { diffUser } from '../../src/core/reconcile/diff/user.ts';
import { answer, grid, words } from './answer.ts';
import type { PlannedAnswer } from './answer.ts';
import { digest, leaver, NOW, recordedUser, seenUser, wanted } from './values.ts';

interface Facts {
  readonly desired?: DesiredUser | null;
  readonly recorded?: RecordedUser | null;
  readonly observed: ObservedUser;
  readonly knownUserSeen?: boolean;
}

function askUser({ desired = null, recorded = null, observed, knownUserSeen = true }: Facts): PlannedAnswer {
  return diffUser({ desired, recorded, observed, digest, knownUserSeen });
}

const answerTo = (facts: Facts): string => answer(askUser(facts));

const SIDES = ['absent', 'present', 'unknown'] as const;
const READ = { absent: 'absent', present: 'present', unknown: 'could not be read' } as const;
const SHOWN = { absent: 'absent', present: 'present', unknown: 'not shown' } as const;

/** Service x backing instance x createInBackend, beside recorded or not and adopt or not. */
export function presentTable(): string {
  const rows = SIDES.flatMap((service) =>
    [false, true].flatMap((createInBackend) => SIDES.map((backend) => ({ service, createInBackend, backend }))),
  );
  type Row = (typeof rows)[number];
  const cell =
    (isRecorded: boolean, adopt: boolean) =>
    ({ service, backend, createInBackend }: Row): string => {
      const desired = wanted({ createInBackend, adopt });
      const recorded = isRecorded ? recordedUser(desired) : null;
      return answerTo({ desired, recorded, observed: seenUser(service, backend) });
    };
  return grid({
    labels: ['Service', 'createInBackend', 'Second system'],
    rows: rows.map((row) => [[READ[row.service], row.createInBackend ? 'yes' : 'no', SHOWN[row.backend]], row]),
    columns: {
      'not ours': cell(false, false),
      'not ours, `adopt: true`': cell(false, true),
      'recorded as ours': cell(true, false),
      'recorded, `adopt: true`': cell(true, true),
    },
    merge: [
      { column: 2, all: 3 },
      { column: 1, all: 2 },
    ],
  });
}

/** What an explicit behaviorIfInBackend does to a create. */
export function behaviorTable(): string {
  const cell =
    (more: Partial<DesiredPresentUser>) =>
    (backend: (typeof SIDES)[number]): string => {
      const desired = wanted({ createInBackend: true, ...more });
      const result = askUser({ desired, observed: seenUser('absent', backend) });
      const made = result.change?.kind === 'user' ? result.change.provenance?.backend : undefined;
      return `${answer(result)}${made === undefined ? '' : `; second system counts as ${made}`}`;
    };
  return grid({
    labels: ['Second system'],
    rows: SIDES.map((backend) => [[SHOWN[backend]], backend]),
    columns: {
      'left out': cell({}),
      '`FAIL` in the file': cell({ behaviorIfInBackend: 'FAIL' }),
      'the same, `adopt: true`': cell({ behaviorIfInBackend: 'FAIL', adopt: true }),
      '`ALLOW` in the file': cell({ behaviorIfInBackend: 'ALLOW' }),
    },
  });
}

const PROFILE = ['firstName', 'lastName', 'userTemplateName', 'primaryEmailAddr', 'secondaryEmailAddr'] as const;

/** A changed property of a person who is there. */
export function profileTable(): string {
  const addresses = { primaryEmailAddr: 'a@example.com', secondaryEmailAddr: 'b@example.com' };
  const before = wanted({ createInBackend: true, profile: { ...wanted().profile, ...addresses } });
  const adopted = recordedUser(before, { provenance: { service: 'adopted', backend: 'adopted' } });
  const changed: readonly (readonly [string, Partial<DesiredPresentUser>])[] = [
    ...PROFILE.map((name) => [name, { profile: { ...before.profile, [name]: 'changed' } }] as const),
    ['createInBackend', { createInBackend: false }],
    ['onRemove', { onRemove: 'release' }],
    ['offboard', { offboard: 'clear' }],
  ];
  const cell =
    (recorded: RecordedUser, more: Partial<DesiredPresentUser>) =>
    (change: Partial<DesiredPresentUser>): string =>
      answerTo({ desired: { ...before, ...change, ...more }, recorded, observed: seenUser('present', 'present') });
  return grid({
    labels: ['Changed in the file'],
    rows: changed.map(([name, change]) => [[`\`${name}\``], change]),
    columns: {
      '`onProfileChange: keep`': cell(recordedUser(before), { onProfileChange: 'keep' }),
      '`replace`, created by us': cell(recordedUser(before), { onProfileChange: 'replace' }),
      '`replace`, adopted': cell(adopted, { onProfileChange: 'replace' }),
      'the same, `onRemove: delete`': cell(adopted, { onProfileChange: 'replace', onRemove: 'delete' }),
    },
    merge: [{ column: 0, all: Infinity }],
  });
}

/** What the file may say of somebody who is there. */
function wishTable(facts: Facts, declared: Partial<DesiredPresentUser> = {}): string {
  const wishes: readonly (readonly [string, DesiredUser | null])[] = [
    ['declared', wanted(declared)],
    ['declared, `adopt: true`', wanted({ ...declared, adopt: true })],
    ['no longer declared', null],
    ['`ensure: absent`', leaver()],
    ['`ensure: absent`, `adopt: true`', leaver({ adopt: true })],
  ];
  return grid({
    labels: ['In the file'],
    rows: wishes.map(([name, desired]) => [[name], desired]),
    columns: { Answer: (desired) => answerTo({ ...facts, desired }) },
  });
}

const BOTH = { createInBackend: true };
const RECREATED = {
  recorded: recordedUser(wanted(BOTH), { connectUserId: 'old' }),
  observed: seenUser('present', 'present', 'new'),
};

/** The account was deleted and made again: its connectUserId is another one. */
export const recreatedTable = (): string => wishTable(RECREATED, BOTH);

const THERE = seenUser('present', 'unknown');

/** A create of ours was not answered, and the account was found later: adopted, and marked as found. */
export function appearedTable(): string {
  const found = { provenance: { service: 'adopted', backend: 'none' }, foundAt: NOW } as const;
  return wishTable({ recorded: recordedUser(wanted(), found), observed: THERE });
}

const REMOVALS = [null, 'release', 'keep', 'delete', 'delete-with-backend'] as const;
const PROVENANCES = [
  ['created', 'none'],
  ['created', 'created'],
  ['created', 'adopted'],
  ['adopted', 'none'],
  ['adopted', 'adopted'],
] as const;

/** A person who is no longer declared and still there, by who made which side. */
export function removalTable(): string {
  const columns = REMOVALS.map((onRemove) => {
    const cell = ([service, backend]: (typeof PROVENANCES)[number]): string => {
      const recorded = recordedUser(wanted(), { provenance: { service, backend }, onRemove });
      return answerTo({ recorded, observed: seenUser('present', 'present') });
    };
    return [onRemove === null ? 'onRemove left out' : `\`${onRemove}\``, cell] as const;
  });
  return grid({
    labels: ['Service', 'Second system'],
    rows: PROVENANCES.map((sides) => [[sides[0], sides[1] === 'none' ? 'not by us' : sides[1]], sides]),
    columns: Object.fromEntries(columns),
  });
}

/** `ensure: absent`, and the same person simply dropped from the file. */
export function leaverTable(): string {
  const recorded = recordedUser(wanted());
  const cell = (facts: Omit<Facts, 'observed'>) => (observed: ObservedUser) => answerTo({ ...facts, observed });
  return grid({
    labels: ['Service', 'Second system'],
    rows: SIDES.flatMap((service) => [
      ...SIDES.map((backend) => [[READ[service], SHOWN[backend]], seenUser(service, backend)] as const),
      [[READ[service], 'not proven'], { ...seenUser(service, 'unknown'), unproven: '"DISABLED"' }] as const,
    ]),
    columns: {
      '`ensure: absent`, not ours': cell({ desired: leaver() }),
      'the same, `adopt: true`': cell({ desired: leaver({ adopt: true }) }),
      '`ensure: absent`, ours': cell({ desired: leaver(), recorded }),
      'dropped from the file, ours': cell({ recorded }),
      'the same, and no known user answered in this run': cell({ recorded, knownUserSeen: false }),
    },
    merge: [{ column: 1, all: 4 }],
  });
}

const renamed = wanted({ profile: { ...wanted().profile, lastName: 'Ortega' } });
const released = recordedUser(wanted(), { provenance: { service: 'adopted', backend: 'none' } });

/** The sentences of a plan that the examples quote. */
export const SAID_OF_USERS = {
  'user-conflict': words(askUser({ desired: wanted(), observed: THERE })),
  'user-kept': words(askUser({ desired: renamed, recorded: recordedUser(wanted()), observed: THERE })),
  'user-released': words(askUser({ recorded: released, observed: THERE })),
  'user-leaver': words(askUser({ desired: leaver(), observed: THERE })),
  'user-recreated': words(askUser({ desired: wanted(BOTH), ...RECREATED })),
};
