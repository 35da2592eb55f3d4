// Changes, verdicts and findings by the place that declares them: one heading for people, one for each campaign, the
// file beside it. What is no longer declared anywhere stands under a heading of its own: nobody can say which file held it.

import { parseAddress, type Address, type SourcePosition } from '../model/address.ts';
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
  /** Null: not declared in any file. */
  readonly file: string | null;
  readonly ofCampaign: boolean;
  readonly items: readonly Item[];
}

export function groupLines(placed: readonly Placed[], layout: Layout): string[] {
  return grouped(placed).flatMap(({ title, file, items }) => {
    const rows = foldItems(items, layout, { fileInHeading: true });
    return section({ title, place: file ?? 'not in any file', rows }, layout);
  });
}

function grouped(placed: readonly Placed[]): Group[] {
  const byPlace = Map.groupBy(placed, ({ address, source }) => JSON.stringify([heading(address), source?.file]));
  return [...byPlace.values()].map(toGroup).toSorted(byOrder);
}

function toGroup(members: readonly Placed[]): Group {
  const [first] = members;
  if (first === undefined) throw new TypeError('a group has members');
  const { address, source } = first;
  const ofCampaign = parseAddress(address)?.kind === 'record';
  return { title: heading(address), file: source?.file ?? null, ofCampaign, items: members.map(({ item }) => item) };
}

/** People before campaigns; what is no longer declared last within its kind; then by name and file, C-9 before C-10. */
function byOrder(a: Group, b: Group): number {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return rank(a) - rank(b) || compare(a.title, b.title) || compare(a.file ?? '', b.file ?? '');
}

function rank({ ofCampaign, file }: Group): number {
  return (ofCampaign ? 2 : 0) + (file === null ? 1 : 0);
}
