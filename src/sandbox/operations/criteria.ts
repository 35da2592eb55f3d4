// Search by criteria (preview campaign interface, "searchPreviewCampaign"): which tasks match, in which order, how
// many. An index finds candidates where it can; the predicate decides about each.

import { RequestRefusal, requiredText } from '../messages/request.ts';
import type { Body } from '../messages/request.ts';
import { queueName } from '../world/switches.ts';
import type { Switches } from '../world/switches.ts';
import type { Task } from '../world/task.ts';
import type { World } from '../world/world.ts';

const CONDITIONS = ['EQUALS', 'NOTEQUALS', 'GREATERTHAN', 'LESSTHAN', 'CONTAINS', 'BEGINSWITH'] as const;
type Condition = (typeof CONDITIONS)[number];

export interface SearchedCriterion {
  readonly key: string;
  readonly value: string;
  readonly condition: Condition;
}

export function readCriterion(body: Body): SearchedCriterion {
  const condition = CONDITIONS.find((name) => name === body['condition']);
  if (condition === undefined) throw new RequestRefusal(`condition must be one of ${CONDITIONS.join(', ')}`);
  const value = body['value'];
  if (typeof value !== 'string') throw new RequestRefusal('value is required for every criterion');
  return { key: requiredText(body, 'key'), value, condition };
}

export interface Search {
  readonly campaignName: string;
  readonly criteria: readonly SearchedCriterion[];
  readonly limit: number;
}

export function searchTasks(search: Search, world: World): readonly Task[] {
  const switches = world.switches();
  if (switches.S2 === 'refused' && search.criteria.length > 1)
    throw new RequestRefusal('only one criterion is supported');
  const overlay = world.taskLag.overlay();
  const candidates = findCandidates(search, world);
  const found: Task[] = [];
  for (const id of inOrder(new Set([...candidates, ...overlay.keys()]), switches.S3)) {
    const lagging = overlay.get(id);
    const task = lagging === undefined ? world.tasks.get(id) : lagging;
    if (task === null || task.campaignName !== search.campaignName || task.visibility === 'hidden') continue;
    if (matches(task, search.criteria, switches)) found.push(task);
    if (found.length === search.limit) break;
  }
  return found;
}

function findCandidates({ campaignName, criteria }: Search, world: World): readonly number[] {
  const { S2, S22 } = world.switches();
  const indexed = ({ key, value, condition }: SearchedCriterion): readonly number[] | null => {
    if (S22.case !== 'sensitive' || S22.trim || S22.compare === 'number') return null;
    if (condition === 'BEGINSWITH' && !key.startsWith('sys_'))
      return world.tasks.idsByItemStart(campaignName, key, value);
    if (condition !== 'EQUALS') return null;
    if (key === 'sys_preferred_agent' && value !== '') return world.tasks.idsByAgent(campaignName, value);
    return key.startsWith('sys_') ? null : world.tasks.idsByItem(campaignName, key, value);
  };
  const narrowing = S2 === 'OR' && criteria.length > 1 ? undefined : criteria.find((each) => indexed(each) !== null);
  return (narrowing && indexed(narrowing)) ?? world.tasks.ids(campaignName);
}

function inOrder(ids: ReadonlySet<number>, order: Switches['S3']): readonly number[] {
  const scrambled = (id: number): number => Math.imul(id, 2654435761) >>> 0;
  switch (order) {
    case 'scrambled':
      return [...ids].sort((a, b) => scrambled(a) - scrambled(b));
    case 'oldest-first':
      return [...ids].sort((a, b) => a - b);
    case 'newest-first':
      return [...ids].sort((a, b) => b - a);
    default:
      return order satisfies never;
  }
}

function matches(task: Task, criteria: readonly SearchedCriterion[], switches: Switches): boolean {
  const one = (criterion: SearchedCriterion): boolean => matchesOne(task, criterion, switches);
  return switches.S2 === 'OR' ? criteria.some(one) : criteria.every(one);
}

function matchesOne(task: Task, criterion: SearchedCriterion, switches: Switches): boolean {
  const rules = switches.S22;
  const values = valuesOf(task, criterion.key, switches);
  if (values.length === 0) return criterion.condition === 'NOTEQUALS' && rules.missing === 'matches';
  const fold = (value: string): string => {
    const trimmed = rules.trim ? value.trim() : value;
    return rules.case === 'insensitive' ? trimmed.toLowerCase() : trimmed;
  };
  const numeric = isNumericField(criterion.key) || rules.compare === 'number';
  const wanted = fold(criterion.value);
  const test = (value: string): boolean => compare(fold(value), wanted, { condition: criterion.condition, numeric });
  return criterion.condition === 'NOTEQUALS' ? values.every(test) : values.some(test);
}

function compare(
  value: string,
  wanted: string,
  how: { readonly condition: Condition; readonly numeric: boolean },
): boolean {
  const numbers = how.numeric && wanted !== '' && !Number.isNaN(Number(value)) && !Number.isNaN(Number(wanted));
  const [left, right] = numbers ? [Number(value), Number(wanted)] : [value, wanted];
  switch (how.condition) {
    case 'EQUALS':
      return left === right;
    case 'NOTEQUALS':
      return left !== right;
    case 'GREATERTHAN':
      return left > right;
    case 'LESSTHAN':
      return left < right;
    case 'CONTAINS':
      return value.includes(wanted);
    case 'BEGINSWITH':
      return value.startsWith(wanted);
    default:
      return how.condition satisfies never;
  }
}

function isNumericField(key: string): boolean {
  return key === 'sys_worked_attempts' || key === 'sys_next_earliest_worktime_long';
}

/** System field names first ("System field names usable as key"), then data items; empty when the task has none. */
function valuesOf(task: Task, key: string, switches: Switches): readonly string[] {
  switch (key) {
    case 'sys_skill_queue':
      return [queueName(task.skillQueue, switches)];
    case 'sys_worked_attempts':
      return [String(task.deliveries)];
    case 'sys_item_time_zone':
      return [task.timeZone];
    case 'sys_worked_state':
      return [task.state];
    case 'sys_preferred_agent':
      return [task.preferredAgent ?? ''];
    case 'sys_next_earliest_worktime_long':
      return task.earliestAt === null ? [] : [String(task.earliestAt)];
    default:
      return task.items.filter((item) => item.key === key).map((item) => item.value);
  }
}
