// The sections of a report in HTML. Groups are lists: what happens, to whom, where it is declared, each public value before and after; of a
// row of several the members are folded below it, and a search opens it.

import type { VNode } from 'preact';
import {
  WARNINGS,
  asideTitle,
  changeText,
  fieldText,
  fieldsText,
  laidOut,
  patchWords,
  value,
} from '../../core/page.ts';
import type {
  ReportField,
  SectionTable,
  ViewGroup,
  ViewMember,
  ViewNote,
  ViewQuestion,
  ViewRow,
  ViewSection,
} from '../../core/page.ts';
import { el, placeOf, folded, notes, section as titled, table } from './element.ts';

/** A browser lays out a list when it comes near the screen; one of this size is quick to lay out and to hide. */
const LIST_ROWS = 100;
/** More members than this are folded below their row. */
const MOST_OPEN = 3;

/** Groups that stand out. */
const LOUD = new Set(['stopped', 'decisions', 'unreadable', 'failed', 'unresolved', 'access', 'drift']);

const titleOf = ({ title, count, counts }: ViewGroup): string => `${title} (${counts ?? count.toLocaleString('en')})`;

/** `report`: id of the report on the page. */
function groupSection(group: ViewGroup, report: string): VNode {
  const { id, rows, below = [] } = group;
  const items = rows.flatMap((row) =>
    row.members.length > MOST_OPEN ? [several(row)] : row.members.map((each) => item(row, each)),
  );
  return el('details', { class: `group ${LOUD.has(id) ? 'removals' : 'plain'}`, id: `${report}-${id}`, open: true }, [
    el('summary', null, el('h3', null, titleOf(group))),
    ...lists(items),
    ...below.map((text) => el('p', null, text)),
  ]);
}

function lists(items: readonly VNode[]): VNode[] {
  const starts = Array.from({ length: Math.ceil(items.length / LIST_ROWS) }, (_, index) => index * LIST_ROWS);
  const style = starts.length > 1 ? 'rows many' : 'rows';
  return starts.map((start) => el('ul', { class: style }, items.slice(start, start + LIST_ROWS)));
}

/** As a terminal shows it; below, folded, each member with its place and what is said of it alone. */
function several(row: ViewRow): VNode {
  const { symbol, verb, subject, details, members } = row;
  const [first] = members;
  const places = members.flatMap(({ place }) => place ?? []);
  const own = members.map((each) =>
    item(row, { ...each, notes: [], details: each.details.filter((text) => !details.includes(text)) }),
  );
  return el('li', { class: `several ${first?.part ?? ''}` }, [
    headOf(`${symbol} ${verb}`, subject, places[0]),
    ...notes(first?.askedBy ?? [], 'note warning'),
    ...notes(details),
    ...row.notes.map(noteLine),
    el('details', null, [el('summary', null, `${members.length.toLocaleString('en')} by name`), ...lists(own)]),
  ]);
}

/** Where each group of a report is, for a page that is longer than a screen. */
export function groupLinks(groups: readonly ViewGroup[], report: string): VNode | null {
  if (groups.length < 2) return null;
  const links = groups.map((group) => el('li', null, el('a', { href: `#${report}-${group.id}` }, titleOf(group))));
  return el('ul', { class: 'outline' }, links);
}

/** Whom something is about, each with the place. */
function memberList(members: readonly ViewMember[]): VNode {
  const row = ({ subject, place }: ViewMember): VNode =>
    el('li', { class: 'member', 'data-kind': 'decide', tabIndex: -1 }, headOf('! decide', subject, place));
  return el('ul', { class: 'rows' }, members.map(row));
}

function headOf(word: string, subject: string, place: ViewMember['place'] = null): VNode {
  return el('div', { class: 'head' }, el('span', { class: 'verb' }, word), el('span', null, subject), placeOf(place));
}

function item({ symbol, verb }: ViewRow, member: ViewMember): VNode {
  return el(
    'li',
    { 'data-kind': verb, class: `member ${member.part ?? ''}`, tabIndex: -1 },
    headOf(`${symbol} ${verb}`, member.subject, member.place),
    notes(member.askedBy, 'note warning'),
    shownFields(member).map((field) => fieldLine(field, member.zone)),
    notes([...detailsOf(member), member.reason].filter((each) => each !== '')),
    member.notes.map(noteLine),
  );
}

