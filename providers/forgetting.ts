// What is used up must not leave a stack unseen: with its resource the stack would lose that its customer was called, and a
// line put back would call again. A program's plan keeps such a record on hold, if it could know. It could not where the
// record was worked, or went, after the plan; and as a refresh comes before the plan, that is what no refresh has shown.
// A destroy, and classes, which have no plan, forget what they have been shown.

import { leavesMemory, wasWorked } from '../src/engine.ts';
import type { Address } from '../src/model/address.ts';
import { ToolError } from '../src/model/errors.ts';
import type { ObservedRecord } from '../src/model/record.ts';
import type { RecordedObject } from '../src/model/state.ts';

/** Whether the stack says so, by what was recorded or by what a refresh has seen. */
export function isKnownUsedUp(recorded: RecordedObject | null, seen: ObservedRecord | null): boolean {
  if (recorded?.kind !== 'record') return false;
  return wasWorked(recorded) || (seen !== null && seen.presence !== 'unknown' && leavesMemory({ observed: seen }));
}

export function usedUp(objects: readonly (RecordedObject | null)[]): Address[] {
  return objects.flatMap((object) => (object?.kind === 'record' && object.consumed !== null ? [object.address] : []));
}

/** Takes what a delete would forget of what is not known to be used up. Throws `moved` for the first. */
export function refuseForgetting([address]: readonly Address[]): void {
  if (address === undefined) return;
  const message = `${address}: was worked, or is gone, since the stack was last read; nothing is forgotten unseen: run again with --refresh`;
  throw new ToolError('moved', { message, address });
}
