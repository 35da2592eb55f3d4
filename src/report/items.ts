// What a report says about one change and one verdict: symbol, name and words. Symbols: + create, ^ restore, ~ update,
// - delete, ± replace (delete, then create), > move, = nothing is written, ! needs a person.

import type { Action } from '../model/state.ts';
import type { ReportFinding } from './drift/rows.ts';
import type { Item } from './fold.ts';
import type { Note, RowSymbol } from './layout.ts';
import type { ReportChange, ReportVerdict } from './plan/rows.ts';
import type { ReportField } from './redact.ts';
import { comparedText, count, fieldsText, moment, shortName, value } from './words.ts';

export function symbolOf(action: Action, writes: number): RowSymbol {
  switch (action) {
    case 'create':
      return '+';
    case 'restore':
      return '^';
    case 'update':
      return '~';
    case 'adopt':
      return writes > 0 ? '~' : '=';
    case 'delete':
      return '-';
    case 'replace':
      return '±';
    case 'move':
      return '>';
    case 'forget':
      return '=';
    default:
      return action satisfies never;
  }
}

export function changeItem(change: ReportChange, notes: readonly Note[], verbose: boolean): Item {
  const words = changeWords(change);
  const along = carriedText(change, verbose);
  const reason = verbose && !words.detail.includes(change.reason) ? ` (${change.reason})` : '';
  return {
    ...words,
    detail: joined([words.detail + reason, along]),
    like: words.like + along,
    symbol: symbolOf(change.action, change.writes.length),
    kind: change.kind,
    name: shortName(change.address),
    source: change.source,
    notes,
  };
}

/** What a file does not name is always said; what it does goes along with every update. */
function carriedText({ carried }: ReportChange, verbose: boolean): string {
  const named = carried.filter(({ declared }) => verbose || !declared);
  if (named.length === 0) return '';
  return `sent along unchanged: ${named.map(({ field }) => field.replace(/^data\./u, '')).join(', ')}`;
}

type Words = Pick<Item, 'detail' | 'like' | 'common'>;

function changeWords(change: ReportChange): Words {
  const { action, reason } = change;
  switch (action) {
    case 'create':
      return change.kind === 'user' ? userCreate(change) : recordCreate(change);
    case 'restore':
      return userRestore(change);
    case 'update':
      return update(change);
    case 'adopt':
      return { detail: joined([reason, fieldsText(change.fields)]), like: 'adopt', common: 'taken over' };
    case 'move':
      return move(change);
    case 'delete':
      return { detail: joined([reason, since(change)]), like: `delete ${reason}`, common: reason };
    case 'replace':
      return { detail: `deleted and created again: ${reason}`, like: 'replace', common: 'deleted and created again' };
    case 'forget':
      return { detail: `no request: ${reason}`, like: `forget ${reason}`, common: '' };
    default:
      return action satisfies never;
  }
}

function userCreate(change: ReportChange): Words {
  const where = change.backend ? 'service + backing instance' : 'service only';
  const how = change.backend ? `${where}; ${RACES[change.behaviorIfInBackend ?? 'FAIL']}` : where;
  return { detail: how, like: `create ${how}`, common: how };
}

/** Who gets access again is what a reviewer must see: the reason comes first. */
function userRestore(change: ReportChange): Words {
  const { detail } = userCreate(change);
  const common = `restored: ${change.reason}; ${detail}`;
  return { detail: common, like: `restore ${common}`, common };
}

const RACES = {
  FAIL: 'refused if it appears meanwhile',
  ALLOW: 'may be there already (ALLOW)',
  'FAIL-then-ALLOW': 'refused if the backing instance has it, then joined (FAIL, then ALLOW)',
};

/** Public fields of a new record that say who gets it and when. */
function recordCreate(change: ReportChange): Words {
  const pin = publicValue(change.fields, 'preferredAgent');
  const time = publicValue(change.fields, 'nextEarliestWorkTime');
  const queue = publicValue(change.fields, 'skillQueue');
  const parts = [
    pin === '' ? 'not pinned' : `pinned to ${pin}`,
    time === '' ? '' : `from ${time}`,
    queue && `queue ${queue}`,
  ];
  return { detail: parts.filter(Boolean).join(', '), like: 'create', common: '' };
}

