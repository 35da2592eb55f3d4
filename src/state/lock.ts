// One writer a target: a row and a transaction, not a lock file. Each holder gets the next fence number, and every
// writing transaction confirms it, so a run that lost the lock can write nothing any more. A lock whose process is gone
// is taken over; one of another machine never is, because its process cannot be seen from here.

import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { ToolError } from '../model/errors.ts';
import type { Clock } from '../model/state.ts';
import { storageError } from './failure.ts';
import { fieldsOf } from './fields.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export interface LockOptions {
  /** How long to wait for another holder; 0 tries once. */
  readonly timeoutMs: number;
  /** `user@host`: who, and on which machine the pid means something. */
  readonly holder: string;
  readonly pid: number;
  /**
   * Asked only about processes of this machine. `since` (epoch milliseconds) is when the lock was taken: a process that
   * began later merely has the same number (a restarted container).
   */
  readonly processIsAlive: (pid: number, since: number) => boolean;
  readonly sleep?: (ms: number) => Promise<void>;
}

export interface LockHandle {
  /** Grows with every holder of this ledger. */
  readonly fence: number;
  /** Commits the waiting entries, then releases the lock. Does nothing when it was lost or released before. */
  release(): Promise<void>;
  /** Throws `locked` when the lock was lost or released. */
  assertHeld(): void;
}

/** The lock row of one ledger. */
interface LockRow {
  /** The fence of the new holder. Throws `locked`, naming the holder, when the time is over. */
  acquire(options: LockOptions): Promise<number>;
  /** Throws `locked` when `fence` no longer holds. */
  assertHeld(fence: number): void;
  /** The same inside a writing transaction; also records that the holder is alive. */
  confirm(fence: number): void;
  release(fence: number): void;
}

interface LockState {
  readonly fence: number;
  readonly holder: {
    readonly name: string;
    readonly host: string;
    readonly pid: number;
    readonly since: number;
  } | null;
}

export function lockRow(database: DatabaseSync, path: string, clock: Clock): LockRow {
  const select = database.prepare('SELECT * FROM lock');
  // Compare and set: of two runs that saw the same fence, one changes the row.
  const take = database.prepare(`
    UPDATE lock SET holder = ?, pid = ?, host = ?, since = ?, heartbeat = ?, fence = fence + 1
    WHERE fence = ?`);
  const beat = database.prepare('UPDATE lock SET heartbeat = ? WHERE fence = ? AND holder IS NOT NULL');
  const free = database.prepare(`
    UPDATE lock SET holder = NULL, pid = NULL, host = NULL, since = NULL, heartbeat = NULL WHERE fence = ?`);
  const read = (): LockState => readState(select.get());
  const writing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageError(error, { path, doing: 'write' });
    }
  };

  const tryTake = (state: LockState, options: LockOptions): boolean => {
    const now = clock();
    const { holder, pid } = options;
    return mayTake(state, options) && take.run(holder, pid, hostOf(holder), now, now, state.fence).changes === 1;
  };
  return {
    acquire: (options) => {
      const attempt = (): LockState | number => {
        const state = read();
        return tryTake(state, options) ? state.fence + 1 : state;
      };
      return acquire(() => writing(attempt), options);
    },
    assertHeld: (fence) => {
      const state = writing(read);
      if (state.fence !== fence || state.holder === null) throw lost(state);
    },
    confirm: (fence) => {
      if (beat.run(clock(), fence).changes === 0) throw lost(read());
    },
    release: (fence) => {
      writing(() => free.run(fence));
    },
  };
}

/** `attempt` returns the new fence, or the present holder. */
async function acquire(attempt: () => LockState | number, options: LockOptions): Promise<number> {
  const sleep = options.sleep ?? ((ms: number) => delay(ms));
  let pauseMs = FIRST_PAUSE_MS;
  let leftMs = options.timeoutMs;
  for (;;) {
    const result = attempt();
    if (typeof result === 'number') return result;
    if (leftMs <= 0) throw heldBy(result, options);
    pauseMs = Math.min(pauseMs, leftMs);
    await sleep(pauseMs);
    leftMs -= pauseMs;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function mayTake({ holder }: LockState, options: LockOptions): boolean {
  if (holder === null) return true;
  return holder.host === hostOf(options.holder) && !options.processIsAlive(holder.pid, holder.since);
}

function readState(row: unknown): LockState {
  const columns = fieldsOf(row, 'lock');
  const fence = columns.number('fence');
  const name = columns.textOrNull('holder');
  if (name === null) return { fence, holder: null };
  const holder = { name, host: columns.text('host'), pid: columns.number('pid'), since: columns.number('since') };
  return { fence, holder };
}

function hostOf(holder: string): string {
  return holder.slice(holder.lastIndexOf('@') + 1);
}

function describe({ holder }: LockState): string {
  if (holder === null) return 'another run, which has just ended';
  return `${holder.name} (pid ${holder.pid}) since ${new Date(holder.since).toISOString()}`;
}

function heldBy(state: LockState, options: LockOptions): ToolError {
  const foreign = state.holder !== null && state.holder.host !== hostOf(options.holder);
  const note = foreign ? ' Whether it still runs cannot be seen from this machine, so it is not taken over.' : '';
  const waited = options.timeoutMs > 0 ? `, waited ${options.timeoutMs / 1_000} s for it` : '';
  return new ToolError('locked', { message: `The target is held by ${describe(state)}${waited}.${note}` });
}

function lost(state: LockState): ToolError {
  const now = state.holder === null ? 'nobody holds it now' : `it is held by ${describe(state)}`;
  return new ToolError('locked', {
    message: `This run does not hold the target any more; ${now}.`,
  });
}
