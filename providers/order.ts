// What the program planned for one resource, as the program says it and the handlers obey it: they carry out what stands in it and nothing
// else, or refuse (`moved`). Whatever a resource is, it has one; how much it says tells the handlers apart, and nothing else does (way.ts).
//
//   says      of                                                what it takes over, and what may have been sent, is
//   whole     a desired state; a class that is kept as it is    in it
//   changes   a class                                           found by comparing
//   nothing   what no program plans: the native provider,       found by comparing; its changes are counted (refusals.ts)
//             a refresh, a destroy
//
// An order is one secret property and lives for one run: `check` takes it out of the inputs (context.ts keeps it), so it never
// stands in the stack, in a difference that Pulumi shows, or in a later run.

import { createHash } from 'node:crypto';

import { needsPerson } from '../src/core/engine/parts.ts';
import type { PartDiff } from '../src/core/engine/pass.ts';
import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import { pick } from '../src/core/model/fields.ts';
import type { OpenIntent, RecordedObject } from '../src/core/model/state.ts';
import { PLANNED_FIELDS } from '../src/core/model/task-fields.ts';
import type { PinMove } from '../src/core/reconcile/diff/repin.ts';
import type { Change, RecordChange, UserChange } from '../src/core/reconcile/change.ts';
import type { Verdict } from '../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import { refusalOf } from './refusals.ts';
import type { Refusal } from './refusals.ts';

/** The property that carries it. */
export const ORDER = 'order';

/** The property by which a class says who else declares what its entry holds: [address, URN] pairs. As short-lived as an order. */
export const ELSEWHERE = 'declaredElsewhere';

/** Throws `internal` for what held-entry.ts did not write. */
export function readElsewhere(text: unknown): readonly (readonly [Address, string])[] {
  const given: unknown = typeof text === 'string' ? JSON.parse(text) : [];
  if (Array.isArray(given) && given.every(isPair)) return given;
  throw new ToolError('internal', { message: 'the program named other owners in words that muster did not write' });
}

function isPair(value: unknown): value is readonly [Address, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
}

export interface Order {
  readonly says: 'whole' | 'changes' | 'nothing';
  /** Of its objects, those that change. All others are left as they stand. */
  readonly changes: readonly OrderedChange[];
  /** Objects whose declaration is recorded although nothing is sent: the service is already as declared. */
  readonly recordedOnly: readonly Address[];
  /** Objects that other entries of the stack hold, and it answers for from now on: inherited.ts looks them up. */
  readonly inherits: readonly Address[];
  /**
   * Objects of which nothing is left but to forget them: what another resource took over in an earlier run; and, in each order, the
   * users of the whole run, because a delete has no order of its own.
   */
  readonly forgets: readonly Address[];
  /** Digests of reasons of these records that another spelling of the clientId has used: kept here, too, for that one may be forgotten. */
  readonly usedReasons: readonly UsedReasons[];
  /** Receipts that a ledger, or the stack of another partition, hands over. */
  readonly receives: readonly RecordedObject[];
  /** Objects that another partition records by now: forgotten here. The resource leaves with the next run, with nothing to remove. */
  readonly leftToOther: readonly Address[];
  /** What a write of this resource that was cut off may have sent. */
  readonly maybeSent: readonly OpenIntent[];
  /**
   * `<organization>/<project>/<name>` of the stack, where entries of it hold something of this resource; else empty. An engine that
   * creates what has an entry was asked to replace it (`--replace`, a taint): the create goes on with what stands there.
   */
  readonly stack: string;
}

export type UsedReasons = readonly [record: Address, digests: readonly string[]];

export interface OrderedChange {
  readonly address: Address;
  readonly action: Change['action'];
  /** What the plan saw of it (sightOf): where a handler sees something else, the change is refused. */
  readonly before: string;
  /** Whether the files declare it. */
  readonly declared: boolean;
  readonly pin?: PinMove;
}

export const NO_ORDER: Order = {
  says: 'whole',
  changes: [],
  recordedOnly: [],
  usedReasons: [],
  inherits: [],
  forgets: [],
  receives: [],
  leftToOther: [],
  maybeSent: [],
  stack: '',
};

