// Who owns which side of a person, as one table: test/lifecycle/adoption.test.ts walks it, docs/adoption.md shows it.
// Written from the design, not from the differ.

type Side = 'absent' | 'present';

/** What the service would answer, and whether it shows the backing side at all. */
export interface Found {
  readonly service: Side;
  readonly backend: Side;
  readonly shown: boolean;
}

export interface Wanted {
  readonly adopt: boolean;
  readonly createInBackend: boolean;
}

export type Made = 'created' | 'adopted' | 'none';

type Planned = 'create' | 'create FAIL' | 'create ALLOW' | 'create FAIL-then-ALLOW' | 'adopt';

/** `refused`: sent, and the service says no. `conflict`: nothing is sent. */
export type Outcome =
  | { readonly plan: 'conflict' }
  | { readonly plan: Planned; readonly result: 'refused' }
  | {
      readonly plan: Planned;
      readonly result: 'done';
      readonly service: Made;
      readonly backend: Made;
      /** A decision that stays open after the apply. */
      readonly then: 'partial' | null;
    };

export interface MatrixRow {
  readonly found: { readonly service: Side; readonly backend: Side | 'any'; readonly shown: boolean | 'any' };
  readonly wanted: { readonly adopt: boolean | 'any'; readonly createInBackend: boolean | 'any' };
  readonly outcome: Outcome;
}

const done = (plan: Planned, service: Made, backend: Made): Outcome => ({
  plan,
  result: 'done',
  service,
  backend,
  then: null,
});
const ANY = 'any';

/** Exactly one row fits each case. */
const MATRIX: readonly MatrixRow[] = [
  {
    found: { service: 'absent', backend: ANY, shown: ANY },
    wanted: { adopt: ANY, createInBackend: false },
    outcome: done('create', 'created', 'none'),
  },
  {
    found: { service: 'absent', backend: 'absent', shown: ANY },
    wanted: { adopt: false, createInBackend: true },
    outcome: done('create FAIL', 'created', 'created'),
  },
  {
    found: { service: 'absent', backend: 'absent', shown: ANY },
    wanted: { adopt: true, createInBackend: true },
    outcome: done('create FAIL-then-ALLOW', 'created', 'created'),
  },
  {
    found: { service: 'absent', backend: 'present', shown: true },
    wanted: { adopt: false, createInBackend: true },
    outcome: { plan: 'conflict' },
  },
  {
    found: { service: 'absent', backend: 'present', shown: true },
    wanted: { adopt: true, createInBackend: true },
    outcome: done('create ALLOW', 'created', 'adopted'),
  },
  {
    found: { service: 'absent', backend: 'present', shown: false },
    wanted: { adopt: false, createInBackend: true },
    outcome: { plan: 'create FAIL', result: 'refused' },
  },
  {
    found: { service: 'absent', backend: 'present', shown: false },
    wanted: { adopt: true, createInBackend: true },
    outcome: done('create FAIL-then-ALLOW', 'created', 'adopted'),
  },
  {
    found: { service: 'present', backend: ANY, shown: ANY },
    wanted: { adopt: false, createInBackend: ANY },
    outcome: { plan: 'conflict' },
  },
  {
    found: { service: 'present', backend: 'present', shown: true },
    wanted: { adopt: true, createInBackend: ANY },
    outcome: done('adopt', 'adopted', 'adopted'),
  },
  {
    found: { service: 'present', backend: 'absent', shown: true },
    wanted: { adopt: true, createInBackend: false },
    outcome: done('adopt', 'adopted', 'none'),
  },
  {
    found: { service: 'present', backend: 'absent', shown: true },
    wanted: { adopt: true, createInBackend: true },
    outcome: { plan: 'adopt', result: 'done', service: 'adopted', backend: 'none', then: 'partial' },
  },
  {
    found: { service: 'present', backend: ANY, shown: false },
    wanted: { adopt: true, createInBackend: ANY },
    outcome: done('adopt', 'adopted', 'none'),
  },
];

const fits = <T>(wanted: T | 'any', given: T): boolean => wanted === ANY || wanted === given;

export function rowsFor(found: Found, wanted: Wanted): MatrixRow[] {
  return MATRIX.filter(
    (row) =>
      row.found.service === found.service &&
      fits(row.found.backend, found.backend) &&
      fits(row.found.shown, found.shown) &&
      fits(row.wanted.adopt, wanted.adopt) &&
      fits(row.wanted.createInBackend, wanted.createInBackend),
  );
}

export const ON_REMOVE = [null, 'release', 'delete', 'delete-with-backend'] as const;
export type Removal = (typeof ON_REMOVE)[number];

/** Which sides the removal of the declaration deletes. */
export interface RemovalRow {
  readonly service: Made;
  readonly backend: Made | 'any';
  readonly onRemove: Removal;
  readonly deletes: readonly ('service' | 'backend')[];
}

const REMOVALS: readonly RemovalRow[] = [
  { service: 'adopted', backend: ANY, onRemove: null, deletes: [] },
  { service: 'created', backend: 'created', onRemove: null, deletes: ['service', 'backend'] },
  { service: 'created', backend: 'adopted', onRemove: null, deletes: ['service'] },
  { service: 'created', backend: 'none', onRemove: null, deletes: ['service'] },
  ...(['created', 'adopted'] as const).flatMap((service): RemovalRow[] => [
    { service, backend: ANY, onRemove: 'release', deletes: [] },
    { service, backend: ANY, onRemove: 'delete', deletes: ['service'] },
    { service, backend: ANY, onRemove: 'delete-with-backend', deletes: ['service', 'backend'] },
  ]),
];

export function removalFor(service: Made, backend: Made, onRemove: Removal): RemovalRow | undefined {
  return REMOVALS.find((row) => row.service === service && fits(row.backend, backend) && row.onRemove === onRemove);
}

const yes = (value: boolean | 'any'): string => (value === ANY ? 'any' : value ? 'yes' : 'no');

function ends(outcome: Outcome): readonly [string, string] {
  if (outcome.plan === 'conflict') return ['nothing sent: a person decides', 'not ours'];
  const how = outcome.plan === 'create FAIL-then-ALLOW' ? 'FAIL, if refused then ALLOW' : outcome.plan.slice(7);
  if (outcome.result === 'refused') return [`add-user, ${how}: the service refuses`, 'not ours'];
  const sent =
    outcome.plan === 'adopt' ? 'no request: adopted' : `add-user${outcome.plan === 'create' ? '' : `, ${how}`}`;
  return [
    sent + (outcome.then === null ? '' : `, then \`${outcome.then}\``),
    `${outcome.service} / ${outcome.backend}`,
  ];
}

/** The two tables of docs/adoption.md, as prettier leaves them alone. */
export function matrixTables(): string {
  const first = MATRIX.map(({ found, wanted, outcome }) => {
    const backend = found.shown === false ? `${found.backend}, not shown` : found.backend;
    return [found.service, backend, yes(wanted.createInBackend), yes(wanted.adopt), ...ends(outcome)];
  });
  const second = REMOVALS.map((row) => [
    row.service,
    row.backend,
    row.onRemove ?? '(left out)',
    row.deletes.length === 0 ? 'nothing: released' : row.deletes.join(' and '),
  ]);
  return [
    table(
      ['Service', 'Second system', 'createInBackend', 'adopt', 'What happens', 'Recorded: service / backing'],
      first,
    ),
    table(['Service side', 'Second system', 'onRemove', 'Removing the declaration deletes'], second),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
