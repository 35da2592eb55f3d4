// A stack export -> the stack, for the program, the handlers and the command alike. Pure. An entry holds objects, by its receipts;
// a write that was cut off may have sent some (cut-off.ts). Beside that stands what is recorded by resources that a desired state
// registered (their name is their object's address, or that of a set); what a program declares with the classes is its own affair.
//
// A receipt may stand in two resources for a moment (a run that was killed between the one taking over and the other letting go):
// the later one counts.

import { interruptedCreate } from '../src/engine.ts';
import type { SavedCopy } from '../src/engine.ts';
import { recordAddress, userAddress } from '../src/model/address.ts';
import type { Address } from '../src/model/address.ts';
import type { Identity } from '../src/model/identity.ts';
import type { Campaign, DesiredRecord, RecordedRecord } from '../src/model/record.ts';
import type { Digest, OpenIntent, RecordedObject, RecordedState } from '../src/model/state.ts';
import { declarationOf, objectsOf, setName } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import { inputsIn, receiptsOf, recordsIn } from './receipts.ts';
import { identitiesIn } from './kept.ts';
import type { Receipts, Taken } from './kept.ts';
import { operationsIn, unsettled } from './cut-off.ts';
import { child, FAMILIES, isResource, list, nameOf, revealed, savedAt } from './stack-export.ts';

/** A resource of ours. */
export interface StackEntry extends Receipts {
  readonly name: string;
  /** Under which it answers for its objects (registry.ts). */
  readonly owner: string;
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  readonly declaration: Declaration;
  /** Waits for its deletion: until then it holds its objects. */
  readonly isLeaving: boolean;
}

/** One that was cut off: it holds nothing by itself. */
export interface CutOffWrite extends StackEntry {
  readonly isCreate: boolean;
  /** A create of each object that was to be written. */
  readonly intents: readonly OpenIntent[];
}

export interface Stack extends StackState {
  /** Whoever registered them. */
  readonly entries: readonly StackEntry[];
  readonly writes: readonly CutOffWrite[];
}

/** What desired states registered. */
export interface StackState {
  readonly recorded: RecordedState;
  /** Every object that has a resource of its own, recorded or not. */
  readonly resources: ReadonlyMap<Address, StackResource>;
  /** Creates that were under way when an earlier `up` was killed: the engine will call create again for each. */
  readonly pending: ReadonlySet<Address>;
  /** Sets of records by the name of their resource. Their receipts stand in `recorded` too. */
  readonly sets: ReadonlyMap<string, StackSet>;
  /** What the receipts say of themselves. */
  readonly identities: readonly Identity[];
  /** What entries of the classes hold -> the name of the resource. */
  readonly inClasses: ReadonlyMap<Address, string>;
}

export interface StackResource {
  readonly family: 'user' | 'record';
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  readonly openIntents: readonly OpenIntent[];
  /** Its create left and was never settled. */
  readonly unsettled: boolean;
  /** A reason to call again, in a write that was interrupted. */
  readonly interrupted: readonly OpenIntent[];
}

export interface StackSet {
  readonly name: string;
  readonly campaignName: string;
  /** Leading bits; empty for the whole campaign. */
  readonly shard: string;
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  /** What its rows declare. */
  readonly declaration: Declaration;
  /** By address, without those that another resource took over. */
  readonly receipts: ReadonlyMap<Address, RecordedRecord>;
  /** Held still, though another resource took them over. */
  readonly superseded: ReadonlySet<Address>;
  readonly taken: readonly Taken[];
  readonly openIntents: readonly OpenIntent[];
  /** Full copies kept of records on the way here. */
  readonly copies: readonly SavedCopy[];
  /** Creates of records without a receipt, and calls again, in a write of the set that was interrupted. */
  readonly interrupted: readonly OpenIntent[];
  /** Its create was interrupted: there is no such resource yet. */
  readonly isPending: boolean;
}

/** Takes what `pulumi stack export --show-secrets` prints. Throws `internal` when a resource of ours is damaged. */
export function readStack(text: string, { digest }: { readonly digest: Digest }): Stack {
  const deployment = child(JSON.parse(text), 'deployment');
  const entries = list(deployment, 'resources').flatMap((each) => entriesIn(revealed(each)));
  const at = savedAt(deployment);
  const writes = operationsIn(deployment).flatMap(({ isCreate, resource }) =>
    // What was to be written says the operation; what is held, the entry.
    entriesIn({ ...Object(revealed(resource)), outputs: {} }).map((entry) => ({
      ...entry,
      isCreate,
      intents: objectsOf(entry.declaration).flatMap((object) => interruptedCreate(object, digest, at)),
    })),
  );
  return { entries, writes, ...registeredIn(entries, writes) };
}

/** What desired states registered, and beside it what the classes hold. */
function registeredIn(all: readonly StackEntry[], cutOff: readonly CutOffWrite[]): StackState {
  const entries = all.filter(({ isLeaving }) => !isLeaving);
  const named = entries.filter(isNamedAfterObject);
  const writes = cutOff.filter(isNamedAfterObject);
  const singles = named.filter(({ declaration }) => declaration.family !== 'set');
  const resources = new Map(
    singles.flatMap((entry) => {
      const single = singleOf(entry, writes);
      return objectsOf(entry.declaration).map(({ address }): [Address, StackResource] => [address, single]);
    }),
  );
  const creating = writes.filter(({ isCreate, declaration }) => isCreate && declaration.family !== 'set');
  const isPending = ({ address }: { readonly address: Address }): boolean => !resources.has(address);
  const pending = creating.flatMap(({ declaration }) => objectsOf(declaration).filter(isPending));
  const sets = withoutTaken(setsIn(named, writes));
  const openIntents = [
    ...singles.flatMap((entry) => entry.openIntents),
    ...[...resources.values()].flatMap(({ interrupted }) => interrupted),
    ...creating.flatMap(({ intents }) => intents.filter(isPending)),
  ];
  const recorded = withSets(
    singles.flatMap((entry) => entry.recorded),
    openIntents,
    sets,
  );
  const classes = entries.filter((entry) => !isNamedAfterObject(entry));
  const inClasses = new Map(classes.flatMap(({ name, recorded: held }) => held.map((each) => [each.address, name])));
  const identities = identitiesIn(entries);
  return { recorded, identities, resources, pending: new Set(pending.map(({ address }) => address)), sets, inClasses };
}

