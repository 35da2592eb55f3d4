// Campaigns that intake files feed too: twins of our own records, and one task of theirs to learn
// what their id column is called. Reads only.
//
// A marker search shows ours alone: the twin a file brought carries no marker. So each open record of ours is asked for once
// more by its id as data: one search a record. A point read would cost two, and its first half says nothing new, since the
// record is seen already; a prefix search over ids would bring whole intake files here; a sample would miss the one twin
// that is called twice. Finished records are not asked for: nothing is ever written to them.

import { recordAddress } from '../../model/address.ts';
import type { Lineage } from '../../model/identity.ts';
import { isFinished, markerIn } from '../../model/record.ts';
import type { Campaign, ObservedRecord, ObservedTask } from '../../model/record.ts';
import type { Clock, RecordedState } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { isMarkerOf } from '../marker.ts';
import { findKnown, stopOnEnvironment, toObserved, unread } from './one.ts';

interface TwinQuestion {
  readonly reader: ServiceReader;
  readonly campaign: Campaign;
  readonly clock: Clock;
}

/** Whether a record seen by its marker may have an open twin beside it. */
export function mayHaveTwin(seen: readonly ObservedTask[]): boolean {
  return seen.length === 1 && !seen.every(isFinished);
}

/** The record with any twin that stands beside it, of a doubtful one also what a search by id shows; unknown where that could not be read: then nothing is written to it. */
export async function readTwins(
  seen: readonly ObservedTask[],
  asking: TwinQuestion & { readonly isDoubtful: boolean; readonly known: string | undefined },
): Promise<ObservedRecord> {
  const { reader, campaign, clock, isDoubtful, known } = asking;
  const observedAt = clock();
  const clientId = seen[0]?.clientId ?? '';
  const criterion = { key: campaign.clientIdFieldName, value: clientId, condition: 'EQUALS' } as const;
  const outcome = isDoubtful
    ? await findKnown(reader, { campaign: { ...campaign, intake: true }, clientId, known })
    : await reader.searchRecords(campaign, criterion);
  stopOnEnvironment(outcome);
  if (outcome.kind !== 'done') return unread({ ...outcome, shown: seen }, observedAt);
  const found = 'tasks' in outcome.value ? outcome.value.tasks : outcome.value;
  const others = found.filter((task) => task.clientId === clientId);
  return toObserved(
    [...new Map([...seen, ...others].map((task) => [task.previewRecordId, task])).values()],
    observedAt,
  );
}

interface StrangerQuestion extends Omit<TwinQuestion, 'clock'> {
  readonly lineage: Lineage;
  readonly recorded: RecordedState;
  /** Tasks of the campaign that were read anyway. */
  readonly read: readonly ObservedTask[];
}

/**
 * A task of the campaign that is not ours; one search when none was seen yet. Undefined where there is none among the
 * first 1,000, where the search failed, and where a campaign has no markers: there ours cannot be told from theirs.
 */
export async function findStranger(sampling: StrangerQuestion): Promise<ObservedTask | undefined> {
  const { reader, campaign, read } = sampling;
  if (!campaign.marker) return undefined;
  const seen = read.find((task) => isStranger(task, sampling));
  if (seen !== undefined) return seen;
  const outcome = await reader.searchRecords(campaign, {
    key: 'sys_worked_state',
    value: 'NOTWORKED',
    condition: 'EQUALS',
  });
  stopOnEnvironment(outcome);
  return outcome.kind === 'done' ? outcome.value.tasks.find((task) => isStranger(task, sampling)) : undefined;
}

function isStranger(task: ObservedTask, { lineage, campaign, recorded }: StrangerQuestion): boolean {
  return (
    !isMarkerOf(lineage, markerIn(task)) && !recorded.objects.has(recordAddress(campaign.campaignName, task.clientId))
  );
}
