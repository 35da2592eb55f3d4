// The groups of a report as lists: what happens, to whom, where it is declared, each public value before and after. Every member
// of a folded row is a row of its own here: a reader searches instead of unfolding.

import type { VNode } from 'preact';
import type { ReportField } from '../words/redact.ts';
import type { ViewGroup, ViewMember, ViewNote, ViewRow } from '../view/view.ts';
import { changesText, changeText, fieldsText, fieldText, value } from '../words/words.ts';
import { el } from './element.ts';
import { placeOf } from './place.ts';

/** A browser lays out a list when it comes near the screen; one of this size is quick to lay out and to hide. */
const LIST_ROWS = 100;

/** Colour of a group; the other groups have none. */
const TONES: Readonly<Record<string, string>> = {
  stopped: 'removals',
  decisions: 'removals',
  unreadable: 'removals',
  failed: 'removals',
  unresolved: 'removals',
  access: 'removals',
  drift: 'removals',
};

/** `report`: id of the report on the page. */
export function groupSection({ id, title, count, rows, below = [] }: ViewGroup, report: string): VNode {
  const items = rows.flatMap((row) => row.members.map((member) => item(row, member)));
  const starts = Array.from({ length: Math.ceil(items.length / LIST_ROWS) }, (_, index) => index * LIST_ROWS);
  const style = starts.length > 1 ? 'rows many' : 'rows';
  const lists = starts.map((start) => el('ul', { class: style }, items.slice(start, start + LIST_ROWS)));
  const said = below.map((text) => el('p', null, text));
  const name = el('summary', null, el('h3', null, `${title} (${count.toLocaleString('en')})`));
  return el(
    'details',
    { class: `group ${TONES[id] ?? 'plain'}`, id: `${report}-${id}`, open: true },
    name,
    lists,
    said,
  );
}

/** Where each group of a report is, for a page that is longer than a screen. */
export function groupLinks(groups: readonly ViewGroup[], report: string): VNode | null {
  if (groups.length < 2) return null;
  const link = ({ id, title, count }: ViewGroup): VNode =>
    el('li', null, el('a', { href: `#${report}-${id}` }, `${title} (${count.toLocaleString('en')})`));
  return el('ul', { class: 'outline' }, groups.map(link));
}

/** Whom something is about, each with the place. */
export function memberList(members: readonly ViewMember[], word: string): VNode {
  const row = (member: ViewMember): VNode => {
    const head = [el('span', { class: 'verb' }, word), el('span', null, member.subject), placeOf(member.place)];
    return el('li', { 'data-kind': word.slice(2), tabIndex: -1 }, el('div', { class: 'head' }, head));
  };
  return el('ul', { class: 'rows' }, members.map(row));
}

function item({ symbol, verb }: ViewRow, member: ViewMember): VNode {
  const head = [
    el('span', { class: 'verb' }, `${symbol} ${verb}`),
    el('span', null, member.subject),
    placeOf(member.place),
  ];
  return el(
    'li',
    { 'data-kind': verb, class: TONE_OF[member.part ?? ''], tabIndex: -1 },
    el('div', { class: 'head' }, head),
    member.askedBy === '' || member.origin === 'git' ? null : el('p', { class: 'note warning' }, member.askedBy),
    shownFields(member).map(fieldLine),
    [...detailsOf(member), member.reason].filter((each) => each !== '').map((each) => el('p', { class: 'note' }, each)),
    member.notes.map(noteLine),
  );
}

/** A row has the colour of the part that it is approved with. */
const TONE_OF: Readonly<Record<string, string>> = {
  removals: 'removals',
  restores: 'restores',
  repairs: 'repairs',
  additions: 'additions',
};

/** Of an object that comes or goes, the details say what matters; of others, what changes. */
function shownFields({ action, fields, class: kind }: ViewMember): readonly ReportField[] {
  return kind === null && (action === 'update' || action === 'move' || action === 'adopt') ? fields : [];
}

/** Without what the fields say already. */
function detailsOf(member: ViewMember): readonly string[] {
  const fields = shownFields(member);
  const said = new Set([fieldsText(fields), changesText(fields), ...fields.map(fieldText), ...fields.map(changeText)]);
  return member.details.filter((detail) => !said.has(detail));
}

function noteLine({ tone, text }: ViewNote): VNode {
  return el(
    'p',
    { class: tone === 'warning' ? 'note warning' : 'note' },
    tone === 'warning' ? `Warning: ${text}` : text,
  );
}

function fieldLine(field: ReportField): VNode {
  const name = el('span', { class: 'name' }, `${field.field.replace(/^data\./u, '')}: `);
  if ('changed' in field) return el('p', { class: 'field' }, name, 'a personal value, not shown');
  const [before, after] = [shown(field, field.before), shown(field, field.after)];
  const from = before === null ? [] : [el('del', null, before), ' → '];
  return el('p', { class: 'field' }, name, from, el('ins', null, after ?? 'none'));
}

/** Null for what is not there. */
function shown({ field }: ReportField, given: unknown): string | null {
  return given === null || given === undefined || given === '' ? null : value(field, given);
}
