// How a write names its task, and what the service must not repeat of it in a reason.

import type { Outcome } from '../../model/outcome.ts';
import type { ObservedTask } from '../../model/record.ts';
import { isPersonal } from '../../model/personal.ts';
import type { TaskLocator } from '../../service/service.ts';
import type { RecordChange } from '../change.ts';
import { fieldOfItem } from '../fields.ts';

export function locatingOf(change: Pick<RecordChange, 'desired' | 'campaign'>, task: ObservedTask | null): TaskLocator {
  const { clientIdFieldName } = change.campaign;
  const items = [...(task?.items ?? []), ...(change.desired?.data ?? [])];
  const personal = items.filter(({ key }) => key !== clientIdFieldName && isPersonal(fieldOfItem(key)));
  const isNamed = change.desired?.previewRecordId !== undefined && task !== null;
  return {
    ...(isNamed && { previewRecordId: task.previewRecordId }),
    personal: [...new Set(personal.map(({ value }) => value))],
  };
}

/** ` (changeCampaignRecordStatus: FAILED: …)`; nothing where the request was done. */
export function because(outcome: Outcome<unknown>): string {
  return outcome.kind === 'done' ? '' : ` (${outcome.problem.message})`;
}
