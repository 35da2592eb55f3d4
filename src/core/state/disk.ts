// Where ledgers lie, and how what is written there becomes durable. Handed in, so that a run can be played on another disk.

import type { DatabaseSync } from 'node:sqlite';

import { openCopies } from './copy-files.ts';
import type { CopyStore } from './copy-files.ts';
import { readKey } from './key-file.ts';
import { noteLatest, readLatest } from './latest.ts';
import { ledgerExists, ledgerTargets, openForReading, openForWriting } from './ledger-file.ts';
import type { OpenedLedger } from './ledger-file.ts';
import { writingThread } from './writing-thread.ts';
import type { WritingThread } from './writing-thread.ts';

/** `path`: of the ledger, absolute. What they throw stands at the functions of the machine's disk. */
export interface Disk {
  readonly exists: (path: string) => boolean;
  /** Targets of which a ledger lies in the folder of the project. */
  readonly targets: (folder: string) => readonly string[];
  readonly openForReading: (path: string) => OpenedLedger;
  readonly openForWriting: (path: string) => DatabaseSync;
  /** The secret for digests of the ledger that says it has the key `id`. */
  readonly readKey: (path: string, id: string) => Uint8Array;
  readonly writer: (path: string) => WritingThread;
  /** The highest generation that a run on this machine left; 0 where none is known. */
  readonly readLatest: (path: string) => number;
  readonly noteLatest: (path: string, generation: number) => void;
  /** Full copies of records on the way, for a home that is a stack. */
  readonly openCopies: (folder: string) => Promise<CopyStore>;
}

export const DISK: Disk = {
  exists: ledgerExists,
  targets: ledgerTargets,
  openForReading,
  openForWriting,
  readKey,
  writer: writingThread,
  readLatest,
  noteLatest,
  openCopies,
};
