// `npm run bench`: the time of muster, compared with a plain loop that sends the same requests and with the ideal
// ceil(requests / concurrency) x delay. Both against the sandbox in a process of its own, in one run, so that the
// ratios do not depend on the machine. Prints a table; `--out bench/results.json` also keeps it.

import { cpus } from 'node:os';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { runWorkload } from './workload.ts';
import type { Measured, Sizes } from './workload.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '2000' },
    users: { type: 'string', default: '400' },
    delay: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '32' },
    out: { type: 'string' },
  },
});

interface Row {
  readonly workload: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly requests: number;
  readonly writes: number;
  readonly idealMs: number;
  readonly efficiency: number;
  readonly timesLoop: number | null;
  readonly peakMiB: number;
}

function toRow(measured: Measured, sizes: Sizes, loop: Measured): Row {
  const { workload, ms, cpuMs, requests, writes, peakKiB } = measured;
  const idealMs = Math.ceil(requests / sizes.concurrency) * sizes.delayMs;
  return {
    workload,
    ms: Math.round(ms),
    cpuMs: Math.round(cpuMs),
    requests,
    writes,
    idealMs,
    efficiency: round(idealMs / ms),
    timesLoop: workload === 'muster create' ? round(ms / loop.ms) : null,
    peakMiB: Math.round(peakKiB / 1024),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function positive(name: 'records' | 'users' | 'delay' | 'concurrency'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} takes a whole number; given: ${values[name]}`);
}

const sizes: Sizes = {
  records: positive('records'),
  users: positive('users'),
  delayMs: positive('delay'),
  concurrency: positive('concurrency'),
};
console.log(
  `${sizes.records} records, ${sizes.users} users, ${sizes.delayMs} ms service time, at most ${sizes.concurrency} at once\n`,
);
const loop = await runWorkload('bare loop create', sizes);
const measured = [loop, ...(await runWorkload('muster', sizes))];
const rows = measured.map((each) => toRow(each, sizes, loop));
console.table(Object.fromEntries(rows.map(({ workload, ...numbers }) => [workload, numbers])));
console.log('efficiency: ideal / measured, for its own requests. timesLoop: measured / bare loop.');

if (values.out !== undefined) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version };
  writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), machine, sizes, rows }, null, 2)}\n`);
}
