// Everything that is written to a ledger, as values: what the thread of the network sends to the thread that commits. Both import this
// file, and the second hardly anything else, so that it starts fast.

import type { SQLInputValue } from 'node:sqlite';

import { HISTORY_LENGTH } from './schema.ts';

/** `open` begins with what is true of the whole transaction: fence, boot, uptime_ms; then comes the age that the intent has already. */
export const WRITES = {
  open: `INSERT INTO intents (fence, boot, uptime_ms, id, address, action, from_campaign, at, proposed)
    VALUES (?, ?, ? - ?, ?, ?, ?, ?, ?, ?)`,
  end: 'UPDATE intents SET outcome = ?, closed_at = ? WHERE id = ? AND closed_at IS NULL',
  put: 'INSERT OR REPLACE INTO objects (address, kind, body, updated_at) VALUES (?, ?, ?, ?)',
  remove: 'DELETE FROM objects WHERE address = ?',
  keep: 'INSERT OR REPLACE INTO copies (address, saved_at, body) VALUES (?, ?, ?)',
  drop: 'DELETE FROM copies WHERE address = ?',
  bind: 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)',
} as const;

/** In every transaction: that the lock is still ours, which is a sign of life too. Changes no row where it was lost. */
export const CONFIRM = 'UPDATE lock SET heartbeat = ?, beats = beats + 1 WHERE fence = ? AND holder IS NOT NULL';

/** Counts one transaction that changed the ledger. */
export const ADVANCE = `UPDATE meta SET value = value + 1 WHERE key = 'generation'`;

/** Newest by `seq`: the cost is the rows to delete and the few old open ones, not the whole history. */
export const PRUNE = `DELETE FROM intents WHERE closed_at IS NOT NULL
  AND seq <= (SELECT max(seq) FROM intents) - ${HISTORY_LENGTH}`;

export type WriteName = keyof typeof WRITES;
export type Step = readonly [WriteName, ...SQLInputValue[]];

/** Steps that are written together. Where the first is `end` and finds no open intent, none of them is. */
export type Entry = readonly [Step, ...Step[]];

/** One transaction. Without entries it is a sign of life, and changes nothing else. */
export interface Batch {
  readonly fence: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly boot: string;
  readonly uptimeMs: number;
  readonly entries: readonly Entry[];
}

/**
 * `committed`: on the disk, but for the entries with these indexes. `lost`: the row of the lock as it stands. `failed`: an error of the
 * database, whose numbers would not survive the way as properties of an Error. Of what was lost or failed nothing is written.
 */
export type CommitResult =
  | { readonly kind: 'committed'; readonly refused: readonly number[] }
  | { readonly kind: 'lost'; readonly lock: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly errcode?: number; readonly errstr?: string };
