// Small values of the model for the situations on the semantics page, by the builders of the tests: one person, one campaign, one task.

import type { Campaign, DesiredRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import type { ObservedState, RecordedObject } from '../../src/core/model/state.ts';
import type { DesiredPresentUser, DesiredUser, RecordedUser } from '../../src/core/model/user.ts';
import { itemsToSend } from '../../src/core/reconcile/diff/compare-record.ts';
import type { DiffInput } from '../../src/core/reconcile/diff/input.ts';
import { markerOf } from '../../src/core/reconcile/marker.ts';
import * as built from '../../test/support/values.ts';

export { aLeaver as leaver, aUser as wanted, digest, NOW, seenRecord as seen } from '../../test/support/values.ts';
export { seenUser, UNREAD } from '../../test/support/values.ts';

export const MINUTE = 60 * 1000;
export const ANA = 'ana@example.com';
export const BEN = 'ben@example.com';

export interface Sides {
  readonly desired?: readonly (DesiredUser | DesiredRecord | undefined)[];
  readonly recorded?: readonly (RecordedObject | undefined)[];
  readonly observed: Partial<ObservedState>;
}

/** What the differ is told. */
export function factsOf({ desired = [], recorded = [], observed }: Sides): DiffInput {
  return {
    desired: built.desiredState(...desired.filter((each) => each !== undefined)),
    recorded: built.recordedState(...recorded.filter((each) => each !== undefined)),
    observed: built.observedState(observed),
    lineage: built.LINEAGE,
    digest: built.digest,
    now: built.NOW,
  };
}

/** As it stands on this customer of Summer. */
export function markerFor(
  clientId: string,
  made: 'created' | 'adopted' = 'created',
  stack = built.LINEAGE.stack,
): string {
  return markerOf(stack, { campaignName: 'Summer', clientId }, made);
}

export const recordedUser = (of: DesiredPresentUser, parts: Partial<RecordedUser> = {}): RecordedUser =>
  built.recordedUser(of, { recordedAt: built.NOW, ...parts });

export const campaign = (parts: Partial<Campaign> = {}): Campaign =>
  built.aCampaign({ campaignName: 'Summer', ...parts });

export const declared = (parts: Partial<DesiredRecord> = {}): DesiredRecord =>
  built.aRecord({ campaign: campaign(), ...parts });

/** As the service shows it after it was written as declared, with this marker. */
export function taskOf(
  desired: DesiredRecord,
  parts: Partial<ObservedTask> = {},
  marker?: string | null,
): ObservedTask {
  const items = marker === undefined ? {} : { items: itemsToSend({ desired, recorded: null, task: null, marker }) };
  const createdTime = built.NOW - 5 * MINUTE;
  return built.taskOf(desired, { previewRecordId: 'p-1', createdTime, ...items, ...parts });
}

export const recordedRecord = (of: DesiredRecord, parts: Partial<RecordedRecord> = {}): RecordedRecord =>
  built.recordedRecord(of, { previewRecordId: 'p-1', recordedAt: built.NOW, ...parts });
