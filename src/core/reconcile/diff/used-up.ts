// A record that was worked to its end is used up, and never added again by itself: how that, and work that was seen, is said and recorded.

import { isDeleted, isWorked, wasTouched } from '../../model/record.ts';
import type { ObservedTask, RecordedRecord } from '../../model/record.ts';
import { wasCalled } from '../reasons.ts';
import type { RecordReason } from '../verdict.ts';
import { sayOfRecord } from './record-result.ts';
import type { RecordDiff } from './record-result.ts';
import { isReissued } from './record-facts.ts';
import type { RecordFacts } from './record-facts.ts';

export function consumed(
  facts: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordDiff {
  const { desired } = facts;
  const known = recorded ?? facts.from?.recorded ?? null;
  const isUsed = known !== null && desired !== null && desired.reissue !== '' && !isReissued(desired, known);
  const reason = {
    kind: 'consumed',
    how,
    ...(how === 'gone' &&
      known !== null &&
      !wasTouched(known.worked) &&
      !wasCalled(known) && { unseen: true as const }),
    ...(isUsed && { used: desired.reissue }),
    ...(known?.consumed?.how === 'gone' && { since: known.consumed.at }),
  } as const;
  return { ...sayOfRecord(facts, reason), note: consumedNote(facts, recorded, how) };
}

/** What we deleted untouched, and is still shown as REMOVED, was nobody's call: none is recorded of it. */
export function isUncalled(task: ObservedTask): boolean {
  return isDeleted(task) && task.workAttempts === 0 && task.lastAttemptTime === null;
}

/** What is recorded of a task that is used up; null where it is not, or where that is recorded already. */
export function consumedNote(
  { now, observed, from }: RecordFacts,
  recorded: RecordedRecord | null,
  how: ObservedTask['workedState'] | 'gone',
): RecordedRecord | null {
  if (recorded === null || how === 'NOTWORKED' || how === 'WORKED') return null;
  if (recorded.consumed !== null && recorded.consumed.how !== 'released') return null;
  const [task = null] = [...(observed?.tasks ?? []), ...(from?.observed?.tasks ?? [])];
  return { ...(task === null ? recorded : withWork(recorded, task)), consumed: { how, at: now } };
}

/** The work that was seen; null where it is recorded already. */
export function noteWork(recorded: RecordedRecord, task: ObservedTask): RecordedRecord | null {
  if (recorded.worked.attempts === task.workAttempts && recorded.worked.state === task.workedState) return null;
  return withWork(recorded, task);
}

export function withWork(recorded: RecordedRecord, task: ObservedTask): RecordedRecord {
  return { ...recorded, worked: workSeen(task) };
}

export function workSeen({ workedState: state, workAttempts: attempts, lastAttemptTime }: ObservedTask): Work {
  return { state, attempts, ...(lastAttemptTime !== null && { lastAttemptTime }) };
}

type Work = RecordedRecord['worked'];

/** What a verdict says of a task that an agent has touched. */
export function workOf(
  task: ObservedTask,
): Pick<Extract<RecordReason, { kind: 'worked' }>, 'attempts' | 'deliveredAt'> {
  const { workAttempts: attempts, lastAttemptTime } = task;
  return { attempts, ...(!isWorked(task) && lastAttemptTime !== null && { deliveredAt: lastAttemptTime }) };
}
