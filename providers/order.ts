// What the program planned for one resource, as the program says it and the handlers obey it. A handler that has an order
// carries out what stands in it and nothing else, or refuses (`moved`); without one (a program of classes, a refresh, a
// destroy) it compares by itself.
//
// An order is one secret property and lives for one run: `check` takes it out of the inputs (context.ts keeps it), so it never
// stands in the stack, in a difference that Pulumi shows, or in a later run.

import { createHash } from 'node:crypto';

import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { RecordedRecord } from '../src/model/record.ts';
import type { PinMove } from '../src/engine.ts';
import type { Change, RecordChange, UserChange } from '../src/reconcile/change.ts';

/** The property that carries it. */
export const ORDER = 'order';

/** The property by which a class says who else declares what its entry holds: [address, URN] pairs. As short-lived as an order. */
export const ELSEWHERE = 'declaredElsewhere';

/** The property by which a class says how many objects the plan of its program removes: { "<target>": 3 }. As short-lived as an order. */
export const PLANNED = 'plannedRemovals';

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
  /** Of its objects, those that change. All others are left as they stand. */
  readonly changes: readonly OrderedChange[];
  /** Objects whose declaration is recorded although nothing is sent: the service is already as declared. */
  readonly records: readonly Address[];
  /** Receipts it takes over from other resources: of its own objects, or of records that move here from another campaign. */
  readonly takes: readonly RecordedRecord[];
  /** Objects that another resource answers for from now on: their receipts go once that one holds them. */
  readonly gives: readonly Address[];
  /** Objects that another resource took over in an earlier run: their receipts go with the next write. */
  readonly drops: readonly Address[];
  /** Addresses it took over in an earlier run, where the other resource still holds the old receipt. */
  readonly supersedes: readonly Address[];
  /** Creates of an interrupted run, and calls again: what they sent. */
  readonly interrupted: readonly InterruptedCreate[];
  /**
   * `<organization>/<project>/<name>` of the stack, where it holds receipts of this resource already: an engine that creates all
   * the same was asked to replace it (`--replace`, a taint), and the create goes on with them. Empty for a new resource.
   */
  readonly recordedIn: readonly string[];
  /** Users of the whole run who are only forgotten: a delete of one of them sends nothing. Deletes have no order of their own. */
  readonly forgets: readonly Address[];
}

export interface OrderedChange {
  readonly address: Address;
  readonly action: Change['action'];
  /** What the plan saw of it (sightOf): where a handler sees something else, the change is refused. */
  readonly before: string;
  /** Whether the files declare it. */
  readonly declared: boolean;
  readonly pin?: PinMove;
}

export interface InterruptedCreate {
  readonly address: Address;
  /** Field path -> digest of the value sent; empty where nothing is concluded from them. */
  readonly digests: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of what is recorded already: the reason to call again that may have been used. */
  readonly reissue?: string;
}

export const NO_ORDER: Order = {
  changes: [],
  records: [],
  takes: [],
  gives: [],
  drops: [],
  supersedes: [],
  interrupted: [],
  recordedIn: [],
  forgets: [],
};

/** What is empty is left out. */
export function orderText(order: Order): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(order).filter(([, list]: [string, readonly unknown[]]) => list.length > 0)),
  );
}

/** Throws `internal` for a text that orderText did not write. */
export function readOrder(text: unknown): Order {
  const given: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (!isOrder(given))
    throw new ToolError('internal', { message: 'the program gave an order that muster did not write' });
  return { ...NO_ORDER, ...given };
}

function isOrder(value: unknown): value is Partial<Order> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([name, list]) => name in NO_ORDER && Array.isArray(list));
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
    tasks.map(({ createdTime: _, workCodes: _codes, lastAttemptAgent: _agent, ...task }) => task),
  );
}
