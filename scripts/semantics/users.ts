// The tables about users: every cell is an answer of diffUser.

import type {
  DesiredPresentUser,
  DesiredUser,
  ObservedUser,
  RecordedUser,
  UserProvenance,
} from '../../src/core/model/user.ts';
import type { PlannedAnswer } from './answer.ts';
import { diffUser } from '../../src/core/reconcile/diff/user.ts';
import { table } from '../markdown.ts';
import { answer, merged, rowTable, words } from './answer.ts';
import type { Row } from './answer.ts';
import { digest, leaver, NOW, recordedUser, seenUser, wanted } from './values.ts';

interface Facts {
  readonly desired: DesiredUser | null;
  readonly recorded?: RecordedUser | null;
  readonly observed: ObservedUser;
  readonly knownUserSeen?: boolean;
}

function askUser({ desired, recorded = null, observed, knownUserSeen = true }: Facts): PlannedAnswer {
  return diffUser({ desired, recorded, observed, digest, knownUserSeen });
}

const SIDES = ['absent', 'present', 'unknown'] as const;
const SHOWN = { absent: 'absent', present: 'present', unknown: 'not shown' } as const;

/** One cell: in which row (its labels) and column it stands, and the facts that it answers. */
interface Situation {
  readonly row: readonly string[];
  readonly column: string;
  readonly facts: Facts;
}

function rowsOf(situations: readonly Situation[]): { readonly columns: string[]; readonly rows: Row[] } {
  const rows = [...Map.groupBy(situations, ({ row }) => row.join('\n')).values()].map((cells): Row => {
    return { labels: cells[0]?.row ?? [], cells: cells.map(({ facts }) => answer(askUser(facts))) };
  });
  return { columns: [...new Set(situations.map(({ column }) => column))], rows };
}

/** Service x backing instance x createInBackend, beside recorded or not and adopt or not. */
function declaredSituations(): Situation[] {
  return SIDES.flatMap((service) =>
    [false, true].flatMap((createInBackend) =>
      SIDES.flatMap((backend): Situation[] => {
        const observed = seenUser(service, backend);
        const factsOf = (recorded: boolean, adopt: boolean): Facts => {
          const desired = wanted({ createInBackend, adopt });
          return { desired, recorded: recorded ? recordedUser(desired) : null, observed };
        };
        const row = [
          service === 'unknown' ? 'could not be read' : service,
          createInBackend ? 'yes' : 'no',
          SHOWN[backend],
        ];
        return [
          { row, column: 'not ours', facts: factsOf(false, false) },
          { row, column: 'not ours, `adopt: true`', facts: factsOf(false, true) },
          { row, column: 'recorded as ours', facts: factsOf(true, false) },
          { row, column: 'recorded, `adopt: true`', facts: factsOf(true, true) },
        ];
      }),
    ),
  );
}

export function presentTable(): string {
  const { columns, rows } = rowsOf(declaredSituations());
  const head = ['Service', 'createInBackend', 'Backing instance'];
  return rowTable([...head, ...columns], merged(merged(rows, { column: 2, all: 3 }), { column: 1, all: 2 }));
}

/** What an explicit behaviorIfInBackend does to a create. */
export function behaviorTable(): string {
  const rows = SIDES.map((backend) => {
    const cell = (behaviorIfInBackend?: 'FAIL' | 'ALLOW', adopt = false): string => {
      const desired = wanted({
        createInBackend: true,
        adopt,
        ...(behaviorIfInBackend === undefined ? {} : { behaviorIfInBackend }),
      });
      const result = askUser({ desired, observed: seenUser('absent', backend) });
      const made = result.change?.kind === 'user' ? result.change.provenance?.backend : undefined;
      return `${answer(result)}${made === undefined ? '' : `; second system counts as ${made}`}`;
    };
    return [SHOWN[backend], cell(), cell('FAIL'), cell('FAIL', true), cell('ALLOW')];
  });
  return table(
    ['Backing instance', 'left out', '`FAIL` in the file', 'the same, `adopt: true`', '`ALLOW` in the file'],
    rows,
  );
}

const PROFILE = ['firstName', 'lastName', 'userTemplateName', 'primaryEmailAddr', 'secondaryEmailAddr'] as const;

/** A changed property of a person who is there. */
export function profileTable(): string {
  const before = wanted({
    createInBackend: true,
    profile: { ...wanted().profile, primaryEmailAddr: 'a@example.com', secondaryEmailAddr: 'b@example.com' },
  });
  const changed: readonly (readonly [string, DesiredPresentUser])[] = [
    ...PROFILE.map((name) => [name, { ...before, profile: { ...before.profile, [name]: 'changed' } }] as const),
    ['createInBackend', { ...before, createInBackend: false }],
    ['onRemove', { ...before, onRemove: 'release' }],
    ['offboard', { ...before, offboard: 'clear' }],
  ];
  const adopted = recordedUser(before, { provenance: { service: 'adopted', backend: 'adopted' } });
  const rows = changed.map(([name, after]): Row => {
    const cell = (recorded: RecordedUser, more: Partial<DesiredPresentUser> = {}): string =>
      answer(
        askUser({
          desired: { ...after, onProfileChange: 'replace', ...more },
          recorded,
          observed: seenUser('present', 'present'),
        }),
      );
    const kept = cell(recordedUser(before), { onProfileChange: 'keep' });
    const cells = [kept, cell(recordedUser(before)), cell(adopted), cell(adopted, { onRemove: 'delete' })];
    return { labels: [`\`${name}\``], cells };
  });
  const head = [
    'Changed in the file',
    '`onProfileChange: keep`',
    '`replace`, created by us',
    '`replace`, adopted',
    'the same, `onRemove: delete`',
  ];
  return rowTable(head, merged(rows, { column: 0, all: Number.POSITIVE_INFINITY }));
}

