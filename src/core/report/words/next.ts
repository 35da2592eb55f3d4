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

/** The shell in which what is printed is read, and typed again. */
export interface Started {
  /** How this muster was started, where that was not by its bare name: `npx musterctl`. */
  readonly startedAs?: string;
  /** Default: a POSIX shell. */
  readonly shell?: 'powershell' | 'cmd';
}

/** Commands inside of a text, as they work here. */
export function asStarted(text: string, { startedAs = 'muster' }: Started): string {
  return text.replaceAll(/(?<=[`(]|  |&& )muster(?= [a-z])/gu, startedAs);
}

/** A command of `commandLine` as it works here: `npx musterctl plan`, quoted for the shell at hand. */
export function commandHere(command: string, { startedAs = 'muster', shell }: Started): string {
  const started = command.replace(/^muster(?= )/u, startedAs);
  if (shell === undefined) return started;
  return started.replaceAll(/'((?:[^']|'\\'')*)'|[^\s']+/gu, (word, inside?: string) => {
    const plain = inside?.replaceAll(String.raw`'\''`, "'") ?? word;
    return QUOTED[shell](plain);
  });
}

/** PowerShell takes `@word` and `a,b` for something of its own. */
const QUOTED = {
  powershell: (word: string) => (/^[\w%+=:./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "''")}'`),
  cmd: (word: string) => (/^[\w@+=:,./-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`),
} as const;

export function commandLine(words: readonly string[]): string {
  return ['muster', ...words].map(quoted).join(' ');
}

/** For a POSIX shell: plain words as they are, everything else in single quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
