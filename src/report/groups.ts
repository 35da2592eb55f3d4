// Changes, verdicts and findings by the place that declares them: one heading for people, one for each campaign, the
// file beside it. What is no longer declared anywhere stands under a heading of its own: nobody can say which file held it.

import type { Address, SourcePosition } from '../model/address.ts';
import { foldItems, type Item } from './fold.ts';
import { section, type Layout } from './layout.ts';
import { heading } from './words.ts';

export interface Placed {
  readonly address: Address;
  readonly source: SourcePosition | null;
  readonly item: Item;
}

interface Group {
  readonly title: string;
  readonly file: string;
  readonly items: readonly Item[];
}

const UNDECLARED = 'not in any file';

export function groupLines(placed: readonly Placed[], layout: Layout): string[] {
  return grouped(placed).flatMap(({ title, file, items }) => {
    const rows = foldItems(items, layout, { fileInHeading: true });
    return section({ title, place: file, rows }, layout);
  });
}

function grouped(placed: readonly Placed[]): Group[] {
  const keyOf = ({ address, source }: Placed): string => JSON.stringify([heading(address), source?.file ?? UNDECLARED]);
  return [...Map.groupBy(placed, keyOf)]
    .map(([key, members]) => ({ ...titleAndFile(key), items: members.map((member) => member.item) }))
    .toSorted((a, b) => order(a).localeCompare(order(b), 'en', { numeric: true }));
}

function titleAndFile(key: string): { title: string; file: string } {
  const [title = '', file = ''] = JSON.parse(key) as string[];
  return { title, file };
}

/** People before campaigns, then by name and file; what is no longer declared last within its kind. */
function order({ title, file }: Group): string {
  const undeclared = file === UNDECLARED ? '1' : '0';
  return `${title === 'People' ? '0' : '1'} ${undeclared} ${title} ${file}`;
}
