// A plan -> its document. Pure.

import type { Plan } from '../../reconcile/plan-value.ts';
import { reportHead, type ReportContext } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import { exactCommands, musterCommand, type ExactCommand } from './exact-commands.ts';
import { planFacts, type PlanFacts, type ReportedPlan } from './facts.ts';

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
  const facts = planFacts(plan);
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
