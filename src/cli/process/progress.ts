// The progress of long work, with the time that is left as far as it can be told: a bar that erases itself on a terminal, else one line
// every ten seconds. Standard error only, and no colour.

import type { Clock } from '../../core/model/state.ts';
import type { OnProgress, Progress } from '../../core/reconcile/settlement.ts';
import type { Shell } from './shell.ts';

export interface ProgressOptions {
  readonly write: (text: string) => void;
  readonly isTty: boolean;
  readonly quiet: boolean;
  readonly clock: Clock;
}

export interface ProgressView {
  readonly onProgress: OnProgress;
  /** Erases the bar, so that something else can be printed. */
  readonly clear: () => void;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;
const BAR = 24;
const ERASE = '\r\u001b[2K';
const WORDS: Readonly<Record<Progress['phase'], string>> = { read: 'Reading', apply: 'Applying' };

export function progressOf({ terminal, environment, clock }: Shell, quiet: boolean): ProgressView {
  const isTty = terminal.errIsTty && environment['TERM'] !== 'dumb';
  return createProgress({ write: terminal.err, isTty, quiet, clock });
}

export function createProgress(options: ProgressOptions): ProgressView {
  const { write, isTty, quiet, clock } = options;
  let last = isTty ? 0 : clock();
  let drawn = false;
  const timeLeft = createTimeLeft();
  const onProgress = (progress: Progress): void => {
    const now = clock();
    const left = timeLeft(progress, now);
    if (quiet || now - last < (isTty ? REDRAW_MS : LINE_MS)) return;
    last = now;
    drawn = isTty;
    const text = words(progress) + (left === null ? '' : `, ${left}`);
    write(isTty ? `${ERASE}${bar(progress)} ${text}` : `${text}\n`);
  };
  const clear = (): void => {
    if (drawn) write(ERASE);
    drawn = false;
  };
  return { onProgress, clear };
}

function words({ phase, done, total }: Progress): string {
  return `${WORDS[phase]}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

function bar({ done, total }: Progress): string {
  const part = total === 0 ? 0 : Math.min(1, done / total);
  const full = Math.floor(part * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]`;
}

/** Below both a pace is chance. */
const LEAST_MS = 5000;
const LEAST_DONE = 10;
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

type Sample = Progress & { readonly at: number };

/**
 * How long work will still take, by the pace of its last minute: epoch milliseconds in, `about 3 min left` out. Null before it has seen
 * enough; afterwards round numbers that change only when the estimate has left them by a quarter of their step, so that a bar does not
 * flicker.
 */
export function createTimeLeft(): (progress: Progress, at: number) => string | null {
  let samples: readonly Sample[] = [];
  let shown: number | null = null;
  return (progress, at) => {
    const last = samples.at(-1);
    // Work that begins, or begins anew: nothing is known of its pace.
    if (last?.phase !== progress.phase || progress.done < last.done) [samples, shown] = [[], null];
    samples = sampled(samples, { ...progress, at });
    shown = steady(leftOf(samples, { ...progress, at }), shown);
    return shown === null ? null : `about ${rounded(shown)} left`;
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

function rounded(ms: number): string {
  if (ms < MINUTE) return `${ms / SECOND} s`;
  const minutes = `${Math.ceil((ms % HOUR) / MINUTE)} min`;
  return ms < HOUR ? minutes : `${Math.floor(ms / HOUR)} h ${minutes}`;
}
