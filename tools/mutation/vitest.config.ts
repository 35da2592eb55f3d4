// A process that tries mutants (README.md): the tests of the sandbox and of the client are run by runner.ts,
// with copies of the code that hold all mutants.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '../..');
const COPIES = join(ROOT, '.stryker/instrumented');

const withMutants: Plugin = {
  name: 'with-mutants',
  enforce: 'pre',
  load(id) {
    const copy = join(COPIES, relative(ROOT, id));
    return existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  },
};

export default defineConfig({
  plugins: [withMutants],
  test: {
    include: ['tools/mutation/start.test.ts'],
    runner: './tools/mutation/runner.ts',
    // One process that can be ended, with one worker that keeps what it has read.
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
