// The last line of every test run: `N passed, N failed`, with `, N skipped` when there are skips. A test file that
// could not be loaded and an error outside any test each count as one failure, so that "0 failed" always means a green
// run.

import type { Reporter, SerializedError, TestModule } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function count(modules: readonly TestModule[], stray: number): Counts {
  const counts: Counts = { passed: 0, failed: stray, skipped: 0 };
  for (const module of modules) {
    const failedBefore = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state] += 1;
    }
    if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed += 1;
  }
  return counts;
}

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const { passed, failed, skipped } = count(modules, strayErrors.length);
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // Printed while the process ends, so that no other reporter can print after it.
    process.once('exit', () => {
      process.stdout.write(`\n${line}\n`);
    });
  }
}
