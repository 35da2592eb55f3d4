// When customers of a plan can be called, as a table: to the minute, on the clocks of their own zone, and in UTC where none is
// declared. Zones in which it is the same time share a line.

import { isUser } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import type { ReportedPlan } from '../documents/document.ts';
import { localTime, shortName, tally } from '../words/words.ts';
import type { TableSection } from './section.ts';
import type { ViewDelivery } from './view.ts';

type Forecast = ReportedPlan['forecast'];
type LaterDelivery = Forecast['later'][number];

export function deliveryOf({ forecast, changes, warnings }: ReportedPlan): ViewDelivery | null {
  const { deliverableAtOnce, later, pinned, defaultQueue, defaultZone } = forecast;
  const records = later.reduce((sum, each) => sum + each.records, deliverableAtOnce);
  if (records === 0) return null;
  const missing = tally([
    [defaultQueue, 'without queue'],
    [defaultZone, 'without time zone'],
  ]);
  const others = othersText(changes, forecast, records);
  const notes = [
    overText(warnings),
    missing === '' ? '' : `${missing}: the campaign’s default is used, its value is not known`,
  ];
  return {
    records,
    rows: rowsOf(forecast),
    pinned: pinned === 0 ? '' : pinnedText(pinned, records),
    notes: notes.filter((each) => each !== ''),
    besides: others === '' ? [] : [`Besides these: ${others}`],
  };
}

function rowsOf({ deliverableAtOnce, tasksAtOnce, later }: Forecast): ViewDelivery['rows'] {
  const now = {
    when: 'at once',
    records: deliverableAtOnce,
    tasks: byAgent(tasksAtOnce),
    names: namesOf(tasksAtOnce),
    zones: [],
  };
  const times = [...Map.groupBy(later.toSorted(byTime), timeText)].map(([when, own]) => ({
    when,
    records: own.reduce((sum, each) => sum + each.records, 0),
    tasks: own.some(isUnnamed) ? [] : byAgent(own.flatMap(({ tasks }) => tasks)),
    names: own.some(isUnnamed) ? [] : namesOf(own.flatMap(({ tasks }) => tasks)),
    zones: own.flatMap((each) => (each.zone === null ? [] : [{ zone: each.zone, records: each.records }])),
  }));
  return deliverableAtOnce === 0 ? times : [now, ...times];
}

const namesOf = (tasks: Forecast['tasksAtOnce']): string[] => tasks.map(({ address }) => shortName(address));

const isUnnamed = ({ tasks }: LaterDelivery): boolean => tasks.length === 0;

/** `S-803, S-809 for ana@example.com`; without a pin the names alone. */
function byAgent(tasks: Forecast['tasksAtOnce']): string[] {
  return [...Map.groupBy(tasks, ({ agent }) => agent)].map(([agent, own]) => {
    const names = own.map(({ address }) => shortName(address)).join(', ');
    return agent === null ? names : `${names} for ${agent}`;
  });
}

/** More are counted, not named. */
const MOST_NAMED = 6;

const GONE: Partial<Readonly<Record<Action, string>>> = { delete: 'deleted', forget: 'released' };

/** What becomes of the tasks of which the plan decides neither time nor agent. */
function othersText(changes: ReportedPlan['changes'], forecast: Forecast, records: number): string {
  const tasks = changes.filter((change) => !isUser(change));
  const by = Map.groupBy(tasks, ({ action, cause }) => (cause === 'ensure' ? 'finished' : (GONE[action] ?? 'goes on')));
  const [deleted, released, finished] = ['deleted', 'released', 'finished'].map((what) => by.get(what)?.length ?? 0);
  const decided = new Set(
    [forecast.tasksAtOnce, ...forecast.later.map(({ tasks: own }) => own)].flat().map(({ address }) => address),
  );
  const goesOn = by.get('goes on') ?? [];
  const stay = goesOn.filter(({ address }) => !decided.has(address));
  const isKnown = decided.size === records && stay.length <= MOST_NAMED;
  const names = isKnown ? ` (${stay.map(({ address }) => shortName(address)).join(', ')})` : '';
  return tally([
    [deleted ?? 0, 'deleted'],
    [released ?? 0, 'released'],
    [finished ?? 0, 'set to finished'],
    [goesOn.length - records, `with the time and agent that the service has already${names}`],
  ]);
}

function pinnedText(pinned: number, records: number): string {
  const which = pinned === records ? '' : `${pinned.toLocaleString('en')} of them `;
  return `${which}pinned 30 minutes once due, then any agent`;
}

/** A pin that is set now may be over at once. */
function overText(warnings: ReportedPlan['warnings']): string {
  const over = warnings.flatMap(({ code, address }) =>
    code === 'pin-lapses-early' && address ? [shortName(address)] : [],
  );
  if (over.length === 0) return '';
  const who = over.length > MOST_NAMED ? `${over.length.toLocaleString('en')} of them` : over.join(', ');
  return `For ${who} these 30 minutes may be over already: then any agent gets ${over.length === 1 ? 'it' : 'them'}`;
}

const byTime = (a: LaterDelivery, b: LaterDelivery): number => {
  const local = ({ from, zone }: LaterDelivery): string => localTime(from, zone);
  return local(a) < local(b) ? -1 : 1;
};

/** `2026-12-01 08:30`, `2026-12-01 08:30 to 08:55`; `… UTC` where the file says no zone. */
function timeText({ from, to, zone }: LaterDelivery): string {
  const [first, last] = [localTime(from, zone), localTime(to, zone)];
  return first + (first === last ? '' : ` to ${last.slice(-5)}`) + (zone === null ? ' UTC' : '');
}

/** `in Europe/Paris`; of several `2 in Europe/Paris, 3 in Europe/Rome`. */
export function zonesText({ zones }: Pick<ViewDelivery['rows'][number], 'zones'>): string {
  const many = zones.length > 1;
  return zones.map(({ zone, records }) => `${many ? `${records.toLocaleString('en')} ` : ''}in ${zone}`).join(', ');
}

export function deliveryTitle({ records }: ViewDelivery): string {
  return `When customers can be called (${records.toLocaleString('en')})`;
}

/** For a reader who has room for columns. */
export function deliveryTable(delivery: ViewDelivery): TableSection {
  const { rows, pinned, notes } = delivery;
  return {
    kind: 'table',
    title: deliveryTitle(delivery),
    columns: ['from', 'customers', 'which', 'on the clocks'],
    rows: rows.map((each) => [each.when, each.records.toLocaleString('en'), each.tasks.join('; '), zonesText(each)]),
    below: [pinned, ...notes].filter((each) => each !== ''),
    folded: false,
  };
}
