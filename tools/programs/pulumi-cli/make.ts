// Makes a CLI for this user: download, else build.

import { existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { madeOnce } from '../lock.ts';
import { build } from './build.ts';
import { cachedCli, recordChecksums } from './cached.ts';
import { cacheDirectory, cliIn, DYNAMIC_PROVIDER, DYNAMIC_PROVIDER_SOURCE } from './cli.ts';
import type { PulumiCli } from './cli.ts';
import { download } from './download.ts';

type Say = (text: string) => void;

const WAYS = { download: (folder: string) => download(folder), build } as const;

/** Null when no way worked; each reason is printed. */
export async function makePulumiCli(say: Say): Promise<PulumiCli | null> {
  const final = cacheDirectory();
  if (existsSync(final)) say(`the one in ${final} is not as it was put there; it is made anew`);
  for (const [way, fill] of Object.entries(WAYS)) {
    const make = async (folder: string): Promise<void> => {
      await fill(folder, say);
      await addDynamicProvider(folder);
      await recordChecksums(folder);
      if ((await cliIn(folder, 'cache')) === null) throw new Error('what came does not start here');
    };
    try {
      return await madeOnce(final, { find: () => cachedCli(final), make });
    } catch (error) {
      say(`${way}: ${reason(error)}`);
    }
  }
  return null;
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
