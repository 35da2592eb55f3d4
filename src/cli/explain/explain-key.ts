// What `explain` says of a key of muster.yaml or of a desired file: the row of docs/keys.md.

import { allKeys, keysNamed, type Key } from '../../core/desired/text/keys.ts';
import type { Style } from '../../core/report/words/style.ts';

/** The text of a key, by name or path; several where several places have it; empty text where none has. */
export function explainedKey(word: string, style: Style): string {
  return keysNamed(word)
    .map((key) => ofKey(key, style))
    .join('\n');
}

export function keyWords(): string[] {
  return [...new Set(allKeys().map(({ name }) => name))];
}

function ofKey({ path, type, required, fallback, meaning, example, sent }: Key, style: Style): string {
  const rows = [
    ['type', type],
    ['required', required],
    ['default', fallback],
    ['example', example],
    ['sent with', sent],
  ] as const;
  const lines = rows.flatMap(([name, text]) => (text === null ? [] : [`  ${name.padEnd(10)}${text}`]));
  return `${style.bold(path)}: ${meaning}\n${lines.join('\n')}\n`;
}
