// The holder of a ledger's lock, read without opening the ledger for writing: for `doctor`.

import { ledgerExists, openForReading } from './ledger-file.ts';
import type { LockHolder } from './holder.ts';
import { readHolderRow } from './lock.ts';

/** Undefined when there is no ledger, null when its lock is free. Throws as openForReading does. */
export function readHolder(path: string): LockHolder | null | undefined {
  if (!ledgerExists(path)) return undefined;
  const { database } = openForReading(path);
  try {
    return readHolderRow(database.prepare('SELECT * FROM lock').get());
  } finally {
    database.close();
  }
}
