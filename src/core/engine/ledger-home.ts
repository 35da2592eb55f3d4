// The embedded ledger of a target as the home of its recorded state: opened to read, or held alone while it is changed.

import { ToolError } from '../model/errors.ts';
import type { AppliedRun } from '../model/applied.ts';
import type { Identity } from '../model/identity.ts';
import type { Clock, Project, RecordedState } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import { ledgerFile } from '../state/ledger-file.ts';
import { olderThan } from '../state/latest.ts';
import { openLedger } from '../state/ledger.ts';
import type { Ledger } from '../state/ledger.ts';
import type { LockHandle } from '../state/lock.ts';
import { describeHolder, livenessOf } from '../state/holder.ts';
import { nameOfProcess } from '../state/process-identity.ts';
import type { SavedCopy } from '../state/recorder.ts';
import { OUTSIDE } from './outside.ts';
import type { Outside } from './outside.ts';
import type { PastIntent } from '../state/shape.ts';

export interface LedgerPlace {
  readonly project: Project;
  readonly target: Target;
  readonly clock: Clock;
  /** True for who hands its state over. */
  readonly isHandOver?: boolean;
  /** Default: those of this machine. */
  readonly outside?: Pick<Outside, 'disk' | 'machine' | 'viewpoint' | 'uptime'>;
}

/** Recorded state and the secret of its home for digests. */
export interface Memory {
  readonly recorded: RecordedState;
  readonly digestKey: Uint8Array;
  /** What the recorded objects say of themselves; empty where nothing is recorded. */
  readonly identities: readonly Identity[];
  /** Full copies kept of records on the way. */
  readonly copies?: readonly SavedCopy[];
  /** Why recorded state may not be the latest, where it was read without the lock; null otherwise. */
  readonly unlocked?: string | null;
  /** True where there is no ledger yet. */
  readonly isNew?: boolean;
  /** What applies did, newest first; missing: none is known. */
  readonly applied?: readonly AppliedRun[];
}

/** What another partition of the target records, with the key of its digests, and what applies did there. */
export interface OtherHome extends Pick<Memory, 'recorded' | 'digestKey' | 'applied'> {
  /** '': the target before it had partitions. */
  readonly partition: string;
}

/** Recorded state, the copies kept of records on the way, and the secret. Reads only; takes no lock. */
export async function recall(place: LedgerPlace): Promise<Required<Memory>> {
  const path = ledgerPath(place);
  const { disk, viewpoint } = place.outside ?? OUTSIDE;
  const latest = disk.readLatest(path);
  const ledger = await openLedger({ ...place.outside, path, clock: place.clock, readOnly: true });
  try {
    refuseHandedOver(ledger, place);
    return {
      ...(await memoryIn(ledger)),
      unlocked: olderThan(latest, ledger.generation) ?? (await unlockedBy(ledger, viewpoint)),
      isNew: !disk.exists(path),
    };
  } finally {
    await ledger.close();
  }
}

/** The journal of writes of a ledger, oldest first; null where recorded state keeps none (a Pulumi stack). Reads only. */
export async function pastWrites(place: LedgerPlace): Promise<readonly PastIntent[] | null> {
  if (place.target.state !== 'ledger') return null;
  const ledger = await openLedger({ ...place.outside, path: ledgerPath(place), clock: place.clock, readOnly: true });
  try {
    return await ledger.history();
  } finally {
    await ledger.close();
  }
}

async function unlockedBy(ledger: Ledger, viewpoint: Outside['viewpoint']): Promise<string | null> {
  const held = await ledger.holder();
  if (held !== null && livenessOf(held, viewpoint()) !== 'gone')
    return `held by ${describeHolder(held)}: read without lock, while that run may be changing it`;
  if (ledger.isAsItStands)
    return 'the ledger stands on a disk that is read-only or full: read as the file stands, without lock';
  return null;
}

