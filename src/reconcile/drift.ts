// What the service shows beside what was declared and what we last did -> one finding per object (research, 3.7).
// The same diff as a plan; here each difference is told apart by who moved: Git (pending), the service (drift), or both.

import type { Digest, IgnoreRule, ObservedState, RecordedObject, RecordedState } from '../model/state.ts';
import { matchesAddress } from '../model/address.ts';
import { MARKER_KEY, isWorked } from '../model/record.ts';
import type { ObservedTask } from '../model/record.ts';
import type { DesiredState } from '../model/state.ts';
import type { Change, DriftClass, DriftResult, FieldChange, Finding, Verdict } from './change.ts';
import type { Diff } from './diff.ts';
import { provenanceIn } from './marker.ts';

export interface DriftInput {
  readonly target: DriftResult['target'];
  readonly project: string;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  readonly observed: ObservedState;
  readonly diff: Diff;
  readonly digest: Digest;
  readonly ignore: readonly IgnoreRule[];
  readonly now: number;
}

export function detectDrift(input: DriftInput): DriftResult {
  const findings = [
    ...input.diff.changes.map((change) => findingOf(change, input)),
    ...input.diff.verdicts.flatMap((verdict) => (verdict.class === 'assumed' ? [] : findingOfVerdict(verdict))),
    ...extras(input),
  ].filter((finding) => !isIgnored(finding, input));
  return {
    target: input.target,
    project: input.project,
    findings: findings.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    inSync: input.diff.unchanged,
    coverage: input.observed.coverage,
    verified: verifiedProperties(input),
    requests: input.observed.requests,
  };
}

function findingOf(change: Change, input: DriftInput): Finding {
  const { address, kind, source, fields, reason } = change;
  return { address, kind, source, fields, class: classOf(change, input), text: reason };
}

function classOf(change: Change, input: DriftInput): DriftClass {
  const recorded = input.recorded.objects.get(change.address);
  switch (change.action) {
    case 'create':
      return recorded === undefined ? 'pending' : 'missing';
    case 'update':
      return worst(change.fields.map((field) => classOfField(field, recorded, input.digest)));
    case 'forget':
      return change.reason === 'already gone' ? 'converged' : 'pending';
    case 'replace':
      return change.kind === 'user' && change.observed?.backend === 'absent' ? 'missing' : 'pending';
    case 'delete':
    case 'adopt':
    case 'move':
      return 'pending';
    default:
      return change.action satisfies never;
  }
}

/** Three-way: which side moved since the value was last written. */
export function classOfField(field: FieldChange, recorded: RecordedObject | undefined, digest: Digest): DriftClass {
  if (field.field === 'marker') return 'drift';
  const last = recorded?.digests[field.field];
  const gitMoved = last !== (field.after === null ? undefined : digest(field.after));
  const serviceMoved = last !== (field.before === null ? undefined : digest(field.before));
  if (gitMoved && serviceMoved) return last === undefined ? 'pending' : 'conflict';
  return gitMoved ? 'pending' : 'drift';
}

function worst(classes: readonly DriftClass[]): DriftClass {
  const ranked: readonly DriftClass[] = ['conflict', 'drift', 'pending'];
  return ranked.find((candidate) => classes.includes(candidate)) ?? 'pending';
}

function findingOfVerdict(verdict: Verdict): Finding {
  const { address, kind, source, fields, text } = verdict;
  return { address, kind, source, fields, text, class: classOfVerdict(verdict) };
}

function classOfVerdict(verdict: Verdict): DriftClass {
  switch (verdict.class) {
    case 'decision':
      return classOfDecision(verdict);
    case 'kept':
      return verdict.kind === 'user' ? 'pending' : 'platform';
    case 'assumed':
      return 'unverifiable';
    case 'unreadable':
    case 'consumed':
    case 'platform':
      return verdict.class;
    default:
      return verdict.class satisfies never;
  }
}

function classOfDecision(verdict: Verdict): DriftClass {
  switch (verdict.code) {
    case 'recreated':
      return 'recreated';
    case 'gone-unclear':
    case 'moved-elsewhere':
    case 'partial':
      return 'missing';
    case 'leaver-present':
      return 'extra';
    case 'offboard-blocked':
      return 'pending';
    default:
      return 'conflict';
  }
}

/** Ours by marker, and neither declared nor recorded: let go after work or adoption it is at rest, else it is extra. */
function extras(input: DriftInput): Finding[] {
  const named = new Set(input.diff.verdicts.map((verdict) => verdict.address));
  return [...input.observed.extras]
    .filter(([address, task]) => !named.has(address) && !wasLetGo(task))
    .map(([address]) => ({
      address,
      kind: 'record',
      class: 'extra',
      text: 'carries our marker, and nothing declares or records it',
      fields: [],
      source: null,
    }));
}

function wasLetGo(task: ObservedTask): boolean {
  const marker = task.items.find((item) => item.key === MARKER_KEY)?.value ?? '';
  return isWorked(task) || provenanceIn(marker) === 'adopted';
}

function isIgnored(finding: Finding, { ignore, now }: DriftInput): boolean {
  return ignore.some(
    (rule) =>
      rule.expires > now &&
      matchesAddress(rule.address, finding.address) &&
      (rule.class === null || rule.class === finding.class) &&
      (rule.property === null || (finding.fields.length > 0 && finding.fields.every((f) => f.field === rule.property))),
  );
}

/** Users show their presence and nothing else; records show every property that was read. */
function verifiedProperties({ desired, observed }: DriftInput): DriftResult['verified'] {
  const users = desired.users.filter((user) => user.ensure === 'present');
  const seen = users.filter((user) => observed.users.get(user.address)?.service !== 'unknown');
  const profile = users.reduce((sum, user) => sum + 1 + Object.keys('profile' in user ? user.profile : {}).length, 0);
  const properties = (record: DesiredState['records'][number]): number => record.data.length + 4;
  const readable = desired.records.filter((record) => observed.records.get(record.address)?.presence === 'present');
  return {
    user: { verified: seen.length, declared: profile },
    record: {
      verified: readable.reduce((sum, record) => sum + properties(record), 0),
      declared: desired.records.reduce((sum, record) => sum + properties(record), 0),
    },
  };
}
