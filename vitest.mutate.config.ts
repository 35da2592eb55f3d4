// The tests that a mutation run counts (scripts/mutate.ts): the quick ones of the sandbox and of the client, so that a score is the
// least that it can be. Not daemon.test.ts, which starts processes of its own, in which no mutant is active; not those in which the
// client waits for the sandbox.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/sandbox/**/*.test.ts', 'test/service/**/*.test.ts'],
    exclude: ['test/sandbox/daemon.test.ts', 'test/service/{key-storm,proxy,sandbox}.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
