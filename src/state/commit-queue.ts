// Group commit: everything asked for in one turn of the event loop becomes one transaction, so that 32 writers at once
// cost one flush to disk. Promises that an entry resolves only once it is durable, and that after a failed commit no
// later one does.

import type { DatabaseSync } from 'node:sqlite';

import { ToolError } from '../model/errors.ts';
import { storageError } from './failure.ts';

interface CommitQueue {
  /**
   * Runs `write` inside the next transaction. An entry that has to refuse throws a ToolError before it writes anything:
   * then it alone is rejected. Any other failure rejects the whole transaction and everything after it.
   */
  add(write: () => void): Promise<void>;
  /** Commits the waiting entries now. Does not throw: each entry's own promise rejects instead. */
  flush(): void;
  /** Transactions committed so far. */
  readonly commits: number;
}

interface Entry {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: ToolError) => void;
}

interface CommitQueueOptions {
  readonly database: DatabaseSync;
  readonly path: string;
  /** First in every transaction: checks that this run may write. */
  readonly begin: () => void;
}

export function createCommitQueue(options: CommitQueueOptions): CommitQueue {
  let waiting: Entry[] = [];
  let broken: ToolError | null = null;
  let commits = 0;

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      if (broken !== null) throw broken;
      const refusals = commitBatch(options, batch);
      commits += 1;
      answer(batch, refusals);
    } catch (error) {
      const failure = storageError(error, { path: options.path, doing: 'write' });
      broken ??= failure;
      for (const entry of batch) entry.reject(failure);
    }
  };
  return {
    add: (write) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ write, resolve, reject });
      }),
    flush,
    get commits() {
      return commits;
    },
  };
}

function commitBatch({ database, begin }: CommitQueueOptions, batch: readonly Entry[]): ReadonlyMap<Entry, ToolError> {
  const refusals = new Map<Entry, ToolError>();
  database.exec('BEGIN IMMEDIATE');
  try {
    begin();
    for (const entry of batch) runEntry(entry, refusals);
    database.exec('COMMIT');
    return refusals;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function runEntry(entry: Entry, refusals: Map<Entry, ToolError>): void {
  try {
    entry.write();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    refusals.set(entry, error);
  }
}

function answer(batch: readonly Entry[], refusals: ReadonlyMap<Entry, ToolError>): void {
  for (const entry of batch) {
    const refusal = refusals.get(entry);
    if (refusal === undefined) entry.resolve();
    else entry.reject(refusal);
  }
}
