// A move: one transfer, never delete and add. At every moment one full copy exists:
//
//   keep the full copy -> in one turn: read both campaigns, transfer -> read both campaigns
//     -> put back what was lost on the way -> read it -> record under the new address -> drop the copy
//
// Both present or both absent after the transfer stops with the copy kept, and so does a restoring write that failed or
// cannot be seen: the next plan shows what is still to be put back. What others stored and arrived with another value is said, and
// the copy stays (diff/copies.ts). The source is never deleted by us.

import { pick } from '../../model/fields.ts';
import { isDeleted, isSameTask, stackIn } from '../../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../../model/record.ts';
import { RECORD_FIELDS } from '../../model/record-fields.ts';
import type { ApplyContext } from './context.ts';
import { inSource, settleArrived } from './move-arrived.ts';
import type { Move } from './move-arrived.ts';
import { applyRecord, proposedRecord } from './record.ts';
import { whatMoved } from './what-moved.ts';
import { putBack } from './put-back.ts';
import { withQueueName } from './queue.ts';
import { contentToPut, contested } from './send-record.ts';
import type { ServiceReader, TransferRecord, Turn } from '../../service/service.ts';
import { because, openIntent, write } from './write.ts';
import type { Intent } from './write.ts';
import type { RecordChange } from '../change.ts';
import type { Note, Settlement } from '../settlement.ts';
import { stateAsked, TRANSFERRED } from '../request-parts.ts';
import { hasPinEnded } from '../mover.ts';
import { mayHaveCome } from '../owner.ts';
import { clearsPin, compareRecord } from '../diff/compare-record.ts';
import { findStanding } from '../observe/named.ts';
import { findKnown } from '../observe/one.ts';
import type { SeenTasks } from '../observe/named.ts';
import { givesWay } from '../observe/standing.ts';
import { changedKeys, copyToKeep, foreignKeys, lostItems } from '../diff/copies.ts';
import type { MoveCopy } from '../change.ts';
import { comesTrue } from './comes-true.ts';
import { recordDigests } from '../fields.ts';
import { locatingOf, puttingOf } from './locating.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';

/** Declared items that a transfer can set at once: the zone. */
const ROUTED_ITEMS = TRANSFERRED.filter((name) => RECORD_FIELDS[name].property === null);

export async function applyMove(change: RecordChange, context: ApplyContext): Promise<Settlement> {
  const { campaign, clientId, from } = change;
  if (from === null) throw new Error('a move comes from another campaign');
  const move: Move = { from: from.campaign, to: campaign, clientId, sourceAddress: from.address };
  if (!change.writes.includes('transferCampaignRecord')) return settleArrived(change, context, move);
  const copy = from.observed?.tasks[0];
  if (copy === undefined) throw new Error('a move is planned of what was seen');
  return transfer(change, context, { ...move, copy });
}

/**
 * Null when the source is as the plan saw it, and its place in the target is free. A turn asks one after the other: of both in turns, so that
 * what was read of either is followed by one reading of the other at most. The source is read last.
 */
async function unlessFree(change: RecordChange, turn: Turn, move: Move): Promise<Settlement | null> {
  const observed = change.from?.observed ?? null;
  const [target, source] = await Promise.all([
    turn.findRecord(move.to, move.clientId),
    findStanding(turn, inSource(move), observed?.tasks[0]?.previewRecordId),
  ]);
  if (target.kind !== 'done') return failed(change, target.problem);
  if (!target.value.every((task) => isDeleted(task) && givesWay(task, waySaid(change))))
    return skippedBecause(change, 'target-occupied', 'the clientId appeared in the target campaign');
  if (source.kind !== 'done') return failed(change, source.problem);
  const moved = whatMoved({ observed }, source.value);
  return moved === null ? null : skippedBecause(change, 'moved', moved);
}

function waySaid({ desired, former, marker, recorded }: RecordChange): Parameters<typeof givesWay>[1] {
  const stacks = [marker, recorded?.marker ?? null].flatMap((each) => (each === null ? [] : stackIn(each)));
  return { desired, former, stacks };
}

