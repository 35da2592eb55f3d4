// Members -> rows: objects of one campaign and file of which the same is said share one row, so that forty of a kind do not
// hide the one that matters. Where even that is too long, those share a row to which the same kind of thing happens, and it counts
// from whom to whom. Nobody is left out: a row holds all of its members.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { RowSymbol } from '../words/layout.ts';
import type { ReportField } from '../words/redact.ts';
import { clockText, count, peopleText, spanText } from '../words/words.ts';
import { NEW_TIME } from './change-details.ts';
import { scopeOf, type MemberDraft } from './member.ts';
import type { GroupId, ViewGroup, ViewMember, ViewNote, ViewRow } from './view.ts';

const ORDER: readonly RowSymbol[] = ['!', '-', '±', '^', '~', '>', '+', '='];
/** C-9 before C-10. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** More rows than this are grouped further. */
const MOST_ROWS = 12;

/** As expected, or approved elsewhere. */
const FOLDED: ReadonlySet<GroupId> = new Set(['platform', 'expected', 'ignored', 'left']);

/** Nothing where there is nothing to say. */
export function groupOf(id: GroupId, title: string, drafted: readonly MemberDraft[]): ViewGroup[] {
  if (drafted.length === 0) return [];
  const fine = rowsOf(drafted);
  const rows =
    fine.length > MOST_ROWS ? rowsOf(drafted.map((each) => ({ ...each, like: each.kin ?? each.like }))) : fine;
  return [{ id, title, count: drafted.length, rows, folded: FOLDED.has(id) }];
}

/** People before records of the same kind, then by file and line. */
function rowsOf(drafted: readonly MemberDraft[]): ViewRow[] {
  const alike = Map.groupBy(drafted, ({ symbol, verb, like, member }) =>
    [symbol, verb, like, member.askedBy, scopeOf(member)].join('\u0000'),
  );
  return [...alike.values()]
    .map(toRow)
    .toSorted((a, b) => rank(a) - rank(b) || comparePlace(a.members[0], b.members[0]));
}

function rank({ symbol, members }: ViewRow): number {
  return ORDER.indexOf(symbol) * 2 + (isUser(members[0]) ? 0 : 1);
}

function comparePlace(a: ViewMember | undefined, b: ViewMember | undefined): number {
  const [x, y] = [a?.place ?? null, b?.place ?? null];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return BY_NAME.compare(x.file, y.file) || x.line - y.line;
}

function toRow(drafted: readonly MemberDraft[]): ViewRow {
  const [first] = drafted;
  if (first === undefined) throw new TypeError('a row has members');
  const members = drafted.map(({ member }) => member).toSorted((a, b) => BY_NAME.compare(a.name, b.name));
  const own = first.member.details.join('\n');
  const agree = members.every(({ details }) => details.join('\n') === own);
  return {
    symbol: first.symbol,
    verb: first.verb,
    subject: members.length === 1 ? first.member.subject : severalOf(members),
    ...(agree ? { details: first.member.details } : counted(drafted)),
    notes: uniqueNotes(members),
    members,
  };
}

/** `9 customers in Summer Renewals`. */
function severalOf(members: readonly ViewMember[]): string {
  const [first] = members;
  const parsed = first?.address ? parseAddress(first.address) : null;
  if (isRecord(parsed)) return `${count(members.length, 'customer')} in ${parsed.campaignName}`;
  if (isUser(first)) return peopleText(members.length);
  return count(members.length, first?.kind ?? 'object');
}

const MOST_KINDS = 5;

/** As many are named beside what becomes of them. */
const MOST_APART = 12;

/** `C-1, C-2: agent carlos -> bianca`, or of many `8 agent carlos -> bianca`: the largest first; one kind without its number. */
function counted(drafted: readonly MemberDraft[]): Pick<ViewRow, 'details' | 'isNaming'> {
  const kinds = [...Map.groupBy(drafted, ({ common }) => common.join('; ')).values()].map(
    (own) => [kindText(own), own] as const,
  );
  if (kinds.length === 1) return { details: kinds.map(([text]) => text) };
  if (drafted.length <= MOST_APART)
    return { details: kinds.map(([text, own]) => `${namesIn(own)}: ${text}`), isNaming: true };
  const sorted = kinds.toSorted(([, a], [, b]) => b.length - a.length);
  const rest = sorted.length === MOST_KINDS + 1 ? [] : sorted.slice(MOST_KINDS);
  const others = rest.reduce((sum, [, own]) => sum + own.length, 0);
  const details = [
    ...sorted.slice(0, sorted.length - rest.length).map(([text, own]) => `${own.length.toLocaleString('en')} ${text}`),
    ...(others === 0 ? [] : [`${others.toLocaleString('en')} in ${rest.length.toLocaleString('en')} smaller groups`]),
  ];
  return { details };
}

/** `earliest time 2026-12-01 09:00 to 10:00 -> 2026-12-08 09:00 in Europe/Madrid`, of several; null where they share no clock, or one has none. */
function timesText(
  all: readonly { readonly fields: readonly ReportField[]; readonly zone: string | null }[],
): string | null {
  const zones = new Set(all.map(({ zone }) => zone));
  const [zone = null] = zones;
  const times = all.flatMap(({ fields }) => fields.filter(({ field }) => field === 'nextEarliestWorkTime'));
  const span = (which: 'before' | 'after'): string | null => {
    const given = times.map((each) => ('changed' in each ? null : each[which]));
    const sorted = given.filter((each) => typeof each === 'number').toSorted((a, b) => a - b);
    const [first, last] = [sorted[0], sorted.at(-1)];
    return first === undefined || last === undefined || sorted.length < all.length ? null : spanText(first, last, zone);
  };
  const [before, after] = [span('before'), span('after')];
  if (zones.size > 1 || before === null || after === null) return null;
  return `earliest time ${before} -> ${after}${clockText(zone)}`;
}

/** What is said of all of them, with their times. */
function kindText(own: readonly MemberDraft[]): string {
  const time = timesText(own.map(({ member }) => member)) ?? NEW_TIME;
  return (own[0]?.common ?? []).map((said) => (said === NEW_TIME ? time : said)).join(', ');
}

function namesIn(own: readonly MemberDraft[]): string {
  const names = own.map(({ member }) => member.name);
  return names.toSorted((a, b) => BY_NAME.compare(a, b)).join(', ');
}

const MOST_NAMED = 3;

/** One that is not about all of them says about whom it is. */
function uniqueNotes(members: readonly ViewMember[]): ViewNote[] {
  const said = members.flatMap(({ name, notes }) => notes.map((note) => ({ name, note })));
  return [...Map.groupBy(said, ({ note }) => `${note.tone} ${note.text}`).values()].flatMap((alike) => {
    const names = [...new Set(alike.map(({ name }) => name))];
    const of = names.length > MOST_NAMED ? `${names.length.toLocaleString('en')} of them` : names.join(', ');
    return alike
      .slice(0, 1)
      .map(({ note }) => (names.length === members.length ? note : { ...note, text: `${of}: ${note.text}`, of }));
  });
}
