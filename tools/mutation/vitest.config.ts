// The tests that are run for a mutant: those of the sandbox, of the client and of doctor.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{sandbox,service,doctor}/**/*.test.ts'],
    // In these the client waits, for each survivor.
    exclude: ['test/service/key-storm.test.ts', 'test/service/sandbox.test.ts'],
    setupFiles: ['./test/support/no-roots.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
