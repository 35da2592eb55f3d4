// A move: one transfer, never delete and add. At every moment one full copy exists:
//
//   keep the full copy -> in one turn: read both campaigns, transfer -> read both campaigns
//     -> put back what was lost on the way -> read it -> record under the new address -> drop the copy
//
// Both present or both absent after the transfer stops with the copy kept, and so does a restoring write that failed or
// cannot be seen: the next plan shows what is still to be put back. What others stored and arrived with another value is said, and
// the copy stays (diff/copies.ts). The source is never deleted by us.

import { pick } from '../../model/fields.ts';
import type { Campaign, ObservedTask, RecordedRecord } from '../../model/record.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { ApplyContext } from './context.ts';
import { applyRecord, proposedRecord } from './record.ts';
import { whatMoved } from './what-moved.ts';
import { keepQueue, withQueueName } from './queue.ts';
import { keepWork } from './keep-work.ts';
import { contentToPut } from './send-record.ts';
import type { TransferRecord, Turn } from '../../service/service.ts';
import { inTurn, openIntent } from './in-turn.ts';
import type { Intent } from './in-turn.ts';
import type { RecordChange } from '../change.ts';
import type { Note, Settlement } from '../settlement.ts';
import { TRANSFERRED } from '../asked.ts';
import { clearsPin, compareRecord } from '../diff/compare-record.ts';
import { changedKeys, copyToKeep, foreignKeys, lostItems } from '../diff/copies.ts';
import type { MoveCopy } from '../change.ts';
import { comesTrue } from './comes-true.ts';
import { because, locatingOf } from './locating.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';

/** Declared items that a transfer can set at once: the zone. */
const ROUTED_ITEMS = TRANSFERRED.filter((name) => RECORD_FIELDS[name].property === null);

interface Move {
  readonly from: Campaign;
  readonly to: Campaign;
  readonly clientId: string;
  readonly sourceAddress: string;
}

export async function applyMove(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  const { campaign, clientId, from } = change;
  if (from === null) throw new Error('a move comes from another campaign');
  const move: Move = { from: from.campaign, to: campaign, clientId, sourceAddress: from.address };
  if (!change.writes.includes('transferCampaignRecord')) return settleArrived(change, context, move);
  const copy = from.observed?.tasks[0];
  if (copy === undefined) throw new Error('a move is planned of what was seen');
  return transfer(change, context, { ...move, copy });
}

/** Null when the source is as the plan saw it, and its place in the target is free. The source is read last. */
async function unlessFree(change: RecordChange, turn: Turn, move: Move): Promise<Settlement | null> {
  const target = await turn.findRecord(move.to, move.clientId);
  if (target.kind !== 'done') return failed(change, target.problem);
  if (target.value.length > 0)
    return skippedBecause(change, 'target-occupied', 'the clientId appeared in the target campaign');
  const source = await turn.findRecord(move.from, move.clientId);
  if (source.kind !== 'done') return failed(change, source.problem);
  const moved = whatMoved({ observed: change.from?.observed ?? null }, source.value);
  return moved === null ? null : skippedBecause(change, 'moved', moved);
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
  const { recorder } = context;
  const { address, desired, recorded } = change;
  const proposed = proposedRecord(change, move.copy, context);
  const foreign = desired && recorded ? foreignKeys(move.copy, { desired, recorded }) : [];
  const kept = copyToKeep(move.copy, foreign, change.copy);
  const fromCampaign = move.from.campaignName;
  const intent = openIntent(context, { address, action: 'move', fromCampaign, proposed });
  const copyAs = (body: MoveCopy): Promise<void> => recorder.keepCopy({ address, savedAt: context.clock(), body });
  let isKept = false;
  const keeping = {
    begin: async () => {
      if (!isKept) await copyAs(kept);
      isKept = true;
      await intent.begin();
    },
  };
  const outcome = await inTurn(change, context, {
    intent: keeping,
    work: async (turn) => (await unlessFree(change, turn, move)) ?? turn.transferRecord(transferOf(change, move)),
  });
  if (
    'change' in outcome ||
    outcome.kind === 'not-done' ||
    (outcome.kind === 'done' && outcome.value === 'not-found')
  ) {
    await intent.settle(undefined);
    // One of an earlier move stays as it was.
    if (isKept) await (change.copy === undefined ? recorder.dropCopy(address) : copyAs(change.copy));
    if ('change' in outcome) return outcome;
    if (outcome.kind === 'not-done') return failed(change, outcome.problem);
    return skippedBecause(change, 'moved', 'disappeared from the source campaign');
  }
  return arrive({ ...change, copy: kept }, context, { ...move, kept, intent, proposed, because: because(outcome) });
}

function transferOf(change: RecordChange, move: Move & { copy: ObservedTask }): TransferRecord {
  const { items: _, ...properties } = contentToPut(change, move.copy);
  return {
    ...(change.desired && pick(change.desired, ROUTED_ITEMS)),
    ...properties,
    ...(clearsPin(change.fields) ? { preferredAgent: '' } : {}),
    ...(change.queueName !== undefined && { skillQueue: change.queueName }),
    ...locatingOf(change, move.copy),
    campaign: move.from,
    clientId: move.clientId,
    transferToCampaign: move.to.campaignName,
  };
}

