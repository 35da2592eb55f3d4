// Frees a target whose run is gone, by hand. A run that is seen to live is never robbed: whoever wants the target ends it first.

import { ToolError } from '../model/errors.ts';
import { describeHolder, livenessOf } from '../state/holder.ts';
import type { Liveness, LockHolder } from '../state/holder.ts';
import { readHolder } from '../state/inspect.ts';
import { openLedger } from '../state/ledger.ts';
import { viewpointOfProcess } from '../state/process-identity.ts';
import { ledgerPath } from './ledger-home.ts';
import type { LedgerPlace } from './ledger-home.ts';

export interface HeldLock {
  readonly holder: LockHolder;
  readonly liveness: Liveness;
}

/** Who holds the target, and what can be seen of that run from here; null when nobody does. Reads only. Throws `wrong-home`. */
export function heldLock(place: LedgerPlace): HeldLock | null {
  if (place.target.state !== 'ledger') {
    throw new ToolError('wrong-home', {
      message: `the backend of Pulumi locks ${place.target.name}: \`pulumi cancel\` frees it`,
    });
  }
  const holder = readHolder(ledgerPath(place));
  return holder === null ? null : { holder, liveness: livenessOf(holder, viewpointOfProcess()) };
}

/** Throws `locked` when that run is alive, or holds the target no more. */
export async function unlock(place: LedgerPlace, { holder, liveness }: HeldLock): Promise<void> {
  if (liveness === 'alive') {
    throw new ToolError('locked', {
      message: `${describeHolder(holder)}, runs on this machine: end that process first; the lock is free then.`,
    });
  }
  const ledger = await openLedger({ path: ledgerPath(place), clock: place.clock });
  try {
    if (await ledger.unlock(holder.lockId)) return;
    throw new ToolError('locked', {
      message: `Lock ${holder.lockId} was freed or taken over meanwhile; nothing was done.`,
    });
  } finally {
    await ledger.close();
  }
}
