// What a schema does not say of a JSON report that is read (schemas/report-1.0): that times are times, and that no personal value is in it.

import { isPersonal } from '../../model/personal.ts';
import { RESERVED_DATA_KEYS } from '../../model/record.ts';
import { isTimeZone } from '../../model/zone.ts';
import type { JsonReport } from './json-report.ts';
import type { ReportField } from '../words/redact.ts';

/** Where a personal value stands; null when there is none. Never the value. */
export function personalIn(report: JsonReport): string | null {
  if (report.adoption !== null) return 'adoption holds lines of files';
  const line = report.diagnostics.findIndex((each) => each.line !== null);
  if (line >= 0) return `diagnostics[${line}].line holds a line of a file`;
  for (const list of ['changes', 'verdicts', 'findings'] as const) {
    const index = report[list].findIndex(
      (each) =>
        each.fields.some(isShown) ||
        ('patch' in each && each.patch.some(({ path }) => isPersonal(path.split('/')[1] ?? ''))),
    );
    if (index >= 0) return `${list}[${index}] holds the value of a personal field`;
  }
  return personalInLookup(report);
}

/** What look-ups mask, and what must be masked when it is read back. */
function personalInLookup({ tasks, user, record, story }: JsonReport): string | null {
  const task = tasks.findIndex(({ items, clientId }) =>
    items.some(({ key, value }) => value !== null && value !== clientId && !RESERVED_DATA_KEYS.includes(key)),
  );
  if (task >= 0) return `tasks[${task}].items holds the value of a data item`;
  const declared = [user, record, story].flatMap((each) => each?.declared?.values ?? []);
  const shown = declared.find(({ name, value }) => value !== null && isPersonal(name));
  if (shown !== undefined) return `declared.values holds ${shown.name}`;
  return story?.next.fields.some(isShown) ? 'story.next.fields holds the value of a personal field' : null;
}

function isShown(field: ReportField): boolean {
  return ('before' in field || 'after' in field) && isPersonal(field.field);
}

const TIMES = /^(at|hour|first|last|confirmed|due|expires|recordedAt|savedAt)$/u;
/** A day of a profile (`YYYY-MM-DD`) is a time, too. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/u;

/** Where something stands in the place of a time or of a time zone that is none; null when all are. */
export function badTimeIn(value: unknown, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (typeof each === 'string' && TIMES.test(key) && !isTime(each)) return `${place} is no time`;
    if (typeof each === 'string' && key === 'zone' && !isTimeZone(each)) return `${place} is no time zone`;
    const deeper = badTimeIn(each, place);
    if (deeper !== null) return deeper;
  }
  return null;
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}
