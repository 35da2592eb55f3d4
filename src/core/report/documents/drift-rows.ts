// What a document says of one finding and of one ignore rule. Times are ISO 8601 in UTC; a personal field says only that it differs.

import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import { type DriftClass, isAlarm } from '../../model/drift-classes.ts';
import type { Finding, RuleUse, Sightings } from '../../reconcile/finding.ts';
import { iso } from '../words/head.ts';
import { shownFields, type ReportField } from '../words/redact.ts';
import { whyFinding } from '../words/why-finding.ts';

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
  /** Whose clocks a reader sees its times on; null: of UTC. The values themselves are of no zone. */
  readonly zone: string | null;
  readonly fields: readonly ReportFindingField[];
  /** The rule of muster.yaml that silences it. */
  readonly ignored: Pick<ReportRule, 'owner' | 'reason' | 'expires' | 'source'> | null;
  /** `confirmed` null: suspected, until another complete reading at `due` or later sees it. Null for expected states. */
  readonly sightings: Sightings<string> | null;
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

export function reportFinding(finding: Finding, system: string): ReportFinding {
  const { address, kind, source, ignored, zone = null } = finding;
  const [cause, text] = [causeOf(finding), whyFinding(finding, system)];
  const alarm = isAlarm(finding.class) && ignored === null;
  const fields = shownFields(finding.fields).map((field, index) => ({
    ...field,
    class: finding.fields[index]?.class ?? finding.class,
  }));
  const common = { address, kind, class: finding.class, alarm, cause, text, source, zone, fields };
  return { ...common, ignored: ignored && silencing(ignored), sightings: seen(finding) };
}

/** One word for it, whether a plan says it too or only a drift run does. */
function causeOf({ cause }: Finding): ReportFinding['cause'] {
  return cause.kind === 'said' && cause.verdict.reason.kind === 'no-known-user' ? 'no-known-user' : cause.kind;
}

/** It was read, and another reading says the same: only files that declare somebody who is there help. */
export function isUnjudged(finding: Pick<ReportFinding, 'cause'>): boolean {
  return finding.cause === 'no-known-user';
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

export function reportRule({ rule, state, findings }: RuleUse): ReportRule {
  const { address, property } = rule;
  return { address, property, class: rule.class, ...silencing(rule), state, findings };
}
