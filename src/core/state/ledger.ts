// Recorded state in an embedded database: one SQLite file per target.
// Promises that what was acknowledged survives kill -9 and that only the holder of the lock writes. Refuses damaged and
// newer files, and all writing without the lock.

import { resolve } from 'node:path';

import { MACHINE } from '../machine.ts';
import type { Machine } from '../machine.ts';
import type { Address } from '../model/address.ts';
import type { AppliedRun } from '../model/applied.ts';
import { ToolError } from '../model/errors.ts';
import { isSameIdentity } from '../model/identity.ts';
import type { Identity } from '../model/identity.ts';
import type { Clock } from '../model/state.ts';
import { createCommitQueue } from './commit-queue.ts';
import { holdLock } from './holding.ts';
import type { Holding } from './holding.ts';
import { journalOf, noIntent } from './journal.ts';
import type { Journal } from './journal.ts';
import { DISK } from './disk.ts';
import type { Disk } from './disk.ts';
import type { OpenedLedger } from './ledger-file.ts';
import type { LockHolder } from './holder.ts';
import { lockRow, readHolderRow } from './lock.ts';
import type { LockHandle, LockOptions } from './lock.ts';
import { emptyMemory, memoryOf } from './memory.ts';
import type { HandOver, LedgerReader, ReaderParts } from './memory.ts';
import type { Recorder, StateHome } from './recorder.ts';
import type { PastIntent } from './shape.ts';
import { uptimeOfMachine } from './uptime.ts';
import type { Uptime } from './uptime.ts';
import type { Entry } from './writes.ts';

interface LedgerOptions {
  /** The file; its folder is made when it is missing. */
  readonly path: string;
  readonly clock: Clock;
  /** For plan, drift and show: makes no file, takes no lock, and rejects every write with `internal`. */
  readonly readOnly?: boolean;
  /** Default: that of this machine. */
  readonly uptime?: () => Uptime;
  readonly disk?: Disk;
  readonly machine?: Machine;
}

/** Writing needs the lock: without it, or once it is lost, every Recorder method rejects with `locked`. */
export interface Ledger extends StateHome {
  /** Grows with every transaction that changed the ledger; equal numbers mean equal recorded state. 0 when new. */
  readonly generation: number;
  /** The journal of intents, open and ended, oldest first; the latest 10,000. Reads only. */
  history(): Promise<readonly PastIntent[]>;
  /** Which tenant and stack it speaks of; null as long as no run has bound it. */
  readonly identity: Identity | null;
  /** Binds it, or moves it to another tenant or stack. Nothing is written where it says so already. */
  bind(identity: Identity): Promise<void>;
  /** What applies did, newest first. */
  readonly applied: readonly AppliedRun[];
  /** Resolves when it is durable: before the first request of a run. */
  noteApplied(runs: readonly AppliedRun[]): Promise<void>;
  /** Where its state went, or comes from; null where it is here. */
  readonly handOver: HandOver | null;
  noteHandOver(to: HandOver | null): Promise<void>;
  /** Transactions committed through this object. */
  readonly commits: number;
  /** Read as the file stands, where no lock can be seen or taken (a read-only or full disk). */
  readonly isAsItStands: boolean;
  /** Rejects with `locked`, naming the holder, when the target is not free within the timeout. */
  lock(options: LockOptions): Promise<LockHandle>;
  /** Who holds it as the row says, dead or alive; null when nobody does. */
  holder(): Promise<LockHolder | null>;
  /** Frees a lock that another run holds; false when that one holds it no more. Its run can write nothing from then on. */
  unlock(lockId: number): Promise<boolean>;
}

/**
 * Rejects with `ledger-damaged` (newer, not a ledger; nothing is changed), `ledger-unreadable`, `ledger-unwritable`,
 * `ledger-read-only` or `disk-full`.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const path = resolve(options.path);
  const { disk = DISK, machine = MACHINE, uptime = uptimeOfMachine() } = options;
  const parts = { ...options, path, disk, machine, uptime, readKey: disk.readKey };
  if (options.readOnly !== true) return writableLedger(parts);
  if (!disk.exists(path)) return readOnlyLedger(emptyMemory(machine), { isAsItStands: false, holder: () => null });
  const opened = disk.openForReading(path);
  const memory = unchanged(memoryOf(opened.database, parts), opened);
  const select = opened.database.prepare('SELECT * FROM lock');
  return readOnlyLedger(memory, { ...opened, holder: () => readHolderRow(select.get()) });
}

/** What was read counts only when the file is still the one that was opened. */
function unchanged(memory: LedgerReader, { checkUnchanged }: OpenedLedger): LedgerReader {
  const checked = <T>(value: T): T => {
    checkUnchanged();
    return value;
  };
  return {
    load: () => checked(memory.load()),
    copies: () => checked(memory.copies()),
    history: () => checked(memory.history()),
    digestKey: memory.digestKey,
    get identity() {
      return checked(memory.identity);
    },
    get applied() {
      return checked(memory.applied);
    },
    get generation() {
      return checked(memory.generation);
    },
    get handOver() {
      return checked(memory.handOver);
    },
    close: () => memory.close(),
  };
}

