// One process at a time fills a folder of this user; the others wait, and find what it made. A folder that exists under its final name is
// whole, because it appears by one rename.

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;

interface Making<T> {
  /** Null where it was not made yet. */
  readonly find: () => Promise<T | null>;
  /** Fills a new folder. Throws with the reason. */
  readonly make: (folder: string) => Promise<void>;
}

/** What is found in the folder `final` once this process has its turn, or is made there. Null where what was made is not found either. */
export async function madeOnce<T>(final: string, { find, make }: Making<T>): Promise<T | null> {
  const lock = `${final}.lock`;
  const folder = `${final}.${process.pid}.partial`;
  await mkdir(dirname(final), { recursive: true });
  while (!(await takeLock(lock))) await sleep(POLL_MS);
  try {
    const found = await find();
    if (found !== null) return found;
    await mkdir(folder, { recursive: true });
    await make(folder);
    await rm(final, { recursive: true, force: true });
    await rename(folder, final);
    return await find();
  } finally {
    for (const left of [folder, lock]) await rm(left, { recursive: true, force: true });
  }
}

/** False while another process has it. A lock whose process is gone is removed. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    await writeFile(`${lock}/pid`, String(process.pid));
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (await isAbandoned(lock)) await rm(lock, { recursive: true, force: true });
  return false;
}

async function isAbandoned(lock: string): Promise<boolean> {
  const pid = Number(await readFile(`${lock}/pid`, 'utf8').catch(() => '0'));
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
