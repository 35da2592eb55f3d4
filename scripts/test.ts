// `npm test`: gets the Pulumi CLI, runs the short suite with it on PATH and ends with the line of scripts/count-reporter.ts.
// `npm test -- --suite long` runs the other one (scripts/suites.ts). Further arguments go to vitest: files named there are found
// in both (`npm test -- test/pulumi/faults.test.ts`). The exit code is that of the tests.

import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

import { removeFolder, temporaryFolder } from './memory-folder.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Folder that holds the Pulumi CLI; empty when there is none and none is required. */
function pulumiFolder(): string {
  const found = spawnSync(process.execPath, [path('tools/programs/pulumi.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (found.status === 0) return found.stdout.trim();
  console.log('\nNo Pulumi CLI could be had, and MUSTER_REQUIRE_PULUMI asks for one.\n0 passed, 1 failed');
  process.exit(1);
}

/** `--suite NAME`, and what is left for vitest. */
function chosenSuite(args: readonly string[]): { readonly suite: string; readonly others: readonly string[] } {
  const at = args.indexOf('--suite');
  if (at < 0) return { suite: args.some((arg) => arg.endsWith('.ts')) ? 'all' : 'short', others: args };
  return { suite: args[at + 1] ?? '', others: args.filter((_, index) => index !== at && index !== at + 1) };
}

const { suite, others } = chosenSuite(process.argv.slice(2));
const folder = pulumiFolder();
const searchPath = [folder, process.env['PATH']].filter(Boolean).join(delimiter);
const memory = temporaryFolder();
const tests = spawnSync(process.execPath, [path('node_modules/vitest/vitest.mjs'), 'run', ...others], {
  stdio: 'inherit',
  cwd: path('.'),
  env: { ...process.env, PATH: searchPath, MUSTER_TEST_SUITE: suite, ...(memory && { TMPDIR: memory }) },
});
if (memory !== null) removeFolder(memory);
process.exitCode = tests.status ?? 1;
