// One pinned task taken out of a leaver's hands: by a change of its own, or as part of the change it has already.

import { recordAddress } from '../../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import type { PinnedTask } from '../../model/state.ts';
import type { RecordChange, UserChange, Verdict } from '../change.ts';
import { fieldChange } from '../fields.ts';

interface Repin {
  readonly pinned: PinnedTask;
  /** loginUserId of the successor; empty text clears. */
  readonly pin: string;
  /** The removal it is for. */
  readonly change: Pick<UserChange, 'address' | 'source'>;
  /** What the plan does with the task anyway. */
  readonly planned: RecordChange | null;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  readonly now: number;
}

export function repin({ pinned, pin, change, planned, desired, recorded, now }: Repin): RecordChange {
  const field = fieldChange('preferredAgent', pinned.task.preferredAgent, pin);
  const writes = ['changeCampaignRecordStatus'] as const;
  // The transfer says the pin itself: one request does both.
  if (planned?.action === 'move') return { ...planned, pin, fields: [...planned.fields, field] };
  if (planned !== null) {
    return { ...planned, pin, fields: [...planned.fields, field], writes: [...planned.writes, ...writes] };
  }
  const address = recordAddress(pinned.campaignName, pinned.task.clientId);
  const loginUserId = change.address.slice('user:'.length);
  return {
    kind: 'record',
    address,
    action: 'update',
    reason: `off-boarding of ${loginUserId}: ${pin === '' ? 'pin cleared' : `goes to ${pin}`}`,
    source: change.source,
    fields: [field],
    writes,
    after: [],
    desired,
    recorded,
    observed: { presence: 'present', tasks: [pinned.task], observedAt: now, problem: null },
    marker: null,
    from: null,
    pin,
  };
}

/** Instead of letting a record go whose agent cannot be removed yet. */
export function keptRecorded({ address, source }: RecordChange, loginUserId: string): Verdict {
  const text = `stays recorded until ${loginUserId} is removed: it is pinned to this user`;
  return { address, kind: 'record', class: 'kept', code: null, text, fields: [], source };
}
