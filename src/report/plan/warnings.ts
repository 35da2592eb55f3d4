// Warnings in the terminal: the first of each kind, how many more there are, and the code that `explain` knows.

import { placeOf, section, type Layout, type Row } from '../layout.ts';
import { subject } from '../words.ts';
import type { ReportWarning } from './rows.ts';

const MOST_ROWS = 3;

export function warningLines(warnings: readonly ReportWarning[], layout: Layout): string[] {
  const rows = [...Map.groupBy(warnings, ({ code }) => code).values()].flatMap((group) => {
    const shown = layout.verbose ? group : group.slice(0, MOST_ROWS);
    const hidden = group.length - shown.length;
    return shown.map((each, index) => row(each, index === shown.length - 1 ? hidden : 0));
  });
  return section({ title: 'Warnings: nothing is stopped by them', rows }, layout);
}

function row({ code, text, address, source }: ReportWarning, hidden: number): Row {
  const more = `${hidden.toLocaleString('en')} more like it (--verbose lists them)`;
  const words = [address === null ? '' : `${text} (${code})`, hidden > 0 ? more : ''].filter((each) => each !== '');
  const notes = words.map((each) => ({ symbol: ' ' as const, text: each }));
  if (address === null) return { symbol: '~', subject: code, detail: text, place: placeOf(source), notes };
  return { symbol: '~', subject: subject(address), detail: '', place: placeOf(source), notes };
}
