// Changes cells of a CSV file, each as a splice: delimiter, quotes and line ends of everything else stay as they are. Pure.

import type { SourcePosition } from '../../core/model/address.ts';
import type { Splice } from './patch.ts';

/** The line on which the row starts, and the number of the cell in its row, both from 1. */
type CellPlace = Pick<SourcePosition, 'line' | 'column'>;

/** A cell with another text; null where it cannot be told where the cell begins and ends. `delimiter`: one character. */
export function openCells(text: string, delimiter: string): (place: CellPlace, value: string) => Splice | null {
  // As the reader counts lines: a CR alone ends a line only where nothing else does.
  const ends = [...text.matchAll(text.includes('\n') ? /\n/gu : /\r/gu)];
  const starts = [0, ...ends.map(({ index }) => index + 1)];
  return ({ line, column }, value) => {
    const cell = new RegExp(String.raw`"(?:[^"]|"")*"|[^${delimiter}\r\n]*`, 'uy');
    cell.lastIndex = starts[line - 1] ?? text.length;
    for (let number = 1; ; number += 1) {
      const from = cell.lastIndex;
      cell.test(text);
      const to = cell.lastIndex;
      if (number === column) return { from, to, text: written(value, text[from] === '"', delimiter) };
      if (text[to] !== delimiter) return null;
      cell.lastIndex = to + 1;
    }
  };
}

function written(value: string, isQuoted: boolean, delimiter: string): string {
  const needsQuotes = isQuoted || value.includes('"') || value.includes(delimiter);
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}
