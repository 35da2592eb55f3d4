// `npm run bench:memory`: prints the tables of docs/scale.md about memory. Loading one partition of twenty with 1,000,000 records in
// all, creating 50,000 records, and a plan of them with nothing to do, each in a process of its own with the heap that NODE_OPTIONS leaves it;
// and what such a plan has in use at once, for two sizes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { record, TARGET } from './project.ts';
import { onStand, startChild } from './workload.ts';
import type { Reported, Stand } from './workload.ts';

const PARTITIONS = 20;
const EACH = 50_000;

/** One campaign a partition, in a file of its own. */
function writePartitions(folder: string): void {
  mkdirSync(join(folder, 'desired'));
  const names = Array.from({ length: PARTITIONS }, (_value, number) => `p${number}`);
  for (const name of names) {
    const records = Array.from({ length: EACH }, (_value, number) => record(number, 'plain'));
    const campaigns = [{ campaignName: `Bench ${name}`, records }];
    writeFileSync(join(folder, 'desired', `${name}.json`), JSON.stringify({ campaigns }));
  }
  const partitions = Object.fromEntries(names.map((name) => [name, { campaigns: [`Bench ${name}`] }]));
  const targets = { [TARGET]: { sandbox: true, maxConcurrency: 50 } };
  const project = { name: 'bench', desired: ['desired/*.json'], targets, partitions };
  writeFileSync(join(folder, 'muster.yaml'), JSON.stringify(project));
}

async function row(options: string, reported: Promise<Reported>): Promise<string> {
  const ended = await reported.catch(() => null);
  const name = options === '' ? '(none)' : `\`${options}\``;
  if (ended === null) return `| ${name} | ends without a result, as said above | |`;
  return `| ${name} | ${Math.round(ended.peakKiB / 1024)} MB | ${(ended.ms / 1000).toFixed(1)} |`;
}

async function print(title: string, bounds: readonly string[], run: (options: string) => Promise<Reported>) {
  console.log(`${title}\n\n| \`NODE_OPTIONS\` | Peak | Seconds |\n| --- | --- | --- |`);
  for (const options of bounds) console.log(await row(options, run(options)));
  console.log('');
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
try {
  writePartitions(folder);
  const load = (options: string): Promise<Reported> => startChild('load', [folder, `${TARGET}.p0`], options).reported;
  await print('Loading one partition of 20', ['', '--max-old-space-size=2048', '--max-old-space-size=512'], load);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const onRecords = (size: number, work: (stand: Stand) => Promise<void>): Promise<void> =>
  onStand({ kind: 'records', size, delayMs: 0, concurrency: 50 }, work);

await onRecords(EACH, async (stand) => {
  const run = (verb: 'apply' | 'plan', options: string): Promise<Reported> =>
    startChild(verb, [stand.folder, '50'], options).reported;
  await print('Creating 50,000 records', [''], async (options) => run('apply', options));
  const bounds = ['', '--max-semi-space-size=4', ...[300, 250, 200].map((most) => `--max-old-space-size=${most}`)];
  await print('A plan of them with nothing to do', bounds, async (options) => run('plan', options));
});
const inUse: { readonly size: number; readonly kib: number }[] = [];
for (const size of [12_000, 52_000]) {
  await onRecords(size, async ({ folder }) => {
    await startChild('apply', [folder, '50']).reported;
    const { inUseKiB } = await startChild('plan', [folder, '50'], '--expose-gc').reported;
    if (inUseKiB !== undefined) inUse.push({ size, kib: inUseKiB });
  });
}
const [small, large] = inUse;
if (small !== undefined && large !== undefined) {
  console.log('In use at once, by a plan with nothing to do\n\n| Records | In use |\n| --- | --- |');
  for (const { size, kib } of inUse) console.log(`| ${size} | ${Math.round(kib / 1024)} MB |`);
  console.log(`\n${((large.kib - small.kib) / (large.size - small.size)).toFixed(2)} kB for each record beyond`);
}
