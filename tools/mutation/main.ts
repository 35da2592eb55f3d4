// `npm run mutate [-- FILE...]`: StrykerJS tries all mutants of the files, or of every file of src/sandbox and src/core/service (README.md).
// Writes scores.json and contributing/mutation.md; what survived is printed, and stands in .stryker/report.html.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { FOLDERS, page, scoresOf } from './scores.ts';
import type { Report, Scores } from './scores.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const SCORES = join(import.meta.dirname, 'scores.json');

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** A file that is gone has no score any more. */
async function keep(fresh: Scores, files: readonly string[]): Promise<void> {
  const all = { ...(JSON.parse(readFileSync(SCORES, 'utf8')) as Scores), ...fresh };
  const scores = Object.fromEntries(files.flatMap((file) => (all[file] === undefined ? [] : [[file, all[file]]])));
  writeFileSync(SCORES, await format(JSON.stringify(scores), { parser: 'json', printWidth: 120 }));
  const options = { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' } as const;
  writeFileSync(join(ROOT, 'contributing/mutation.md'), await format(page(scores, files), options));
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).toSorted();
  const stranger = positionals.find((file) => !files.includes(file));
  if (stranger !== undefined) {
    console.error(`expected files of ${FOLDERS.join(' and ')}, from the root of the checkout; given: ${stranger}`);
    process.exit(2);
  }
  if (!existsSync(STRYKER)) run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname]);
  const chosen = positionals.length > 0 ? ['--mutate', positionals.join(',')] : [];
  run(process.execPath, [STRYKER, 'run', join(import.meta.dirname, 'stryker.config.json'), ...chosen]);
  const report = JSON.parse(readFileSync(join(ROOT, '.stryker/report.json'), 'utf8')) as Report;
  // The report also holds what an earlier run said of other files.
  const isTried = ([file]: readonly [string, unknown]): boolean =>
    positionals.length === 0 || positionals.includes(file);
  const fresh = Object.entries(scoresOf(report, new Date().toISOString().slice(0, 10))).filter(isTried);
  await keep(Object.fromEntries(fresh), files);
}

await main();
