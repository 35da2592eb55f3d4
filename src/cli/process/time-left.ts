// How long work will still take, by the pace of its last minute. Says nothing before it has seen enough; afterwards in round numbers that
// change only when the estimate has left them by a quarter of their step, so that a bar does not flicker.

import type { Progress } from '../../reconcile/settlement.ts';

/** Below both a pace is chance. */
const LEAST_MS = 5000;
const LEAST_DONE = 10;
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

type Sample = Progress & { readonly at: number };

/** Epoch milliseconds in; `about 3 min left` or null out. */
export function createTimeLeft(): (progress: Progress, at: number) => string | null {
  let samples: readonly Sample[] = [];
  let shown: number | null = null;
  return (progress, at) => {
    const last = samples.at(-1);
    // Work that begins, or begins anew: nothing is known of its pace.
    if (last?.phase !== progress.phase || progress.done < last.done) [samples, shown] = [[], null];
    samples = sampled(samples, { ...progress, at });
    shown = steady(leftOf(samples, { ...progress, at }), shown);
    return shown === null ? null : `about ${words(shown)} left`;
  };
}

/** One a second; what is older than the window goes, as long as the rest shows a pace. */
function sampled(samples: readonly Sample[], now: Sample): readonly Sample[] {
  const all = now.at - (samples.at(-1)?.at ?? 0) < SECOND ? samples : [...samples, now];
  const first = all.findIndex(({ at, done }) => at > now.at - MINUTE || now.done - done < LEAST_DONE);
  return all.slice(Math.max(0, first - 1));
}

function leftOf([first]: readonly Sample[], { at, done, total }: Sample): number | null {
  const [elapsed, gained] = [at - (first?.at ?? at), done - (first?.done ?? done)];
  return done >= total || elapsed < LEAST_MS || gained < LEAST_DONE ? null : ((total - done) * elapsed) / gained;
}

function steady(left: number | null, shown: number | null): number | null {
  if (left === null) return null;
  const step = left <= MINUTE ? 10 * SECOND : left <= HOUR ? MINUTE : 10 * MINUTE;
  const isNear = shown !== null && left > shown - step * 1.25 && left <= shown + step * 0.25;
  return isNear ? shown : Math.ceil(left / step) * step;
}

function words(ms: number): string {
  if (ms < MINUTE) return `${ms / SECOND} s`;
  const minutes = `${Math.ceil((ms % HOUR) / MINUTE)} min`;
  return ms < HOUR ? minutes : `${Math.floor(ms / HOUR)} h ${minutes}`;
}
