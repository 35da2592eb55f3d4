// Numbers, times and names in words, the same in every report.

import type { ChangePart } from '../../model/parts.ts';
import type { TaskValues } from '../../model/task-fields.ts';
import { type Address, campaignOf, isRecord, isUser, parseAddress } from '../../model/address.ts';
import { moment } from '../../model/time.ts';
import { isTimeZone } from '../../model/zone.ts';
import { stackIn } from '../../model/record.ts';
import type { Action } from '../../model/state.ts';
import type { TwinStay } from '../../reconcile/change.ts';
import type { RowSymbol } from './layout.ts';
import type { ReportField } from './redact.ts';

const TWIN_STAYS = {
  'not-listed': 'the file does not list it under twins',
  differs: 'it has another value of an item that no file declares; declare the item, or say `remove`',
  worked: 'it was worked, and whenWorked: remove would delete it',
  'other-stack': 'it carries the marker of another stack',
};

/** `its duplicate R-7 (COMPLETED, 1 attempt) stays: the file does not list it under twins`. */
export function twinsStay(stays: readonly TwinStay[]): string[] {
  return stays.map(
    ({ previewRecordId, state, attempts: tries, because }) =>
      `its duplicate ${previewRecordId} (${state}, ${attempts(tries)}) stays: ${TWIN_STAYS[because]}`,
  );
}

/** Our word where muster.yaml does not name it (`backendName:`). */
export const SECOND_SYSTEM = 'the second system';

/** What the second system is called where the report is read. */
export function secondSystem(target: { readonly backendName?: string } | null): string {
  return target?.backendName ?? SECOND_SYSTEM;
}

/** The service and the one behind it: `service and Connect`. */
export function bothSystems(system: string): string {
  return system === SECOND_SYSTEM ? 'second system too' : `service and ${system}`;
}

/** Where an account is made, or removed. */
export function sidesText(isInBoth: boolean | null, system: string): string {
  return isInBoth ? bothSystems(system) : 'service only';
}

/** One of our own texts, without a value in it, with the name of the second system. */
export function withName(text: string, system: string): string {
  return text.replaceAll(SECOND_SYSTEM, () => system);
}

export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? noun : `${noun}s`}`;
}

/** `1 person`, `2 people`. */
export function peopleText(amount: number): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? 'person' : 'people'}`;
}

/** `2 files, 1 object`, leaving out what is zero. */
export function counts(parts: readonly (readonly [number, string])[]): string {
  return tally(parts.map(([amount, noun]) => [amount, amount === 1 ? noun : `${noun}s`]));
}

/** `0.4 s`, `12 s`, `3 min 20 s`, `26 h`, `26 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export { moment };

/** `1 attempt`, `2 attempts`. */
export function attempts(amount: number): string {
  return count(amount, 'attempt');
}

/** `2026-12-01 08:00` on the clocks of that zone; without one in UTC. */
export function localTime(instant: string | number, zone: string | null): string {
  return clockOf(zone).format(new Date(instant));
}

/** `2026-12-01 08:00 in Europe/Madrid`; without a zone `2026-12-01 07:00 UTC`. */
export function timeIn(instant: string | number, zone: string | null): string {
  return zone ? `${localTime(instant, zone)} in ${zone}` : moment(instant);
}

/** What stands after a time on the clocks of that zone. */
export const clockText = (zone: string | null): string => (zone ? ` in ${zone}` : ' UTC');

/** `2026-12-01 08:30`, `2026-12-01 08:30 to 08:55`, `2026-12-01 08:30 to 2026-12-02 09:00`, on the clocks of that zone. */
export function spanText(from: string | number, to: string | number, zone: string | null): string {
  const [first, last] = [localTime(from, zone), localTime(to, zone)];
  if (first === last) return first;
  return `${first} to ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last}`;
}

