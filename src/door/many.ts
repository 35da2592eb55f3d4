// The core for one set of records: what a Pulumi handler of a set needs. One bulk read by marker, the same differ and the
// same writes as a plan with many records; what each record settled to comes back, whatever became of the others.

import { parseAddress, recordAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { Problem } from '../model/outcome.ts';
import type { Campaign, DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { DesiredState, OpenIntent, RecordedObject, RecordedState } from '../model/state.ts';
import { applyChanges } from '../reconcile/apply/apply.ts';
import type { ApplyContext } from '../reconcile/apply/context.ts';
import type { Change, RecordChange } from '../reconcile/change.ts';
import type { Settlement } from '../reconcile/settlement.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import { finishedCopies, readCopies } from '../reconcile/diff/copies.ts';
import { diff } from '../reconcile/diff/diff.ts';
import { RecordReading } from '../reconcile/observe/records.ts';
import { settleIntents } from '../reconcile/diff/settle.ts';
import type { Service } from '../service/service.ts';
import { digestWith } from '../state/digest.ts';
import type { Recorder, SavedCopy } from '../state/recorder.ts';
export type { SavedCopy };
import type { CopyStore } from '../state/copy-files.ts';
import type { DoorOptions } from '../door.ts';
import { pinning, withPins } from './pinning.ts';
import type { Handing } from './pinning.ts';

export interface ManyObjects {
  readonly campaign: Campaign;
  /** Leading bits of the markers of all these records; empty for the whole campaign. */
  readonly shard: string;
  readonly desired: readonly DesiredRecord[];
  /** What was recorded here, and what is handed over: the place where a moving record stands included. */
  readonly recorded: readonly RecordedRecord[];
  /** Writes of an earlier run whose answer was lost, and creates that were cut off. */
  readonly openIntents: readonly OpenIntent[];
  /** Full copies kept of records on the way. */
  readonly copies: readonly SavedCopy[];
  /** Off-boarding, once: clientId -> whose task it is, and whose it will be. */
  readonly pins?: ReadonlyMap<string, Handing>;
}

export type ManyObservation = ReadonlyMap<Address, ObservedRecord>;

export interface ManyDiff {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  /** With open intents settled by what was observed, and with evidence that needs no request. */
  readonly recorded: RecordedState;
  /** Copies that are needed no more. */
  readonly finishedCopies: readonly Address[];
}

export interface ManyResult {
  readonly recorded: readonly RecordedRecord[];
  readonly openIntents: readonly OpenIntent[];
  readonly copies: readonly SavedCopy[];
  readonly settlements: readonly Settlement[];
  readonly verdicts: readonly Verdict[];
  /** Why the environment ended it early; null when it did not. */
  readonly stopped: Problem | null;
}

export interface ManyDoor {
  /** Throws ToolError only for a failure of the whole environment; one unreadable record is `unknown`. */
  observeMany(objects: ManyObjects): Promise<ManyObservation>;
  /** Pure. */
  diffMany(objects: ManyObjects, observed: ManyObservation): ManyDiff;
  /**
   * Observes afresh, compares, applies. Never throws for one record. `halt` is shown the comparison before anything is
   * sent; what it throws ends it there.
   */
  reconcileMany(objects: ManyObjects, halt?: (compared: ManyDiff) => void): Promise<ManyResult>;
}

export function openMany(client: Service, options: DoorOptions): ManyDoor {
  const observeMany: ManyDoor['observeMany'] = async (objects) => {
    const { stack, clock } = options;
    const { desired, recorded } = statesOf(objects);
    const reading = new RecordReading({ reader: client, desired, recorded, stack, clock, shard: objects.shard });
    await reading.read(() => undefined);
    return reading.observed;
  };
  const diffMany: ManyDoor['diffMany'] = (objects, observed) => compareMany(objects, observed, options);
  return {
    observeMany,
    diffMany,
    reconcileMany: async (objects, halt) => {
      const observed = await observeMany(objects);
      const compared = diffMany(objects, observed);
      halt?.(compared);
      const changes = withPins(compared.changes, pinsIn(objects, { observed, compared, now: options.clock() }));
      return settleMany(objects, { ...compared, changes }, { client, options });
    },
  };
}

function compareMany(objects: ManyObjects, observed: ManyObservation, options: DoorOptions): ManyDiff {
  const { stack, clock } = options;
  const now = clock();
  const states = statesOf(objects);
  const seen = {
    users: new Map(),
    records: observed,
    extras: new Map(),
    pins: new Map(),
    agents: new Map(),
    coverage: { asked: observed.size, answered: observed.size },
    requests: 0,
  };
  const digest = digestWith(options.digestKey);
  const { recorded } = settleIntents(states.recorded, seen, { stack, digest, now });
  const copies = readCopies(copiesOf(objects, options));
  const { changes, verdicts, notes } = diff({ ...states, recorded, observed: seen, copies, stack, digest, now });
  // What could not be settled is not touched: its request may still be on its way.
  const open = new Set(recorded.openIntents.map(({ address }) => address));
  const isSettled = ({ address }: { readonly address: Address }): boolean => !open.has(address);
  const noted = notes.filter(isSettled).map((note) => [note.address, note] as const);
  return {
    changes: changes.filter(isSettled),
    verdicts: verdicts.filter(isSettled),
    finishedCopies: finishedCopies(copies, { recorded, observed: seen }),
    recorded: { ...recorded, objects: new Map([...recorded.objects, ...noted]) },
  };
}

interface Compared {
  readonly observed: ManyObservation;
  readonly compared: ManyDiff;
  readonly now: number;
}

function pinsIn({ desired, pins }: ManyObjects, { observed, compared, now }: Compared): RecordChange[] {
  const changes = new Map(compared.changes.map((change) => [change.address, change]));
  return desired.flatMap((record) => {
    const pin = pins?.get(record.clientId);
    if (pin === undefined) return [];
    const change = changes.get(record.address);
    const from = change?.kind === 'record' ? (change.from?.address ?? null) : null;
    const address = from ?? record.address;
    const parsed = parseAddress(address);
    const campaignName = parsed?.kind === 'record' ? parsed.campaignName : record.campaign.campaignName;
    const recorded = compared.recorded.objects.get(record.address) ?? null;
    if (recorded?.kind === 'user') return [];
    const facts = { pin, campaignName, desired: record, recorded, observed: observed.get(address), change, now };
    return pinning(facts) ?? [];
  });
}

interface Settling {
  readonly client: Service;
  readonly options: DoorOptions;
}

async function settleMany(
  objects: ManyObjects,
  compared: ManyDiff,
  { client, options }: Settling,
): Promise<ManyResult> {
  const memory = rememberMany(compared.recorded, copiesOf(objects, options), options.copies);
  await Promise.all(compared.finishedCopies.map((address) => memory.recorder.dropCopy(address)));
  const { clock, sleep, stack, digestKey } = options;
  const context: ApplyContext = {
    service: client,
    recorder: memory.recorder,
    clock,
    digest: digestWith(digestKey),
    stack,
    sleep,
    knownUserSeen: false,
    campaigns: [],
  };
  const applied = await applyChanges(compared.changes, context, () => undefined);
  return { ...applied, verdicts: compared.verdicts, ...memory.kept() };
}

function statesOf(objects: ManyObjects): { desired: DesiredState; recorded: RecordedState } {
  const { campaign, desired, recorded, openIntents } = objects;
  return {
    desired: { users: [], records: desired, campaigns: [campaign], files: [], content: '' },
    recorded: { objects: new Map(recorded.map((receipt) => [receipt.address, receipt])), openIntents },
  };
}

/** Those in the stack outlive the machine, those in the file a run that was cut off. */
function copiesOf({ desired, copies }: ManyObjects, options: DoorOptions): SavedCopy[] {
  const own = new Set(desired.map(({ address }) => address));
  return [...copies, ...options.copies.copies().filter(({ address }) => own.has(address))];
}

interface ManyMemory {
  readonly recorder: Recorder;
  kept(): Pick<ManyResult, 'recorded' | 'openIntents' | 'copies'>;
}

/** A recorder whose durable side is the engine: it keeps what each record settled to, and what stays open. */
function rememberMany(before: RecordedState, saved: readonly SavedCopy[], store: CopyStore): ManyMemory {
  const objects = new Map(before.objects);
  const intents = new Map(before.openIntents.map((intent) => [intent.id, intent]));
  const copies = new Map(saved.map((copy) => [copy.address, copy]));
  const keep = (address: Address, value: RecordedObject | null): void => {
    if (value === null) objects.delete(address);
    else objects.set(address, value);
  };
  return {
    kept: () => ({
      recorded: [...objects.values()].flatMap((object) => (object.kind === 'record' ? [object] : [])),
      openIntents: [...intents.values()],
      copies: [...copies.values()],
    }),
    recorder: {
      intend: async (intent) => {
        const id = `${intent.action} ${intent.address}`;
        intents.set(id, { ...intent, id });
        return id;
      },
      settle: async (id, value) => {
        const intent = intents.get(id);
        intents.delete(id);
        if (intent === undefined || value === undefined) return;
        keep(intent.address, value);
        if (value?.kind === 'record' && intent.fromCampaign !== null) {
          objects.delete(recordAddress(intent.fromCampaign, value.clientId));
        }
      },
      record: async (address, value) => keep(address, value),
      keepCopy: async (copy) => {
        copies.set(copy.address, copy);
        await store.keepCopy(copy);
      },
      dropCopy: async (address) => {
        copies.delete(address);
        await store.dropCopy(address);
      },
    },
  };
}
