// A plan -> its document; and what it has in common with that of an apply, the plan itself. Pure.

import { ACTIONS } from '../../model/state.ts';
import type { PlanPart } from '../../model/parts.ts';
import type { ChangeDigest, Plan, TaskOfAgent, LeaverCount, ReliedAnswer } from '../../reconcile/plan-value.ts';
import type { Verdict } from '../../reconcile/verdict.ts';
import { iso, type ReportHead, reportHead, type ReportContext } from '../words/head.ts';
import { secondSystem } from '../words/words.ts';
import type { ReportSince } from '../words/since.ts';
import {
  reportChange,
  reportGuard,
  reportLeaver,
  reportVerdict,
  reportWarning,
  type ReportChange,
  type ReportGuard,
  type ReportLeaver,
  type ReportVerdict,
  type ReportWarning,
  type ShownAs,
} from './plan-rows.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import { exactCommands, musterCommand, type ExactCommand } from './exact-commands.ts';

export interface PlanSummary {
  readonly changes: Plan['counts'];
  readonly decisions: number;
  readonly unreadable: number;
  readonly guards: { readonly stopping: number; readonly passed: number };
  readonly recorded: number;
}

export interface PlanFacts {
  readonly files: readonly string[];
  readonly summary: PlanSummary;
  readonly coverage: Plan['coverage'];
  readonly requests: Plan['requests'];
  readonly forecast: {
    readonly deliverableAtOnce: number;
    /** Which they are, where they are few; otherwise none. */
    readonly tasksAtOnce: readonly TaskOfAgent[];
    /**
     * `zone`: whose clocks show the hour; null where no zone is declared, then it is an hour of UTC. `from`, `to`: the first and the
     * last time in that hour. `tasks`: which records, and to whom they will be pinned, where they are few; otherwise none.
     */
    readonly later: readonly {
      readonly hour: string;
      readonly from: string;
      readonly to: string;
      readonly zone: string | null;
      readonly records: number;
      readonly tasks: readonly TaskOfAgent[];
    }[];
    readonly pinned: number;
    /** Records without a queue, or without a zone: the campaign's default is used, its value is not known. */
    readonly defaultQueue: number;
    readonly defaultZone: number;
  };
  /** What is pinned to people who leave, and which campaigns were searched for it. */
  readonly offboarding: {
    readonly searched: readonly string[];
    readonly leavers: readonly ReportLeaver[];
  };
  /** People declared absent, and on how many sides that was verified. */
  readonly leavers: LeaverCount;
  /** They stop nothing. */
  readonly warnings: readonly ReportWarning[];
  readonly changes: readonly ReportChange[];
  readonly verdicts: readonly ReportVerdict[];
  readonly guards: readonly ReportGuard[];
  /** What an approval of this plan binds; `part`: what is applied. */
  readonly approval: {
    readonly fingerprint: Plan['fingerprint'];
    readonly part: PlanPart;
    readonly target: string;
    readonly desired: string;
    readonly binds: string;
    readonly generation: number;
    readonly changes: readonly ChangeDigest[];
  };
  /** Assumptions about the service that the plan makes. */
  readonly relies: readonly ReliedAnswer[];
  /** Of `--since`: what was not read, or why everything was; null without it. */
  readonly since: ReportSince | null;
}

/** A plan as it is told, or told of again after it was applied. */
export interface ReportedPlan extends ReportHead, PlanFacts {}

export function planFacts(plan: Plan, { showValues }: Pick<ReportContext, 'showValues'> = {}): PlanFacts {
  const { files, coverage, requests, leavers, relies, since } = plan;
  const system = secondSystem(plan.target);
  const later = plan.forecast.later.map(({ hour, from, to, ...rest }) => ({
    ...{ hour: iso(hour), from: iso(from), to: iso(to) },
    ...rest,
  }));
  const { searched, leavers: pinnedTo } = plan.offboarding;
  return {
    files,
    summary: summaryOf(plan),
    coverage,
    requests,
    forecast: { ...plan.forecast, later },
    offboarding: { searched, leavers: pinnedTo.map(reportLeaver) },
    leavers,
    warnings: plan.warnings.map((each) => reportWarning(each, system)),
    changes: reportedChanges(plan, { system, showValues }),
    verdicts: plan.verdicts.map((each) => reportVerdict(each, system)),
    guards: plan.guards.map(reportGuard),
    approval: approvalOf(plan),
    relies,
    since: since && { ...since, lastCompleteAt: since.lastCompleteAt === null ? null : iso(since.lastCompleteAt) },
  };
}

function reportedChanges({ changes, approval }: Plan, shown: ShownAs): ReportChange[] {
  const places = new Map(approval.changes.map((each) => [each.address, each]));
  return changes.map((change) =>
    reportChange(change, places.get(change.address) ?? { part: 'additions', tiedTo: null }, shown),
  );
}

function summaryOf({ counts, verdicts, guards, recorded }: Plan): PlanSummary {
  const ofClass = (wanted: Verdict['class']): number => verdicts.filter((each) => each.class === wanted).length;
  const passed = guards.filter((guard) => guard.passed).length;
  return {
    changes: counts,
    decisions: ofClass('decision'),
    unreadable: ofClass('unreadable'),
    guards: { stopping: guards.length - passed, passed },
    recorded: recorded.user + recorded.record,
  };
}

function approvalOf({ fingerprint, approval }: Plan): PlanFacts['approval'] {
  const { part, target, desired, binds, generation, changes } = approval;
  return { fingerprint, part, target, desired, binds, generation, changes };
}

/** Number of changes that applying would make. */
export function changeCount({ changes }: Pick<PlanSummary, 'changes'>): number {
  return ACTIONS.reduce((sum, action) => sum + changes[action], 0);
}

export interface PlanDocument extends ReportedPlan {
  readonly kind: 'plan';
  /** Commands that apply this plan, or one part of it, and no other. */
  readonly exactly: readonly ExactCommand[];
  readonly next: ReportCommand | null;
  /** What merging the files does, in the words of the workflow; null where nobody said it. */
  readonly onMerge: string | null;
  /** How an apply is started in the workflow of this repository; null where `muster apply` or Pulumi does it. */
  readonly applyWith: string | null;
}

export function planDocument(plan: Plan, context: ReportContext): PlanDocument {
  const facts = planFacts(plan, context);
  return {
    ...reportHead(context, plan),
    ...facts,
    kind: 'plan',
    exactly: exactCommands(plan, musterCommand(context)),
    next: nextAfterPlan(facts, context),
    onMerge: context.onMerge ?? null,
    applyWith: context.applyWith ?? null,
  };
}

function nextAfterPlan(
  { summary, guards, changes }: PlanFacts,
  { options, applyWith }: ReportContext,
): ReportCommand | null {
  const again = (why: string): ReportCommand =>
    applyWith ? { why, command: 'run this job again' } : nextCommand(why, ['plan', ...options]);
  if (summary.unreadable > 0) return again('Read again');
  if (guards.some(({ pass, passed }) => pass === null && !passed)) return again('Once corrected');
  if (changes.length === 0) return summary.decisions > 0 ? again('Once decided') : null;
  // A workflow asks nobody.
  if (applyWith) return null;
  const passing = guards.flatMap(({ pass }) => (pass === null ? [] : ['--allow', pass]));
  return nextCommand('plan, then confirm', ['apply', ...options, ...passing]);
}
