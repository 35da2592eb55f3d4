// A task that is pinned to a person who leaves gets another agent, or none: by a change of its own, or as part of the change it has already.

import { isRecord, parseAddress, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { undeclaredCampaign } from '../../model/record.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { RecordChange, UserChange } from '../change.ts';
import { recordVerdict } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';
import { fieldChange } from '../fields.ts';
import { staysOpen } from '../request-parts.ts';

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
    return {
      ...planned,
      pin,
      fields: [...planned.fields, field],
      writes: [...new Set([...planned.writes, ...writes])],
    };
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

/** loginUserIds: the leaver, and the successor; empty text clears. */
export interface PinMove {
  readonly from: string;
  readonly to: string;
}

/** What a planned change takes from whom; null where it moves no pin. */
export function pinMoveOf({ pin, fields }: RecordChange): PinMove | null {
  if (pin === null) return null;
  const before = fields.findLast((each) => each.field === 'preferredAgent')?.before;
  return { from: typeof before === 'string' ? before : '', to: pin };
}

interface SeenPin {
  readonly pin: PinMove;
  readonly address: Address;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  /** What is done with the record anyway. */
  readonly change: RecordChange | undefined;
  /** Where it stands now. */
  readonly observed: ObservedRecord | undefined;
  readonly now: number;
}

/** The change with the pin in it, as it was just read; null where somebody else moved the pin meanwhile, or the task is used up. */
export function repinSeen({ pin, address, change, observed, ...facts }: SeenPin): RecordChange | null {
  const [task, twin] = observed?.tasks ?? [];
  if (task === undefined || twin !== undefined || task.preferredAgent !== pin.from) return null;
  if (!staysOpen(task, change)) return null;
  if (change !== undefined && !GOES_ALONG[change.action]) return null;
  const leaver = { loginUserId: pin.from, source: facts.desired?.source ?? null };
  const parsed = parseAddress(change?.from?.address ?? address);
  const campaignName = isRecord(parsed) ? parsed.campaignName : '';
  return repin({ ...facts, pinned: { campaignName, task }, pin: pin.to, leaver, planned: change ?? null });
}

/** Whether a pin goes along with what is done anyway. */
const GOES_ALONG: Readonly<Record<RecordChange['action'], boolean>> = {
  update: true,
  move: true,
  adopt: true,
  forget: true,
  create: false,
  restore: false,
  replace: false,
  delete: false,
};
