// One process at a time fills a folder of this user; the others wait, and find what it made.

import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;

interface Making<T> {
  /** Null where it was not made yet. */
  readonly find: () => Promise<T | null>;
  readonly make: () => Promise<T>;
}

/** What is found in `folder` once this process has its turn, or is made there. */
export async function madeOnce<T>(folder: string, { find, make }: Making<T>): Promise<T> {
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!(await takeLock(lock))) await sleep(POLL_MS);
  try {
    return (await find()) ?? (await make());
  } finally {
    await rm(lock, { recursive: true, force: true });
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
