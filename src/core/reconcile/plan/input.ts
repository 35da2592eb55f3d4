// What a plan is made of.

import type { Address } from '../../model/address.ts';
import type { AppliedRun } from '../../model/applied.ts';
import type { Change } from '../change.ts';
import type { OlderFiles } from '../guard.ts';
import type { ServiceProfile } from '../../model/profile.ts';
import type { DesiredState, Digest, ObservedState, RecordedState } from '../../model/state.ts';
import type { Policy, Target } from '../../model/target.ts';
import type { PlanSince } from '../plan-value.ts';
import type { Diff } from '../diff/diff.ts';
import type { UnrecordedCampaigns } from '../diff/unrecorded.ts';

export interface PlanInput {
  readonly project: string;
  readonly target: Target;
  readonly policy: Policy;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  readonly diff: Diff;
  readonly allow: Readonly<Record<string, number>>;
  /** What earlier plans of the same update do: guards count it with this one. */
  readonly earlier?: readonly Change[];
  /** True for destroy: removing everything is what was asked for. */
  readonly removesAll: boolean;
  readonly now: number;
  /** What was measured of this environment; null or missing when nothing was. */
  readonly profile?: ServiceProfile | null;
  /** Keys the values of people in the fingerprint, and compares with what was recorded. */
  readonly digest: Digest;
  /** The key of fingerprints, where it is another one. Default: `digest`. */
  readonly seal?: Digest;
  /** What applies did, newest first; missing: none is known. */
  readonly applied?: readonly AppliedRun[];
  /** What the decisions read of policy and profile: a name -> its value. */
  readonly readBy?: () => unknown;
  /** The commit of the files, where it is not one that follows on the commit applied last; null or missing: nothing to ask. */
  readonly olderFiles?: OlderFiles | null;
  /** True where a shallow clone does not tell whether its files are older. */
  readonly isAgeUnsure?: boolean;
  /** Everything recorded, whatever the scope of this run. */
  readonly managed: RecordedState;
  /** Everything declared, whatever the scope of this run. */
  readonly declared: Pick<DesiredState, 'users' | 'records'>;
  /** Why recorded state may not be the latest; null or missing where it is. */
  readonly unlocked?: string | null;
  /** True where recorded state should be and is not. */
  readonly absent?: boolean;
  /** What our markers show and recorded state does not know, unless the run goes on without it. */
  readonly unrecorded?: UnrecordedCampaigns | null;
  /** True where recorded state is saved at the end of the run only. */
  readonly isUnsaved?: boolean;
  /** Missing or null: not limited to what differs from a commit. */
  readonly since?: PlanSince | null;
  /** Then declarations that the request changes. */
  readonly changed?: ReadonlySet<Address>;
  /** What reading and applying may send together; null: as much as it takes. */
  readonly maxRequests: number | null;
}
