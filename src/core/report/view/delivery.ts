// When customers of a plan can be called, as a sentence where the times are few, else as a table: to the minute, on the clocks of their own
// zone, and in UTC where none is declared. Zones in which it is the same time share a line.

import { isUser } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import type { ReportedPlan } from '../documents/document.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { count, localTime, namesOf, spanText, tally } from '../words/words.ts';
import { ofPlan, pastTimes } from './effects.ts';
import { table, type ViewSection } from './section.ts';

type Forecast = ReportedPlan['forecast'];
type LaterDelivery = Forecast['later'][number];

interface Calls {
  readonly rows: readonly Times[];
  /** How long a pin holds, where there are any; else empty. */
  readonly pinned: string;
  /** Who is changed, and keeps time and agent; null for nobody. */
  readonly others: string | null;
  readonly notes: readonly string[];
}

interface Times {
  /** `at once`, or to the minute, on the clocks of `zones` where there are any. */
  readonly when: string;
  readonly records: number;
  /** Which and for whom, where they are few; otherwise none. */
  readonly tasks: readonly string[];
  readonly names: string;
  readonly zones: readonly { readonly zone: string; readonly records: number }[];
}

const AT_ONCE = 'at once';

/** As many times stand in one sentence; more are a table. */
const MOST_BESIDE = 2;
const MOST_HOURS = 4;

export function callSentences(document: ReportedPlan, verbose: boolean): string[] {
  const calls = callsOf(document);
  if (calls === null || verbose || calls.rows.length > MOST_BESIDE) return [];
  const others = calls.others === null ? '' : `${calls.others} as now`;
  const times = calls.rows.map((each) => atTime(each) + (each.when === AT_ONCE ? pastTimes(document) : ''));
  const first = [`Calls: ${times.join('; ')}`, calls.pinned, others].filter((text) => text !== '');
  return [first.join('; '), ...calls.notes].map((text) => `${text}.`);
}

/** The first and the largest where there are many, in the order of time; of the others how many they are, and when. `verbose`: all, and for whom. */
export function callTable(document: ReportedPlan, verbose: boolean): ViewSection[] {
  const calls = callsOf(document);
  if (calls === null || (!verbose && calls.rows.length <= MOST_BESIDE)) return [];
  const { rows, pinned, others: kept, notes } = calls;
  const asNow = kept === null ? [] : [`${kept}: time and agent stay as they are`];
  const all = count(recordsIn(rows), 'customer');
  const most = verbose || rows.length <= MOST_HOURS + 1 ? rows.length : MOST_HOURS;
  // Who is called next is asked first, however few they are, and also behind those at once.
  const next = rows[0]?.when === AT_ONCE ? 2 : 1;
  const largest = new Set(
    [...rows.slice(0, next), ...rows.slice(next).toSorted((a, b) => b.records - a.records)].slice(0, most),
  );
  const [shown, others] = [true, false].map((wanted) => rows.filter((each) => largest.has(each) === wanted));
  const cells = (shown ?? []).map((each) => [
    each.when + clockText(each, verbose),
    each.records.toLocaleString('en'),
    verbose ? [...each.tasks, zonesText(each)].filter((text) => text !== '').join('; ') : each.names,
  ]);
  const title = `When ${all} can be called${pinned === '' ? '' : `, ${pinned}`}`;
  const lines = [...cells, ...otherTimes(others ?? [])];
  const below = [...asNow, ...notes, ...(verbose ? besides(document) : [])];
  return [table({ title, columns: ['from', 'customers', 'which'], rows: lines }, { below })];
}

const recordsIn = (all: readonly { readonly records: number }[]): number =>
  all.reduce((sum, { records }) => sum + records, 0);

function otherTimes(others: readonly Times[]): string[][] {
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [first, last].map((each) => clockText(each, false));
  const span = `between ${first.when}${from === to ? '' : from} and ${last.when}${to}`;
  const names = others.every((each) => each.names !== '') ? others.map((each) => each.names).join(', ') : '';
  const which = recordsIn(others) > MOST_NAMED || names === '' ? span : `${span}: ${names}`;
  return [['other times', recordsIn(others).toLocaleString('en'), which]];
}

/** `C-1, C-2 at once`, `3 at 2030-01-07 09:00 Europe/Madrid`. */
function atTime(each: Times): string {
  const who = each.names || each.records.toLocaleString('en');
  return `${who} ${each.when === AT_ONCE ? '' : 'at '}${each.when}${clockText(each, false)}`;
}

function clockText({ zones: [zone, ...others] }: Times, verbose: boolean): string {
  if (others.length > 0) return verbose ? '' : ', each in its own zone';
  return zone === undefined ? '' : ` ${zone.zone}`;
}

/** Of several zones `2 in Europe/Paris, 3 in Europe/Rome`. */
function zonesText({ zones }: Times): string {
  if (zones.length < 2) return '';
  return zones.map(({ zone, records }) => `${records.toLocaleString('en')} in ${zone}`).join(', ');
}

