// Off-boarding through the engine: a task is taken out of a leaver's hands. The same change as the plan's
// (reconcile/diff/repin.ts), made from what was just read: what somebody else pinned elsewhere meanwhile stays there. Pure.

import type { Address } from '../model/address.ts';
import { isFinished } from '../model/record.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { Change, RecordChange } from '../reconcile/change.ts';
import { repin } from '../reconcile/diff/repin.ts';

/** loginUserIds: the leaver, and the successor; empty text clears. */
export interface Handing {
  readonly from: string;
  readonly to: string;
}

export function handing({ fields }: RecordChange, to: string): Handing {
  const before = fields.findLast((each) => each.field === 'preferredAgent')?.before;
  return { from: typeof before === 'string' ? before : '', to };
}

export interface Pinning {
  readonly pin: Handing;
  readonly campaignName: string;
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  /** Where it stands now. */
  readonly observed: ObservedRecord | undefined;
  /** What is done with the record anyway. */
  readonly change: Change | undefined;
  readonly now: number;
}

/** The change with the pin in it; null where there is no pin to move. */
export function pinning({ pin, observed, change, campaignName, ...facts }: Pinning): RecordChange | null {
  const [task, twin] = observed?.tasks ?? [];
  if (task === undefined || twin !== undefined || isFinished(task) || task.preferredAgent !== pin.from) return null;
  if (change !== undefined && (change.kind !== 'record' || !GOES_ALONG[change.action])) return null;
  const leaver = { loginUserId: pin.from, source: facts.desired?.source ?? null };
  const pinned = { campaignName, task };
  return repin({ ...facts, pinned, pin: pin.to, leaver, planned: change ?? null });
}

/** Whether a pin goes along with what is done anyway. */
const GOES_ALONG: Readonly<Record<Change['action'], boolean>> = {
  update: true,
  move: true,
  adopt: true,
  forget: true,
  create: false,
  replace: false,
  delete: false,
};

/** Changes, with those of pins in their place. */
export function withPins(changes: readonly Change[], pins: readonly RecordChange[]): Change[] {
  const pinned = new Set<Address>(pins.map(({ address }) => address));
  return [...changes.filter(({ address }) => !pinned.has(address)), ...pins];
}
