// The sets of a stack export: receipts, open intents and what was cut off. Pure. A receipt may stand in two resources for
// a moment (a run that was killed between the one taking over and the other forgetting): the later one counts.

import type { Address } from '../src/model/address.ts';
import type { Campaign, DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import type { OpenIntent, RecordedObject, RecordedState } from '../src/model/state.ts';
import type { SavedCopy } from '../src/door/many.ts';
import type { Properties } from './outputs.ts';
import { desiredRecords, setName } from './set-inputs.ts';
import type { SetInputs } from './set-inputs.ts';
import { newsOf, setInputsIn } from './set-observe.ts';
import { readKeptSet } from './set-receipts.ts';
import type { KeptSet, Taken } from './set-receipts.ts';
import { child, isResource, nameOf } from './stack-export.ts';
import type { ExportedResource } from './stack-export.ts';

export interface StackSet {
  readonly name: string;
  readonly campaignName: string;
  /** Leading bits; empty for the whole campaign. */
  readonly shard: string;
  /** As registered, secrets in plain text, hints of earlier runs left out. */
  readonly inputs: SetInputs & Properties;
  /** By address, without those that another resource took over. */
  readonly receipts: ReadonlyMap<Address, RecordedRecord>;
  /** Held still, though another resource took them over. */
  readonly stale: ReadonlySet<Address>;
  readonly taken: readonly Taken[];
  readonly openIntents: readonly OpenIntent[];
  /** Full copies kept of records on the way here. */
  readonly copies: readonly SavedCopy[];
  /** Creates of records without a receipt in a write of the set that was cut off, where no marker says whose they are. */
  readonly cutOff: readonly OpenIntent[];
  /** Its create was cut off: there is no such resource yet. */
  readonly isPending: boolean;
}

const SET_TYPE = 'pulumi-nodejs:dynamic/muster:RecordSet';
const CUT_OFF: readonly unknown[] = ['creating', 'updating'];
const NOTHING: KeptSet = { recorded: [], openIntents: [], copies: [], taken: [], observed: null };

interface Exported {
  /** Both with secrets in plain text. */
  readonly resources: readonly unknown[];
  readonly operations: readonly unknown[];
  readonly cutOffIntent: (record: DesiredRecord) => readonly OpenIntent[];
}

export function readSets({ resources, operations, cutOffIntent }: Exported): ReadonlyMap<string, StackSet> {
  const sets = new Map<string, StackSet>();
  for (const exported of resources) {
    if (isSet(exported) && exported.delete !== true) {
      // As last written: a refresh that was accepted leaves what it saw in the inputs.
      const told = { ...exported.inputs, ...exported.outputs };
      const set = stackSet(told, readKeptSet(exported.outputs ?? {}));
      if (set.name === nameOf(exported.urn)) sets.set(set.name, set);
    }
  }
  for (const operation of operations) {
    const exported = child(operation, 'resource');
    if (!isSet(exported) || !CUT_OFF.includes(child(operation, 'type'))) continue;
    const wanted = stackSet(exported.inputs ?? {}, NOTHING);
    const known = sets.get(wanted.name);
    if (wanted.name !== nameOf(exported.urn)) continue;
    const records = desiredRecords(newsOf(wanted.inputs));
    const cutOff = records.filter(({ address }) => known?.receipts.has(address) !== true).flatMap(cutOffIntent);
    sets.set(wanted.name, { ...(known ?? { ...wanted, isPending: true }), cutOff });
  }
  return withoutTaken(sets);
}

/** The receipts and open intents of all sets beside what single resources record. */
export function withSets(
  single: { objects: Map<Address, RecordedObject>; openIntents: OpenIntent[] },
  sets: ReadonlyMap<string, StackSet>,
): RecordedState {
  const objects = new Map(single.objects);
  for (const { receipts } of sets.values()) {
    for (const [address, receipt] of receipts) {
      const other = objects.get(address);
      if (other === undefined || other.recordedAt <= receipt.recordedAt) objects.set(address, receipt);
    }
  }
  const intents = [...sets.values()].flatMap((set) => [...set.openIntents, ...set.cutOff]);
  return { objects, openIntents: [...single.openIntents, ...intents], campaigns: [...sets.values()].flatMap(cutOffIn) };
}

/** Its markers tell what of a set that was cut off came to stand there, whatever the files say by now. */
function cutOffIn({ isPending, inputs }: StackSet): Campaign[] {
  return isPending
    ? desiredRecords(newsOf(inputs))
        .slice(0, 1)
        .map(({ campaign }) => campaign)
    : [];
}

function stackSet(given: Properties, kept: KeptSet): StackSet {
  const inputs = setInputsIn(given);
  const { campaignName, shard = '' } = inputs;
  return {
    name: setName(campaignName, shard),
    campaignName,
    shard,
    inputs,
    receipts: new Map(kept.recorded.map((receipt) => [receipt.address, receipt])),
    stale: new Set(),
    taken: kept.taken,
    openIntents: kept.openIntents,
    copies: kept.copies,
    cutOff: [],
    isPending: false,
  };
}

function withoutTaken(sets: ReadonlyMap<string, StackSet>): ReadonlyMap<string, StackSet> {
  const all = [...sets.values()];
  return new Map(
    all.map((set) => {
      const taken = all.filter((other) => other !== set).flatMap((other) => other.taken);
      const stale = new Set(
        taken.flatMap(({ address, recordedAt }) =>
          set.receipts.get(address)?.recordedAt === recordedAt ? [address] : [],
        ),
      );
      return [
        set.name,
        { ...set, stale, receipts: new Map([...set.receipts].filter(([address]) => !stale.has(address))) },
      ];
    }),
  );
}

function isSet(value: unknown): value is ExportedResource {
  return isResource(value) && value.type === SET_TYPE;
}
