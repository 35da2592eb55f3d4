// One write, whichever of the operations it is. What it reads and sends is a value; what follows from an answer stands here, once.
//
//   intent -> in one turn: look, send -> the answer is   then
//     none: `look` ended it                              as it says, nothing was sent
//     not done                                           failed
//     not-found, of what is no delete                    skipped, `moved`
//     done, of a delete                                  read again: absent: done; present twice: failed, `still-there`;
//                                                        unreadable: unresolved; not read, because stopped: done, where what was
//                                                        removed is remembered and looked at again; else unresolved
//     done, of what takes effect by a name (`always`)    read until it shows: done; else unresolved
//     done                                               done
//     lost                                               read until it shows, never sent again; else unresolved
//
// The turn (service/turn.ts) holds one place in the queue from the reading to the write: what stands between them is one round trip.
// An intent is recorded before the first turn and ended by whoever opened it; with `unresolved` it stays open, and the next run reads
// first. Once the run is stopped no turn begins, and none leaves an intent behind.
//
// Example: delete-user answers SUCCESS and does nothing. query-existence shows the user 0 s and 4.2 s later: `still-there`.

import type { Outcome, Problem } from '../../model/outcome.ts';
import { isRecord } from '../../model/address.ts';
import type { OpenIntent, RecordedObject } from '../../model/state.ts';
import type { Turn } from '../../service/service.ts';
import type { Change } from '../change.ts';
import { failed, skippedBecause, unresolved } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { comesTrue, saidTwice } from './comes-true.ts';

/** One intent of a change: a turn that begins anew goes on with it. */
export interface Intent {
  /** Records it the first time. */
  begin(): Promise<unknown>;
  /** As Recorder.settle; nothing where it was never begun. */
  settle(recorded: RecordedObject | null | undefined): Promise<void>;
  /** Ends without a change, and another one is open in one transaction; in this order, for a recorder may call both the same. */
  giveWay(to: Omit<OpenIntent, 'id'>): Promise<void>;
}

export function openIntent({ recorder, clock, unseen }: ApplyContext, intent: Omit<OpenIntent, 'id' | 'at'>): Intent {
  let id: Promise<string> | null = null;
  let earlier: readonly OpenIntent[] = [];
  const begun = async (): Promise<string> => {
    earlier = unseen?.get(intent.address) ?? [];
    unseen?.delete(intent.address);
    // One transaction; in the order of the times that it keeps.
    const ended = earlier.map((each) => recorder.settle(each.id, undefined));
    const own = recorder.intend({ ...intent, at: clock() });
    await Promise.all([own, ...ended]);
    return own;
  };
  return {
    begin: () => (id ??= begun()),
    settle: async (recorded) => {
      if (id === null) return;
      const own = await id;
      // Not done, it says nothing of the create before it, which may show late: that one goes on with its own time.
      const again = recorded === undefined ? earlier.filter(({ proposed }) => isRecord(proposed)) : [];
      await Promise.all([
        recorder.settle(own, recorded),
        ...again.map(({ id: _id, elapsedMs: _elapsed, ...each }) => recorder.intend(each)),
      ]);
    },
    giveWay: async (to) => {
      const own = await id;
      await Promise.all([...(own === null ? [] : [recorder.settle(own, undefined)]), recorder.intend(to)]);
    },
  };
}

export interface Write<T> {
  /** Missing: that of the change is open already, and a stop of the run does not keep it from being finished. */
  readonly intent?: Pick<Intent, 'begin'>;
  /** The last reading; what it returns ends the write unsent. May begin anew. */
  readonly look: (turn: Turn) => Promise<Settlement | null>;
  readonly send: (turn: Turn) => Promise<Outcome<T>>;
  /** How reading shows that it took effect; null where the caller reads. */
  readonly effect: GoneEffect | ShownEffect | null;
}

export interface GoneEffect {
  /** One request. Of a person, of each side that was to go. */
  readonly isGone: () => Promise<Outcome<boolean>>;
  /** Where the last reading showed it; missing: there is but one place. */
  readonly where?: () => string;
  readonly operation: string;
  readonly unseen: string;
  readonly pauses?: readonly number[];
}

interface ShownEffect {
  readonly isShown: () => Promise<boolean>;
  /** Read also where the answer was `done`. */
  readonly always: boolean;
  readonly unseen: string;
  readonly pauses?: readonly number[];
}

