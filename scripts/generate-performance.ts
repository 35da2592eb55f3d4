// `node scripts/generate-performance.ts`: docs/performance.md and its chart from the newest full result of `npm run bench`, or the newest
// one where there is no full one. Without a result it makes no page: only numbers that were measured are shown.

import { globSync } from 'node:fs';

import { chartOf } from '../bench/chart.ts';
import type { StackRow } from '../bench/result-page.ts';
import type { Result } from '../bench/result.ts';
import { summaryPage } from '../bench/summary-page.ts';
import { pretty, read, readJson, ROOT, write } from '../tools/files.ts';

const CHART = 'images/performance.svg';

const NOTICE =
  '<!-- Made by scripts/generate-performance.ts from bench/results. Run `npm run bench` for other numbers. -->';
const INTRO = `muster and a sandbox on one machine. All runs, beside a loop that sends the same POSTs and does nothing else, are kept in the
repository with the benchmark.`;

const results = globSync('bench/results/[0-9]*.json', { cwd: ROOT })
  .toSorted()
  .map((file) => readJson(file) as Result);
const result = results.findLast(({ profile }) => profile === 'full') ?? results.at(-1);
if (result !== undefined) {
  const [stacks] = globSync('bench/results/pulumi.jsonl', { cwd: ROOT }).map((file) => read(file).trim().split('\n'));
  const rows = (stacks ?? []).map((line) => JSON.parse(line) as StackRow);
  const page = `${NOTICE}\n\n# Performance\n\n${INTRO}\n\n${summaryPage(result, rows, CHART)}`;
  write('docs/performance.md', await pretty('docs/performance.md', page));
  write(`docs/${CHART}`, chartOf(result.rows.filter(({ delayMs }) => delayMs > 0)));
}
