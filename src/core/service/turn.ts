// A turn: one place in the queue for the last readings of an object and the one write that rests on them.
//
// Terms: a place admits one request at a time; a turn holds it from its first request to its last. A write rests on a reading when
// that reading decided it. Premise: what was read is old as soon as it was answered, so between a reading and its write nothing may
// stand that can take long: no other request, no pause, no wait for a key. And "provably not executed" says something of the
// request, nothing of the object: a write that is sent again is a new write, which needs a reading of its own.
//
//   inside of a turn                                     | then
//   a request is to be repeated (429, 401, no socket)    | the turn ends, waits outside of its place, and begins anew
//   the service asked for a pause since the last answer  | the same, before anything more is sent
//   another key is to be used than for the last answer   | the same
//   its key was replaced while it waited to be tried      | the same; nothing was sent with it
//   a write was handed over                              | it was the last request: whatever it did is looked up outside
//
// So a write follows the answer of the reading before it by one round trip, whatever the load, the limit or the pause.
//
// Example: 300 records wait for 8 places. C-1 takes one, is read as open and deleted; the delete is answered 429. C-1 gives the place
// back, waits until the limit opens, takes a place before all others, and is read again: COMPLETED by now, so nothing is sent.

import type { Outcome } from '../model/outcome.ts';
import type { ApiKey } from './api-key.ts';
import { attempt, conclude, takeKey, withOtherReading } from './call.ts';
import type { Attempt, Line } from './call.ts';
import { isReading } from './operation.ts';
import type { Reply } from './outcome.ts';
import { mayRetryFailure, mayRetryThrottled } from './pace.ts';
import type { Tries } from './pace.ts';
import type { ServiceRequest } from './request.ts';

/** One request of a turn. */
export type TurnSender = <T>(call: ServiceRequest<T>) => Promise<Outcome<T>>;

interface Progress extends Tries {
  /** The texts of the keys that were refused to this turn. */
  readonly refused: Set<string>;
  /** How often it began anew. */
  repeats: number;
  /** How often it sent with a key that nobody else sent with. */
  trials: number;
  /** Names of its requests, in their order: one that is repeated keeps its own. */
  readonly names: string[];
}

/** Thrown through the work of a turn, to begin it anew after so many ms. */
class TurnAgain extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('a turn begins anew');
    this.waitMs = waitMs;
  }
}

/** Runs `work` in a turn. It may be run several times, and a write that was done or may have been done is never among what is repeated. */
export async function takeTurn<R>(line: Line, work: (ask: TurnSender) => Promise<R>): Promise<R> {
  const progress: Progress = { failures: 0, throttled: 0, refused: new Set(), repeats: 0, trials: 0, names: [] };
  for (;;) {
    await line.gate.enter(progress.throttled > 0 || progress.refused.size > 0);
    let again: TurnAgain;
    try {
      return await work(askIn(line, progress));
    } catch (error) {
      if (!(error instanceof TurnAgain)) throw error;
      again = error;
    } finally {
      line.trial.end(progress);
      line.gate.leave();
    }
    progress.repeats += 1;
    if (again.waitMs > 0) await line.sleep(again.waitMs);
  }
}

/** A request by itself. */
export function perform<T>(line: Line, call: ServiceRequest<T>): Promise<Outcome<T>> {
  return takeTurn(line, (ask) => ask(call));
}

/** Its requests one after the other, in the order in which they are asked; none any more once it begins anew. */
function askIn(line: Line, progress: Progress): TurnSender {
  const askNext = askOne(line, progress);
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const next = last.then(() => askNext(call));
    last = next;
    return next;
  };
}

function askOne(line: Line, progress: Progress): TurnSender {
  let asked = 0;
  let held: ApiKey | null = null;
  let hasWritten = false;
  return async (call) => {
    if (hasWritten) throw new Error('a turn ends with its write');
    const key = await takeKey(line);
    if (asked > 0 && line.stopped === null && isLate(line, key === held)) throw new TurnAgain(0);
    held = key;
    if (key !== null) await passTrial(line, key, progress);
    const requestId = (progress.names[asked] ??= line.newId());
    asked += 1;
    const tried = await attempt(line, { ...call, requestId, retries: progress.repeats }, key);
    const waitMs = line.stopped === null ? await mayAskAgain(line, tried, progress) : null;
    if (waitMs !== null) {
      line.counts.retries += 1;
      throw new TurnAgain(waitMs);
    }
    const outcome = conclude(line, await withOtherReading(line, call, tried));
    hasWritten = !isReading(call.operation) && outcome.kind !== 'not-done';
    return outcome;
  };
}

