// What the plans of earlier Pulumi updates noted, where the stack keeps nothing: the engine forgets a delete that failed, and the entry of
// what was let go. Pure.
//
//   last begun   now                                                        then
//   delete       recorded still, a person whose account is shown no more    may be another one; not where that side is never shown
//   (nothing)    no account is shown, and another one was seen since        may be another one
//   delete, move recorded still, a record that nothing declares there       contested: read as its write reads it, with what stands beside it
//   forget       a record that is not recorded, is gone, and declared       used up: somebody may have called that customer since
//   forget       the same, declared in another campaign, or spelled so      the same

import { campaignOf, clientIdOf, isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { lastBegun, lastEnded, othersSeen } from '../model/applied.ts';
import type { AppliedRun } from '../model/applied.ts';
import { goesOn } from '../model/record.ts';
import type { DesiredRecord, RecordedRecord } from '../model/record.ts';
import { folded } from '../model/spelling.ts';
import type { DesiredState, ObservedState, RecordedObject, RecordedState } from '../model/state.ts';
import type { ObservedUser } from '../model/user.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import { claimedRecord } from './interrupted.ts';
import type { Memory } from './ledger-home.ts';

interface Seen extends Pick<ObservedState, 'users'> {
  readonly isAsked?: (object: RecordedObject) => boolean;
}

/** What a stack hands over, or reads. `users`: as they are seen. */
export function withBegunRemovals(
  recorded: RecordedState,
  applied: readonly AppliedRun[],
  { users, isAsked = () => true }: Seen,
): RecordedState {
  const [last, others] = [lastBegun(applied), othersSeen(applied)];
  const moving = new Set([...last].flatMap(([address, { action }]) => (action === 'move' ? clientIdOf(address) : [])));
  const objects = [...recorded.objects].map(([address, object]): [Address, RecordedObject] => {
    const begun = last.get(address);
    const isDeleted = begun?.action === 'delete' && !isUnshown(users.get(address));
    const isLeaving = isDeleted || moving.has(clientIdOf(address));
    const seenAt = isDeleted ? begun.at : (others.get(address) ?? 0);
    // What is recorded since counts, and no older sight.
    if (!(isLeaving || seenAt > object.recordedAt) || !isAsked(object)) return [address, object];
    if (isRecord(object)) return [address, { ...object, contested: true }];
    return [address, object.connectUserId === null ? object : { otherSeenAt: seenAt, ...object }];
  });
  return { ...recorded, objects: new Map(objects) };
}

/** In the service, and nothing is said of the other side: no account that was shown is gone from there. */
function isUnshown(seen: ObservedUser | undefined): boolean {
  return seen?.service === 'present' && seen.backend === 'unknown' && seen.connectUserId === null && !seen.unproven;
}

/** Before a reading: records that are to go. */
export function withContested({ desired, recorded }: Scope, { applied = [] }: Pick<Memory, 'applied'>): Scope {
  const staying = new Set(desired.records.flatMap(({ address, ensure }) => (goesOn(ensure) ? address : [])));
  const leaves = (object: RecordedObject): boolean =>
    isRecord(object) && object.consumed === null && !staying.has(object.address);
  return { desired, recorded: withBegunRemovals(recorded, applied, { users: new Map(), isAsked: leaves }) };
}

/** After it: who is to go, and shows no account; and who was let go, and is wanted. */
export function withUnseenOthers(
  { desired, recorded }: Scope,
  { users, records, extras }: Pick<ObservedState, 'users' | 'records' | 'extras'>,
  { applied = [] }: Pick<Memory, 'applied'>,
): Scope {
  const staying = new Set(desired.users.flatMap(({ address, ensure }) => (ensure === 'present' ? address : [])));
  const isBare = (object: RecordedObject): boolean => {
    const seen = users.get(object.address);
    return isUser(object) && seen?.service === 'present' && seen.connectUserId === null && !staying.has(object.address);
  };
  const known = withBegunRemovals(recorded, applied, { users, isAsked: isBare });
  const isManaged = (line: DesiredRecord): boolean => known.objects.has(line.address);
  const mayBeGone = (address: Address, line: DesiredRecord): boolean =>
    address === line.address ? records.get(address)?.presence === 'absent' : !extras.has(address) && !isManaged(line);
  const objects = new Map([...letGo(desired, applied, mayBeGone), ...known.objects]);
  return { desired, recorded: { ...known, objects } };
}

/** Where no plan noted which reasons it had used, that of its line counts as one of them. */
function letGo(
  { records, others }: DesiredState,
  applied: readonly AppliedRun[],
  mayBeGone: (address: Address, line: DesiredRecord) => boolean,
): [Address, RecordedRecord][] {
  // A partition that lets go has another one take over.
  if (others !== undefined) return [];
  const declared = new Map(records.map((record) => [record.address, record]));
  const near = new Map(records.map((record) => [folded(record.clientId), record]));
  return [...lastEnded(applied)].flatMap(([address, { action, at, reasons }]): [Address, RecordedRecord][] => {
    const line = declared.get(address) ?? near.get(folded(clientIdOf(address)));
    if (action !== 'forget' || line === undefined || !mayBeGone(address, line)) return [];
    const place = { address, campaignName: campaignOf(address), clientId: clientIdOf(address), recordedAt: at };
    const released = { provenance: 'adopted', marker: null, consumed: { how: 'released', at } } as const;
    const used = reasons && { reissue: '', usedReasons: reasons };
    return [[address, { ...claimedRecord(line, {}), ...place, ...released, ...used }]];
  });
}
