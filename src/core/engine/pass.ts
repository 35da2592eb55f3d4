// One pass over any part of the three states: settle what an earlier run left open, compare, leave out what stays open, apply.
//
//   command                 everything, or what `--only` names      recorder: the ledger
//   one Pulumi resource     one user, one record, or one shard      recorder: memory; the engine keeps what is answered
//
// Comparing is pure; applying acts only through the service and the recorder that are handed in.

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DoNotCall } from '../model/do-not-call.ts';
import type { Lineage } from '../model/identity.ts';
import { goesOn } from '../model/record.ts';
import type { Digest, ObservedState, OpenIntent, RecordedObject, RecordedState } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { applyChanges } from '../reconcile/apply/apply.ts';
import { confirmCreated } from '../reconcile/apply/confirm.ts';
import type { ApplyContext } from '../reconcile/apply/context.ts';
import type { ApplyResult, OnProgress } from '../reconcile/settlement.ts';
import { addsUser } from '../reconcile/change.ts';
import type { Change } from '../reconcile/change.ts';
import { copiesWithin, finishedCopies, readCopies } from '../reconcile/diff/copies.ts';
import type { PinCheck } from '../reconcile/diff/agents.ts';
import { diff } from '../reconcile/diff/diff.ts';
import type { UnrecordedCampaigns } from '../reconcile/diff/unrecorded.ts';
import type { Diff } from '../reconcile/diff/diff.ts';
import { repinSeen } from '../reconcile/diff/repin.ts';
import type { PinMove } from '../reconcile/diff/repin.ts';
import { forEachParallel } from '../reconcile/observe/parallel.ts';
import { settleIntents } from '../reconcile/diff/open-intents.ts';
import type { SettledIntent, SettledIntents } from '../reconcile/diff/open-intents.ts';
import { unsettledVerdicts } from '../reconcile/plan/plan.ts';
import { heldIn } from '../reconcile/plan/count-recorded.ts';
import { withSettled } from '../reconcile/plan/scope.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import type { Recorder, SavedCopy } from '../state/recorder.ts';

export interface Part extends Scope {
  /** Full copies kept of records on the way. */
  readonly copies: readonly SavedCopy[];
  /** Tasks taken from a leaver in this run, by the address of their record. Default: those that the comparison finds. */
  readonly pins?: ReadonlyMap<Address, PinMove>;
  /** Recorded elsewhere under another spelling of a clientId; null: perhaps sent. */
  readonly beside?: ReadonlyMap<Address, RecordedObject | null>;
  /** Everything, where this is a part of it: what is ours, and who stays, does not depend on the part. */
  readonly whole?: Scope;
}

export interface CompareInput {
  readonly lineage: Lineage;
  readonly digest: Digest;
  /** Of the target; missing: every field of a user counts. */
  readonly identity?: Target['identity'];
  /** Epoch milliseconds. */
  readonly now: number;
  /** For how long what was removed is looked at; missing: the default. */
  readonly verifyRemovedMs?: number;
  readonly unrecorded?: UnrecordedCampaigns | null;
  /** As in DiffInput. */
  readonly isCounted?: true;
  /** As in DiffInput. */
  readonly isOfStack?: boolean;
  readonly doNotCall?: DoNotCall | undefined;
  /** Whether the name of a queue is known to be its code (profile, queue-name). */
  readonly queueNameIsCode?: boolean;
  /** As in DiffInput. */
  readonly checkPin?: PinCheck;
}

export interface PartDiff extends Diff {
  /** What became of writes that an earlier run left open. */
  readonly settled: readonly SettledIntent[];
  /** With these settled; what is still open remains in it, and has no change. */
  readonly recorded: RecordedState;
  /** Saved copies that are needed no more. */
  readonly finishedCopies: readonly Address[];
}

/** Pure. */
export function compare(
  part: Part,
  observed: ObservedState,
  { lineage, digest, now, ...more }: CompareInput,
): PartDiff {
  const { desired, recorded: before, beside, whole } = part;
  const people = desired.users.filter(({ ensure }) => ensure === 'present');
  const tasks = desired.records.filter(({ ensure }) => goesOn(ensure));
  const wanted = new Set([...people, ...tasks].map(({ address }) => address));
  const copies = readCopies(part.copies);
  const ended = settleIntents(before, observed, { lineage, digest, now, wanted, copies });
  const { settled, recorded } = ended;
  const resets = new Map([...ended.resets].map(([{ address }, state]) => [address, state]));
  const all = diff({
    desired,
    recorded,
    observed,
    copies,
    resets,
    lineage,
    digest,
    now,
    ...more,
    ...(beside && { beside }),
    ...(whole && { whole: { ...whole, recorded: withSettled(whole.recorded, before, recorded) } }),
  });
  const states = { desired, recorded, observed };
  const planned = withoutOpen(againInterrupted(all, ended.interrupted), recorded, ended);
  const pinned = withPins(planned, { part, observed, recorded, now });
  const own = whole === undefined ? copies : copiesWithin(copies, before, whole.recorded);
  return { ...pinned, settled, recorded, finishedCopies: finishedCopies(own, states) };
}

