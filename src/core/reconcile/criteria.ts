// Criteria of a search, read from words and looked at again on our side (interface document, "Search criterion"), so that
// letter case, blanks and the combination of several play no part. Pure.

import { readCriterion } from '../model/criterion.ts';
import type { ObservedTask } from '../model/record.ts';
import type { Criterion } from '../service/service.ts';

/** Of the conditions those that can be looked at again without knowing how the service compares; null for everything else. */
export function parseCriterion(words: string): Criterion | null {
  const read = readCriterion(words);
  if ('fault' in read || read.value === '') return null;
  return read.condition === 'EQUALS' || read.condition === 'BEGINSWITH' ? read : null;
}

/** By these the service searches, and shows nothing that they could be looked at again by: why not. */
export const NOT_SHOWN: ReadonlyMap<string, string> = new Map([
  ['sys_item_time_zone', 'the service does not show the zone in force'],
  [
    'sys_worked_attempts',
    'it counts deliveries, and the service shows only how often a task was worked (workAttempts)',
  ],
]);

export function fitsAll(task: ObservedTask, criteria: readonly Criterion[], clientIdFieldName: string): boolean {
  return criteria.every((criterion) => fits(valuesOf(task, criterion.key, clientIdFieldName), criterion));
}

function fits(values: readonly string[], { condition, value }: Criterion): boolean {
  return values.some((each) => (condition === 'BEGINSWITH' ? each.startsWith(value) : each === value));
}

function valuesOf(task: ObservedTask, key: string, clientIdFieldName: string): readonly string[] {
  switch (key) {
    case 'sys_skill_queue':
      return [task.skillQueue ?? ''];
    case 'sys_worked_state':
      return [task.workedState];
    case 'sys_preferred_agent':
      return [task.preferredAgent ?? ''];
    case 'sys_next_earliest_worktime_long':
      return task.nextEarliestWorkTime === null ? [] : [String(task.nextEarliestWorkTime)];
    case clientIdFieldName:
      return [task.clientId];
    default:
      return task.items.filter((item) => item.key === key).map((item) => item.value);
  }
}
