// The search for tasks pinned to one person, campaign by campaign: one criterion each, looked at again on our side.
// The same search serves the plan, the moment before `delete-user` and the moment after it.
//
// An agent of many years is named by thousands of used-up tasks, and a list of those hides the open ones. From when a list counts
// as whole, and what is asked where it may have been cut: search-campaign.ts.

import type { Problem } from '../../model/outcome.ts';
import type { Campaign } from '../../model/record.ts';
import type { Pins, PinnedTask } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { openTasksOf } from './search-campaign.ts';

export interface PinSearch {
  readonly pins: Pins;
  /** The first failure; null when every campaign answered, be it with too long a list. */
  readonly problem: Problem | null;
}

/** A list that may have been cut proves presence and nothing else: unless the open tasks are seen, its campaign is unread. */
export async function searchPins(
  reader: ServiceReader,
  campaigns: readonly Campaign[],
  loginUserId: string,
): Promise<PinSearch> {
  const criterion = { key: 'sys_preferred_agent', value: loginUserId, condition: 'EQUALS' } as const;
  const answers = await Promise.all(
    campaigns.map(async (campaign) => ({ campaign, ...(await openTasksOf({ reader, campaign }, criterion)) })),
  );
  const tasks: PinnedTask[] = [];
  const incomplete: string[] = [];
  let problem: Problem | null = null;
  for (const { campaign, complete, unread, ...found } of answers) {
    const { campaignName } = campaign;
    if (!complete) incomplete.push(campaignName);
    tasks.push(...found.tasks.map((task) => ({ campaignName, task })));
    const [failed] = unread.map((each) => each.problem);
    if (failed !== undefined && (problem === null || failed.stopsRun)) problem = failed;
  }
  const searched = campaigns.map(({ campaignName }) => campaignName);
  const requests = answers.reduce((sum, answer) => sum + answer.requests, 0);
  return { pins: { tasks, searched, unread: incomplete, requests }, problem };
}
