// One verdict of the diff as a finding. Its row (verdict.ts) says the class; here stands what else is seen says about it.

import { isRecord, isUser } from '../../model/address.ts';
import { goesOn, isFinished } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import { withClass } from '../diff/three-way.ts';
import type { Finding, FindingField, PlatformMove } from '../finding.ts';
import { driftClassOf } from '../verdict.ts';
import type { RecordVerdict, UserVerdict, Verdict } from '../verdict.ts';
import type { DriftInput } from './input.ts';

type Judgement = Pick<Finding, 'class' | 'cause'>;

export function findingOfVerdict(verdict: Verdict, input: DriftInput): Finding {
  const { address, kind, source } = verdict;
  const facts = { ...input, recorded: input.recorded.objects.get(address), task: taskAt(verdict, input) };
  const fields = verdict.fields.map((field) => withClass(field, facts));
  const seen = isUser(verdict) ? seenOfUser(verdict, input) : seenOfRecord(verdict, fields, input);
  const judgement = { class: driftClassOf(verdict.reason), cause: { kind: 'said' as const, verdict }, ...seen };
  return { address, kind, source, fields, ignored: null, sightings: null, ...judgement };
}

function taskAt({ address }: Verdict, { observed }: DriftInput): ObservedTask | null {
  return observed.records.get(address)?.tasks[0] ?? null;
}

function seenOfUser(verdict: UserVerdict, input: DriftInput): Partial<Judgement> {
  if (!isOneSided(verdict, input)) return {};
  const recorded = input.recorded.objects.get(verdict.address);
  const wasThere = isUser(recorded) && recorded.provenance.backend !== 'none';
  return { class: 'missing', ...(wasThere && { cause: { kind: 'backend-removed', verdict } }) };
}

/** Present in the service, gone from the backing instance, whichever way the plan would go about it. */
function isOneSided({ address, reason }: UserVerdict, { observed }: DriftInput): boolean {
  if (observed.users.get(address)?.backend !== 'absent') return false;
  return reason.kind === 'one-sided' || (reason.kind === 'replace-refused' && reason.cause.kind === 'one-sided');
}

function seenOfRecord(verdict: RecordVerdict, fields: readonly FindingField[], input: DriftInput): Partial<Judgement> {
  const { reason } = verdict;
  switch (reason.kind) {
    case 'other-record':
      return reason.because === 'remade' ? { cause: { kind: 'made-again' } } : {};
    case 'moved-elsewhere':
      // Another task has come to stand in its place.
      return taskAt(verdict, input) === null ? {} : { class: 'conflict' };
    case 'twin':
      return { cause: { kind: 'added-twice', verdict } };
    case 'platform-moved':
      return { cause: { kind: 'platform-moved', how: verdict.fields.map(movedBy) } };
    case 'consumed':
      return seenOfConsumed(verdict, input);
    default:
      return verdict.class === 'kept' && driftClassOf(reason) === 'pending' ? seenAtWork(verdict, fields, input) : {};
  }
}

const movedBy = ({ field }: { readonly field: string }): PlatformMove =>
  field === 'preferredAgent' ? 'pin-lapsed' : 'time-passed';

/** A worked record is left alone: what the file moved waits, everything else is the business of whoever works it. */
function seenAtWork(verdict: RecordVerdict, fields: readonly FindingField[], input: DriftInput): Partial<Judgement> {
  if (fields.length === 0) return {};
  const attempts = taskAt(verdict, input)?.workAttempts ?? 0;
  const waits = fields.some((field) => field.class === 'pending' || field.class === 'conflict');
  if (waits) return { cause: { kind: 'waits-for-agent', attempts } };
  return { class: 'platform', cause: { kind: 'moved-at-work', attempts } };
}

/**
 * COMPLETED or REMOVED without one attempt is not work done: somebody took the task out, and nobody was called. The same
 * hand gives `missing` where a delete leaves nothing behind, so it does here too.
 */
function seenOfConsumed(verdict: RecordVerdict, input: DriftInput): Partial<Judgement> {
  const recorded = input.recorded.objects.get(verdict.address);
  const task = taskAt(verdict, input);
  if (task === null) return {};
  const wanted = input.desired.records.some(({ address, ensure }) => address === verdict.address && goesOn(ensure));
  const untouched = isRecord(recorded) && recorded.worked.attempts === 0 && task.workAttempts === 0;
  if (wanted && untouched && isFinished(task)) {
    return { class: 'missing', cause: { kind: 'finished-untouched', state: task.workedState } };
  }
  return { cause: { kind: 'consumed', verdict, attempts: task.workAttempts } };
}