/** Of an object that comes or goes, the details say what matters; of others, what changes. */
function shownFields({ action, fields, class: kind }: ViewMember): readonly ReportField[] {
  return kind === null && (action === 'update' || action === 'move' || action === 'adopt') ? fields : [];
}

/** Without what the fields say already. */
function detailsOf(member: ViewMember): readonly string[] {
  const fields = shownFields(member);
  const said = new Set([fieldsText(fields), ...fields.map((each) => fieldText(each))]);
  const plain = fields.map((each) => changeText(each, member.zone));
  for (const text of [plain.join(', '), ...plain]) said.add(text);
  return member.details.filter((detail) => !said.has(detail));
}

function noteLine({ tone, text }: ViewNote): VNode {
  const isLoud = tone === 'warning';
  return el('p', { class: isLoud ? 'note warning' : 'note' }, isLoud ? `Warning: ${text}` : text);
}

function fieldLine(field: ReportField, zone: string | null): VNode {
  const name = el('span', { class: 'name' }, `${field.field.replace(/^data\./u, '')}: `);
  if ('changed' in field) return el('p', { class: 'field' }, name, 'a personal value, not shown');
  const [before, after] = [field.before, field.after].map((given) => shown(field, given, zone));
  const from = !before ? [] : [el('del', null, before), ' → '];
  return el('p', { class: 'field' }, name, from, el('ins', null, after ?? 'none'));
}

/** Null for what is not there. */
function shown({ field }: ReportField, given: unknown, zone: string | null): string | null {
  return given === null || given === undefined || given === '' ? null : value(field, given, { zone });
}

/** Numbered; whom a question is about are rows, so that a reader finds them. */
function questionNodes(questions: readonly ViewQuestion[]): VNode[] {
  return questions.map(({ ask, why, about, answers }, index) =>
    el('div', { class: 'card stops' }, [
      el('h3', null, `${index + 1}. ${ask}`),
      about.length === 0 ? null : memberList(about),
      ...notes(why),
      el('ul', null, answers.map(answerLine)),
    ]),
  );
}

function answerLine({ answer, act, words, cost }: ViewQuestion['answers'][number]): VNode {
  const typed = words === null ? null : el('code', null, words);
  return el('li', null, `${answer}: ${act} `, typed, ` ${cost}`.trimEnd());
}

/** `report`: id of the report on the page. */
export function sectionNodes(section: ViewSection, report: string): VNode[] {
  return laidOut(NODES, section, report);
}

const NODES: SectionTable<VNode[], string> = {
  summary: () => [],
  sentences: ({ title, texts, tone, folded: isFolded }) => {
    const said = notes(texts, tone === 'stops' ? 'note warning' : 'note');
    return title === '' ? said : [(isFolded ? folded : titled)(title, said)];
  },
  questions: (section) => questionNodes(section.questions),
  groups: (section, report) => section.groups.map((group) => groupSection(group, report)),
  facts: ({ title, aside, facts }) => {
    const rows = facts.map(({ mark, name, text, note }) => [
      mark === undefined ? name : `${mark.word} ${name}`,
      el('div', null, text, note ? el('p', { class: 'note' }, note) : null),
    ]);
    return [titled(asideTitle(title, aside), table({ columns: ['fact', 'what is said'], rows }))];
  },
  table: ({ title, below, folded: isFolded, ...content }) => [
    (isFolded ? folded : titled)(title, table(content), notes(below)),
  ],
  findings: ({ level, findings }) => {
    const rows = findings.map(({ code, subject, message, advice, place }) => [
      el('code', null, code),
      [subject === '' ? '' : `${subject}:`, message, advice].filter((each) => each !== '').join(' '),
      placeOf(place),
    ]);
    const title = level === 'error' ? 'Mistakes in the files' : WARNINGS;
    return [titled(title, table({ columns: ['code', 'what', 'where'], rows }))];
  },
  problem: ({ code, headline, texts, lines, advice }) => {
    const said = [...texts, ...lines, advice].map((line) => el('p', null, line));
    return [el('div', { class: 'card stops' }, el('p', null, el('code', null, code), ` ${headline}`), said)];
  },
  patch: (section) => notes(patchWords(section)),
  commands: ({ commands }) => {
    const rows = commands.map(({ label, command }) => [label, el('code', null, command)]);
    return [titled('How to go on', table({ columns: ['what', 'command'], rows }))];
  },
};
