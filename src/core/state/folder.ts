// A folder and those above it, for their owner only. One after the other: a recursive mkdir of Node never ends where the folder that
// it stands in was removed, or below /proc.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o700;

/** Throws as `mkdirSync` does; what is there stays as it is. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
