// A stack export -> the stack, for the program, the handlers and the command alike. Pure. An entry holds objects, by its receipts;
// a write that was cut off may have sent some (cut-off.ts). A holder is an entry that a desired state registered: its name is the
// address of its object, or that of a set. What a program declares with the classes is its own affair.
//
// A receipt may stand in two resources for a moment (a run that was killed between the one taking over and the other letting go):
// the later one counts.

import { interruptedCreate } from '../src/core/engine/interrupted.ts';
import { withCall } from '../src/core/engine/parts.ts';
import type { SavedCopy } from '../src/core/engine/parts.ts';
import { isRecord, recordAddress, userAddress } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { calledBefore, readRuns } from '../src/core/model/applied.ts';
import type { AppliedRun } from '../src/core/model/applied.ts';
import { ToolError } from '../src/core/model/errors.ts';
import type { Identity } from '../src/core/model/identity.ts';
import type { Campaign, RecordedRecord } from '../src/core/model/record.ts';
import type { Digest, OpenIntent, RecordedObject, RecordedState } from '../src/core/model/state.ts';
import { declarationOf, objectsOf, setName, textIn, unpacked } from './declaration.ts';
import type { Declaration, Properties } from './declaration.ts';
import { asKept } from './native-form.ts';
import type { UsedReasons } from './order.ts';
import { identitiesIn, inputsIn, readReceipts, stackDigest } from './receipts.ts';
import type { Receipts } from './receipts.ts';
import { operationsIn, unsettled } from './cut-off.ts';
import {
  APPLIED_TYPE,
  child,
  FAMILIES,
  handedOverAt,
  isNative,
  isResource,
  list,
  nameOf,
  revealed,
  savedAt,
} from './stack-export.ts';

/** A resource of ours. */
export interface StackEntry extends Receipts {
  readonly name: string;
  /** Under which it answers for its objects (registry.ts). */
  readonly owner: string;
  /** As registered, secrets in plain text. */
  readonly inputs: Properties;
  readonly declaration: Declaration;
  /** Of what it keeps, who was called as an apply that was cut off had seen it: it does not say so itself. */
  readonly called?: readonly UsedReasons[];
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
  /** By the name of the resource. */
  readonly holders: ReadonlyMap<HolderName, Holder>;
  /** What the receipts say of themselves. */
  readonly identities: readonly Identity[];
  /** What entries of the classes hold -> the name of the resource. */
  readonly inClasses: ReadonlyMap<Address, string>;
  /** What applies did, by the name of the component that keeps it. */
  readonly applied: ReadonlyMap<string, readonly AppliedRun[]>;
}

/** Address of a person or a record, or name of a set (setName). */
export type HolderName = string;

/** A resource that a desired state registered: of one person, of one record, or of a set of records. */
export interface Holder extends StackEntry {
  /** By address, without those that another holder took over. */
  readonly receipts: ReadonlyMap<Address, RecordedObject>;
  /** Held still, though another one took them over. */
  readonly superseded: ReadonlySet<Address>;
  /** What a write of it that was cut off may have sent, and no receipt says. */
  readonly maybeSent: readonly OpenIntent[];
  /** Its create was cut off: there is no such resource yet, and the engine will call create again. */
  readonly isPending: boolean;
}

interface ReadOptions {
  readonly digest?: Digest;
  /** True for who hands its state over. */
  readonly isHandOver?: boolean;
}

/** Takes what `pulumi stack export --show-secrets` prints. Throws `internal` when a resource of ours is damaged, `wrong-home`. */
export function readStack(text: string, { digest = stackDigest, isHandOver = false }: ReadOptions = {}): Stack {
  const deployment = child(JSON.parse(text), 'deployment');
  const went = isHandOver ? null : handedOverAt(deployment);
  if (went !== null)
    throw new ToolError('wrong-home', { message: `a ledger has the state of this stack since ${went}` });
  const applied = appliedIn(deployment);
  const called = calledBefore([...applied.values()].flat());
  const entries = list(deployment, 'resources').flatMap((each) =>
    entriesIn(revealed(each)).map((entry) => withCalls(entry, called)),
  );
  const at = savedAt(deployment);
  const writes = operationsIn(deployment).flatMap(({ isCreate, resource }) =>
    // What was to be written says the operation; what is held, the entry.
    entriesIn({ ...Object(revealed(resource)), outputs: {} }).map((entry) => ({
      ...entry,
      isCreate,
      intents: objectsOf(entry.declaration).flatMap((object) => interruptedCreate(object, digest, at)),
    })),
  );
  return { entries, writes, ...registeredIn(entries, writes), applied };
}

/** Written since an apply saw it worked, or not: the customer was called, whatever the task shows by now. */
function withCalls(entry: StackEntry, called: ReadonlyMap<Address, number>): StackEntry {
  const recorded = entry.recorded.map((each) =>
    isRecord(each) && (called.get(each.address) ?? 0) > each.recordedAt ? withCall(each) : each,
  );
  const isNews = (each: RecordedObject, index: number): boolean => each !== entry.recorded[index];
  return { ...entry, recorded, called: recorded.filter(isNews).filter(isRecord).map(usedBy) };
}

const usedBy = ({ address, usedReasons = [] }: RecordedRecord): UsedReasons => [address, usedReasons];

