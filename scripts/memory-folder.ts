// A folder in memory for the temporary files of a test run: ledgers and Pulumi states are written durably, and a disk makes each
// of their writes wait.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^muster-tests-(?<pid>\d+)-/u;
/** A run of the long suite takes less than 1 GB of it; the tests themselves need the rest. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Null where there is none, where it or the machine is small, or where no program may run from it. */
export function temporaryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED_BYTES) return null;
    removeAbandoned();
    const folder = mkdtempSync(join(MEMORY, `muster-tests-${process.pid}-`));
    // Programs of others run as a user without rights (Gitea refuses root), who must get through to their own folders.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return folder;
    removeFolder(folder);
    return null;
  } catch {
    return null;
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Some containers mount it for data only. */
function runsPrograms(folder: string): boolean {
  const file = join(folder, 'program');
  writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  return spawnSync(file).status === 0;
}

/** What an interrupted run could not remove. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.groups?.['pid'];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(MEMORY, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
