// A plan -> its document; and the document of its apply: the same plan, and the fate of each of its changes. Pure.

import { ACTIONS } from '../../model/state.ts';
import type { Plan } from '../../reconcile/plan-value.ts';
import type { Verdict } from '../../reconcile/verdict.ts';
import { iso, type ReportContext } from '../words/head.ts';
import { nextCommand, planAgain, type ReportCommand } from '../words/next.ts';
import { sharedClock, secondSystem } from '../words/words.ts';
import { begin, NO_SUMMARY } from './begin.ts';
import type { ApplyDocument, PlanDocument } from './document.ts';
import { exactCommands, musterCommand } from './exact-commands.ts';
import type { JsonSummary, ReportApproval } from './json-report.ts';
import type { ReportChange, ReportSettlement, ShownAs } from './plan-rows.ts';
import { reportChange, reportGuard, reportLeaver, reportVerdict, reportWarning } from './plan-rows.ts';
import type { ApplyResult, Settlement } from '../../reconcile/settlement.ts';
import { notesText } from '../words/why-change.ts';
import { reportProblem } from './diagnostics.ts';

/** What the reports of a plan and of its apply have in common. */
function told(plan: Plan, context: ReportContext, { showValues }: Pick<ShownAs, 'showValues'> = {}) {
  const { files, coverage, requests, leavers, relies, since } = plan;
  const system = secondSystem(plan.target);
  const later = plan.forecast.later.map(({ hour, from, to, ...rest }) => ({
    ...{ hour: iso(hour), from: iso(from), to: iso(to) },
    ...rest,
  }));
  const changes = reportedChanges(plan, { system, showValues });
  const clock = sharedClock([...changes, ...later]);
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
    // Of few times a reader sees which it is.
    warnings: plan.warnings.map((each) =>
      reportWarning(each.code === 'pin-on-new-agent' && later.length <= 1 ? { ...each, from: null } : each, system),
    ),
    changes,
    verdicts: plan.verdicts.map((each) => reportVerdict(each, system, clock)),
    guards: plan.guards.map((each) => reportGuard(each, system, clock)),
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
  { summary, guards, changes, verdicts }: PlanDocument,
  { options, applyWith }: ReportContext,
): ReportCommand | null {
  const again = (why: string): ReportCommand =>
    applyWith ? { why, command: 'run this job again' } : nextCommand(why, ['plan', ...options]);
  // One without advice says itself what helps, and no new reading does.
  if (verdicts.some((each) => each.class === 'unreadable' && each.advice !== null)) return again('Read again');
  if (guards.some(({ pass, passed }) => pass === null && !passed)) return again('Once corrected');
  if (changes.length === 0) return summary.decisions > 0 ? again('Once decided') : null;
  // A workflow asks nobody.
  if (applyWith) return null;
  const passing = guards.flatMap(({ pass }) => (pass === null ? [] : ['--allow', pass]));
  return nextCommand('plan, then confirm', ['apply', ...options, ...passing]);
}

export function applyDocument(result: ApplyResult, context: ReportContext): ApplyDocument {
  const planned = told(result.plan, context);
  const system = secondSystem(result.plan.target);
  const settlements = result.settlements.map((each) => reportSettlement(each, system));
  const draft: ApplyDocument = {
    ...planned,
    kind: 'apply',
    summary: { ...planned.summary, settlements: countOf(settlements) },
    settlements,
    stopped: result.stopped && reportProblem(result.stopped, system),
  };
  return { ...draft, next: nextAfterApply(draft, context) };
}

function reportSettlement(settlement: Settlement, system: string): ReportSettlement {
  const { address, kind, action, source } = settlement.change;
  const common = { address, kind, action, source, outcome: settlement.kind };
  if (settlement.kind === 'applied') return { ...common, note: notesText(settlement.notes, system), problem: null };
  return { ...common, note: null, problem: reportProblem(settlement.problem, system) };
}

function countOf(settlements: readonly ReportSettlement[]): JsonSummary['settlements'] {
  const count = (kind: Settlement['kind']): number => settlements.filter(({ outcome }) => outcome === kind).length;
  return {
    applied: count('applied'),
    skipped: count('skipped'),
    failed: count('failed'),
    unresolved: count('unresolved'),
  };
}

function nextAfterApply({ summary, changes, stopped }: ApplyDocument, context: ReportContext): ReportCommand | null {
  if (changes.length === 0 && summary.decisions === 0) return null;
  const { skipped, failed, unresolved } = summary.settlements;
  const left = skipped + failed + unresolved > 0 || stopped !== null;
  return planAgain(left ? 'See what is left' : 'To check', context);
}
