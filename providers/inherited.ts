// What a handler starts from: the receipts that stand in the resource, and where an object is new to it, what another entry of the
// state keeps of it. Without them what was worked would be added again, and what carries no marker would be a stranger's.
//
// Receipts say which tenant and stack they are about (src/core/engine/lineage.ts); those of another one are refused by every handler,
// before anything is read with them.

import { identityOf, lineageOf } from '../src/core/engine/lineage.ts';
import type { PulumiStack } from '../src/core/engine/lineage.ts';
import type { Address } from '../src/core/model/address.ts';
import { isSameIdentity } from '../src/core/model/identity.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import { unsettled } from './cut-off.ts';
import type { TargetContext } from './context.ts';
import { isClass, textIn } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { identitiesIn, NOTHING, receiptsOf } from './receipts.ts';
import type { Receipts } from './receipts.ts';
import type { Order } from './order.ts';
import type { Registry } from './registry.ts';

export interface WriteCase {
  readonly family: Family;
  readonly context: TargetContext;
  /** Null for a create. */
  readonly olds: Properties | null;
  readonly news: Properties;
}

/** What a write starts from. */
export interface WriteStart {
  /** As it stands in the resource, without what the program has it forget. */
  readonly own: Receipts;
  /** With what other entries of the state keep, and what may have been sent. */
  readonly receipts: Receipts;
  /** Of the open intents, those of writes that were cut off, and stand in no receipt yet. */
  readonly maybeSent: readonly OpenIntent[];
}

/** How a write starts (way.ts). */
export interface StartWay {
  /** What the program hands over, and has it forget. */
  readonly order: Order;
  lookUp(own: Receipts): LookUp;
  /** What a write that was cut off may have sent of it. */
  maybeSent(found: Receipts): Promise<readonly OpenIntent[]>;
  /** Of what was looked up, in the entry that is replaced and elsewhere. */
  openIntents(replaced: readonly OpenIntent[], found: readonly OpenIntent[]): readonly OpenIntent[];
}

/** What is looked up in the state of the stack. */
interface LookUp {
  readonly addresses: readonly Address[];
  /** Its own entry, of which the engine says nothing: it is replaced. */
  readonly isReplaced: boolean;
  /** Whose receipts of the same clientIds in other campaigns count, too; null: nobody's. */
  readonly tenant: string | null;
}

/** Throws `pulumi-failed` where the state has to be asked and cannot be read. */
export async function writeStart(given: WriteCase, owner: string, way: StartWay): Promise<WriteStart> {
  const { context, olds, news } = given;
  const before = olds === null ? NOTHING : receiptsOf(olds);
  const reasons = new Map(way.order.usedReasons);
  const known = before.recorded.map((each) => withReasons(each, reasons.get(each.address)));
  const stored = { ...before, recorded: [...known, ...arrivingFor(before, way.order)] };
  const own = withoutThese(stored, new Set([...way.order.forgets, ...way.order.leftToOther]));
  const found = await withInherited(own, owner, { context, way });
  const maybeSent = unsettled(await way.maybeSent(found), found);
  return { own, receipts: withOpen(found, maybeSent, { context, properties: news }), maybeSent };
}

function withReasons(recorded: RecordedObject, usedReasons: readonly string[] | undefined): RecordedObject {
  return recorded.kind === 'user' || usedReasons === undefined ? recorded : { ...recorded, usedReasons };
}

/** What is handed over and not here yet. */
export function arrivingFor({ recorded }: Pick<Receipts, 'recorded'>, order: Order): readonly RecordedObject[] {
  const held = new Set(recorded.map(({ address }) => address));
  return order.receives.filter(({ address }) => !held.has(address));
}

function withoutThese(kept: Receipts, forgotten: ReadonlySet<Address>): Receipts {
  return { ...kept, recorded: kept.recorded.filter(({ address }) => !forgotten.has(address)) };
}

