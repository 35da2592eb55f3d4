// `npm test`: gets the Pulumi CLI, runs the short suite with it on PATH and ends with the line of scripts/count-reporter.ts.
// `npm test -- --suite long` runs another one (scripts/suites.ts), `--since REV` leaves out what cannot have been touched
// (scripts/changed-suites.ts). Further arguments go to vitest: files named there are found in both (`npm test -- test/pulumi/faults.test.ts`). The exit code is that of the tests. What failed is played again, and may turn out
// to be flaky (scripts/replay.ts): a line that begins with FLAKY says so, before the last.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';

import { changedSince, untouchedTests } from './changed-suites.ts';
import { removeFolder, temporaryFolder } from './memory-folder.ts';
import { countLine, settle, wordsOf } from './replay.ts';
import type { Played } from './replay.ts';

const path = (relative: string): string => join(import.meta.dirname, '..', relative);

/** Folder that holds the Pulumi CLI; empty when there is none and none is required. */
function pulumiFolder(): string {
  const found = spawnSync(process.execPath, [path('tools/programs/pulumi.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (found.status === 0) return found.stdout.trim();
  console.log('\nNo Pulumi CLI could be had, and MUSTER_REQUIRE_PULUMI asks for one.\n0 passed, 1 failed');
  process.exit(1);
}

/** The value of a flag, null where it is not given, and what is left for vitest. */
function taken(args: readonly string[], flag: string): { readonly value: string | null; readonly others: string[] } {
  const at = args.indexOf(flag);
  if (at < 0) return { value: null, others: [...args] };
  return { value: args[at + 1] ?? '', others: args.filter((_, index) => index !== at && index !== at + 1) };
}

/** `--exclude GLOB` for vitest: tests that a change since the revision cannot have touched. */
function leftOut(since: string | null): string[] {
  if (since === null) return [];
  const changed = changedSince(since, path('.'));
  if (changed === null) {
    console.error(`--since ${since}: git knows no such commit; name a branch or a commit, such as main`);
    process.exit(2);
  }
  const globs = untouchedTests(changed);
  if (globs.length > 0) console.log(`Left out, not touched since ${since}: ${globs.join(' ')}`);
  return globs.flatMap((glob) => ['--exclude', glob]);
}

interface Run {
  /** Null where it was ended by a signal. */
  readonly status: number | null;
  /** Null where vitest did not get so far. */
  readonly played: Played | null;
}

function vitest(words: readonly string[], suite: string, env: NodeJS.ProcessEnv): Run {
  const folder = mkdtempSync(join(tmpdir(), 'muster-played-'));
  const file = join(folder, 'played.json');
  const { status } = spawnSync(process.execPath, [path('node_modules/vitest/vitest.mjs'), 'run', ...words], {
    stdio: 'inherit',
    cwd: path('.'),
    env: { ...env, MUSTER_TEST_SUITE: suite, MUSTER_TEST_RESULT: file },
  });
  const played = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Played) : null;
  removeFolder(folder);
  return { status, played };
}

/** Plays failures again, says which are flaky, and ends with the counts. The exit code. */
function ended({ status, played }: Run, env: NodeJS.ProcessEnv): number {
  if (played === null) return status ?? 1;
  const { counts, flaky } = settle(played, (failure) => {
    const again = vitest(wordsOf(failure), 'all', env);
    return again.status === 0 && (again.played?.counts.passed ?? 0) > 0;
  });
  const names = flaky.map(({ file, test }) => `FLAKY ${relative(path('.'), file)}${test === null ? '' : ` > ${test}`}`);
  console.log(['', ...names, countLine(counts)].join('\n'));
  return flaky.length > 0 && counts.failed === 0 ? 0 : (status ?? 1);
}

const { value: since, others: rest } = taken(process.argv.slice(2), '--since');
const { value: named, others } = taken(rest, '--suite');
const suite = named ?? (others.some((arg) => arg.endsWith('.ts')) ? 'all' : 'short');
const folder = pulumiFolder();
const searchPath = [folder, process.env['PATH']].filter(Boolean).join(delimiter);
const memory = temporaryFolder();
const env = { ...process.env, PATH: searchPath, ...(memory && { TMPDIR: memory }) };
process.exitCode = ended(vitest([...others, ...leftOut(since)], suite, env), env);
if (memory !== null) removeFolder(memory);