export const CLASS_ORDER: Order = { ...NO_ORDER, says: 'changes' };
export const UNPLANNED: Order = { ...NO_ORDER, says: 'nothing' };

/** What is empty, or as in every order, is left out. */
export function orderText(order: Order): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(order).filter(([name, value]: [string, string | readonly unknown[]]) =>
        name === 'says' ? value !== NO_ORDER.says : value.length > 0,
      ),
    ),
  );
}

/** `text`: of the property ORDER, which not every resource has. Throws `internal` for what orderText did not write. */
export function readOrder(text: unknown): Order {
  if (typeof text !== 'string') return UNPLANNED;
  const given: unknown = JSON.parse(text);
  if (!isOrder(given))
    throw new ToolError('internal', { message: 'the program gave an order that muster did not write' });
  return { ...NO_ORDER, ...given };
}

function isOrder(value: unknown): value is Partial<Order> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([name, given]) =>
    typeof given === 'string' ? name === 'stack' || name === 'says' : name in NO_ORDER && Array.isArray(given),
  );
}

/**
 * Twelve characters that are equal when two readings showed the same: of a user presence on both sides, of a record what
 * applying compares before it writes (state, attempts, times, pin, queue, data), here and where it comes from.
 */
export function sightOf(change: Change): string {
  const seen = change.kind === 'user' ? userSight(change.observed) : recordSight(change);
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 12);
}

function userSight(observed: UserChange['observed']): unknown {
  return observed && [observed.service, observed.backend, observed.connectUserId];
}

function recordSight({ observed, from, removals = [] }: RecordChange): unknown {
  const twins = removals.map(({ task }) => task);
  return [observed?.tasks ?? [], from?.observed?.tasks ?? [], twins].map((tasks) =>
    tasks.map((task) => pick(task, PLANNED_FIELDS)),
  );
}

export interface ChosenChanges {
  readonly changes: readonly Change[];
  readonly refusals: readonly Refusal[];
}

/** What is ordered and still due. Anything else that a handler finds is left to the next plan. */
export function chosen(compared: PartDiff, { changes: ordered }: Order): ChosenChanges {
  const found = new Map(compared.changes.map((change) => [change.address, change]));
  const answers = ordered.map((each) => answerTo(each, found.get(each.address), compared));
  return {
    changes: answers.flatMap((answer) => ('change' in answer ? [answer.change] : [])),
    refusals: answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : [])),
  };
}

type Answer = { readonly change: Change } | { readonly refusal: Refusal } | { readonly isDone: true };

function answerTo(ordered: OrderedChange, change: Change | undefined, compared: PartDiff): Answer {
  const { address, action, before } = ordered;
  if (change !== undefined && change.action === action) {
    if (sightOf(change) === before) return { change };
    return movedSince(address, 'is not as the plan saw it');
  }
  const said = compared.verdicts.filter((verdict) => verdict.address === address && verdict.class !== 'assumed');
  const open = said.find(needsPerson);
  if (open !== undefined) return { refusal: refusalOf(open) };
  if (change === undefined && isFulfilled(ordered, compared, said)) return { isDone: true };
  const words = said.map((each) => whyVerdict(each)).join('; ');
  const due = change === undefined ? '' : `the plan says ${action}, by now it would be ${change.action}`;
  return movedSince(address, words || due || `${action} is no longer due`);
}

function movedSince(address: Address, text: string): Answer {
  return { refusal: { address, code: 'moved', message: text } };
}

/** As a refresh of this run, or an interrupted run, may have left it. */
function isFulfilled({ address, action }: OrderedChange, { recorded }: PartDiff, said: readonly Verdict[]): boolean {
  const object = recorded.objects.get(address);
  if (action === 'delete') return object === undefined;
  if (action === 'forget') return object === undefined || (object.kind === 'record' && object.consumed !== null);
  return object !== undefined && !said.some((verdict) => verdict.class === 'kept' || verdict.class === 'consumed');
}
