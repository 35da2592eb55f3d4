// What a handler starts from: the receipts that stand in the resource, and where an object is new to it, what another entry of the
// state keeps of it. Without them what was worked would be added again, and what carries no marker would be a stranger's.
//
// Receipts say which tenant and stack they are about (src/engine/lineage.ts); those of another one are refused by every handler,
// before anything is read with them.

import { identityOf, isNewReason, lineageOf } from '../src/engine.ts';
import type { PulumiStack } from '../src/engine.ts';
import type { Address } from '../src/model/address.ts';
import { isSameIdentity } from '../src/model/identity.ts';
import type { OpenIntent } from '../src/model/state.ts';
import { undeclaredApart, unsettled } from './cut-off.ts';
import type { TargetContext } from './context.ts';
import { declarationOf, isClass, objectsOf, textIn } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { identitiesIn, NOTHING } from './kept.ts';
import type { Receipts } from './kept.ts';
import { inputsIn, receiptsOf, recordsIn } from './receipts.ts';

export interface WriteCase {
  readonly family: Family;
  readonly context: TargetContext;
  /** Null for a create. */
  readonly olds: Properties | null;
  readonly news: Properties;
}

/** Null for `olds`: a create. Throws `pulumi-failed` where the state has to be asked and cannot be read. */
export async function keptBefore(given: WriteCase, declaration: Declaration): Promise<Receipts> {
  const { family, context, olds, news } = given;
  const kept = olds === null ? NOTHING : receiptsOf(declarationOf(family, inputsIn(family, olds)), olds);
  if (isClass(news)) return withSent(await withInherited(kept, declaration, given), declaration, given);
  return olds === null ? replaced(declaration, context) : kept;
}

/** With what an update that was cut off may have sent of what is declared, whichever resource declared it then. */
async function withSent(kept: Receipts, declaration: Declaration, { context, news }: WriteCase): Promise<Receipts> {
  const made = new Map(recordsIn(kept.recorded).map((record) => [record.address, record]));
  const asked = declaration.records.filter(({ address, reissue }) => {
    const before = made.get(address);
    return before === undefined || isNewReason(reissue, before);
  });
  if (asked.length === 0) return kept;
  const sent = await context.registry.cutOff(asked.map(({ address }) => address));
  return withOpen(kept, unsettled(sent, kept), { context, properties: news });
}

/**
 * With what an update of this resource that was cut off may have sent, where a class registered it: the engine drops that update when
 * it saves, so it is kept here from then on. Throws `pulumi-failed` where the state cannot be read.
 */
export async function withCutOff(kept: Receipts, { owner }: Declaration, around: Kept): Promise<Receipts> {
  if (!isClass(around.properties)) return kept;
  return withOpen(kept, unsettled(await around.context.registry.cutOff({ owner }), kept), around);
}

interface Kept {
  readonly context: TargetContext;
  /** In which the receipts stand, or will. */
  readonly properties: Properties;
}

/** They speak of what the receipts speak of; where there are none, of the stack as it is named now. */
function withOpen(kept: Receipts, sent: readonly OpenIntent[], { context, properties }: Kept): Receipts {
  if (sent.length === 0) return kept;
  const { identity } = inLineage(context, kept, properties);
  return { ...kept, identity: kept.identity ?? identity, openIntents: [...kept.openIntents, ...sent] };
}

/**
 * A class may declare what another entry of the state holds: it was renamed or replaced, or a row came from another resource, be it of
 * another campaign. Where that campaign goes on declaring the clientId, it is another record. A set that is replaced, because rows
 * leave it, goes on with what it remembers, and looks at what leaves (write.ts).
 */
async function withInherited(
  kept: Receipts,
  declaration: Declaration,
  {
    context: {
      registry,
      identity: { tenant },
    },
    olds,
  }: WriteCase,
): Promise<Receipts> {
  const own = new Set([...kept.recorded, ...kept.openIntents].map(({ address }) => address));
  const others = objectsOf(declaration).flatMap(({ address }) => (own.has(address) ? [] : [address]));
  const isReplaced = olds === null && declaration.family === 'set';
  if (others.length === 0 && !isReplaced) return kept;
  const { identity, recorded, openIntents, copies } = await registry.inherited(others, tenant);
  const before = isReplaced ? await registry.inherited({ owner: declaration.owner }) : NOTHING;
  const all = new Map([...before.recorded, ...recorded].map((object) => [object.address, object]));
  const isMeant = ({ address }: { readonly address: Address }): boolean =>
    !own.has(address) && registry.ownership(declaration.owner, address) === 'own';
  return {
    ...kept,
    identity: kept.identity ?? identity ?? before.identity,
    recorded: [...kept.recorded, ...[...all.values()].filter(isMeant)],
    openIntents: [
      ...kept.openIntents,
      ...undeclaredApart({ openIntents: openIntents.filter(isMeant) }, declaration)[1],
    ],
    copies: [...kept.copies, ...copies.filter(isMeant)],
  };
}

/** Of a desired state: what it remembers without a row stays its own, too, when the entry of before ends. */
async function replaced({ owner }: Declaration, { registry }: TargetContext): Promise<Receipts> {
  const [stack] = registry.order(owner)?.recordedIn ?? [];
  if (stack === undefined) return NOTHING;
  registry.inStack(stack);
  const kept = await registry.inherited({ owner });
  for (const { address } of [...kept.recorded, ...kept.openIntents]) registry.declare(owner, [address]);
  return kept;
}

/** The context for one resource. Throws `other-tenant`, `other-stack`. */
export function inLineage(context: TargetContext, receipts: Receipts, properties: Properties): TargetContext {
  const { project, target } = context;
  const pulumi = homeIn(properties);
  const place = { project, target, ...(pulumi && { pulumi }) };
  return { ...context, lineage: lineageOf(place, identitiesIn([receipts])), identity: identityOf(place) };
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
