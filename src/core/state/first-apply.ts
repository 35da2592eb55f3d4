// Whether an apply may begin without a ledger, where recorded state has to be there: in a pipeline.
//
//   Premise   Without its ledger a run does not know what was sent. A task that was worked and is gone would be added again, and
//             somebody called twice. On a runner an empty disk is more likely than a first day.
//   Rule      No ledger: `no-recorded-state`, unless a person says that it is the first apply.

import { ToolError } from '../model/errors.ts';
import { DISK } from './disk.ts';
import type { Disk } from './disk.ts';

export interface FirstApply {
  /** The ledger; absolute. */
  readonly path: string;
  readonly target: string;
  /** Whether somebody said that nothing was ever applied for this target. */
  readonly isFirst: boolean;
}

/** Throws `no-recorded-state`, and `ledger-damaged` as `ledgerExists` does. */
export function checkRecorded({ path, target, isFirst }: FirstApply, { exists }: Pick<Disk, 'exists'> = DISK): void {
  if (isFirst || exists(path)) return;
  throw new ToolError('no-recorded-state', { message: `there is no ledger of ${target} below .muster here` });
}
