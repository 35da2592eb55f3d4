// What a handler starts from: the receipts that stand in the resource, and where an object is new to it, what another entry of the
// state keeps of it. Without them what was worked would be added again, and what carries no marker would be a stranger's.
//
// Receipts say which tenant and stack they are about (src/core/engine/lineage.ts); those of another one are refused by every handler,
// before anything is read with them.

import { identityOf, lineageOf } from '../src/core/engine/lineage.ts';
import { isNewReason } from '../src/core/engine/parts.ts';
import type { PulumiStack } from '../src/core/engine/lineage.ts';
import type { Address } from '../src/core/model/address.ts';
import { isSameIdentity } from '../src/core/model/identity.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import { undeclaredApart, unsettled } from './cut-off.ts';
import type { TargetContext } from './context.ts';
import { isClass, objectsOf, textIn } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { identitiesIn, NOTHING } from './kept.ts';
import type { Receipts } from './kept.ts';
import type { Order } from './order.ts';
import { isElsewhere } from './part.ts';
import { receiptsOf, recordsIn } from './receipts.ts';
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
  readonly kept: Receipts;
  /** Of the open intents, those of writes that were cut off, and stand in no receipt yet. */
  readonly sent: readonly OpenIntent[];
}

/** `order`: null for a class. Throws `pulumi-failed` where the state has to be asked and cannot be read. */
export async function writeStart(given: WriteCase, declaration: Declaration, order: Order | null): Promise<WriteStart> {
  const { context, olds, news } = given;
  const before = olds === null ? NOTHING : receiptsOf(olds);
  const stored = { ...before, recorded: [...before.recorded, ...arrivingFor(before, order)] };
  const own = withoutThese(stored, new Set([...(order?.forgets ?? []), ...(order?.leaves ?? [])]));
  const found = await withInherited(own, declaration, { ...given, order });
  const sent = unsettled(order?.sent ?? (await sentBefore(found, declaration, given)), found);
  return { own, kept: withOpen(found, sent, { context, properties: news }), sent };
}

/** What is handed over and not here yet. */
export function arrivingFor({ recorded }: Pick<Receipts, 'recorded'>, order: Order | null): readonly RecordedObject[] {
  const held = new Set(recorded.map(({ address }) => address));
  return (order?.receives ?? []).filter(({ address }) => !held.has(address));
}

function withoutThese(kept: Receipts, forgotten: ReadonlySet<Address>): Receipts {
  return { ...kept, recorded: kept.recorded.filter(({ address }) => !forgotten.has(address)) };
}

/**
 * What an update that was cut off may have sent of what a class declares, whichever resource declared it then; and where it is made, of
 * what its create, cut off, was to add, and no row declares any more: from now on the engine lists that create as finished.
 */
async function sentBefore(
  { recorded }: Receipts,
  declaration: Declaration,
  { context: { registry }, olds, news }: WriteCase,
): Promise<readonly OpenIntent[]> {
  if (!isClass(news)) return [];
  const { owner } = declaration;
  const made = new Map(recordsIn(recorded).map((record) => [record.address, record]));
  const asked = declaration.records.filter(({ address, reissue }) => {
    const before = made.get(address);
    return before === undefined || isNewReason(reissue, before);
  });
  const declared = asked.length === 0 ? [] : await registry.cutOff(asked.map(({ address }) => address));
  // Of one that is replaced, the delete of its entry says what becomes of the rest.
  const isFirst = olds === null && (await registry.inherited({ owner })).recorded.length === 0;
  return isFirst ? [...declared, ...(await registry.cutOff({ owner }))] : declared;
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

interface StartFacts extends WriteCase {
  readonly order: Order | null;
}

/** What is looked up in the state of the stack. */
interface LookUp {
  readonly addresses: readonly Address[];
  /** Its own entry, of which the engine says nothing: it is replaced. */
  readonly isReplaced: boolean;
  /** Whose receipts of the same clientIds in other campaigns count, too; null: nobody's. */
  readonly tenant: string | null;
}

/**
 * Of a class all that it declares: it was renamed or replaced, or a row came from another resource, be it of another campaign. Where
 * that campaign goes on declaring the clientId, it is another record. A set that is replaced, because rows leave it, goes on with what
 * it remembers, and looks at what leaves (write.ts). With an order only what the plan saw in other entries.
 */
function askedOf(own: Receipts, declaration: Declaration, { order, olds, news, context }: StartFacts): LookUp {
  const held = new Set([...own.recorded, ...own.openIntents].map(({ address }) => address));
  const missing = (all: readonly Address[]): Address[] => all.filter((address) => !held.has(address));
  if (order !== null) {
    const isReplaced = olds === null && order.stack !== '';
    return { addresses: missing(order.remembers), isReplaced, tenant: null };
  }
  if (!isClass(news)) return { addresses: [], isReplaced: false, tenant: null };
  const declared = objectsOf(declaration).map(({ address }) => address);
  const isReplaced = olds === null && declaration.family === 'set';
  return { addresses: missing(declared), isReplaced, tenant: context.identity.tenant };
}

async function withInherited(own: Receipts, declaration: Declaration, given: StartFacts): Promise<Receipts> {
  const { registry } = given.context;
  const { addresses, isReplaced, tenant } = askedOf(own, declaration, given);
  if (addresses.length === 0 && !isReplaced) return own;
  if (given.order !== null) registry.inStack(given.order.stack);
  const found = await registry.inherited(addresses, tenant);
  const before = isReplaced ? await registry.inherited({ owner: declaration.owner }) : NOTHING;
  const held = new Set([...own.recorded, ...own.openIntents].map(({ address }) => address));
  const isMeant = ({ address }: { readonly address: Address }): boolean =>
    !held.has(address) && registry.ownership(declaration.owner, address) === 'own';
  const all = new Map([...before.recorded, ...found.recorded].map((object) => [object.address, object]));
  const openIntents = given.order === null ? found.openIntents : [...before.openIntents, ...found.openIntents];
  return {
    ...own,
    identity: own.identity ?? found.identity ?? before.identity,
    recorded: [...own.recorded, ...[...all.values()].filter(isMeant)],
    openIntents: [...own.openIntents, ...intentsOf(openIntents.filter(isMeant), declaration, given)],
    copies: [...own.copies, ...found.copies.filter(isMeant)],
    taken: await stillHeld(own.taken, registry),
  };
}

/** Of what moves here the write leaves an intent of its own; what may have been sent for rows of others is theirs. */
function intentsOf(found: readonly OpenIntent[], declaration: Declaration, { order }: StartFacts): OpenIntent[] {
  if (order === null) return undeclaredApart({ openIntents: found }, declaration)[1];
  return found.filter(({ proposed }) => proposed === null || !isElsewhere(proposed, declaration));
}

/** Receipts that this resource took over, and stand in another entry all the same. */
async function stillHeld(taken: Receipts['taken'], registry: Registry): Promise<Receipts['taken']> {
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
  const [name, project] = (textIn(properties, 'stack') ?? textIn(properties, 'home') ?? '').split('/').toReversed();
  return name === undefined || project === undefined ? null : { project, name };
}