function update(change: ReportChange): Words {
  if (change.fields.length === 0) return { detail: change.reason, like: `update ${change.reason}`, common: '' };
  const names = change.fields.map((each) => each.field.replace(/^data\./u, '')).join(', ');
  const silent = change.writes.length === 0 ? ' (no request)' : '';
  // Calling a customer again, or putting back what a move lost, is not told by the fields.
  const why = change.reasonCode === 'reissue' || change.reasonCode === 'lost-on-move' ? change.reason : '';
  const detail = joined([why, fieldsText(change.fields)]) + silent;
  return { detail, like: `update ${why} ${names}`, common: why || `${names} changed` };
}

function move(change: ReportChange): Words {
  const { fields, reason } = change;
  const names = fields.map((each) => each.field).join(', ');
  return { detail: joined([reason, fieldsText(fields)]), like: `move ${reason} ${names}`, common: reason };
}

function since(change: ReportChange): string {
  if (change.recorded === null) return '';
  return `${change.recorded.provenance} by us on ${change.recorded.at.slice(0, 10)}`;
}

/** A verdict in its group: nothing is written, and this is why. */
export function verdictItem(verdict: ReportVerdict): Item {
  const unsaid = verdict.fields.filter((each) => !verdict.text.includes(each.field.replace(/^data\./u, '')));
  const detail = joined([verdict.text, fieldsText(unsaid)]);
  return {
    symbol: verdict.class === 'decision' || verdict.class === 'unreadable' ? '!' : '=',
    kind: verdict.kind,
    name: shortName(verdict.address),
    detail,
    like: `${verdict.class} ${verdict.code ?? ''}`,
    common: verdict.text,
    source: verdict.source,
    notes: [],
  };
}

const FINDING_SYMBOLS: Readonly<Record<ReportFinding['class'], RowSymbol>> = {
  drift: '~',
  conflict: '!',
  missing: '-',
  recreated: '!',
  extra: '+',
  pending: '>',
  converged: '=',
  consumed: '=',
  platform: '=',
  unverifiable: '=',
  unreadable: '!',
};

export function findingItem(finding: ReportFinding, verbose = false): Item {
  const words = findingWords(finding, verbose);
  const name = finding.sightings?.due ? `${finding.class} (suspected)` : finding.class;
  return {
    symbol: FINDING_SYMBOLS[finding.class],
    kind: finding.kind,
    name: shortName(finding.address),
    detail: joined([`${name}: ${words}`, sightingWords(finding), ignoredWords(finding)]),
    // Equal transitions share a line: forty records that went from one queue to another have one cause.
    like: `${name} ${words}`,
    common: `${name}: ${words}`,
    source: finding.source,
    notes: [],
  };
}

/** Classes told by what was observed against what is declared. */
const COMPARED: ReadonlySet<ReportFinding['class']> = new Set(['drift', 'conflict', 'pending', 'recreated']);

/** What was observed against what is declared, and who moved it where the class alone does not say so. */
function findingWords({ class: kind, cause, text, fields }: ReportFinding, verbose: boolean): string {
  if (kind === 'converged' && fields.length > 0) return `${fields.map(plainName).join(', ')} ${text}`;
  const compares = COMPARED.has(kind);
  if (!compares || fields.length === 0) return text;
  const mixed = fields.some((each) => each.class !== fields[0]?.class);
  const said = (each: (typeof fields)[number]): string =>
    each.class === 'converged' ? plainName(each) : comparedText(each);
  const parts = fields.map((each) => said(each) + (mixed ? ` (${each.class})` : ''));
  const known = !verbose && (cause === 'changed-in-service' || cause === 'changed-in-file');
  return joined([parts.join(', '), known ? '' : text]);
}

const plainName = ({ field }: ReportField): string => field.replace(/^data\./u, '');

/** Nothing about the first sighting of what is certain: the report itself says when. */
function sightingWords({ sightings }: ReportFinding): string {
  if (sightings === null) return '';
  const { first, runs, confirmed, due } = sightings;
  if (due !== null) return `seen ${runs === 1 ? 'once' : `${runs} times`}; confirmed if still so from ${moment(due)}`;
  if (runs === 1) return confirmed === first ? '' : 'confirmed by a second reading';
  return `seen since ${moment(first)}, in ${count(runs, 'run')}`;
}

function ignoredWords({ ignored }: ReportFinding): string {
  if (ignored === null) return '';
  const { owner, reason, expires, source } = ignored;
  return `ignored until ${moment(expires)} by ${owner}: ${reason} (${source.file}:${source.line})`;
}

function publicValue(fields: readonly ReportField[], name: string): string {
  const field = fields.find((each) => each.field === name);
  if (field === undefined || 'changed' in field || field.after === null || field.after === '') return '';
  return value(name, field.after);
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ');