interface Arrival extends Move {
  readonly copy: ObservedTask;
  readonly kept: MoveCopy;
  readonly intent: Intent;
  readonly proposed: RecordedRecord;
  /** Why the transfer was not answered as done. */
  readonly because: string;
}

/** Until both campaigns say that it stands in the new one alone, the intent stays open and the copy is kept. */
async function arrive(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  const { service, sleep } = context;
  let landed: ObservedTask | undefined;
  const hasMoved = await comesTrue(sleep, async () => {
    const target = await service.findRecord(arrival.to, arrival.clientId);
    const source = await service.findRecord(arrival.from, arrival.clientId);
    landed = target.kind === 'done' && target.value.length === 1 ? target.value[0] : undefined;
    return landed !== undefined && source.kind === 'done' && source.value.length === 0;
  });
  if (!hasMoved || landed === undefined) {
    const text = 'after the transfer the record is not in exactly one campaign; the full copy is kept';
    return unresolved(change, text + arrival.because);
  }
  if (isWhole(change, context, { landed })) return settleMove(change, context, { ...arrival, landed });
  if (landed.workAttempts > arrival.copy.workAttempts || landed.workedState !== arrival.copy.workedState) {
    return settleMove(change, context, { ...arrival, landed, notes: [TAKEN], isPartial: true });
  }
  return restore(change, context, { ...arrival, landed });
}

interface LandedMove extends Arrival {
  readonly landed: ObservedTask;
  readonly notes?: readonly Note[];
  /** Something is still to be put back: the copies stay. */
  readonly isPartial?: boolean;
}

/** What was lost is kept, and put back when it may be written. */
const TAKEN: Note = { kind: 'taken-on-the-way' };

/** Puts back what was lost, and believes it only when it can be read. Whatever happens, the copy outlives a doubt. */
async function restore(change: RecordChange, context: ApplyContext, arrival: LandedMove): Promise<Settlement> {
  const { service, sleep } = context;
  const put = { ...contentToPut(change, arrival.copy), items: contentToPut(change, arrival.landed).items };
  const outcome = await service.turn(async (turn) => {
    const fresh = await turn.findRecord(arrival.to, arrival.clientId);
    if (fresh.kind !== 'done') return fresh;
    const moved = whatMoved({ observed: { tasks: [arrival.landed] } }, fresh.value);
    return moved ?? turn.putRecord({ campaign: arrival.to, clientId: arrival.clientId, ...put });
  });
  if (typeof outcome === 'string') return settleMove(change, context, { ...arrival, notes: [TAKEN], isPartial: true });
  if (outcome.kind === 'not-done') {
    await arrival.intent.settle({ ...arrival.proposed, previewRecordId: arrival.landed.previewRecordId });
    return failed(change, outcome.problem);
  }
  const acting = { context, task: arrival.landed };
  const kept = (await keepWork(change, acting)) ?? (await keepQueue(change, acting));
  if (kept !== null && kept.kind !== 'applied') return kept;
  let { landed } = arrival;
  const isBack = await comesTrue(sleep, async () => {
    const target = await service.findRecord(arrival.to, arrival.clientId);
    const task = target.kind === 'done' && target.value.length === 1 ? target.value[0] : undefined;
    landed = task ?? landed;
    return task !== undefined && isWhole(change, context, { landed: task, sentOver: null });
  });
  if (!isBack)
    return unresolved(change, `moved; what was lost cannot be seen again; the full copy is kept${because(outcome)}`);
  const proposed = await withQueueName(arrival.proposed, change, { context, after: landed });
  return settleMove(change, context, { ...arrival, landed, proposed, notes: kept?.notes ?? [] });
}

async function settleMove(change: RecordChange, { recorder }: ApplyContext, arrival: LandedMove): Promise<Settlement> {
  await arrival.intent.settle({ ...arrival.proposed, previewRecordId: arrival.landed.previewRecordId });
  const changed = changedKeys(arrival.kept, arrival.landed, change);
  if (arrival.isPartial !== true && changed.length === 0) {
    await recorder.dropCopy(change.address);
    await recorder.dropCopy(arrival.sourceAddress);
  }
  const copies: readonly Note[] = changed.length > 0 ? [{ kind: 'copy-kept', keys: changed }] : [];
  return applied(change, ...(arrival.notes ?? []), ...copies);
}

/** Everything declared is as declared, and every item of others came along. */
function isWhole(
  change: RecordChange,
  context: ApplyContext,
  { landed, ...sent }: { readonly landed: ObservedTask; readonly sentOver?: null },
): boolean {
  const { desired, recorded, marker, copy } = change;
  if (desired === null || recorded === null || copy === undefined) return true;
  const facts = { desired, recorded, task: landed, marker, digest: context.digest, now: context.clock(), ...sent };
  return compareRecord(facts).fields.length === 0 && lostItems(copy, landed).length === 0;
}
