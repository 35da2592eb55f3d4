// The holder of a ledger's lock, read without opening the ledger for writing: for `doctor`.

import { ledgerExists, openForReading } from './ledger-file.ts';
import { fieldsOf } from './fields.ts';

export interface LockHolder {
  /** `user@host`. */
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Undefined when there is no ledger, null when its lock is free. Throws `ledger-damaged`. */
export function readHolder(path: string): LockHolder | null | undefined {
  if (!ledgerExists(path)) return undefined;
  const { database } = openForReading(path);
  try {
    const columns = fieldsOf(database.prepare('SELECT * FROM lock').get(), 'lock');
    const name = columns.textOrNull('holder');
    if (name === null) return null;
    return { name, host: columns.text('host'), pid: columns.number('pid'), since: columns.number('since') };
  } finally {
    database.close();
  }
}
