import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    // Most of the time of a test is waiting: for a sandbox, for the grace time of a lost answer, for the Pulumi CLI.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that leaves a server or a timer behind would hang the run: say so instead.
    teardownTimeout: 10_000,
  },
});
