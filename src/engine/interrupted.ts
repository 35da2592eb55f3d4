// A create of ours whose run was interrupted, as Pulumi's engine remembers it: what it may take over, and on what evidence.

import { isRecord, isUser } from '../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import type { Digest, OpenIntent } from '../model/state.ts';
import type { DesiredPresentUser, DesiredUser, RecordedUser } from '../model/user.ts';
import { recordDigests, userDigests } from '../reconcile/fields.ts';

/**
 * As the plan sees a create that was not answered, from the inputs it was sent with. Whose a user is shows nowhere, so nothing is
 * concluded from what was sent; of a record without a marker the data that were sent must be shown.
 */
export function unansweredCreate(desired: DesiredUser | DesiredRecord, digest: Digest, at: number): OpenIntent[] {
  return createIntent(desired, isUser(desired) ? {} : sentBy(desired, digest), at);
}

/** The same for a create whose run was cut off: whether a record's request left is not known then. */
export function interruptedCreate(desired: DesiredUser | DesiredRecord, digest: Digest, at: number): OpenIntent[] {
  return unansweredCreate(desired, digest, at).map(asInterrupted);
}

export function asInterrupted(intent: OpenIntent): OpenIntent {
  return isRecord(intent.proposed) ? { ...intent, interrupted: true } : intent;
}

/**
 * The engine's pending create as our open intent: seen now, it was ours (a record also needs our marker, where there are
 * markers). `digests`: of the values sent, or empty where they cannot be known; then nothing is concluded from them.
 */
export function createIntent(
  desired: DesiredUser | Claimed,
  digests: Readonly<Record<string, string>>,
  at: number,
): OpenIntent[] {
  if ('loginUserId' in desired && desired.ensure === 'absent') return [];
  const proposed = 'loginUserId' in desired ? claimedUser(desired, digests) : claimedRecord(desired, digests);
  const { address } = desired;
  return [
    {
      id: `create ${address}`,
      address,
      action: 'create',
      fromCampaign: null,
      at,
      proposed: { ...proposed, recordedAt: at },
    },
  ];
}

/** Of a record that no file names any more no more than its name is known. */
type Claimed = Pick<DesiredRecord, 'address' | 'campaign' | 'clientId'> &
  Partial<Pick<DesiredRecord, 'reissue' | 'preferredAgent'>>;

function claimedUser(desired: DesiredPresentUser, digests: Readonly<Record<string, string>>): RecordedUser {
  const { address, loginUserId, createInBackend, onRemove, offboard } = desired;
  const mayTakeOver = desired.adopt || desired.behaviorIfInBackend === 'ALLOW';
  const made = mayTakeOver ? 'adopted' : 'created';
  const provenance = { service: 'created', backend: createInBackend ? made : 'none' } as const;
  const known = { address, loginUserId, provenance, digests, offboard };
  return { ...known, kind: 'user', connectUserId: null, onRemove: onRemove ?? null, recordedAt: 0 };
}

function claimedRecord(desired: Claimed, digests: Readonly<Record<string, string>>): RecordedRecord {
  const { address, campaign, clientId, reissue = '' } = desired;
  return {
    kind: 'record',
    address,
    campaignName: campaign.campaignName,
    clientId,
    clientIdFieldName: campaign.clientIdFieldName,
    provenance: 'created',
    previewRecordId: '',
    marker: campaign.marker ? '' : null,
    digests,
    consumed: null,
    reissue,
    worked: { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: desired.preferredAgent ?? null,
    recordedAt: 0,
  };
}

/** Digests of what a create of this declaration sends. */
function sentBy(desired: DesiredUser | DesiredRecord, digest: Digest): Record<string, string> {
  if (isRecord(desired)) return recordDigests(desired, digest);
  return desired.ensure === 'present' ? userDigests(desired, digest) : {};
}
