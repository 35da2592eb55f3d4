// Changes, verdicts and findings as rows of the HTML report: a word for what happens, whom it concerns, where it is declared,
// each public value before and after. Personal values are not in the report that this is made from.

import type { VNode } from 'preact';
import type { SourcePosition } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import { symbolOf } from '../items.ts';
import type { JsonReport } from '../json-report.ts';
import type { ReportChange } from '../plan/rows.ts';
import type { ReportField } from '../redact.ts';
import { moment, subject, value } from '../words.ts';
import { el } from './element.ts';
import { placeOf } from './place.ts';

interface Row {
  /** What the filter buttons choose by. */
  readonly kind: string;
  readonly verb: string;
  readonly name: string;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportField[];
  readonly notes: readonly string[];
}

/** A browser lays out a list when it comes near the screen; one of this size is quick to lay out and to hide. */
const LIST_ROWS = 100;

export function rowLists(rows: readonly Row[]): VNode[] {
  const starts = Array.from({ length: Math.ceil(rows.length / LIST_ROWS) }, (_, index) => index * LIST_ROWS);
  const style = starts.length > 1 ? 'rows many' : 'rows';
  return starts.map((start) => el('ul', { class: style }, rows.slice(start, start + LIST_ROWS).map(rowItem)));
}

function rowItem({ kind, verb, name, source, fields, notes }: Row): VNode {
  const head = [el('span', { class: 'verb' }, verb), el('span', null, name), placeOf(source)];
  const said = notes.filter(Boolean).join('; ');
  return el(
    'li',
    { 'data-kind': kind, tabIndex: -1 },
    el('div', { class: 'head' }, head),
    fields.map(fieldLine),
    said === '' ? null : el('p', { class: 'note' }, said),
  );
}

function fieldLine(field: ReportField): VNode {
  const name = el('span', { class: 'name' }, `${field.field.replace(/^data\./u, '')}: `);
  if ('changed' in field) return el('p', { class: 'field' }, name, 'a personal value, not shown');
  const [before, after] = [shown(field, field.before), shown(field, field.after)];
  const from = before === null ? [] : [el('del', null, before), ' → '];
  return el('p', { class: 'field' }, name, from, el('ins', null, after ?? 'none'));
}

/** Null for what is not there: a created object has no value before. */
function shown({ field }: ReportField, given: unknown): string | null {
  return given === null || given === undefined || given === '' ? null : value(field, given);
}

const VERBS: Readonly<Record<Action, string>> = {
  create: 'create',
  restore: 'restore',
  update: 'update',
  replace: 'replace',
  delete: 'delete',
  adopt: 'adopt',
  forget: 'release',
  move: 'move',
};

type Settlements = ReadonlyMap<string, JsonReport['settlements'][number]>;

export function changeRow(change: ReportChange, settled: Settlements): Row {
  const { action, address, source, fields, writes, recorded, from, reason, reasonCode, tiedTo } = change;
  const end = settled.get(address);
  return {
    kind: action,
    verb: `${symbolOf(action, writes.length)} ${VERBS[action]}`,
    name: subject(address),
    source,
    fields,
    notes: [
      reasonCode === 'differs' ? '' : reason,
      tiedTo === null ? '' : `approved together with ${subject(tiedTo)}`,
      from === null ? '' : `from ${subject(from)}`,
      backing(change),
      change.pin === null ? '' : `its task goes to ${change.pin === '' ? 'any agent' : change.pin}`,
      recorded === null || action !== 'delete' ? '' : `${recorded.provenance} by muster on ${recorded.at.slice(0, 10)}`,
      end === undefined ? '' : `${end.outcome}${end.problem === null ? '' : `: ${end.problem.message}`}`,
      end?.note ?? '',
    ],
  };
}

function backing({ kind, backend, action }: ReportChange): string {
  if (kind !== 'user' || action === 'forget') return '';
  return backend ? 'in the service and in the backing instance' : 'in the service only';
}

export function verdictRow({
  class: kind,
  address,
  source,
  fields,
  text,
  advice,
}: JsonReport['verdicts'][number]): Row {
  return { kind, verb: kind, name: subject(address), source, fields, notes: [text, advice ?? ''] };
}

export function findingRow(finding: JsonReport['findings'][number]): Row {
  const { class: kind, address, source, fields, text, sightings, ignored } = finding;
  const seen =
    sightings === null
      ? ''
      : sightings.due !== null
        ? `seen ${sightings.runs} times; confirmed if still so from ${moment(sightings.due)}`
        : `seen since ${moment(sightings.first)}`;
  const silenced =
    ignored === null ? '' : `ignored until ${moment(ignored.expires)} by ${ignored.owner}: ${ignored.reason}`;
  // Declared is what Git says, so it stands where a plan shows the value after.
  return { kind, verb: kind, name: subject(address), source, fields, notes: [text, seen, silenced] };
}
