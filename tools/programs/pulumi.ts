// `node tools/programs/pulumi.ts`: finds or makes a Pulumi CLI and prints the folder of its programs. Order: on PATH and
// new enough, made earlier for this user, Pulumi's own archive, a build from Go modules. Where none works it says so
// and ends with 0 and no output; MUSTER_REQUIRE_PULUMI=1 makes that a failure.

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { cachedCli } from './pulumi-cli/cached.ts';
import { cacheDirectory, cliIn, folderOnPath } from './pulumi-cli/cli.ts';
import type { PulumiCli } from './pulumi-cli/cli.ts';
import { makePulumiCli } from './pulumi-cli/make.ts';

export { compileCacheDirectory, pulumiEnvironment } from './pulumi-cli/cli.ts';
export type { PulumiCli } from './pulumi-cli/cli.ts';

/** A CLI that is here already: on PATH or made earlier. Null when there is none; nothing is fetched or built. */
export async function findPulumiCli(): Promise<PulumiCli | null> {
  const folder = folderOnPath();
  const onPath = folder === null ? null : await cliIn(folder, 'path');
  return onPath ?? (await cachedCli(cacheDirectory()));
}

async function main(): Promise<void> {
  const say = (text: string): void => console.error(`pulumi: ${text}`);
  const cli = (await findPulumiCli()) ?? (await makePulumiCli(say));
  if (cli !== null) {
    say(`${cli.version} (${cli.origin}) in ${cli.binDirectory}`);
    console.log(cli.binDirectory);
    return;
  }
  say('SKIPPED: no Pulumi CLI could be had, so everything that needs one is left out. Any of these helps:');
  say('  put `pulumi` 3.229 or newer with its Node language host on PATH, allow https to get.pulumi.com,');
  say('  or install Go 1.25 or newer with access to a Go module proxy. Then run this again.');
  if (process.env['MUSTER_REQUIRE_PULUMI'] === '1') process.exitCode = 1;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
