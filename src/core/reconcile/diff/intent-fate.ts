// What became of one write that was about to leave when an earlier run ended, by what is observed now. Pure.
//
// A create of a user that was not answered. Terms: its age is the time since its intent was recorded; it may come for
// SURELY_UNDONE_MS, in which a request that was lost may still be carried out, and a reading may lag. Premise: query-existence
// shows nothing of who made an account, so our intent is the only evidence that it is ours, and absence now is no proof. An answer does
// not say whom it is about either: what a user is, two readings in a row have said (observe/one.ts).
//
//   the user is   age                     the intent            planned
//   present       any                     done, marked `foundAt` declared: nothing; else a decision, `probably-ours`
//   unknown       any                     stays open            nothing; said
//   absent        it may come, or < 0     stays open            declared: create again, which ends it; else nothing; said
//   absent        older                   ended: not done       declared: create; of who stays recorded a restore again
//   absent, but in the backing instance   done, marked          not declared, createInBackend: a decision, `probably-ours`
//
// Its age begins with the latest attempt that was not answered: one that is refused with an answer will not come, so the intent
// of the one before it goes on with its own time.
//
// A delete of a user that was not answered is done where neither side shows an account. Where the backing side shows one, or its
// word proves nothing, it is not done: what is left is compared, and the plan asks for it, or says it.
//
// A create of a record that was not answered, in its first two minutes: a request that was lost may still be carried out, and is
// then a second, equal one where the record is created again. Where nobody wants it any more it would be an orphan:
//
//   absent, age under two minutes         | the intent       | planned
//   declared                              | ended: not done  | create
//   its line was dropped, ensure: absent  | stays open       | nothing; said
//   recorded in another campaign by now   | ended: not done  | nothing: it was made, and moved there since
//
// A move that was not seen to its end: the task in the new campaign counts as the one that moved only where it may be (owner.ts).
//
//   seen in the new campaign alone        | the intent       | planned
//   one task that may have come           | done, by its id  | as compared
//   none or two that may, declared there  | ended: not done  | a person decides
//   none or two that may, not declared    | stays open       | nothing; said: ours may stand behind it
//
// An interrupted create: the run was cut off, and what remembers it (a pending operation of Pulumi's engine) says neither when nor
// whether the request left. Its age proves nothing: the engine writes a new time each time it saves the stack.
//
//   absent, and                                           | the intent       | planned
//   declared                                              | stays open       | create, stopped by the guard `interrupted`
//   recorded elsewhere, and no longer declared there      | ended: not done  | a move, from where it stands
//   no longer declared                                    | as above, by age | as above
//
// An update of a task that was worked (`whenWorked: replace`), cut off before its state was read back. Under one reading of the
// document the update reset the state; the intent says which one it had. Premise: a task that stays reset is delivered again.
//
//   declared, the same task, state now     | the intent                   | planned
//   NOTWORKED                              | stays open until it is done  | the status call with the state it had
//   any other                              | ended                        | as compared
//
// Whether it was the update or a person that opened it is not shown; the plan says it, and a task that is put back can be opened.
//
// Example: an add-user is cut off and executes 70 s later. A run after 30 s sees nobody and creates again: the late one is refused
// by the service, because there is one user a loginUserId. Was the line removed meanwhile, a run after 80 s finds the user and names
// it until a person decides; where the line said `onRemove`, that is done.

import { clientIdOf, isRecord, isUser, parseAddress, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isSurelyYounger } from '../../model/age.ts';
import type { Lineage } from '../../model/identity.ts';
import { isFinished, isSameTask } from '../../model/record.ts';
import type { ObservedRecord, ObservedTask, WorkedState } from '../../model/record.ts';
import type { Digest, ObservedState, OpenIntent, RecordedObject } from '../../model/state.ts';
import type { MoveCopies, MoveCopy } from '../change.ts';
import { contentOf, showsSentData } from '../fields.ts';
import { markerClaim } from '../marker.ts';
import { mayHaveCome } from '../owner.ts';
import { isUncalled } from './used-up.ts';

export interface IntentFacts {
  readonly lineage: Lineage;
  readonly digest: Digest;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Users and records that the file wants to be there. */
  readonly wanted: ReadonlySet<Address>;
  readonly copies?: MoveCopies;
}

interface SettlingFacts extends IntentFacts {
  /** Recorded addresses of each clientId, in whatever campaign. */
  readonly held: ReadonlyMap<string, readonly Address[]>;
}

type IntentFate = 'done' | 'not-done' | 'open' | 'may-come' | 'interrupted' | { readonly resetFrom: WorkedState };

