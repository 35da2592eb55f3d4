// A process that tries mutants (scripts/mutate.ts): the tests of the sandbox and of the client are run by scripts/mutation/runner.ts,
// with copies of the code that hold all mutants.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const COPIES = join(import.meta.dirname, '.stryker/instrumented');

const withMutants: Plugin = {
  name: 'with-mutants',
  enforce: 'pre',
  load(id) {
    const copy = join(COPIES, relative(import.meta.dirname, id));
    return existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  },
};

export default defineConfig({
  plugins: [withMutants],
  test: {
    include: ['scripts/mutation/start.test.ts'],
    runner: './scripts/mutation/runner.ts',
    // One process that can be ended, with one worker that keeps what it has read.
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
