// One change as a member of a row: what a reviewer must see of it, and with which others it may share a line.

import { isRecord, isUser, parseAddress, type Address, type SourcePosition } from '../../model/address.ts';
import { isOfFiles } from '../../model/parts.ts';
import type { ReportHead } from '../words/head.ts';
import type { RowSymbol } from '../words/layout.ts';
import { commandEffect } from '../documents/exact-commands.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import type { ReportField } from '../words/redact.ts';
import { DIFFERS } from '../words/why-change.ts';
import { calledName, longName, shortName, subject, value, VERBS } from '../words/words.ts';
import { DETAILS, publicValue } from './change-details.ts';
import type { FilePlace, ViewMember, ViewNote } from './view.ts';

/** A member with what its row says of it. Members of equal `like` share a row; where there are too many, those of equal `kin`. */
export interface MemberDraft {
  readonly symbol: RowSymbol;
  readonly verb: string;
  readonly like: string;
  readonly kin?: string;
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
  askedBy: [],
  part: null,
  command: '',
  class: null,
  fields: [],
  zone: null,
} as const;

interface Surroundings {
  readonly notes?: readonly ViewNote[];
  /** The changes of the plan by address, for what it waits for. */
  readonly others?: ReadonlyMap<string, ReportChange>;
  readonly target?: ReportHead['target'];
  /** Whether the changes are of several campaigns, or there is no heading that says the one. */
  readonly several?: boolean;
  /** Whether the plan takes back what too many runs added: then none of them is named. */
  readonly ofManyRuns?: boolean;
  readonly verbose?: boolean;
}

export function draftChange(
  change: ReportChange,
  { notes = [], others = new Map(), target = null, several = true, ...how }: Surroundings,
): MemberDraft {
  const { address, source, action, origin, part, fields } = change;
  const said = DETAILS[change.action](change, target);
  const own = ownNotes(change);
  const called = nameOf(change);
  const details = said.details.filter((each) => each !== '');
  const isAccess = origin === 'outside' && action === 'restore';
  // What is taken over with a correction is an update of it; without one nothing is sent.
  const isUpdate = action === 'adopt' && change.writes.length > 0;
  return {
    ...(isUpdate ? ({ symbol: '~', verb: 'adopt and update' } as const) : VERBS[action]),
    like: [...details, ...own.map(({ text }) => text)].join(' '),
    kin: '',
    common: said.common ?? details,
    member: memberOf(address, {
      name: shortName(address) + called,
      subject: (several ? longName(address) : shortName(address)) + called,
      place: placeIn(source),
      details,
      notes: [...own, ...withReversal(change, notes, how)],
      reason: [unsaid(change, said.isReasonTold), tieOf(change, others)].filter((each) => each !== '').join('; '),
      ...{ action, part, command: commandEffect(change), fields, zone: change.zone },
      askedBy: isAccess ? ['access removed outside Git'] : ASKED_BY[origin],
    }),
  };
}

/** Who takes back an access that muster gave must see it, first of what is said of the tasks. Every customer who goes was added by it. */
function withReversal(
  change: ReportChange,
  notes: readonly ViewNote[],
  { ofManyRuns = false, verbose = false }: Pick<Surroundings, 'ofManyRuns' | 'verbose'>,
): readonly ViewNote[] {
  const whole = isUser(change) || verbose ? reversalText(change.reverses, 'added') : '';
  if (whole === '') return notes;
  const added = ofManyRuns ? whole.replace(/ on .*$/u, '') : whole;
  const [first, ...rest] = notes;
  if (first?.tone !== 'plain') return [{ tone: 'plain', text: added }, ...notes];
  return [{ tone: 'plain', text: `${added}; ${first.text}` }, ...rest];
}

/** Whoever reviews must know which lines are not those of the request. */
const ASKED_BY: Readonly<Record<ReportChange['origin'], readonly string[]>> = {
  git: [],
  earlier: ['from an earlier commit, never applied'],
  outside: ['changed outside Git, put back'],
  lapsed: ['cleared by the service by its own rules, set again'],
  retry: ['left unfinished by an earlier run'],
};

/** What draws it into its part comes before it or after it; which of them, the order of the plan says. */
function tieOf({ after, tiedTo }: ReportChange, others: ReadonlyMap<string, ReportChange>): string {
  if (tiedTo === null) return '';
  const other = others.get(tiedTo);
  const what = `${other === undefined ? '' : `${VERBS[other.action].verb} `}${subject(tiedTo)}`;
  return after.includes(tiedTo) ? `only after: ${what}` : `comes first, then: ${what}`;
}

/** Why, and what goes along unchanged: for a reader who wants everything. */
function unsaid(change: ReportChange, isReasonTold: boolean): string {
  const { action, fields, reason, carried, behaviorIfInBackend: race } = change;
  const [along, time] = [carried.map(calledName).join(', '), action === 'create' ? timeOf(fields) : ''];
  const parts = [
    isReasonTold || reason === DIFFERS ? '' : reason,
    time === '' ? '' : `from ${time}`,
    race === 'ALLOW' ? `behaviorIfInBackend: ${race}` : '',
    along === '' ? '' : `sent again as it is: ${along}`,
  ];
  return parts.filter((each) => each !== '').join('; ');
}

/** The name of somebody who is created, where the report shows it: the service never changes it afterwards. */
function nameOf({ fields }: ReportChange): string {
  const name = ['firstName', 'lastName']
    .map((each) => publicValue(fields, each))
    .join(' ')
    .trim();
  return name === '' ? '' : ` (${name})`;
}

/** On the clocks of the record, where the file names their zone. */
function timeOf(fields: readonly ReportField[]): string {
  const [time, zone] = ['nextEarliestWorkTime', 'timeZone'].map((name) => fields.find(({ field }) => field === name));
  if (time === undefined || 'changed' in time || typeof time.after !== 'number') return '';
  const name = zone !== undefined && 'after' in zone && typeof zone.after === 'string' ? zone.after : null;
  return value('nextEarliestWorkTime', time.after, { zone: name });
}

/** What others changed in it. */
function ownNotes({ origin, changedOutside, reverses }: ReportChange): ViewNote[] {
  const { putBack = [], overwritten = [] } = changedOutside ?? {};
  const removed = reversalText(reverses, 'removed');
  return [
    ...noteIf(removed !== '', 'warning', removed),
    ...noteIf(overwritten.length > 0, 'warning', `overwrites what somebody changed outside: ${overwritten.join(', ')}`),
    ...noteIf(putBack.length > 0 && isOfFiles(origin), 'plain', `repairs what changed outside: ${putBack.join(', ')}`),
  ];
}

/** A report of an earlier version does not say. */
function reversalText(reverses: ReportChange['reverses'] | undefined, did: 'added' | 'removed'): string {
  if (reverses?.did !== did) return '';
  const { at, commit } = reverses;
  return `was ${did} by muster on ${at.slice(0, 10)}${commit === null ? '' : `, commit ${commit.slice(0, 9)}`}`;
}

function noteIf(holds: boolean, tone: ViewNote['tone'], text: string): ViewNote[] {
  return holds ? [{ tone, text }] : [];
}

/** Where the rows of one campaign and file are told apart from those of another. */
export function scopeOf({ address, place }: ViewMember): string {
  const parsed = address === null ? null : parseAddress(address);
  return JSON.stringify([parsed?.kind, isRecord(parsed) ? parsed.campaignName : '', place?.file]);
}
