// What applies did, as recorded state keeps it, newest first: an approval is used once, and files do not go back in time unseen.
// Noted before the first request of an apply that carries out something, so that a run that is killed counts, too.

import { campaignOf } from './address.ts';
import type { Address } from './address.ts';
import type { PlanPart } from './parts.ts';
import { ACTIONS } from './state.ts';
import type { Action } from './state.ts';

/** The commit that the files of an apply stood in. */
export interface FilesVersion {
  /** Full hexadecimal names. */
  readonly commit: string;
  readonly tree: string;
  /** Epoch milliseconds, as the commit says it. */
  readonly committedAt: number;
  /** Files that were not as that commit has them: what they did is in no commit. Of a recorded one the first twenty. Left out: none. */
  readonly edited?: readonly string[];
}

/**
 * `digest`: the first 16 digits of what was planned for it (ChangeDigest); empty of what only left the stack, which no plan names. `isBegun`:
 * it was in the part that was approved.
 */
export interface BegunChange {
  readonly address: Address;
  readonly action: Action;
  readonly digest: string;
  readonly isBegun: boolean;
  /**
   * Digests of the reasons that a record has used: of one that is let go of; and of one that an agent had worked when a stack began to write
   * it, the first call among them. Left out where nobody noted them.
   */
  readonly reasons?: readonly string[];
}

export interface AppliedRun {
  /** Counts the applies that carried out something, from 1: recorded state before any is 0. An approval binds it. */
  readonly generation: number;
  /** What started it: the page of a pipeline's run, else who and where. */
  readonly run: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null without Git. */
  readonly files: FilesVersion | null;
  /** The fingerprint that was given, and those of its plan and of each part: 16 digits. */
  readonly approved: string | null;
  readonly fingerprints: Readonly<Partial<Record<PlanPart, string>>>;
  /** Digests of the desired files, and of all that its plan rested on beside its changes. */
  readonly desired: string;
  readonly binds: string;
  /** Null of an older run, of which only this much is kept. */
  readonly changes: readonly BegunChange[] | null;
  /** Of the newest run of a stack: records that runs let go of whose changes are kept no more, and when. It does not end with them. */
  readonly letGo?: readonly (readonly [Address, at: number, reasons: readonly string[] | null])[];
  /** Of the newest run of a stack: people in whose place another account was seen, and when. */
  readonly others?: readonly (readonly [Address, at: number])[];
}

const MOST_RUNS = 100;
const MOST_CHANGES = 5000;
const MOST_EDITED = 20;

/**
 * One run more. Of older ones only as many changes are kept as say what was taken away and given lately; and of a stack, which keeps nothing
 * else of them, all records that were let go of.
 */
export function withRun(run: AppliedRun, before: readonly AppliedRun[], isOfStack = false): readonly AppliedRun[] {
  let room = MOST_CHANGES;
  const kept = before.slice(0, MOST_RUNS - 1).map(({ letGo: _, others: __, ...each }): AppliedRun => {
    room -= each.changes?.length ?? 0;
    return room < 0 ? { ...each, changes: null } : each;
  });
  const { files } = run;
  const edited = files?.edited?.slice(0, MOST_EDITED);
  const shown = lastEnded([run, ...kept]);
  const letGo = [...(isOfStack ? lastEnded(before) : [])].flatMap(([address, { action, at, reasons }]) =>
    action === 'forget' && campaignOf(address) !== '' && !shown.has(address)
      ? [[address, at, reasons ?? null] as const]
      : [],
  );
  const now = { ...run, ...(files && edited && { files: { ...files, edited } }), ...(letGo.length > 0 && { letGo }) };
  return withOthers([now, ...kept], before[0]?.others ?? []);
}

/** The same runs, and in whose place another account was seen since. */
export function withOthers(
  runs: readonly AppliedRun[],
  seen: NonNullable<AppliedRun['others']>,
): readonly AppliedRun[] {
  const [last, ...before] = runs;
  if (last === undefined || seen.length === 0) return runs;
  return [{ ...last, others: [...new Map([...othersSeen([last]), ...seen])] }, ...before];
}

/** In whose place another account was seen, and when. */
export function othersSeen([last]: readonly AppliedRun[]): ReadonlyMap<Address, number> {
  return new Map(last?.others ?? []);
}