/** The account was deleted and made again: its connectUserId is another one. */
export function recreatedTable(): string {
  const recorded = recordedUser(wanted({ createInBackend: true }), { connectUserId: 'old' });
  const observed = seenUser('present', 'present', 'new');
  const wishes: readonly (readonly [string, DesiredUser | null])[] = [
    ['declared', wanted({ createInBackend: true })],
    ['declared, `adopt: true`', wanted({ createInBackend: true, adopt: true })],
    ['no longer declared', null],
    ['`ensure: absent`', leaver()],
    ['`ensure: absent`, `adopt: true`', leaver({ adopt: true })],
  ];
  return table(
    ['In the file', 'Answer'],
    wishes.map(([name, desired]) => [name, answer(askUser({ desired, recorded, observed }))]),
  );
}

/** A create of ours was not answered, and the account was found later: adopted, and marked as found. */
export function appearedTable(): string {
  const found = { provenance: { service: 'adopted', backend: 'none' }, foundAt: NOW } as const;
  const wishes: readonly (readonly [string, DesiredUser | null])[] = [
    ['declared', wanted()],
    ['declared, `adopt: true`', wanted({ adopt: true })],
    ['no longer declared', null],
    ['`ensure: absent`', leaver()],
    ['`ensure: absent`, `adopt: true`', leaver({ adopt: true })],
  ];
  return table(
    ['In the file', 'Answer'],
    wishes.map(([name, desired]) => {
      const recorded = recordedUser(wanted(), found);
      return [name, answer(askUser({ desired, recorded, observed: seenUser('present', 'unknown') }))];
    }),
  );
}

const REMOVALS = [null, 'release', 'keep', 'delete', 'delete-with-backend'] as const;
const PROVENANCES: readonly UserProvenance[] = [
  { service: 'created', backend: 'none' },
  { service: 'created', backend: 'created' },
  { service: 'created', backend: 'adopted' },
  { service: 'adopted', backend: 'none' },
  { service: 'adopted', backend: 'adopted' },
];

/** A person who is no longer declared and still there, by who made which side. */
function removalSituations(): Situation[] {
  return PROVENANCES.flatMap((provenance) =>
    REMOVALS.map((onRemove): Situation => {
      const recorded = recordedUser(wanted(), { provenance, onRemove });
      return {
        row: [provenance.service, provenance.backend === 'none' ? 'not by us' : provenance.backend],
        column: onRemove === null ? 'onRemove left out' : `\`${onRemove}\``,
        facts: { desired: null, recorded, observed: seenUser('present', 'present') },
      };
    }),
  );
}

export function removalTable(): string {
  const { columns, rows } = rowsOf(removalSituations());
  return rowTable(['Service side', 'Backing side', ...columns], rows);
}

/** `ensure: absent`, and the same person simply dropped from the file. */
function leaverSituations(): Situation[] {
  const ours = recordedUser(wanted());
  return SIDES.flatMap((service) =>
    [...SIDES, null].flatMap((backend): Situation[] => {
      const unproven = { ...seenUser(service, 'unknown'), unproven: '"DISABLED"' };
      const observed = backend === null ? unproven : seenUser(service, backend);
      const shown = backend === null ? 'not proven' : SHOWN[backend];
      const row = [service === 'unknown' ? 'could not be read' : service, shown];
      return [
        { row, column: '`ensure: absent`, not ours', facts: { desired: leaver(), observed } },
        { row, column: 'the same, `adopt: true`', facts: { desired: leaver({ adopt: true }), observed } },
        { row, column: '`ensure: absent`, ours', facts: { desired: leaver(), recorded: ours, observed } },
        { row, column: 'dropped from the file, ours', facts: { desired: null, recorded: ours, observed } },
        {
          row,
          column: 'the same, and no known user answered in this run',
          facts: { desired: null, recorded: ours, knownUserSeen: false, observed },
        },
      ];
    }),
  );
}

export function leaverTable(): string {
  const { columns, rows } = rowsOf(leaverSituations());
  return rowTable(['Service', 'Backing instance', ...columns], merged(rows, { column: 1, all: 4 }));
}

/** The sentences of a plan that the examples quote. */
export const SAID_OF_USERS = {
  'user-conflict': words(askUser({ desired: wanted(), observed: seenUser('present', 'unknown') })),
  'user-kept': words(
    askUser({
      desired: wanted({ profile: { ...wanted().profile, lastName: 'Ortega' } }),
      recorded: recordedUser(wanted()),
      observed: seenUser('present', 'unknown'),
    }),
  ),
  'user-released': words(
    askUser({
      desired: null,
      recorded: recordedUser(wanted(), { provenance: { service: 'adopted', backend: 'none' } }),
      observed: seenUser('present', 'unknown'),
    }),
  ),
  'user-leaver': words(askUser({ desired: leaver(), observed: seenUser('present', 'unknown') })),
  'user-recreated': words(
    askUser({
      desired: wanted({ createInBackend: true }),
      recorded: recordedUser(wanted({ createInBackend: true }), { connectUserId: 'old' }),
      observed: seenUser('present', 'present', 'new'),
    }),
  ),
};
