// `npm run plants [-- --seeds N --only TEXT --part K/N --write]`: plants each bug of plants.ts and searches it in the simulation, two at a time.
// Prints by which seed each is found; --write puts the table into contributing/proof.md. A seed that breaks a rule without any plant does not
// count. Exit 0; 2: a wrong flag.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { PLANTS } from './plants.ts';
import type { Door } from '../../test/simulation/plan.ts';
import type { Plant } from './plant.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'contributing/proof.md');
/** Plants that are searched at the same time, each by a process with one worker. */
const AT_ONCE = 2;

interface Wishes {
  readonly seeds: number;
  readonly plants: readonly Plant[];
  readonly write: boolean;
}

function usage(message: string): never {
  process.stderr.write(
    `${message} Use --seeds N, --only TEXT (a part of a name), --part K/N (every Nth from the Kth on) or --write.\n`,
  );
  process.exit(2);
}

function wishes(): Wishes {
  try {
    const text = { type: 'string' } as const;
    const options = { seeds: text, only: text, part: text, write: { type: 'boolean', default: false } } as const;
    const { values } = parseArgs({ options });
    const { seeds = '300', only = '', part = '1/1', write } = values;
    if (!/^[1-9]\d{0,6}$/u.test(seeds))
      usage(`--seeds: expected a whole number above 0; given ${JSON.stringify(seeds)}.`);
    const [k = 0, n = 0] = /^[1-9]\d?\/[1-9]\d?$/u.test(part) ? part.split('/').map(Number) : [];
    if (k < 1 || k > n) usage(`--part: expected K/N with K from 1 to N; given ${JSON.stringify(part)}.`);
    const plants = PLANTS.filter(({ name }, index) => name.includes(only) && index % n === k - 1);
    if (plants.length === 0) usage(`--only: no plant has a name with ${JSON.stringify(only)}.`);
    if (write && plants.length < PLANTS.length)
      usage('--write: the table is written whole, without --only and --part.');
    return { seeds: Number(seeds), plants, write };
  } catch (error) {
    return usage(error instanceof Error ? `${error.message.split('\n')[0]}.` : 'Unknown flag.');
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly door: Door;
}

/** The lowest seed of the range that breaks a rule; null where none does. */
async function firstFound({ from, to, door }: Range, plant: Plant | null): Promise<number | null> {
  const hook = plant === null ? [] : ['--import', join(import.meta.dirname, 'hook.ts')];
  const flags = ['--first', '--workers', '1', '--way', door, '--from', String(from), '--seeds', String(to - from + 1)];
  const child = spawn(process.execPath, [...hook, join(ROOT, 'test/simulation/main.ts'), ...flags], {
    env: { ...process.env, MUSTER_PLANT: plant?.name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const found = /^first: (\d+)$/mu.exec(said)?.[1];
  if (found !== undefined) return Number(found);
  if (code !== 0) throw new Error(`the simulation ended with ${code}: ${said.slice(0, 400)}`);
  return null;
}

async function searched(plant: Plant, seeds: number): Promise<number | null> {
  const { door = 'command' } = plant;
  for (let from = 1; from <= seeds;) {
    const found = await firstFound({ from, to: seeds, door }, plant);
    if (found === null) return null;
    if ((await firstFound({ from: found, to: found, door }, null)) === null) return found;
    from = found + 1;
  }
  return null;
}

interface Row {
  readonly plant: Plant;
  readonly found: number | null;
}

function table(rows: readonly Row[], seeds: number): string {
  const count = rows.filter(({ found }) => found !== null).length;
  const lines = rows.map(
    ({ plant: { name, rule }, found }) => `| ${name} | ${rule} | ${found ?? `not in ${seeds} seeds`} |`,
  );
  const head = [
    `${count} of ${rows.length} are found.`,
    '',
    '| Planted | Rule | Found by seed |',
    '| --- | --- | --- |',
  ];
  return [...head, ...lines].join('\n');
}

const MARKS = ['<!-- plants -->', '<!-- /plants -->'] as const;

async function writePage(text: string): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${PAGE} has no place for it`);
  const { format } = await import('prettier');
  const whole = `${page.slice(0, begin)}${MARKS[0]}\n\n${text}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(whole, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
}

const { seeds, plants, write } = wishes();
const rows: Row[] = [];
const waiting = plants.entries();
const search = async (): Promise<void> => {
  for (const [index, plant] of waiting) {
    const found = await searched(plant, seeds);
    rows[index] = { plant, found };
    console.log(`${String(index + 1).padStart(3)} of ${plants.length}  ${found ?? '-'}  ${plant.name}`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, search));
console.log(`\n${table(rows, seeds).split('\n')[0]}`);
if (write) await writePage(table(rows, seeds));
