// `--only PATTERN`: what does not match is neither read nor touched. A move has two addresses; when either matches, both
// are in scope, or half of a move would look like a new record here and like a leftover there.

import { isRecord, matchesAddress, userAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredRecord, RecordedRecord } from '../../model/record.ts';
import type { DesiredState, RecordedState } from '../../model/state.ts';

export interface Scope {
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
}

/** `scope`: a pattern, or which addresses match. */
export function narrow(whole: Scope, scope: string | ReadonlySet<Address>): Scope {
  const matches = (address: Address): boolean =>
    typeof scope === 'string' ? matchesAddress(scope, address) : scope.has(address);
  const movers = moversOf(whole);
  const clientIds = new Set(movers.flatMap((each) => (matches(each.address) ? [each.clientId] : [])));
  const drawnIn = new Set(movers.flatMap((each) => (clientIds.has(each.clientId) ? [each.address] : [])));
  return within(whole, (address) => matches(address) || drawnIn.has(address));
}

/** What fits, of both states. */
export function within({ desired, recorded }: Scope, fits: (address: Address) => boolean): Scope {
  return {
    desired: {
      ...desired,
      users: desired.users.filter(({ address }) => fits(address)),
      records: desired.records.filter(({ address }) => fits(address)),
    },
    recorded: {
      objects: new Map([...recorded.objects].filter(([address]) => fits(address))),
      removed: new Map([...(recorded.removed ?? [])].filter(([address]) => fits(address))),
      openIntents: recorded.openIntents.filter(({ address }) => fits(address)),
    },
  };
}

/**
 * Whose pins this run answers for: records in its scope, whoever they are pinned to, and records anywhere that are pinned
 * to somebody who leaves in its scope. Whether a person is recorded is asked of the whole, and of what was settled just now.
 */
export function pinsConcerned(
  { desired, recorded: before }: Scope,
  narrowed: Scope,
): { readonly records: DesiredState['records']; readonly recorded: RecordedState } {
  const inScope = new Set(narrowed.desired.records.map(({ address }) => address));
  const { objects } = narrowed.recorded;
  const records = desired.records.filter(
    ({ address, preferredAgent }) => inScope.has(address) || objects.has(userAddress(preferredAgent ?? '')),
  );
  return { records, recorded: { ...narrowed.recorded, objects: new Map([...before.objects, ...objects]) } };
}

/** Records that stand in only one of the two states: what may be the two ends of a move. */
function moversOf({ desired, recorded }: Scope): (DesiredRecord | RecordedRecord)[] {
  // What is declared absent leaves as surely as what is no longer declared: a move written by hand has two ends, too.
  const staying = desired.records.filter(({ ensure }) => ensure !== 'absent');
  const declared = new Set(staying.map(({ address }) => address));
  const arriving = staying.filter(({ address }) => !recorded.objects.has(address));
  const leaving = [...recorded.objects.values()].flatMap((object) =>
    isRecord(object) && !declared.has(object.address) ? [object] : [],
  );
  return [...arriving, ...leaving];
}

/** What is recorded by now: as it was outside of the scope, and inside as it was settled. */
export function withSettled(whole: RecordedState, before: RecordedState, settled: RecordedState): RecordedState {
  const objects = [...whole.objects].filter(([address]) => !before.objects.has(address));
  const openIntents = whole.openIntents.filter((intent) => !before.openIntents.includes(intent));
  const removed = [...(whole.removed ?? [])].filter(([address]) => before.removed?.has(address) !== true);
  return {
    ...whole,
    objects: new Map([...objects, ...settled.objects]),
    openIntents: [...openIntents, ...settled.openIntents],
    ...(whole.removed && { removed: new Map([...removed, ...(settled.removed ?? [])]) }),
  };
}