/** In the new campaign. What was deleted there may still be shown, and hide what is `known` to have come; what is to move is not at its end. */
async function standingThere({ to, clientId }: Move, reader: ServiceReader, known?: string): Promise<SeenTasks> {
  const seen = await findKnown(reader, { campaign: to, clientId, known });
  if (seen.kind !== 'done') return seen;
  return { kind: 'done', value: seen.value.filter((task) => !isDeleted(task)), isBeside: seen.value.some(isDeleted) };
}

async function transfer(
  change: RecordChange,
  context: ApplyContext,
  move: Move & { copy: ObservedTask },
): Promise<Settlement> {
  const { recorder, service } = context;
  const { address, desired, recorded } = change;
  const proposed = proposedRecord(change, move.copy, context);
  const foreign = desired && recorded ? foreignKeys(move.copy, { desired, recorded }) : [];
  const kept = copyToKeep(move.copy, foreign, change.copy);
  const fromCampaign = move.from.campaignName;
  const intent = openIntent(context, { address, action: 'move', fromCampaign, proposed });
  const copyAs = (body: MoveCopy): Promise<void> => recorder.keepCopy({ address, savedAt: context.clock(), body });
  let isKept = false;
  const begin = async (): Promise<void> => {
    if (!isKept) await copyAs(kept);
    isKept = true;
    await intent.begin();
  };
  let landed = move.copy;
  const isShown = async (): Promise<boolean> => {
    const target = await standingThere(move, service);
    const source = await findKnown(service, { ...inSource(move), known: move.copy.previewRecordId });
    const [task, twin] = target.kind === 'done' ? target.value : [];
    landed = task ?? landed;
    // Where readings lag, one of others may be shown alone before ours is.
    if (task !== undefined && !mayHaveCome(task, kept)) return false;
    // Another task of the clientId may have been loaded there since: it is not the one that moved.
    const isGone = source.kind === 'done' && !source.value.some((each) => isSameTask(each, move.copy));
    return task !== undefined && twin === undefined && isGone;
  };
  const unseen = `after the transfer the record is not seen in ${move.to.campaignName} alone; the full copy is kept`;
  const written = await write(change, context, {
    intent: { begin },
    look: (turn) => unlessFree(change, turn, move),
    send: (turn) => turn.transferRecord(transferOf(change, move)),
    effect: { isShown, always: true, unseen },
  });
  if ('outcome' in written)
    return arrive({ ...change, copy: kept }, context, { ...move, kept, intent, proposed, landed });
  if (written.ended.kind === 'unresolved') return written.ended;
  await intent.settle(undefined);
  const found = contested(change, written.ended);
  if (found !== undefined) await recorder.record(move.sourceAddress, found);
  // One of an earlier move stays as it was.
  if (isKept) await (change.copy === undefined ? recorder.dropCopy(address) : copyAs(change.copy));
  return written.ended;
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
  /** As it stands in its new campaign. */
  readonly landed: ObservedTask;
  readonly notes?: readonly Note[];
  /** Something is still to be put back: the copies stay. */
  readonly isPartial?: boolean;
}

async function arrive(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  const { landed, copy } = arrival;
  if (isWhole(change, context, { landed })) return settleMove(change, context, arrival);
  const isTaken = landed.workAttempts > copy.workAttempts || landed.workedState !== copy.workedState;
  return isTaken ? settleTaken(change, context, arrival) : restore(change, context, arrival);
}

/** An agent has it: what was lost is kept, and put back when it may be written. */
function settleTaken(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  return settleMove(change, context, { ...arrival, notes: [{ kind: 'taken-on-the-way' }], isPartial: true });
}

