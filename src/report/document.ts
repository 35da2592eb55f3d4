// Plan, ApplyResult, DriftResult, diagnostics and recorded state -> the one versioned document (document-shape.ts).
// The only place where redaction happens (here and in document-parts.ts): values of personal fields, digests, data items
// and saved copies stop here, so no renderer can show them. Pure. Follows design section 6 and research "Outputs".

import { ERRORS, type Diagnostic, type ToolError } from '../model/errors.ts';
import type { RecordedState } from '../model/state.ts';
import type { ApplyResult, Settlement } from '../reconcile/settlement.ts';
import type { DriftResult } from '../reconcile/finding.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import {
  change,
  described,
  diagnostic,
  finding,
  guard,
  ignoreRule,
  iso,
  leaver,
  problem,
  recordedObject,
  settlement,
  verdict,
  warning,
} from './document-parts.ts';
import { emptyDocument, type ReportContext } from './document-start.ts';
import { exactly, musterCommand } from './exactly.ts';
import type { ReportDocument, ReportKind } from './document-shape.ts';
import { nextAfterApply, nextAfterDrift, nextAfterPlan, nextAfterValidate } from './next.ts';

export function planDocument(plan: Plan, context: ReportContext): ReportDocument {
  const draft = withPlan(emptyDocument('plan', context), plan);
  return { ...draft, exactly: exactly(plan, musterCommand(context)), next: nextAfterPlan(draft, context) };
}

export function applyDocument(result: ApplyResult, context: ReportContext): ReportDocument {
  const base = withPlan(emptyDocument('apply', context), result.plan);
  const settlements = result.settlements.map(settlement);
  const count = (kind: Settlement['kind']): number => settlements.filter((each) => each.outcome === kind).length;
  const draft: ReportDocument = {
    ...base,
    estimateMs: null,
    settlements,
    stopped: result.stopped === null ? null : problem(result.stopped),
    summary: {
      ...base.summary,
      settlements: {
        applied: count('applied'),
        skipped: count('skipped'),
        failed: count('failed'),
        unresolved: count('unresolved'),
      },
    },
  };
  return { ...draft, next: nextAfterApply(draft, context) };
}

export function driftDocument(result: DriftResult, context: ReportContext): ReportDocument {
  const base = emptyDocument('drift', context);
  const findings = result.findings.map(finding);
  const counts = { ...base.summary.findings };
  for (const each of findings) counts[each.class] += each.ignored === null ? 1 : 0;
  const alarms = findings.filter((each) => each.alarm);
  const draft: ReportDocument = {
    ...base,
    project: result.project,
    target: result.target,
    coverage: result.coverage,
    verified: result.verified,
    leavers: result.leavers ?? null,
    requests: { ...base.requests, observed: result.requests },
    findings,
    ignoreRules: result.rules.map(ignoreRule),
    remarks: result.remarks,
    summary: {
      ...base.summary,
      findings: counts,
      alarms: alarms.length,
      suspected: alarms.filter((each) => each.sightings?.due).length,
      ignored: findings.filter((each) => each.ignored !== null).length,
      unreadable: counts.unreadable,
      inSync: result.inSync,
    },
  };
  return { ...draft, next: nextAfterDrift(draft, context) };
}

export interface HeartbeatInput {
  readonly project: string;
  readonly target: Plan['target'];
  /** Epoch milliseconds. */
  readonly completeAt: number;
  readonly maxAgeMs: number;
}

/** `drift --max-age`: the last complete run is young enough. */
export function heartbeatDocument(input: HeartbeatInput, context: ReportContext): ReportDocument {
  const { project, target, completeAt, maxAgeMs } = input;
  return { ...emptyDocument('drift', context), project, target, heartbeat: { at: iso(completeAt), maxAgeMs } };
}

