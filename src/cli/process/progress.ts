// The progress of long work, with the time that is left as far as it can be told: a bar that erases itself on a terminal, else one line
// every ten seconds. Standard error only, and no colour.

import type { Clock } from '../../model/state.ts';
import type { OnProgress, Progress } from '../../reconcile/settlement.ts';
import type { Shell } from './shell.ts';
import { createTimeLeft } from './time-left.ts';

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
