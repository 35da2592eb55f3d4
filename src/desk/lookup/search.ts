// `muster search`: tasks that match, as the service answers them. Two things the document leaves open are not guessed:
//
//   "How multiple search criteria combine: not shown."   Each criterion is asked by itself, and a task counts that all answers
//                                                        show; where `AND` was measured, one search carries them all.
//   a list may be cut without a word                     A list as long as what was asked for, or as the ceiling that was
//                                                        measured, counts as not complete.
//
// One list that is not complete makes the whole not complete, unless another list is complete and empty.

import type { CampaignTask, SearchLookup, SearchedList } from '../../core/face.ts';
import { recordAddress } from '../../core/model/address.ts';
import type { Criterion } from '../../core/model/criterion.ts';
import { measured, searchCeiling } from '../../core/model/profile.ts';
import type { ServiceProfile } from '../../core/model/profile.ts';
import type { ObservedTask } from '../../core/model/record.ts';
import { parseFileTime } from '../../core/model/time.ts';
import { answered, asking } from './context.ts';
import type { LookupContext, ReaderContext } from './context.ts';
import { campaignHint, idKeyOf, standingsOf } from './known.ts';
import { problemLines, refuseCampaign } from './refusal.ts';
import { headOf } from './user.ts';

export interface SearchRequest {
  /** Where to search. */
  readonly campaigns: readonly string[];
  /** All must match; at least one. */
  readonly criteria: readonly Criterion[];
  /** Tasks to show at most; of each campaign: maxRecords. */
  readonly limit: number;
}

/** One question to the service. */
interface Question extends Omit<SearchRequest, 'campaigns'> {
  readonly campaignName: string;
}

/** Of the document, where a search says no maxRecords; the least ceiling that an environment without a profile may have. */
export const DEFAULT_LIMIT = 1000;

export async function searchRecords(context: LookupContext, request: SearchRequest): Promise<SearchLookup> {
  const { campaigns, limit } = request;
  const criteria = request.criteria.map(asSent);
  const asked = await asking(context, async (reader) => {
    const found: SearchedTasks[] = [];
    for (const campaignName of campaigns)
      found.push(await search({ reader, context }, { campaignName, criteria, limit }));
    return found;
  });
  const lists = asked.value.flatMap((each) => each.lists);
  const tasks = asked.value.flatMap((each) => each.tasks);
  const unknown = tasks.length > 0 ? [] : campaigns.map((each) => campaignHint(each, context));
  const beyond = Math.max(0, tasks.length - limit);
  const shown = tasks.slice(0, limit);
  const addresses = shown.map(({ campaignName, task }) => recordAddress(campaignName, task.clientId));
  return {
    ...headOf(context, asked),
    ...{ campaigns, criteria, limit, lists, beyond },
    tasks: shown,
    complete: beyond === 0 && asked.value.every((each) => isWhole(each.lists)),
    ceiling: searchCeiling(context.profile).searchCeiling ?? null,
    suggestions: unknown.filter((each) => each !== null),
    idKeys: Object.fromEntries(campaigns.map((each) => [each, idKeyOf(each, context)])),
    standings: standingsOf(addresses, context),
  };
}

/** A time with its zone is sent as the document wants it: milliseconds since 1970 UTC. */
function asSent(criterion: Criterion): Criterion {
  const instant = criterion.key === 'sys_next_earliest_worktime_long' ? parseFileTime(criterion.value) : null;
  return instant === null ? criterion : { ...criterion, value: String(instant) };
}

interface SearchedTasks {
  readonly lists: readonly SearchedList[];
  readonly tasks: readonly CampaignTask[];
}

async function search(asked: ReaderContext, { campaignName, criteria, limit }: Question): Promise<SearchedTasks> {
  const together = criteria.length === 1 || measured(asked.context.profile, 'combined-criteria')?.answer === 'AND';
  const groups = together ? [criteria] : criteria.map((each) => [each]);
  const maxRecords = together ? limit : Math.max(limit, DEFAULT_LIMIT);
  const lists: SearchedList[] = [];
  let tasks: readonly ObservedTask[] | null = null;
  for (const group of groups) {
    const answer = await askFor(asked, { campaignName, criteria: group, limit: maxRecords });
    lists.push(answer.list);
    const ids = new Set(answer.tasks.map(({ previewRecordId }) => previewRecordId));
    tasks = tasks === null ? answer.tasks : tasks.filter(({ previewRecordId }) => ids.has(previewRecordId));
    // Nothing can match all of them any more.
    if (answer.list.complete && answer.tasks.length === 0) break;
  }
  return { lists, tasks: (tasks ?? []).map((task) => ({ campaignName, task })) };
}

async function askFor(
  { reader, context }: ReaderContext,
  { campaignName, criteria, limit }: Question,
): Promise<{ readonly list: SearchedList; readonly tasks: readonly ObservedTask[] }> {
  const question = { campaignName, maxRecords: limit, previewRecordData: criteria };
  const outcome = await reader.lookUpRecords(question);
  refuseCampaign(outcome, campaignName, context);
  const { said, tasks } = answered(outcome, problemLines(campaignName, context));
  const complete = isComplete(tasks.length, limit, context.profile);
  return { list: { campaignName, criteria, said, maxRecords: limit, tasks: tasks.length, complete }, tasks };
}

/** Without a measured ceiling a list of exactly the default length may have been cut there, whatever was asked for. */
function isComplete(length: number, limit: number, profile: ServiceProfile | null): boolean {
  const { searchCeiling: ceiling } = searchCeiling(profile);
  if (length >= limit) return false;
  return ceiling === undefined ? length !== DEFAULT_LIMIT : length < ceiling;
}

function isWhole(lists: readonly SearchedList[]): boolean {
  return lists.every(({ complete }) => complete) || lists.some(({ complete, tasks }) => complete && tasks === 0);
}
