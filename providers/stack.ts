// A stack export -> what is recorded, and which resource holds it. Pure. Of resources that a desired state registered (their name
// is their object's address, or that of a set) everything is read; what a program declares with the classes is its own affair.
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
import type { Declaration, Family, Properties } from './declaration.ts';
import type { StackEntry } from './entries.ts';
import { inputsIn, receiptsOf, recordsIn } from './receipts.ts';
import { identitiesIn, NOTHING } from './kept.ts';
import type { Receipts, Taken } from './kept.ts';
import { operationsIn, unsettled } from './cut-off.ts';
import { child, FAMILIES, isResource, list, nameOf, revealed, savedAt } from './stack-export.ts';
import type { ExportedResource } from './stack-export.ts';

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

export interface ReadOptions {
  readonly digest: Digest;
}

/** Takes what `pulumi stack export --show-secrets` prints. Throws when a resource of ours is damaged. */
export function readStack(text: string, options: ReadOptions): StackState {
  const deployment = child(JSON.parse(text), 'deployment');
  const entries = entriesIn(list(deployment, 'resources').map(revealed));
  const named = entries.filter(isNamedAfterObject);
  const singles = named.filter(({ declaration }) => declaration.family !== 'set');
  const at = savedAt(deployment);
  const writing = operationsIn(deployment).map(({ isCreate, resource }) => ({
    isCreate,
    ...entriesIn([revealed(resource)]).find(isNamedAfterObject),
  }));
  const resources = new Map(
    singles.flatMap((entry) => {
      const single = { ...singleOf(entry), interrupted: calledAgain(entry, writing, { ...options, at }) };
      return objectsOf(entry.declaration).map((each): [Address, StackResource] => [each.address, single]);
    }),
  );
  const pending = writing.flatMap(({ isCreate, declaration }) =>
    isCreate && declaration !== undefined && declaration.family !== 'set'
      ? objectsOf(declaration).filter(({ address }) => !resources.has(address))
      : [],
  );
  const sets = withoutTaken(
    setsIn(
      named,
      writing.flatMap(({ declaration }) => declaration ?? []),
      { ...options, at },
    ),
  );
  const openIntents = [
    ...singles.flatMap(({ receipts }) => receipts.openIntents),
    ...[...resources.values()].flatMap(({ interrupted }) => interrupted),
    ...pending.flatMap((object) => interruptedCreate(object, options.digest, at)),
  ];
  const recorded = withSets(
    singles.flatMap(({ receipts }) => receipts.recorded),
    openIntents,
    sets,
  );
  const classes = entries.filter((entry) => !isNamedAfterObject(entry));
  const inClasses = new Map(
    classes.flatMap(({ name, receipts }) => receipts.recorded.map((each) => [each.address, name])),
  );
  const identities = identitiesIn(entries.map(({ receipts }) => receipts));
  return { recorded, identities, resources, pending: new Set(pending.map(({ address }) => address)), sets, inClasses };
}

/** What each entry of the state keeps, whoever registered it; those that wait for their deletion hold their objects, too. */
export function readEntries(text: string): StackEntry[] {
  const resources = list(child(JSON.parse(text), 'deployment'), 'resources').map(revealed);
  return resources.flatMap(entryIn).map(({ declaration, receipts }) => ({ ...receipts, owner: declaration.owner }));
}

interface Entry {
  readonly name: string;
  readonly inputs: Properties;
  readonly declaration: Declaration;
  readonly receipts: Receipts;
}

function entriesIn(exported: readonly unknown[]): Entry[] {
  return exported.flatMap((each) => (isResource(each) && each.delete === true ? [] : entryIn(each)));
}

function entryIn(resource: unknown): Entry[] {
  if (!isResource(resource)) return [];
  const family = FAMILIES.get(resource.type);
  return family === undefined ? [] : [entryOf(family, resource)];
}

function entryOf(family: Family, { urn, inputs: given = {}, outputs = {} }: ExportedResource): Entry {
  // Of a set as last written: a refresh that was accepted leaves what it saw in the inputs.
  const inputs = inputsIn(family, family === 'set' ? { ...given, ...outputs } : given);
  const declaration = declarationOf(family, inputs);
  return { name: nameOf(urn), inputs, declaration, receipts: receiptsOf(declaration, outputs) };
}

/** Registered by a desired state. */
function isNamedAfterObject({ name, declaration, inputs }: Entry): boolean {
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

/** Of a record that is recorded. What an update of it sends besides shows in the service. */
function calledAgain(
  { declaration, receipts }: Entry,
  writing: readonly Partial<Entry>[],
  { digest, at }: ReadOptions & { readonly at: number },
): OpenIntent[] {
  const written = writing.filter((each) => each.declaration?.owner === declaration.owner);
  const records = written.flatMap((each) => each.declaration?.records ?? []);
  const sent = records.flatMap((record) => interruptedCreate(record, digest, at));
  return unsettled(sent, receipts).filter(({ action }) => action === 'update');
}

function singleOf({ declaration, inputs, receipts }: Entry): Omit<StackResource, 'interrupted'> {
  const { recorded, openIntents } = receipts;
  const family = declaration.family === 'user' ? 'user' : 'record';
  return { family, inputs, openIntents, unsettled: recorded.length === 0 && openIntents.length > 0 };
}

function setsIn(
  entries: readonly Entry[],
  writing: readonly Declaration[],
  { digest, at }: ReadOptions & { readonly at: number },
): ReadonlyMap<string, StackSet> {
  const sets = new Map<string, StackSet>();
  for (const { declaration, inputs, receipts } of entries) {
    if (declaration.family === 'set') sets.set(declaration.owner, stackSet(declaration, inputs, receipts));
  }
  for (const wanted of writing) {
    if (wanted.family !== 'set') continue;
    const known = sets.get(wanted.owner) ?? { ...stackSet(wanted, {}, NOTHING), isPending: true };
    const sent = wanted.records.flatMap((record) => interruptedCreate(record, digest, at));
    const { openIntents, receipts } = known;
    const all = [...known.interrupted, ...unsettled(sent, { openIntents, recorded: [...receipts.values()] })];
    const interrupted = [...new Map(all.map((intent) => [intent.address, intent])).values()];
    sets.set(wanted.owner, { ...known, interrupted });
  }
  return sets;
}

function stackSet(declaration: Declaration, inputs: Properties, receipts: Receipts): StackSet {
  const { campaign, shard } = declaration;
  const records = recordsIn(receipts.recorded);
  return {
    name: setName(campaign?.campaignName ?? '', shard ?? ''),
    campaignName: campaign?.campaignName ?? '',
    shard: shard ?? '',
    inputs,
    declaration,
    receipts: new Map(records.map((receipt) => [receipt.address, receipt])),
    superseded: new Set(),
    taken: receipts.taken,
    openIntents: receipts.openIntents,
    copies: receipts.copies,
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
