// What one run is about, and what is opened for it: the client of the target's service, and its folders.

import { join } from 'node:path';

import type { Address } from '../model/address.ts';
import { searchCeiling } from '../model/profile.ts';
import type { ServiceProfile } from '../model/profile.ts';
import type { Clock, DesiredState, Project } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import type { OnProgress } from '../reconcile/settlement.ts';
import type { GuardError } from '../reconcile/guard.ts';
import type { Approval } from '../reconcile/plan/approval.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { openService } from '../service/client.ts';
import type { ServiceOutside } from '../service/client.ts';
import type { ServiceClient } from '../service/service.ts';
import type { Outside } from './outside.ts';
import type { PulumiStack } from './lineage.ts';
import type { OtherHome } from './ledger-home.ts';
import type { Change } from '../reconcile/change.ts';
import type { SinceBase } from './since.ts';
import type { SightingWishes } from './drift-history.ts';

export interface TargetPlace {
  readonly project: Project;
  readonly target: Target;
  /** Starts what the target needs to be reached, and says where it is then: a sandbox. Absent: it can be reached as it is. */
  readonly openTarget?: (place: Pick<TargetPlace, 'project' | 'target'>) => Promise<Target>;
}

export interface Run extends TargetPlace {
  /** The stack that keeps the recorded state; absent: the ledger does. */
  readonly pulumi?: PulumiStack;
  /** As in DiffInput. */
  readonly isOfStack?: boolean;
  readonly desired: DesiredState;
  /** Address pattern (`user:*@example.com`); null for everything. */
  readonly only: string | null;
  /** What differs from a commit, and what depends on it; absent: everything. */
  readonly since?: SinceBase;
  /** Without `only`: the addresses that are read and planned; the others stay as they are. Absent: all. */
  readonly within?: ReadonlySet<Address>;
  /** True where one approval is for one of several plans: one without a change needs none. */
  readonly isOneOfMany?: boolean;
  /** What earlier plans of the same update do: guards count it with this one. */
  readonly earlier?: readonly Change[];
  /** What `--allow` passes: guard name -> exact number, e.g. deletes -> 12. */
  readonly allow: Readonly<Record<string, number>>;
  /** Secret for the fingerprints of this project, the same wherever plans are made and applied. Absent: that of the home. */
  readonly fingerprintKey?: string;
  /** The plan that somebody approved: another one is `plan-stale`, before anything is sent. Absent: any plan. */
  readonly approval?: Approval;
  /** True where a person is asked: an apply carries out what was shown. */
  readonly isAsked?: boolean;
  /** Requests that reading and applying may send together. Absent: as many as it takes. */
  readonly maxRequests?: number;
  /** What a plan that a guard stops ends with, in the words of this entry point (report/words/why-guard.ts). */
  readonly guardError: GuardError;
  readonly lockTimeoutMs: number;
  readonly clock: Clock;
  /** Default: this machine, its network and its disk. */
  readonly outside?: Outside;
  /** Waits between the readings that settle a lost answer. Default: a timer of the machine. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly onProgress: OnProgress;
  /** Ends the run early: what is on a connection is settled as it is answered, nothing new is sent. Its reason is a ToolError. */
  readonly signal?: AbortSignal;
  /** The service profile of the target, `profiles/<target>.json`; null or missing when there is none. */
  readonly profile?: ServiceProfile | null;
  /** How a drift run treats what it saw before; omitted: remembers, and reads once. */
  readonly sightings?: SightingWishes;
  /** True in a pipeline: recorded state should be there. A reading without it says so, and nothing is applied without it. */
  readonly stateExpected?: boolean;
  /** True where the home of recorded state saves it at the end of a run only (PULUMI_SKIP_CHECKPOINTS). */
  readonly isUnsaved?: boolean;
  /** File of the request log, absolute: for the processes of Pulumi that the run starts. */
  readonly log?: string;
  /** True where a person says that nothing was ever applied for this target: then recorded state cannot be there. */
  readonly isFirstApply?: boolean;
  /** What the other partitions of the target record. Default: their ledgers beside this one. Throws where it cannot be read. */
  readonly others?: (run: Run) => Promise<readonly OtherHome[]>;
  /** What homes record that muster.yaml names no more. Default: the ledgers that are still there. `isNew`: of this one's own, nothing is recorded. */
  readonly left?: (run: Run, isNew: boolean) => Promise<readonly OtherHome[]>;
  /** What started it, for who is told later: the page of a pipeline's run. Absent: who and where. */
  readonly startedBy?: string;
}

/** Asked with the plan before anything is sent. */
export type Approver = (plan: Plan) => Promise<boolean>;

/** A client of the target's service; `profile`: what was measured of it. */
export function connect(to: {
  readonly target: Target;
  readonly clock: Clock;
  readonly profile?: ServiceProfile | null;
  readonly outside?: ServiceOutside;
  /** As ClientOptions. */
  readonly signal?: AbortSignal;
  readonly mayWrite?: () => void;
}): ServiceClient {
  const { target, clock, profile, outside = {}, signal, mayWrite } = to;
  const stopping = { ...(signal && { signal }), ...(mayWrite && { mayWrite }) };
  return openService({ target, clock, outside, ...searchCeiling(profile), ...stopping });
}

/** Where full copies of customers on the way are kept for a target whose recorded state lives in a Pulumi stack. */
export function copiesFolder({ project, target }: Pick<Run, 'project' | 'target'>): string {
  return join(project.directory, '.muster', 'copies', target.name);
}

/** The target where it can be reached. */
export async function reachable(place: TargetPlace): Promise<Target> {
  return (await place.openTarget?.(place)) ?? place.target;
}
