// The last line of every test run: `N passed, N failed`, with `, N skipped` when there are skips. A test file that
// could not be loaded and an error outside any test each count as one failure, so that "0 failed" always means a green
// run. Where scripts/test.ts started the run, it is told instead, and ends with the line itself.

import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

import { countLine } from './replay.ts';
import type { Failure, Played } from './replay.ts';

/** Names the file that is told. */
const TOLD = 'MUSTER_TEST_RESULT';

function played(modules: readonly TestModule[], strays: number, reason: TestRunEndReason): Played {
  const counts = { passed: 0, failed: strays, skipped: 0 };
  const failures: Failure[] = [];
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state] += 1;
    }
    const failed = failuresOf(module);
    failures.push(...failed);
    if (failed.some(({ test }) => test === null) && failedTests(module).length === 0) counts.failed += 1;
  }
  return { counts, failures, isWhole: strays === 0 && reason !== 'interrupted' };
}

function failedTests(module: TestModule): string[] {
  return [...module.children.allTests('failed')].map(({ fullName }) => fullName);
}

/** An error of a hook is one of the file: alone, a test would not meet it. */
function failuresOf(module: TestModule): Failure[] {
  if (module.state() !== 'failed') return [];
  const { moduleId: file } = module;
  const tests = failedTests(module);
  const isBroken = [module, ...module.children.allSuites()].some((each) => each.errors().length > 0);
  if (isBroken || tests.length === 0) return [{ file, test: null, count: Math.max(1, tests.length) }];
  return tests.map((test) => ({ file, test, count: 1 }));
}

export default class CountReporter implements Reporter {
  readonly #told: string | undefined = process.env[TOLD];

  constructor() {
    // A run that a test starts is another one.
    delete process.env[TOLD];
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    strayErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const run = played(modules, strayErrors.length, reason);
    if (this.#told !== undefined) return writeFileSync(this.#told, JSON.stringify(run));
    // Printed while the process ends, so that no other reporter can print after it.
    process.once('exit', () => {
      process.stdout.write(`\n${countLine(run.counts)}\n`);
    });
  }
}
