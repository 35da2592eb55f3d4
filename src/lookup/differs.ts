// Whether a task shows other values than the file declares, the marker apart. Pure.

import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../model/record.ts';
import type { Digest } from '../model/state.ts';
import { compareRecord } from '../reconcile/diff/compare-record.ts';

export interface ComparedValues {
  readonly desired: DesiredRecord | null;
  readonly recorded: RecordedRecord | null;
  readonly observed: ObservedRecord;
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function differsFrom({ desired, recorded, observed, digest, now }: ComparedValues): boolean {
  const [task] = observed.tasks;
  if (desired === null || task === undefined) return false;
  return compareRecord({ desired, recorded, task, marker: null, digest, now }).fields.length > 0;
}
