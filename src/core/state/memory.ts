// Reads a ledger: recorded state, saved copies, digest key, generation. Promises one consistent moment and checked
// shapes; a ledger that does not exist reads as empty and is not made by reading.

import type { DatabaseSync } from 'node:sqlite';

import type { Machine } from '../machine.ts';
import type { Identity } from '../model/identity.ts';
import type { Address } from '../model/address.ts';
import { readRuns } from '../model/applied.ts';
import type { AppliedRun } from '../model/applied.ts';
import { ToolError } from '../model/errors.ts';
import type { RecordedObject, RecordedState } from '../model/state.ts';
import { storageError } from './failure.ts';
import { fieldsOf, parseJson } from './fields.ts';
import type { WordTable } from './fields.ts';
import type { Disk } from './disk.ts';
import type { SavedCopy } from './recorder.ts';
import { readObject, readOpenIntent, readPastIntent } from './shape.ts';
import type { PastIntent } from './shape.ts';
import type { Uptime } from './uptime.ts';

/** All but `close` throw `ledger-damaged` when the file cannot be read or holds other shapes than it should. */
export interface LedgerReader {
  load(): RecordedState;
  copies(): readonly SavedCopy[];
  /** Every intent still kept, oldest first, open ones included. */
  history(): readonly PastIntent[];
  readonly digestKey: Uint8Array;
  /** Null as long as no run has bound it. */
  readonly identity: Identity | null;
  /** What applies did, newest first. */
  readonly applied: readonly AppliedRun[];
  readonly generation: number;
  /** Where its state went, or comes from; null where it is here. */
  readonly handOver: HandOver | null;
  close(): void;
}

/** `leaving`, `arriving`: begun, and not ended. `left`: the other home has it. */
export interface HandOver {
  readonly is: 'leaving' | 'left' | 'arriving';
  /** The other home, as people call it. */
  readonly other: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What reading takes besides the database. */
export interface ReaderParts {
  /** Of the ledger, for people. */
  readonly path: string;
  readonly uptime: () => Uptime;
  readonly readKey: Disk['readKey'];
}

/** Closes the database when it does not hold the tables of a ledger. */
export function memoryOf(database: DatabaseSync, parts: ReaderParts): LedgerReader {
  const { path } = parts;
  try {
    return memoryOfTables(database, parts);
  } catch (error) {
    database.close();
    throw storageError(error, { path, doing: 'read' });
  }
}

function memoryOfTables(database: DatabaseSync, { path, uptime, readKey }: ReaderParts): LedgerReader {
  const meta = database.prepare('SELECT value FROM meta WHERE key = ?');
  const objects = database.prepare('SELECT address, body FROM objects ORDER BY address');
  const intents = database.prepare('SELECT * FROM intents WHERE closed_at IS NULL ORDER BY seq');
  const history = database.prepare('SELECT * FROM intents ORDER BY seq');
  const copies = database.prepare('SELECT address, saved_at, body FROM copies ORDER BY saved_at, address');
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw storageError(error, { path, doing: 'read' });
    }
  };
  return {
    load: () => reading(() => inOneMoment(database, () => readState(objects.iterate(), intents.all(), uptime()))),
    copies: () => reading(() => copies.all().map(readCopy)),
    history: () => reading(() => history.all().map(readPastIntent)),
    digestKey: readKey(path, fieldsOf(meta.get('digest-key-id'), 'meta digest-key-id').text('value')),
    get identity() {
      const [tenant, stack] = [meta.get('tenant'), meta.get('stack')];
      if (tenant === undefined || stack === undefined) return null;
      return {
        tenant: fieldsOf(tenant, 'meta tenant').text('value'),
        stack: fieldsOf(stack, 'meta stack').text('value'),
      };
    },
    get applied() {
      const row = reading(() => meta.get('applied'));
      const runs = row === undefined ? [] : readRuns(row['value']);
      if (runs === null)
        throw new ToolError('ledger-damaged', { message: `${path}: meta applied is not what this version writes` });
      return runs;
    },
    get handOver() {
      return reading(() => handOverIn(meta.get('hand-over')));
    },
    get generation() {
      return reading(() => fieldsOf(meta.get('generation'), 'meta generation').number('value'));
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * The content of a ledger that does not exist. The digest key is a random one of this object: with no ledger nothing is
 * recorded, so there is no digest it could be compared with.
 */
export function emptyMemory({ bytes }: Pick<Machine, 'bytes'>): LedgerReader {
  return {
    load: () => ({ objects: new Map(), openIntents: [] }),
    copies: () => [],
    history: () => [],
    digestKey: bytes(32),
    identity: null,
    applied: [],
    generation: 0,
    handOver: null,
    close: () => undefined,
  };
}

/** Row by row: the texts of all rows at once would be as much again as what is made of them. */
function readState(rows: Iterable<unknown>, intents: readonly unknown[], now: Uptime): RecordedState {
  const objects = new Map<Address, RecordedObject>();
  const removed = new Map<Address, RecordedObject>();
  for (const row of rows) {
    const object = readObject(row);
    (object.removedAt === undefined ? objects : removed).set(object.address, object);
  }
  return { objects, removed, openIntents: intents.map((row) => readOpenIntent(row, now)) };
}

const HAND_OVER: WordTable<HandOver['is']> = { leaving: true, left: true, arriving: true };

/** Empty once it was ended. */
function handOverIn(row: unknown): HandOver | null {
  const text = row === undefined ? '' : fieldsOf(row, 'meta hand-over').text('value');
  if (text === '') return null;
  const fields = fieldsOf(parseJson(text, 'meta hand-over'), 'meta hand-over');
  return { is: fields.oneOf('is', HAND_OVER), other: fields.text('other'), at: fields.number('at') };
}

function readCopy(row: unknown): SavedCopy {
  const columns = fieldsOf(row, 'copies');
  const address = columns.text('address');
  return {
    address,
    savedAt: columns.number('saved_at'),
    body: parseJson(columns.text('body'), `copy of ${address}`),
  };
}

/** Another process may commit between two statements, not between two statements of one transaction. */
function inOneMoment<T>(database: DatabaseSync, read: () => T): T {
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('ROLLBACK');
  }
}
