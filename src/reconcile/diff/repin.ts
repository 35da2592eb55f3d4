// One pinned task taken out of a leaver's hands: by a change of its own, or as part of the change it has already.

import { recordAddress } from '../../model/address.ts';
import { undeclaredCampaign } from '../../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { RecordChange, UserChange } from '../change.ts';
import { recordVerdict } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { fieldChange } from '../fields.ts';

interface Repin {
  readonly pinned: PinnedTask;
  /** loginUserId of the successor; empty text clears. */
  readonly pin: string;
  readonly leaver: Pick<UserChange, 'loginUserId' | 'source'>;
  /** What the plan does with the task anyway. */
  readonly planned: RecordChange | null;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  readonly now: number;
}

export function repin({ pinned, pin, leaver, planned, desired, recorded, now }: Repin): RecordChange {
  const field = fieldChange('preferredAgent', pinned.task.preferredAgent, pin);
  const writes = ['changeCampaignRecordStatus'] as const;
  // The transfer says the pin itself: one request does both.
  if (planned?.action === 'move') return { ...planned, pin, fields: [...planned.fields, field] };
  if (planned !== null) {
    return { ...planned, pin, fields: [...planned.fields, field], writes: [...planned.writes, ...writes] };
  }
  const { campaignName, task } = pinned;
  return {
    kind: 'record',
    address: recordAddress(campaignName, task.clientId),
    campaign: desired?.campaign ?? undeclaredCampaign(campaignName, recorded),
    clientId: task.clientId,
    action: 'update',
    cause: { kind: 'offboarding', loginUserId: leaver.loginUserId },
    source: leaver.source,
    fields: [field],
    writes,
    after: [],
    desired,
    recorded,
    observed: { presence: 'present', tasks: [task], observedAt: now, problem: null },
    marker: null,
    from: null,
    pin,
  };
}

/** Instead of letting a record go whose agent cannot be removed yet. */
export function keptRecorded({ address, campaign, clientId, source }: RecordChange, loginUserId: string): Verdict {
  const { campaignName } = campaign;
  return recordVerdict({ address, campaignName, clientId, source }, { kind: 'pinned-to-leaver', loginUserId });
}
