// Ignore rules: they silence an alarm, they change nothing that apply does, and they never make a finding vanish. A rule
// that expired or fits nothing is reported itself. What could not be read is never silenced, nor another value than the one accepted.
//
//   the newest recorded time              | rules are judged at | said
//   is not after now                      | now                 | nothing
//   is after now, by 2 minutes at most    | that time           | nothing: clocks of two machines differ
//   is after now, by more                 | that time           | the clock was ahead then, or is behind now

import { matchesAddress } from '../../model/address.ts';
import { isAlarm } from '../../model/drift-classes.ts';
import { CLOCK_SKEW_MS } from '../../model/age.ts';
import type { IgnoreRule, RecordedState } from '../../model/state.ts';
import type { DriftRemark, Finding, FindingField, RuleUse } from '../finding.ts';
import { accepts } from './seen.ts';

/** Each finding with the rule that silences it: of several fields, all must be covered, by one rule or by several. */
export function silence(findings: readonly Finding[], rules: readonly IgnoreRule[], now: number): Finding[] {
  const active = rules.filter((rule) => rule.expires > now);
  return findings.map((finding) => {
    const fitting = finding.class === 'unreadable' ? [] : active.filter((rule) => fits(rule, finding));
    const whole = fitting.find((rule) => rule.property === null);
    // Fields that are alike by now, or moved as the platform documents, alarm nobody and need no rule.
    const loud = finding.fields.filter((field) => isAlarm(field.class));
    const covers = (rule: IgnoreRule, { field, digest = '' }: FindingField): boolean =>
      rule.property === field && accepts(rule.seen, digest);
    const all = loud.length > 0 && loud.every((field) => fitting.some((rule) => covers(rule, field)));
    return { ...finding, ignored: whole ?? (all ? (fitting[0] ?? null) : null) };
  });
}

/** When rules are judged (epoch milliseconds): a clock that was set back must not make an expired rule silence again. */
export function judgedAt(
  { objects, openIntents, removed }: RecordedState,
  now: number,
): { readonly at: number; readonly remarks: readonly DriftRemark[] } {
  let newest = 0;
  for (const { recordedAt } of objects.values()) newest = Math.max(newest, recordedAt);
  for (const { recordedAt, removedAt = 0 } of removed?.values() ?? []) newest = Math.max(newest, recordedAt, removedAt);
  for (const { at } of openIntents) newest = Math.max(newest, at);
  if (newest <= now + CLOCK_SKEW_MS) return { at: Math.max(now, newest), remarks: [] };
  return { at: newest, remarks: [{ kind: 'clock-behind', now, recordedAt: newest }] };
}

/** `whole`: everything was looked at, so that a rule without a finding is unused and not only out of sight. */
export function ruleUse(
  findings: readonly Finding[],
  rules: readonly IgnoreRule[],
  { now, whole }: { readonly now: number; readonly whole: boolean },
): RuleUse[] {
  return rules.map((rule) => {
    const fitting = findings.filter((finding) => fits(rule, finding)).length;
    if (rule.expires <= now) return { rule, state: 'expired', findings: fitting };
    return { rule, state: fitting === 0 && whole ? 'unused' : 'active', findings: fitting };
  });
}

function fits(rule: IgnoreRule, finding: Finding): boolean {
  if (!matchesAddress(rule.address, finding.address)) return false;
  if (rule.class !== null && rule.class !== finding.class) return false;
  return rule.property === null || finding.fields.some(({ field }) => field === rule.property);
}
