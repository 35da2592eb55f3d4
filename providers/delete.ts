// delete: whatever has receipts here leaves, as if its declaration were gone. It sees what the stack holds and nothing of a program.
//
// What is used up must not leave a stack unseen: with its resource the stack would lose that its customer was called, and a line
// that is put back would call again.
//
//   resource of       used up, and the stack does not know it                   used up, and the stack knows it
//   a desired state   refused: the plan of the next update keeps it             let go: a destroy
//   a class           let go, and said                                          let go, and said
//
// As a refresh comes before the plan, what the stack does not know is what no refresh has shown. Whom the plan of a program of classes lets
// go of is remembered by that plan (src/core/engine/begun-removals.ts); a delete does not know whether it has one, and says so.

import { carryOut } from '../src/core/engine/pass.ts';
import { isUsedUp, leavesMemory, memoryRecorder, needsPerson } from '../src/core/engine/parts.ts';
import type { Part, PartDiff } from '../src/core/engine/pass.ts';
import { isRecord, isUser } from '../src/core/model/address.ts';
import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { folded } from '../src/core/model/spelling.ts';
import { wasTouched } from '../src/core/model/record.ts';
import type { RecordedObject } from '../src/core/model/state.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import type { TargetContext } from './context.ts';
import { declarationOf, isClass, textIn } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { comparePart, partOf, readPart } from './part.ts';
import { errorOf, listOf, refusalOf, refuseSamePerson } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { inputsIn, receiptsOf } from './receipts.ts';
import { LET_GO } from './way.ts';
import type { Receipts, ObservedObjects } from './receipts.ts';
import { applyContext, forLeavers } from './write.ts';
import { inLineage, withCutOff } from './inherited.ts';
import { sayNotes } from './write-result.ts';

interface DeleteCase {
  readonly family: Family;
  readonly context: TargetContext;
  readonly olds: Properties;
}

export async function deleteResource({ family, context: around, olds }: DeleteCase): Promise<void> {
  const declaration = declarationOf(family, inputsIn(family, olds));
  const kept = await withCutOff(receiptsOf(olds), declaration, {
    context: around,
    properties: olds,
  });
  const context = inLineage(around, kept, olds);
  const mine = await ownIn(kept, context);
  const own = { ...mine, recorded: await context.registry.asNoted(mine.recorded) };
  if (own.recorded.length === 0 && own.openIntents.length === 0) return;
  try {
    await removeAll(own, declaration, { context, olds });
  } catch (error) {
    for (const { address } of [...own.recorded, ...own.openIntents]) context.registry.keep(address);
    throw error;
  }
}

async function removeAll(own: Receipts, declaration: Declaration, { context, olds }: DeleteFacts): Promise<void> {
  const part = partOf({ ...declaration, users: [], records: [] }, context, own);
  const observed = await readPart(part, declaration, { context, how: 'fresh' });
  const compared = comparePart(part, observed, context);
  const { allowance, registry } = context;
  const isDestroy = registry.declaresNothing();
  const removing = async () => ({ all: await registry.undeclared(textIn(olds, '__home')), isDestroy });
  const uncounted = allowance.countsRemovals(isDestroy) ? allowance.refused(compared.changes, await removing()) : [];
  if (uncounted.length > 0) throw atOnce(uncounted);
  // A plan tells two people from one whose login is corrected.
  for (const { address, action } of allowance.isNative ? compared.changes : [])
    if (action === 'delete') refuseSamePerson(address, registry.wanted.get(folded(address)));
  const forgotten = forgottenIn(own, context);
  // Of what was cut off a person was told that it may have been worked, and took it out.
  const usedUpBefore = own.recorded.filter((object) => isKnownUsedUp(object, own.observed));
  const cutOff = own.openIntents.filter(({ interrupted }) => interrupted === true);
  const known = new Set([...usedUpBefore, ...cutOff].map(({ address }) => address));
  refuseReturned(compared, forgotten);
  const isOfClass = isClass(olds);
  const refuseUnknown = (all: readonly Address[]): void =>
    isOfClass ? undefined : refuseUnseen(all.filter((address) => !known.has(address)));
  // Before anything is sent: what is deleted first would be called gone by the next run.
  refuseUnknown(letGo(compared));
  const recorder = memoryRecorder(part.recorded, part.copies, context.copies);
  const applying = { ...applyContext(context, observed), recorder, ...(await forLeavers(context, olds)) };
  const result = await carryOut(compared, applying, () => undefined);
  const { settlements } = result;
  sayNotes(result, context);
  const failed = settlements.flatMap((settlement): Refusal[] =>
    settlement.kind === 'applied' ? [] : [{ address: settlement.change.address, ...settlement.problem }],
  );
  const tried = new Set(settlements.map(({ change }) => change.address));
  const open = compared.verdicts.filter((verdict) => needsPerson(verdict) && !tried.has(verdict.address));
  const asked = await askedInstead(failed, declaration, { part, context });
  const refusals = [...asked, ...open.map(refusalOf)].map((each) => ofReplaced(each, declaration, context));
  const gone = usedUp(recorder.kept().objects.values());
  if (isOfClass && gone.length > 0) context.tell(`${listOf(gone)}: ${LET_GO}, ${FORGOTTEN}`);
  if (refusals.length > 0) throw errorOf(refusals);
  refuseUnknown(gone);
}

/**
 * The engine keeps nothing of a delete that failed, so the next one would find what this one found: what its write found otherwise is read
 * once more, as that read it, with what stands beside it. Nothing is sent by that.
 */
