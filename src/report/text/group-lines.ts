// The groups of a view as lines: by what a reviewer decides, or (`--group file`) by the file that declares it.

import { isRecord, parseAddress } from '../../model/address.ts';
import { paragraph, titleLines, type Layout } from '../words/layout.ts';
import { heading } from '../words/words.ts';
import { scopeOf } from '../view/member.ts';
import type { GroupId, ViewGroup, ViewRow } from '../view/view.ts';
import { isFolded, namesIn, placeColumn, rowLines } from './row-lines.ts';

/** What stays before everything else, whatever the order. */
const FIRST: ReadonlySet<GroupId> = new Set(['stopped', 'decisions', 'unreadable']);

/** How to have everybody named, where somebody is not. */
export function hiddenLines(groups: readonly ViewGroup[], layout: Layout): string[] {
  const isHidden = groups
    .flatMap((group) => shownRows(group, layout))
    .some((row) => isFolded(row, layout) && namesIn(row, layout).hidden > 0);
  return isHidden ? [`${layout.listAll ?? '--verbose'} lists every object.`] : [];
}

export function groupedLines(groups: readonly ViewGroup[], layout: Layout): string[] {
  const shown = groups
    .map((group) => ({ ...group, rows: shownRows(group, layout) }))
    .filter(({ rows, below = [] }) => rows.length + below.length > 0);
  const column = {
    ...layout,
    placeAt: placeColumn(
      shown.flatMap(({ rows }) => rows),
      layout,
    ),
  };
  const lines = (group: ViewGroup): string[] => [
    ...groupTitle(group, layout),
    ...group.rows.flatMap((row) => rowLines(row, column)),
    ...(group.below ?? []).flatMap((text) => paragraph(text, layout)),
    '',
  ];
  if (layout.group !== 'file') return shown.flatMap(lines);
  const [first, others] = [shown.filter(({ id }) => FIRST.has(id)), shown.filter(({ id }) => !FIRST.has(id))];
  return [
    ...first.flatMap(lines),
    ...byFile(
      others.flatMap(({ rows }) => rows),
      layout,
    ),
  ];
}

function groupTitle(group: ViewGroup, layout: Layout): string[] {
  return paragraph(`${group.title} (${amountOf(group)})`, layout).map(layout.style.bold);
}

/** `1 of 15` where some of it is not shown. */
function amountOf({ count, counts, rows }: ViewGroup): string {
  if (counts !== undefined) return counts;
  const shown = rows.reduce((sum, { members }) => sum + members.length, 0);
  const all = count.toLocaleString('en');
  return shown === count ? all : `${shown.toLocaleString('en')} of ${all}`;
}

/**
 * Without --verbose only rows that say more than that something is as expected. What was done is listed by the plan above: of it
 * only what has a note.
 */
function shownRows({ id, rows }: ViewGroup, { verbose }: Layout): readonly ViewRow[] {
  if (verbose) return rows;
  switch (id) {
    case 'done':
      return rows.filter(({ notes }) => notes.length > 0);
    case 'rules':
      return rows.filter(({ symbol }) => symbol === '!');
    case 'expected':
    case 'ignored':
    case 'platform':
      return [];
    default:
      return rows;
  }
}

/** People first, then campaign by campaign; what is in no file last within its kind. */
function byFile(rows: readonly ViewRow[], layout: Layout): string[] {
  const scopes = Map.groupBy(rows, ({ members: [first] }) => (first === undefined ? '' : scopeOf(first)));
  const sorted = [...scopes.values()].toSorted((a, b) => compareHeads(headOf(a), headOf(b)));
  return sorted.flatMap((own) => {
    const { title, file } = headOf(own);
    const bare = own.map((row) => ({ ...row, members: row.members }));
    const column = { ...layout, placeAt: placeColumn(bare, layout) };
    return [
      ...titleLines({ title, place: file ?? 'not in any file' }, layout),
      ...bare.flatMap((row) => rowLines(row, column)),
      '',
    ];
  });
}

interface Head {
  readonly title: string;
  readonly ofCampaign: boolean;
  /** Null: not declared in any file. */
  readonly file: string | null;
}

function headOf([row]: readonly ViewRow[]): Head {
  const first = row?.members[0];
  const address = first?.address ?? null;
  const ofCampaign = address !== null && isRecord(parseAddress(address));
  return { title: address === null ? '' : heading(address), ofCampaign, file: first?.place?.file ?? null };
}

function compareHeads(a: Head, b: Head): number {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const rank = ({ ofCampaign, file }: Head): number => (ofCampaign ? 2 : 0) + (file === null ? 1 : 0);
  return rank(a) - rank(b) || compare(a.title, b.title) || compare(a.file ?? '', b.file ?? '');
}
