// Members -> rows: objects of one campaign and file of which the same is said share one row, so that forty of a kind do not
// hide the one that matters. Nobody is left out: a row holds all of its members.

import { isRecord, isUser, parseAddress } from '../../model/address.ts';
import type { RowSymbol } from '../words/layout.ts';
import { count } from '../words/words.ts';
import { scopeOf, type Drafted } from './member.ts';
import type { GroupId, ViewGroup, ViewMember, ViewNote, ViewRow } from './view.ts';

const ORDER: readonly RowSymbol[] = ['!', '-', '±', '^', '~', '>', '+', '='];
/** C-9 before C-10. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** Nothing where there is nothing to say. */
export function groupOf(id: GroupId, title: string, drafted: readonly Drafted[]): ViewGroup[] {
  return drafted.length === 0 ? [] : [{ id, title, count: drafted.length, fingerprint: null, rows: rowsOf(drafted) }];
}

/** People before records of the same kind, then by file and line. */
function rowsOf(drafted: readonly Drafted[]): ViewRow[] {
  const alike = Map.groupBy(drafted, ({ symbol, verb, like, member }) =>
    [symbol, verb, like, scopeOf(member)].join('\u0000'),
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

function toRow(drafted: readonly Drafted[]): ViewRow {
  const [first] = drafted;
  if (first === undefined) throw new TypeError('a row has members');
  const members = drafted.map(({ member }) => member).toSorted((a, b) => BY_NAME.compare(a.name, b.name));
  const own = first.member.details.join('\n');
  const agree = members.every(({ details }) => details.join('\n') === own);
  return {
    symbol: first.symbol,
    verb: first.verb,
    subject: members.length === 1 ? first.member.subject : severalOf(members),
    details: agree ? first.member.details : [...first.common, ...pinsOf(members)],
    notes: uniqueNotes(members),
    members,
  };
}

/** `9 records in Summer Renewals`. */
function severalOf(members: readonly ViewMember[]): string {
  const [first] = members;
  const parsed = first?.address ? parseAddress(first.address) : null;
  if (isRecord(parsed)) return `${count(members.length, 'record')} in ${parsed.campaignName}`;
  return count(members.length, first?.kind ?? 'object');
}

/** Of new records that differ: to how many people they are pinned. */
function pinsOf(members: readonly ViewMember[]): string[] {
  const made = members.filter((member) => isRecord(member) && member.action === 'create');
  if (made.length === 0) return [];
  const agents = made.map(({ fields }) => fields.find(({ field }) => field === 'preferredAgent'));
  const names = new Set(
    agents.flatMap((field) =>
      field && 'after' in field && typeof field.after === 'string' && field.after ? [field.after] : [],
    ),
  );
  const [only] = names;
  const free = agents.filter((field) => !field || !('after' in field) || !field.after).length;
  const whom = names.size === 1 ? `pinned to ${only}` : `pinned to ${names.size.toLocaleString('en')} people`;
  return [
    [names.size === 0 ? '' : whom, free > 0 ? `${count(free, 'record')} not pinned` : ''].filter(Boolean).join(', '),
  ];
}

function uniqueNotes(members: readonly ViewMember[]): ViewNote[] {
  const notes = members.flatMap((member) => member.notes);
  return [...new Map(notes.map((note) => [`${note.tone} ${note.text}`, note])).values()];
}