interface Evidence {
  /** The object as recorded before the intent. */
  readonly before: RecordedObject | undefined;
  readonly observed: ObservedState;
  readonly at: SettlingFacts;
}

export function settleIntent(intent: OpenIntent, { before, observed, at }: Evidence): IntentFate {
  if (isUser(parseAddress(intent.address))) return settleUser(intent, { observed, at });
  const record = observed.records.get(intent.address);
  if (record === undefined) return 'open';
  if (record.presence === 'unknown')
    return intent.action === 'create' && isOurs({ tasks: shownIn(record) }, intent, at) ? 'done' : 'open';
  switch (intent.action) {
    case 'create':
      return settleCreate(intent, record, at);
    case 'delete':
      return record.presence === 'absent' ? 'done' : 'not-done';
    case 'move':
      return settleMove(intent, record, { observed, at });
    case 'update':
      return resetBy(intent, record, { before, at }) ?? settleUpdate(intent, record, before);
    case 'adopt':
      return resetBy(intent, record, { before, at }) ?? settleAdopt(intent, record, at);
    case 'restore':
    case 'replace':
    case 'forget':
      // Whether it was done shows in the fields themselves, which the next comparison reads.
      return 'not-done';
    default:
      return intent.action satisfies never;
  }
}

/** A create left open for longer than this may have been done, worked and cleared away since. */
const SURELY_UNDONE_MS = 2 * 60 * 1000;

/**
 * Not so where the clock says that the intent lies ahead: how long it has been open is not known then. Nor where the machine
 * has counted longer than the clock says: it was ahead, and was put right since.
 */
function isJustOpened({ at, elapsedMs = 0 }: OpenIntent, { now }: IntentFacts): boolean {
  return isSurelyYounger({ then: at, now }, SURELY_UNDONE_MS) && elapsedMs <= SURELY_UNDONE_MS;
}

/** What the machine counted is so, whatever its clock was set to meanwhile; elsewhere the clock alone says it. */
function isLongOpen({ at, elapsedMs }: OpenIntent, { now }: IntentFacts): boolean {
  return (elapsedMs ?? now - at) > SURELY_UNDONE_MS;
}

/**
 * Absent, and surely opened just before: not done; or nobody wants it, and it may come. Absent otherwise: taken as done, so that a
 * person decides and nobody is called twice.
 */
function settleCreate(intent: OpenIntent, record: ObservedRecord, at: SettlingFacts): IntentFate {
  if (record.presence === 'present') return isOurs(record, intent, at) ? 'done' : 'not-done';
  if (intent.interrupted === true && at.wanted.has(intent.address))
    return comesFromElsewhere(intent, at) ? 'not-done' : 'interrupted';
  if (!isJustOpened(intent, at)) return 'done';
  const isMoved = at.held.get(clientIdOf(intent.address))?.some((address) => address !== intent.address) ?? false;
  return at.wanted.has(intent.address) || isMoved ? 'not-done' : 'may-come';
}

/** It was to be moved, not added: where it comes from says what became of it. */
function comesFromElsewhere({ address }: OpenIntent, { held, wanted }: SettlingFacts): boolean {
  return held.get(clientIdOf(address))?.some((other) => other !== address && !wanted.has(other)) ?? false;
}

/**
 * Whether an update was done shows in the fields themselves, which the next comparison reads. Only a reissue must not be
 * repeated: it counts as done unless the task stands as it stood before, with not one attempt more and the same last one.
 * Times are compared with what the service said, never with our clock: the two may differ.
 */
function settleUpdate(
  { proposed }: OpenIntent,
  record: ObservedRecord,
  before: RecordedObject | undefined,
): IntentFate {
  const known = isRecord(before) ? before.reissue : '';
  if (!isRecord(proposed) || proposed.reissue === known) return 'not-done';
  const task = record.tasks[0];
  const wasGone = proposed.previewRecordId === '';
  if (task === undefined || wasGone || !isFinished(task)) return 'done';
  const { attempts, lastAttemptTime = null } = proposed.worked;
  const workedSince = task.workAttempts > attempts || task.lastAttemptTime !== lastAttemptTime;
  return workedSince ? 'done' : 'not-done';
}

/**
 * What was sent left our marker, or its data. The task is recorded then, also where its line went meanwhile: nothing of ours is without state. Gone,
 * it may have been called before: as with a create, a person decides.
 */
