// A record whose previewRecordId the file names: of several tasks with one clientId (twins) that one is the record, the others stand
// beside it. Reads only.
//
//   asked                              | answers
//   the clientId, as id and as data    | an id search shows one at most, a search of data those whose id item is left
//   each previewRecordId in the file   | that very task, also where both searches above miss it
//
// A named task of another clientId is another record, so it does not count. Where the named one is not seen, the record is absent.
// One exception: a transfer may give a task another previewRecordId, so the only task there is the record where it is recorded.

import { isDeleted, isSameTask } from '../../model/record.ts';
import type { Campaign, DesiredRecord, ObservedRecord, ObservedTask, RecordedRecord } from '../../model/record.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Clock } from '../../model/state.ts';
import type { ServiceReader } from '../../service/service.ts';
import { findKnown, stopOnEnvironment, unread } from './one.ts';
import { standing } from './standing.ts';

/** Every previewRecordId in a declaration; none where it names none. */
export function namedIds({ previewRecordId, twins = {} }: Pick<DesiredRecord, 'previewRecordId' | 'twins'>): string[] {
  return previewRecordId === undefined ? [] : [...new Set([previewRecordId, ...Object.keys(twins)])];
}

export interface NamedQuestion {
  readonly reader: ServiceReader;
  readonly desired: DesiredRecord;
  readonly recorded: RecordedRecord | null;
  readonly clock: Clock;
}

export async function observeNamed({ reader, desired, recorded, clock }: NamedQuestion): Promise<ObservedRecord> {
  const observedAt = clock();
  const { campaign, clientId } = desired;
  const asked = [
    reader.findRecord({ ...campaign, intake: true }, clientId),
    ...namedIds(desired).map((id) => reader.findTask(campaign, id)),
  ];
  const found = new Map<string, ObservedTask>();
  for (const outcome of await Promise.all(asked)) {
    stopOnEnvironment(outcome);
    if (outcome.kind !== 'done') return unread(outcome, observedAt);
    for (const task of outcome.value) if (task.clientId === clientId) found.set(task.previewRecordId, task);
  }
  return chosenOf([...found.values()], { desired, recorded, observedAt });
}

function chosenOf(
  tasks: readonly ObservedTask[],
  { desired, recorded, observedAt }: Pick<NamedQuestion, 'desired' | 'recorded'> & { readonly observedAt: number },
): ObservedRecord {
  const named = tasks.find((task) => task.previewRecordId === desired.previewRecordId);
  const [only, second] = standing(tasks, recorded?.previewRecordId);
  const isRecorded = desired.ensure !== 'absent' && second === undefined && only !== undefined;
  const moved = isRecorded && isSameTask(recorded, only) ? only : undefined;
  const chosen = named ?? moved;
  const others = tasks
    .filter((task) => task !== chosen && !isDeleted(task))
    .toSorted((a, b) => (a.previewRecordId < b.previewRecordId ? -1 : 1));
  return {
    presence: chosen === undefined ? 'absent' : 'present',
    tasks: chosen === undefined ? [] : [chosen],
    observedAt,
    problem: null,
    ...(others.length > 0 && { others }),
  };
}

/** `isBeside`: one that is shown as REMOVED has the same clientId, which may mean it (standing.ts). */
export type SeenTasks = Outcome<readonly ObservedTask[]> & { readonly isBeside?: boolean };

/** Which of them stands for the record, where a plan saw `known`. */
export async function findStanding(
  reader: ServiceReader,
  { campaign, clientId }: Pick<NamedTask, 'campaign' | 'clientId'>,
  known: string | undefined,
): Promise<SeenTasks> {
  const seen = await findKnown(reader, { campaign, clientId, known });
  if (seen.kind !== 'done') return seen;
  const value = standing(seen.value, known);
  return { kind: 'done', value, isBeside: value.length < seen.value.length };
}

/** How a change reads its task: where the file names it, by its previewRecordId alone. `known`: as the plan saw it, or as it arrived. */
export async function findNamed(
  { campaign, clientId, desired, observed }: NamedTask,
  reader: ServiceReader,
  known = observed?.tasks[0]?.previewRecordId,
): Promise<SeenTasks> {
  if (desired?.previewRecordId === undefined) return findStanding(reader, { campaign, clientId }, known);
  const outcome = await reader.findTask(campaign, known ?? desired.previewRecordId);
  if (outcome.kind !== 'done') return outcome;
  return { kind: 'done', value: outcome.value.filter((task) => task.clientId === clientId) };
}

interface NamedTask {
  readonly campaign: Campaign;
  readonly clientId: string;
  readonly desired: DesiredRecord | null;
  readonly observed: ObservedRecord | null;
}
