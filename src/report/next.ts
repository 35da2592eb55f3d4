// Commands a report suggests, complete enough to be copied.

export interface ReportCommand {
  readonly why: string;
  readonly command: string;
}

/** `words`: what follows `muster`. */
export function nextCommand(why: string, words: readonly string[]): ReportCommand {
  return { why, command: commandLine(words) };
}

export function commandLine(words: readonly string[]): string {
  return ['muster', ...words].map(quoted).join(' ');
}

/** For a POSIX shell: plain words as they are, everything else in single quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
