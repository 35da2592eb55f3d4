// The report of StrykerJS -> the score of each file -> contributing/mutation.md. Pure.

export const FOLDERS = ['src/sandbox', 'src/core/service'] as const;

/** What is read of a report (schema of mutation-testing-elements). */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

export interface Score {
  /** Day of the run. */
  readonly at: string;
  /** A test failed, or did not end. */
  readonly noticed: number;
  /** Every test that runs the line passed all the same. */
  readonly survived: number;
  /** No test runs the line. */
  readonly unreached: number;
  /** Left out by a comment in the source, which says why, or as a check for `never`. */
  readonly disabled: number;
}

/** By source file. */
export type Scores = Readonly<Record<string, Score>>;

export function scoresOf({ files }: Report, at: string): Scores {
  const scores = Object.entries(files).map(([file, { mutants }]): [string, Score] => {
    const count = (...wanted: readonly string[]): number =>
      mutants.filter(({ status }) => wanted.includes(status)).length;
    const [noticed, survived] = [count('Killed', 'Timeout'), count('Survived')];
    return [file, { at, noticed, survived, unreached: count('NoCoverage'), disabled: count('Ignored') }];
  });
  return Object.fromEntries(scores);
}

export function share(scores: readonly Score[]): string {
  const noticed = scores.reduce((sum, each) => sum + each.noticed, 0);
  const all = scores.reduce((sum, each) => sum + each.noticed + each.survived + each.unreached, 0);
  return all === 0 ? 'nothing to change' : `${((100 * noticed) / all).toFixed(1)} %`;
}

/** `files`: all that can be run. */
export function page(scores: Scores, files: readonly string[]): string {
  const rows = Object.entries(scores);
  const missing = files.filter((file) => scores[file] === undefined);
  const ofFolder = FOLDERS.map((folder) => {
    const own = rows.flatMap(([file, score]) => (file.startsWith(`${folder}/`) ? [score] : []));
    const all = files.filter((file) => file.startsWith(`${folder}/`)).length;
    return `| ${folder} | ${own.length} of ${all} | ${own.length === 0 ? 'not run' : share(own)} |`;
  });
  return `<!-- Written by tools/mutation from tools/mutation/scores.json. -->

# Mutation scores

Paths on this page are those of muster's repository.

A mutant is a copy of the code with one small change: a condition turned round, a text emptied, a call left out. A test that fails
notices it. The score is the share of mutants that a test of the sandbox, of the client or of doctor notices. It is the least that it can
be: a line that none of these tests runs counts as not noticed, such as those of \`daemon-main.ts\`, which runs in processes of its
own, and the tests of everything else are not run. \`npm run mutate\` counts anew in a checkout of the repository.

| Folder | Files run | Score of those |
| --- | --- | --- |
${ofFolder.join('\n')}

| File | Run on | Noticed | Survived | Not reached | Left out | Score |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(([file, score]) => `| ${file} | ${score.at} | ${score.noticed} | ${score.survived} | ${score.unreached} | ${score.disabled} | ${share([score])} |`).join('\n')}

${missing.length === 0 ? 'Every file was run.' : `Not run yet: ${missing.join(', ')}.`}
`;
}
