// Tasks pinned to one person, named and counted for people.

import type { PinnedTask } from './state.ts';

/** What may be said of a task: nothing that it holds. */
export interface TaskName {
  readonly campaignName: string;
  readonly clientId: string;
}

export function taskName({ campaignName, task }: PinnedTask): TaskName {
  return { campaignName, clientId: task.clientId };
}

const MOST_NAMES = 5;

/** `Summer: C-1, C-2; Winter: W-1 and 3 more`: five clientIds at most, then a number. */
export function pinNames(tasks: readonly TaskName[]): string {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sorted = tasks.toSorted((a, b) => compare(a.campaignName, b.campaignName) || compare(a.clientId, b.clientId));
  const named = Map.groupBy(sorted.slice(0, MOST_NAMES), ({ campaignName }) => campaignName);
  const words = [...named].map(([name, group]) => `${name}: ${group.map(({ clientId }) => clientId).join(', ')}`);
  const more = sorted.length - MOST_NAMES;
  return words.join('; ') + (more > 0 ? ` and ${more} more` : '');
}

/** Open ones: `1 customer is pinned`, `3 customers are pinned`. */
export function openPins(count: number): string {
  return count === 1 ? '1 customer is pinned' : `${count} customers are pinned`;
}
