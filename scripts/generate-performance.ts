// `node scripts/generate-performance.ts`: docs/performance.md and its chart from the newest full result of `npm run bench`, or the newest
// one where there is no full one. Without a result it makes no page: only numbers that were measured are shown.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

import { chartOf } from '../bench/chart.ts';
import type { StackRow } from '../bench/result-page.ts';
import type { Result } from '../bench/result.ts';
import { summaryPage } from '../bench/summary-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'bench', 'results');
const CHART = 'images/performance.svg';

const NOTICE =
  '<!-- Made by scripts/generate-performance.ts from bench/results. Run `npm run bench` for other numbers. -->';
const INTRO = `muster and a sandbox on one machine. All runs, beside a loop that sends the same POSTs and does nothing else, are kept in the
repository with the benchmark.`;

function newest(): Result | null {
  if (!existsSync(RESULTS)) return null;
  const files = readdirSync(RESULTS).filter((name) => /^\d{4}-.*\.json$/u.test(name));
  const results = files.toSorted().map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as Result);
  return results.findLast(({ profile }) => profile === 'full') ?? results.at(-1) ?? null;
}

function stacks(): StackRow[] {
  const file = join(RESULTS, 'pulumi.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as StackRow);
}

const result = newest();
if (result !== null) {
  const page = `${NOTICE}\n\n# Performance\n\n${INTRO}\n\n${summaryPage(result, stacks(), CHART)}`;
  writeFileSync(join(ROOT, 'docs/performance.md'), await format(page, { parser: 'markdown', printWidth: 120 }));
  writeFileSync(join(ROOT, 'docs', CHART), chartOf(result.rows.filter(({ delayMs }) => delayMs > 0)));
}