/** `refused`: what the service said no with; null where it was ended by reading. */
export type Written<T> =
  | { readonly ended: Settlement; readonly refused: Problem | null }
  | { readonly outcome: Exclude<Outcome<T>, { readonly kind: 'not-done' }> };

export async function write<T>(
  change: Change,
  context: ApplyContext,
  { intent, look, send, effect }: Write<T>,
): Promise<Written<T>> {
  const ended = (settlement: Settlement): Written<T> => ({ ended: settlement, refused: null });
  const outcome = await context.service.turn(async (turn) => {
    if (intent !== undefined && turn.stopped !== null) return failed(change, { ...turn.stopped, neverSent: true });
    await intent?.begin();
    return (await look(turn)) ?? send(turn);
  });
  if ('change' in outcome) return ended(outcome);
  if (outcome.kind === 'not-done') return { ended: failed(change, outcome.problem), refused: outcome.problem };
  context.note?.();
  if (outcome.kind === 'done' && outcome.value === 'not-found' && effect !== null && !('isGone' in effect)) {
    return ended(skippedBecause(change, 'moved', 'disappeared between the reading and the write'));
  }
  const unseen = effect === null ? null : await unlessSeen(change, context, { outcome, effect });
  return unseen === null ? { outcome } : ended(unseen);
}

interface Sent {
  readonly outcome: Outcome<unknown>;
  readonly effect: GoneEffect | ShownEffect;
}

async function unlessSeen(
  change: Change,
  context: ApplyContext,
  { outcome, effect }: Sent,
): Promise<Settlement | null> {
  if (outcome.kind === 'done') {
    if ('isGone' in effect) return unlessGone(change, context, effect);
    if (!effect.always) return null;
  }
  const ask = 'isGone' in effect ? saidTwice(async () => isYes(await effect.isGone())) : effect.isShown;
  if (await comesTrue(context.sleep, ask, effect.pauses)) return null;
  return unresolved(change, effect.unseen + because(outcome));
}

function isYes(outcome: Outcome<boolean>): boolean {
  return outcome.kind === 'done' && outcome.value;
}

/** ` (changeCampaignRecordStatus: FAILED: …)`; nothing where the request was done. */
export function because(outcome: Outcome<unknown>): string {
  return outcome.kind === 'done' ? '' : ` (${outcome.problem.message})`;
}

/** As long as a lost answer is looked up (comes-true.ts), in two readings: a lagging one has this long to follow. */
const TWICE_MS = [0, 4200];

/** Null when it is gone, or remembered where the run was stopped before it could be read; else how the delete ends. */
export async function unlessGone(
  change: Change,
  context: ApplyContext,
  { isGone, where, operation }: Pick<GoneEffect, 'isGone' | 'where' | 'operation'>,
): Promise<Settlement | null> {
  let seen: Outcome<boolean> | null = null;
  let isThere = false;
  for (const pause of TWICE_MS) {
    await context.sleep(pause);
    seen = await isGone();
    if (isYes(seen)) return null;
    isThere ||= seen.kind === 'done';
  }
  const isStopped = context.signal?.aborted === true;
  const unread = `${operation} was answered as done, and the run was stopped before it could be read again`;
  if (isStopped && !isThere) return context.forgetsRemoved === true ? unresolved(change, unread) : null;
  if (seen === null || seen.kind === 'done' || isStopped) {
    const place = where === undefined ? '' : ` ${where()}`;
    const message = `${operation} was answered as done, and reading it again shows it still there${place}`;
    return failed(change, { code: 'still-there', message, stopsRun: false });
  }
  const message = `${operation} was answered as done, and it could not be read again: ${seen.problem.message}`;
  return { change, kind: 'unresolved', problem: { code: seen.problem.code, message, stopsRun: seen.problem.stopsRun } };
}

/**
 * What the plan saw gone is read a second time before it is let go: one reading may be wrong, or lag. Null when it is gone both times;
 * nothing is deleted here, because no guard has counted it.
 */
export async function unlessSeenAgain(change: Change, isGone: GoneEffect['isGone']): Promise<Settlement | null> {
  const seen = await isGone();
  if (seen.kind !== 'done') return failed(change, seen.problem);
  return seen.value
    ? null
    : skippedBecause(change, 'came-back', 'was seen gone by the plan and is there; it stays recorded');
}
