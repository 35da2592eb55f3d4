// The tests that a mutation run counts (scripts/mutate.ts): those of the sandbox and of the client. Not daemon.test.ts: it starts
// processes of their own, in which no mutant is active.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/sandbox/**/*.test.ts', 'test/service/**/*.test.ts'],
    exclude: ['test/sandbox/daemon.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
