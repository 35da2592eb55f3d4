// What long answers show: their order (S3), their ceiling (S4), and what "none" looks like in a record (S28).

import type { ObservedTask } from '../model/record.ts';
import type { Answer } from '../model/profile.ts';
import type { RawAnswer } from '../service/probing.ts';
import { answer, EVERY_TASK, isList, PROBE_LIMIT, search, unknown } from './bench.ts';
import type { Bench } from './bench.ts';

/** So few in order by chance: one in 20,000. */
const ENOUGH = 8;

/** Pure. Time and id must agree; what is neither sorted nor well mixed stays unknown. */
export function orderOf(tasks: readonly ObservedTask[]): Answer {
  const times = tasks.map((task) => task.createdTime ?? NaN);
  const distinct = new Set(times).size;
  if (times.some(Number.isNaN) || distinct < ENOUGH) {
    return unknown('S3', `needs ${ENOUGH} records made at different times`);
  }
  const byTime = shareInOrder(times, (a, b) => a - b);
  const ids = tasks.map((task) => task.previewRecordId);
  const byId = shareInOrder(ids, (a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (byTime === 1) return answer('S3', 'oldest-first', 'createdTime never fell within an answer');
  if (byTime === 0) return answer('S3', 'newest-first', 'createdTime never rose within an answer');
  const mixed = [byTime, byId].every((share) => share > 0.2 && share < 0.8);
  if (mixed) return answer('S3', 'scrambled', 'neither by createdTime nor by id');
  return unknown('S3', 'neither sorted by createdTime nor mixed');
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

const STATES = ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'] as const;

/**
 * More records than one answer held, while the same search twice held equally many: a ceiling. Other searches show the
 * rest: by state, and by the halves of the marker.
 */
export async function probeCeiling(bench: Bench, halves: readonly string[]): Promise<Answer> {
  const { sample } = bench;
  if (sample.length >= PROBE_LIMIT) return answer('S4', '>1000', 'more than 1,000 records came back at once');
  if (sample.length === 0) return unknown('S4', 'needs a campaign with many records');
  const ids = new Set(sample.map((task) => task.previewRecordId));
  const parts = [
    ...STATES.map((value) => ({ key: 'sys_worked_state', value, condition: 'EQUALS' })),
    ...halves.map((value) => ({ key: 'musterStack', value, condition: 'BEGINSWITH' })),
  ];
  for (const part of parts) {
    const found = await search(bench, [part]);
    if (isList(found)) for (const task of found) ids.add(task.previewRecordId);
  }
  const again = await search(bench, [EVERY_TASK]);
  if (!isList(again) || again.length !== sample.length) return unknown('S4', 'the campaign changed meanwhile');
  if (ids.size <= sample.length) return unknown('S4', 'no campaign with more records than one answer held');
  return answer('S4', String(sample.length), 'one answer held fewer records than several together, twice');
}

/** Pure. From the raw tasks of one answer: null and empty text where there is nothing. */
export function noneOf(raw: RawAnswer | null): Answer {
  const tasks = raw === null ? [] : rawTasks(raw.json);
  const seen = tasks.flatMap((task) => [task['preferredAgent'], task['lastAttemptAgent'], task['lastAttemptTime']]);
  const never = tasks.filter((task) => task['workAttempts'] === 0).map((task) => task['lastAttemptAgent']);
  if (never.length === 0) return unknown('S28', 'needs a record that was never worked');
  if (never.every((value) => value === '')) return answer('S28', 'empty', 'lastAttemptAgent of records never worked');
  if (!never.every((value) => value === null)) return unknown('S28', 'records never worked are not shown alike');
  if (seen.includes('')) return answer('S28', 'both', 'null where never set, empty text elsewhere');
  return unknown('S28', 'null where never set; how a cleared field looks was not seen');
}

export function rawTasks(json: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof json !== 'object' || json === null || !('previewRecordClientData' in json)) return [];
  const list: unknown = json.previewRecordClientData;
  if (!Array.isArray(list)) return [];
  return list.filter(
    (each: unknown): each is Readonly<Record<string, unknown>> => typeof each === 'object' && each !== null,
  );
}