/** One, or none of what is not ours. */
function entriesIn(resource: unknown): StackEntry[] {
  const family = isResource(resource) ? FAMILIES.get(resource.type) : undefined;
  if (!isResource(resource) || family === undefined) return [];
  const { urn, inputs: given = {}, outputs = {}, delete: isLeaving = false } = resource;
  // Of a set as last written: a refresh that was accepted leaves what it saw in the inputs.
  const inputs = inputsIn(family, family === 'set' ? { ...given, ...outputs } : given);
  const declaration = declarationOf(family, inputs);
  const { owner } = declaration;
  return [{ ...receiptsOf(declaration, outputs), name: nameOf(urn), owner, inputs, declaration, isLeaving }];
}

/** Registered by a desired state. */
function isNamedAfterObject({ name, declaration, inputs }: StackEntry): boolean {
  switch (declaration.family) {
    case 'user':
      return name === userAddress(String(inputs['loginUserId']));
    case 'record':
      return name === recordAddress(String(inputs['campaignName']), String(inputs['clientId']));
    case 'set':
      return name === setName(String(inputs['campaignName']), declaration.shard ?? '');
    default:
      return declaration.family satisfies never;
  }
}

function singleOf(entry: StackEntry, writes: readonly CutOffWrite[]): StackResource {
  const { declaration, inputs, recorded, openIntents, owner } = entry;
  const sent = writes.filter((write) => write.owner === owner).flatMap(({ intents }) => intents);
  return {
    family: declaration.family === 'user' ? 'user' : 'record',
    inputs,
    openIntents,
    unsettled: recorded.length === 0 && openIntents.length > 0,
    // What an update of it sends besides shows in the service.
    interrupted: unsettled(sent, entry).filter(({ action }) => action === 'update'),
  };
}

function setsIn(entries: readonly StackEntry[], writes: readonly CutOffWrite[]): ReadonlyMap<string, StackSet> {
  const isSet = ({ declaration }: StackEntry): boolean => declaration.family === 'set';
  const sets = new Map(entries.filter(isSet).map((entry) => [entry.owner, stackSet(entry)]));
  for (const wanted of writes.filter(isSet)) {
    const known = sets.get(wanted.owner) ?? { ...stackSet({ ...wanted, inputs: {} }), isPending: true };
    const { openIntents, receipts } = known;
    const sent = unsettled(wanted.intents, { openIntents, recorded: [...receipts.values()] });
    const all = new Map([...known.interrupted, ...sent].map((intent) => [intent.address, intent]));
    sets.set(wanted.owner, { ...known, interrupted: [...all.values()] });
  }
  return sets;
}

function stackSet({ declaration, inputs, recorded, taken, openIntents, copies }: StackEntry): StackSet {
  const { campaign, shard } = declaration;
  const records = recordsIn(recorded);
  return {
    name: setName(campaign?.campaignName ?? '', shard ?? ''),
    campaignName: campaign?.campaignName ?? '',
    shard: shard ?? '',
    inputs,
    declaration,
    receipts: new Map(records.map((receipt) => [receipt.address, receipt])),
    superseded: new Set(),
    taken,
    openIntents,
    copies,
    interrupted: [],
    isPending: false,
  };
}

/** The receipts and open intents of all sets beside what single resources record. */
function withSets(
  single: readonly RecordedObject[],
  openIntents: readonly OpenIntent[],
  sets: ReadonlyMap<string, StackSet>,
): RecordedState {
  const objects = new Map(single.map((object) => [object.address, object]));
  for (const { receipts } of sets.values()) {
    for (const [address, receipt] of receipts) {
      const other = objects.get(address);
      if (other === undefined || other.recordedAt <= receipt.recordedAt) objects.set(address, receipt);
    }
  }
  const intents = [...sets.values()].flatMap((set) => [...set.openIntents, ...set.interrupted]);
  return {
    objects,
    openIntents: [...openIntents, ...intents],
    campaigns: [...sets.values()].flatMap(interruptedCampaign),
  };
}

/** Its markers tell what of a set that was interrupted came to stand there, whatever the files say by now. */
function interruptedCampaign({ isPending, declaration }: StackSet): Campaign[] {
  const [first]: readonly DesiredRecord[] = declaration.records;
  return isPending && first !== undefined ? [first.campaign] : [];
}

function withoutTaken(sets: ReadonlyMap<string, StackSet>): ReadonlyMap<string, StackSet> {
  const all = [...sets.values()];
  const withoutThose = (set: StackSet): StackSet => {
    const taken = all.filter((other) => other !== set).flatMap((other) => other.taken);
    const superseded = new Set(
      taken.flatMap(({ address, recordedAt }) =>
        set.receipts.get(address)?.recordedAt === recordedAt ? [address] : [],
      ),
    );
    return {
      ...set,
      superseded,
      receipts: new Map([...set.receipts].filter(([address]) => !superseded.has(address))),
    };
  };
  return new Map(all.map((set) => [set.name, withoutThose(set)]));
}
