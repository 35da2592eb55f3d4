// How long work will still take, by the pace of its last minute. Says nothing before it has seen enough; afterwards in round numbers that
// change only when the estimate has left them by a quarter of their step, so that a bar does not flicker.

import type { Progress } from '../../reconcile/settlement.ts';

/** Below both a pace is chance. */
const LEAST_MS = 5000;
const LEAST_DONE = 10;
/** The pace follows a service that slows down. */
const WINDOW_MS = 60_000;
const SAMPLE_MS = 1000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Epoch milliseconds in; `about 3 min left` or null out. */
export type TimeLeft = (progress: Progress, now: number) => string | null;

export function createTimeLeft(): TimeLeft {
  let samples: Sample[] = [];
  let last: Progress | null = null;
  let shown: number | null = null;
  return (progress, now) => {
    const { phase, done, total } = progress;
    // Work that begins anew: nothing is known of its pace.
    if (last !== null && (last.phase !== phase || done < last.done)) [samples, shown] = [[], null];
    last = progress;
    samples = sampled(samples, { at: now, done });
    const left = leftOf(samples, { at: now, done }, total);
    shown = left === null ? null : steady(left, shown);
    return shown === null ? null : `about ${words(shown)} left`;
  };
}

/** One a second; what is older than the window goes, as long as the rest shows a pace. */
function sampled(samples: readonly Sample[], now: Sample): Sample[] {
  const latest = samples.at(-1);
  const all = latest !== undefined && now.at - latest.at < SAMPLE_MS ? samples : [...samples, now];
  const isRecent = ({ at, done }: Sample): boolean => at > now.at - WINDOW_MS || now.done - done < LEAST_DONE;
  const first = all.findIndex(isRecent);
  return all.slice(Math.max(0, first - 1));
}

function leftOf([first]: readonly Sample[], now: Sample, total: number): number | null {
  if (first === undefined || now.done >= total) return null;
  const [elapsed, done] = [now.at - first.at, now.done - first.done];
  return elapsed < LEAST_MS || done < LEAST_DONE ? null : ((total - now.done) * elapsed) / done;
}

function steady(left: number, shown: number | null): number {
  const step = stepOf(left);
  const slack = step / 4;
  if (shown !== null && left > shown - step - slack && left <= shown + slack) return shown;
  return Math.ceil(left / step) * step;
}

function stepOf(left: number): number {
  if (left <= MINUTE) return 10 * SECOND;
  return left <= HOUR ? MINUTE : 10 * MINUTE;
}

function words(ms: number): string {
  if (ms < MINUTE) return `${ms / SECOND} s`;
  const [hours, minutes] = [Math.floor(ms / HOUR), (ms % HOUR) / MINUTE];
  return [hours > 0 && `${hours} h`, minutes > 0 && `${Math.ceil(minutes)} min`].filter(Boolean).join(' ');
}
