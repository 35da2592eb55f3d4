// read: what the service shows beside what was recorded, in the engine's words. Nothing is written here. Of a reading a set keeps what
// differs or needs saying: its records as read would be most of the stack.

import { leavesMemory } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { isAdded } from '../src/core/model/record.ts';
import type { ObservedState, OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import type { TargetContext } from './context.ts';
import { splitUndeclared } from './cut-off.ts';
import { declarationOf, isClass, objectsOf } from './declaration.ts';
import type { Declaration, Family, Properties } from './declaration.ts';
import { driftText, shownInputs } from './drift-inputs.ts';
import { inLineage, withCutOff } from './inherited.ts';
import { arrivingIn, comparePart, isSingle, packingOf, partOf, readPart, seenIn } from './part.ts';
import { heldProperties, inputsIn, receiptsOf, shownOutputs, withoutReadOnly, writeReceipts } from './receipts.ts';
import type { Receipts } from './receipts.ts';

/** Without an id: the object is not there and was never recorded. */
export type ReadAnswer =
  { readonly id: string; readonly props: Properties; readonly inputs: Properties } | { readonly id?: undefined };

interface ReadCase {
  readonly family: Family;
  readonly context: TargetContext;
  readonly olds: Properties;
}

/**
 * Throws when nothing could be read. A recorded object that is absent stays in the stack with that said: what becomes of it
 * (made again, consumed, a person decides) is the plan's word, and the plan needs the record of it. A write whose answer was
 * lost is settled here, as the plan settles it.
 */
export async function readResource({ family, context: around, olds }: ReadCase): Promise<ReadAnswer> {
  const inputs = inputsIn(family, olds);
  const declaration = declarationOf(family, inputs);
  const kept = await withCutOff(receiptsOf(olds), declaration, {
    context: around,
    properties: olds,
  });
  const context = inLineage(around, kept, olds);
  const [undeclared, open] = splitUndeclared(kept, declaration);
  const arriving = arrivingIn(declaration, kept, context);
  const asked = kept.recorded.filter((object) => isAsked(object, declaration) || arriving.has(object.address));
  const part = partOf(declaration, context, { ...kept, openIntents: open, recorded: asked });
  const observed = await readPart(part, declaration, { context, how: 'shared' });
  refuseUnreadable(observed, declaration);
  const compared = comparePart(part, observed, context);
  const objects = new Map(
    [...kept.recorded.filter((object) => !asked.includes(object))].map((each) => [each.address, each]),
  );
  for (const [address, object] of compared.recorded.objects) objects.set(address, object);
  for (const note of compared.notes) objects.set(note.address, asRead(note, objects.get(note.address)));
  const openIntents = [...compared.recorded.openIntents, ...notSeenYet(compared, observed), ...undeclared];
  if (objects.size === 0 && openIntents.length === 0 && isNothing(declaration, observed)) return {};
  const seen = seenIn(observed);
  const { drift, notable } = findingsOf(compared, declaration);
  const worth = isSingle(family)
    ? seen
    : new Map([...seen].filter(([address]) => notable.has(address) || arriving.has(address)));
  const receipts: Receipts = { ...kept, recorded: [...objects.values()], openIntents, observed: worth };
  const shown = shownOutputs(family, receipts, seen);
  // The stack that stands in the resource may be that of before: a reading gives no name that nobody knows, the next write does.
  const identity = kept.identity ?? context.identity;
  const outputs = {
    ...writeReceipts(receipts, packingOf({ identity }, declaration)),
    ...(isClass(olds) ? shown : withoutReadOnly(shown)),
  };
  const props = heldProperties(inputs, { ...outputs, ...driftText(family, drift) });
  return { id: declaration.id, props, inputs: shownInputs(declaration, inputs, { changes: drift, seen }) };
}

/**
 * Creates that a plan would send again, because nothing is seen of them yet: a reading sends nothing, and without its intent nobody
 * would know that what comes of it later is ours.
 */
function notSeenYet({ settled }: PartDiff, { records }: ObservedState): OpenIntent[] {
  const ended = settled.filter(({ intent, recorded }) => intent.action === 'create' && recorded === undefined);
  return ended.flatMap(({ intent }) => (records.get(intent.address)?.presence === 'absent' ? [intent] : []));
}

/**
 * The first refresh after an `up` changes nothing: the id of a task is noted with the next write. What was let go while an agent had it
 * stays let go: whether its line is back is not known here.
 */
function asRead(note: RecordedObject, before: RecordedObject | undefined): RecordedObject {
  if (note.kind !== 'record' || before?.kind !== 'record') return note;
  return { ...note, previewRecordId: before.previewRecordId, consumed: note.consumed ?? before.consumed };
}

/** A record that is used up and has no declaration is settled for good: asking again would cost a request for nothing. */
function isAsked(object: Receipts['recorded'][number], { family, rows }: Declaration): boolean {
  return isSingle(family) || rows.has(object.address) || (object.kind === 'record' && object.consumed === null);
}

interface Findings {
  /** What a refresh shows as drift: of objects with a declaration. What becomes of others is the plan's word. */
  readonly drift: readonly Change[];
  /** Addresses of which more is to be kept than that they are as recorded. */
  readonly notable: ReadonlySet<Address>;
}

function findingsOf({ changes, verdicts, recorded }: PartDiff, declaration: Declaration): Findings {
  const own = new Set([...objectsOf(declaration), ...recorded.openIntents].map(({ address }) => address));
  const said = verdicts.filter((verdict) => verdict.class !== 'assumed');
  const notable = changes.filter(
    (change) => own.has(change.address) || (change.kind === 'record' && leavesMemory(change)),
  );
  return {
    drift: changes.filter(({ address }) => own.has(address)),
    notable: new Set([...notable, ...said].map(({ address }) => address)),
  };
}

/** A single object that is not there and was never recorded. */
function isNothing(declaration: Declaration, { users, records }: ObservedState): boolean {
  if (!isSingle(declaration.family)) return false;
  const absent = (address: Address): boolean =>
    users.get(address)?.service === 'absent' || records.get(address)?.presence === 'absent';
  return objectsOf(declaration).every(({ address, ensure }) => isAdded(ensure) && absent(address));
}

/** One unreadable object of many is said and left alone; none readable is a reading that failed. */
export function refuseUnreadable(observed: ObservedState, { family, owner, users, records }: Declaration): void {
  const all = [...seenIn(observed).values()];
  const problems = all.flatMap(({ problem }) => problem ?? []);
  const [first] = problems;
  if (first === undefined || (problems.length < all.length && !isSingle(family))) return;
  const address = objectsOf({ users, records })[0]?.address;
  const name = isSingle(family) && address !== undefined ? address : owner.replace(/^set:/u, '');
  throw new ToolError(first.code, { message: `${name}: ${first.message}`, ...(address && { address }) });
}
