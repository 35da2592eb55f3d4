// `npm run plants [-- --seeds N --only TEXT --write]`: plants each bug of plants.ts and searches it in the simulation. Prints by which seed each
// is found; --write puts the table into contributing/proof.md. Seeds that break a rule without any plant are left out. Exit 0; 2: a wrong flag.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { PLANTS } from './plants.ts';
import { DOORS } from '../../test/simulation/plan.ts';
import type { Door } from '../../test/simulation/plan.ts';
import type { Plant } from './plant.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'contributing/proof.md');

interface Wishes {
  readonly seeds: number;
  readonly plants: readonly Plant[];
  readonly write: boolean;
}

function usage(message: string): never {
  process.stderr.write(`${message} Use --seeds N, --only TEXT (a part of a name) or --write.\n`);
  process.exit(2);
}

function wishes(): Wishes {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { seeds: text, only: text, write: { type: 'boolean', default: false } } });
    const { seeds = '300', only = '', write } = values;
    if (!/^[1-9]\d{0,6}$/u.test(seeds))
      usage(`--seeds: expected a whole number above 0; given ${JSON.stringify(seeds)}.`);
    const plants = PLANTS.filter(({ name }) => name.includes(only));
    if (plants.length === 0) usage(`--only: no plant has a name with ${JSON.stringify(only)}.`);
    if (write && only !== '') usage('--write: the table is written whole, without --only.');
    return { seeds: Number(seeds), plants, write };
  } catch (error) {
    return usage(error instanceof Error ? `${error.message.split('\n')[0]}.` : 'Unknown flag.');
  }
}

/** The lowest seed from `from` on that breaks a rule; null where none does. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly door: Door;
}

async function firstFound({ from, to, door }: Range, plant: Plant | null): Promise<number | null> {
  if (from > to) return null;
  const hook = plant === null ? [] : ['--import', join(import.meta.dirname, 'hook.ts')];
  const flags = ['--first', '--way', door, '--from', String(from), '--seeds', String(to - from + 1)];
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

/** Seeds that break a rule without any plant. */
async function redBefore(seeds: number, door: Door): Promise<ReadonlySet<number>> {
  const red = new Set<number>();
  for (let from = 1; from <= seeds;) {
    const found = await firstFound({ from, to: seeds, door }, null);
    if (found === null) break;
    red.add(found);
    from = found + 1;
  }
  return red;
}

async function searched(plant: Plant, seeds: number, red: ReadonlySet<number>): Promise<number | null> {
  for (let from = 1; from <= seeds;) {
    const found = await firstFound({ from, to: seeds, door: plant.door ?? 'command' }, plant);
    if (found === null || !red.has(found)) return found;
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
const asked = DOORS.filter((door) => plants.some((plant) => (plant.door ?? 'command') === door));
const red = new Map<Door, ReadonlySet<number>>();
for (const door of asked) {
  const seen = await redBefore(seeds, door);
  red.set(door, seen);
  console.log(`${door}: ${seeds} seeds, ${seen.size} of them red without a plant${['', ...seen].join(' ')}`);
}
const rows: Row[] = [];
for (const plant of plants) {
  const found = await searched(plant, seeds, red.get(plant.door ?? 'command') ?? new Set());
  rows.push({ plant, found });
  console.log(`${String(rows.length).padStart(3)} of ${plants.length}  ${found ?? '-'}  ${plant.name}`);
}
console.log(`\n${table(rows, seeds).split('\n')[0]}`);
if (write) await writePage(table(rows, seeds));
