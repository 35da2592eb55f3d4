// Tries mutants in one process of Vitest, which reads the tests and the code once: a process for each mutant, as StrykerJS's own
// runner starts it, takes a second or more before the first test. Promises: a mutant counts as noticed only if the tests that
// noticed it pass without it in the same process afterwards. Where only the start of a module runs the mutant, all modules are
// read anew.

import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestRunner, vi } from 'vitest';
import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite, VitestTestRunner } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { chooseTests } from './coverage.ts';
import type { Choice, Coverage, Hits, Passed } from './coverage.ts';
import { JOB_FILE, LINES_FILE } from './protocol.ts';
import type { Job, Line, Mutant, Status } from './protocol.ts';

/** What the instrumented copies read and count. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface Ran {
  readonly passed: readonly Passed[];
  /** Tests that failed; their file, where what surrounds them did. */
  readonly failed: readonly string[];
}

interface Noticed {
  readonly mutant: Mutant;
  readonly by: string;
}

/** So many mutants are noticed before the tests that did so are run without one. */
const BATCH = 12;
/** Beyond four times what a test took: it does not end. */
const GRACE_MS = 1500;
/** Share of the time in which this process had something to do. */
const BUSY = 0.1;
/** So many of the tests that noticed others of the same file are tried before the rest. */
const PROMISING = 3;

