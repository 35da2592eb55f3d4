// What the requests of a record change ask for and call for, read off the change.

import type { RecordChange } from './change.ts';

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