function appliedIn(deployment: unknown): Stack['applied'] {
  const kept = list(deployment, 'resources').flatMap((each) =>
    isResource(each) && each.type === APPLIED_TYPE ? [[nameOf(each.urn), runsIn(each.outputs?.['runs'])] as const] : [],
  );
  return new Map(
    kept.map(([name, runs]) => {
      if (runs === null)
        throw new ToolError('internal', { message: `${name} of the stack does not say what was applied` });
      return [name, runs];
    }),
  );
}

/** None: an update of somebody else is registering it at this moment, and says it next. Null: nothing that we wrote. */
function runsIn(runs: unknown): ReturnType<typeof readRuns> {
  const text = revealed(runs);
  return runs === undefined ? [] : readRuns(typeof text === 'string' ? unpacked(text) : text);
}

/** What desired states registered, and beside it what the classes hold. */
function registeredIn(all: readonly StackEntry[], writes: readonly CutOffWrite[]): Omit<StackState, 'applied'> {
  const entries = all.filter(({ isLeaving }) => !isLeaving);
  const holders = withoutTaken(holdersIn(entries.filter(isNamedAfterObject), writes.filter(isNamedAfterObject)));
  const classes = entries.filter((entry) => !isNamedAfterObject(entry));
  const inClasses = new Map(classes.flatMap(({ name, recorded: held }) => held.map((each) => [each.address, name])));
  return { recorded: recordedIn([...holders.values()]), identities: identitiesIn(entries), holders, inClasses };
}

/** One, or none of what is not ours. */
function entriesIn(resource: unknown): StackEntry[] {
  const family = isResource(resource) ? FAMILIES.get(resource.type) : undefined;
  if (!isResource(resource) || family === undefined) return [];
  const { urn, type, inputs: said = {}, outputs: kept = {}, delete: isLeaving = false } = resource;
  const isOwned = isNative(type);
  const [given, outputs] = [asKept(said), asKept(kept)];
  // Of a set as last written: a refresh that was accepted leaves what it saw in the inputs.
  const inputs = inputsIn(family, family === 'set' ? { ...given, ...outputs } : given);
  const target = isOwned ? { target: outputs['target'] } : {};
  const declaration = declarationOf(family, inputs);
  const owner = isOwned ? urn : declaration.owner;
  const receipts = readReceipts(outputs, textIn(inputs, 'campaignName'));
  return [{ ...receipts, name: nameOf(urn), owner, inputs: { ...inputs, ...target }, declaration, isLeaving }];
}

/** Registered by a desired state. */
function isNamedAfterObject({ name, owner, declaration, inputs }: StackEntry): boolean {
  if (owner !== declaration.owner) return false;
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

function holdersIn(entries: readonly StackEntry[], writes: readonly CutOffWrite[]): Map<HolderName, Holder> {
  const holders = new Map(entries.map((entry) => [entry.name, holderOf(entry)]));
  for (const { isCreate, intents, ...wanted } of writes) {
    const known = holders.get(wanted.name) ?? (isCreate ? { ...holderOf(wanted), isPending: true } : null);
    if (known === null) continue;
    // What an update of a single object sends besides shows in the service.
    const isSaid = ({ action }: OpenIntent): boolean =>
      known.isPending || known.declaration.family === 'set' || action === 'update';
    const sent = [...known.maybeSent, ...unsettled(intents, known).filter(isSaid)];
    holders.set(known.name, { ...known, maybeSent: [...new Map(sent.map((each) => [each.address, each])).values()] });
  }
  return holders;
}

function holderOf(entry: StackEntry): Holder {
  const receipts = new Map(entry.recorded.map((object) => [object.address, object]));
  return { ...entry, receipts, superseded: new Set(), maybeSent: [], isPending: false };
}

/** Of two receipts of one object the later one counts. */
function recordedIn(holders: readonly Holder[]): RecordedState {
  const held = holders.flatMap(({ receipts }) => [...receipts.values()]);
  const inOrder = held.toSorted((a, b) => a.recordedAt - b.recordedAt);
  return {
    objects: new Map(inOrder.map((object) => [object.address, object])),
    openIntents: holders.flatMap(({ openIntents, maybeSent }) => [...openIntents, ...maybeSent]),
    campaigns: holders.flatMap(interruptedCampaign),
  };
}

/** Its markers tell what of a set that was cut off came to stand there, whatever the files say by now. */
function interruptedCampaign({ isPending, declaration: { family, campaign, records } }: Holder): Campaign[] {
  return isPending && family === 'set' && campaign !== null && records.length > 0 ? [campaign] : [];
}

function withoutTaken(holders: ReadonlyMap<HolderName, Holder>): ReadonlyMap<HolderName, Holder> {
  const taken = [...holders.values()].flatMap((holder) => holder.taken.map((each) => ({ ...each, by: holder.name })));
  if (taken.length === 0) return holders;
  return new Map(
    [...holders].map(([name, holder]) => {
      const { receipts } = holder;
      const gone = taken.filter(
        (each) => each.by !== name && receipts.get(each.address)?.recordedAt === each.recordedAt,
      );
      const superseded = new Set(gone.map(({ address }) => address));
      const left = [...receipts].filter(([address]) => !superseded.has(address));
      return [name, { ...holder, superseded, receipts: new Map(left) }];
    }),
  );
}

/** Full copies of records on the way there. Those of single records are files, too. */
export function copiesInSets({ holders }: Pick<StackState, 'holders'>): SavedCopy[] {
  return [...holders.values()].flatMap(({ declaration, copies }) => (declaration.family === 'set' ? copies : []));
}
