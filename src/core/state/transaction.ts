// One transaction of a ledger, whole or not at all. Promises that nothing is written by a run that lost the lock, and that `committed`
// is said only after COMMIT returned. Imports next to nothing (writes.ts).

import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { openDurable } from './durable.ts';
import { ADVANCE, CONFIRM, PRUNE, WRITES } from './writes.ts';
import type { Batch, Entry, Step, CommitResult } from './writes.ts';

/** The rows that it changed. */
type Run = (sql: string, ...values: readonly Step[number][]) => number | bigint;

/** Opens the ledger with the first batch, which says what is wrong with it. */
export function openCommitter(
  path: string,
  open: (path: string) => DatabaseSync = openDurable,
): { commit: (batch: Batch) => CommitResult; close: () => void } {
  let database: DatabaseSync | null = null;
  let run: Run = () => 0;
  return {
    commit: (batch) => {
      try {
        if (database === null) run = runnerOn((database = open(path)));
        return inTransaction(database, run, batch);
      } catch (error) {
        // A full disk ends the transaction by itself.
        if (database?.isTransaction === true) database.exec('ROLLBACK');
        return failed(error);
      }
    },
    close: () => database?.close(),
  };
}

function runnerOn(database: DatabaseSync): Run {
  const prepared = new Map<string, StatementSync>();
  return (sql, ...values) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.run(...values).changes;
  };
}

function inTransaction(database: DatabaseSync, run: Run, batch: Batch): CommitResult {
  database.exec('BEGIN IMMEDIATE');
  if (run(CONFIRM, batch.now, batch.fence) === 0) {
    const lock: unknown = { ...database.prepare('SELECT * FROM lock').get() };
    database.exec('ROLLBACK');
    return { kind: 'lost', lock };
  }
  const refused = batch.entries.flatMap((entry, index) => (write(run, batch, entry) ? [] : [index]));
  if (batch.entries.length > 0) run(ADVANCE);
  if (batch.entries.some(([[name]]) => name === 'end')) run(PRUNE);
  database.exec('COMMIT');
  return { kind: 'committed', refused };
}

function write(run: Run, { fence, boot, uptimeMs }: Batch, entry: Entry): boolean {
  for (const [name, ...values] of entry) {
    const changes =
      name === 'open' ? run(WRITES[name], fence, boot, uptimeMs, ...values) : run(WRITES[name], ...values);
    if (name === 'end' && changes === 0) return false;
  }
  return true;
}

function failed(error: unknown): CommitResult {
  if (!(error instanceof Error)) return { kind: 'failed', message: String(error) };
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? { errcode: error.errcode } : {};
  return {
    kind: 'failed',
    message: error.message,
    ...errcode,
    ...('errstr' in error && { errstr: String(error.errstr) }),
  };
}
