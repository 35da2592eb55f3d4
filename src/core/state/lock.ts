// One writer a target: a row and a transaction, not a lock file. Each holder gets the next fence number, and every
// writing transaction confirms it (transaction.ts), so a run that lost the lock can write nothing any more. Who may take a lock that is
// held: holder.ts. The holder gives a sign of life every HEARTBEAT_MS and learns by it when the lock is not its own any more.

import type { DatabaseSync } from 'node:sqlite';

import { MACHINE, pause } from '../machine.ts';
import type { Machine } from '../machine.ts';
import { ToolError } from '../model/errors.ts';
import type { Clock } from '../model/state.ts';
import { storageError } from './failure.ts';
import { fieldsOf } from './fields.ts';
import { HEARTBEAT_MS, LEASE_MS, describeHolder, livenessOf, mayTake } from './holder.ts';
import type { LockHolder, Viewpoint } from './holder.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

const UNANSWERED = 'The disk of the ledger does not answer: no sign of life can be written.';

export interface LockOptions extends Viewpoint {
  /** How long to wait for another holder; 0 tries once. */
  readonly timeoutMs: number;
  /** `user@host`, for people. */
  readonly holder: string;
  /** Default: this one. */
  readonly machine?: Pick<Machine, 'monotonic' | 'after'>;
  readonly heartbeatMs?: number;
  readonly leaseMs?: number;
}

export interface LockHandle {
  /** Grows with every holder of this ledger. */
  readonly fence: number;
  /** Aborted, with a `locked` ToolError as its reason, once this run learns that it holds the lock no more. */
  readonly lost: AbortSignal;
  /** Commits the waiting entries, then releases the lock. Does nothing when it was lost or released before. */
  release(): Promise<void>;
  /** Throws `locked` when the lock was lost or released. */
  assertHeld(): void;
}

/** The lock row of one ledger. */
export interface LockRow {
  /** The fence of the new holder. Throws `locked`, naming the holder, when the time is over. */
  acquire(options: LockOptions): Promise<number>;
  /** Null when nobody holds it. */
  holder(): LockHolder | null;
  /** Throws `locked` when `fence` no longer holds. */
  assertHeld(fence: number): void;
  /** Whether `fence` held it until now. */
  release(fence: number): boolean;
}

interface LockState {
  readonly fence: number;
  readonly holder: LockHolder | null;
}

export function lockRow(database: DatabaseSync, path: string, clock: Clock): LockRow {
  const select = database.prepare('SELECT * FROM lock');
  // Compare and set: of two runs that saw the same holder, or nobody, one changes the row.
  const take = database.prepare(`
    UPDATE lock SET holder = ?, boot = ?, pid_namespace = ?, pid = ?, started_at = ?, since = ?, heartbeat = ?,
      beats = 0, fence = fence + 1
    WHERE fence = ? AND beats = ?`);
  const free = database.prepare(`
    UPDATE lock SET holder = NULL, boot = NULL, pid_namespace = NULL, pid = NULL, started_at = NULL, since = NULL,
      heartbeat = NULL, beats = beats + 1
    WHERE fence = ? AND holder IS NOT NULL`);
  const read = (): LockState => readState(select.get());
  const writing = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageError(error, { path, doing: 'write' });
    }
  };
  const tryTake = (beats: number, fence: number, { holder, self }: LockOptions): boolean => {
    const { boot, pidNamespace, pid, startedAt } = self;
    const now = clock();
    return take.run(holder, boot, pidNamespace, pid, startedAt, now, now, fence, beats).changes === 1;
  };
  return {
    acquire: (options) => {
      const watch = watching(options);
      const attempt = (): LockState | number => {
        const row = select.get();
        const state = readState(row);
        const isFree = state.holder === null || watch(state.holder);
        return isFree && tryTake(beatsIn(row), state.fence, options) ? state.fence + 1 : state;
      };
      return acquire(() => writing(attempt), options);
    },
    holder: () => writing(read).holder,
    assertHeld: (fence) => {
      const state = writing(read);
      if (state.fence !== fence || state.holder === null) throw lostBy(state);
    },
    release: (fence) => writing(() => free.run(fence)).changes === 1,
  };
}

