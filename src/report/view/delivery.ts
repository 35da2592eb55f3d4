// When customers of a plan can be called, as a table: to the minute, on the clocks of their own zone, and in UTC where none is
// declared. Zones in which it is the same time share a line.

import { isUser } from '../../model/address.ts';
import type { Planned } from '../documents/facts.ts';
import { localTime, tally } from '../words/words.ts';
import type { ViewDelivery } from './view.ts';

type Later = Planned['forecast']['later'][number];

export function deliveryOf({ forecast, changes }: Planned): ViewDelivery | null {
  const { deliverableAtOnce, later, pinned, defaultQueue, defaultZone } = forecast;
  const records = later.reduce((sum, each) => sum + each.records, deliverableAtOnce);
  if (records === 0) return null;
  const times = [...Map.groupBy(later.toSorted(byTime), timeText)].map(([when, own]) => ({
    when,
    records: own.reduce((sum, each) => sum + each.records, 0),
    zones: own.flatMap((each) => (each.zone === null ? [] : [{ zone: each.zone, records: each.records }])),
  }));
  const now = deliverableAtOnce === 0 ? [] : [{ when: 'at once', records: deliverableAtOnce, zones: [] }];
  const tasks = changes.filter((change) => !isUser(change));
  const of = (test: (change: (typeof tasks)[number]) => boolean): number => tasks.filter(test).length;
  const [deleted, released] = [of(({ action }) => action === 'delete'), of(({ action }) => action === 'forget')];
  const finished = of(({ cause }) => cause === 'ensure');
  const others = tally([
    [deleted, 'deleted'],
    [released, 'released'],
    [finished, 'set to finished'],
    [tasks.length - records - deleted - released - finished, 'whose time and agent stay'],
  ]);
  const missing = tally([
    [defaultQueue, 'without queue'],
    [defaultZone, 'without time zone'],
  ]);
  const notes = [
    pinned === 0 ? '' : pinnedText(pinned, records),
    missing === '' ? '' : `${missing}: the campaign’s default is used, its value is not known`,
    others === '' ? '' : `Besides these: ${others}`,
  ];
  return { records, rows: [...now, ...times], notes: notes.filter((each) => each !== '') };
}

function pinnedText(pinned: number, records: number): string {
  const some = `${pinned.toLocaleString('en')} of these ${pinned === 1 ? 'is' : 'are'}`;
  const which = pinned === records && pinned > 1 ? 'All of these are' : some;
  return `${which} pinned: once due, each waits 30 minutes for its agent, then any agent gets it`;
}

const byTime = (a: Later, b: Later): number => {
  const local = ({ from, zone }: Later): string => localTime(from, zone);
  return local(a) < local(b) ? -1 : 1;
};

/** `2026-12-01 08:30`, `2026-12-01 08:30 to 08:55`; `… UTC` where the file says no zone. */
function timeText({ from, to, zone }: Later): string {
  const [first, last] = [localTime(from, zone), localTime(to, zone)];
  return first + (first === last ? '' : ` to ${last.slice(-5)}`) + (zone === null ? ' UTC' : '');
}

/** `in Europe/Paris`; of several `2 in Europe/Paris, 3 in Europe/Rome`. */
export function zonesText({ zones }: Pick<ViewDelivery['rows'][number], 'zones'>): string {
  const many = zones.length > 1;
  return zones.map(({ zone, records }) => `${many ? `${records.toLocaleString('en')} ` : ''}in ${zone}`).join(', ');
}
