// Text of which nothing is known, in Markdown. A code span is the one place where no forge finds a mention, a link, an image, HTML,
// a reference or a quick action, and where nothing but its own fence has to be avoided (CommonMark 0.31, section 6.1).

import { visible } from './hidden.ts';

/** One line of Markdown outside of tables: line ends become blanks, hidden characters visible escapes. */
export function codeSpan(text: string): string {
  const line = visible(text.replaceAll(/[\t\n\r]/gu, ' '));
  if (line.trim() === '') return '` `';
  const runs = line.match(/`+/gu)?.map((run) => run.length) ?? [];
  const fence = '`'.repeat(shortestFence(new Set(runs)));
  const padded = /^[` ]|[` ]$/u.test(line) ? ` ${line} ` : line;
  return `${fence}${padded}${fence}`;
}

/** The same for a cell of a table, which is cut at each bar, code or not, that has no backslash before it (GFM 4.10). */
export function codeCell(text: string): string {
  return codeSpan(text).replaceAll('|', '\\|');
}

function shortestFence(taken: ReadonlySet<number>): number {
  let length = 1;
  while (taken.has(length)) length += 1;
  return length;
}
