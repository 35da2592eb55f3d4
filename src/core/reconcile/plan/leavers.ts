// The leaver list: people who must not exist, verified on both sides at each run. Absence counts only
// beside a positive control, or it may be another tenant, or an environment that does not show the backing instance. What an
// answer proves of the backing side is decided where it is read (service/backing-side.ts). Pure.

import type { DesiredState, ObservedState } from '../../model/state.ts';
import { isGoneFromBackend, knownUsers } from '../../model/user.ts';
import type { LeaverCount } from '../plan-value.ts';

export function countLeavers(desired: DesiredState, observed: ObservedState): LeaverCount {
  const leavers = desired.users.filter(({ ensure }) => ensure === 'absent');
  const others = knownUsers(observed);
  // backendStatus is null when neither side has the user, and when the environment does not report it at all: another
  // user of whom it was reported tells the two apart.
  const showsBackend = others.some(({ backend }) => backend !== 'unknown');
  const counts = { verified: 0, notObservable: 0, unproven: 0, open: 0, unreadable: 0 };
  const backendWords: string[] = [];
  for (const { address } of leavers) {
    const seen = observed.users.get(address);
    if (seen?.service !== 'absent' || seen.backend === 'present') {
      counts.open += 1;
      if (seen?.service !== 'present' && seen?.backend !== 'present') counts.unreadable += 1;
    } else if (seen.unproven !== undefined) backendWords.push(seen.unproven);
    else if (others.length === 0) counts.unproven += 1;
    else if (seen.backend === 'absent' || (showsBackend && isGoneFromBackend(seen) === true)) counts.verified += 1;
    else counts.notObservable += 1;
  }
  return { declared: leavers.length, ...counts, backendWords };
}