function settleAdopt(intent: OpenIntent, record: ObservedRecord, at: SettlingFacts): IntentFate {
  const isWanted = at.wanted.has(intent.address);
  if (isOurs(record, intent, at) || (isWanted && record.presence === 'absent')) return 'done';
  // A reading may lag behind it: ended now, it would show later, and nothing recorded with it.
  return !isWanted && isJustOpened(intent, at) ? 'open' : 'not-done';
}

/** A new reason to call again asked for the reset. */
function resetBy(
  { address, proposed }: OpenIntent,
  record: ObservedRecord,
  { before, at }: Pick<Evidence, 'before' | 'at'>,
): { readonly resetFrom: WorkedState } | null {
  if (!isRecord(proposed) || proposed.consumed !== null || !at.wanted.has(address)) return null;
  const [task, twin] = record.tasks;
  const isSame = task !== undefined && twin === undefined && isSameTask(proposed, task);
  const isReissue = proposed.reissue !== (isRecord(before) ? before.reissue : '');
  const { state } = proposed.worked;
  return isSame && !isReissue && state !== 'NOTWORKED' && task.workedState === 'NOTWORKED'
    ? { resetFrom: state }
    : null;
}

function settleUser(intent: OpenIntent, { observed, at }: Pick<Evidence, 'observed' | 'at'>): IntentFate {
  const seen = observed.users.get(intent.address);
  if (seen === undefined || seen.service === 'unknown') return 'open';
  const isLeft = seen.backend === 'present' || seen.unproven !== undefined;
  if (intent.action === 'delete') return seen.service === 'present' || isLeft ? 'not-done' : 'done';
  if (seen.service === 'present') return 'done';
  if (intent.action !== 'create') return 'not-done';
  if (!isLongOpen(intent, at)) return 'may-come';
  const { address, proposed } = intent;
  const isHalfMade = isUser(proposed) && proposed.provenance.backend === 'created' && seen.backend === 'present';
  return isHalfMade && !at.wanted.has(address) ? 'done' : 'not-done';
}

/** In one campaign only: known. In both: a person must say which. In none: as with a create, in time a person decides. */
function settleMove(
  intent: OpenIntent,
  target: ObservedRecord,
  { observed, at }: Pick<Evidence, 'observed' | 'at'>,
): IntentFate {
  if (intent.fromCampaign === null || !isRecord(intent.proposed)) return 'open';
  const source = observed.records.get(recordAddress(intent.fromCampaign, intent.proposed.clientId));
  if (source === undefined || source.presence === 'unknown') return 'open';
  if (target.presence === 'present' && hasLeft(source, at.copies?.get(intent.address))) {
    if (arrivedIn(target, intent, at) !== undefined) return 'done';
    return at.wanted.has(intent.address) ? 'not-done' : 'open';
  }
  if (target.presence === 'absent' && source.presence === 'present') return 'not-done';
  const bothGone = target.presence === 'absent' && source.presence === 'absent';
  return bothGone && !isJustOpened(intent, at) ? 'done' : 'open';
}

/** Also where what stands there by now is another task than the one that was to move. */
function hasLeft({ presence, tasks }: ObservedRecord, copy: MoveCopy | undefined): boolean {
  return presence === 'absent' || (copy !== undefined && tasks.every((task) => !isSameTask(copy.task, task)));
}

/** Undefined also where nobody can tell which one it is. */
export function arrivedIn(
  record: ObservedRecord | undefined,
  intent: OpenIntent,
  at: IntentFacts,
): ObservedTask | undefined {
  const copy = at.copies?.get(intent.address);
  const isIt = (task: ObservedTask): boolean =>
    copy === undefined || mayHaveCome(task, copy) || isOurs({ tasks: [task] }, intent, at);
  const [only, another] = (record?.tasks ?? []).filter(isIt);
  return another === undefined ? only : undefined;
}

/** Of a reading that failed: another task may stand beside it, and what we removed ourselves tells nothing. */
export function shownIn({ shown = [] }: ObservedRecord): readonly ObservedTask[] {
  return shown.filter((task) => !isUncalled(task));
}

/** Where the campaign has markers ours must be there; where it has none the data must be what was sent. */
function isOurs(
  { tasks: [task] }: Pick<ObservedRecord, 'tasks'>,
  intent: OpenIntent,
  { lineage, digest }: IntentFacts,
): boolean {
  if (task === undefined || !isRecord(intent.proposed)) return false;
  const { marker, clientIdFieldName } = intent.proposed;
  const seen = contentOf(task, clientIdFieldName).marker;
  if (marker !== null) return seen === marker || ['ours', 'cut'].includes(markerClaim(lineage, seen, intent.proposed));
  return showsSentData(task, intent.proposed, digest);
}
