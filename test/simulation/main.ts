// `npm run simulate`: plays lives and says which rules they break. Exit 0: none; 1: a violation; 2: a wrong flag. With --first it plays
// no seed above one that breaks a rule, and names the lowest.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

import { playLife } from './life.ts';
import { drawLife } from './draw.ts';
import { isOpen, openIn } from './open.ts';
import { WAYS } from './plan.ts';
import type { LifePlan, Way } from './plan.ts';
import { faults, judge, kindOf } from './oracle.ts';
import type { Violation } from './oracle.ts';
import { shrunk } from './shrink.ts';
import { storyOf } from './story.ts';

interface Share {
  readonly from: number;
  readonly seeds: number;
  readonly step: number;
  readonly door: Way;
  /** Each life is played again, and is to be the same to the letter. */
  readonly twice: boolean;
  /** Lives alone in which recorded state has more than one home. */
  readonly homes: boolean;
  /** One number, shared by all: no seed above it is played. */
  readonly last: Int32Array;
}

interface Found {
  readonly seed: number;
  readonly violations: readonly Violation[];
}

async function playShare(
  { from, seeds, step, door, twice, homes, last }: Share,
  tell: (found: Found | number) => void,
): Promise<void> {
  for (let seed = from; seed < from + seeds && seed <= Atomics.load(last, 0); seed += step) {
    if (homes && !hasHomes(drawLife(seed, { door }))) continue;
    const violations = await violationsOf(seed, { door, twice });
    tell(violations.length === 0 ? seed : { seed, violations });
  }
}

/** A stack and a ledger, or the stacks of partitions. */
const hasHomes = ({ isParted, steps }: LifePlan): boolean =>
  isParted === true || steps.some(({ handsOver, division }) => handsOver ?? division);

async function violationsOf(
  seed: number,
  { door, twice }: Pick<Share, 'door' | 'twice'>,
): Promise<readonly Violation[]> {
  try {
    const life = await playLife(drawLife(seed, { door }));
    const again = twice ? await playLife(drawLife(seed, { door })) : life;
    const isSame = JSON.stringify(again.log) === JSON.stringify(life.log);
    const text = 'the same seed gave another life';
    return isSame ? faults(life) : [...faults(life), { rule: 'H10', at: 0, text, isRace: false }];
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [
      { rule: 'H0', at: 0, text: `a mistake of the program: ${text.split('\n').slice(0, 3).join(' ')}`, isRace: false },
    ];
  }
}

function usage(message: string): never {
  process.stderr.write(
    `${message} Use --seeds N, --from N, --first, --story SEED, --shrink SEED or --workers N, each a whole number, --twice, --known, --homes, and --way ${WAYS.join(' or ')}.\n`,
  );
  process.exit(2);
}

/** A run of no seeds would say that nothing was found. */
const COUNTS = ['seeds', 'workers'];

function numberIn(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  const isCount = COUNTS.includes(name);
  if (!/^\d{1,9}$/u.test(text) || (isCount && Number(text) === 0))
    usage(`--${name}: expected a whole number${isCount ? ' from 1' : ''}; given ${JSON.stringify(text)}.`);
  return Number(text);
}

interface Wishes extends Record<'seeds' | 'from' | 'story' | 'shrink' | 'workers', number | null> {
  readonly first: boolean;
  /** What open.ts lists does not count. */
  readonly known: boolean;
  readonly twice: boolean;
  readonly homes: boolean;
  readonly door: Way;
}

function doorIn(text: string | undefined): Way {
  const door = WAYS.find((each) => each === (text ?? 'command'));
  return door ?? usage(`--way: expected ${WAYS.join(' or ')}; given ${JSON.stringify(text)}.`);
}

