// A plan as a frozen value: what would change, what stops it, what it relies on, and what an approval of it binds.

import type { Address, Kind } from '../model/address.ts';
import type { PointId } from '../model/open-points.ts';
import type { ChangePart, PlanPart } from '../model/parts.ts';
import type { Action, ChangeCounts } from '../model/state.ts';
import type { Change } from './change.ts';
import type { Guard } from './guard.ts';
import type { Verdict } from './verdict.ts';
import type { Warning } from './warning.ts';

/** A record and the loginUserId it will be pinned to; null for nobody. */
export interface TaskOfAgent {
  readonly address: Address;
  readonly agent: string | null;
}

/** Here and below `Time`: epoch milliseconds; in a report ISO 8601 in UTC. */
export interface Forecast<Time = number> {
  /** Records deliverable as soon as the plan is applied. */
  readonly deliverableAtOnce: number;
  /** Which they are, where they are few; otherwise none. */
  readonly tasksAtOnce: readonly TaskOfAgent[];
  /**
   * Records becoming deliverable in the hour that begins at `hour`, the first of them at `from`, the last at `to`. `zone`: whose clocks show
   * that hour; null where no zone is declared, then it is one of UTC. `tasks`: which, where they are few; otherwise none.
   */
  readonly later: readonly {
    readonly hour: Time;
    readonly from: Time;
    readonly to: Time;
    readonly zone: string | null;
    readonly records: number;
    readonly tasks: readonly TaskOfAgent[];
  }[];
  readonly pinned: number;
  /** Records that name no queue, or no time zone: the campaign's default is used, which no call shows. */
  readonly defaultQueue: number;
  readonly defaultZone: number;
}

/** Hexadecimal SHA-256 of a plan and of its parts (split.ts); null for a part without changes. */
export interface Fingerprint extends Readonly<Record<ChangePart, string | null>> {
  readonly whole: string;
}

export interface ChangeDigest {
  readonly address: Address;
  readonly action: Action;
  readonly part: ChangePart;
  /** The change that draws it into its part; null where its own nature does. */
  readonly tiedTo: Address | null;
  /** A restore that can be approved with the restores, too. */
  readonly isApart: boolean;
  readonly digest: string;
  /** Names of the fields, sorted. */
  readonly fields: readonly string[];
  /** What the decision rests on beside them: work done on its tasks, policy.restore. Empty: nothing, or untouched tasks. */
  readonly rests: string;
}

/** What an approval is compared with, and what applying only one part would meet. */
export interface PlanApproval {
  /** What is applied: everything, unless a part was approved. */
  readonly part: PlanPart;
  /** Digest of where requests go. */
  readonly target: string;
  /** Digest of the desired files. */
  readonly desired: string;
  /** Digest of both, and of what the decisions read beside them: policy, answers of the service profile, where pins were searched. */
  readonly binds: string;
  /** Of the state: how many applies carried out something (model/applied.ts). */
  readonly generation: number;
  readonly changes: readonly ChangeDigest[];
  readonly parts: Readonly<
    Record<
      ChangePart,
      { readonly guards: readonly Guard[]; readonly requests: { readonly reads: number; readonly writes: number } }
    >
  >;
}

/** A frozen value: printing, guarding, hashing and applying all read this one. */
export interface Plan {
  readonly target: {
    readonly name: string;
    readonly region: string;
    readonly companyCode: string;
    readonly environment: string;
    /** What people call the second system, where muster.yaml says it. */
    readonly backendName?: string;
  };
  readonly project: string;
  /** In the order they will be applied. */
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly guards: readonly Guard[];
  readonly counts: ChangeCounts;
  /** Objects recorded before this plan, by kind: what the percentage of the delete guard refers to. */
  readonly recorded: Readonly<Record<Kind, number>>;
  readonly files: readonly string[];
  readonly coverage: { readonly asked: number; readonly answered: number };
  /**
   * Requests made to observe; requests that applying will send: `apply` is `reads` + `writes`, exact apart from retries,
   * and the most there can be where a create may be sent twice (`FAIL-then-ALLOW`).
   */
  readonly requests: {
    readonly observed: number;
    readonly apply: number;
    readonly reads: number;
    readonly writes: number;
  };
  readonly forecast: Forecast;
  /** Open points of the interface documents this plan relied on. */
  readonly relies: readonly ReliedAnswer[];
  /** What is pinned to people who leave, and where that was looked for. */
  readonly offboarding: Offboarding;
  /** People declared absent: how many were verified on both sides. */
  readonly leavers: LeaverCount;
  /** They stop nothing. */
  readonly warnings: readonly Warning[];
  readonly fingerprint: Fingerprint;
  readonly approval: PlanApproval;
  /** Null where everything, or what `--only` names, was planned. */
  readonly since: PlanSince | null;
}

