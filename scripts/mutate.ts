// `npm run mutate [-- FILE...]`: changes each line of a file in small ways (mutants, made by StrykerJS), one change at a time, and
// counts the changes that a test notices. Without names: every file of src/sandbox and src/service; no part of `npm test`. The
// scores are kept in test/mutation-scores.json and told in docs/mutation.md; what survived stands in .stryker/<file>.log.
// `--again` tries only what no test noticed the last time, `--processes=2` uses two.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { allFiles, FOLDERS, instrumentAll } from './mutation/instrument.ts';
import type { Instrumented } from './mutation/instrument.ts';
import { tryMutants } from './mutation/processes.ts';
import type { Result } from './mutation/processes.ts';
import type { Mutant } from './mutation/protocol.ts';
import { readVerdicts, writeVerdicts } from './mutation/verdicts.ts';
import type { Verdict, Verdicts } from './mutation/verdicts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCORES = join(ROOT, 'test/mutation-scores.json');

interface Score {
  /** Day of the run. */
  readonly at: string;
  /** A test failed, or did not end. */
  readonly noticed: number;
  /** Every test that runs the line passed all the same. */
  readonly survived: number;
  /** No test runs the line. */
  readonly unreached: number;
  /** Left out by a comment in the source, which says why. */
  readonly disabled: number;
}

type Scores = Readonly<Record<string, Score>>;

function share(scores: readonly Score[]): string {
  const noticed = scores.reduce((sum, each) => sum + each.noticed, 0);
  const all = scores.reduce((sum, each) => sum + each.noticed + each.survived + each.unreached, 0);
  return all === 0 ? 'nothing to change' : `${((100 * noticed) / all).toFixed(1)} %`;
}

function page(scores: Scores): string {
  const rows = Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const missing = allFiles(ROOT).filter((file) => scores[file] === undefined);
  const ofFolder = FOLDERS.map((folder) => {
    const own = rows.filter(([file]) => file.startsWith(`${folder}/`)).map(([, score]) => score);
    const all = allFiles(ROOT).filter((file) => file.startsWith(`${folder}/`)).length;
    return `| ${folder} | ${own.length} of ${all} | ${own.length === 0 ? 'not run' : share(own)} |`;
  });
  return `<!-- Written by scripts/mutate.ts from test/mutation-scores.json. -->

# Mutation scores

A mutant is a copy of the code with one small change: a condition turned round, a text emptied, a call left out. A test that fails
notices it. The score is the share of mutants that a test of \`test/sandbox\`, \`test/service\` or \`test/doctor\` notices; a line that
none of them runs counts as not noticed, such as those of \`daemon-main.ts\`, which runs in processes of its own. Two test files in
which the client waits are not run, so that a score is the least that it can be (\`scripts/mutation/processes.ts\`), and the tests of
all other folders neither. A mutant counts as noticed only if
the tests that noticed it pass without it right afterwards (\`scripts/mutation/runner.ts\`). A mutant that changes nothing anybody can
see counts as survived. Left out is what a comment in the source leaves out with a reason, and a check for \`never\`, to which nothing
gets.

\`\`\`sh
npm run mutate                                # every file of both folders: an hour or more
npm run mutate -- src/sandbox/locate.ts       # one file: a minute; what survived stands in .stryker/
npm run mutate -- --again src/sandbox/locate.ts    # after writing tests: only what survived
\`\`\`

| Folder | Files run | Score of those |
| --- | --- | --- |
${ofFolder.join('\n')}

| File | Run on | Noticed | Survived | Not reached | Left out | Score |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(([file, score]) => `| ${file} | ${score.at} | ${score.noticed} | ${score.survived} | ${score.unreached} | ${score.disabled} | ${share([score])} |`).join('\n')}

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

function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (wanted: Verdict['status']): number => verdicts.filter(({ status }) => status === wanted).length;
  return {
    at: new Date().toISOString().slice(0, 10),
    noticed: count('noticed'),
    survived: count('survived'),
    unreached: count('unreached'),
    disabled: count('ignored'),
  };
}

function logOf(mutants: readonly Mutant[], own: Readonly<Record<string, Verdict>>): string {
  const left = mutants.filter(({ id }) => own[id]?.status === 'survived' || own[id]?.status === 'unreached');
  return left
    .map(({ id, file, line, column, mutator, original, replacement }) => {
      const place = `${file}:${line}:${column} ${own[id]?.status} (${mutator})`;
      return `${place}\n  - ${original.replaceAll('\n', '\n    ')}\n  + ${replacement.replaceAll('\n', '\n    ')}\n`;
    })
    .join('\n');
}

/** A file whose mutants all have a verdict: its score, and what survived. */
async function finish(file: string, mutants: readonly Mutant[], verdicts: Verdicts): Promise<void> {
  const own = verdicts[file]?.mutants ?? {};
  writeFileSync(join(ROOT, '.stryker', `${file.replaceAll('/', '_')}.log`), logOf(mutants, own));
  const score = scoreOf(mutants.flatMap(({ id }) => own[id] ?? []));
  await keep({ ...readScores(), [file]: score });
  console.log(`${file}: ${share([score])}`);
}

function withHints({ mutants, digests }: Instrumented, before: Verdicts): Mutant[] {
  return mutants.map((mutant) => {
    const old = before[mutant.file];
    const hint = old?.digest === digests[mutant.file] ? (old?.mutants[mutant.id]?.by ?? null) : null;
    return { ...mutant, hint };
  });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { again: { type: 'boolean' }, processes: { type: 'string', default: '1' } },
  });
  mkdirSync(join(ROOT, '.stryker'), { recursive: true });
  const made = await instrumentAll(ROOT);
  const before = readVerdicts(ROOT);
  const files = positionals.length > 0 ? positionals : allFiles(ROOT);
  const all = withHints(made, before).filter(({ file }) => files.includes(file));
  const verdicts: Verdicts = { ...before };
  for (const file of files) {
    const old = before[file];
    const kept = values.again === true && old?.digest === made.digests[file] ? Object.entries(old?.mutants ?? {}) : [];
    const noticed = Object.fromEntries(kept.filter(([, { status }]) => status === 'noticed'));
    verdicts[file] = { digest: made.digests[file] ?? '', mutants: noticed };
  }
  const isOpen = ({ id, file }: Mutant): boolean => verdicts[file]?.mutants[id] === undefined;
  const finished = new Set<string>();
  const told = async (): Promise<void> => {
    writeVerdicts(ROOT, verdicts);
    for (const file of files) {
      const own = all.filter((mutant) => mutant.file === file);
      if (finished.has(file) || own.some(isOpen)) continue;
      finished.add(file);
      await finish(file, own, verdicts);
    }
  };
  const open = files.flatMap((file) => all.filter((mutant) => mutant.file === file && isOpen(mutant)));
  let noted = Promise.resolve();
  const note = async (results: readonly Result[]): Promise<void> => {
    for (const { mutant, status, by } of results) verdicts[mutant.file]!.mutants[mutant.id] = { status, by };
    await told();
  };
  // One after the other: each reads and writes the same files.
  const processes = Number(values.processes);
  await tryMutants({ root: ROOT, mutants: open, processes }, (results) => (noted = noted.then(() => note(results))));
  await told();
  if (finished.size < new Set(files).size) process.exitCode = 1;
}

await main();
