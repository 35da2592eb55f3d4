// Off-boarding through the engine: a pin that only a request of its own can move, because the task is worked, or no file
// names it any more. The same change as the plan's (reconcile/repin.ts), made from what was just read. Pure.

import { userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { isFinished, isWorked } from '../model/record.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { Change, RecordChange } from '../reconcile/change.ts';
import { repin } from '../reconcile/repin.ts';

export interface Pinning {
  /** loginUserId of the successor; empty text clears. */
  readonly pin: string;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord;
  readonly observed: ObservedRecord | undefined;
  /** What is done with the record anyway. */
  readonly change: Change | undefined;
  readonly now: number;
}

/** The change with the pin in it; null where there is nothing to move, or where the change says the pin already. */
export function pinning(facts: Pinning): RecordChange | null {
  const { desired, recorded, observed, change, pin, now } = facts;
  const [task, twin] = observed?.tasks ?? [];
  if (task === undefined || twin !== undefined || isFinished(task) || (task.preferredAgent ?? '') === pin) return null;
  const isLetGo = change?.kind === 'record' && change.action === 'forget';
  const isAlone = change === undefined && (isWorked(task) || desired === null);
  if (!isLetGo && !isAlone) return null;
  const pinned = { campaignName: recorded.campaignName, task };
  const leaver = { address: userAddress(task.preferredAgent ?? ''), source: desired?.source ?? null };
  return repin({ pinned, pin, change: leaver, planned: isLetGo ? change : null, desired, recorded, now });
}

/** Changes, with those of pins in their place. */
export function withPins(changes: readonly Change[], pins: readonly RecordChange[]): Change[] {
  const pinned = new Set<Address>(pins.map(({ address }) => address));
  return [...changes.filter(({ address }) => !pinned.has(address)), ...pins];
}