/** What applies had in hand last, as far as it is kept: not what they removed or let go of. */
export function heldBy(runs: readonly AppliedRun[]): ReadonlySet<Address> {
  const isHeld = ({ action }: { readonly action: Action }): boolean => action !== 'delete' && action !== 'forget';
  return new Set([...lastBegun(runs)].flatMap(([address, last]) => (isHeld(last) ? address : [])));
}

/** What applies let go of last, or removed last, as far as it is kept. */
export function letGoBy(runs: readonly AppliedRun[], how: 'forget' | 'delete' = 'forget'): ReadonlySet<Address> {
  return new Set([...lastBegun(runs)].flatMap(([address, { action }]) => (action === how ? address : [])));
}

/** What applies were about to do last with each object, as far as it is kept. */
export function lastBegun(runs: readonly AppliedRun[]): ReadonlyMap<Address, LastBegun> {
  const first = (runs[0]?.letGo ?? []).map(
    ([address, at, reasons]) =>
      [address, { action: 'forget', at, files: null, reasons: reasons ?? undefined }] as const,
  );
  const begun = runs
    .toReversed()
    .flatMap(({ at, files, changes }) =>
      (changes ?? []).flatMap(({ address, action, reasons, isBegun }) =>
        isBegun ? [[address, { action, at, files, reasons }] as const] : [],
      ),
    );
  return new Map<Address, LastBegun>([...first, ...begun]);
}

type LastBegun = Pick<BegunChange, 'action'> &
  Pick<AppliedRun, 'at' | 'files'> & { readonly reasons: BegunChange['reasons'] | undefined };

const ends = ({ action }: BegunChange): boolean => action === 'forget' || action === 'delete';

/** What applies removed or let go of last, whatever they began with it since: had that been done, it would be recorded. */
export function lastEnded(runs: readonly AppliedRun[]): ReadonlyMap<Address, LastBegun> {
  return lastBegun(runs.map((run) => ({ ...run, changes: run.changes?.filter(ends) ?? null })));
}

/** What applies gave or changed last, whatever they began to take away since: had that been done, it would not be recorded. */
export function lastGiven(runs: readonly AppliedRun[]): ReadonlyMap<Address, LastBegun> {
  return lastBegun(runs.map((run) => ({ ...run, changes: run.changes?.filter((each) => !ends(each)) ?? null })));
}

/** When a stack last began to write what an agent had worked, as far as it is kept: had that been done, it would be recorded since. */
export function calledBefore(runs: readonly AppliedRun[]): ReadonlyMap<Address, number> {
  const isCalled = (each: BegunChange): boolean => each.reasons !== undefined && each.isBegun && !ends(each);
  const begun = runs.flatMap(({ at, changes }) =>
    (changes ?? []).filter(isCalled).map(({ address }) => [address, at] as const),
  );
  return new Map(begun.toSorted(([, one], [, other]) => one - other));
}

export function generationOf([last]: readonly AppliedRun[]): number {
  return last?.generation ?? 0;
}

/** JSON, with each change as a row: thousands of them may stand in one stack. */
export function textOfRuns(runs: readonly AppliedRun[]): string {
  const row = ({ address, action, digest, isBegun, reasons }: BegunChange): unknown => [
    ...[address, action, digest, isBegun],
    ...(reasons === undefined ? [] : [reasons]),
  ];
  return JSON.stringify(runs.map((each) => ({ ...each, changes: each.changes?.map(row) ?? null })));
}

/** Null where it is not what this version writes. */
export function readRuns(text: unknown): readonly AppliedRun[] | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(runIn) : null;
  } catch {
    return null;
  }
}

function runIn(value: unknown): AppliedRun {
  const run = value as Omit<AppliedRun, 'changes'> & { readonly changes: readonly (readonly unknown[])[] | null };
  const isSound = typeof run.generation === 'number' && typeof run.at === 'number' && typeof run.run === 'string';
  if (!isSound || typeof run.binds !== 'string' || typeof run.fingerprints !== 'object') throw new Error('no run');
  return { ...run, changes: run.changes?.map(changeIn) ?? null };
}

function changeIn([address, given, digest, isBegun, reasons]: readonly unknown[]): BegunChange {
  const action = ACTIONS.find((each) => each === given);
  if (typeof address !== 'string' || typeof digest !== 'string' || action === undefined) throw new Error('no change');
  const known = { address, action, digest, isBegun: isBegun === true };
  return Array.isArray(reasons) ? { ...known, reasons: reasons.map(String) } : known;
}
