// The groups of a view as lines, by what a reviewer decides or (`--group file`) by the file that declares it: symbol, word and subject, the
// place in one column of the whole report and never broken, details and notes below. A row of many members names them until the line is full.

import { isRecord, parseAddress, isUser } from '../../model/address.ts';
import { titleLines, type Layout, columns, paintFor, placeOf, wrapped } from '../words/layout.ts';
import { andMore, heading } from '../words/words.ts';
import { scopeOf } from '../view/member.ts';
import type { GroupId, ViewGroup, ViewRow, FilePlace, ViewMember, ViewNote } from '../view/view.ts';

/** What stays before everything else, whatever the order. */
const FIRST: ReadonlySet<GroupId> = new Set(['stopped', 'decisions', 'unreadable']);

/** How to have everybody named, where somebody is not. */
export function hiddenLines(groups: readonly ViewGroup[], layout: Layout): string[] {
  const isHidden = groups
    .flatMap((group) => shownRows(group, layout))
    .some((row) => isFolded(row, layout) && !row.isNaming && namesIn(row, layout).hidden > 0);
  return isHidden ? [`${layout.listAll ?? '--verbose'} lists every object.`] : [];
}

export function groupedLines(groups: readonly ViewGroup[], layout: Layout): string[] {
  const shown = groups
    .map((group) => ({ ...group, rows: shownRows(group, layout) }))
    .filter(({ rows, below = [] }) => rows.length + below.length > 0);
  const rowsIn = (all: readonly ViewGroup[]): ViewRow[] => all.flatMap(({ rows }) => rows);
  const column = withColumn(rowsIn(shown), layout);
  const lines = (group: ViewGroup): string[] => [
    ...groupTitle(group, layout),
    ...group.rows.flatMap((row) => rowLines(row, column)),
    '',
  ];
  if (layout.group !== 'file') return shown.flatMap(lines);
  const [first, others] = [shown.filter(({ id }) => FIRST.has(id)), shown.filter(({ id }) => !FIRST.has(id))];
  return [...first.flatMap(lines), ...byFile(rowsIn(others), layout)];
}

/** What becomes of them the headline says already. On which ground it is said has room beside it. */
function groupTitle(group: ViewGroup, layout: Layout): string[] {
  const text = group.counts === undefined ? `${group.title} (${amountOf(group)})` : group.title;
  return titleLines({ title: text, place: (group.below ?? []).join(' ') }, layout);
}

/** `1 of 15` where some of it is not shown. */
function amountOf({ count, rows }: ViewGroup): string {
  const shown = rows.reduce((sum, { members }) => sum + members.length, 0);
  const all = count.toLocaleString('en');
  return shown === count ? all : `${shown.toLocaleString('en')} of ${all}`;
}

/** What was done is listed by the plan above: without --verbose only what has a note. */
function shownRows({ id, rows, folded }: ViewGroup, { verbose }: Layout): readonly ViewRow[] {
  if (verbose) return rows;
  if (folded) return [];
  return id === 'done' ? rows.filter(({ notes }) => notes.length > 0) : rows;
}

