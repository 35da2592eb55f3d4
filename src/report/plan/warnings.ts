// Warnings in the terminal: the first of each kind, how many more there are, and the code that `explain` knows.

import { listsThem, placeOf, section, type Layout, type Row } from '../layout.ts';
import { subject } from '../words.ts';
import type { ReportWarning } from './rows.ts';

const MOST_ROWS = 3;

export function warningLines(warnings: readonly ReportWarning[], layout: Layout): string[] {
  const rows = [...Map.groupBy(warnings, ({ code }) => code).values()].flatMap((group) => {
    const shown = layout.verbose ? group : group.slice(0, MOST_ROWS);
    const hidden = group.length - shown.length;
    const more = `${hidden.toLocaleString('en')} more like it (${listsThem(layout)})`;
    return shown.map((each, index) => row(each, hidden > 0 && index === shown.length - 1 ? more : ''));
  });
  return section({ title: 'Warnings: nothing is stopped by them', rows }, layout);
}

/** `more`: about those that are not shown; empty where there are none. */
function row({ code, text, address, source }: ReportWarning, more: string): Row {
  const words = [address === null ? '' : `${text} (${code})`, more].filter((each) => each !== '');
  const notes = words.map((each) => ({ symbol: ' ' as const, text: each }));
  if (address === null) return { symbol: '~', subject: code, detail: text, place: placeOf(source), notes };
  return { symbol: '~', subject: subject(address), detail: '', place: placeOf(source), notes };
}
