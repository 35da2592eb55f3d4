// Rows of a table beside the tests: one a line, cells parted by tabs.

import { readFileSync } from 'node:fs';

export function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}
