// One run of the benchmark as it is kept: a JSON file with machine, settings and the middle of the repetitions. The raw runs are lines
// of a file beside it.

import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type as system } from 'node:os';

import type { Measured } from './workload.ts';

export interface Result {
  readonly at: string;
  readonly profile: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly rows: readonly Measured[];
}

/** Before anything is started: the load says whether somebody else used the machine. */
export function machineOf(): Result['machine'] {
  return {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${system()} ${release()}`,
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  };
}

/** The run with the middle time of each workload; the raw runs say how far they lie apart. Pure. */
export function middleOf(runs: readonly Measured[]): readonly Measured[] {
  const same = Map.groupBy(runs, ({ workload, kind, size }) => `${workload} ${kind} ${size}`);
  return [...same.values()].flatMap((each) => each.toSorted((a, b) => a.ms - b.ms)[each.length >> 1] ?? []);
}