export async function memoryIn(ledger: Ledger): Promise<Required<Memory>> {
  const recorded = await ledger.load();
  const isEmpty = recorded.objects.size + (recorded.removed?.size ?? 0) + recorded.openIntents.length === 0;
  const { identity, digestKey, applied } = ledger;
  const identities = isEmpty || identity === null ? [] : [identity];
  return { recorded, identities, copies: await ledger.copies(), digestKey, unlocked: null, isNew: false, applied };
}

/** Holds the ledger alone while `work` runs, which ends early when `lost` is aborted. Throws `locked` when another run holds it for longer than the limit. */
export async function withLedger<T>(
  place: LedgerPlace & { readonly lockTimeoutMs: number },
  work: (ledger: Ledger, lock: LockHandle) => Promise<T>,
): Promise<T> {
  const ledger = await openLedger({ ...place.outside, path: ledgerPath(place), clock: place.clock });
  try {
    const { viewpoint } = place.outside ?? OUTSIDE;
    const own = { ...viewpoint(), holder: nameOfProcess() };
    const lock = await ledger.lock({ ...own, timeoutMs: place.lockTimeoutMs });
    try {
      refuseHandedOver(ledger, place);
      return await work(ledger, lock);
    } finally {
      await lock.release().catch(leaveHeld);
    }
  } finally {
    await ledger.close();
  }
}

/** What the run did must be said; a lock that could not be freed is taken over once this process is gone. */
function leaveHeld(error: unknown): void {
  if (!(error instanceof ToolError) || error.code !== 'ledger-unwritable') throw error;
}

/** Recorded state is in one home: who was called stands there. Throws `wrong-home`. */
function refuseHandedOver({ handOver }: Ledger, { target, isHandOver = false }: LedgerPlace): void {
  if (handOver === null || isHandOver) return;
  const { is, other, at } = handOver;
  const day = new Date(at).toISOString();
  const message = {
    left: `the state of ${target.name} went to ${other} at ${day}`,
    leaving: `the state of ${target.name} is on its way to ${other} since ${day}: say \`muster state hand-over --to pulumi\` again`,
    arriving: `the state of ${target.name} is on its way from ${other} since ${day}: say \`muster state hand-over --to ledger\` again`,
  }[is];
  throw new ToolError('wrong-home', { message });
}

/**
 * For a target whose state is in a stack. A ledger of it that was not handed over knows who was called: as long as the stack holds
 * nothing, or the hand-over has begun, nothing is planned. Reads only. Throws `wrong-home`.
 */
export async function refuseLedgerBeside(place: LedgerPlace, isStackEmpty: boolean): Promise<void> {
  const path = ledgerFile(place.project.directory, place.target.name);
  const { disk } = place.outside ?? OUTSIDE;
  if (place.target.state !== 'pulumi' || !disk.exists(path)) return;
  const ledger = await openLedger({ ...place.outside, path, clock: place.clock, readOnly: true });
  try {
    const { is = 'here' } = ledger.handOver ?? {};
    if (is === 'left' || (is === 'here' && !isStackEmpty)) return;
    const { objects, removed } = await ledger.load();
    if (is === 'here' && objects.size + (removed?.size ?? 0) === 0) return;
    const message =
      is === 'arriving'
        ? ARRIVING
        : `the ledger of ${place.target.name} records ${objects.size} objects, which the stack does not know: \`muster state hand-over --to pulumi\` takes them along`;
    throw new ToolError('wrong-home', { message });
  } finally {
    await ledger.close();
  }
}

const ARRIVING =
  'its state is on its way to the ledger: say `state: ledger` in muster.yaml, then `muster state hand-over --to ledger` again';

export function ledgerPath({ project, target }: LedgerPlace): string {
  if (target.state !== 'ledger') {
    throw new ToolError('wrong-home', {
      message: `target ${target.name} keeps its state in Pulumi (state: pulumi)`,
    });
  }
  return ledgerFile(project.directory, target.name);
}
