// What the measured runs are worth, as ratios that do not depend on the machine. Pure.
//
//   E1 wire efficiency     ideal / measured time of a create; ideal: ceil(requests / concurrency) x service time
//   E2 overhead            measured time of a create / that of a loop that sends the same POSTs and records nothing
//   E3 requests            of a create for each object; of a no-op for 1,000 objects; of a change of 1 % for each object
//   E4 scaling             slope of log time over log size, from the smallest to the largest size
//   E5 peer                what Terraform's core needs for 5,000 objects without any network / a create of as many without service time
//   E6 memory              highest resident memory of the largest create
//   E7 retries             requests of a create where 10 % are answered 503 / requests of one where none is
//   E8 recovery            writes that are sent again after SIGKILL in the middle of a create; milliseconds until the next run's first
//                          change is settled
//   E9 secrets             times that the key was fetched in the longest run

import type { Measured, Workload } from './workload.ts';

/** Terraform 1.11.4, `terraform_data` with `count`: apply of 5,000. */
const TERRAFORM_CREATE_MS = 307_000;
const TERRAFORM_SIZE = 5_000;

export interface Ratio {
  readonly name: string;
  readonly about: string;
  /** Null where no run of this result says it. */
  readonly value: number | null;
  readonly goal: string;
}

export function ratiosOf(rows: readonly Measured[]): readonly Ratio[] {
  return (['users', 'records'] as const).flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.length === 0 ? [] : ofKind(kind, own);
  });
}

function ofKind(kind: string, rows: readonly Measured[]): Ratio[] {
  const largest = Math.max(...rows.map(({ size }) => size));
  const at = (workload: Workload): Measured | undefined =>
    rows.find((row) => row.workload === workload && row.size === largest);
  const of = (name: string, goal: string, value: number | null | undefined): Ratio => ({
    name,
    about: `${kind}, ${largest}`,
    goal,
    value: value === undefined || value === null || !Number.isFinite(value) ? null : value,
  });
  const [create, loop, noop, change, killed, resume] = (
    ['create', 'loop', 'no-op', 'change', 'killed', 'resume'] as const
  ).map(at);
  return [
    of('E1 wire efficiency', '>= 0.90', create && idealMs(create) / create.ms),
    of('E2 overhead', '<= 1.15', quotient(create?.ms, loop?.ms)),
    of('E3 requests a created object', '2.0', create && requests(create) / largest),
    of(
      'E3 requests of a no-op for 1,000',
      kind === 'users' ? '1000' : '<= 2.5',
      noop && (requests(noop) / largest) * 1000,
    ),
    of(
      'E3 requests of a 1 % change an object',
      kind === 'users' ? '1.02' : '<= 0.035',
      change && requests(change) / largest,
    ),
    of('E4 slope of a create', '<= 1.10', slope(rows.filter(({ workload }) => workload === 'create'))),
    of('E5 Terraform / create', '>= 50', peer(rows)),
    of('E6 peak memory of a create, MiB', '<= 500 at 50,000', create && create.peakKiB / 1024),
    { ...of('E7 requests at 10 % refused / needed', '<= 1.15', retries(rows)), about: `${kind}, ${refusedSize(rows)}` },
    of(
      'E8 writes sent again after a kill',
      '<= concurrency',
      killed && resume && killed.writes + resume.writes - largest,
    ),
    of('E8 ms to the first change after a kill', '<= 2000', resume?.firstMs),
    of('E9 fetches of the key in one run', '<= 2 an hour', Math.max(...rows.map(({ keys }) => keys))),
  ];
}

export function requests({ reads, writes }: Pick<Measured, 'reads' | 'writes'>): number {
  return reads + writes;
}

/** Of its own requests. */
export function idealMs(row: Measured): number {
  return Math.ceil(requests(row) / row.concurrency) * row.delayMs;
}

function quotient(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

/** Of the line between the smallest and the largest size, where both have one service time. */
export function slope(rows: readonly Pick<Measured, 'size' | 'ms'>[]): number | null {
  const sorted = rows.toSorted((one, other) => one.size - other.size);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || first.size === last.size) return null;
  return Math.log(last.ms / first.ms) / Math.log(last.size / first.size);
}

/** The largest that was also tried with refusals; 0 where none was. */
function refusedSize(rows: readonly Measured[]): number {
  return Math.max(0, ...rows.flatMap(({ workload, size }) => (workload === 'faults' ? [size] : [])));
}

function retries(rows: readonly Measured[]): number | undefined {
  const faults = rows.find(({ workload, size }) => workload === 'faults' && size === refusedSize(rows));
  const same = rows.find(
    (row) => row.workload === 'create' && row.size === faults?.size && row.delayMs === faults.delayMs,
  );
  return quotient(faults && requests(faults), same && requests(same));
}

function peer(rows: readonly Measured[]): number | undefined {
  const same = rows.find((row) => row.workload === 'create' && row.size === TERRAFORM_SIZE && row.delayMs === 0);
  return same && TERRAFORM_CREATE_MS / same.ms;
}
