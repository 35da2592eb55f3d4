// When the records of a plan can be delivered, as a table: the hours, and in which zones. Hours of several zones that show the
// same on their clocks share a line.

import type { PlanFacts } from '../documents/facts.ts';
import { localTime, tally } from '../words/words.ts';
import type { ViewDelivery } from './view.ts';

export function deliveryOf({ forecast }: PlanFacts): ViewDelivery | null {
  const { deliverableAtOnce, later, pinned, defaultQueue, defaultZone } = forecast;
  const records = later.reduce((sum, each) => sum + each.records, deliverableAtOnce);
  if (records === 0) return null;
  const hours = Map.groupBy(later, ({ hour, zone }) => localTime(hour, zone));
  const rows = [...hours].map(([when, each]) => ({
    when,
    records: each.reduce((sum, one) => sum + one.records, 0),
    zones: each.map((one) => ({ zone: one.zone ?? 'UTC', records: one.records })),
  }));
  const now = deliverableAtOnce === 0 ? [] : [{ when: 'at once', records: deliverableAtOnce, zones: [] }];
  const missing = tally([
    [defaultQueue, 'without queue'],
    [defaultZone, 'without time zone'],
  ]);
  const notes = missing === '' ? [] : [`${missing}: the campaign’s default is used, its value is not known`];
  return { records, pinned, rows: [...now, ...rows.toSorted((a, b) => compare(a.when, b.when))], notes };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
