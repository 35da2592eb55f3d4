// The tables about users: every cell is an answer of diffUser.

import type {
  DesiredPresentUser,
  DesiredUser,
  ObservedUser,
  RecordedUser,
  UserProvenance,
} from '../../src/model/user.ts';
import { diffUser } from '../../src/reconcile/diff/user.ts';
import { table } from '../markdown.ts';
import { answer, merged, rowTable, words } from './answer.ts';
import type { Answered, Row } from './answer.ts';
import { digest, leaver, recordedUser, seenUser, wanted } from './values.ts';

interface Facts {
  readonly desired: DesiredUser | null;
  readonly recorded?: RecordedUser | null;
  readonly observed: ObservedUser;
  readonly knownUserSeen?: boolean;
}

function askUser({ desired, recorded = null, observed, knownUserSeen = true }: Facts): Answered {
  return diffUser({ desired, recorded, observed, digest, knownUserSeen });
}

const SIDES = ['absent', 'present', 'unknown'] as const;
const SHOWN = { absent: 'absent', present: 'present', unknown: 'not shown' } as const;

/** Service x backing instance x createInBackend, beside recorded or not and adopt or not. */
export function presentTable(): string {
  const rows = SIDES.flatMap((service) =>
    [false, true].flatMap((createInBackend) =>
      SIDES.map((backend): Row => {
        const observed = seenUser(service, backend);
        const cell = (recorded: boolean, adopt: boolean): string => {
          const desired = wanted({ createInBackend, adopt });
          return answer(askUser({ desired, recorded: recorded ? recordedUser(desired) : null, observed }));
        };
        const labels = [
          service === 'unknown' ? 'could not be read' : service,
          createInBackend ? 'yes' : 'no',
          SHOWN[backend],
        ];
        return { labels, cells: [cell(false, false), cell(false, true), cell(true, false), cell(true, true)] };
      }),
    ),
  );
  const head = ['Service', 'createInBackend', 'Backing instance'];
  const columns = ['not ours', 'not ours, `adopt: true`', 'recorded as ours', 'recorded, `adopt: true`'];
  return rowTable([...head, ...columns], merged(merged(rows, { column: 2, all: 3 }), { column: 1, all: 2 }));
}

/** What an explicit behaviorIfInBackend does to a create. */
export function behaviorTable(): string {
  const rows = SIDES.map((backend) => {
    const cell = (behaviorIfInBackend?: 'FAIL' | 'ALLOW'): string => {
      const desired = wanted({
        createInBackend: true,
        ...(behaviorIfInBackend === undefined ? {} : { behaviorIfInBackend }),
      });
      const result = askUser({ desired, observed: seenUser('absent', backend) });
      const made = result.change?.kind === 'user' ? result.change.provenance?.backend : undefined;
      return `${answer(result)}${made === undefined ? '' : `; backing side counts as ${made}`}`;
    };
    return [SHOWN[backend], cell(), cell('FAIL'), cell('ALLOW')];
  });
  return table(['Backing instance', 'left out', '`FAIL` in the file', '`ALLOW` in the file'], rows);
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
    const cell = (onProfileChange: 'keep' | 'replace', recorded: RecordedUser): string =>
      answer(askUser({ desired: { ...after, onProfileChange }, recorded, observed: seenUser('present', 'present') }));
    const cells = [cell('keep', recordedUser(before)), cell('replace', recordedUser(before)), cell('replace', adopted)];
    return { labels: [`\`${name}\``], cells };
  });
  const head = ['Changed in the file', '`onProfileChange: keep`', '`replace`, created by us', '`replace`, adopted'];
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

const REMOVALS = [null, 'release', 'delete', 'delete-with-backend'] as const;
const PROVENANCES: readonly UserProvenance[] = [
  { service: 'created', backend: 'none' },
  { service: 'created', backend: 'created' },
  { service: 'created', backend: 'adopted' },
  { service: 'adopted', backend: 'none' },
  { service: 'adopted', backend: 'adopted' },
];

/** A person who is no longer declared and still there, by who made which side. */
export function removalTable(): string {
  const rows = PROVENANCES.map((provenance) => [
    provenance.service,
    provenance.backend === 'none' ? 'not by us' : provenance.backend,
    ...REMOVALS.map((onRemove) => {
      const recorded = recordedUser(wanted(), { provenance, onRemove });
      return answer(askUser({ desired: null, recorded, observed: seenUser('present', 'present') }));
    }),
  ]);
  const columns = REMOVALS.map((onRemove) => (onRemove === null ? 'onRemove left out' : `\`${onRemove}\``));
  return table(['Service side', 'Backing side', ...columns], rows);
}

/** `ensure: absent`, and the same person simply dropped from the file. */
export function leaverTable(): string {
  const ours = recordedUser(wanted());
  const rows = SIDES.flatMap((service) =>
    SIDES.map((backend): Row => {
      const observed = seenUser(service, backend);
      const cell = (facts: Omit<Facts, 'observed'>): string => answer(askUser({ ...facts, observed }));
      const cells = [
        cell({ desired: leaver() }),
        cell({ desired: leaver({ adopt: true }) }),
        cell({ desired: leaver(), recorded: ours }),
        cell({ desired: null, recorded: ours }),
        cell({ desired: null, recorded: ours, knownUserSeen: false }),
      ];
      return { labels: [service === 'unknown' ? 'could not be read' : service, SHOWN[backend]], cells };
    }),
  );
  const columns = [
    '`ensure: absent`, not ours',
    'the same, `adopt: true`',
    '`ensure: absent`, ours',
    'dropped from the file, ours',
    'the same, and no known user answered in this run',
  ];
  return rowTable(['Service', 'Backing instance', ...columns], merged(rows, { column: 1, all: 3 }));
}

/** The sentences of a plan that the examples quote. */
export const SAID_OF_USERS = {
  conflict: words(askUser({ desired: wanted(), observed: seenUser('present', 'unknown') })),
  kept: words(
    askUser({
      desired: wanted({ profile: { ...wanted().profile, lastName: 'Ortega' } }),
      recorded: recordedUser(wanted()),
      observed: seenUser('present', 'unknown'),
    }),
  ),
  released: words(
    askUser({
      desired: null,
      recorded: recordedUser(wanted(), { provenance: { service: 'adopted', backend: 'none' } }),
      observed: seenUser('present', 'unknown'),
    }),
  ),
  leaver: words(askUser({ desired: leaver(), observed: seenUser('present', 'unknown') })),
  recreated: words(
    askUser({
      desired: wanted({ createInBackend: true }),
      recorded: recordedUser(wanted({ createInBackend: true }), { connectUserId: 'old' }),
      observed: seenUser('present', 'present', 'new'),
    }),
  ),
};
