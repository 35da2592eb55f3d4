// Times: the service answers UTC text without a zone and wants epoch milliseconds; files need a zone or an offset.

const SERVICE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?$/u;
const FILE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Preferred-agent rule: the preference is cleared when this long has passed since the task became deliverable. */
export const PIN_LAPSE_MS = 30 * 60 * 1000;

/** `2026-03-01 10:00:00.000` (UTC) -> epoch milliseconds; null when the text is not such a time. */
export function parseServiceTime(text: string): number | null {
  if (!SERVICE_TIME.test(text)) return null;
  const instant = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? null : instant;
}

export function formatServiceTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '');
}

/** `2026-12-01T09:00:00+01:00` -> epoch milliseconds; null without a zone or offset, or when it is no such day. */
export function parseFileTime(text: string): number | null {
  if (!FILE_TIME.test(text)) return null;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return null;
  const wall = text.slice(0, 10);
  return new Date(`${wall}T00:00:00Z`).toISOString().startsWith(wall) ? instant : null;
}

/** Whether a name is a time zone: checked by constructing a formatter, since the runtime's list lacks valid names. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/u.test(name);
  } catch {
    return false;
  }
}