async function askedInstead(
  failed: readonly Refusal[],
  declaration: Declaration,
  { part, context }: { readonly part: Part; readonly context: TargetContext },
): Promise<readonly Refusal[]> {
  const moved = new Set(failed.flatMap(({ address, code }) => (code === 'moved' ? [address] : [])));
  if (moved.size === 0) return failed;
  const objects = [...part.recorded.objects].map(
    ([address, object]) => [address, isRecord(object) ? { ...object, contested: true as const } : object] as const,
  );
  const doubtful = { ...part, recorded: { ...part.recorded, objects: new Map(objects) } };
  const { verdicts } = comparePart(doubtful, await readPart(doubtful, declaration, { context, how: 'fresh' }), context);
  const asked = verdicts.filter((verdict) => needsPerson(verdict) && moved.has(verdict.address));
  const known = new Set(asked.map(({ address }) => address));
  return [...failed.filter(({ address }) => !known.has(address)), ...asked.map(refusalOf)];
}

/** What is removed knows its own declaration, of before, and nothing of one that replaces it. */
function ofReplaced(refusal: Refusal, { owner }: Declaration, { registry }: TargetContext): Refusal {
  if (refusal.code !== 'offboard-blocked') return refusal;
  const [next] = registry.declaredBy(owner);
  if (next === undefined) return refusal;
  const message = `${refusal.message}; ${next} replaces it, and its offboard does not count for this one: pin the customers to ${next} first, and run again`;
  return { ...refusal, message };
}

/** All of them for one reason: said once. */
function atOnce(refusals: readonly Refusal[]): ToolError {
  const [{ code, message }, ...others] = refusals as [Refusal, ...Refusal[]];
  if (others.some((other) => other.message !== message)) return errorOf(refusals);
  return new ToolError(code, { message: `${listOf(refusals.map(({ address }) => address))}: ${message}` });
}

const FORGOTTEN =
  'and not remembered unless a plan lets go of it: else a line that is put back calls again once the task is cleared away';

interface DeleteFacts {
  readonly context: TargetContext;
  readonly olds: Properties;
}

/** Without what another resource answers for, in this run or in the state. */
async function ownIn(kept: Receipts, { registry }: TargetContext): Promise<Receipts> {
  const isOwn = async ({ address }: { readonly address: Address }): Promise<boolean> => {
    const ownership = registry.ownershipOfDeleted(address);
    if (ownership === 'awaited') {
      const message = `${address}: another resource declares it and does not hold it yet; it may not be a --target of this run`;
      throw new ToolError('dependency-failed', { message, address });
    }
    if (ownership === 'held') return false;
    return !(await registry.letGo(address));
  };
  const keep = async <T extends { readonly address: Address }>(all: readonly T[]): Promise<T[]> => {
    const own: T[] = [];
    for (const each of all) if (await isOwn(each)) own.push(each);
    return own;
  };
  const recorded = await keep(kept.recorded);
  const held = new Set(kept.recorded.map(({ address }) => address));
  const intents = kept.openIntents.filter(({ address }) => !held.has(address));
  const others = kept.openIntents.filter(({ address }) => recorded.some((object) => object.address === address));
  return { ...kept, recorded, openIntents: [...others, ...(await keep(intents))] };
}

/** Whom the plan lets go of, or a refresh saw to be gone: whoever is there by now was not planned to be removed. */
function forgottenIn({ recorded, observed }: Receipts, { registry }: TargetContext): ReadonlySet<Address> {
  const isForgotten = ({ kind, address }: RecordedObject): boolean => {
    const seen = observed?.get(address);
    const wasGone = seen !== undefined && 'service' in seen && seen.service === 'absent';
    return kind === 'user' && (wasGone || registry.isForgotten(address));
  };
  return new Set(recorded.filter(isForgotten).map(({ address }) => address));
}

function refuseReturned({ changes, verdicts }: PartDiff, forgotten: ReadonlySet<Address>): void {
  for (const address of forgotten) {
    // Still gone from the service: what is left on the backing side was made by us, and is no return.
    const isGone = (change: Change): boolean =>
      change.action === 'forget' || (isUser(change) && change.observed?.service === 'absent');
    if (changes.some((change) => change.address === address && isGone(change))) continue;
    if (verdicts.some((verdict) => verdict.address === address && needsPerson(verdict))) continue;
    const message = `${address}: was gone, and is there again; nobody is removed unseen: run again with --refresh`;
    throw new ToolError('moved', { message, address });
  }
}

/** Whether the stack says so, by what was recorded or by what a refresh has seen. */
function isKnownUsedUp(recorded: RecordedObject, observed: ObservedObjects | null): boolean {
  if (recorded.kind !== 'record') return false;
  const seen = observed?.get(recorded.address);
  const isSeen =
    seen !== undefined && 'tasks' in seen && seen.presence !== 'unknown' && leavesMemory({ observed: seen });
  return isUsedUp(recorded) || isSeen;
}

/** What would be remembered as used up. */
function letGo({ changes }: PartDiff): Address[] {
  return changes.flatMap((change) =>
    change.kind === 'record' && change.action === 'forget' && leavesMemory(change) ? [change.address] : [],
  );
}

function usedUp(objects: Iterable<RecordedObject>): Address[] {
  return [...objects].flatMap((object) =>
    object.kind === 'record' &&
    object.consumed !== null &&
    (object.consumed.how !== 'released' || wasTouched(object.worked))
      ? [object.address]
      : [],
  );
}

/** Takes what a delete would forget of what is not known to be used up. Throws `moved` for the first. */
function refuseUnseen([address]: readonly Address[]): void {
  if (address === undefined) return;
  const message = `${address}: was worked, or is gone, since the stack was last read; nothing is forgotten unseen: run again with --refresh`;
  throw new ToolError('moved', { message, address });
}
