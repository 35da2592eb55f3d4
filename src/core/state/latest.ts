// The highest generation of a ledger that a run on this machine left, in a file beside it: a ledger that was put back from a copy is
// older than that. A run that is cut off leaves a lower number, so nobody is accused wrongly.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const fileOf = (path: string): string => `${path}.latest`;

/** 0 where none is known. Asked before a ledger is read, where another run may write both meanwhile. */
export function readLatest(path: string): number {
  return existsSync(fileOf(path)) ? Number(readFileSync(fileOf(path), 'utf8')) || 0 : 0;
}

/** Null where a ledger of this generation is not older. */
export function olderThan(latest: number, generation: number): string | null {
  return generation >= latest
    ? null
    : `the ledger is of generation ${generation}, and a run on this machine left ${latest}`;
}

/** A disk that is full or read-only is no reason not to say what the run did. */
export function noteLatest(path: string, generation: number): void {
  try {
    writeFileSync(fileOf(path), String(generation), { mode: 0o600 });
  } catch {
    return;
  }
}
