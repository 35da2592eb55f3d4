// The parts of the document: one change, verdict, guard, settlement, finding, recorded object, diagnostic each. What is
// not named here does not get out; fields pass through redact.ts.

import { ERRORS, type Diagnostic } from '../model/errors.ts';
import { isAlarm } from '../model/drift-classes.ts';
import type { Problem } from '../model/outcome.ts';
import type { RecordedObject } from '../model/state.ts';
import type { Change } from '../reconcile/change.ts';
import type { Finding, RuleUse } from '../reconcile/finding.ts';
import type { Guard } from '../reconcile/plan-value.ts';
import type { Settlement } from '../reconcile/settlement.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import type { PinnedTo } from '../reconcile/plan-value.ts';
import type { Warning } from '../reconcile/plan-value.ts';
import type {
  ReportChange,
  ReportDiagnostic,
  ReportFinding,
  ReportGuard,
  ReportLeaver,
  ReportObject,
  ReportProblem,
  ReportRule,
  ReportSettlement,
  ReportVerdict,
  ReportWarning,
} from './document-rows.ts';
import { patchOf, shownFields } from './redact.ts';
import { whyChange } from './why-change.ts';
import { whyFinding } from './why-finding.ts';
import { whyVerdict } from './why-verdict.ts';

export const iso = (instant: number): string => new Date(instant).toISOString();

export function change(each: Change): ReportChange {
  const { address, kind, action, source, fields, writes, after } = each;
  const common = { address, kind, action, cause: each.cause.kind, reason: whyChange(each), source, writes, after };
  const values = { fields: shownFields(fields), patch: patchOf(fields) };
  if (each.kind === 'record') {
    const recorded = each.recorded && { provenance: each.recorded.provenance, at: iso(each.recorded.recordedAt) };
    const ofUsers = { backend: null, behaviorIfInBackend: null };
    return { ...common, ...values, ...ofUsers, recorded, from: each.from?.address ?? null, pin: each.pin };
  }
  const recorded = each.recorded && { provenance: each.recorded.provenance.service, at: iso(each.recorded.recordedAt) };
  const creates = each.desired?.ensure === 'present' && each.desired.createInBackend;
  return {
    ...common,
    ...values,
    backend: action === 'delete' ? each.deleteInBackend : creates,
    behaviorIfInBackend: creates ? each.behaviorIfInBackend : null,
    recorded,
    from: null,
    pin: null,
  };
}

export function guard({ code, text, pass, passed }: Guard): ReportGuard {
  return { code, text, advice: ERRORS[code].advice, pass, passed };
}

export function verdict(each: Verdict): ReportVerdict {
  const { address, kind, code, source } = each;
  const text = whyVerdict(each);
  const advice = code === null ? null : ERRORS[code].advice;
  return { address, kind, class: each.class, code, text, advice, source, fields: shownFields(each.fields) };
}

export function leaver({ address, fate, reassignTo, campaigns }: PinnedTo): ReportLeaver {
  const counted = campaigns.map((each) => ({
    ...each,
    later: each.later.map(({ at, tasks }) => ({ at: iso(at), tasks })),
  }));
  return { address, fate, reassignTo, campaigns: counted };
}

export function warning({ code, text, address, source }: Warning): ReportWarning {
  return { code, text, address, source };
}

export function settlement(each: Settlement): ReportSettlement {
  const { address, kind, action, source } = each.change;
  const common = { address, kind, action, source, outcome: each.kind };
  if (each.kind === 'applied') return { ...common, note: each.note, problem: null };
  return { ...common, note: null, problem: problem(each.problem) };
}

export function finding(each: Finding): ReportFinding {
  const { address, kind, source, ignored } = each;
  const [cause, text] = [each.cause.kind, whyFinding(each)];
  const alarm = isAlarm(each.class) && ignored === null;
  const fields = shownFields(each.fields).map((field, index) => ({
    ...field,
    class: each.fields[index]?.class ?? each.class,
  }));
  const silenced = ignored && silencing(ignored);
  return {
    address,
    kind,
    class: each.class,
    alarm,
    cause,
    text,
    source,
    fields,
    ignored: silenced,
    sightings: seen(each),
  };
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

export function ignoreRule({ rule, state, findings }: RuleUse): ReportRule {
  const { address, property } = rule;
  return { address, property, class: rule.class, ...silencing(rule), state, findings };
}

export function recordedObject(each: RecordedObject): ReportObject {
  const common = {
    address: each.address,
    kind: each.kind,
    recordedAt: iso(each.recordedAt),
    fields: Object.keys(each.digests).toSorted(),
  };
  if (each.kind === 'user') {
    const provenance = each.provenance.service;
    const ofRecords = { previewRecordId: null, preferredAgent: null, consumed: null };
    return { ...common, provenance, connectUserId: each.connectUserId, ...ofRecords };
  }
  return {
    ...common,
    provenance: each.provenance,
    connectUserId: null,
    previewRecordId: each.previewRecordId,
    preferredAgent: each.preferredAgent,
    consumed: each.consumed && { how: each.consumed.how, at: iso(each.consumed.at) },
  };
}

export function diagnostic(each: Diagnostic): ReportDiagnostic {
  const { source, line, address } = each;
  return { ...described(each.code, each.message), address, source, line };
}

export const problem = (each: Problem): ReportProblem => described(each.code, each.message);

export function described(code: Problem['code'], message: string): ReportProblem {
  return { code, message, advice: ERRORS[code].advice };
}
