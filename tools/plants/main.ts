// `npm run plants [-- --seeds N --only TEXT --part K/N --write --known]`: plants each bug of plants.ts and searches it in the simulation, two at
// a time. Prints by which seed each is found; the seed that the table of contributing/proof.md names is tried first, then those that are kept, and --write puts what was
// found into that table. A seed that breaks a rule without any plant does not count. --known plays the seeds of the table alone. Exit 0; 1: a
// plant is found no more by its seed of the table (--known); 2: a wrong flag.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { isFound, KEPT, readFindings, writeFindings } from './page.ts';
import type { Found } from './page.ts';
import { PLANTS } from './plants.ts';
import type { Door } from '../../test/simulation/plan.ts';
import type { Plant } from './plant.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Plants that are searched at the same time, each by a process with one worker. */
const AT_ONCE = 2;

interface Wishes {
  readonly seeds: number;
  readonly plants: readonly Plant[];
  readonly write: boolean;
  readonly known: boolean;
}

function usage(message: string): never {
  process.stderr.write(
    `${message} Use --seeds N, --only TEXT (a part of a name), --part K/N (every Nth from the Kth on), --write or --known.\n`,
  );
  process.exit(2);
}

function wishes(): Wishes {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    const options = { seeds: text, only: text, part: text, write: flag, known: flag } as const;
    const { values } = parseArgs({ options });
    const { seeds = '300', only = '', part = '1/1', write, known } = values;
    if (!/^[1-9]\d{0,6}$/u.test(seeds))
      usage(`--seeds: expected a whole number above 0; given ${JSON.stringify(seeds)}.`);
    const [k = 0, n = 0] = /^[1-9]\d?\/[1-9]\d?$/u.test(part) ? part.split('/').map(Number) : [];
    if (k < 1 || k > n) usage(`--part: expected K/N with K from 1 to N; given ${JSON.stringify(part)}.`);
    const plants = PLANTS.filter(({ name }, index) => name.includes(only) && index % n === k - 1);
    if (plants.length === 0) usage(`--only: no plant has a name with ${JSON.stringify(only)}.`);
    if (write && known) usage('--write: --known finds nothing new.');
    return { seeds: Number(seeds), plants, write, known };
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
function firstFound({ from, to, door }: Range, plant: Plant | null): Promise<number | null> {
  const flags = ['--first', '--workers', '1', '--way', door, '--from', String(from), '--seeds', String(to - from + 1)];
  return firstSaid([join(ROOT, 'test/simulation/main.ts'), ...flags], plant);
}

/** Of the seeds that are played by every run of the tests, or of that one alone. */
function firstKept(plant: Plant, only: string[] = []): Promise<number | null> {
  return firstSaid([join(import.meta.dirname, 'kept.ts'), ...only], plant);
}

async function firstSaid(words: readonly string[], plant: Plant | null): Promise<number | null> {
  const hook = plant === null ? [] : ['--import', join(import.meta.dirname, 'hook.ts')];
  const child = spawn(process.execPath, [...hook, ...words], {
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

/** Whether the seed breaks a rule with the plant, and none without it. */
async function isFoundBy(seed: Found, plant: Plant): Promise<boolean> {
  if (typeof seed === 'string') return (await firstKept(plant, [seed.slice(KEPT.length)])) !== null;
  const range = { from: seed, to: seed, door: plant.door ?? 'command' };
  return (await firstFound(range, plant)) !== null && (await firstFound(range, null)) === null;
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

const { seeds, plants, write, known } = wishes();
const findings = readFindings();
const asked = known ? plants.filter(({ name }) => isFound(findings.get(name))) : plants;
const lost: string[] = [];

async function play(plant: Plant): Promise<string> {
  const listed = findings.get(plant.name);
  if (isFound(listed) && (await isFoundBy(listed, plant))) return String(listed);
  if (known) {
    lost.push(plant.name);
    return `not by ${listed}`;
  }
  const kept = await firstKept(plant);
  const found = kept === null ? await searched(plant, seeds) : `${KEPT}${kept}`;
  findings.set(plant.name, found ?? `not in ${seeds} seeds`);
  return String(found ?? '-');
}

const waiting = asked.entries();
const search = async (): Promise<void> => {
  for (const [index, plant] of waiting) {
    const said = await play(plant);
    console.log(`${String(index + 1).padStart(3)} of ${asked.length}  ${said}  ${plant.name}`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, search));
const count = asked.filter(({ name }) => isFound(findings.get(name)) && !lost.includes(name)).length;
console.log(`\n${count} of ${asked.length} are found.`);
if (write) await writeFindings(findings);
process.exitCode = lost.length === 0 ? 0 : 1;
