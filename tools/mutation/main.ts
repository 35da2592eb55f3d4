// `npm run mutate [-- FILE...]`: tries all mutants of the files, or of every file of src/sandbox and src/service (README.md). Writes
// scores.json, docs/contributing/mutation.md and, of what survived, .stryker/<file>.log. Ends with 1 where a file has mutants without a verdict.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { allFiles, instrumentAll } from './instrument.ts';
import type { Instrumented } from './instrument.ts';
import { tryMutants } from './processes.ts';
import type { Result } from './processes.ts';
import type { Mutant } from './protocol.ts';
import { page, scoreOf, share } from './scores.ts';
import type { Score, Scores } from './scores.ts';
import { readVerdicts, writeVerdicts } from './verdicts.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCORES = join(import.meta.dirname, 'scores.json');

async function keep(file: string, score: Score): Promise<void> {
  const scores = { ...(JSON.parse(readFileSync(SCORES, 'utf8')) as Scores), [file]: score };
  const sorted = Object.fromEntries(Object.entries(scores).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(SCORES, await format(JSON.stringify(sorted), { parser: 'json', printWidth: 120 }));
  const options = { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' } as const;
  writeFileSync(join(ROOT, 'docs/contributing/mutation.md'), await format(page(sorted, allFiles(ROOT)), options));
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
  const today = new Date().toISOString().slice(0, 10);
  const score = scoreOf(
    mutants.flatMap(({ id }) => own[id] ?? []),
    today,
  );
  await keep(file, score);
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
