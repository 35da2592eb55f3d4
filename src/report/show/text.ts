// Recorded state in the terminal: what is ours, since when and how; writes left open; copies kept of records on the way.

import { isUser } from '../../model/address.ts';
import { foldItems, type Item } from '../fold.ts';
import { headLines } from '../head-text.ts';
import { section, type Layout, type Row } from '../layout.ts';
import { count, heading, moment, shortName, subject } from '../words.ts';
import type { ReportObject, ShowDocument } from './document.ts';

export function showLines(document: ShowDocument, layout: Layout): string[] {
  const { recorded } = document;
  const ordered = recorded.toSorted((a, b) => (a.kind === b.kind ? 0 : isUser(a) ? -1 : 1));
  const groups = Map.groupBy(ordered, (each) => heading(each.address));
  const sections = [...groups].flatMap(([title, members]) => {
    const rows = foldItems(members.map(item), layout, { fileInHeading: true });
    return section({ title: `${title}: ${members.length}`, rows }, layout);
  });
  const total = recorded.length === 0 ? 'Nothing is recorded yet.' : `${count(recorded.length, 'object')} recorded.`;
  return [...headLines(document, 'recorded state', layout), '', ...openLines(document, layout), ...sections, total];
}

function item(each: ReportObject): Item {
  const used = each.consumed === null ? '' : `, consumed (${each.consumed.how}) ${moment(each.consumed.at)}`;
  const pin = each.preferredAgent ? `, pinned to ${each.preferredAgent}` : '';
  return {
    symbol: '=',
    kind: each.kind,
    name: shortName(each.address),
    detail: `${each.provenance} ${moment(each.recordedAt)}${pin}${used}`,
    like: `${each.provenance} ${each.consumed === null ? 'open' : 'consumed'}`,
    common: each.consumed === null ? each.provenance : `${each.provenance}, consumed`,
    source: null,
    notes: [],
  };
}

function openLines({ openIntents, copies }: ShowDocument, layout: Layout): string[] {
  const row = (address: string, detail: string): Row => ({
    symbol: '!',
    subject: subject(address),
    detail,
    place: '',
    notes: [],
  });
  const intents = openIntents.map(({ address, action, at }) => row(address, `${action} left at ${moment(at)}`));
  const kept = copies.map(({ address, savedAt }) => row(address, `full copy kept since ${moment(savedAt)}`));
  return [
    ...section({ title: 'Open writes: the next run settles them by reading', rows: intents }, layout),
    ...section({ title: 'Copies of records on the way', rows: kept }, layout),
  ];
}