/** Records what was found without a request, then applies: `compared` may hold fewer changes than were found. */
export async function carryOut(
  compared: Pick<PartDiff, 'settled' | 'notes' | 'finishedCopies' | 'recorded'> & {
    readonly changes: readonly Change[];
    /** What the comparison found, where less is carried out. */
    readonly found?: readonly Change[];
  },
  context: ApplyContext,
  onProgress: OnProgress,
): Promise<Omit<ApplyResult, 'plan'>> {
  const { recorder } = context;
  const { ended, unseen } = endedBy(compared.settled, compared.found ?? compared.changes);
  for (const { intent, recorded } of ended) await recorder.settle(intent.id, recorded);
  await forEachParallel(compared.notes, (note) => recorder.record(note.address, note));
  await forEachParallel(compared.finishedCopies, (address) => recorder.dropCopy(address));
  const earlier = Map.groupBy(compared.recorded.openIntents, ({ address }) => address);
  const written = new Map<Address, RecordedObject>();
  const noting = { unseen, ...context, earlier, written, recorder: notingIn(written, recorder) };
  const done = await applyChanges(compared.changes, noting, onProgress);
  const { stopped, settlements } = done;
  const confirming = { isStopped: stopped !== null, held: heldIn(compared.recorded) };
  return { ...done, settlements: await confirmCreated(settlements, noting, confirming) };
}

export interface EndedIntents {
  readonly ended: readonly SettledIntent[];
  /** By address. */
  readonly unseen: Map<Address, readonly OpenIntent[]>;
}

/** A write of which nothing is seen ends with the one that is begun again: until then it is the only sign that what comes of it is ours. */
export function endedBy(
  settled: readonly SettledIntent[],
  changes: readonly Pick<Change, 'address' | 'writes'>[],
): EndedIntents {
  const again = new Set(changes.flatMap(({ address, writes }) => (writes.length > 0 ? address : [])));
  const waits = ({ intent, recorded, stays }: SettledIntent): boolean =>
    recorded === undefined && (stays === true || again.has(intent.address));
  const unseen = settled.filter(waits).map(({ intent }) => intent);
  return { ended: settled.filter((each) => !waits(each)), unseen: Map.groupBy(unseen, ({ address }) => address) };
}

function notingIn(written: Map<Address, RecordedObject>, recorder: Recorder): Recorder {
  return {
    intend: (intent) => recorder.intend(intent),
    record: (address, recorded) => recorder.record(address, recorded),
    keepCopy: (copy) => recorder.keepCopy(copy),
    dropCopy: (address) => recorder.dropCopy(address),
    settle: (id, recorded) => {
      if (recorded) written.set(recorded.address, recorded);
      return recorder.settle(id, recorded);
    },
  };
}

/**
 * What an earlier run left open and could not be settled is said, and not planned: its request may still be on its way. A
 * create of a user that may still come is planned again: of two the service refuses the later.
 */
function withoutOpen(
  all: Diff,
  recorded: RecordedState,
  { mayCome, interrupted, resets }: Pick<SettledIntents, 'mayCome' | 'interrupted' | 'resets'>,
): Diff {
  const again = new Set(all.changes.flatMap((each) => (addsUser(each) ? each.address : [])));
  const openIntents = recorded.openIntents.filter(
    (intent) => !interrupted.has(intent) && !resets.has(intent) && (!mayCome.has(intent) || !again.has(intent.address)),
  );
  const open = new Set(openIntents.map((intent) => intent.address));
  if (open.size === 0) return all;
  const isSettled = ({ address }: { readonly address: string }): boolean => !open.has(address);
  return {
    ...all,
    changes: all.changes.filter(isSettled),
    verdicts: [...all.verdicts.filter(isSettled), ...unsettledVerdicts(openIntents, mayCome)],
    notes: all.notes.filter(isSettled),
  };
}

/** What an interrupted run may have sent already is a decision of a person (plan/interrupted.ts). */
function againInterrupted(all: Diff, interrupted: SettledIntents['interrupted']): Diff {
  if (interrupted.size === 0) return all;
  const addresses = new Set([...interrupted].map(({ address }) => address));
  const changes = all.changes.map((change): Change =>
    isRecord(change) && change.action === 'create' && addresses.has(change.address)
      ? { ...change, cause: { kind: 'interrupted' } }
      : change,
  );
  return { ...all, changes };
}

interface PinInput {
  readonly part: Part;
  readonly observed: ObservedState;
  readonly recorded: RecordedState;
  readonly now: number;
}

/** A plan finds these itself; for a part of it they are said, because the leaver may be in another part. */
function withPins(all: Diff, { part, observed, recorded, now }: PinInput): Diff {
  if (part.pins === undefined || part.pins.size === 0) return all;
  const changes = new Map(all.changes.map((change) => [change.address, change]));
  for (const [address, pin] of part.pins) {
    const desired = part.desired.records.find((record) => record.address === address) ?? null;
    const before = recorded.objects.get(address) ?? null;
    const change = changes.get(address);
    if (isUser(before) || isUser(change)) continue;
    const seen = observed.records.get(change?.from?.address ?? address);
    const repinned = repinSeen({ pin, address, desired, recorded: before, change, observed: seen, now });
    if (repinned !== null) changes.set(address, repinned);
  }
  return { ...all, changes: [...changes.values()] };
}