interface LedgerFacts extends Pick<OpenedLedger, 'isAsItStands'> {
  readonly holder: () => LockHolder | null;
}

function readOnlyLedger(memory: LedgerReader, { isAsItStands, holder }: LedgerFacts): Ledger {
  const refuse = (): Promise<never> =>
    Promise.reject(new ToolError('internal', { message: 'A ledger opened for reading was asked to write.' }));
  const refusing = { intend: refuse, settle: refuse, record: refuse, keepCopy: refuse, dropCopy: refuse };
  return {
    ...refusing,
    bind: refuse,
    noteApplied: refuse,
    noteHandOver: refuse,
    ...reader(memory),
    lock: refuse,
    unlock: refuse,
    holder: async () => holder(),
    commits: 0,
    identity: memory.identity,
    handOver: memory.handOver,
    isAsItStands,
    applied: memory.applied,
    get generation() {
      return memory.generation;
    },
  };
}

function reader(memory: LedgerReader): Pick<Ledger, 'load' | 'copies' | 'history' | 'digestKey' | 'close'> {
  return {
    load: async () => memory.load(),
    copies: async () => memory.copies(),
    history: async () => memory.history(),
    digestKey: memory.digestKey,
    close: async () => memory.close(),
  };
}

function writableLedger(parts: Required<Omit<LedgerOptions, 'readOnly'>> & ReaderParts): Ledger {
  const { path, clock, uptime, disk, machine } = parts;
  // Reads, takes the lock and frees it; everything else is written by the thread.
  const database = disk.openForWriting(path);
  const memory = memoryOf(database, parts);
  const locking = lockRow(database, path, clock);
  const thread = disk.writer(path);
  let holding: Holding | null = null;
  let isOpen = false;
  const held = (): Holding => {
    if (holding !== null && isOpen) return holding;
    throw new ToolError('locked', { message: 'This run writes without holding the target.' });
  };
  const queue = createCommitQueue<Entry>(async (entries) => (holding ?? held()).commit(entries), machine);

  const letGo = async (mine: Holding): Promise<void> => {
    if (holding === mine) isOpen = false;
    await queue.drain();
    mine.stop();
    locking.release(mine.fence);
  };
  return {
    ...reader(memory),
    ...recorder({ memory, journal: journalOf(database), clock, held, add: queue.add }),
    get identity() {
      return memory.identity;
    },
    get applied() {
      return memory.applied;
    },
    get generation() {
      return memory.generation;
    },
    get handOver() {
      return memory.handOver;
    },
    get commits() {
      return queue.commits;
    },
    isAsItStands: false,
    lock: async (options) => {
      const wishes = { machine, ...options };
      const fence = await locking.acquire(wishes);
      const mine = holdLock({ thread, locking, path, clock, uptime }, fence, wishes);
      [holding, isOpen] = [mine, true];
      return { fence, lost: mine.lost, release: () => letGo(mine), assertHeld: mine.assertHeld };
    },
    holder: async () => locking.holder(),
    unlock: async (lockId) => locking.release(lockId),
    close: async () => {
      await queue.close();
      holding?.stop();
      await thread.close();
      memory.close();
    },
  };
}

interface RecorderParts {
  readonly memory: LedgerReader;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly held: () => Pick<Holding, 'fence'>;
  readonly add: (entry: Entry) => Promise<boolean>;
}

function recorder({
  memory,
  journal,
  clock,
  held,
  add,
}: RecorderParts): Recorder & Pick<Ledger, 'bind' | 'noteApplied' | 'noteHandOver'> {
  let intents = 0;
  return {
    bind: async (identity) => {
      held();
      if (!isSameIdentity(memory.identity, identity)) await add(journal.bind(identity));
    },
    noteApplied: async (runs) => {
      held();
      await add(journal.applied(runs));
    },
    noteHandOver: async (to) => {
      held();
      await add(journal.handOver(to));
    },
    intend: async (intent) => {
      const { fence } = held();
      intents += 1;
      const id = `${fence}-${intents}`;
      checkAddress(intent.address);
      await add(journal.open({ ...intent, id }));
      return id;
    },
    settle: async (id, recorded) => {
      held();
      if (recorded) checkAddress(recorded.address);
      // When it was asked for: the intent that takes its place may stand in the same transaction.
      if (!(await add(journal.close(id, recorded, clock())))) throw noIntent(id);
    },
    record: async (address, recorded) => {
      held();
      checkAddress(address, recorded?.address);
      await add(recorded === null ? journal.remove(address) : journal.put(recorded, clock()));
    },
    keepCopy: async (copy) => {
      held();
      checkAddress(copy.address);
      await add(journal.keep(copy));
    },
    dropCopy: async (address) => {
      held();
      await add(journal.drop(address));
    },
  };
}

/** Half a surrogate pair cannot be stored as UTF-8: the object would be read back under another name. */
function checkAddress(address: Address, own: Address = address): void {
  if (address === own && address.isWellFormed()) return;
  throw new ToolError('internal', { message: 'An object was recorded under an address that is not its own.', address });
}