/** The clock of a report: that of its customers, where they share one. People and runs are on no other, so they are told on it, too. */
export function sharedClock(rows: readonly { readonly zone?: string | null }[]): string | null {
  const [zone = null, ...others] = new Set(rows.flatMap((each) => each.zone ?? []));
  return others.length === 0 ? zone : null;
}

/** In UTC where this runtime does not know the zone: a report that is read back may come from a newer one. */
function clockOf(zone: string | null): Intl.DateTimeFormat {
  const timeZone = zone !== null && isTimeZone(zone) ? zone : 'UTC';
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** `user ana@example.com`, `customer C-1001 in Summer Renewals`. */
export function subject(address: Address): string {
  const parsed = parseAddress(address);
  return parsed === null ? address : `${isUser(parsed) ? 'user' : 'customer'} ${longName(address)}`;
}

/** `ana@example.com`, `C-1001 in Summer Renewals`: the name where no heading says the campaign. */
export function longName(address: Address): string {
  const parsed = parseAddress(address);
  return isRecord(parsed) ? `${parsed.clientId} in ${parsed.campaignName}` : shortName(address);
}

/** The name inside its group: the heading already says the campaign. */
export function shortName(address: Address): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  return isUser(parsed) ? parsed.loginUserId : parsed.clientId;
}

/** `C-1, C-2 (Summer), W-1 (Winter) and 3 more`; the campaigns only where the reader has several before them. */
export function namesOf(
  all: readonly { readonly address: Address }[],
  { several, most = all.length }: { readonly several: boolean; readonly most?: number },
): string {
  const named = Map.groupBy(all.slice(0, most), ({ address }) => (several ? campaignOf(address) : ''));
  const lists = [...named].map(([campaign, own]) => {
    const names = own.map(({ address }) => shortName(address)).join(', ');
    return campaign === '' ? names : `${names} (${campaign})`;
  });
  return lists.join(', ') + andMore(all.length - most);
}

/** ` and 118 more`; nothing where nobody is left out. */
export function andMore(left: number): string {
  return left > 0 ? ` and ${left.toLocaleString('en')} more` : '';
}

/** Whether a clientId alone does not say of which campaign it is. */
export function isOfSeveral(addresses: readonly Address[]): boolean {
  return new Set(addresses.map(campaignOf).filter((name) => name !== '')).size > 1;
}

export function heading(address: Address): string {
  const parsed = parseAddress(address);
  return isRecord(parsed) ? `Campaign ${parsed.campaignName}` : 'People';
}

/** Of a time on the clocks of `zone`, where there is one. */
export function value(
  field: string,
  given: unknown,
  { zone = null, none = 'none' }: { readonly zone?: string | null; readonly none?: string | undefined } = {},
): string {
  if (given === null || given === undefined || given === '') return none;
  if (typeof given === 'number' && field.endsWith('Time')) {
    return timeIn(given, zone);
  }
  return typeof given === 'string' ? given : JSON.stringify(given);
}

/** `data.phone` -> `phone`. */
export function plainName({ field }: { readonly field: string }): string {
  return field.replace(/^data\./u, '');
}

/** What happens to one object. */
interface Verb {
  readonly symbol: RowSymbol;
  readonly verb: string;
  readonly done: string;
}

export const VERBS: Readonly<Record<Action, Verb>> = {
  create: { symbol: '+', verb: 'create', done: 'created' },
  restore: { symbol: '^', verb: 'give access back', done: 'given access back' },
  update: { symbol: '~', verb: 'update', done: 'updated' },
  replace: { symbol: '±', verb: 'replace', done: 'replaced' },
  move: { symbol: '>', verb: 'move', done: 'moved' },
  adopt: { symbol: '=', verb: 'adopt', done: 'adopted' },
  delete: { symbol: '-', verb: 'delete', done: 'deleted' },
  forget: { symbol: '=', verb: 'stop managing', done: 'no longer managed' },
};

/** What a part of a plan does, beside the command that approves it. */
export const PART_WORDS: Readonly<Record<ChangePart, string>> = {
  removals: 'takes away',
  restores: 'gives access back',
  repairs: 'repairs',
  additions: 'adds or changes',
};

