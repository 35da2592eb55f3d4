import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that leaves a server or a timer behind would hang the run: say so instead.
    teardownTimeout: 10_000,
  },
});
