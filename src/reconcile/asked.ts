// What the requests of a record change ask for and call for, read off the change.

import { namesWith } from '../model/fields.ts';
import { isShownByName, RECORD_FIELDS } from '../model/record-fields.ts';
import type { ObservedTask } from '../model/record.ts';
import type { RecordChange } from './change.ts';
import { contentOf } from './fields.ts';

/** Fields that a transfer carries as they are declared. It takes a queue by its name, which no file says. */
export const TRANSFERRED = namesWith(RECORD_FIELDS, 'route').filter((name) => !isShownByName(name));

/** The status the file asks for (ensure, reissue); undefined when the change is not about the status. */
export function stateAsked(change: RecordChange): unknown {
  return change.fields.find((field) => field.field === 'workedState')?.after;
}

/** An update of a task that an agent has worked: under one reading of the document it resets the state. */
export function mayReset(change: RecordChange): boolean {
  const state = (change.from?.observed ?? change.observed)?.tasks[0]?.workedState ?? 'NOTWORKED';
  const updates = change.writes.includes('addOrUpdateCampaignRecord');
  return updates && state !== 'NOTWORKED' && stateAsked(change) === undefined;
}

/** Read once more after the write: what was sent before and did not stay, what a move lost. */
export function looksBack(change: Pick<RecordChange, 'copy' | 'resent'>): boolean {
  return change.copy !== undefined || (change.resent?.length ?? 0) > 0;
}

/** The code of a queue that a write sends for the first time; null where it sends none, or the one that is recorded. */
export function sentQueue({ desired, fields, writes }: RecordChange): string | null {
  const isSent = writes.includes('addOrUpdateCampaignRecord') && fields.some(({ field }) => field === 'skillQueue');
  return (isSent && desired?.skillQueue) || null;
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
