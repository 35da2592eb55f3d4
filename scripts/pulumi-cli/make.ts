// Makes a CLI for this user: download, else build. Only one process does; others wait for it. A folder that exists
// under the final name is complete, because it appears by one rename.

import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { build } from './build.ts';
import { cachedCli, recordChecksums } from './cached.ts';
import { cacheDirectory, cliIn, DYNAMIC_PROVIDER, DYNAMIC_PROVIDER_SOURCE } from './cli.ts';
import type { PulumiCli } from './cli.ts';
import { download } from './download.ts';

const POLL_MS = 500;

/** Null when no way worked; each reason is printed. */
export async function makePulumiCli(say: (text: string) => void): Promise<PulumiCli | null> {
  const final = cacheDirectory();
  const lock = `${final}.lock`;
  await mkdir(dirname(final), { recursive: true });
  while (!(await takeLock(lock))) await sleep(POLL_MS);
  try {
    const cached = await cachedCli(final);
    if (cached === null && existsSync(final)) say(`the one in ${final} is not as it was put there; it is made anew`);
    return cached ?? (await makeIn(final, say));
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
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

/** False while another process has it. A lock whose process is gone is removed. */
export async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    await writeFile(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (await isAbandoned(lock)) await rm(lock, { recursive: true, force: true });
  return false;
}

async function isAbandoned(lock: string): Promise<boolean> {
  const pid = Number(await readFile(join(lock, 'pid'), 'utf8').catch(() => '0'));
  if (pid > 0) return !isRunning(pid);
  // Taken, but the number not written yet: that takes milliseconds, unless its process was killed in between.
  const made = await stat(lock).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > 60_000;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return error.message || (inner instanceof Error ? inner.message : error.name);
}
