// Starts the processes that try mutants, reads what they found, and ends one that hangs: a mutant that hangs or ends a process twice,
// the second time as the first of a fresh one, is noticed.

import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFiles } from './instrument.ts';
import { importersOf } from './imports.ts';
import { JOB_FILE, LINES_FILE } from './protocol.ts';
import type { Job, Line, Mutant, Status } from './protocol.ts';

export interface Result {
  readonly mutant: Mutant;
  readonly status: Status;
  readonly by: string | null;
}

export type OnResults = (results: readonly Result[]) => Promise<void>;

interface Work {
  readonly root: string;
  readonly mutants: readonly Mutant[];
  readonly processes: number;
}

const LOOK_MS = 5000;
/** Vitest gives up on a worker that a busy machine starts too slowly. */
const STARTS = 3;
/** Without a word for so long after it has run all tests without one, a process hangs: a mutant that survives runs many. */
const SILENCE_MS = 240_000;
const TESTS = 'test/{sandbox,service,doctor}/**/*.test.ts';
/** In these the client waits, for each survivor. */
const NOT_RUN = ['test/service/key-storm.test.ts', 'test/service/sandbox.test.ts'];
/** It starts processes, which takes its time, and in which no mutant is active. */
const ONLY_FOR: Readonly<Record<string, string>> = { 'test/sandbox/daemon.test.ts': 'src/sandbox/daemon/daemon.ts' };

export async function tryMutants({ root, mutants, processes }: Work, onResults: OnResults): Promise<void> {
  const tests = globSync(TESTS, { cwd: root }).filter((file) => !NOT_RUN.includes(file));
  const common = { tests: tests.toSorted(), importers: importersOf(root, allFiles(root), tests) };
  const shares: Mutant[][] = Array.from({ length: processes }, () => []);
  for (const own of Map.groupBy(mutants, ({ file }) => file).values()) {
    const [shortest] = shares.toSorted((one, other) => one.length - other.length);
    shortest?.push(...own);
  }
  await Promise.all(shares.map((share) => tryShare({ root, share, common }, onResults)));
}

interface Share {
  readonly root: string;
  readonly share: readonly Mutant[];
  readonly common: Pick<Job, 'tests' | 'importers'>;
}

async function tryShare({ root, share, common }: Share, onResults: OnResults): Promise<void> {
  let open = [...share];
  let careful: readonly string[] = [];
  let starts = 0;
  while (open.length > 0) {
    const done = new Set<string>();
    const told = async (lines: readonly Line[]): Promise<void> => {
      const results = resultsIn(lines, open);
      for (const { mutant } of results) done.add(mutant.id);
      if (results.length > 0) await onResults(results);
    };
    const isOf = (test: string, file: string): boolean =>
      common.importers[file]?.tests.includes(test) === true && (ONLY_FOR[test] ?? file) === file;
    const tests = common.tests.filter((test) => open.some(({ file }) => isOf(test, file)));
    const lines = await runOne(root, { ...common, tests, mutants: open, careful }, told);
    const started = lines.find((line) => line.kind === 'tests');
    if (started === undefined && (starts += 1) < STARTS) continue;
    if (started === undefined) throw new Error('The tests could not be run without a mutant.');
    if (started.failed.length > 0) console.log(`Left out, failed without a mutant: ${started.failed.join(', ')}`);
    const last = lines.findLast((line) => line.kind === 'begun')?.id;
    const again = lines.findLast((line) => line.kind === 'again')?.ids ?? [];
    // Its process was ended, or ended by itself.
    const lost = again.length === 0 && last !== undefined && !done.has(last) ? last : null;
    const first = open[0];
    if (lost !== null && first?.id === lost && careful.includes(lost)) {
      await onResults([{ mutant: first, status: 'noticed', by: 'the process did not end well' }]);
      done.add(lost);
    }
    const suspects = lost === null ? again : [lost, ...unconfirmed(lines, done)];
    careful = suspects.filter((id) => !done.has(id));
    const left = open.filter(({ id }) => !done.has(id));
    open = [...left.filter(({ id }) => careful.includes(id)), ...left.filter(({ id }) => !careful.includes(id))];
    open.sort((a, b) => Number(b.id === lost) - Number(a.id === lost));
  }
}

function unconfirmed(lines: readonly Line[], done: ReadonlySet<string>): string[] {
  return lines.flatMap((line) => (line.kind === 'begun' && !done.has(line.id) ? [line.id] : []));
}

function resultsIn(lines: readonly Line[], mutants: readonly Mutant[]): Result[] {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  return lines.flatMap((line) => {
    const mutant = line.kind === 'result' ? byId.get(line.id) : undefined;
    return line.kind === 'result' && mutant !== undefined ? [{ mutant, status: line.status, by: line.by }] : [];
  });
}

/** All lines of one process, which are also told while it runs. */
async function runOne(root: string, job: Job, told: (lines: readonly Line[]) => Promise<void>): Promise<Line[]> {
  const folder = mkdtempSync(join(root, '.stryker/job-'));
  const [jobFile, linesFile] = [join(folder, 'job.json'), join(folder, 'lines')];
  writeFileSync(jobFile, JSON.stringify(job));
  writeFileSync(linesFile, '');
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'tools/mutation/vitest.config.ts'];
  const env = { ...process.env, [JOB_FILE]: jobFile, [LINES_FILE]: linesFile };
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let [read, changed, running] = [0, Date.now(), true];
  void ended.then(() => (running = false));
  const lines: Line[] = [];
  while (running) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    if (statSync(linesFile).size > read) changed = Date.now();
    else if (read > 0 && Date.now() - changed > SILENCE_MS) child.kill('SIGKILL');
    const text = readFileSync(linesFile).subarray(read).toString('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    read += Buffer.byteLength(whole);
    const fresh = whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    lines.push(...fresh);
    await told(fresh);
  }
  rmSync(folder, { recursive: true });
  return lines;
}
