// The search for tasks pinned to one person, campaign by campaign: one criterion each, looked at again on our side.
// The same search serves the plan, the moment before `delete-user` and the moment after it.
//
// An agent of many years is named by thousands of used-up tasks, and a list of those hides the open ones. Where the list
// was cut, the open tasks of the whole campaign are asked for instead, by state: they are what a removal must settle.

import type { Outcome, Problem } from '../../model/outcome.ts';
import type { Campaign, ObservedTask } from '../../model/record.ts';
import type { Pins, PinnedTask } from '../../model/state.ts';
import type { SearchResult, ServiceReader } from '../../service/service.ts';

export interface PinSearch {
  readonly pins: Pins;
  /** The first failure; null when every campaign answered, be it with too long a list. */
  readonly problem: Problem | null;
}

type RecordSearcher = Pick<ServiceReader, 'searchRecords'>;

/** An answer as long as the limit proves presence and nothing else: unless the open tasks are seen, its campaign is unread. */
export async function searchPins(
  reader: RecordSearcher,
  campaigns: readonly Campaign[],
  loginUserId: string,
): Promise<PinSearch> {
  const answers = await Promise.all(
    campaigns.map(async (campaign) => ({ campaign, ...(await searchCampaign(reader, campaign, loginUserId)) })),
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
  const requests = answers.reduce((sum, answer) => sum + answer.requests, 0);
  return { pins: { tasks, searched, unread, requests }, problem };
}

interface PinAnswer {
  readonly outcome: Outcome<SearchResult>;
  readonly requests: number;
}

async function searchCampaign(reader: RecordSearcher, campaign: Campaign, loginUserId: string): Promise<PinAnswer> {
  const criterion = { key: 'sys_preferred_agent', value: loginUserId, condition: 'EQUALS' } as const;
  const outcome = await reader.searchRecords(campaign, criterion);
  if (outcome.kind !== 'done' || outcome.value.complete) return { outcome, requests: 1 };
  const { tasks, requests } = await openTasks(reader, campaign);
  if (tasks === null) return { outcome, requests: 1 + requests };
  const open = tasks.filter(({ preferredAgent }) => preferredAgent === loginUserId);
  const all = new Map([...outcome.value.tasks, ...open].map((task) => [task.previewRecordId, task]));
  return { outcome: { kind: 'done', value: { tasks: [...all.values()], complete: true } }, requests: 1 + requests };
}

/** In the order in which a task goes through them: one that goes on between two searches is seen by one of them. */
const OPEN_STATES = ['NOTWORKED', 'WORKED'] as const;

/** Null where a list was cut or could not be read. */
async function openTasks(
  reader: RecordSearcher,
  campaign: Campaign,
): Promise<{ readonly tasks: readonly ObservedTask[] | null; readonly requests: number }> {
  const tasks: ObservedTask[] = [];
  for (const [index, value] of OPEN_STATES.entries()) {
    const outcome = await reader.searchRecords(campaign, { key: 'sys_worked_state', value, condition: 'EQUALS' });
    if (outcome.kind !== 'done' || !outcome.value.complete) return { tasks: null, requests: index + 1 };
    tasks.push(...outcome.value.tasks);
  }
  return { tasks, requests: OPEN_STATES.length };
}
