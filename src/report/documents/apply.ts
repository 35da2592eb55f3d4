// What an apply did -> its document: the plan and the fate of each of its changes. Pure.

import type { ApplyResult, Settlement } from '../../reconcile/settlement.ts';
import type { ReportContext } from '../words/head.ts';
import { planAgain, type ReportCommand } from '../words/next.ts';
import { notesText } from '../words/why-applied.ts';
import { secondSystem } from '../words/words.ts';
import { reportProblem } from './diagnostics.ts';
import type { ApplyDocument } from './document.ts';
import type { JsonSummary } from './json-report.ts';
import type { ReportSettlement } from './plan-rows.ts';
import { told } from './plan.ts';

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
