// The delivery forecast in words: how many records are deliverable at once, how many in which local hour.

import { paragraph, type Layout } from '../layout.ts';
import { count, localHour, tally } from '../words.ts';
import type { PlanFacts } from './facts.ts';

type Forecast = PlanFacts['forecast'];

const MOST_HOURS = 3;

export function deliveryLines(forecast: Forecast, layout: Layout): string[] {
  if (forecast.deliverableAtOnce === 0 && forecast.later.length === 0) return [];
  return paragraph(`Delivery: ${times(forecast, layout)}${defaultsUsed(forecast)}`, layout);
}

function times({ deliverableAtOnce, later, pinned }: Forecast, { verbose }: Layout): string {
  const shown = verbose ? later : later.slice(0, MOST_HOURS);
  const rest = later.slice(shown.length).reduce((sum, { records }) => sum + records, 0);
  const parts = [
    deliverableAtOnce > 0 ? `${count(deliverableAtOnce, 'record')} deliverable at once` : '',
    ...shown.map(({ hour, zone, records }) => `${records.toLocaleString('en')} at ${localHour(hour, zone)}`),
    rest > 0 ? `${rest.toLocaleString('en')} later` : '',
    pinned > 0 ? `${count(pinned, 'pin')} ${pinned === 1 ? 'lapses' : 'lapse'} 30 min after` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function defaultsUsed({ defaultQueue, defaultZone }: Forecast): string {
  const missing = tally([
    [defaultQueue, 'without queue'],
    [defaultZone, 'without time zone'],
  ]);
  return missing === '' ? '' : `; ${missing}: campaign default is used, value unknown`;
}
