// Removals of people that an earlier Pulumi update began and did not end. The engine keeps nothing of a delete that failed: not that its
// handler saw another account there. The plan of that update noted what it began, so it is asked: whoever was to be removed, is recorded
// still, and shows the recorded account no more, may be another. Pure.

import { isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { lastBegun } from '../model/applied.ts';
import type { AppliedRun } from '../model/applied.ts';
import type { ObservedState, RecordedState } from '../model/state.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import type { Memory } from './ledger-home.ts';

/** What a stack hands over. */
export function withBegunRemovals(
  recorded: RecordedState,
  applied: readonly AppliedRun[],
  isAsked: (address: Address) => boolean = () => true,
): RecordedState {
  const last = lastBegun(applied);
  const objects = [...recorded.objects].map(([address, object]) => {
    const begun = last.get(address);
    const isBegun = begun?.action === 'delete' && isUser(object) && object.connectUserId !== null && isAsked(address);
    return [address, isBegun ? { otherSeenAt: begun.at, ...object } : object] as const;
  });
  return { ...recorded, objects: new Map(objects) };
}

/** What a stack says beside what is seen now: only of who is to go, and shows no account. */
export function withUnseenOthers(
  { desired, recorded }: Scope,
  { users }: ObservedState,
  { applied = [] }: Pick<Memory, 'applied'>,
): Scope {
  const staying = new Set(desired.users.flatMap(({ address, ensure }) => (ensure === 'present' ? address : [])));
  const isBare = (address: Address): boolean => {
    const seen = users.get(address);
    return seen?.service === 'present' && seen.connectUserId === null && !staying.has(address);
  };
  return { desired, recorded: withBegunRemovals(recorded, applied, isBare) };
}
