// What a drift run found -> its document, and how to go on. Pure.

import type { DriftResult } from '../../reconcile/finding.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand, planAgain, type ReportCommand } from '../words/next.ts';
import { remarkText } from '../words/why-finding.ts';
import { sharedClock, secondSystem } from '../words/words.ts';
import { begin, NO_REQUESTS, NO_SUMMARY } from './begin.ts';
import type { DriftDocument } from './document.ts';
import { isUnjudged, reportFinding, reportRule, type ReportFinding } from './drift-rows.ts';
import type { JsonSummary } from './json-report.ts';

export function driftDocument(result: DriftResult, context: ReportContext): DriftDocument {
  const clock = sharedClock(result.findings);
  const findings = result.findings.map((each) =>
    reportFinding({ ...each, zone: each.zone ?? clock }, secondSystem(result.target)),
  );
  const summary = summaryOf(findings, result.inSync);
  const isHelped = findings.some((each) => each.class === 'unreadable' && each.ignored === null && !isUnjudged(each));
  const again = isHelped ? nextCommand('Read again', ['drift', ...context.options]) : null;
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
    next: nextAfterDrift(summary, { context, again }),
    waysOut: waysOut(summary, { context, again }),
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

interface WayOn {
  readonly context: ReportContext;
  /** Null where no new reading helps. */
  readonly again: ReportCommand | null;
}

function nextAfterDrift({ findings, alarms }: JsonSummary, { context, again }: WayOn): ReportCommand | null {
  if (again !== null) return again;
  if (alarms > 0) return planAgain('To see what would put it right', context);
  return findings.pending > 0 ? planAgain('To see what is waiting', context) : null;
}

/** Placeholders stand for what only a person knows. */
function waysOut({ findings, alarms }: JsonSummary, { context, again }: WayOn): ReportCommand[] {
  const { options } = context;
  const reading = again === null ? [] : [again];
  const waiting = findings.pending > 0 ? [planAgain('Apply what waits', context)] : [];
  if (alarms === 0) return reading.length > 0 ? reading : waiting;
  const silence = ['--owner', 'WHO', '--reason', 'WHY', '--expires', 'DAY'];
  return [
    ...reading,
    planAgain('Repair it', context),
    nextCommand('Keep it', ['adopt', 'drift', ...options]),
    nextCommand('Silence it', ['drift', 'baseline', ...options, ...silence]),
  ];
}