/** People first, then campaign by campaign; what is in no file last within its kind. */
function byFile(rows: readonly ViewRow[], layout: Layout): string[] {
  const scopes = Map.groupBy(rows, ({ members: [first] }) => (first === undefined ? '' : scopeOf(first)));
  const sorted = [...scopes.values()].toSorted((a, b) => compareHeads(headOf(a), headOf(b)));
  return sorted.flatMap((own) => {
    const { title, file } = headOf(own);
    const column = withColumn(own, layout);
    return [
      ...titleLines({ title, place: file ?? 'not in any file' }, layout),
      ...own.flatMap((row) => rowLines(row, column)),
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

const INDENT = '    ';
/** More members than this share a row; people, and what ends something, are listed one by one for longer. */
const MOST_RECORDS = 2;
const MOST_PEOPLE = 4;
const MOST_ENDED = 10;
/** What takes a line of its own is not said twice. */
const LONG = 40;
const GAP = 2;

interface RowLayout extends Layout {
  /** Where places begin. */
  readonly placeAt: number;
}

function rowLines(row: ViewRow, layout: RowLayout): string[] {
  if (isFolded(row, layout)) return foldedLines(row, layout);
  const said = (notes: readonly ViewNote[]): string => notes.map(({ text }) => text).join('\n');
  const [first] = row.members;
  const isShared = row.members.length > 1 && row.members.every(({ notes }) => said(notes) === said(first?.notes ?? []));
  if (!isShared) return row.members.flatMap((member) => memberLines(row, member, layout));
  const ofEach = row.notes.map((note) => ({ ...note, text: `each: ${note.text}` }));
  const own = row.members.flatMap((member) => memberLines(row, { ...member, notes: [] }, layout));
  return [...own, ...noteLines(ofEach, layout)];
}

function isFolded({ symbol, members, details }: ViewRow, { verbose }: Layout): boolean {
  const ends = symbol === '-' || symbol === '±' || symbol === '^';
  const isLong = columns(details.join('; ')) > LONG;
  const ofKind = isUser(members[0]) ? MOST_PEOPLE : isLong ? 1 : MOST_RECORDS;
  return !verbose && members.length > (ends ? MOST_ENDED : ofKind);
}

/** The column in which the places of these rows begin, so that most of them stand in it. */
function withColumn(rows: readonly ViewRow[], layout: Layout): RowLayout {
  const widest = rows
    .flatMap((row) => (isFolded(row, layout) ? row.members.slice(0, 1) : row.members))
    .reduce((most, { place }) => Math.max(most, columns(placeOf(place))), 0);
  return { ...layout, placeAt: Math.max(Math.floor(layout.width / 2), layout.width - widest) };
}

function memberLines(row: ViewRow, member: ViewMember, layout: RowLayout): string[] {
  const why = layout.verbose && member.reason !== '' ? [member.reason] : [];
  const { subject, place, details, notes } = member;
  return [
    ...mainLines(row, { subject, place, details: [...member.askedBy, ...details, ...why] }, layout),
    ...noteLines(notes, layout),
  ];
}

function foldedLines(row: ViewRow, layout: RowLayout): string[] {
  const places = row.members.flatMap(({ place }) => place ?? []);
  const place = places.toSorted((a, b) => a.line - b.line)[0] ?? null;
  const details = [...(row.members[0]?.askedBy ?? []), ...row.details];
  const names = row.isNaming ? [] : wrapped(namesIn(row, layout).line, layout.width - INDENT.length);
  return [
    ...mainLines(row, { subject: row.subject, place, details }, layout),
    ...names.map((line) => INDENT + line),
    ...noteLines(row.notes, layout),
  ];
}

interface Main {
  readonly subject: string;
  readonly place: FilePlace | null;
  readonly details: readonly string[];
}

/** What the symbol alone says. */
const SAID: ReadonlySet<string> = new Set(['+ create', '~ update', '- delete']);

/** The details stand beside the subject where the line has room for them, and else below it. */
function mainLines({ symbol, verb }: ViewRow, { subject, place, details }: Main, layout: RowLayout): string[] {
  const { style, width, placeAt } = layout;
  const paint = paintFor(symbol, style);
  const word = SAID.has(`${symbol} ${verb}`) ? '' : `${verb} `;
  const used = columns(symbol) + 1 + columns(word);
  const [head, where, said] = [`${paint(symbol)} ${paint(word)}`, placeOf(place), details.join('; ')];
  const isBeside = said !== '' && used + columns(subject) + GAP + columns(said) + GAP + columns(where) <= width;
  const [first = '', ...rest] = isBeside ? [`${subject}${' '.repeat(GAP)}${said}`] : wrapped(subject, width - used);
  const lines = [head + first, ...rest.map((line) => INDENT + line)];
  const below = isBeside || said === '' ? [] : wrapped(said, width - INDENT.length).map((line) => INDENT + line);
  if (where === '') return [...lines, ...below];
  const end = rest.length === 0 ? used + columns(first) : INDENT.length + columns(rest.at(-1) ?? '');
  // In its column, or as near to it as it fits.
  const start = Math.min(Math.max(placeAt, end + GAP), width - columns(where));
  if (start < end + GAP) return [...lines, placeAlone(where, layout), ...below];
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + ' '.repeat(start - end) + style.dim(where), ...below];
}

function placeAlone(where: string, { placeAt, width, style }: RowLayout): string {
  const start = Math.max(INDENT.length, Math.min(placeAt, width - columns(where)));
  return ' '.repeat(start) + style.dim(where);
}

function noteLines(notes: readonly ViewNote[], { width, style }: Layout): string[] {
  return notes.flatMap(({ tone, text }) => {
    const [first = '', ...rest] = wrapped(text, width - INDENT.length);
    const mark = tone === 'warning' ? `  ${style.change('!')} ` : INDENT;
    const paint = tone === 'warning' ? (line: string): string => line : style.dim;
    return [mark + paint(first), ...rest.map((line) => INDENT + paint(line))];
  });
}

/** `C-1, C-2 and 118 more`: one line. A name that does not fit alone stands there all the same: nothing is cut. */
function namesIn({ members }: ViewRow, { width }: Layout): { readonly line: string; readonly hidden: number } {
  const room = width - INDENT.length;
  const names = members.map(({ name }) => name);
  const whole = names.join(', ');
  if (columns(whole) <= room) return { line: whole, hidden: 0 };
  let shown = 1;
  let line = names[0] ?? '';
  for (const name of names.slice(1)) {
    const longer = `${line}, ${name}`;
    if (columns(longer + andMore(names.length - shown - 1)) > room) break;
    line = longer;
    shown += 1;
  }
  const hidden = names.length - shown;
  return { line: line + andMore(hidden), hidden };
}
