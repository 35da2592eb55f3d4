// A create of ours whose run was interrupted, as Pulumi's engine remembers it: what it may take over, and on what evidence.

import { isRecord, isUser } from '../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import type { Digest, OpenIntent } from '../model/state.ts';
import type { DesiredPresentUser, DesiredUser, RecordedUser } from '../model/user.ts';
import { pick } from '../model/fields.ts';
import { recordDigests } from '../reconcile/fields.ts';

/**
 * As the plan sees a create that was not answered, from the inputs it was sent with: seen now, it was ours (a record also needs our
 * marker, where there are markers). Whose a user is shows nowhere, so nothing is concluded from what was sent; of a record without a
 * marker the data that were sent must be shown.
 */
export function unansweredCreate(desired: DesiredUser | DesiredRecord, digest: Digest, at: number): OpenIntent[] {
  if (isUser(desired) && desired.ensure === 'absent') return [];
  const proposed = isUser(desired) ? claimedUser(desired) : claimedRecord(desired, recordDigests(desired, digest));
  const { address } = desired;
  const intent = { id: `create ${address}`, address, action: 'create', fromCampaign: null, at } as const;
  return [{ ...intent, proposed: { ...proposed, recordedAt: at } }];
}

/** The same for a create whose run was cut off: whether a record's request left is not known then. */
export function interruptedCreate(desired: DesiredUser | DesiredRecord, digest: Digest, at: number): OpenIntent[] {
  const intents = unansweredCreate(desired, digest, at);
  return isRecord(desired) ? intents.map((intent) => ({ ...intent, interrupted: true })) : intents;
}

function claimedUser(desired: DesiredPresentUser): RecordedUser {
  const { address, loginUserId, createInBackend, onRemove, offboard } = desired;
  const mayTakeOver = desired.adopt || desired.behaviorIfInBackend === 'ALLOW';
  const made = mayTakeOver ? 'adopted' : 'created';
  const provenance = { service: 'created', backend: createInBackend ? made : 'none' } as const;
  const known = { address, loginUserId, provenance, digests: {}, offboard };
  return { ...known, kind: 'user', connectUserId: null, onRemove: onRemove ?? null, recordedAt: 0 };
}

export function claimedRecord(desired: DesiredRecord, digests: Readonly<Record<string, string>>): RecordedRecord {
  const { address, adopt, campaign, clientId, reissue } = desired;
  return {
    kind: 'record',
    address,
    campaignName: campaign.campaignName,
    clientId,
    clientIdFieldName: campaign.clientIdFieldName,
    ...pick(campaign, ['region']),
    // Whether it was made or taken over nothing but a marker tells.
    provenance: adopt ? 'adopted' : 'created',
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
