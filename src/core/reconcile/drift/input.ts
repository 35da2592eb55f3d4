// What a drift report is made of.

import type { DesiredState, Digest, IgnoreRule, ObservedState, RecordedState } from '../../model/state.ts';
import type { Diff } from '../diff/diff.ts';
import type { DriftResult } from '../finding.ts';

export interface DriftInput {
  readonly target: DriftResult['target'];
  readonly project: string;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  readonly diff: Diff;
  readonly digest: Digest;
  readonly ignore: readonly IgnoreRule[];
  /** Address pattern the run was limited to: what does not fit was not looked at. Omitted or null: everything. */
  readonly only?: string | null;
  readonly now: number;
}
