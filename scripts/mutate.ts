// `npm run mutate [-- FILE...]`: changes each line of a file in small ways (StrykerJS), one change at a time, and counts the changes
// that a test notices. Without names: every file of src/sandbox and src/service, which takes hours; no part of `npm test`. Each file
// is a run of its own, so that what is done stays done. The scores are kept in test/mutation-scores.json and told in
// docs/mutation.md. What survived stands in .stryker/<file>.log.

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCORES = join(ROOT, 'test/mutation-scores.json');
const FOLDERS = ['src/sandbox', 'src/service'];

interface Score {
  /** Day of the run. */
  readonly at: string;
  /** A test failed, or did not end. */
  readonly noticed: number;
  /** Every test that runs the line passed all the same. */
  readonly survived: number;
  /** No test runs the line. */
  readonly unreached: number;
}

type Scores = Readonly<Record<string, Score>>;

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Null where the run failed or was too long. */
function mutated(file: string): Score | null {
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status, stdout } = spawnSync(process.execPath, [stryker, 'run', '--mutate', file], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60 * 60_000,
  });
  mkdirSync(join(ROOT, '.stryker'), { recursive: true });
  writeFileSync(join(ROOT, '.stryker', `${file.replaceAll('/', '_')}.log`), stdout);
  if (status !== 0) return null;
  const report = JSON.parse(readFileSync(join(ROOT, '.stryker/report.json'), 'utf8')) as Report;
  const statuses = (report.files[file]?.mutants ?? []).map((mutant) => mutant.status);
  const count = (...wanted: string[]): number => statuses.filter((each) => wanted.includes(each)).length;
  return {
    at: new Date().toISOString().slice(0, 10),
    noticed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    unreached: count('NoCoverage'),
  };
}

function allFiles(): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).toSorted();
}

function share(scores: readonly Score[]): string {
  const noticed = scores.reduce((sum, each) => sum + each.noticed, 0);
  const all = scores.reduce((sum, each) => sum + each.noticed + each.survived + each.unreached, 0);
  return all === 0 ? 'nothing to change' : `${((100 * noticed) / all).toFixed(1)} %`;
}

function page(scores: Scores): string {
  const rows = Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const missing = allFiles().filter((file) => scores[file] === undefined);
  const ofFolder = FOLDERS.map((folder) => {
    const own = rows.filter(([file]) => file.startsWith(`${folder}/`)).map(([, score]) => score);
    const all = allFiles().filter((file) => file.startsWith(`${folder}/`)).length;
    return `| ${folder} | ${own.length} of ${all} | ${own.length === 0 ? 'not run' : share(own)} |`;
  });
  return `<!-- Written by scripts/mutate.ts from test/mutation-scores.json. -->

# Mutation scores

A mutant is a copy of the code with one small change: a condition turned round, a text emptied, a call left out. A test that fails
notices it. The score is the share of mutants that a quick test of \`test/sandbox\` or \`test/service\` notices
(\`vitest.mutate.config.ts\`); a line that none of them runs counts as not noticed. Code that runs in processes of its own is not reached,
whatever tests it.

\`\`\`sh
npm run mutate                                # every file of both folders: hours
npm run mutate -- src/sandbox/locate.ts       # one file: minutes; what survived stands in .stryker/
\`\`\`

| Folder | Files run | Score of those |
| --- | --- | --- |
${ofFolder.join('\n')}

| File | Run on | Noticed | Survived | Not reached | Score |
| --- | --- | --- | --- | --- | --- |
${rows.map(([file, score]) => `| ${file} | ${score.at} | ${score.noticed} | ${score.survived} | ${score.unreached} | ${share([score])} |`).join('\n')}

${missing.length === 0 ? 'Every file was run.' : `Not run yet: ${missing.join(', ')}.`}
`;
}

function readScores(): Scores {
  return JSON.parse(readFileSync(SCORES, 'utf8')) as Scores;
}

async function keep(scores: Scores): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(SCORES, await format(JSON.stringify(sorted), { parser: 'json', printWidth: 120 }));
  const options = { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' } as const;
  writeFileSync(join(ROOT, 'docs/mutation.md'), await format(page(scores), options));
}

const named = process.argv.slice(2);
for (const file of named.length > 0 ? named : allFiles()) {
  const score = mutated(file);
  if (score === null) process.exitCode = 1;
  else await keep({ ...readScores(), [file]: score });
  console.log(`${file}: ${score === null ? 'no result' : share([score])}`);
}
