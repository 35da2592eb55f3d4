// A move: one transfer, never delete and add (design, "Records"; R15, R16). At every moment one full copy exists:
//
//   keep the full copy -> check the target is free -> transfer -> read both campaigns
//     -> put back what was lost on the way -> record under the new address -> drop the copy
//
// Both present or both absent after the transfer stops with the copy kept. The source is never deleted by us.

import { recordAddress } from '../model/address.ts';
import type { Campaign, ObservedTask, RecordedRecord } from '../model/record.ts';
import type { ApplyContext } from './apply.ts';
import { applyRecord, contentToPut, proposedRecord, whatMoved } from './apply-record.ts';
import type { RecordChange, Settlement } from './change.ts';
import { clearsPin, compareRecord } from './compare-record.ts';
import { contentOf } from './fields.ts';
import { campaignOf } from './record-diff.ts';
import { applied, comesTrue, failed, skippedBecause, unresolved } from './settlement.ts';

interface Move {
  readonly from: Campaign;
  readonly to: Campaign;
  readonly clientId: string;
  readonly sourceAddress: string;
}

export async function applyMove(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  const { recorded, desired } = change;
  if (recorded === null || desired === null) throw new Error('a move needs a declared and a recorded record');
  const move: Move = {
    from: {
      ...desired.campaign,
      campaignName: recorded.campaignName,
      clientIdFieldName: recorded.clientIdFieldName,
      intake: true,
    },
    to: campaignOf(change),
    clientId: desired.clientId,
    sourceAddress: recordAddress(recorded.campaignName, desired.clientId),
  };
  if (!change.writes.includes('transferCampaignRecord')) return settleArrived(change, context, move);
  const source = await context.service.findRecord(move.from, move.clientId);
  const target = await context.service.findRecord(move.to, move.clientId);
  if (source.kind !== 'done') return failed(change, source.problem);
  if (target.kind !== 'done') return failed(change, target.problem);
  if (target.value.length > 0)
    return skippedBecause(change, 'target-occupied', 'the clientId appeared in the target campaign');
  const moved = whatMoved({ observed: change.from?.observed ?? null }, source.value);
  const copy = source.value[0];
  if (moved !== null || copy === undefined)
    return skippedBecause(change, 'moved', moved ?? 'disappeared from the source campaign');
  return transfer(change, context, { ...move, copy });
}

/** The record already stands in its new campaign: only the bookkeeping and what was lost are left. */
async function settleArrived(change: RecordChange, context: ApplyContext, move: Move): Promise<Settlement> {
  const settlement = await applyRecord({ ...change, action: 'adopt' }, context);
  if (settlement.kind === 'applied') await context.recorder.record(move.sourceAddress, null);
  return { ...settlement, change };
}

async function transfer(
  change: RecordChange,
  context: ApplyContext,
  move: Move & { copy: ObservedTask },
): Promise<Settlement> {
  const { recorder, service } = context;
  const proposed = proposedRecord(change, move.copy, context);
  await recorder.keepCopy({ address: move.sourceAddress, savedAt: context.clock(), body: move.copy });
  const intent = await recorder.intend({
    address: change.address,
    action: 'move',
    fromCampaign: move.from.campaignName,
    at: context.clock(),
    proposed,
  });
  const { preferredAgent, nextEarliestWorkTime } = contentToPut(change, move.copy);
  const outcome = await service.transferRecord({
    campaign: move.from,
    clientId: move.clientId,
    transferToCampaign: move.to.campaignName,
    ...(change.desired?.skillQueue === undefined ? {} : { skillQueue: change.desired.skillQueue }),
    ...(change.desired?.timeZone === undefined ? {} : { timeZone: change.desired.timeZone }),
    ...(clearsPin(change.fields) ? { preferredAgent: '' } : preferredAgent === undefined ? {} : { preferredAgent }),
    ...(nextEarliestWorkTime === undefined ? {} : { nextEarliestWorkTime }),
  });
  if (outcome.kind === 'not-done' || (outcome.kind === 'done' && outcome.value === 'not-found')) {
    await recorder.settle(intent, undefined);
    await recorder.dropCopy(move.sourceAddress);
    if (outcome.kind === 'not-done') return failed(change, outcome.problem);
    return skippedBecause(change, 'moved', 'disappeared from the source campaign');
  }
  return arrive(change, context, { ...move, intent, proposed });
}

type Arrival = Move & { readonly copy: ObservedTask; readonly intent: string; readonly proposed: RecordedRecord };

async function arrive(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  const { service, recorder, sleep } = context;
  let landed: ObservedTask | undefined;
  const hasMoved = await comesTrue(sleep, async () => {
    const target = await service.findRecord(arrival.to, arrival.clientId);
    const source = await service.findRecord(arrival.from, arrival.clientId);
    landed = target.kind === 'done' && target.value.length === 1 ? target.value[0] : undefined;
    return landed !== undefined && source.kind === 'done' && source.value.length === 0;
  });
  if (!hasMoved || landed === undefined) {
    return unresolved(change, 'after the transfer the record is not in exactly one campaign; the full copy is kept');
  }
  if (lostSomething(change, context, { landed, copy: arrival.copy })) {
    const content = contentToPut(change, { ...arrival.copy, clientId: arrival.clientId });
    const restored = await service.putRecord({ campaign: arrival.to, clientId: arrival.clientId, ...content });
    if (restored.kind !== 'done')
      return unresolved(change, 'moved, but what was lost could not be put back; the full copy is kept');
  }
  await recorder.settle(arrival.intent, { ...arrival.proposed, previewRecordId: landed.previewRecordId });
  await recorder.dropCopy(arrival.sourceAddress);
  return applied(change);
}

/** Declared fields that differ, or items of others that did not come along. */
function lostSomething(
  change: RecordChange,
  context: ApplyContext,
  seen: { readonly landed: ObservedTask; readonly copy: ObservedTask },
): boolean {
  const { desired, recorded, marker } = change;
  if (desired === null || recorded === null) return false;
  const facts = { desired, recorded, task: seen.landed, marker, digest: context.digest, now: context.clock() };
  if (compareRecord(facts).fields.length > 0) return true;
  const landed = new Set(contentOf(seen.landed, desired.campaign.clientIdFieldName).data.map((item) => item.key));
  const declared = new Set(desired.data.map((item) => item.key));
  return contentOf(seen.copy, recorded.clientIdFieldName).data.some(
    (item) => !landed.has(item.key) && !declared.has(item.key) && recorded.digests[`data.${item.key}`] === undefined,
  );
}
