// Writes that were about to leave when an earlier run ended: settled by what is observed now, before anything is planned.
// Nothing is resent. What cannot be read stays open and is reported. What is known of each: intent-fate.ts.

import { clientIdOf, isRecord, isUser, recordAddress } from '../../model/address.ts';
import type { WorkedState } from '../../model/record.ts';
import type { ObservedState, OpenIntent, RecordedObject, RecordedState } from '../../model/state.ts';
import type { RecordedUser } from '../../model/user.ts';
import { contentOf } from '../fields.ts';
import { provenanceIn } from '../marker.ts';
import { ownerOf } from '../owner.ts';
import { asRemoved } from './removed.ts';
import { arrivedIn, settleIntent, shownIn } from './intent-fate.ts';
import type { IntentFacts } from './intent-fate.ts';
import { withWork } from './used-up.ts';

export interface SettledIntent {
  readonly intent: OpenIntent;
  /** As Recorder.settle: the object, null for "no longer recorded", undefined for "stays as it was". */
  readonly recorded: RecordedObject | null | undefined;
  /**
   * A create of which another rule may withhold the repetition: under its clientId a task stands that nobody can tell from ours (an intake
   * file may have overwritten what it made), or nothing yet. It stays in recorded state, for the plan after it: without, who was called
   * through it would be added again, and what comes late would be a marker of ours without state.
   */
  readonly stays?: true;
}

export interface SettledIntents {
  readonly settled: readonly SettledIntent[];
  /** The recorded state after settling; intents that stay open remain in it. */
  readonly recorded: RecordedState;
  /** Those of them that may still be carried out, though nothing is seen of them: creating again is no harm. */
  readonly mayCome: ReadonlySet<OpenIntent>;
  /** Those of which nobody knows whether they left: creating again may call a customer twice. */
  readonly interrupted: ReadonlySet<OpenIntent>;
  /** Of updates that were cut off: the state that the task had, and is not in any more. */
  readonly resets: ReadonlyMap<OpenIntent, WorkedState>;
}

export function settleIntents(recorded: RecordedState, observed: ObservedState, at: IntentFacts): SettledIntents {
  const objects = new Map(recorded.objects);
  const removed = recorded.removed && new Map(recorded.removed);
  const settled: SettledIntent[] = [];
  const open: OpenIntent[] = [];
  const mayCome = new Set<OpenIntent>();
  const interrupted = new Set<OpenIntent>();
  const resets = new Map<OpenIntent, WorkedState>();
  const held = Map.groupBy(objects.keys(), clientIdOf);
  for (const intent of recorded.openIntents) {
    const verdict = settleIntent(intent, { before: objects.get(intent.address), observed, at: { ...at, held } });
    if (typeof verdict === 'object') {
      open.push(intent);
      resets.set(intent, verdict.resetFrom);
      continue;
    }
    if (verdict === 'open' || verdict === 'may-come' || verdict === 'interrupted') {
      open.push(intent);
      if (verdict === 'may-come') mayCome.add(intent);
      if (verdict === 'interrupted') interrupted.add(intent);
      continue;
    }
    const before = objects.get(intent.address);
    const found = verdict === 'done' ? asFound(intent, observed, at) : afterNotDone(intent, before, at);
    const outcome = found === null && removed !== undefined ? asRemoved(before ?? null, at.now) : found;
    const stays = outcome === undefined && isOnlySign(intent, before, { observed, wanted: at.wanted });
    settled.push({ intent, recorded: outcome, ...(stays && { stays }) });
    if (outcome?.removedAt !== undefined) {
      objects.delete(intent.address);
      removed?.set(intent.address, outcome);
      continue;
    }
    if (outcome === null) objects.delete(intent.address);
    if (outcome) objects.set(intent.address, outcome);
    if (outcome && intent.fromCampaign !== null && isRecord(outcome)) {
      objects.delete(recordAddress(intent.fromCampaign, outcome.clientId));
    }
  }
  return {
    settled,
    recorded: { objects, openIntents: open, ...(removed && { removed }) },
    mayCome,
    interrupted,
    resets,
  };
}

