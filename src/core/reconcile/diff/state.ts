// The state that a file asks for: `ensure: completed | removed | worked | open`, beside the state a task is in. The document lets
// changeCampaignRecordStatus lead from any state to any other; what a customer could notice takes a word of consent in the file.
//
// Terms: used up: COMPLETED or REMOVED. Tried: WORKED, or with an attempt. Premise: leaving a used-up state may call a customer a
// second time, and so may taking a tried task out of its schedule. `reissue` is consent for one time, `whenWorked` for as long as it
// stands there: where the change could come round again after the next attempt, only the first will do.
//
//   state seen                | completed, removed             | worked                | open
//   none                      | nothing to set: said           | nothing to set: said  | as `present`: created, or a person decides
//   the one asked for         | reached: consumed              | compared as `present` | compared as `present`
//   NOTWORKED                 | set                            | set, with its time    | compared as `present`
//   NOTWORKED, tried          | set                            | `whenWorked: replace` | compared as `present`
//   WORKED                    | set                            | compared              | a new `reissue`
//   COMPLETED, REMOVED        | the other: `whenWorked: replace` | a new `reissue`     | a new `reissue`
//
// Without the consent nothing is sent, and the plan says which word would do. A reason counts once: it is recorded with the change.
// A task that carries our marker and is not recorded may have been reopened for this very reason before the ledger was lost: then a
// reason is no consent, unless surely nobody was called.

import { isFinished, isTaken, STATE_OF } from '../../model/record.ts';
import type { DesiredRecord, ObservedTask, WorkedState } from '../../model/record.ts';
import type { FieldChange } from '../change.ts';
import { fieldChange } from '../fields.ts';
import { compareRecord } from './compare-record.ts';
import { consumed, consumedNote } from './used-up.ts';
import { isReissued, markerFor, queueNameIn } from './record-facts.ts';
import { NO_RECORD_DIFF, recordChange, sayOfRecord } from './record-result.ts';
import type { RecordDiff } from './record-result.ts';
import type { RecordFacts } from './record-facts.ts';

type AskedState = keyof typeof STATE_OF;

function asksState(ensure: DesiredRecord['ensure']): ensure is AskedState {
  return Object.hasOwn(STATE_OF, ensure);
}

type Consent = 'none' | 'replace' | 'reissue';

/** The word that a file must say before this state is left for the other. */
function consentFor(task: ObservedTask, wanted: WorkedState, now: number): Consent {
  const opens = wanted === 'NOTWORKED' || wanted === 'WORKED';
  if (isFinished(task)) return opens ? 'reissue' : 'replace';
  if (!opens || !isTaken(task, now)) return 'none';
  return wanted === 'NOTWORKED' ? 'reissue' : 'replace';
}

interface JudgedTask {
  readonly task: ObservedTask;
  readonly ours: boolean;
}

/** Null where the task is in that state and goes on: then it is compared like any other. */
export function diffState(facts: RecordFacts, desired: DesiredRecord, seen: JudgedTask): RecordDiff | null {
  const { ensure } = desired;
  if (!asksState(ensure)) return null;
  const { task } = seen;
  const wanted = STATE_OF[ensure];
  if (task.workedState === wanted) return isFinished(task) ? consumed(facts, facts.recorded, wanted) : null;
  const consent = consentFor(task, wanted, facts.now);
  const missing = consent === 'none' ? null : missingConsent(facts, desired, { ...seen, consent });
  return missing ?? setState(facts, desired, { ...seen, ensure, consent });
}

function missingConsent(
  facts: RecordFacts,
  desired: DesiredRecord,
  { task, ours, consent }: JudgedTask & { readonly consent: Exclude<Consent, 'none'> },
): RecordDiff | null {
  const given = consent === 'replace' ? desired.whenWorked === 'replace' : mayReissue(facts, desired, { task, ours });
  if (given || !asksState(desired.ensure)) return null;
  const { workedState: state, workAttempts: attempts } = task;
  const unproven = consent === 'reissue' && desired.reissue !== '' && facts.recorded === null;
  const spent = consent === 'reissue' && desired.reissue !== '' && facts.recorded !== null;
  const because = unproven ? 'not-recorded' : spent ? 'reason-used' : consent;
  const reason = { kind: 'state-kept', state, wanted: STATE_OF[desired.ensure], attempts, because } as const;
  return { ...sayOfRecord(facts, reason), note: consumedNote(facts, facts.recorded, state) };
}

/**
 * Whether the file gives a reason that was not acted on yet. Without a record of it (we deleted it ourselves, the ledger was lost)
 * a reason holds only where surely nobody was called, or where what others made is taken over: our marker would stand there
 * had it been ours before.
 */
export function mayReissue(
  { recorded, former }: RecordFacts,
  desired: DesiredRecord,
  { task, ours }: JudgedTask,
): boolean {
  if (recorded !== null) return isReissued(desired, recorded);
  if (former !== undefined && !isReissued(desired, former)) return false;
  if (desired.reissue === '') return false;
  if (task.workAttempts === 0 && task.lastAttemptTime === null) return true;
  return asksState(desired.ensure) && !ours && desired.adopt && desired.campaign.marker;
}

interface Setting extends JudgedTask {
  readonly ensure: AskedState;
  readonly consent: Consent;
}

/** Fields that the status call carries itself; the queue it takes by its name, where that is known. */
const CARRIED: ReadonlySet<string> = new Set(['preferredAgent', 'nextEarliestWorkTime']);

function setState(facts: RecordFacts, desired: DesiredRecord, { task, ours, ensure, consent }: Setting): RecordDiff {
  const wanted = STATE_OF[ensure];
  const marker = markerFor(facts, desired, task);
  const isTimed = wanted === 'WORKED';
  const differs = compareRecord({ ...facts, desired, task, marker, isTimed }).fields;
  const ends = wanted === 'COMPLETED' || wanted === 'REMOVED';
  const isNamed = queueNameIn({ ...facts, desired }) !== null;
  const isSent = ({ field, after }: FieldChange): boolean =>
    CARRIED.has(field) || (after !== null && (field === 'timeZone' || (field === 'skillQueue' && isNamed)));
  const fields = ends ? differs.filter(isSent) : differs;
  const unapplied = differs.flatMap((each) => (ends && !isSent(each) ? [each.field] : []));
  const puts = !ends && fields.some(({ field }) => !CARRIED.has(field));
  return recordChange(facts, {
    action: facts.recorded === null || !ours ? 'adopt' : 'update',
    cause: consent === 'reissue' ? { kind: 'reissue', reason: desired.reissue, ensure } : { kind: 'ensure', ensure },
    writes: [...(puts ? (['addOrUpdateCampaignRecord'] as const) : []), 'changeCampaignRecordStatus'],
    fields: [fieldChange('workedState', task.workedState, wanted), ...fields],
    marker,
    ...(unapplied.length > 0 && { unapplied }),
  });
}

/** There is no task to set a state of. */
export function diffNoTask(facts: RecordFacts, desired: DesiredRecord): RecordDiff {
  if (!asksState(desired.ensure) || desired.ensure === 'open') return NO_RECORD_DIFF;
  return sayOfRecord(facts, { kind: 'no-task', wanted: STATE_OF[desired.ensure] });
}
