// Commands a report suggests, complete enough to be copied. Where a workflow keeps recorded state, they name it: a terminal has no ledger.

import type { ReportContext } from './head.ts';

export interface ReportCommand {
  readonly why: string;
  readonly command: string;
}

/** `words`: what follows `muster`. */
export function nextCommand(why: string, words: readonly string[]): ReportCommand {
  return { why, command: commandLine(words) };
}

/** To plan anew, outside of the job that made the report. */
export function planAgain(why: string, { applyWith, options }: ReportContext): ReportCommand {
  return applyWith ? { why, command: applyWith } : nextCommand(why, ['plan', ...options]);
}

export function commandLine(words: readonly string[]): string {
  return ['muster', ...words].map(quoted).join(' ');
}

/** For a POSIX shell: plain words as they are, everything else in single quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
