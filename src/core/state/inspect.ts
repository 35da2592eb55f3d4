// The holder of a ledger's lock, read without opening the ledger for writing.

import { ledgerExists, openForReading } from './ledger-file.ts';
import type { LockHolder } from './holder.ts';
import { readHolderRow } from './lock.ts';

/** Null where nobody holds it, or there is no ledger. Throws as openForReading does. */
export function readHolder(path: string): LockHolder | null {
  if (!ledgerExists(path)) return null;
  const { database } = openForReading(path);
  try {
    return readHolderRow(database.prepare('SELECT * FROM lock').get());
  } finally {
    database.close();
  }
}
