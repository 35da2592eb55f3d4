// What the service shows beside what was declared and what we last did -> one finding per object.
// The same diff as a plan; here each difference is told apart by who moved: Git (pending), the service (drift), or both.
// Pure. Sightings are added afterwards (sightings.ts).

import { isRecord, matchesAddress } from '../../model/address.ts';
import type { Address, Kind } from '../../model/address.ts';
import { CLASS_ORDER, isAccessRemoved } from '../../model/drift-classes.ts';
import { goesOn, isWorked, markerIn } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask } from '../../model/record.ts';
import { sawKnownUser } from '../../model/user.ts';
import type { DriftResult, Finding, FindingField } from '../finding.ts';
import { coverageOf } from './coverage.ts';
import type { DriftInput } from './input.ts';
import { findingOfChange } from './of-change.ts';
import { convergedFields, worst } from '../diff/three-way.ts';
import { findingOfVerdict } from './of-verdict.ts';
import { judgedAt, ruleUse, silence } from './ignore.ts';
import { provenanceIn } from '../marker.ts';

export function detectDrift(input: DriftInput): DriftResult {
  const { diff, observed, ignore, now } = input;
  const differing = [
    ...diff.changes.map((change) => findingOfChange(change, input)),
    ...diff.verdicts.flatMap((verdict) => (verdict.class === 'assumed' ? [] : findingOfVerdict(verdict, input))),
  ];
  const { findings: told, alike } = withConverged(differing, input);
  const unseen = [...unseenLeavers(told, input), ...otherZones(told, input)];
  const rules = ignore.length === 0 ? { at: now, remarks: [] } : judgedAt(input.recorded, now);
  const zones = new Map(input.desired.records.map(({ address, timeZone }) => [address, timeZone || null]));
  const shown = [...told, ...unseen, ...extras(told, input)].map((finding) => ({
    ...finding,
    zone: zones.get(finding.address) ?? null,
    fields: finding.fields.map((field) => ({ ...field, digest: input.digest(field.before) })),
  }));
  const findings = silence(shown, ignore, rules.at);
  const complete = observed.coverage.answered >= observed.coverage.asked;
  return {
    target: input.target,
    project: input.project,
    findings: ranked(findings),
    inSync: diff.unchanged - alike - unseen.length,
    coverage: observed.coverage,
    verified: coverageOf(input),
    requests: observed.requests,
    rules: ruleUse(findings, ignore, { now: rules.at, whole: complete && (input.only ?? null) === null }),
    remarks: rules.remarks,
  };
}

/** People whose access was removed come first; the rest by class, then by age where it is known, then by address. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding): number =>
    isAccessRemoved({ kind: finding.kind, cause: finding.cause.kind }) ? -1 : CLASS_ORDER.indexOf(finding.class);
  const age = (finding: Finding): number => finding.sightings?.first ?? 0;
  return findings.toSorted((a, b) => rank(a) - rank(b) || age(a) - age(b) || (a.address < b.address ? -1 : 1));
}

/** What moved on both sides to the same value: told with what else is to be said of the object, or by itself. */
function withConverged(findings: readonly Finding[], input: DriftInput): { findings: Finding[]; alike: number } {
  const known = new Map(findings.map((finding) => [finding.address, finding]));
  let alike = 0;
  for (const desired of input.desired.records) {
    const before = known.get(desired.address);
    const fields = alikeFields(desired, input);
    if (fields.length === 0 || before?.fields.length === 0) continue;
    if (before === undefined) alike += 1;
    known.set(desired.address, withAlike(before, desired, fields));
  }
  return { findings: [...known.values()], alike };
}

function alikeFields(desired: DesiredRecord, { recorded, observed, digest }: DriftInput): FindingField[] {
  const [task, twin] = observed.records.get(desired.address)?.tasks ?? [];
  if (task === undefined || twin !== undefined || !goesOn(desired.ensure)) return [];
  return convergedFields(desired, task, { recorded: recorded.objects.get(desired.address), digest });
}

function withAlike(
  before: Finding | undefined,
  { address, source }: DesiredRecord,
  fields: readonly FindingField[],
): Finding {
  if (before !== undefined) return { ...before, source, fields: [...before.fields, ...fields] };
  const kind = worst(fields.map((field) => field.class));
  return { ...plain('record', address, { class: kind, cause: { kind: 'changed-alike' } }), source, fields };
}

const NO_KNOWN_USER = { class: 'unreadable', cause: { kind: 'no-known-user' } } as const;

/** Leavers of whom a plan only counts that they are not proven absent: no known user was seen in the same run. */
function unseenLeavers(findings: readonly Finding[], { desired, recorded, observed }: DriftInput): Finding[] {
  if (sawKnownUser(observed)) return [];
  const isAbsent = (address: Address): boolean => observed.users.get(address)?.service === 'absent';
  const told = new Set(findings.map((finding) => finding.address));
  const leavers = desired.users.filter(
    ({ ensure, address }) =>
      ensure === 'absent' && isAbsent(address) && !recorded.objects.has(address) && !told.has(address),
  );
  return leavers.map(({ address, source }) => ({ ...plain('user', address, NO_KNOWN_USER), source }));
}

/** Another call gave it another time zone, which shows in a search only. */
function otherZones(findings: readonly Finding[], { desired, observed }: DriftInput): Finding[] {
  const told = new Set(findings.map((finding) => finding.address));
  const found = desired.records.filter(({ address }) => observed.otherZones?.has(address) && !told.has(address));
  const judged = { class: 'drift', cause: { kind: 'other-zone' } } as const;
  return found.map(({ address, source }) => ({ ...plain('record', address, judged), source }));
}

/** Ours by marker, and neither declared nor recorded: let go after work or adoption it is at rest, else it is extra. */
function extras(findings: readonly Finding[], { observed, diff, only = null }: DriftInput): Finding[] {
  const named = new Set(findings.map((finding) => finding.address));
  const moved = new Set(
    diff.verdicts.flatMap((each) => (isRecord(each) && each.reason.kind === 'moved-elsewhere' ? [each.clientId] : [])),
  );
  const isMoved = (task: ObservedTask): boolean => moved.has(task.clientId);
  const inScope = (address: Address): boolean => only === null || matchesAddress(only, address);
  return [...observed.extras]
    .filter(([address, task]) => inScope(address) && !named.has(address) && !wasLetGo(task) && !isMoved(task))
    .map(([address]) => plain('record', address, { class: 'extra', cause: { kind: 'unowned' } }));
}

function wasLetGo(task: ObservedTask): boolean {
  return isWorked(task) || provenanceIn(markerIn(task) ?? '') === 'adopted';
}

function plain(kind: Kind, address: Address, judged: Pick<Finding, 'class' | 'cause'>): Finding {
  return { address, kind, fields: [], source: null, ignored: null, sightings: null, ...judged };
}
