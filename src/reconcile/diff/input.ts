// What the differ compares.

import type { Address } from '../../model/address.ts';
import type { Lineage } from '../../model/identity.ts';
import type { DesiredState, Digest, ObservedState, RecordedState } from '../../model/state.ts';
import type { WorkedState } from '../../model/record.ts';
import type { MoveCopies } from '../change.ts';

export interface DiffInput {
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  /** Kept of records that moved, by the address they move to. */
  readonly copies?: MoveCopies;
  /** States that tasks had before an update that was cut off, and are not in any more. */
  readonly resets?: ReadonlyMap<Address, WorkedState>;
  readonly lineage: Lineage;
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** For how long what was removed is looked at; missing: the default. */
  readonly verifyRemovedMs?: number;
  /** Everything, where the states are narrowed to a scope: what is ours, and who stays, does not depend on the scope. */
  readonly whole?: { readonly desired: DesiredState; readonly recorded: RecordedState };
}
