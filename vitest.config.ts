import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

import { filesOf, LONGEST, suiteOf } from './scripts/suites.ts';

const suite = suiteOf(process.env);

/**
 * The larger file first is a poor guess for those that run the Pulumi CLI or hundreds of stories. In the short suite what lies beside
 * those mostly waits, so it is spread over the run.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      suite !== 'short' && /\/test\/(?:matrix|pulumi)\//u.test(moduleId);
    const rank = (file: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => file.moduleId.endsWith(`/${name}`));
      return place >= 0 ? place : LONGEST.length + (isLong(file) ? 0 : 1);
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    ...filesOf(suite),
    // No module of the sources holds state, so the files of a suite share their workers, and what they import is read once.
    isolate: suite === 'all',
    setupFiles: ['./test/support/no-roots.ts', './test/support/deadline.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    // Much of the time of a test is waiting: for a sandbox, for the grace time of a lost answer, for the next process of a Pulumi
    // command.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // For what hangs, not for what is slow: a machine may have a third of the speed that it had yesterday.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that leaves a server or a timer behind would hang the run: say so instead.
    teardownTimeout: 10_000,
  },
});
