// What an apply did -> its document: the plan and the fate of each of its changes. Pure.

import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import type { Action } from '../../model/state.ts';
import type { ApplyResult, Settlement } from '../../reconcile/settlement.ts';
import { reportProblem, type ReportProblem } from './diagnostics.ts';
import { reportHead, type ReportContext } from '../words/head.ts';
import { notesText } from '../words/why-applied.ts';
import { secondSystem } from '../words/words.ts';
import { planAgain, type ReportCommand } from '../words/next.ts';
import { planFacts, type ReportedPlan, type PlanSummary } from './plan.ts';

export interface ApplyDocument extends ReportedPlan {
  readonly kind: 'apply';
  readonly summary: ApplySummary;
  readonly settlements: readonly ReportSettlement[];
  /** Why the run ended early; null when it did not. */
  readonly stopped: ReportProblem | null;
  readonly next: ReportCommand | null;
}

interface ApplySummary extends PlanSummary {
  readonly settlements: Readonly<Record<Settlement['kind'], number>>;
}

export interface ReportSettlement {
  readonly address: Address;
  readonly kind: Kind;
  readonly action: Action;
  readonly source: SourcePosition | null;
  readonly outcome: Settlement['kind'];
  readonly note: string | null;
  readonly problem: ReportProblem | null;
}

export function applyDocument(result: ApplyResult, context: ReportContext): ApplyDocument {
  const facts = planFacts(result.plan);
  const system = secondSystem(result.plan.target);
  const settlements = result.settlements.map((each) => reportSettlement(each, system));
  const draft = {
    ...reportHead(context, result.plan),
    ...facts,
    kind: 'apply' as const,
    summary: { ...facts.summary, settlements: countOf(settlements) },
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

function countOf(settlements: readonly ReportSettlement[]): ApplySummary['settlements'] {
  const count = (kind: Settlement['kind']): number => settlements.filter(({ outcome }) => outcome === kind).length;
  return {
    applied: count('applied'),
    skipped: count('skipped'),
    failed: count('failed'),
    unresolved: count('unresolved'),
  };
}

type AppliedPlan = Pick<ApplyDocument, 'summary' | 'changes' | 'stopped'>;

function nextAfterApply({ summary, changes, stopped }: AppliedPlan, context: ReportContext): ReportCommand | null {
  if (changes.length === 0 && summary.decisions === 0) return null;
  const { skipped, failed, unresolved } = summary.settlements;
  const left = skipped + failed + unresolved > 0 || stopped !== null;
  return planAgain(left ? 'See what is left' : 'To check', context);
}
