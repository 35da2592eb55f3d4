// What a write ended with: what was done beside what a reading right after it shows, and for each object that was asked for and is not
// as declared, why.

import { comesTrue, needsPerson } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { isAdded } from '../src/core/model/record.ts';
import type { ObservedRecord } from '../src/core/model/record.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import type { ObservedUser } from '../src/core/model/user.ts';
import type { ApplyResult } from '../src/core/reconcile/settlement.ts';
import { notesText } from '../src/core/report/words/why-change.ts';
import { secondSystem } from '../src/core/report/words/words.ts';
import { refusalOf } from './refusals.ts';
import type { TargetContext } from './context.ts';
import { isClass, objectsOf } from './declaration.ts';
import type { Declaration } from './declaration.ts';
import type { WriteCase } from './inherited.ts';
import type { ObservedObjects, Receipts } from './receipts.ts';
import type { Way } from './way.ts';
import { isSingle, partOf, readPart, seenIn } from './part.ts';
import type { Refusal } from './refusals.ts';

export interface WriteResult extends Omit<ApplyResult, 'plan'> {
  readonly objects: ReadonlyMap<Address, RecordedObject>;
  readonly openIntents: readonly OpenIntent[];
  readonly copies: Receipts['copies'];
}

/** One write of a resource: what was to be done, what was done, and the receipts after it. */
export interface ResourceWrite {
  readonly given: WriteCase;
  readonly declaration: Declaration;
  readonly way: Way;
  /** What the resource held before. */
  readonly before: Receipts;
  readonly compared: PartDiff;
  readonly refusals: readonly Refusal[];
  readonly done: WriteResult;
  readonly receipts: Receipts;
}

/** Some answers come only by reading (previewRecordId, the backing side): of a class the program may ask for them. */
export async function seenAfter({ given, declaration, done, receipts }: ResourceWrite): Promise<ObservedObjects> {
  const { family, context, news } = given;
  const wants = isSingle(family) && isClass(news) && done.settlements.some(({ kind }) => kind === 'applied');
  if (!wants || done.openIntents.length > 0) return new Map();
  const part = partOf(declaration, context, receipts);
  let seen: ObservedObjects = new Map();
  const isConfirmed = async (): Promise<boolean> => {
    seen = seenIn(await readPart(part, declaration, { context, how: 'fresh' }));
    // What nobody could read, as where the run was told to stop, confirms nothing.
    const unread = [...seen.values()].find(({ problem }) => problem !== null)?.problem;
    if (unread) throw new ToolError(unread.code, { message: unread.message });
    return unconfirmed(done, seen).length === 0;
  };
  await comesTrue(context.sleep, isConfirmed).catch((error: unknown) => {
    // What was written before is kept all the same, and the engine keeps nothing of an error.
    if (!(error instanceof ToolError)) throw error;
    context.tell(`what was written is recorded, and could not be read again: ${error.message}`);
  });
  return seen;
}

/** What is to be known of a change that was carried out: the table of the engine has no place for it. */
export function sayNotes(
  { settlements }: Pick<WriteResult, 'settlements'>,
  { tell, target }: Pick<TargetContext, 'tell' | 'target'>,
): void {
  for (const settlement of settlements) {
    const text = settlement.kind === 'applied' ? notesText(settlement.notes, secondSystem(target)) : null;
    if (text !== null) tell(`${settlement.change.address}: ${text}`);
  }
}

const presenceOf = (each: ObservedUser | ObservedRecord) => ('service' in each ? each.service : each.presence);

export function presentIn(seen: ObservedObjects): ObservedObjects {
  return new Map([...seen].filter(([, each]) => presenceOf(each) === 'present'));
}

/** Why an object that was asked for is not as declared, each object once. */
export function refusalsOf(write: ResourceWrite, looked: ObservedObjects): Refusal[] {
  const { done, refusals } = write;
  const told = [...refusals, ...failuresOf(done), ...unconfirmed(done, looked)];
  const named = new Set(told.map(({ address }) => address));
  return [...told, ...undecided(write).filter(({ address }) => !named.has(address))];
}

/** Created as the service answered, and shown absent by the reading after it. */
function unconfirmed({ settlements }: WriteResult, looked: ObservedObjects): Refusal[] {
  const created = settlements.filter(({ kind, change }) => kind === 'applied' && change.action === 'create');
  return created.flatMap(({ change: { address } }): Refusal[] => {
    const seen = looked.get(address);
    if (seen === undefined || presenceOf(seen) !== 'absent') return [];
    return [{ address, code: 'unconfirmed', message: 'the service answered SUCCESS, and reading shows nothing there' }];
  });
}

function failuresOf({ settlements, openIntents }: WriteResult): Refusal[] {
  const failed = settlements.flatMap((settlement): Refusal[] =>
    settlement.kind === 'applied' ? [] : [{ address: settlement.change.address, ...settlement.problem }],
  );
  const tried = new Set(settlements.map(({ change }) => change.address));
  const open = openIntents.filter(({ address, interrupted }) => interrupted !== true && !tried.has(address));
  const text = (action: string): string => `an earlier ${action} could not be settled`;
  return [
    ...failed,
    ...open.map(({ address, action }): Refusal => ({ address, code: 'lost-answer', message: text(action) })),
  ];
}

/** Wanted by a class, and nothing was tried: what the comparison said instead. An order refuses by itself (answerTo). */
function undecided(write: ResourceWrite): Refusal[] {
  const { done, way } = write;
  if (way.isOrdered) return [];
  const tried = new Set([
    ...done.settlements.map(({ change }) => change.address),
    ...done.openIntents.map(({ address }) => address),
  ]);
  return missing(write, tried);
}

function missing({ compared, receipts, declaration }: ResourceWrite, tried: ReadonlySet<Address>): Refusal[] {
  const held = new Set(receipts.recorded.map(({ address }) => address));
  return objectsOf(declaration).flatMap(({ address, ensure }): Refusal[] => {
    if (tried.has(address)) return [];
    const verdict = compared.verdicts.find((each) => each.address === address && each.class !== 'assumed');
    if (verdict !== undefined && needsPerson(verdict) && (isSingle(declaration.family) || !held.has(address)))
      return [refusalOf(verdict)];
    const isLeft = verdict?.class === 'consumed' || verdict?.class === 'kept';
    const isMissing = isAdded(ensure) && !held.has(address) && !isLeft;
    if (!isMissing || (isSingle(declaration.family) && verdict !== undefined)) return [];
    if (verdict !== undefined) return [refusalOf(verdict)];
    return [{ address, code: 'needs-decision', message: 'the plan of this program does not add it' }];
  });
}
