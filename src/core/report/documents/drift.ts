// What a drift run found -> its document, and how to go on. Pure.

import type { DriftResult } from '../../reconcile/finding.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand, planAgain, type ReportCommand } from '../words/next.ts';
import { remarkText } from '../words/why-finding.ts';
import { sharedClock, secondSystem } from '../words/words.ts';
import { begin, NO_REQUESTS, NO_SUMMARY } from './begin.ts';
import type { DriftDocument } from './document.ts';
import { reportFinding, reportRule, type ReportFinding } from './drift-rows.ts';
import type { JsonSummary } from './json-report.ts';

export function driftDocument(result: DriftResult, context: ReportContext): DriftDocument {
  const clock = sharedClock(result.findings);
  const findings = result.findings.map((each) =>
    reportFinding({ ...each, zone: each.zone ?? clock }, secondSystem(result.target)),
  );
  const summary = summaryOf(findings, result.inSync);
  return {
    ...begin(context, result),
    kind: 'drift',
    summary,
    coverage: result.coverage,
    verified: result.verified,
    requests: { ...NO_REQUESTS, observed: result.requests },
    leavers: result.leavers ?? null,
    findings,
    ignoreRules: result.rules.map(reportRule),
    remarks: result.remarks.map(remarkText),
    next: nextAfterDrift(summary, context),
    waysOut: waysOut(summary, context),
  };
}

function summaryOf(findings: readonly ReportFinding[], inSync: number): JsonSummary {
  const counted = findings.filter(({ ignored }) => ignored === null);
  const counts = { ...NO_SUMMARY.findings };
  for (const each of counted) counts[each.class] += 1;
  const alarms = findings.filter(({ alarm }) => alarm);
  return {
    ...NO_SUMMARY,
    findings: counts,
    alarms: alarms.length,
    suspected: alarms.filter(({ sightings }) => sightings?.due).length,
    ignored: findings.length - counted.length,
    unreadable: counts.unreadable,
    inSync,
  };
}

function nextAfterDrift({ findings, alarms }: JsonSummary, context: ReportContext): ReportCommand | null {
  if (findings.unreadable > 0) return nextCommand('Read again', ['drift', ...context.options]);
  if (alarms > 0) return planAgain('To see what would put it right', context);
  return findings.pending > 0 ? planAgain('To see what is waiting', context) : null;
}

/** Placeholders stand for what only a person knows. */
function waysOut({ findings, alarms }: JsonSummary, context: ReportContext): ReportCommand[] {
  const { options } = context;
  const again = findings.unreadable > 0 ? [nextCommand('Read again', ['drift', ...options])] : [];
  const waiting = findings.pending > 0 ? [planAgain('Apply what waits', context)] : [];
  if (alarms === 0) return again.length > 0 ? again : waiting;
  const silence = ['--owner', 'WHO', '--reason', 'WHY', '--expires', 'DAY'];
  return [
    ...again,
    planAgain('Repair it', context),
    nextCommand('Keep it', ['adopt', 'drift', ...options]),
    nextCommand('Silence it', ['drift', 'baseline', ...options, ...silence]),
  ];
}
