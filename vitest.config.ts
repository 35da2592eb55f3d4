import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

import { filesOf, suiteOf } from './scripts/suites.ts';

/**
 * The larger file first is a poor guess for those that run the Pulumi CLI or hundreds of stories: the longest would begin
 * last, alone, while the other workers have nothing left.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(?:matrix|pulumi)\//u.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    ...filesOf(suiteOf(process.env)),
    reporters: ['default', './scripts/count-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    // Most of the time of a test is waiting: for a sandbox, for the grace time of a lost answer, for the Pulumi CLI.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that leaves a server or a timer behind would hang the run: say so instead.
    teardownTimeout: 10_000,
  },
});