/** Whether the lock may be taken from a holder, who is asked about again and again: one heartbeat, and the watch starts anew. */
function watching(options: LockOptions): (holder: LockHolder) => boolean {
  const { machine = MACHINE, leaseMs = LEASE_MS } = options;
  let last = '';
  let since = 0;
  return (holder) => {
    const sign = `${holder.lockId} ${holder.beats}`;
    const now = machine.monotonic();
    if (sign !== last) [last, since] = [sign, now];
    return mayTake(livenessOf(holder, options), now - since, leaseMs);
  };
}

/** `attempt` returns the new fence, or the present holder. */
async function acquire(attempt: () => LockState | number, options: LockOptions): Promise<number> {
  let pauseMs = FIRST_PAUSE_MS;
  let leftMs = options.timeoutMs;
  for (;;) {
    const result = attempt();
    if (typeof result === 'number') return result;
    if (leftMs <= 0) throw heldBy(result, options);
    pauseMs = Math.min(pauseMs, leftMs);
    await pause(options.machine ?? MACHINE, pauseMs);
    leftMs -= pauseMs;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

export interface KeptLock {
  readonly lost: AbortSignal;
  /** Told by whoever finds it out first. */
  readonly lose: (reason: unknown) => void;
  readonly stop: () => void;
}

/**
 * Gives signs of life until it is stopped. One that cannot be written for half a lease, or is not answered for as long, counts as a
 * lost lock: others, who see nothing of it, may take the lock soon after.
 */
export function keepLock(beat: () => unknown, options: LockOptions): KeptLock {
  const { heartbeatMs = HEARTBEAT_MS, leaseMs = LEASE_MS, machine = MACHINE } = options;
  const { monotonic, after } = machine;
  const control = new AbortController();
  let last = monotonic();
  let [isBeating, isStopped] = [false, false];
  const stop = (): void => {
    isStopped = true;
    callOff();
  };
  const lose = (reason: unknown): void => {
    if (isStopped) return;
    stop();
    control.abort(reason);
  };
  const loseWhenLate = (reason: unknown): void => {
    if (monotonic() - last > leaseMs / 2) lose(reason);
  };
  const tryBeat = async (): Promise<void> => {
    isBeating = true;
    try {
      await beat();
      last = monotonic();
    } catch (error) {
      loseWhenLate(error);
    }
    isBeating = false;
  };
  const look = (): void => {
    callOff = after(heartbeatMs, look, true);
    if (isBeating) loseWhenLate(new ToolError('ledger-unwritable', { message: UNANSWERED }));
    else void tryBeat();
  };
  let callOff = after(heartbeatMs, look, true);
  return { lost: control.signal, lose, stop };
}

export function readHolderRow(row: unknown): LockHolder | null {
  return readState(row).holder;
}

function readState(row: unknown): LockState {
  const columns = fieldsOf(row, 'lock');
  const fence = columns.number('fence');
  const name = columns.textOrNull('holder');
  if (name === null) return { fence, holder: null };
  const holder: LockHolder = {
    lockId: fence,
    name,
    boot: columns.text('boot'),
    pidNamespace: columns.text('pid_namespace'),
    pid: columns.number('pid'),
    startedAt: columns.textOrNull('started_at'),
    since: columns.number('since'),
    heartbeat: columns.number('heartbeat'),
    beats: columns.number('beats'),
  };
  return { fence, holder };
}

function beatsIn(row: unknown): number {
  return fieldsOf(row, 'lock').number('beats');
}

function heldBy({ holder }: LockState, options: LockOptions): ToolError {
  const waited = options.timeoutMs > 0 ? `, waited ${options.timeoutMs / 1_000} s for it` : '';
  const who = holder === null ? 'another run, which has just ended' : describeHolder(holder);
  const isUnknown = holder !== null && livenessOf(holder, options) === 'unknown';
  const seconds = LEASE_MS / 1_000;
  const note = ` Whether it still runs cannot be seen from here: a run that waits takes over after ${seconds} s without a sign of life.`;
  return new ToolError('locked', { message: `The target is held by ${who}${waited}.${isUnknown ? note : ''}` });
}

/** `row`: of the lock, as it was found. */
export function lostLock(row: unknown): ToolError {
  return lostBy(readState(row));
}

function lostBy({ holder }: LockState): ToolError {
  const now = holder === null ? 'nobody holds it now' : `it is held by ${describeHolder(holder)}`;
  return new ToolError('locked', {
    message: `This run does not hold the target any more; ${now}.`,
  });
}