/** What a reader of a plan calls the fields that decide who is called by whom, and what stands for none of them. */
const CALLED: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['preferredAgent', ['agent', 'anyone']],
  ['skillQueue', ['queue', 'none']],
  ['nextEarliestWorkTime', ['earliest time', 'none']],
  ['workedState', ['state', 'none']],
]);

export const calledName = (each: { readonly field: string }): string => CALLED.get(each.field)?.[0] ?? plainName(each);

/** `agent ana@example.com -> anyone`, `queue renewals -> renewals-gold`, `new phone (not shown)`. */
export function changeText(each: ReportField, zone: string | null = null): string {
  if (each.field === 'marker' && 'before' in each && each.before !== null) {
    const [from, to] = [each.before, each.after].map((marker) => stackIn(String(marker)));
    if (from !== to) return `the marker gets the new name: ${from} -> ${to}`;
  }
  return fieldText(each, zone, CALLED.get(each.field));
}

/** `queue renewals in the service, renewals-gold in the file`, `phone differs (values not shown)`. */
export function bothText(each: ReportField): string {
  const [name, none] = CALLED.get(each.field) ?? [plainName(each), 'none'];
  if ('changed' in each) return `${name} differs (values not shown)`;
  const [before, after] = [each.before, each.after].map((given) => value(each.field, given, { none }));
  return `${name} ${before} in the service, ${after} in the file`;
}

/** `skillQueue renewals -> renewals-gold`, `new phone (not shown)`. */
export function fieldText(each: ReportField, zone: string | null = null, called?: readonly [string, string]): string {
  const [name, none] = called ?? [plainName(each)];
  if ('changed' in each) return `new ${name} (not shown)`;
  const [before = '', after = ''] = [each.before, each.after].map((given) => value(each.field, given, { zone, none }));
  const clock = clockText(zone);
  const isSaid = each.field.endsWith('Time') && before.endsWith(clock) && after.endsWith(clock);
  return `${name} ${isSaid ? before.slice(0, -clock.length) : before} -> ${after}`;
}

/** Of a drift report: `skillQueue is other, declared renewals`, `phone differs`. */
export function comparedText(each: ReportField, zone: string | null = null): string {
  const name = plainName(each);
  if ('changed' in each) return `${name} differs`;
  if (each.field === 'marker') return each.before === null ? 'marker is gone' : 'marker is another';
  return `${name} is ${value(each.field, each.before, { zone })}, declared ${value(each.field, each.after, { zone })}`;
}

export function fieldsText(fields: readonly ReportField[]): string {
  return fields.map((each) => fieldText(each)).join(', ');
}

/** `3 created, 1 deleted`, leaving out what is zero. */
export function tally(parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, word]) => `${amount.toLocaleString('en')} ${word}`)
    .join(', ');
}

export function pairText(pairs: TaskValues['pairs']): string {
  return pairs.map(({ key, value }) => `${key}: ${value}`).join('; ');
}

/** `Key`: what tells the members of the union apart. */
export type Texts<Of, Key extends keyof Of, Context extends Named = Named> = {
  readonly [Kind in Of[Key] & string]: string | ((reason: Member<Of, Key, Kind>, context: Context) => string);
};

/** A member may have several kinds. */
type Member<Of, Key extends keyof Of, Kind> = Of extends unknown ? (Kind extends Of[Key] ? Of : never) : never;

export interface Named {
  /** What the second system is called. */
  readonly system: string;
}

export function textOf<Of, Key extends keyof Of, Context extends Named>(
  texts: Texts<Of, Key, Context>,
  [reason, key]: readonly [Of, Key],
  context: Context,
): string {
  const row = texts[reason[key] as Of[Key] & string] as string | ((reason: Of, context: Context) => string);
  return typeof row === 'string' ? withName(row, context.system) : row(reason, context);
}