/** Bodies of saved copies hold personal values: only that a copy exists, and since when, is said. */
export interface ShowInput {
  readonly project: string;
  readonly target: Plan['target'];
  readonly recorded: RecordedState;
  readonly copies: readonly { readonly address: string; readonly savedAt: number }[];
}

export function showDocument(input: ShowInput, context: ReportContext): ReportDocument {
  const base = emptyDocument('show', context);
  const recorded = [...input.recorded.objects.values()].map(recordedObject);
  return {
    ...base,
    project: input.project,
    target: input.target,
    recorded,
    openIntents: input.recorded.openIntents.map(({ address, action, at }) => ({ address, action, at: iso(at) })),
    copies: input.copies.map(({ address, savedAt }) => ({ address, savedAt: iso(savedAt) })),
    summary: { ...base.summary, recorded: recorded.length },
  };
}

export interface ValidateInput {
  readonly project: string | null;
  readonly files: readonly string[];
  readonly objects: { readonly users: number; readonly records: number };
  readonly diagnostics: readonly Diagnostic[];
}

export function validateDocument(input: ValidateInput, context: ReportContext): ReportDocument {
  const base = emptyDocument('validate', context);
  const draft: ReportDocument = {
    ...base,
    project: input.project,
    files: input.files,
    declared: input.objects,
    diagnostics: input.diagnostics.map(diagnostic),
    summary: { ...base.summary, diagnostics: input.diagnostics.length },
  };
  return { ...draft, next: nextAfterValidate(draft, context) };
}

/** For `--json`: a run that ended with an error is a document too. */
export function errorDocument(error: ToolError, kind: ReportKind, context: ReportContext): ReportDocument {
  const { code, detail, diagnostics, exit } = error;
  const base = emptyDocument(kind, context);
  return {
    ...base,
    diagnostics: diagnostics.map(diagnostic),
    summary: { ...base.summary, diagnostics: diagnostics.length },
    error: {
      ...described(code, detail.message),
      exit,
      headline: ERRORS[code].headline,
      lines: detail.lines ?? [],
      address: detail.address ?? null,
      source: detail.source ?? null,
      line: detail.line ?? null,
    },
  };
}

function withPlan(base: ReportDocument, plan: Plan): ReportDocument {
  const ofClass = (wanted: Verdict['class']): number => plan.verdicts.filter((each) => each.class === wanted).length;
  return {
    ...base,
    project: plan.project,
    target: plan.target,
    files: plan.files,
    coverage: plan.coverage,
    requests: plan.requests,
    estimateMs: estimate(plan.requests, base.durationMs),
    forecast: {
      ...plan.forecast,
      later: plan.forecast.later.map(({ hour, ...rest }) => ({ hour: iso(hour), ...rest })),
    },
    offboarding: { searched: plan.offboarding.searched, leavers: plan.offboarding.leavers.map(leaver) },
    leavers: plan.leavers,
    warnings: plan.warnings.map(warning),
    changes: plan.changes.map(change),
    verdicts: plan.verdicts.map(verdict),
    guards: plan.guards.map(guard),
    relies: plan.relies,
    approval: approvalOf(plan),
    summary: {
      ...base.summary,
      changes: plan.counts,
      decisions: ofClass('decision'),
      unreadable: ofClass('unreadable'),
      guards: {
        stopping: plan.guards.filter(({ passed }) => !passed).length,
        passed: plan.guards.filter(({ passed }) => passed).length,
      },
      recorded: plan.recorded.user + plan.recorded.record,
    },
  };
}

function approvalOf({ fingerprint, approval }: Plan): ReportDocument['approval'] {
  const { part, target, desired, changes } = approval;
  return { fingerprint, part, target, desired, changes };
}

/** Fewer than ten requests say nothing about the pace. */
function estimate(requests: Plan['requests'], durationMs: number): number | null {
  if (requests.apply === 0 || requests.observed < 10) return null;
  return Math.round((requests.apply * durationMs) / requests.observed);
}
