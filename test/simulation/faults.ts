// What may happen to one request, whatever it asks for. `before`, `after`: whether the service has carried it out.

import type { Chance } from './random.ts';

export const FAULTS = [
  'lost-before',
  'lost-after',
  'late',
  '500-before',
  '503-before',
  '503-after',
  '429',
  '401',
  'failed',
  'garbage',
  'slow',
  'timeout-before',
  'timeout-after',
  'no-connection',
] as const;
/**
 * `claims-done`: a write is answered SUCCESS, and nothing is done. `swapped`: the answer changes places with that of the next request of the
 * same operation that is under way then.
 */
export type FaultKind = (typeof FAULTS)[number] | 'claims-done' | 'swapped';

/** On the request of this number in a run, or on the first write from there. */
export interface PlannedFault {
  readonly at: number;
  readonly onWrite: boolean;
  readonly kind: FaultKind;
}

export function drawFaults(chance: Chance): PlannedFault[] {
  if (chance.is(0.55)) return [];
  return Array.from({ length: 1 + chance.int(3) }, () => ({
    at: 1 + chance.int(30),
    onWrite: chance.is(0.7),
    kind: chance.pick(FAULTS),
  }));
}

/** Each planned fault falls once. */
export function faultsOf(planned: readonly PlannedFault[]): (request: number, isWrite: boolean) => FaultKind | null {
  const waiting = new Set(planned);
  return (request, isWrite) => {
    for (const fault of waiting) {
      const isHit = fault.onWrite ? isWrite && request >= fault.at : request === fault.at;
      if (!isHit) continue;
      waiting.delete(fault);
      return fault.kind;
    }
    return null;
  };
}
