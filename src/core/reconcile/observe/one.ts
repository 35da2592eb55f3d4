// One object at a time: what a single answer means, and which failure ends the whole run.

import { userAddress } from '../../model/address.ts';
import { ToolError } from '../../model/errors.ts';
import type { Outcome, Problem } from '../../model/outcome.ts';
import type { Campaign, ObservedRecord, ObservedTask } from '../../model/record.ts';
import type { Clock, RecordedState } from '../../model/state.ts';
import type { ObservedUser } from '../../model/user.ts';
import type { FoundTasks, ServiceReader } from '../../service/service.ts';

export async function observeUser(reader: ServiceReader, loginUserId: string, clock: Clock): Promise<ObservedUser> {
  const observedAt = clock();
  const outcome = await reader.queryUser(loginUserId);
  stopOnEnvironment(outcome);
  if (outcome.kind === 'done') return { ...outcome.value, observedAt, problem: null };
  return { service: 'unknown', backend: 'unknown', connectUserId: null, observedAt, problem: outcome.problem };
}

/**
 * Asks for people of a state. Of somebody with a write of an earlier run that was not answered, what is seen settles that write, and an
 * answer names nobody: so two in a row have to say the same, which is one request more.
 */
export function userReading(
  reader: ServiceReader,
  { openIntents }: RecordedState,
  clock: Clock,
): (loginUserId: string) => Promise<ObservedUser> {
  const unsettled = new Set(openIntents.map(({ address }) => address));
  return async (loginUserId) => {
    const first = await observeUser(reader, loginUserId, clock);
    if (first.service === 'unknown' || !unsettled.has(userAddress(loginUserId))) return first;
    const second = await observeUser(reader, loginUserId, clock);
    if (second.service === 'unknown' || second.service === first.service) return second;
    const message = `query-existence said ${first.service}, and ${second.service} right after it`;
    const unknown = { service: 'unknown', backend: 'unknown', connectUserId: null } as const;
    return { ...second, ...unknown, problem: { code: 'unreadable', message, stopsRun: false } };
  };
}

interface RecordQuestion {
  readonly campaign: Campaign;
  readonly clientId: string;
  /** The previewRecordId that is recorded, or that a plan saw. */
  readonly known?: string | undefined;
}

/**
 * What stands under a clientId. A search by clientId shows one task at most, which may be one that is REMOVED or came since, and one by its
 * data only what kept its id item: so the very task that is known is asked for by its own id where it is not among them.
 */
export async function findKnown(
  reader: ServiceReader,
  { campaign, clientId, known = '' }: RecordQuestion,
): Promise<FoundTasks> {
  const seen = await reader.findRecord(campaign, clientId);
  if (seen.kind !== 'done' || !showsOthersAlone(seen.value, known)) return seen;
  const very = await reader.findTask(campaign, known);
  if (very.kind !== 'done') return { ...very, shown: seen.value };
  return { kind: 'done', value: [...seen.value, ...very.value.filter((task) => task.clientId === clientId)] };
}

/** Tasks of a clientId, and not the one that is known; never so where none is. */
export function showsOthersAlone(tasks: readonly ObservedTask[], known: string): boolean {
  return known !== '' && tasks.length > 0 && tasks.every(({ previewRecordId }) => previewRecordId !== known);
}

/** One record by its clientId. An empty answer is the service's explicit word; everything else unreadable is unknown. */
export async function observeRecord(
  reader: ServiceReader,
  key: RecordQuestion & { readonly clock: Clock },
): Promise<ObservedRecord> {
  const observedAt = key.clock();
  const outcome = await findKnown(reader, key);
  stopOnEnvironment(outcome);
  if (outcome.kind === 'done') return toObserved(outcome.value, observedAt);
  return unread(outcome, observedAt);
}

/** What stands there is not known; what was shown before is. */
export function unread(
  { problem, shown = [] }: { readonly problem: Problem } & Pick<ObservedRecord, 'shown'>,
  observedAt: number,
): ObservedRecord {
  return { presence: 'unknown', tasks: [], observedAt, problem, shown };
}

export function toObserved(tasks: readonly ObservedTask[], observedAt: number): ObservedRecord {
  return { presence: tasks.length > 0 ? 'present' : 'absent', tasks, observedAt, problem: null };
}

/** One environment-wide failure stops all: N users would only fail N times. */
export function stopOnEnvironment(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'done' || !outcome.problem.stopsRun) return;
  throw new ToolError(outcome.problem.code, { message: outcome.problem.message });
}
