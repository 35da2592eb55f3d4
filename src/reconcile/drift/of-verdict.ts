// One verdict of the diff as a finding: what a plan leaves alone or to a person, told apart by who moved it.

import { isFinished } from '../../model/record.ts';
import type { ObservedTask } from '../../model/record.ts';
import { PIN_LAPSE_MS } from '../../model/time.ts';
import type { DriftClass, Finding, FindingField, Verdict } from '../change.ts';
import { withClass } from '../diff/three-way.ts';
import { tries } from './words.ts';
import type { DriftInput } from './drift.ts';

type Judged = Pick<Finding, 'class' | 'text'>;

export function findingOfVerdict(verdict: Verdict, input: DriftInput): Finding {
  const { address, kind, source } = verdict;
  const facts = {
    recorded: input.recorded.objects.get(address),
    task: taskAt(verdict, input),
    digest: input.digest,
    now: input.now,
  };
  const fields = verdict.fields.map((field) => withClass(field, facts));
  return { address, kind, source, fields, ignored: null, sightings: null, ...judge(verdict, fields, input) };
}

function taskAt({ address }: Verdict, { observed }: DriftInput): ObservedTask | null {
  return observed.records.get(address)?.tasks[0] ?? null;
}

function judge(verdict: Verdict, fields: readonly FindingField[], input: DriftInput): Judged {
  switch (verdict.class) {
    case 'decision':
      return judgeDecision(verdict, input);
    case 'kept':
      return verdict.kind === 'user' ? judgeKeptUser(verdict, input) : judgeKeptRecord(verdict, fields, input);
    case 'platform':
      return { class: 'platform', text: platformText(verdict, input) };
    case 'consumed':
      return judgeConsumed(verdict, input);
    case 'assumed':
      return { class: 'unverifiable', text: verdict.text };
    case 'unreadable':
      return { class: 'unreadable', text: verdict.text };
    default:
      return verdict.class satisfies never;
  }
}

function judgeDecision(verdict: Verdict, input: DriftInput): Judged {
  const { text } = verdict;
  if (
    verdict.kind === 'user' &&
    input.observed.users.get(verdict.address)?.backend === 'absent' &&
    isOneSided(verdict)
  ) {
    const held = input.recorded.objects.get(verdict.address);
    const wasThere = held?.kind === 'user' && held.provenance.backend !== 'none';
    return { class: 'missing', text: wasThere ? `${text}: somebody removed it there` : text };
  }
  return { class: classOfDecision(verdict.code), text: verdict.code === 'twin' ? `${text}: ${TWIN}` : text };
}

const TWIN = 'an intake file or another writer added it a second time';

/** Present in the service, gone from the backing instance, whichever way the plan would go about it. */
function isOneSided({ code, text }: Verdict): boolean {
  return code === 'partial' || (code === 'replace-needed' && text.includes('not in the backing instance'));
}

function classOfDecision(code: Verdict['code']): DriftClass {
  switch (code) {
    case 'recreated':
      return 'recreated';
    case 'gone-unclear':
    case 'moved-elsewhere':
      return 'missing';
    case 'leaver-present':
      return 'extra';
    case 'offboard-blocked':
    case 'replace-needed':
      return 'pending';
    default:
      return 'conflict';
  }
}

/** Profile fields that the file changed wait; a leaver still in the backing instance is there and should not be. */
function judgeKeptUser({ address, text }: Verdict, { desired }: DriftInput): Judged {
  const leaver = desired.users.some((user) => user.address === address && user.ensure === 'absent');
  return { class: leaver ? 'extra' : 'pending', text };
}

/** A worked record is left alone: what the file moved waits, everything else is the business of whoever works it. */
function judgeKeptRecord(verdict: Verdict, fields: readonly FindingField[], input: DriftInput): Judged {
  const attempts = taskAt(verdict, input)?.workAttempts ?? 0;
  const waits = fields.length === 0 || fields.some((field) => field.class === 'pending' || field.class === 'conflict');
  if (waits)
    return {
      class: 'pending',
      text:
        fields.length === 0
          ? verdict.text
          : `changed in the file; not applied, because an agent has worked it (${tries(attempts)})`,
    };
  return { class: 'platform', text: `moved while an agent works it (${tries(attempts)}): left alone` };
}

function platformText(verdict: Verdict, input: DriftInput): string {
  const recordedAt = input.recorded.objects.get(verdict.address)?.recordedAt ?? 0;
  const texts = verdict.fields.map(({ field }) => {
    if (field !== 'preferredAgent') return 'the earliest time has passed, and the platform or an agent moved it';
    if (recordedAt + PIN_LAPSE_MS <= input.now) return 'the pin lapsed: 30 deliverable minutes are over';
    return 'the pin is gone: 30 deliverable minutes are over (had the service counted from pinning, somebody took it away)';
  });
  return texts.join('; ') || verdict.text;
}

/**
 * COMPLETED or REMOVED without one attempt is not work done: somebody took the task out, and nobody was called. The same
 * hand gives `missing` where a delete leaves nothing behind, so it does here too.
 */
function judgeConsumed(verdict: Verdict, input: DriftInput): Judged {
  const recorded = input.recorded.objects.get(verdict.address);
  const task = taskAt(verdict, input);
  const wanted = input.desired.records.some(
    ({ address, ensure }) => address === verdict.address && ensure === 'present',
  );
  const untouched = recorded?.kind === 'record' && recorded.worked.attempts === 0;
  if (task === null || !wanted || !untouched || !isFinished(task) || task.workAttempts > 0) {
    return {
      class: 'consumed',
      text: task === null ? verdict.text : `${verdict.text} (${tries(task.workAttempts)})`,
    };
  }
  return {
    class: 'missing',
    text: `is ${task.workedState} without one attempt: somebody took it out, and nobody was called`,
  };
}