/** A key that is replaced while others wait for what becomes of it would be refused to each of them. */
async function passTrial({ trial, waiting }: Line, key: ApiKey, turn: Progress): Promise<void> {
  if (await trial.pass(key, turn)) turn.trials += 1;
  if (trial.isOutdated(key) && !waiting.signal.aborted) throw new TurnAgain(0);
}

/** Whether something stands between the last answer and the next request. */
function isLate({ pace, monotonic }: Line, isSameKey: boolean): boolean {
  return !isSameKey || pace.pausedUntil() > monotonic();
}

/** In how many ms to ask again; null for never. Fetches a key first, where the verdict says so. */
async function mayAskAgain(
  line: Line,
  { verdict, sent }: Attempt<unknown>,
  progress: Progress,
): Promise<number | null> {
  if (sent === null) return null;
  pauseIfTold(line, sent.reply);
  switch (verdict.again) {
    case 'never':
      return null;
    case 'new-key':
    case 'other-key':
      return (await renewKey(line, { refused: sent.key, again: verdict.again }, progress)) ? 0 : null;
    case 'when-allowed':
      if (line.pace.hopeless(line.monotonic()) || !mayRetryThrottled(progress)) return null;
      progress.throttled += 1;
      return 0;
    case 'soon':
      return waitAfterFailure(line, sent.reply, progress);
    default:
      return verdict.again satisfies never;
  }
}

/** It applies to all requests, also when this one is not retried. */
function pauseIfTold(line: Line, reply: Reply): void {
  if (reply.kind === 'answer' && isTooMuch(line, reply)) line.pace.pause(line.monotonic(), reply.retryAfterMs);
}

/** With Retry-After, or as a gateway says it without. */
function isTooMuch({ pace, monotonic }: Line, reply: Reply): boolean {
  if (reply.kind !== 'answer') return false;
  if (reply.status !== 503) return reply.status === 429;
  return reply.retryAfterMs !== null || pace.mayBeLimited(monotonic());
}

/** A service that replaces its key at every request lets no turn of two requests end, also where it has the key for itself. */
const MOST_TRIALS = 10;

/**
 * A request may be refused once for each key, so that a storm of rotations passes; a second refusal for the same text is
 * final. A renewed key that nobody was accepted with is wrong like the one before it: that ends the run.
 */
async function renewKey(
  line: Line,
  { refused, again }: { refused: ApiKey; again: 'new-key' | 'other-key' },
  progress: Progress,
): Promise<boolean> {
  const text = refused.reveal();
  if (progress.refused.has(text) || progress.trials > MOST_TRIALS) return false;
  progress.refused.add(text);
  if (!line.trial.isOutdated(refused)) return false;
  try {
    const fresh = await line.keeper.renew(refused);
    return again === 'new-key' || fresh.reveal() !== text;
  } catch {
    // The refusal is what the user must see; a failed fetch of a new key does not change it.
    return false;
  }
}

const FIRST_WAIT_MS = 200;

function waitAfterFailure(line: Line, reply: Reply, progress: Progress): number | null {
  // Never reached at all: a wrong address is reported at once; a short outage later is retried.
  if (reply.kind === 'unsent' && line.counts.answers === 0) return null;
  if (line.pace.hopeless(line.monotonic())) return null;
  // Whoever waits with all others adds no load.
  const isPaused = isTooMuch(line, reply);
  if (!mayRetryFailure(progress, isPaused ? null : line.counts)) return null;
  if (!isPaused) line.counts.failureRetries += 1;
  const waitMs = FIRST_WAIT_MS * 2 ** progress.failures * (0.5 + line.chance());
  progress.failures += 1;
  return waitMs;
}
