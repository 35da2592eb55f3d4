// Times: the service answers UTC text without a zone and wants epoch milliseconds; files need a zone or an offset.

const SERVICE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?$/u;
const FILE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** A time outside of these is a slip of the hand: no record is worked before 2000 or after 2100. */
const EARLIEST = Date.UTC(2000, 0);
const END = Date.UTC(2101, 0);

/** Preferred-agent rule: the preference is cleared when this long has passed since the task became deliverable. */
export const PIN_LAPSE_MS = 30 * 60 * 1000;

/** A task that was delivered to an agent counts as being worked for so long, whatever its attempts say. */
export const DELIVERED_MS = 60 * 60 * 1000;

/** `2026-03-01 10:00:00.000` (UTC) -> epoch milliseconds; null when the text is not such a time. */
export function parseServiceTime(text: string): number | null {
  if (!SERVICE_TIME.test(text)) return null;
  const instant = Date.parse(`${text.replace(' ', 'T')}Z`);
  return isOnDay(instant, text) ? instant : null;
}

export function formatServiceTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '');
}

/** Epoch milliseconds, or why there are none: no such form or day, or a moment outside of the years 2000 to 2100. */
export type FileTime =
  { readonly instant: number; readonly fault: null } | { readonly instant: null; readonly fault: 'form' | 'range' };

/** `2026-12-01T09:00:00+01:00` -> epoch milliseconds. A zone or an offset is required, and the year 2000 to 2100 in UTC. */
export function readFileTime(text: string): FileTime {
  const instant = FILE_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant) || !isOnDay(Date.parse(`${text.slice(0, 10)}T00:00:00Z`), text))
    return { instant: null, fault: 'form' };
  return instant >= EARLIEST && instant < END ? { instant, fault: null } : { instant: null, fault: 'range' };
}

/**
 * Whether it is a moment of the day that the text begins with: 30 February would be taken for 2 March, and 24:00 for the next day.
 * By its number alone: writing the moment out was a twentieth of a plan with nothing to do.
 */
function isOnDay(instant: number, text: string): boolean {
  if (Number.isNaN(instant)) return false;
  // Every month has these, and no hour of them is the next day's.
  if (text.slice(8, 10) <= '28' && text.slice(11, 13) !== '24') return true;
  return new Date(instant).getUTCDate() === Number(text.slice(8, 10));
}

/** `readFileTime` where it does not matter why there is none: null. */
export function parseFileTime(text: string): number | null {
  return readFileTime(text).instant;
}

/** For people: `2026-12-01 08:00 UTC` from ISO text or epoch milliseconds. */
export function moment(time: string | number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
