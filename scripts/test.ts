// `npm test`: gets the Pulumi CLI, runs the tests with it on PATH and ends with the line of scripts/count-reporter.ts.
// Arguments go to vitest (`npm test -- test/house.test.ts`). The exit code is that of the tests.

import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Folder that holds the Pulumi CLI; empty when there is none and none is required. */
function pulumiFolder(): string {
  const found = spawnSync(process.execPath, [path('scripts/pulumi-cli.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (found.status === 0) return found.stdout.trim();
  console.log('\nNo Pulumi CLI could be had, and MUSTER_REQUIRE_PULUMI asks for one.\n0 passed, 1 failed');
  process.exit(1);
}

const folder = pulumiFolder();
const searchPath = [folder, process.env['PATH']].filter(Boolean).join(delimiter);
const tests = spawnSync(process.execPath, [path('node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: path('.'),
  env: { ...process.env, PATH: searchPath },
});
process.exitCode = tests.status ?? 1;