function wishes(): Wishes {
  const option = { type: 'string' } as const;
  const first = { type: 'boolean', default: false } as const;
  try {
    const options = {
      seeds: option,
      from: option,
      first,
      known: first,
      twice: first,
      homes: first,
      story: option,
      shrink: option,
      workers: option,
      way: option,
    };
    const { values, tokens } = parseArgs({ options, tokens: true });
    const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = named.find((name, index) => named.indexOf(name) !== index);
    if (twice !== undefined) usage(`--${twice}: expected once; given twice.`);
    if (values.story !== undefined && values.shrink !== undefined)
      usage('--story and --shrink: expected one of them; --shrink tells the shorter story of its own seed.');
    return {
      first: values.first,
      known: values.known,
      twice: values.twice,
      homes: values.homes,
      door: doorIn(values.way),
      seeds: numberIn(values.seeds, 'seeds'),
      from: numberIn(values.from, 'from'),
      story: numberIn(values.story, 'story'),
      shrink: numberIn(values.shrink, 'shrink'),
      workers: numberIn(values.workers, 'workers'),
    };
  } catch (error) {
    // `-1` could be a flag of its own.
    const [, name = ''] = /^Option '--([a-z]+)[^']*' argument is ambiguous/u.exec(messageOf(error)) ?? [];
    if (name === 'way') doorIn(process.argv[process.argv.indexOf('--way') + 1]);
    if (name !== '') numberIn(process.argv[process.argv.indexOf(`--${name}`) + 1], name);
    return usage(error instanceof Error ? `${error.message.split('\n')[0]}.` : 'Unknown flag.');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

async function tellStory(seed: number, door: Way, isShrunk: boolean): Promise<number> {
  const plan = isShrunk ? await shrunk(drawLife(seed, { door })) : drawLife(seed, { door });
  const life = await playLife(plan);
  const violations = judge(life);
  console.log(storyOf(life, violations));
  return violations.some(({ isRace }) => !isRace) ? 1 : 0;
}

async function playAll({
  from,
  seeds,
  first,
  known,
  twice,
  homes,
  door,
  workers,
}: Pick<Wishes, 'first' | 'known' | 'twice' | 'homes' | 'door' | 'workers'> & {
  readonly from: number;
  readonly seeds: number;
}): Promise<number> {
  const started = performance.now();
  const last = new Int32Array(new SharedArrayBuffer(4)).fill(from + seeds - 1);
  const found: Found[] = [];
  let played = 0;
  const count = Math.max(1, workers ?? Math.min(availableParallelism(), 2));
  const shares = Array.from({ length: count }, (_, index) => ({
    from: from + index,
    seeds: seeds - index,
    step: count,
    door,
    twice,
    homes,
    last,
  }));
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: share });
          worker.on('message', (message: Found | number) => {
            played += 1;
            if (typeof message === 'number') return;
            found.push(message);
            if (first) Atomics.store(last, 0, Math.min(Atomics.load(last, 0), message.seed));
          });
          worker.on('error', reject);
          worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
        }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const kinds = Map.groupBy(
    found.flatMap(({ seed, violations }) => violations.map((each) => ({ ...each, seed }))),
    ({ rule, text }) => `${rule} ${kindOf(text)}`,
  );
  for (const [kind, list] of [...kinds].toSorted((a, b) => b[1].length - a[1].length)) {
    console.log(
      `${String(list.length).padStart(6)}  ${kind}   seeds ${[...new Set(list.map(({ seed }) => seed))]
        .toSorted((a, b) => a - b)
        .slice(0, 6)
        .join(' ')}`,
    );
  }
  console.log(
    `${homes ? `${played} of ` : ''}${seeds} seeds from ${from}: ${found.length} with a violation; ${(played / seconds).toFixed(1)} seeds a second`,
  );
  const isCounted = ({ seed, violations }: Found): boolean =>
    !known || violations.some(({ rule }) => !isOpen(seed, rule, door));
  const isBroken = (seed: number, rule: string): boolean =>
    found.some((each) => each.seed === seed && each.violations.some((violation) => violation.rule === rule));
  const mended = known ? openIn(from, seeds, door).filter(({ seed, rule }) => !isBroken(seed, rule)) : [];
  for (const { seed, rule } of mended)
    console.log(`${seed} breaks ${rule} no more: take it out of test/simulation/open.ts`);
  const counted = found.filter(isCounted).map(({ seed }) => seed);
  if (known) console.log(`${counted.length} of them are not listed in test/simulation/open.ts`);
  const lowest = counted.toSorted((a, b) => a - b)[0];
  if (lowest === undefined) return mended.length === 0 ? 0 : 1;
  if (first) console.log(`first: ${lowest}`);
  else await tellShrunk(lowest, door);
  return 1;
}

async function tellShrunk(seed: number, door: Way): Promise<void> {
  console.log(`\nThe life of seed ${seed}, with as little as it takes:\n`);
  await tellStory(seed, door, true);
  console.log(`\nPlay it again: npm run simulate -- ${door === 'command' ? '' : `--way ${door} `}--shrink ${seed}`);
}

if (isMainThread) {
  const { seeds, from, story, shrink, door, ...more } = wishes();
  if (story !== null) process.exitCode = await tellStory(story, door, false);
  else if (shrink !== null) process.exitCode = await tellStory(shrink, door, true);
  else process.exitCode = await playAll({ from: from ?? 1, seeds: seeds ?? 200, door, ...more });
} else {
  await playShare(workerData as Share, (message) => parentPort?.postMessage(message));
}
