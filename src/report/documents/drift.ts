// What a drift run found -> its document. Pure.

import type { DriftClass } from '../../model/drift-classes.ts';
import type { DriftResult } from '../../reconcile/finding.ts';
import type { LeaverCount } from '../../reconcile/plan-value.ts';
import { reportHead, type ReportContext, type ReportHead } from '../words/head.ts';
import { secondSystem } from '../words/words.ts';
import { remarkText } from '../words/why-remark.ts';
import { nextCommand, planAgain, type ReportCommand } from '../words/next.ts';
import { reportFinding, reportRule, type ReportFinding, type ReportRule } from './drift-rows.ts';

export interface DriftDocument extends ReportHead {
  readonly kind: 'drift';
  readonly summary: DriftSummary;
  readonly coverage: DriftResult['coverage'];
  /** Declared properties by how sure they are: read back, assumed since creation, or neither. */
  readonly verified: DriftResult['verified'];
  readonly requests: { readonly observed: number };
  /** People declared absent, and on how many sides that was verified. */
  readonly leavers: LeaverCount | null;
  readonly findings: readonly ReportFinding[];
  readonly ignoreRules: readonly ReportRule[];
  /** What a reader must know about the run itself. */
  readonly remarks: readonly string[];
  readonly next: ReportCommand | null;
  /** How to go on: put it back, keep it, silence it; or read again. */
  readonly waysOut: readonly ReportCommand[];
}

export interface DriftSummary {
  /** By class, without those that a rule silences. */
  readonly findings: Readonly<Record<DriftClass, number>>;
  readonly alarms: number;
  /** Alarms that were seen once only. */
  readonly suspected: number;
  /** Findings that a rule silences; not counted in `findings`. */
  readonly ignored: number;
  readonly unreadable: number;
  readonly inSync: number;
}

export const NO_FINDINGS: Readonly<Record<DriftClass, number>> = {
  drift: 0,
  conflict: 0,
  missing: 0,
  recreated: 0,
  extra: 0,
  pending: 0,
  converged: 0,
  consumed: 0,
  platform: 0,
  unverifiable: 0,
  unreadable: 0,
};

export function driftDocument(result: DriftResult, context: ReportContext): DriftDocument {
  const findings = result.findings.map((each) => reportFinding(each, secondSystem(result.target)));
  const summary = summaryOf(findings, result.inSync);
  return {
    ...reportHead(context, result),
    kind: 'drift',
    summary,
    coverage: result.coverage,
    verified: result.verified,
    requests: { observed: result.requests },
    leavers: result.leavers ?? null,
    findings,
    ignoreRules: result.rules.map(reportRule),
    remarks: result.remarks.map(remarkText),
    next: nextAfterDrift(summary, context),
    waysOut: waysOut(summary, context),
  };
}

function summaryOf(findings: readonly ReportFinding[], inSync: number): DriftSummary {
  const counted = findings.filter(({ ignored }) => ignored === null);
  const counts = { ...NO_FINDINGS };
  for (const each of counted) counts[each.class] += 1;
  const alarms = findings.filter(({ alarm }) => alarm);
  return {
    findings: counts,
    alarms: alarms.length,
    suspected: alarms.filter(({ sightings }) => sightings?.due).length,
    ignored: findings.length - counted.length,
    unreadable: counts.unreadable,
    inSync,
  };
}

function nextAfterDrift({ findings, alarms }: DriftSummary, context: ReportContext): ReportCommand | null {
  if (findings.unreadable > 0) return nextCommand('Read again', ['drift', ...context.options]);
  if (alarms > 0) return planAgain('To see what would put it right', context);
  return findings.pending > 0 ? planAgain('To see what is waiting', context) : null;
}

/** Placeholders stand for what only a person knows. */
function waysOut({ findings, alarms }: DriftSummary, context: ReportContext): ReportCommand[] {
  const { options } = context;
  const again = findings.unreadable > 0 ? [nextCommand('Read again', ['drift', ...options])] : [];
  const waiting = findings.pending > 0 ? [planAgain('Apply what waits', context)] : [];
  if (alarms === 0) return again.length > 0 ? again : waiting;
  const silence = ['--owner', 'WHO', '--reason', 'WHY', '--expires', 'DAY'];
  return [
    ...again,
    planAgain('Put it back', context),
    nextCommand('Keep it', ['adopt', 'drift', ...options]),
    nextCommand('Silence it', ['drift', 'baseline', ...options, ...silence]),
  ];
}
