// Ids as somebody types them: on the command line, or one a line in a file. An id that only looks like another one is refused, and taken
// where its hidden characters are escapes, as every output prints them.

import type { SourcePosition } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import { hiddenIn, typed } from '../../model/hidden.ts';

/** One id a line. Throws `hidden-character` with the place: an id that looks like another one would be looked for in its stead. */
export function parseIds(text: string, name: string): readonly string[] {
  const lines = text
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u)
    .map(withoutBlanks);
  return lines.flatMap((line, index) =>
    line === '' || line.startsWith('#') ? [] : [requireId(line, { file: name, line: index + 1, column: 1 })],
  );
}

/** `what`: the flag or argument, or the place in a file. */
export function requireId(id: string, what: string | SourcePosition): string {
  const hidden = hiddenIn(id);
  if (hidden === null) return typed(id);
  const place = typeof what === 'string' ? what : `${what.file}:${what.line}:${what.column}`;
  const message = `${place}: expected an id without hidden characters and outer blanks; given one ${hidden}`;
  throw new ToolError('hidden-character', { message, ...(typeof what !== 'string' && { source: what }) });
}

/** The blanks and tabs that stand around a cell or a line; any other white space may be part of what looks like an id. */
export function withoutBlanks(cell: string): string {
  return cell.replace(/^[ \t]+|[ \t]+$/gu, '');
}
