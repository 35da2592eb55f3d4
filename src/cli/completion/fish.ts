// The completion script of fish: one line for each thing that may be offered.

import type { CompletionEntry, CompletionFlag } from './entries.ts';

export function fish(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap((entry) => [
    own(entry),
    ...words(entry),
    ...entry.flags.map((each) => flagLine(entry, each)),
  ]);
  return `# fish completion for muster:  muster completion fish | source\n${lines.join('\n')}\n`;
}

const quote = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`);
const line = (condition: string, rest: string): string => `complete -c muster -n '${condition}' ${rest}`;

/** \`sandbox start\`: after both words. */
function inside({ name }: CompletionEntry): string {
  return name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
}

/** The command itself; one below another is among the words of that. */
function own({ name, summary }: CompletionEntry): string {
  if (!name.includes(' ')) return line('__fish_use_subcommand', `-f -a ${name} -d '${quote(summary)}'`);
  return `# ${name}: ${summary}`;
}

function words(entry: CompletionEntry): string[] {
  const fixed = entry.words.length === 0 ? [] : [line(inside(entry), `-f -a '${entry.words.join(' ')}'`)];
  if (entry.asked === null) return fixed;
  return [...fixed, line(inside(entry), `-f -a '(muster completion ${entry.asked} 2>/dev/null)'`)];
}

function flagLine(entry: CompletionEntry, { long, short, text, value }: CompletionFlag): string {
  const names = `${short === null ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  return line(inside(entry), `${names}${value === null ? '' : ` ${offered(value)}`} -d '${quote(text)}'`);
}

function offered(value: NonNullable<CompletionFlag['value']>): string {
  switch (value.kind) {
    case 'words':
      return `-x -a '${value.words.join(' ')}'`;
    case 'asked':
      return `-x -a '(muster completion ${value.what} 2>/dev/null)'`;
    case 'files':
      return '-r -F';
    case 'folders':
      return "-x -a '(__fish_complete_directories)'";
    case 'open':
      return '-x';
    default:
      return value satisfies never;
  }
}
