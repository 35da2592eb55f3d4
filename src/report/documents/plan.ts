// A plan -> its document; and what it has in common with that of an apply, the plan itself. Pure.

import { ACTIONS } from '../../model/state.ts';
import type { Plan } from '../../reconcile/plan-value.ts';
import type { Verdict } from '../../reconcile/verdict.ts';
import { iso, type ReportContext } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import { secondSystem } from '../words/words.ts';
import { begin, NO_SUMMARY } from './begin.ts';
import type { PlanDocument } from './document.ts';
import { exactCommands, musterCommand } from './exact-commands.ts';
import type { JsonSummary, ReportApproval } from './json-report.ts';
import {
  reportChange,
  reportGuard,
  reportLeaver,
  reportVerdict,
  reportWarning,
  type ReportChange,
  type ShownAs,
} from './plan-rows.ts';

/** What the reports of a plan and of its apply have in common. */
export function told(plan: Plan, context: ReportContext, { showValues }: Pick<ShownAs, 'showValues'> = {}) {
  const { files, coverage, requests, leavers, relies, since } = plan;
  const system = secondSystem(plan.target);
  const later = plan.forecast.later.map(({ hour, from, to, ...rest }) => ({
    ...{ hour: iso(hour), from: iso(from), to: iso(to) },
    ...rest,
  }));
  const { searched, leavers: pinnedTo } = plan.offboarding;
  return {
    ...begin(context, plan),
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

function summaryOf({ counts, verdicts, guards, recorded }: Plan): JsonSummary {
  const ofClass = (wanted: Verdict['class']): number => verdicts.filter((each) => each.class === wanted).length;
  const passed = guards.filter((guard) => guard.passed).length;
  return {
    ...NO_SUMMARY,
    changes: counts,
    decisions: ofClass('decision'),
    unreadable: ofClass('unreadable'),
    guards: { stopping: guards.length - passed, passed },
    recorded: recorded.user + recorded.record,
  };
}

function approvalOf({ fingerprint, approval }: Plan): ReportApproval {
  const { part, target, desired, binds, generation, changes } = approval;
  return { fingerprint, part, target, desired, binds, generation, changes };
}

/** Number of changes that applying would make. */
export function changeCount({ changes }: Pick<JsonSummary, 'changes'>): number {
  return ACTIONS.reduce((sum, action) => sum + changes[action], 0);
}

export function planDocument(plan: Plan, context: ReportContext): PlanDocument {
  const draft: PlanDocument = { ...told(plan, context, context), kind: 'plan' };
  return {
    ...draft,
    exactly: exactCommands(plan, musterCommand(context)),
    next: nextAfterPlan(draft, context),
    onMerge: context.onMerge ?? null,
    applyWith: context.applyWith ?? null,
  };
}

function nextAfterPlan(
  { summary, guards, changes }: PlanDocument,
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
