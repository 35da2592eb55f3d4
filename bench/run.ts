// `npm run bench`: the time of muster, beside a plain loop that sends the same requests and the ideal of its own ones, against the sandbox
// in a process of its own, in one run. `-- --quick` takes a few minutes; without it 1,000, 10,000 and 50,000 objects, and for the peer
// 5,000 without service time. `--sizes`, `--kinds`, `--delay`, `--concurrency` and `--repeat` choose otherwise.
// Keeps bench/results/TIME.{json,jsonl,md,svg}; `node scripts/generate-performance.ts` makes docs/performance.md of the newest.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chartOf } from './chart.ts';
import { machineOf, middleOf } from './result.ts';
import { resultPage } from './result-page.ts';
import type { StackRow } from './result-page.ts';
import { runWorkloads } from './workload.ts';
import type { Measured, Sizes } from './workload.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    kinds: { type: 'string', default: 'users,records' },
    delay: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '50' },
    repeat: { type: 'string', default: '1' },
    out: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
  },
});

function whole(name: string, text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} takes whole numbers; given: ${text}`);
}

/** The one without service time is what the peer is compared with: it has no network either. */
function cases(): Sizes[] {
  const chosen = values.sizes ?? (values.quick ? '200,1000' : '1000,10000,50000');
  const common = { concurrency: whole('concurrency', values.concurrency) };
  const delayMs = whole('delay', values.delay);
  return values.kinds.split(',').flatMap((kind) => {
    if (kind !== 'users' && kind !== 'records') throw new Error(`--kinds takes users and records; given: ${kind}`);
    const timed = chosen.split(',').map((text) => ({ kind, size: whole('sizes', text), delayMs, ...common }) as const);
    const isFull = values.sizes === undefined && !values.quick;
    return isFull ? [...timed, { kind, size: 5_000, delayMs: 0, ...common } as const] : timed;
  });
}

const at = new Date().toISOString();
const base = join(values.out, at.replaceAll(':', '-').slice(0, 19));
const machine = machineOf();
const runs: Measured[] = [];
mkdirSync(values.out, { recursive: true });
for (let round = 0; round < Math.max(1, whole('repeat', values.repeat)); round += 1) {
  for (const sizes of cases()) {
    await runWorkloads(sizes, (measured) => {
      runs.push(measured);
      appendFileSync(`${base}.jsonl`, `${JSON.stringify(measured)}\n`);
      const { kind, workload, size, ms, reads, writes } = measured;
      console.log(`${kind} ${workload}, ${size}: ${Math.round(ms)} ms, ${reads} readings, ${writes} writes`);
    });
  }
}
const result = { at, profile: values.quick ? 'quick' : 'full', machine, rows: middleOf(runs) };
const stacksFile = join(values.out, 'pulumi.jsonl');
writeFileSync(`${base}.json`, `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(`${base}.svg`, chartOf(result.rows.filter(({ delayMs }) => delayMs > 0)));
writeFileSync(`${base}.md`, `# Benchmark\n\n${resultPage(result, readStacks(), `${base.split('/').at(-1)}.svg`)}`);
console.log(`\nKept in ${base}.md`);

function readStacks(): StackRow[] {
  if (!existsSync(stacksFile)) return [];
  const lines = readFileSync(stacksFile, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as StackRow);
}
