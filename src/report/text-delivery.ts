// The delivery forecast in words: how many records are deliverable at once, how many in which local hour.

import type { ReportDocument } from './document-shape.ts';
import { paragraph, type Layout } from './layout.ts';
import { count, localHour } from './words.ts';

const MOST_HOURS = 3;

export function deliveryLines({ forecast }: ReportDocument, layout: Layout): string[] {
  if (forecast === null) return [];
  const { deliverableAtOnce, later, pinned, defaultQueue, defaultZone } = forecast;
  if (deliverableAtOnce === 0 && later.length === 0) return [];
  const shown = layout.verbose ? later : later.slice(0, MOST_HOURS);
  const rest = later.slice(shown.length).reduce((sum, { records }) => sum + records, 0);
  const parts = [
    deliverableAtOnce > 0 ? `${count(deliverableAtOnce, 'record')} deliverable at once` : '',
    ...shown.map(({ hour, zone, records }) => `${records.toLocaleString('en')} at ${localHour(hour, zone)}`),
    rest > 0 ? `${rest.toLocaleString('en')} later` : '',
    pinned > 0 ? `${count(pinned, 'pin')} ${pinned === 1 ? 'lapses' : 'lapse'} 30 min after` : '',
  ];
  const defaults = [
    defaultQueue > 0 ? `${defaultQueue.toLocaleString('en')} without queue` : '',
    defaultZone > 0 ? `${defaultZone.toLocaleString('en')} without time zone` : '',
  ].filter((part) => part !== '');
  const unknown = defaults.length === 0 ? '' : `; ${defaults.join(', ')}: campaign default is used, value unknown`;
  return paragraph(`Delivery: ${parts.filter((part) => part !== '').join(', ')}${unknown}`, layout);
}
