// Searches by criteria: how several combine, and what the operators do with case, blanks, missing keys and numbers. Each answer has a control: the plain search that must find the same record.

import type { ObservedTask } from '../../src/model/record.ts';
import { MARKER_KEY } from '../../src/model/record.ts';
import type { PointId } from '../../src/model/open-points.ts';
import type { Answer } from '../../src/model/profile.ts';
import { answer, isList, NOBODY, search, unknown } from '../../src/doctor/bench.ts';
import type { Bench, Criteria } from '../../src/doctor/bench.ts';

/** A true and a false criterion together, in both orders. */
export async function probeCombination(bench: Bench): Promise<Answer> {
  const [task] = bench.sample;
  if (task === undefined) return unknown('combined-criteria', 'needs a campaign with at least one record');
  const fits = { key: 'sys_worked_state', value: task.workedState, condition: 'EQUALS' };
  const fitsNobody = { ...fits, value: NOBODY };
  const controls = [await search(bench, [fits], 5), await search(bench, [fitsNobody], 5)] as const;
  if (!isList(controls[0]) || controls[0].length === 0 || !isList(controls[1]) || controls[1].length > 0) {
    return unknown('combined-criteria', 'single criteria were not answered as expected');
  }
  const seen = new Set<string>();
  for (const criteria of [
    [fits, fitsNobody],
    [fitsNobody, fits],
  ]) {
    const found = await search(bench, criteria, 5);
    if (found === null) seen.add('unclear');
    else if (found === 'refused') seen.add('refused');
    else seen.add(found.length > 0 ? 'OR' : 'AND');
  }
  const [only = 'unclear'] = seen;
  if (seen.size > 1 || only === 'unclear')
    return unknown('combined-criteria', 'the order of the criteria changed the answer');
  return answer('combined-criteria', only, 'one criterion that fits and one that fits nobody, in both orders');
}

interface Spot {
  readonly task: ObservedTask;
  readonly key: string;
  readonly value: string;
}

/** An item that is no personal value: our marker, or the clientId under its own name. */
function plainItem({ sample, clientIdFieldName }: Bench, fit: (value: string) => boolean): Spot | null {
  for (const key of [MARKER_KEY, clientIdFieldName]) {
    for (const task of sample) {
      const value = task.items.find((item) => item.key === key)?.value ?? '';
      if (fit(value)) return { task, key, value };
    }
  }
  return null;
}

/** Whether an EQUALS for a changed value still finds the record; null when the plain one does not, or nothing is clear. */
async function stillFound(bench: Bench, { task, key, value }: Spot, changed: string): Promise<boolean | null> {
  const has = async (wanted: string): Promise<boolean | null> => {
    const found = await search(bench, [{ key, value: wanted, condition: 'EQUALS' }]);
    return isList(found) ? found.some((each) => each.previewRecordId === task.previewRecordId) : null;
  };
  return (await has(value)) === true ? has(changed) : null;
}

function fromFound(
  id: PointId,
  found: boolean | null,
  words: { readonly yes: string; readonly no: string; readonly how: string },
): Answer {
  if (found === null) return unknown(id, 'a plain EQUALS did not find the record it should');
  return answer(id, found ? words.yes : words.no, words.how);
}

export async function probeCase(bench: Bench): Promise<Answer> {
  const flipped = (value: string): string =>
    value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase();
  const isTaken = (value: string): boolean =>
    bench.sample.some((task) => task.items.some((item) => item.value === value));
  const spot = plainItem(bench, (value) => flipped(value) !== value && !isTaken(flipped(value)));
  if (spot === null) return unknown('search-case', 'needs a record with letters in its marker or clientId');
  const how = 'EQUALS with the letter case of a known value changed';
  const found = await stillFound(bench, spot, flipped(spot.value));
  return fromFound('search-case', found, { yes: 'insensitive', no: 'sensitive', how });
}

export async function probeTrim(bench: Bench): Promise<Answer> {
  const spot = plainItem(bench, (value) => value !== '' && value.trim() === value);
  if (spot === null) return unknown('search-blanks', 'needs a record with a marker or its clientId among the data');
  const how = 'EQUALS with blanks around a known value';
  const found = await stillFound(bench, spot, ` ${spot.value} `);
  return fromFound('search-blanks', found, { yes: 'true', no: 'false', how });
}

export async function probeMissing(bench: Bench): Promise<Answer> {
  if (bench.sample.length === 0) return unknown('search-missing-key', 'needs a campaign with at least one record');
  const key = NOBODY;
  const found = await search(bench, [{ key, value: 'x', condition: 'NOTEQUALS' }], 5);
  if (!isList(found)) return unknown('search-missing-key', 'a search for a key that nobody has was not answered');
  return answer(
    'search-missing-key',
    found.length > 0 ? 'matches' : 'excluded',
    'NOTEQUALS on a key that no record has',
  );
}

/** A number and a bound that stand in one order as texts and in the other as numbers. */
export function boundFor(value: string): { readonly bound: string; readonly asText: boolean } | null {
  if (!/^[1-9]\d{0,14}$/u.test(value)) return null;
  if (value.length === 1) return value === '1' ? null : { bound: '10', asText: true };
  return value.startsWith('9')
    ? { bound: `1${'0'.repeat(value.length)}`, asText: true }
    : { bound: '9', asText: false };
}

export async function probeNumbers(bench: Bench): Promise<Answer> {
  const spot = numericItem(bench.sample);
  if (spot === null) return unknown('search-numbers', 'needs a record with a whole number among its data');
  const { key, value, task } = spot;
  const bounds = boundFor(value);
  const criteria: Criteria = [{ key, value: bounds?.bound ?? '', condition: 'GREATERTHAN' }];
  const found = await search(bench, criteria);
  if (bounds === null || !isList(found)) return unknown('search-numbers', 'GREATERTHAN was not answered');
  const isThere = found.some((each) => each.previewRecordId === task.previewRecordId);
  // Not seen proves something only in a list that was not cut: a longer one was seen.
  if (!isThere && found.length >= bench.sample.length) return unknown('search-numbers', 'the answer may have been cut');
  const how = 'GREATERTHAN with a bound that texts and numbers put on different sides';
  return answer('search-numbers', isThere === bounds.asText ? 'text' : 'number', how);
}

function numericItem(sample: readonly ObservedTask[]): Spot | null {
  for (const task of sample) {
    const item = task.items.find(({ value }) => boundFor(value) !== null);
    if (item !== undefined) return { task, key: item.key, value: item.value };
  }
  return null;
}