/** Puts back what was lost, and believes it only when it can be read. Whatever happens, the copy outlives a doubt. */
async function restore(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  const { service, sleep } = context;
  const { to: campaign, clientId } = arrival;
  const { previewRecordId } = arrival.landed;
  const put = lostOn(change, context, arrival);
  let [isTaken, isBeside] = [false, false];
  const written = await write(change, context, {
    look: async (turn) => {
      const fresh = await standingThere(arrival, turn, previewRecordId);
      if (fresh.kind === 'unknown') return unresolved(change, UNSEEN + because(fresh));
      if (fresh.kind !== 'done') return failed(change, fresh.problem);
      isTaken = whatMoved({ observed: { tasks: [arrival.landed] } }, fresh.value) !== null;
      isBeside = fresh.isBeside ?? false;
      return isTaken ? applied(change) : null;
    },
    send: (turn) => turn.putRecord({ campaign, clientId, ...puttingOf(change, arrival.landed, isBeside), ...put }),
    effect: null,
  });
  if (isTaken) return settleTaken(change, context, arrival);
  if ('ended' in written) {
    if (written.ended.kind === 'failed') await arrival.intent.settle({ ...arrival.proposed, previewRecordId });
    return written.ended;
  }
  const kept = await putBack(change, { context, task: arrival.landed });
  if (kept !== null && kept.kind !== 'applied') return kept;
  let { landed } = arrival;
  const isBack = await comesTrue(sleep, async () => {
    const target = await standingThere(arrival, service, previewRecordId);
    const task = target.kind === 'done' && target.value.length === 1 ? target.value[0] : undefined;
    landed = task ?? landed;
    return task !== undefined && isWhole(change, context, { landed: task, sentOver: null });
  });
  if (!isBack) return unresolved(change, UNSEEN + because(written.outcome));
  const proposed = await withQueueName(arrival.proposed, change, { context, after: landed });
  return settleMove(change, context, { ...arrival, landed, proposed, notes: kept?.notes ?? [] });
}

/** The transfer has sent the pin: gone, and over as the task will stand, it was not lost on the way, and is not sent again. */
function lostOn(
  change: RecordChange,
  { clock }: ApplyContext,
  { landed, copy }: Arrival,
): ReturnType<typeof contentToPut> {
  const { preferredAgent, ...put } = contentToPut(change, copy);
  const { items } = contentToPut(change, landed);
  const isOver = hasPinEnded({ ...landed, ...put, preferredAgent: landed.preferredAgent }, clock());
  return { ...put, items, ...(preferredAgent !== undefined && !isOver && { preferredAgent }) };
}

const UNSEEN = 'moved; what was lost cannot be seen again; the full copy is kept';

async function settleMove(change: RecordChange, context: ApplyContext, arrival: Arrival): Promise<Settlement> {
  const { recorder } = context;
  await arrival.intent.settle({ ...arrival.proposed, previewRecordId: arrival.landed.previewRecordId });
  const changed = changedKeys(arrival.kept, arrival.landed, change);
  if (arrival.isPartial !== true && changed.length === 0) {
    await recorder.dropCopy(change.address);
    await recorder.dropCopy(arrival.sourceAddress);
  }
  const copies: readonly Note[] = changed.length > 0 ? [{ kind: 'copy-kept', keys: changed }] : [];
  const settlement = arrival.isPartial === true ? applied(change) : await withState(change, context, arrival);
  return settlement.kind === 'applied' ? applied(change, ...(arrival.notes ?? []), ...copies) : settlement;
}

/** The state that its line asks for, once it stands there and is recorded there. */
async function withState(
  change: RecordChange,
  context: ApplyContext,
  { landed, proposed }: Arrival,
): Promise<Settlement> {
  if (stateAsked(change) === undefined || change.observed === null) return applied(change);
  const { copy: _, resent: __, ...rest } = change;
  const observed = { ...change.observed, presence: 'present', tasks: [landed] } as const;
  const recorded = { ...proposed, previewRecordId: landed.previewRecordId };
  const parts = { action: 'update', writes: ['changeCampaignRecordStatus'], from: null, observed, recorded } as const;
  return { ...(await applyRecord({ ...rest, ...parts }, context)), change };
}

/** Everything declared is as declared, and every item of others came along. */
function isWhole(
  change: RecordChange,
  context: ApplyContext,
  { landed, ...sent }: { readonly landed: ObservedTask; readonly sentOver?: null },
): boolean {
  const { desired, recorded, marker, copy } = change;
  if (desired === null || recorded === null || copy === undefined) return true;
  const { digest, clock } = context;
  // What was just sent may be over already (a pin), or not be shown (a zone): then nothing was lost on the way.
  const declared = recordDigests(desired, digest);
  const just = sent.sentOver === null ? declared : pick(declared, ['preferredAgent']);
  const known = { ...recorded, digests: { ...recorded.digests, ...just } };
  const facts = { desired, recorded: known, task: landed, marker, digest, now: clock(), ...sent };
  return compareRecord(facts).fields.length === 0 && lostItems(copy, landed).length === 0;
}
