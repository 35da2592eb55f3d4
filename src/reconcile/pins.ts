// The search for tasks pinned to one person, campaign by campaign: one criterion each, looked at again on our side (R7).
// The same search serves the plan, the moment before `delete-user` and the moment after it.

import type { Problem } from '../model/outcome.ts';
import type { Campaign } from '../model/record.ts';
import type { Pins, PinnedTask } from '../model/state.ts';
import type { ServiceReader } from '../service/service.ts';

export interface PinSearch {
  readonly pins: Pins;
  /** The first failure; null when every campaign answered, be it with too long a list. */
  readonly problem: Problem | null;
}

/** An answer as long as the limit proves presence and nothing else: its campaign counts as unread (R6). */
export async function searchPins(
  reader: Pick<ServiceReader, 'searchRecords'>,
  campaigns: readonly Campaign[],
  loginUserId: string,
): Promise<PinSearch> {
  const criterion = { key: 'sys_preferred_agent', value: loginUserId, condition: 'EQUALS' } as const;
  const answers = await Promise.all(
    campaigns.map(async (campaign) => ({ campaign, outcome: await reader.searchRecords(campaign, criterion) })),
  );
  const tasks: PinnedTask[] = [];
  const unread: string[] = [];
  let problem: Problem | null = null;
  for (const { campaign, outcome } of answers) {
    const { campaignName } = campaign;
    if (outcome.kind !== 'done' || !outcome.value.complete) unread.push(campaignName);
    if (outcome.kind === 'done') tasks.push(...outcome.value.tasks.map((task) => ({ campaignName, task })));
    else if (problem === null || outcome.problem.stopsRun) problem = outcome.problem;
  }
  const searched = campaigns.map(({ campaignName }) => campaignName);
  return { pins: { tasks, searched, unread }, problem };
}