/** Why everything was read although a part was asked for (engine/since.ts). */
export type SinceWhole =
  | 'settings'
  | 'profile'
  | 'unloadable'
  | 'program'
  | 'overdue'
  | 'nothing-recorded'
  | 'set-cut-off'
  | 'nobody-seen'
  | 'unproven-removal';

/** Of a plan about what differs from a commit, and what depends on it. */
export interface PlanSince<Time = number> {
  /** As typed, and the commit it stood for. */
  readonly ref: string;
  readonly commit: string;
  /** End of the last complete drift run over everything; null where none is known. */
  readonly lastCompleteAt: Time | null;
  /** Null where a part was planned. */
  readonly because: SinceWhole | null;
  /** Declared or recorded, and not read. */
  readonly notRead: Readonly<Record<Kind, number>>;
}

export interface ReliedAnswer {
  readonly id: PointId;
  /** In plain words, without a question mark. */
  readonly question: string;
  /** The answer in the profile, or what muster goes by without one. */
  readonly answer: string;
  /** `stated`: a person wrote it into the profile. */
  readonly how: 'measured' | 'stated' | 'assumed';
  /** Day of the measurement or statement (`YYYY-MM-DD`); null when assumed. */
  readonly at: string | null;
  /** What the known answer means for this plan, where that is not harmless. */
  readonly caution: string | null;
}

export interface LeaverCount {
  /** Declared `ensure: absent`. */
  readonly declared: number;
  /** Absent in the service and in the backing instance. */
  readonly verified: number;
  /** Absent in the service; the backing instance is not observable. */
  readonly notObservable: number;
  /** Absent by its answer, but no known user answered SUCCESS in this run. */
  readonly unproven: number;
  /** Absent in the service, not proven so in the backing instance: of each, backendStatus as it came, quoted. */
  readonly backendWords: readonly string[];
  /** Present on a side, or not readable. */
  readonly open: number;
  /** Of the open ones, those that could not be read. */
  readonly unreadable: number;
}

/** Tasks of one campaign that name one person. Each task is counted once. */
export interface CampaignPins<Time = number> {
  readonly campaignName: string;
  /** Open, untouched, deliverable already. */
  readonly openNow: number;
  /** Open, untouched, deliverable from that instant, earliest first; `zone`: of these tasks, null where the service shows none. */
  readonly later: readonly { readonly at: Time; readonly zone: string | null; readonly tasks: number }[];
  /** Touched by an agent and still open. */
  readonly worked: number;
  /** COMPLETED or REMOVED: left alone. */
  readonly finished: number;
  /** Their clientIds, where they are few; otherwise none. */
  readonly finishedTasks: readonly string[];
  /** Dealt with by a change of their own in the same plan: deleted, moved or pinned to somebody else. */
  readonly settled: number;
  /** Open and not ours, and counted above too: never written. */
  readonly foreign: number;
}

/** What becomes of the open tasks that no other change deals with; `stays`: they keep the pin. */
export type PinFate = 'reassign' | 'clear' | 'block' | 'stays';

export interface LeaverPins<Time = number> {
  /** Of the person. */
  readonly address: Address;
  readonly fate: PinFate;
  /** loginUserId of who gets the tasks; null unless the fate is `reassign`. */
  readonly reassignTo: string | null;
  readonly campaigns: readonly CampaignPins<Time>[];
}

export interface Offboarding<Time = number> {
  /** Campaigns that were searched for pins; none when nobody leaves. A pin in any other campaign is not seen. */
  readonly searched: readonly string[];
  readonly leavers: readonly LeaverPins<Time>[];
}
