// One verdict of the diff as a finding: what a plan leaves alone or to a person, told apart by who moved it.

import { isRecord, isUser } from '../../model/address.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import { goesOn, isFinished } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import { withClass } from '../diff/three-way.ts';
import type { Finding, FindingField, PlatformMove } from '../finding.ts';
import type { RecordVerdict, UserVerdict, Verdict } from '../verdict.ts';
import type { DriftInput } from './input.ts';

type VerdictJudgement = Pick<Finding, 'class' | 'cause'>;

export function findingOfVerdict(verdict: Verdict, input: DriftInput): Finding {
  const { address, kind, source } = verdict;
  const facts = { ...input, recorded: input.recorded.objects.get(address), task: taskAt(verdict, input) };
  const fields = verdict.fields.map((field) => withClass(field, facts));
  return { address, kind, source, fields, ignored: null, sightings: null, ...judge(verdict, fields, input) };
}

function taskAt({ address }: Verdict, { observed }: DriftInput): ObservedTask | null {
  return observed.records.get(address)?.tasks[0] ?? null;
}

function judge(verdict: Verdict, fields: readonly FindingField[], input: DriftInput): VerdictJudgement {
  switch (verdict.class) {
    case 'decision':
      return judgeDecision(verdict, input);
    case 'kept':
      return isUser(verdict) ? judgeKeptUser(verdict) : judgeKeptRecord(verdict, fields, input);
    case 'platform':
      return judgePlatform(verdict);
    case 'consumed':
      return judgeConsumed(verdict, input);
    case 'assumed':
      return said('unverifiable', verdict);
    case 'unreadable':
      return said('unreadable', verdict);
    default:
      return verdict.class satisfies never;
  }
}

function said(kind: DriftClass, verdict: Verdict): VerdictJudgement {
  return { class: kind, cause: { kind: 'said', verdict } };
}

function judgeDecision(verdict: Verdict, input: DriftInput): VerdictJudgement {
  if (isUser(verdict) && isOneSided(verdict, input)) {
    const recorded = input.recorded.objects.get(verdict.address);
    const wasThere = isUser(recorded) && recorded.provenance.backend !== 'none';
    return wasThere ? { class: 'missing', cause: { kind: 'backend-removed', verdict } } : said('missing', verdict);
  }
  if (verdict.reason.kind === 'other-record' && verdict.reason.because === 'remade') {
    return { class: 'recreated', cause: { kind: 'made-again' } };
  }
  if (verdict.reason.kind === 'twin') return { class: 'conflict', cause: { kind: 'added-twice', verdict } };
  return said(classOfDecision(verdict.reason.kind), verdict);
}

/** Present in the service, gone from the backing instance, whichever way the plan would go about it. */
function isOneSided({ address, reason }: UserVerdict, { observed }: DriftInput): boolean {
  if (observed.users.get(address)?.backend !== 'absent') return false;
  return reason.kind === 'one-sided' || (reason.kind === 'replace-refused' && reason.cause.kind === 'one-sided');
}

function classOfDecision(kind: Verdict['reason']['kind']): DriftClass {
  switch (kind) {
    case 'recreated':
    case 'other-record':
      return 'recreated';
    case 'gone-unclear':
    case 'named-missing':
    case 'moved-elsewhere':
      return 'missing';
    case 'leaver-present':
    case 'came-back':
    case 'kept-undeclared':
    case 'probably-ours':
      return 'extra';
    case 'tasks-pinned':
    case 'replace-refused':
      return 'pending';
    default:
      return 'conflict';
  }
}

/** Profile fields that the file changed wait; who is still in the backing instance is there and should not be. */
function judgeKeptUser(verdict: UserVerdict): VerdictJudgement {
  return said(verdict.reason.kind === 'backend-left' ? 'extra' : 'pending', verdict);
}

/** Used up or not there: nobody is called, and no write is waiting. */
const NOTHING_WAITS: ReadonlySet<RecordVerdict['reason']['kind']> = new Set(['no-task', 'finished-stays']);

/** A worked record is left alone: what the file moved waits, everything else is the business of whoever works it. */
function judgeKeptRecord(verdict: RecordVerdict, fields: readonly FindingField[], input: DriftInput): VerdictJudgement {
  if (['twins-stay', 'cannot-clear'].includes(verdict.reason.kind)) return said('platform', verdict);
  if (verdict.reason.kind === 'changed-on-move') return said('drift', verdict);
  if (NOTHING_WAITS.has(verdict.reason.kind)) return said('consumed', verdict);
  const attempts = taskAt(verdict, input)?.workAttempts ?? 0;
  if (fields.length === 0) return said('pending', verdict);
  const waits = fields.some((field) => field.class === 'pending' || field.class === 'conflict');
  if (waits) return { class: 'pending', cause: { kind: 'waits-for-agent', attempts } };
  return { class: 'platform', cause: { kind: 'moved-at-work', attempts } };
}

function judgePlatform({ fields }: Verdict): VerdictJudgement {
  const how = fields.map(({ field }): PlatformMove => (field === 'preferredAgent' ? 'pin-lapsed' : 'time-passed'));
  return { class: 'platform', cause: { kind: 'platform-moved', how } };
}

/**
 * COMPLETED or REMOVED without one attempt is not work done: somebody took the task out, and nobody was called. The same
 * hand gives `missing` where a delete leaves nothing behind, so it does here too.
 */
function judgeConsumed(verdict: Verdict, input: DriftInput): VerdictJudgement {
  const recorded = input.recorded.objects.get(verdict.address);
  const task = taskAt(verdict, input);
  if (task === null) return said('consumed', verdict);
  const wanted = input.desired.records.some(({ address, ensure }) => address === verdict.address && goesOn(ensure));
  const untouched = isRecord(recorded) && recorded.worked.attempts === 0 && task.workAttempts === 0;
  if (wanted && untouched && isFinished(task)) {
    return { class: 'missing', cause: { kind: 'finished-untouched', state: task.workedState } };
  }
  return { class: 'consumed', cause: { kind: 'consumed', verdict, attempts: task.workAttempts } };
}
