// What applying acts through: handed in, so that nothing here reaches a service, a clock or a ledger by itself.

import type { Address } from '../../model/address.ts';
import type { ToolError } from '../../model/errors.ts';
import type { Campaign } from '../../model/record.ts';
import type { Clock, Digest, OpenIntent, RecordedObject } from '../../model/state.ts';
import type { TurnService } from '../../service/service.ts';
import type { Recorder } from '../../state/recorder.ts';
import type { QueueMemory } from './queue-memory.ts';

export interface ApplyContext {
  readonly service: TurnService;
  readonly recorder: Recorder;
  /** What this run has recorded of each object that it wrote. */
  readonly written?: ReadonlyMap<Address, RecordedObject>;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly sleep: (ms: number) => Promise<void>;
  /** What this run, or this process, has learned about queues. */
  readonly queues: QueueMemory;
  /** Writes of earlier runs that no reading has settled, by address. */
  readonly earlier?: ReadonlyMap<Address, readonly OpenIntent[]>;
  /** Creates of earlier runs of which nothing is seen, by address: the next write of the object takes them out, and ends them in one transaction. */
  readonly unseen?: Map<Address, readonly OpenIntent[]>;
  /** Whether a known user answered SUCCESS in this run. */
  readonly knownUserSeen: boolean;
  /** Ends when nothing else of this run writes records that may be pinned to a user who is removed. Absent: nothing else does. */
  readonly writesBeside?: () => Promise<void>;
  /** Campaigns searched for pins before and after a user is removed. */
  readonly campaigns: readonly Campaign[];
  /** How what was created is looked for at the end, by our marker; missing: it is not. */
  readonly confirm?: { readonly stack: string; readonly shard?: { readonly shard: string } };
  /** Called when a write of a change was answered `done`, or left and was not answered (write.ts). */
  readonly note?: () => void;
  /** Aborted: what is on a connection is settled as it is answered, nothing new is begun. Its reason is a ToolError. */
  readonly signal?: AbortSignal;
  /** Recorded state has no place for what was removed (RecordedState.removed): nobody would look at it again. */
  readonly forgetsRemoved?: true;
  /** Ends the run by aborting `signal`: used where recorded state can no longer be written. */
  readonly stop?: (reason: ToolError) => void;
}