export default class MutantRunner extends TestRunner {
  readonly #job = JSON.parse(readFileSync(process.env[JOB_FILE] ?? '', 'utf8')) as Job;
  readonly #board: Switchboard = ((globalThis as { __stryker__?: Switchboard }).__stryker__ ??= {
    mutantCoverage: { static: {}, perTest: {} },
  });
  readonly #kills = new Map<string, Map<string, number>>();
  #unconfirmed: Noticed[] = [];
  #stale = false;
  #ended = false;

  /** Everything happens before the one test of the file that Vitest was started with. */
  async onBeforeRunFiles(): Promise<void> {
    const coverage = await this.#cover();
    for (const mutant of this.#job.mutants) {
      await this.#try(coverage, mutant);
      if (this.#ended) return;
    }
    await this.#confirm(coverage);
  }

  async #cover(): Promise<Coverage> {
    const first = await this.#runFiles(this.#job.tests, null);
    const atStart = this.#takeCoverage();
    const second = await this.#runFiles(this.#job.tests, null);
    const later = this.#takeCoverage();
    // A busy machine makes a test fail now and then: what did so proves nothing about a mutant.
    const failed = [...first.failed, ...second.failed];
    this.#tell({ kind: 'tests', failed });
    const durations = new Map(first.passed.map(({ id, durationMs }) => [id, durationMs]));
    const reliable = second.passed.filter(({ id, file }) => !failed.includes(id) && !failed.includes(file));
    const tests = reliable.map((test) => ({
      ...test,
      durationMs: Math.max(test.durationMs, durations.get(test.id) ?? 0),
    }));
    return {
      tests: new Map(tests.map((test) => [test.id, test])),
      first: atStart.perTest,
      second: later.perTest,
      atStart: atStart.static,
      importers: this.#job.importers,
    };
  }

  #takeCoverage(): { readonly static: Hits; readonly perTest: Record<string, Hits> } {
    const taken = { ...this.#board.mutantCoverage };
    this.#board.mutantCoverage.static = {};
    this.#board.mutantCoverage.perTest = {};
    return taken;
  }

  async #try(coverage: Coverage, mutant: Mutant): Promise<void> {
    this.#tell({ kind: 'begun', id: mutant.id });
    const choice = chooseTests(coverage, mutant);
    if (mutant.ignored !== null) return this.#result(mutant, 'ignored', mutant.ignored);
    if (choice.tests.length === 0) return this.#result(mutant, 'unreached', null);
    const by = await this.#runWith(mutant, choice);
    if (by === null) return this.#result(mutant, 'survived', null);
    const kills = this.#kills.get(mutant.file) ?? new Map<string, number>();
    this.#kills.set(mutant.file, kills.set(by, (kills.get(by) ?? 0) + 1));
    this.#unconfirmed.push({ mutant, by });
    const alone = this.#job.careful.includes(mutant.id);
    if (alone || this.#unconfirmed.length >= BATCH) await this.#confirm(coverage);
  }

  /** The first test that fails, or its file. */
  async #runWith(mutant: Mutant, { tests, anew, hits }: Choice): Promise<string | null> {
    if (anew || this.#stale) vi.resetModules();
    this.#stale = anew;
    this.#board.hitCount = 0;
    this.#board.hitLimit = Math.max(2000, hits * 100);
    this.#board.activeMutant = mutant.id;
    try {
      const rounds = this.#rounds(mutant, tests).flatMap((round) => [...Map.groupBy(round, ({ file }) => file)]);
      for (const [file, own] of rounds) {
        const { failed } = await this.#runFiles([file], own);
        this.#takeCoverage();
        if (failed[0] !== undefined) return failed[0];
      }
      return null;
    } finally {
      this.#board.activeMutant = undefined;
    }
  }

  /** Those that noticed most first, then the quick files. */
  #rounds(mutant: Mutant, tests: readonly Passed[]): (readonly Passed[])[] {
    const kills = this.#kills.get(mutant.file);
    const weight = ({ id }: Passed): number => (id === mutant.hint ? Infinity : (kills?.get(id) ?? 0));
    const promising = tests
      .filter((test) => weight(test) > 0)
      .toSorted((a, b) => weight(b) - weight(a))
      .slice(0, PROMISING);
    const rest = tests.filter((test) => !promising.includes(test));
    const costs = new Map<string, number>();
    for (const { file, durationMs } of rest) costs.set(file, (costs.get(file) ?? 0) + durationMs);
    const cost = ({ file }: Passed): number => costs.get(file) ?? 0;
    return [promising, rest.toSorted((a, b) => cost(a) - cost(b))];
  }

  /** What a mutant left behind must not be what notices the next one. */
  async #confirm({ tests }: Coverage): Promise<void> {
    const noticed = this.#unconfirmed;
    if (noticed.length === 0) return;
    this.#unconfirmed = [];
    if (this.#stale) vi.resetModules();
    this.#stale = false;
    const names = [...new Set(noticed.map(({ by }) => by))];
    const known = names.map((name) => tests.get(name) ?? [...tests.values()].find(({ file }) => file === name));
    const byFile = Map.groupBy(
      known.filter((test) => test !== undefined),
      (test) => test.file,
    );
    let clean = true;
    for (const [file, own] of byFile) clean &&= (await this.#runFiles([file], own)).failed.length === 0;
    this.#takeCoverage();
    // A mutant that ran alone began in a process in which all tests had passed.
    const certain = clean || noticed.length === 1;
    for (const { mutant, by } of noticed) if (certain) this.#result(mutant, 'noticed', by);
    if (!certain) this.#tell({ kind: 'again', ids: noticed.map(({ mutant }) => mutant.id) });
    this.#ended = !clean;
  }

  /** Null: every test of the files. */
  async #runFiles(files: readonly string[], only: readonly Passed[] | null): Promise<Ran> {
    const passed: Passed[] = [];
    const failed: string[] = [];
    for (const file of files) {
      // What runs while the tests are read is run by all tests of the file.
      this.#board.currentTestId = file;
      const ran = new TestsOfFile(this.#board, file, only);
      const runner = Object.assign(Object.create(this) as VitestTestRunner, ran.overrides(this));
      const [task] = await startTests([join(this.config.root, file)], runner);
      vi.resetConfig();
      if (ran.failed.length === 0 && task?.result?.state === 'fail') ran.failed.push(file);
      passed.push(...ran.passed);
      failed.push(...ran.failed);
      if (this.#board.activeMutant !== undefined && failed.length > 0) break;
    }
    this.#board.currentTestId = undefined;
    return { passed, failed };
  }

  #result(mutant: Mutant, status: Status, by: string | null): void {
    this.#tell({ kind: 'result', id: mutant.id, status, by });
  }

  #tell(line: Line): void {
    appendFileSync(process.env[LINES_FILE] ?? '', `${JSON.stringify(line)}\n`);
  }
}