function callsOf(document: ReportedPlan): Calls | null {
  const { forecast } = document;
  const { deliverableAtOnce, later, pinned, defaultQueue, defaultZone } = forecast;
  const records = deliverableAtOnce + recordsIn(later);
  if (records === 0) return null;
  const missing = tally([
    [defaultQueue, 'without queue'],
    [defaultZone, 'without time zone'],
  ]);
  const notes = [
    overText(document),
    missing === '' ? '' : `${missing}: the campaign’s default is used, its value is not known`,
  ];
  return {
    rows: rowsOf(forecast, ofPlan(document)),
    pinned: pinned === 0 ? '' : pinnedText(pinned, records),
    others: keptBy(document, records),
    notes: notes.filter((each) => each !== ''),
  };
}

function rowsOf({ deliverableAtOnce, tasksAtOnce, later }: Forecast, how: NamedHow): Times[] {
  const now = {
    when: AT_ONCE,
    records: deliverableAtOnce,
    tasks: byAgent(tasksAtOnce, how),
    names: namesOf(tasksAtOnce, how),
    zones: [],
  };
  const times = [...Map.groupBy(later.toSorted(byTime), timeText)].map(([when, own]) => {
    const tasks = own.some((each) => each.tasks.length === 0) ? [] : own.flatMap((each) => each.tasks);
    return {
      when,
      records: recordsIn(own),
      tasks: byAgent(tasks, how),
      names: namesOf(tasks, how),
      zones: own.flatMap((each) => (each.zone === null ? [] : [{ zone: each.zone, records: each.records }])),
    };
  });
  return deliverableAtOnce === 0 ? times : [now, ...times];
}

type NamedHow = ReturnType<typeof ofPlan>;

/** `S-803, S-809 for ana@example.com`; without a pin the names alone. */
function byAgent(tasks: Forecast['tasksAtOnce'], how: NamedHow): string[] {
  return [...Map.groupBy(tasks, ({ agent }) => agent)].map(([agent, own]) => {
    const names = namesOf(own, how);
    return agent === null ? names : `${names} for ${agent}`;
  });
}

/** More are counted, not named. */
const MOST_NAMED = 6;

const GONE: Partial<Readonly<Record<Action, string>>> = { delete: 'deleted', forget: 'no longer managed' };

/** What becomes of the tasks of which the plan decides neither time nor agent. */
function besides(document: ReportedPlan): string[] {
  const by = Map.groupBy(document.changes, fateOf);
  const text = tally(
    ['deleted', 'no longer managed', 'set to finished'].map((fate) => [by.get(fate)?.length ?? 0, fate]),
  );
  return text === '' ? [] : [`Besides these: ${text}`];
}

function fateOf(change: ReportChange): string {
  if (isUser(change)) return 'person';
  return change.cause === 'ensure' ? 'set to finished' : (GONE[change.action] ?? 'goes on');
}

function keptBy(document: ReportedPlan, records: number): Calls['others'] {
  const { changes, forecast } = document;
  const goesOn = changes.filter((change) => fateOf(change) === 'goes on');
  const named = [forecast.tasksAtOnce, ...forecast.later.map((each) => each.tasks)].flat();
  const [decided, amount] = [new Set(named.map(({ address }) => address)), goesOn.length - records];
  if (amount <= 0) return null;
  const others = goesOn.filter(({ address }) => !decided.has(address));
  const isKnown = decided.size === records && amount <= MOST_NAMED;
  return isKnown ? namesOf(others, ofPlan(document)) : count(amount, 'other changed id');
}

function pinnedText(pinned: number, records: number): string {
  const which = pinned === records ? '' : `${pinned.toLocaleString('en')} of them `;
  return `${which}kept 30 minutes for their agent`;
}

/** As many warnings of a kind stand in the rows of their changes. */
export const MOST_IN_ROWS = 3;

/** Pins that are set now may be over at once. */
function overText(document: ReportedPlan): string {
  const over = document.warnings.flatMap(({ code, address }) =>
    code === 'pin-lapses-early' && address ? [{ address }] : [],
  );
  if (over.length <= MOST_IN_ROWS) return '';
  const who =
    over.length > MOST_NAMED ? `${over.length.toLocaleString('en')} of them` : namesOf(over, ofPlan(document));
  return `For ${who} these 30 minutes may be over already: then any agent gets them`;
}

const byTime = (a: LaterDelivery, b: LaterDelivery): number => {
  const local = ({ from, zone }: LaterDelivery): string => localTime(from, zone);
  return local(a) < local(b) ? -1 : 1;
};

/** `2026-12-01 08:30`, `2026-12-01 08:30 to 08:55`; `… UTC` where the file says no zone. */
function timeText({ from, to, zone }: LaterDelivery): string {
  return spanText(from, to, zone) + (zone === null ? ' UTC' : '');
}
