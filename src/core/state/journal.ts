// What a recorder is asked, as the steps of a ledger: intents, what is recorded, and saved copies. Refuses a settlement about another
// object before anything of it is written.

import type { DatabaseSync } from 'node:sqlite';

import { isRecord, recordAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { textOfRuns } from '../model/applied.ts';
import type { AppliedRun } from '../model/applied.ts';
import { ToolError } from '../model/errors.ts';
import type { Identity } from '../model/identity.ts';
import type { OpenIntent, RecordedObject } from '../model/state.ts';
import { fieldsOf } from './fields.ts';
import type { HandOver } from './memory.ts';
import type { SavedCopy } from './recorder.ts';
import type { Entry, Step } from './writes.ts';

export interface Journal {
  open(intent: OpenIntent): Entry;
  /** Ends an intent as Recorder.settle says. Throws `internal` when there is no such open intent. */
  close(id: string, recorded: RecordedObject | null | undefined, at: number): Entry;
  put(recorded: RecordedObject, at: number): Entry;
  remove(address: Address): Entry;
  keep(copy: SavedCopy): Entry;
  drop(address: Address): Entry;
  /** Which tenant and stack the ledger speaks of from now on. */
  bind(identity: Identity): Entry;
  /** What applies did, this one included. */
  applied(runs: readonly AppliedRun[]): Entry;
  /** Null: its state is here. */
  handOver(to: HandOver | null): Entry;
}

type IntentPlace = Pick<OpenIntent, 'address' | 'fromCampaign'>;

export function journalOf(database: DatabaseSync): Journal {
  const find = database.prepare('SELECT address, from_campaign FROM intents WHERE id = ? AND closed_at IS NULL');
  // Of this run, so that its settlements need not be looked up.
  const opened = new Map<string, IntentPlace>();
  /** Null where it is open no more: what lost the target hears that first, of the transaction. */
  const openIntent = (id: string): IntentPlace | null => {
    const own = opened.get(id);
    const row = own === undefined ? find.get(id) : undefined;
    if (own === undefined && row === undefined) return null;
    opened.delete(id);
    if (own !== undefined) return own;
    const columns = fieldsOf(row, `intent ${id}`);
    return { address: columns.text('address'), fromCampaign: columns.textOrNull('from_campaign') };
  };
  return {
    open: ({ id, address, action, fromCampaign, at, elapsedMs = 0, proposed }) => {
      opened.set(id, { address, fromCampaign });
      return [
        ['open', elapsedMs, id, address, action, fromCampaign, at, proposed === null ? null : JSON.stringify(proposed)],
      ];
    },
    close: (id, recorded, at) => {
      const intent = openIntent(id);
      const left = intent === null ? null : leftBehind(id, intent, recorded);
      const steps: Step[] = recorded ? [put(recorded, at)] : [];
      if (left !== null) steps.push(['remove', left]);
      return [['end', outcomeOf(recorded), at, id], ...steps];
    },
    put: (recorded, at) => [put(recorded, at)],
    remove: (address) => [['remove', address]],
    keep: ({ address, savedAt, body }) => [['keep', address, savedAt, JSON.stringify(body ?? null)]],
    drop: (address) => [['drop', address]],
    bind: ({ tenant, stack }) => [
      ['bind', 'tenant', tenant],
      ['bind', 'stack', stack],
    ],
    applied: (runs) => [['bind', 'applied', textOfRuns(runs)]],
    handOver: (to) => [['bind', 'hand-over', to === null ? '' : JSON.stringify(to)]],
  };
}

export function noIntent(id: string): ToolError {
  return new ToolError('internal', { message: `There is no open intent ${id}.` });
}

function put(recorded: RecordedObject, at: number): Step {
  return ['put', recorded.address, recorded.kind, JSON.stringify(recorded), at];
}

function outcomeOf(recorded: RecordedObject | null | undefined): 'left' | 'removed' | 'recorded' {
  if (recorded === undefined) return 'left';
  return recorded === null || recorded.removedAt !== undefined ? 'removed' : 'recorded';
}

/** The address to remove from recorded state: the object's own after a removal, the former one after a finished move. */
function leftBehind(id: string, intent: IntentPlace, recorded: RecordedObject | null | undefined): Address | null {
  if (recorded === undefined) return null;
  if (recorded === null) return intent.address;
  const former = formerAddress(intent, recorded);
  if (recorded.address === intent.address) return former;
  if (recorded.address === former) return null;
  throw new ToolError('internal', {
    message: `Intent ${id} is about another object than ${recorded.address}.`,
    address: intent.address,
  });
}

function formerAddress({ fromCampaign }: IntentPlace, recorded: RecordedObject): Address | null {
  if (fromCampaign === null || !isRecord(recorded)) return null;
  return recordAddress(fromCampaign, recorded.clientId);
}
