// What the requests of a record change carry: the state they ask for, optional fields, and how they are seen through. Read off the change.

import { namesWith, pick } from '../model/fields.ts';
import { isShownByName, RECORD_FIELDS } from '../model/record-fields.ts';
import { isFinished, STATE_OF } from '../model/record.ts';
import type { ObservedTask, WorkedState } from '../model/record.ts';
import type { RouteProperties } from '../service/service.ts';
import type { RecordChange, UserChange, WriteOperation } from './change.ts';
import { contentOf } from './fields.ts';
import { hasPinEnded } from './mover.ts';

/** Fields that a transfer carries as they are declared. It takes a queue by its name, which is not always known. */
export const TRANSFERRED = namesWith(RECORD_FIELDS, 'route').filter((name) => !isShownByName(name));

/** Writes that are seen through by reading, and take a queue by its name. */
export const BY_NAME: ReadonlySet<WriteOperation> = new Set(['changeCampaignRecordStatus', 'transferCampaignRecord']);

/** The status the file asks for (ensure, reissue); undefined when the change is not about the status. */
export function stateAsked({ fields }: Pick<RecordChange, 'fields'>): WorkedState | undefined {
  const asked = fields.find(({ field }) => field === 'workedState')?.after;
  return Object.values(STATE_OF).find((state) => state === asked);
}

/** Whether somebody waits for the task once the change is done: what is used up may be opened again. */
export function staysOpen(task: ObservedTask, change: Pick<RecordChange, 'fields'> | null = null): boolean {
  const asked = change === null ? undefined : stateAsked(change);
  return !isFinished(task) || asked === 'NOTWORKED' || asked === 'WORKED';
}

/**
 * The optional fields of the status call: all that are declared where a task is opened again, else those that differ. The time is
 * mandatory with WORKED. A pin that off-boarding moves goes before the declared one. A queue goes along by its name, where that is known, or shown because the task holds the declared code.
 */
export function routedWith(change: RecordChange, task: ObservedTask | null): RouteProperties {
  const { desired, fields, cause, campaign, pin } = change;
  if (desired === null) return {};
  const differs = new Set(fields.map(({ field }) => field));
  const isSent = (name: string): boolean => cause.kind === 'reissue' || differs.has(name);
  const isTime = (name: string): boolean => name === 'nextEarliestWorkTime' && stateAsked(change) === 'WORKED';
  const named = pick(
    desired,
    TRANSFERRED.filter((name) => isSent(name) || isTime(name)),
  );
  // Opened again with the pin of a line that names none any more, it would wait for whoever it was: maybe a leaver of this very run.
  const wasPinned = cause.kind === 'reissue' && change.recorded?.digests['preferredAgent'] !== undefined;
  const isCleared = (differs.has('preferredAgent') || wasPinned) && desired.preferredAgent === undefined;
  const code = task === null ? null : contentOf(task, campaign.clientIdFieldName).skillQueue;
  const seen = code !== null && code === desired.skillQueue ? task?.skillQueue : null;
  const queue = change.queueName ?? seen;
  return {
    ...named,
    ...(isCleared && { preferredAgent: '' }),
    ...(pin !== null && { preferredAgent: pin }),
    ...(queue && { skillQueue: queue }),
  };
}

/** The same at `now`: a pin that an update before it has sent, and that ended since, is not sent again. */
export function routedAt(change: RecordChange, task: ObservedTask | null, now: number): RouteProperties {
  const { preferredAgent, ...route } = routedWith(change, task);
  const isSent = change.pin === null && change.writes[0] === 'addOrUpdateCampaignRecord';
  const isOver = isSent && task !== null && hasPinEnded({ ...task, ...route }, now);
  return { ...route, ...(preferredAgent !== undefined && !isOver && { preferredAgent }) };
}

/** The time that is mandatory with WORKED, where the state is only said again: as it stands once the change is written. */
export function timeWith(
  state: WorkedState,
  { fields }: Pick<RecordChange, 'fields'>,
  { task, now }: { readonly task: ObservedTask | null; readonly now: number },
): Pick<RouteProperties, 'nextEarliestWorkTime'> {
  if (state !== 'WORKED') return {};
  const given = fields.find(({ field }) => field === 'nextEarliestWorkTime')?.after;
  return { nextEarliestWorkTime: typeof given === 'number' ? given : (task?.nextEarliestWorkTime ?? now) };
}

/** An update of a task that an agent has worked: under one reading of the document it resets the state. */
export function mayReset(change: RecordChange): boolean {
  const state = (change.from?.observed ?? change.observed)?.tasks[0]?.workedState ?? 'NOTWORKED';
  const updates = change.writes.includes('addOrUpdateCampaignRecord');
  return updates && state !== 'NOTWORKED' && stateAsked(change) === undefined;
}

/** A task that was not there is added. */
export function addsTask({ writes, observed }: RecordChange): boolean {
  const isMoved = writes.includes('transferCampaignRecord');
  return !isMoved && writes.includes('addOrUpdateCampaignRecord') && observed?.presence === 'absent';
}

/** Read once more after the write: what was sent before and did not stay, what a move lost. What is removed gets nothing back. */
export function looksBack({ desired, copy, resent }: Pick<RecordChange, 'desired' | 'copy' | 'resent'>): boolean {
  return desired !== null && (copy !== undefined || (resent?.length ?? 0) > 0);
}

/** The code of a queue that a write sends for the first time, or to a new task; null where it sends none, or the one that is recorded. */
export function sentQueue(change: RecordChange): string | null {
  const { desired, fields, writes } = change;
  const isSent = addsTask(change) || fields.some(({ field }) => field === 'skillQueue');
  return (isSent && writes.includes('addOrUpdateCampaignRecord') && desired?.skillQueue) || null;
}

/**
 * The queue that a task is shown in and that no file declares, where an update might move it: one name in one campaign, and
 * the code that goes along. Null where the queue is declared, was ours, is not shown, or is sent by that very name.
 */
export function keptQueue(change: RecordChange, task: ObservedTask): string | null {
  const { campaign, desired, recorded, writes } = change;
  const isOurs = Boolean(desired?.skillQueue) || recorded?.digests['skillQueue'] !== undefined;
  const name = task.skillQueue;
  if (!writes.includes('addOrUpdateCampaignRecord') || isOurs || name === null) return null;
  const code = contentOf(task, campaign.clientIdFieldName).skillQueue;
  return code === name || stateAsked(change) !== undefined ? null : JSON.stringify([campaign.campaignName, name, code]);
}

/** loginUserId of who takes over the tasks of a leaver; null where nobody is said to. */
export function successorOf({ desired, recorded }: UserChange): string | null {
  const offboard = desired?.offboard ?? recorded?.offboard;
  return typeof offboard === 'object' ? offboard.reassignTo : null;
}
