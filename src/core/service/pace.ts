// How many requests may be under way at once. Starts at 8, grows like TCP: by one for every success until the first
// sign of congestion, then by one per round; halves on 429, 503, a timeout, or when the slow tail (p95) of an operation
// is more than twice its quietest. Pure apart from its own memory: every time is handed in, in monotonic ms.

export type Sample = 'answered' | 'refused-rate' | 'failed';

export interface Pace {
  limit(): number;
  /** One finished request. `startedAt` tells whether it left before the last cut: then it says nothing new. */
  note(sample: { kind: Sample; operation: string; startedAt: number; endedAt: number; congested: boolean }): void;
  /** Closes the gate for at least this long: Retry-After, or a doubling wait when the service does not say. */
  pause(now: number, retryAfterMs: number | null): void;
  pausedUntil(): number;
  /** Whether a refusal that says nothing may be one of too much at once: a service that has long answered nothing is down. */
  mayBeLimited(now: number): boolean;
  /** True when the service has answered nothing for so long, over several attempts, that the run should end. */
  hopeless(now: number): boolean;
}

const START = 8;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Without any answer for this long the run ends; a rate limit is waited for longer. */
const PATIENCE_MS = { failed: 30_000, 'refused-rate': 120_000 };
const ENOUGH_FAILURES = 10;
/** A limit is one of requests in a second, so that somebody is answered within two. */
const LIMITED_MS = 2000;

export function createPace(ceiling: number): Pace {
  const slowness = createSlowness();
  let limit = Math.min(START, ceiling);
  let slowStart = true;
  let cutAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pauseMs = FIRST_PAUSE_MS;
  let silence: { since: number; failures: number; last: Exclude<Sample, 'answered'> } | null = null;

  const cut = ({ startedAt, endedAt }: { startedAt: number; endedAt: number }, lowest: number): void => {
    if (startedAt < cutAt) return;
    slowStart = false;
    cutAt = endedAt;
    limit = Math.min(limit, Math.max(lowest, limit / 2));
    slowness.forget();
  };

  return {
    limit: () => Math.floor(limit),
    pausedUntil: () => pausedUntil,
    note({ kind, operation, startedAt, endedAt, congested }) {
      if (kind === 'answered') {
        silence = null;
        pauseMs = FIRST_PAUSE_MS;
        limit = Math.min(ceiling, limit + (slowStart ? 1 : 1 / limit));
        // A slow service is not a refusing one: it never brings the run below the pace it began with.
        if (slowness.isSlow(operation, endedAt - startedAt, limit)) cut({ startedAt, endedAt }, START);
        return;
      }
      silence = { since: silence?.since ?? startedAt, failures: (silence?.failures ?? 0) + 1, last: kind };
      if (congested) cut({ startedAt, endedAt }, 1);
    },
    pause(now, retryAfterMs) {
      // The requests of one window are refused together: only the first refusal doubles the wait.
      if (retryAfterMs === null && now < pausedUntil) return;
      pausedUntil = Math.max(pausedUntil, now + (retryAfterMs ?? pauseMs));
      if (retryAfterMs === null) pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    },
    mayBeLimited: (now) => silence === null || now - silence.since < LIMITED_MS,
    hopeless(now) {
      if (silence === null) return false;
      const patience = PATIENCE_MS[silence.last];
      const wait = Math.max(0, pausedUntil - now);
      return wait > patience || (silence.failures >= ENOUGH_FAILURES && now - silence.since > patience);
    },
  };
}

const WINDOW_MIN = 20;
/** A smaller excess may come from this machine or from chance, not from the service. */
const NOISE_MS = 50;

interface Slowness {
  isSlow(operation: string, elapsedMs: number, limit: number): boolean;
  forget(): void;
}

/** Compares the p95 of each window of requests with the lowest p95 seen, operation by operation. */
function createSlowness(): Slowness {
  const windows = new Map<string, number[]>();
  const quietest = new Map<string, number>();
  return {
    isSlow(operation, elapsedMs, limit) {
      const window = windows.get(operation) ?? [];
      window.push(elapsedMs);
      windows.set(operation, window);
      if (window.length < Math.max(WINDOW_MIN, 2 * limit)) return false;
      windows.delete(operation);
      const tail = window.toSorted((a, b) => a - b)[Math.floor(window.length * 0.95)] ?? elapsedMs;
      const quiet = Math.min(tail, quietest.get(operation) ?? tail);
      quietest.set(operation, quiet);
      const slow = tail > 2 * quiet && tail - quiet > NOISE_MS;
      // If fewer requests do not help, the service is slower now: that is the new baseline, not a reason to halve
      // again.
      if (slow) quietest.delete(operation);
      return slow;
    },
    forget: () => windows.clear(),
  };
}

const RETRY_SHARE = 0.1;
const RETRIES_PER_OBJECT = 3;
/** A 429 was not executed and the gate delays it, so a retry costs time and not load; still the number is limited. */
const THROTTLED_PER_OBJECT = 10;

export interface Tries {
  failures: number;
  throttled: number;
}

/** Three retries an object, and all together at most 10 % of the requests that left, plus three; `traffic`: null where all wait. */
export function mayRetryFailure(
  tries: Tries,
  traffic: { readonly requests: number; readonly failureRetries: number } | null,
): boolean {
  if (tries.failures >= RETRIES_PER_OBJECT) return false;
  return traffic === null || traffic.failureRetries < traffic.requests * RETRY_SHARE + RETRIES_PER_OBJECT;
}

export function mayRetryThrottled(tries: Tries): boolean {
  return tries.throttled < THROTTLED_PER_OBJECT;
}