function isOnlySign(
  { action, address }: OpenIntent,
  before: RecordedObject | undefined,
  { observed, wanted }: Pick<IntentFacts, 'wanted'> & { readonly observed: ObservedState },
): boolean {
  const presence = observed.records.get(address)?.presence;
  return (
    action === 'create' &&
    before === undefined &&
    (presence === 'present' || (presence === 'absent' && wanted.has(address)))
  );
}

function asFound(intent: OpenIntent, observed: ObservedState, at: IntentFacts): RecordedObject | null {
  const { proposed: sent, action } = intent;
  if (sent === null) return null;
  if (isRecord(sent)) {
    const record = observed.records.get(sent.address);
    const [shown] = record === undefined ? [] : shownIn(record);
    const task = action === 'move' ? arrivedIn(record, intent, at) : (record?.tasks[0] ?? shown);
    if (task === undefined) return sent;
    // Nothing is compared with a task of which the rest could not be read: that an agent had it is recorded here.
    const proposed = task === shown ? withWork(sent, task) : sent;
    // Seen because it was asked for by itself: so is what is asked about it.
    const twice = record !== undefined && record.tasks.length > 1 ? { contested: true as const } : {};
    // Only a transfer may give the task another id: beside any other write, another id is another task. Of one without an id what stands
    // there may be that of others.
    const isTheirs = action === 'update' && ownerOf(task, { ...at, ...proposed, recorded: proposed }).kind !== 'ours';
    const isNewId = action === 'move' || (proposed.previewRecordId === '' && !isTheirs);
    const { previewRecordId } = isNewId ? task : proposed;
    // Of a create that Pulumi's engine remembers it is known that it sent a marker, and not which: it says who made the task.
    const marker = proposed.marker === '' ? contentOf(task, proposed.clientIdFieldName).marker : null;
    const found = { ...proposed, previewRecordId, ...twice };
    return marker === null ? found : { ...found, marker, provenance: provenanceIn(marker) };
  }
  const connectUserId = observed.users.get(sent.address)?.connectUserId ?? null;
  return action === 'create' ? foundUser(sent, connectUserId, at.now) : { ...sent, connectUserId };
}

/**
 * A user who is found after a create without an answer is most likely ours, and may be somebody else's all the same: taken over as
 * adopted, and marked. While a line wants it nothing more is asked; once none does, a person decides: neither deleted nor released is
 * what may be ours or not.
 */
export function foundUser(proposed: RecordedUser, connectUserId: string | null, foundAt: number): RecordedUser {
  return { ...proposed, connectUserId, provenance: { ...proposed.provenance, service: 'adopted' }, foundAt };
}

/**
 * A create of somebody who stays recorded was a restore. Which task a write was about stays known: another id is another task; and so does
 * that an agent had it, which an update may have set back.
 */
function afterNotDone(
  { action, proposed }: OpenIntent,
  before: RecordedObject | undefined,
  { now }: IntentFacts,
): RecordedObject | undefined {
  if (action === 'create') return isUser(before) ? asNotRestored(before, now) : undefined;
  if (!isRecord(before) || !isRecord(proposed)) return undefined;
  const isCalled = action === 'update' && proposed.worked.attempts > before.worked.attempts;
  if (before.previewRecordId !== '' && !isCalled) return undefined;
  const previewRecordId = before.previewRecordId || proposed.previewRecordId;
  return { ...before, previewRecordId, ...(isCalled && { worked: proposed.worked }) };
}

/**
 * Somebody who is gone, and whose restore was refused, or not answered and not carried out. The receipt stays, so that the next
 * plan is a restore again; who is found there later was made by somebody else.
 */
export function asNotRestored(recorded: RecordedUser, restoreFailedAt: number): RecordedUser {
  return { ...recorded, restoreFailedAt };
}
