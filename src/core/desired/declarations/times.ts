// Times of files: what is wrong with one, in words that do not repeat it. Files, programs and Pulumi's inputs are read by the
// same function (model/time.ts), so what passes here is what is sent.

import { readFileTime } from '../../model/time.ts';
import { masked } from '../text/masked.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TimeFault {
  readonly code: 'time-without-zone' | 'time-out-of-range';
  readonly words: string;
}

/** Null for a time that can be used. */
export function timeFault(text: string): TimeFault | null {
  return faultOf(text, { read: text, form: 'a time like 2026-12-01T09:00:00+01:00' });
}

/** Of the end of a rule: a day will do. */
export function expiryFault(text: string): TimeFault | null {
  return faultOf(text, { read: whole(text), form: 'a day like 2027-01-31 or a time with a zone' });
}

/** Epoch milliseconds; a day lasts to its end in UTC. Null for what `expiryFault` reports. */
export function expiryOf(text: string): number | null {
  const { instant } = readFileTime(whole(text));
  return instant === null || !DAY.test(text) ? instant : instant + DAY_MS;
}

function whole(text: string): string {
  return DAY.test(text) ? `${text}T00:00Z` : text;
}

function faultOf(text: string, { read, form }: { readonly read: string; readonly form: string }): TimeFault | null {
  const { fault } = readFileTime(read);
  if (fault === null) return null;
  if (fault === 'form') return { code: 'time-without-zone', words: `expected ${form}; given ${masked(text)}` };
  const words = 'expected a time from the year 2000 to 2100; given one outside of them';
  return { code: 'time-out-of-range', words };
}
