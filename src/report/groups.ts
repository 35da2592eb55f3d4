// Changes, verdicts and findings by the place that declares them: one heading for people, one for each campaign, the
// file beside it. What is no longer declared anywhere joins its campaign's only heading, or stands under its own.

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

const UNDECLARED = 'no longer declared';

export function groupLines(placed: readonly Placed[], layout: Layout): string[] {
  return grouped(placed).flatMap(({ title, file, items }) => {
    const rows = foldItems(items, layout, { fileInHeading: true });
    return section({ title, place: file, rows }, layout);
  });
}

function grouped(placed: readonly Placed[]): Group[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { address, source } of placed) {
    const files = filesOf.get(heading(address)) ?? new Set();
    if (source !== null) files.add(source.file);
    filesOf.set(heading(address), files);
  }
  const keyOf = ({ address, source }: Placed): string => {
    const title = heading(address);
    const files = filesOf.get(title);
    const only = files?.size === 1 ? [...files][0] : undefined;
    return JSON.stringify([title, source?.file ?? only ?? UNDECLARED]);
  };
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
