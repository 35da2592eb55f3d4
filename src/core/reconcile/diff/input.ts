// What the differ compares.

import type { Address } from '../../model/address.ts';
import type { DoNotCall } from '../../model/do-not-call.ts';
import type { Lineage } from '../../model/identity.ts';
import type { DesiredState, Digest, ObservedState, RecordedObject, RecordedState } from '../../model/state.ts';
import type { Target } from '../../model/target.ts';
import type { WorkedState } from '../../model/record.ts';
import type { MoveCopies } from '../change.ts';
import type { PinCheck } from './agents.ts';
import type { UnrecordedCampaigns } from './unrecorded.ts';

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
  /** Of the target; missing: every field of a user counts. */
  readonly identity?: Target['identity'];
  /** Epoch milliseconds. */
  readonly now: number;
  /** For how long what was removed is looked at; missing: the default. */
  readonly verifyRemovedMs?: number;
  /** Whom nobody may call; missing: nobody is listed. */
  readonly doNotCall?: DoNotCall | undefined;
  /** Recorded elsewhere under another spelling of a clientId: an entry of the stack beside; null: perhaps sent. */
  readonly beside?: ReadonlyMap<Address, RecordedObject | null>;
  /** One resource of a stack: a plan, or a person by a number, has counted what it gives back. */
  readonly isCounted?: true;
  /** A stack carries it out: its deletes ask only whom it registers (providers/part.ts). */
  readonly isOfStack?: boolean;
  /** What recorded state does not know, unless the run goes on without it; null or missing where there is nothing of it. */
  readonly unrecorded?: UnrecordedCampaigns | null;
  /** Whether the name of a queue is known to be its code (profile, queue-name). */
  readonly queueNameIsCode?: boolean;
  /** Who a record may be pinned to; missing: whoever the file says. */
  readonly checkPin?: PinCheck;
  /** Everything, where the states are narrowed to a scope: what is ours, and who stays, does not depend on the scope. */
  readonly whole?: { readonly desired: DesiredState; readonly recorded: RecordedState };
}
