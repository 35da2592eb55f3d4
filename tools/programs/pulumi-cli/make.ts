// Makes a CLI for this user: download, else build. Only one process does; others wait for it. A folder that exists
// under the final name is complete, because it appears by one rename.

import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { madeOnce } from '../lock.ts';
import { build } from './build.ts';
import { cachedCli, recordChecksums } from './cached.ts';
import { cacheDirectory, cliIn, DYNAMIC_PROVIDER, DYNAMIC_PROVIDER_SOURCE } from './cli.ts';
import type { PulumiCli } from './cli.ts';
import { download } from './download.ts';

/** Null when no way worked; each reason is printed. */
export async function makePulumiCli(say: (text: string) => void): Promise<PulumiCli | null> {
  const final = cacheDirectory();
  return madeOnce(final, {
    find: () => cachedCli(final),
    make: async () => {
      if (existsSync(final)) say(`the one in ${final} is not as it was put there; it is made anew`);
      return makeIn(final, say);
    },
  });
}

async function makeIn(final: string, say: (text: string) => void): Promise<PulumiCli | null> {
  const ways = [
    { origin: 'download', run: download },
    { origin: 'build', run: (folder: string) => build(folder, say) },
  ] as const;
  for (const { origin, run } of ways) {
    const folder = `${final}.${process.pid}.partial`;
    await mkdir(folder, { recursive: true });
    try {
      await run(folder);
      await addDynamicProvider(folder);
      await recordChecksums(folder);
      if ((await cliIn(folder, origin)) === null) throw new Error('what came does not start here');
      return await putInPlace(folder, final, origin);
    } catch (error) {
      say(`${origin}: ${reason(error)}`);
      await rm(folder, { recursive: true, force: true });
    }
  }
  return null;
}

/** A CLI that is there and works is kept: it may be in use. */
async function putInPlace(folder: string, final: string, origin: PulumiCli['origin']): Promise<PulumiCli | null> {
  const standing = await cachedCli(final);
  if (standing !== null) {
    await rm(folder, { recursive: true, force: true });
    return standing;
  }
  await rm(final, { recursive: true, force: true });
  await rename(folder, final);
  return cliIn(final, origin);
}

/** A copy, not a link: the cache outlives the checkout. The script finds the SDK from the folder it is started in. */
async function addDynamicProvider(folder: string): Promise<void> {
  await copyFile(DYNAMIC_PROVIDER_SOURCE, join(folder, DYNAMIC_PROVIDER));
  await chmod(join(folder, DYNAMIC_PROVIDER), 0o755);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return error.message || (inner instanceof Error ? inner.message : error.name);
}
