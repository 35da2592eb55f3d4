// One change as a member of a row: what a reviewer must see of it, and with which others it may share a line.

import { isRecord, isUser, parseAddress, type Address, type SourcePosition } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import type { RowSymbol } from '../words/layout.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import type { ReportField } from '../words/redact.ts';
import { DIFFERS } from '../words/why-change.ts';
import { fieldsText, shortName, subject, value } from '../words/words.ts';
import type { FilePlace, ViewMember, ViewNote } from './view.ts';

/** A member with what its row says of it. Members of equal `like` share a row. */
export interface Drafted {
  readonly symbol: RowSymbol;
  readonly verb: string;
  readonly like: string;
  /** What that row says where the details differ. */
  readonly common: readonly string[];
  readonly member: ViewMember;
}

export function placeIn(source: SourcePosition | null): FilePlace | null {
  return source === null ? null : { file: source.file, line: source.line };
}

/** An object of which only this is said. */
export function memberOf(address: Address, said: Partial<ViewMember>): ViewMember {
  const kind = parseAddress(address)?.kind ?? null;
  return { ...NO_OBJECT, address, kind, name: shortName(address), subject: subject(address), details: [], ...said };
}

/** What a row says of no object. */
export const NO_OBJECT = {
  address: null,
  kind: null,
  place: null,
  notes: [],
  reason: '',
  action: null,
  origin: null,
  class: null,
  fields: [],
} as const;

export const VERBS: Readonly<Record<Action, { readonly symbol: RowSymbol; readonly verb: string }>> = {
  create: { symbol: '+', verb: 'create' },
  restore: { symbol: '^', verb: 'restore' },
  update: { symbol: '~', verb: 'update' },
  adopt: { symbol: '=', verb: 'adopt' },
  delete: { symbol: '-', verb: 'delete' },
  replace: { symbol: '±', verb: 'replace' },
  move: { symbol: '>', verb: 'move' },
  forget: { symbol: '=', verb: 'release' },
};

export function draftChange(change: ReportChange, notes: readonly ViewNote[]): Drafted {
  const { action, address, source, origin, fields } = change;
  const said = saidOf(change);
  const own = ownNotes(change);
  const along = change.tiedTo === null ? '' : `needed for ${subject(change.tiedTo)}`;
  const details = [...said.details, along].filter((each) => each !== '');
  return {
    ...marked(change),
    like: [said.like, ...own.map(({ text }) => text)].join(' '),
    common: said.common,
    member: memberOf(address, {
      place: placeIn(source),
      details,
      notes: [...own, ...notes],
      reason: unsaid(change, said.isReasonTold),
      action,
      origin,
      fields,
    }),
  };
}

/** Why, and what goes along as the file says it: for a reader who wants everything. */
function unsaid({ reason, carried }: ReportChange, isReasonTold: boolean): string {
  const declared = carried.flatMap((each) => (each.declared ? [each.field.replace(/^data\./u, '')] : []));
  const parts = [
    isReasonTold || reason === DIFFERS ? '' : reason,
    declared.length === 0 ? '' : `also sent, as declared: ${declared.join(', ')}`,
  ];
  return parts.filter((each) => each !== '').join('; ');
}

/** What is taken over with a correction is an update of it; without one nothing is sent. */
function marked({ action, writes }: ReportChange): Pick<Drafted, 'symbol' | 'verb'> {
  if (action === 'adopt' && writes.length > 0) return { symbol: '~', verb: 'adopt and update' };
  return VERBS[action];
}

interface Said {
  readonly details: readonly string[];
  readonly like: string;
  readonly common: readonly string[];
  /** Whether the details say why. */
  readonly isReasonTold: boolean;
}

function saidOf(change: ReportChange): Said {
  const { action, reason, fields } = change;
  switch (action) {
    case 'create':
      return isUser(change) ? same(userMade(change), false) : recordMade(change);
    case 'restore':
      return same([`${reason}; ${userMade(change).join('; ')}`]);
    case 'update':
      return updated(change);
    case 'adopt':
      return { ...TOLD_WHY, details: [reason, fieldsText(fields)], like: namesOf(fields), common: ['taken over'] };
    case 'move':
      return moved(change);
    case 'delete':
      return { ...TOLD_WHY, details: [reason, adoptedSince(change)], like: reason, common: [reason] };
    case 'replace':
      return { ...TOLD_WHY, details: [`${AGAIN}: ${reason}`], like: '', common: [AGAIN] };
    case 'forget':
      return { ...TOLD_WHY, details: [`no request: ${reason}`], like: reason, common: [] };
    default:
      return action satisfies never;
  }
}

