// One object at a time: what a single answer means, and which failure ends the whole run.

import { ToolError } from '../../model/errors.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Campaign, ObservedRecord, ObservedTask } from '../../model/record.ts';
import type { Clock } from '../../model/state.ts';
import type { ObservedUser } from '../../model/user.ts';
import type { ServiceReader } from '../../service/service.ts';

export async function observeUser(reader: ServiceReader, loginUserId: string, clock: Clock): Promise<ObservedUser> {
  const observedAt = clock();
  const outcome = await reader.queryUser(loginUserId);
  stopOnEnvironment(outcome);
  if (outcome.kind === 'done') return { ...outcome.value, observedAt, problem: null };
  return { service: 'unknown', backend: 'unknown', connectUserId: null, observedAt, problem: outcome.problem };
}

/** One record by its clientId. An empty answer is the service's explicit word; everything else unreadable is unknown. */
export async function observeRecord(
  reader: ServiceReader,
  key: { readonly campaign: Campaign; readonly clientId: string; readonly clock: Clock },
): Promise<ObservedRecord> {
  const observedAt = key.clock();
  const outcome = await reader.findRecord(key.campaign, key.clientId);
  stopOnEnvironment(outcome);
  if (outcome.kind === 'done') return toObserved(outcome.value, observedAt);
  return { presence: 'unknown', tasks: [], observedAt, problem: outcome.problem };
}

export function toObserved(tasks: readonly ObservedTask[], observedAt: number): ObservedRecord {
  return { presence: tasks.length > 0 ? 'present' : 'absent', tasks, observedAt, problem: null };
}

/** One environment-wide failure stops all: N users would only fail N times. */
export function stopOnEnvironment(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'done' || !outcome.problem.stopsRun) return;
  throw new ToolError(outcome.problem.code, { message: outcome.problem.message });
}