/** One run of one test file, which tells Vitest nothing. */
class TestsOfFile {
  readonly passed: Passed[] = [];
  readonly failed: string[] = [];
  readonly #board: Switchboard;
  readonly #file: string;
  readonly #only: ReadonlyMap<string, Passed> | null;
  /** Of one that is wanted and not there any more: all are run. */
  #selects = false;

  constructor(board: Switchboard, file: string, only: readonly Passed[] | null) {
    this.#board = board;
    this.#file = file;
    this.#only = only === null ? null : new Map(only.map((test) => [test.id, test]));
  }

  overrides(outer: MutantRunner): Partial<VitestTestRunner> {
    return {
      config: { ...outer.config, hookTimeout: 3 * GRACE_MS },
      onTaskUpdate: () => Promise.resolve(),
      onCollectStart: () => undefined,
      onCollected: () => undefined,
      onAfterRunSuite: () => Promise.resolve(),
      onBeforeRunFiles: ([file]) => {
        if (file !== undefined) this.#begin(file);
      },
      onAfterRunFiles: () => undefined,
      onBeforeRunTask: async (test) => this.#beforeTest(test),
      runTask: async (test) => this.#runTest(test),
      onAfterRunTask: (test) => this.#afterTest(test),
    };
  }

  #begin(file: RunnerTestFile): void {
    this.#board.currentTestId = this.#file;
    const there = new Set(testsIn(file).map(idOf));
    this.#selects = this.#only !== null && [...this.#only.keys()].every((id) => there.has(id));
  }

  #beforeTest(test: RunnerTask): void {
    const unwanted = this.#selects && this.#only?.has(idOf(test)) === false;
    const bails = this.#board.activeMutant !== undefined && this.failed.length > 0;
    // Vitest asks for the mode after this.
    if (unwanted || bails) Object.assign(test, { mode: 'skip' });
    else this.#board.currentTestId = idOf(test);
  }

  async #runTest(test: RunnerTestCase): Promise<void> {
    const usual = this.#only?.get(idOf(test))?.durationMs;
    const body = TestRunner.getTestFn(test)();
    if (usual === undefined) return void (await body);
    const ended = new AbortController();
    await Promise.race([body, endless(GRACE_MS + 4 * usual, ended.signal)]).finally(() => ended.abort());
  }

  #afterTest(test: RunnerTask): void {
    this.#board.currentTestId = this.#file;
    const state = test.result?.state;
    if (state === 'fail') this.failed.push(idOf(test));
    if (state === 'pass')
      this.passed.push({ id: idOf(test), file: this.#file, durationMs: test.result?.duration ?? 0 });
  }
}

/** Fails when nothing has happened for so long; where the machine was merely busy, it waits on, six times at most. */
async function endless(limitMs: number, ended: AbortSignal): Promise<void> {
  for (let times = 0; times < 6; times += 1) {
    const before = performance.eventLoopUtilization();
    await sleep(limitMs, undefined, { signal: ended });
    if (performance.eventLoopUtilization(before).utilization < BUSY) break;
  }
  throw new Error('does not end');
}

function testsIn(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));
}

/** The place in the file tells tests of the same title apart. */
function idOf(test: RunnerTask): string {
  const names: string[] = [];
  for (let each: RunnerTask | undefined = test; each !== undefined; each = each.suite) names.unshift(each.name);
  const place = test.id.slice(test.file.id.length);
  return `${relative(test.file.projectName ?? '', test.file.name)} > ${names.join(' > ')} [${place}]`;
}
