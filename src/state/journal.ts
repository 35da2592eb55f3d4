// The statements of the ledger: intents, what is recorded, and saved copies. Knows no transaction; those belong to the
// commit queue. Each method that refuses does so before it writes (commit-queue.ts, `add`).

import type { DatabaseSync } from 'node:sqlite';

import { isRecord, recordAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import type { Identity } from '../model/identity.ts';
import type { OpenIntent, RecordedObject } from '../model/state.ts';
import { fieldsOf } from './fields.ts';
import type { SavedCopy } from './recorder.ts';
import { HISTORY_LENGTH } from './schema.ts';
import { readIntent } from './shape.ts';
import type { Uptime } from './uptime.ts';

export interface Journal {
  open(intent: OpenIntent, fence: number): void;
  /** Ends an intent as Recorder.settle says. Throws `internal` when there is no such open intent. */
  close(id: string, recorded: RecordedObject | null | undefined, at: number): void;
  put(recorded: RecordedObject, at: number): void;
  remove(address: Address): void;
  keep(copy: SavedCopy): void;
  drop(address: Address): void;
  /** Which tenant and stack the ledger speaks of from now on. */
  bind(identity: Identity): void;
  /** Counts one transaction that changed the ledger. */
  advance(): void;
}

export function journalOf(database: DatabaseSync, uptime: () => Uptime): Journal {
  const objects = objectWriter(database);
  const keep = database.prepare('INSERT OR REPLACE INTO copies (address, saved_at, body) VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM copies WHERE address = ?');
  const bind = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const advance = database.prepare(`UPDATE meta SET value = value + 1 WHERE key = 'generation'`);
  return {
    ...objects,
    ...intentWriter(database, objects, uptime),
    keep: ({ address, savedAt, body }) => {
      keep.run(address, savedAt, JSON.stringify(body ?? null));
    },
    drop: (address) => {
      drop.run(address);
    },
    bind: ({ tenant, stack }) => {
      bind.run('tenant', tenant);
      bind.run('stack', stack);
    },
    advance: () => {
      advance.run();
    },
  };
}

type ObjectWriter = Pick<Journal, 'put' | 'remove'>;

function objectWriter(database: DatabaseSync): ObjectWriter {
  const put = database.prepare('INSERT OR REPLACE INTO objects (address, kind, body, updated_at) VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM objects WHERE address = ?');
  return {
    put: (recorded, at) => {
      put.run(recorded.address, recorded.kind, JSON.stringify(recorded), at);
    },
    remove: (address) => {
      remove.run(address);
    },
  };
}

function intentWriter(
  database: DatabaseSync,
  objects: ObjectWriter,
  uptime: () => Uptime,
): Pick<Journal, 'open' | 'close'> {
  const insert = database.prepare(`
    INSERT INTO intents (id, fence, address, action, from_campaign, at, boot, uptime_ms, proposed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = database.prepare('SELECT * FROM intents WHERE id = ? AND closed_at IS NULL');
  const end = database.prepare('UPDATE intents SET outcome = ?, closed_at = ? WHERE id = ?');
  // Newest by `seq`: the cost is the rows to delete and the few old open ones, not the whole history.
  const prune = database.prepare('DELETE FROM intents WHERE seq <= ? AND closed_at IS NOT NULL');
  const newest = database.prepare('SELECT max(seq) AS seq FROM intents');

  return {
    open: ({ id, address, action, fromCampaign, at, proposed }, fence) => {
      const body = proposed === null ? null : JSON.stringify(proposed);
      const { boot, ms } = uptime();
      insert.run(id, fence, address, action, fromCampaign, at, boot, ms, body);
    },
    close: (id, recorded, at) => {
      const row = find.get(id);
      if (row === undefined) throw new ToolError('internal', { message: `There is no open intent ${id}.` });
      const intent = readIntent(row);
      const left = leftBehind(intent, recorded);
      end.run(outcomeOf(recorded), at, id);
      if (recorded) objects.put(recorded, at);
      if (left !== null) objects.remove(left);
      prune.run(fieldsOf(newest.get(), 'intents').number('seq') - HISTORY_LENGTH);
    },
  };
}

function outcomeOf(recorded: RecordedObject | null | undefined): 'left' | 'removed' | 'recorded' {
  if (recorded === undefined) return 'left';
  return recorded === null || recorded.removedAt !== undefined ? 'removed' : 'recorded';
}

/**
 * The address to remove from recorded state: the object's own after a removal, the former one after a finished move.
 */
function leftBehind(intent: OpenIntent, recorded: RecordedObject | null | undefined): Address | null {
  if (recorded === undefined) return null;
  if (recorded === null) return intent.address;
  const former = formerAddress(intent, recorded);
  if (recorded.address === intent.address) return former;
  if (recorded.address === former) return null;
  throw new ToolError('internal', {
    message: `Intent ${intent.id} is about another object than ${recorded.address}.`,
    address: intent.address,
  });
}

function formerAddress({ fromCampaign }: OpenIntent, recorded: RecordedObject): Address | null {
  if (fromCampaign === null || !isRecord(recorded)) return null;
  return recordAddress(fromCampaign, recorded.clientId);
}
