// What one long answer shows: its order, and what "none" looks like in a record.

import type { ObservedTask } from '../../src/model/record.ts';
import type { Answer } from '../../src/model/profile.ts';
import type { RawAnswer } from '../../src/service/probing.ts';
import { answer, unknown } from '../../src/doctor/bench.ts';

/** So few in order by chance: one in 20,000. */
const ENOUGH = 8;

/** Pure. Time and id must agree; what is neither sorted nor well mixed stays unknown. */
export function orderOf(tasks: readonly ObservedTask[]): Answer {
  const times = tasks.map((task) => task.createdTime ?? NaN);
  const distinct = new Set(times).size;
  if (times.some(Number.isNaN) || distinct < ENOUGH) {
    return unknown('search-order', `needs ${ENOUGH} records made at different times`);
  }
  const byTime = shareInOrder(times, (a, b) => a - b);
  const ids = tasks.map((task) => task.previewRecordId);
  const byId = shareInOrder(ids, (a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (byTime === 1) return answer('search-order', 'oldest-first', 'createdTime never fell within an answer');
  if (byTime === 0) return answer('search-order', 'newest-first', 'createdTime never rose within an answer');
  const mixed = [byTime, byId].every((share) => share > 0.2 && share < 0.8);
  if (mixed) return answer('search-order', 'scrambled', 'neither by createdTime nor by id');
  return unknown('search-order', 'neither sorted by createdTime nor mixed');
}

/** Of all pairs that differ, how many stand in rising order. */
function shareInOrder<T>(values: readonly T[], compare: (a: T, b: T) => number): number {
  let rising = 0;
  let falling = 0;
  const some = values.slice(0, 200);
  for (const [index, earlier] of some.entries()) {
    for (const later of some.slice(index + 1)) {
      const sign = compare(earlier, later);
      if (sign < 0) rising += 1;
      if (sign > 0) falling += 1;
    }
  }
  return rising + falling === 0 ? NaN : rising / (rising + falling);
}

/** Pure. From the raw tasks of one answer: null and empty text where there is nothing. */
export function noneOf(raw: RawAnswer): Answer {
  const tasks = rawTasks(raw.json);
  const seen = tasks.flatMap((task) => [task['preferredAgent'], task['lastAttemptAgent'], task['lastAttemptTime']]);
  const never = tasks.filter((task) => task['workAttempts'] === 0).map((task) => task['lastAttemptAgent']);
  if (never.length === 0) return unknown('empty-field', 'needs a record that was never worked');
  if (never.every((value) => value === ''))
    return answer('empty-field', 'empty', 'lastAttemptAgent of records never worked');
  if (!never.every((value) => value === null))
    return unknown('empty-field', 'records never worked are not shown alike');
  if (seen.includes('')) return answer('empty-field', 'both', 'null where never set, empty text elsewhere');
  return unknown('empty-field', 'null where never set; how a cleared field looks was not seen');
}

export function rawTasks(json: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof json !== 'object' || json === null || !('previewRecordClientData' in json)) return [];
  const list: unknown = json.previewRecordClientData;
  if (!Array.isArray(list)) return [];
  return list.filter(
    (each: unknown): each is Readonly<Record<string, unknown>> => typeof each === 'object' && each !== null,
  );
}