/** Details that all members of a row share. */
function same(details: readonly string[], isReasonTold = true): Said {
  return { details, like: details.join('; '), common: details, isReasonTold };
}

const TOLD_WHY = { isReasonTold: true } as const;
const AGAIN = 'deleted and created again';

/** The template is the role: two people with different ones are different things to approve. */
function userMade({ fields, backend, behaviorIfInBackend }: ReportChange): string[] {
  const template = publicValue(fields, 'userTemplateName');
  const where = backend ? 'service and backing instance' : 'service only';
  const how = backend && behaviorIfInBackend !== null ? RACES[behaviorIfInBackend] : '';
  return [[template === '' ? '' : `template ${template}`, where, how].filter((each) => each !== '').join('; ')];
}

const RACES = {
  FAIL: '',
  ALLOW: 'may be there already (ALLOW)',
  'FAIL-then-ALLOW': 'refused if the backing instance has it, then joined (FAIL, then ALLOW)',
};

/** Public fields of a new record that say who gets it and when. */
function recordMade({ fields }: ReportChange): Said {
  const pin = publicValue(fields, 'preferredAgent');
  const time = publicValue(fields, 'nextEarliestWorkTime');
  const queue = publicValue(fields, 'skillQueue');
  const parts = [
    pin === '' ? 'not pinned' : `pinned to ${pin}`,
    time === '' ? '' : `from ${time}`,
    queue === '' ? '' : `queue ${queue}`,
  ];
  return { details: [parts.filter((each) => each !== '').join(', ')], like: '', common: [], isReasonTold: false };
}

function updated({ fields, reason, cause, writes, kind }: ReportChange): Said {
  const silent = writes.length === 0 ? ' (no request)' : '';
  if (fields.length === 0) return same([reason]);
  const names = namesOf(fields);
  // Calling a customer again, putting back what a move lost, and a removal settled first are not told by the fields.
  const why = isRecord({ kind }) && TOLD.has(cause) ? reason : '';
  const common = why === '' ? [`${names} changed`] : [why];
  const details = [why, fieldsText(fields) + silent];
  return { details, like: `${why} ${names}`, common, isReasonTold: why !== '' };
}

const TOLD: ReadonlySet<ReportChange['cause']> = new Set([
  'reissue',
  'lost-on-move',
  'reset-by-update',
  'ensure',
  'twins',
]);

function moved({ fields, reason }: ReportChange): Said {
  const others = fields.filter(({ field }) => field !== 'campaignName');
  // So that what was read adds up to what is told of.
  return {
    ...TOLD_WHY,
    details: [`${reason} (read in both)`, fieldsText(others)],
    like: `${reason} ${namesOf(others)}`,
    common: [reason],
  };
}

/** What we did not make is worth a second look before it is deleted. */
function adoptedSince({ recorded }: ReportChange): string {
  return recorded?.provenance === 'adopted' ? `adopted on ${recorded.at.slice(0, 10)}, not created by us` : '';
}

function namesOf(fields: readonly ReportField[]): string {
  return fields.map(({ field }) => field.replace(/^data\./u, '')).join(', ');
}

function publicValue(fields: readonly ReportField[], name: string): string {
  const field = fields.find((each) => each.field === name);
  if (field === undefined || 'changed' in field || field.after === null || field.after === '') return '';
  return value(name, field.after);
}

/** What else is true of the change: what others changed in it, what goes along unchanged. */
function ownNotes({ origin, action, changedOutside, carried }: ReportChange): ViewNote[] {
  const { putBack = [], overwritten = [] } = changedOutside ?? {};
  const along = carried.flatMap(({ field, declared }) => (declared ? [] : [field.replace(/^data\./u, '')]));
  return [
    ...noteIf(overwritten.length > 0, 'warning', `overwrites what somebody changed outside: ${overwritten.join(', ')}`),
    ...noteIf(putBack.length > 0 && origin === 'git', 'plain', `puts back what changed outside: ${putBack.join(', ')}`),
    ...noteIf(origin === 'lapsed', 'plain', 'lapsed by the platform’s own rules, and set again'),
    ...noteIf(origin === 'retry' && action !== 'delete', 'plain', 'begun by an earlier run, and finished by this one'),
    ...noteIf(along.length > 0, 'plain', `also sent, as read: ${along.join(', ')}`),
  ];
}

function noteIf(holds: boolean, tone: ViewNote['tone'], text: string): ViewNote[] {
  return holds ? [{ tone, text }] : [];
}

/** Where the rows of one campaign and file are told apart from those of another. */
export function scopeOf({ address, place }: ViewMember): string {
  const parsed = address === null ? null : parseAddress(address);
  return JSON.stringify([parsed?.kind, isRecord(parsed) ? parsed.campaignName : '', place?.file]);
}
