// What a drift run found -> its document, with each finding and each ignore rule. Times are ISO 8601 in UTC; a personal field says only
// that it differs. Pure.

import { type DriftClass, isAlarm } from '../../model/drift-classes.ts';
import type { DriftResult, Finding, RuleUse } from '../../reconcile/finding.ts';
import type { LeaverCount } from '../../reconcile/plan-value.ts';
import { reportHead, type ReportContext, type ReportHead, iso } from '../words/head.ts';
import { secondSystem } from '../words/words.ts';
import { remarkText, whyFinding } from '../words/why-finding.ts';
import { nextCommand, planAgain, type ReportCommand } from '../words/next.ts';
import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import { shownFields, type ReportField } from '../words/redact.ts';

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

interface DriftSummary {
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

type ReportFindingField = ReportField & { readonly class: DriftClass };

export interface ReportFinding {
  readonly address: Address;
  readonly kind: Kind;
  readonly class: DriftClass;
  /** False for an ignored finding, whatever its class. */
  readonly alarm: boolean;
  readonly cause: Finding['cause']['kind'];
  /** The cause in words. */
  readonly text: string;
  readonly source: SourcePosition | null;
  readonly fields: readonly ReportFindingField[];
  /** The rule of muster.yaml that silences it. */
  readonly ignored: Pick<ReportRule, 'owner' | 'reason' | 'expires' | 'source'> | null;
  /** `confirmed` null: suspected, until another complete reading at `due` or later sees it. Null for expected states. */
  readonly sightings: {
    readonly first: string;
    readonly last: string;
    readonly runs: number;
    readonly confirmed: string | null;
    readonly due: string | null;
  } | null;
}

/** One line of `ignore:` and what became of it in this run. */
export interface ReportRule {
  readonly address: string;
  readonly property: string | null;
  readonly class: string | null;
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
  readonly source: SourcePosition;
  readonly state: RuleUse['state'];
  /** Findings it fits; with an expired rule they alarm again. */
  readonly findings: number;
}

function reportFinding(finding: Finding, system: string): ReportFinding {
  const { address, kind, source, ignored } = finding;
  const [cause, text] = [finding.cause.kind, whyFinding(finding, system)];
  const alarm = isAlarm(finding.class) && ignored === null;
  const fields = shownFields(finding.fields).map((field, index) => ({
    ...field,
    class: finding.fields[index]?.class ?? finding.class,
  }));
  const common = { address, kind, class: finding.class, alarm, cause, text, source, fields };
  return { ...common, ignored: ignored && silencing(ignored), sightings: seen(finding) };
}

function silencing({ owner, reason, expires, source }: RuleUse['rule']): NonNullable<ReportFinding['ignored']> {
  return { owner, reason, expires: iso(expires), source };
}

function seen({ sightings }: Finding): ReportFinding['sightings'] {
  if (sightings === null) return null;
  const { first, last, runs, confirmed, due } = sightings;
  const time = (at: number | null): string | null => (at === null ? null : iso(at));
  return { first: iso(first), last: iso(last), runs, confirmed: time(confirmed), due: time(due) };
}

function reportRule({ rule, state, findings }: RuleUse): ReportRule {
  const { address, property } = rule;
  return { address, property, class: rule.class, ...silencing(rule), state, findings };
}
