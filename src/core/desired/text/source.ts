// Where a finding points: a file, a line, a column, and the line's text. Each kind of file counts places in its own
// way.

import type { SourcePosition } from '../../model/address.ts';
import type { ShownLine } from '../../model/errors.ts';

/** Characters of a line that are shown. */
export const LINE_LIMIT = 200;

export interface Source {
  /** Relative to the project folder, with forward slashes. */
  readonly file: string;
  position(at: number): SourcePosition;
  /** Text of the source line, cut to 200 characters; null where there is no line to show. */
  line(at: number): ShownLine | null;
  /** Of a list with rows: one mistake in a column is one finding. */
  readonly table?: TableFacts;
}

export interface TableFacts {
  /** `300 of 300 rows in column Phone`. */
  rowsAt(at: number, many: number): string;
  /** For the end of a finding: the key that would read such cells; empty without one. */
  hint(code: string, message: string): string;
}

/** Places are offsets in UTF-16 units. */
export function textSource(file: string, text: string): Source {
  const starts = lineStarts(text);
  const lineIndex = (at: number): number => lastNotAfter(starts, Math.min(at, text.length));
  const lineAt = (at: number): ShownLine => {
    const index = lineIndex(at);
    const start = starts[index] ?? 0;
    const line = text.slice(start, (starts[index + 1] ?? text.length + 1) - 1).replace(/\r$/u, '');
    return { text: line.slice(0, LINE_LIMIT), caret: [...line.slice(0, at - start)].length };
  };
  return {
    file,
    position: (at) => {
      const index = lineIndex(at);
      return { file, line: index + 1, column: Math.min(at, text.length) - (starts[index] ?? 0) + 1 };
    },
    line: lineAt,
  };
}

/** For programs and unreadable files: everything is at one place, 1:1 by default. */
export function fixedSource(file: string, line = 1, column = 1): Source {
  return { file, position: () => ({ file, line, column }), line: () => null };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function lastNotAfter(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