/**
 * With what an update of this resource that was cut off may have sent, where a class registered it: the engine drops that update when
 * it saves, so it is kept here from then on. Throws `pulumi-failed` where the state cannot be read.
 */
export async function withCutOff(
  kept: Receipts,
  { owner }: Pick<Declaration, 'owner'>,
  around: KeptFacts,
): Promise<Receipts> {
  if (!isClass(around.properties)) return kept;
  return withOpen(kept, unsettled(await around.context.registry.cutOff({ owner }), kept), around);
}

interface KeptFacts {
  readonly context: TargetContext;
  /** In which the receipts stand, or will. */
  readonly properties: Properties;
}

/** They speak of what the receipts speak of; where there are none, of the stack as it is named now. */
function withOpen(kept: Receipts, sent: readonly OpenIntent[], { context, properties }: KeptFacts): Receipts {
  if (sent.length === 0) return kept;
  const { identity } = inLineage(context, kept, properties);
  return { ...kept, identity: kept.identity ?? identity, openIntents: [...kept.openIntents, ...sent] };
}

interface StartFacts {
  readonly context: TargetContext;
  readonly way: StartWay;
}

async function withInherited(own: Receipts, owner: string, { context, way }: StartFacts): Promise<Receipts> {
  const { registry } = context;
  const { addresses, isReplaced, tenant } = way.lookUp(own);
  if (addresses.length === 0 && !isReplaced) return own;
  if (way.order.stack !== '') registry.inStack(way.order.stack);
  const found = await registry.inherited(addresses, tenant);
  const before = isReplaced ? await registry.inherited({ owner }) : NOTHING;
  const held = new Set([...own.recorded, ...own.openIntents].map(({ address }) => address));
  const isMeant = ({ address }: { readonly address: Address }): boolean =>
    !held.has(address) && registry.ownership(owner, address) === 'own';
  const all = new Map([...before.recorded, ...found.recorded].map((object) => [object.address, object]));
  return {
    ...own,
    identity: own.identity ?? found.identity ?? before.identity,
    recorded: [...own.recorded, ...[...all.values()].filter(isMeant)],
    openIntents: [
      ...own.openIntents,
      ...way.openIntents(before.openIntents.filter(isMeant), found.openIntents.filter(isMeant)),
    ],
    copies: [...own.copies, ...found.copies.filter(isMeant)],
    taken: await stillInOtherEntries(own.taken, registry),
  };
}

/** Receipts that this resource took over, and stand in another entry all the same. */
async function stillInOtherEntries(taken: Receipts['taken'], registry: Registry): Promise<Receipts['taken']> {
  if (taken.length === 0) return taken;
  const { recorded } = await registry.inherited(
    taken.map(({ address }) => address),
    null,
  );
  return taken.filter((each) =>
    recorded.some(({ address, recordedAt }) => address === each.address && recordedAt === each.recordedAt),
  );
}

/** The context for one resource. Throws `other-tenant`, `other-stack`. */
export function inLineage(context: TargetContext, receipts: Receipts, properties: Properties): TargetContext {
  const { project, target } = context;
  const pulumi = homeIn(properties);
  const place = { project, target, ...(pulumi && { pulumi }) };
  return {
    ...context,
    lineage: lineageOf(place, identitiesIn([receipts]), receipts.recorded),
    identity: identityOf(place),
  };
}

/** Receipts of a former stack or tenant are written anew, so that muster.yaml need not name it for ever. */
export function isRenamed(receipts: Receipts, { identity }: TargetContext): boolean {
  return identitiesIn([receipts]).some((each) => !isSameIdentity(each, identity));
}

/** `[<organization>/]<project>/<name>`; null where none is named. */
function homeIn(properties: Properties): PulumiStack | null {
  const [name, project] = (textIn(properties, '__stack') ?? textIn(properties, '__home') ?? '').split('/').toReversed();
  return name === undefined || project === undefined ? null : { project, name };
}
