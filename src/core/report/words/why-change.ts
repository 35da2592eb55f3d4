// Why an object changes, in one clause that a reviewer can check; and what an apply saw on the way.

import { isUser } from '../../model/address.ts';
import { isFinished, isWorked } from '../../model/record.ts';
import type { Change, RecordChange, UserChange } from '../../reconcile/change.ts';
import { attempts, type Named, SECOND_SYSTEM, sidesText, textOf, type Texts, twinsStay, withName } from './words.ts';
import { openPins, pinNames } from '../../model/pinned-tasks.ts';
import type { Note } from '../../reconcile/settlement.ts';

interface Context<Of> extends Named {
  readonly change: Of;
}

/** Says no more than the fields of a change do. */
export const DIFFERS = 'differs';

export function whyChange(change: Change, system = SECOND_SYSTEM): string {
  if (isUser(change)) return textOf(USER, [change.cause, 'kind'], { change, system });
  const more = [...outside(change), ...twins(change)];
  // Whoever is told what differs is not told that something does.
  const isTold = more.length > 0 && change.cause.kind === 'differs' && change.cause.platformMoved.length === 0;
  return (isTold ? more : [textOf(RECORD, [change.cause, 'kind'], { change, system }), ...more]).join('; ');
}

const USER: Texts<UserChange['cause'], 'kind', Context<UserChange>> = {
  declared: (_, { change, system }) => `declared, not in the service yet${creation(change, system)}`,
  gone: (_, { change, system }) => `was removed outside Git; an apply gives access back${creation(change, system)}`,
  adopt: (_, { change, system }) =>
    `exists; the file says adopt: true (no request; not deleted when removed from the files)${onOneSide(change, system)}`,
  'one-sided': (_, { change, system }) => `is in the service but not in ${system}${replacement(change)}`,
  'profile-differs': (cause, { change }) => `${cause.fields.join(', ')} changed${replacement(change)}`,
  'removal-settings': 'how its removal is handled changed; kept in the state, no request',
  undeclared: (_, { change, system }) => `${goneFrom(change)}${sides(change, system)}`,
  'declared-absent': (_, { change, system }) => `the file asks for removal${sides(change, system)}`,
  'still-there': (_, { change, system }) => `was removed before and is still there${sides(change, system)}`,
  'backend-only': (_, { change, system }) =>
    `${change.desired === null ? 'no longer declared' : 'the file asks for removal'}; gone from the service, not from ${system}: its removal was requested once, and is checked`,
  'release-declared': 'access stays: onRemove says release',
  adopted: 'access stays: adopted, not created by us',
  'already-gone': (_, { change: { recorded, observed }, system }) =>
    // What was asked for on both sides is gone from the one that is shown.
    recorded?.provenance.backend === 'created' && observed?.backend === 'unknown'
      ? `already gone from the service; whether ${system} has the account is not shown`
      : 'already gone',
  'other-partition': (cause) => `access stays: partition ${cause.partition} declares it now`,
};

function goneFrom({ stood }: Change): string {
  if (!stood?.edit) return `no longer declared${stood === undefined ? '' : `, was in ${stood.file}`}`;
  return `taken out of ${stood.file} by ${stood.edit.author} (${stood.edit.commit.slice(0, 9)})`;
}

const JOINS =
  '; whether the second system has the account is not shown: FAIL first, and as the file says adopt: true, after a refusal once more with ALLOW';

/** How it is created, where that does not go without saying. */
function creation({ cause, desired, behaviorIfInBackend }: UserChange, system: string): string {
  const explicit = desired?.ensure === 'present' ? desired.behaviorIfInBackend : undefined;
  const isForced = 'computed' in cause && explicit !== undefined && explicit !== cause.computed;
  const forced = isForced ? `; the file says ${explicit}, computed ${cause.computed}` : '';
  return forced + (behaviorIfInBackend === 'FAIL-then-ALLOW' ? withName(JOINS, system) : '');
}

function onOneSide({ desired, observed }: UserChange, system: string): string {
  const wantsBoth = desired?.ensure === 'present' && desired.createInBackend;
  if (!wantsBoth || observed?.backend !== 'absent') return '';
  return `; not in ${system}, although the file says createInBackend: no call adds that side`;
}

/** No request can ask whether the create would be taken: what cannot be known before the delete is said. */
function replacement({ fields }: UserChange): string {
  const first = '; the file says onProfileChange: replace; deleted first, so without access if the create is refused';
  const isNew = fields.some(({ field }) => field === 'userTemplateName');
  return isNew ? `${first}: whether the service knows the new template shows only then` : first;
}

function sides({ deleteInBackend }: UserChange, system: string): string {
  return ` (${sidesText(deleteInBackend, system)})`;
}

/** What the service changed meanwhile and an update leaves alone. */
const LEFT_ALONE: Readonly<Record<string, string>> = {
  preferredAgent: 'the service ended its pin by its own rules, and the customer is not pinned again',
  nextEarliestWorkTime: 'its time has passed, and the service’s own time stays',
};

const RECORD: Texts<RecordChange['cause'], 'kind', Context<RecordChange>> = {
  declared: 'declared, not in the service yet',
  interrupted:
    'declared, not there; an update that was cut off may have added it, and somebody may have been called since',
  reissue: (cause, { change }) =>
    `reissued: ${cause.reason}${cause.ensure === undefined ? '' : `; ${again(change, cause.ensure)}`}`,
  ensure: (cause, { change }) => `the file says ensure: ${cause.ensure}${leaves(change)}`,
  adopt: 'exists; the file says adopt: true',
  'own-marker': 'carries our marker; recorded again',
  'reset-by-update':
    'an update that was cut off, or a person since, opened the customer again; the state is set as an agent left it',
  'lost-on-move': 'sets again what was lost when it moved here',
  differs: (cause) => cause.platformMoved.flatMap((field) => LEFT_ALONE[field] ?? []).join('; ') || DIFFERS,
  twins: 'as declared itself',
  moves: (_, { change }) => `moves here from ${change.from?.campaign.campaignName}`,
  moved: (_, { change }) => `is already here, gone from ${change.from?.campaign.campaignName}`,
  offboarding: (cause, { change }) => `${cause.loginUserId} leaves${notTo(change, cause.loginUserId)}`,
  undeclared: (_, { change }) => goneFrom(change),
  'declared-absent': (cause) =>
    `the file asks for removal${cause.state === undefined ? '' : `; ${cause.state}, and it says whenWorked: remove`}`,
  'still-there': 'was removed before, or seen gone, and is still there',
  adopted: 'stays in the service: adopted, not created by us',
  'already-gone': 'already gone',
  'worked-and-gone': 'worked and gone',
  unproven: 'not shown to be ours by its data: stays in the service',
  'handed-over': (cause) => `carries the marker of ${cause.stack}, which manages it: stays in the service`,
  'other-partition': (cause) => `stays in the service: partition ${cause.partition} declares it now`,
  'lost-marker': 'lost our marker: stays in the service',
  finished: (cause) => `finished (${cause.state}), stays in the service`,
  worked: (cause) => `was worked (${attempts(cause.attempts)}) and stays in the service`,
};

/** The file may name somebody whom the customer does not get: who was worked is left as it is. */
function notTo({ desired, pin, observed }: RecordChange, leaver: string): string {
  const named = desired?.preferredAgent ?? '';
  if (named === '' || named === leaver || named === pin) return '';
  const worked = observed?.tasks.find(isWorked);
  const why = worked === undefined ? '' : `already worked (${attempts(worked.workAttempts)}), so `;
  return `; ${why}not pinned to ${named}, whom the file names`;
}

/** A task that was tried or used up becomes deliverable again. */
function again({ observed }: RecordChange, ensure: string): string {
  const task = observed?.tasks[0];
  const from = task === undefined ? '' : ` from ${task.workedState} (${attempts(task.workAttempts)})`;
  return `the file says ensure: ${ensure}; leads back${from}, so the customer may be called again`;
}

/** What consent the file gives for leaving a state that counts. */
function leaves({ observed }: RecordChange): string {
  const task = observed?.tasks[0];
  if (task === undefined || !isWorked(task)) return '';
  const consent = isFinished(task) ? '; whenWorked: replace lets it leave that state' : '';
  return `; is ${task.workedState} (${attempts(task.workAttempts)})${consent}`;
}

/** What becomes of the tasks beside the named one. */
function twins({ removals = [], stays = [] }: RecordChange): string[] {
  const gone = removals.map(({ task, merges }) =>
    merges
      ? `takes over what its duplicate ${task.previewRecordId} has, which is then deleted`
      : `its duplicate ${task.previewRecordId} is deleted`,
  );
  return [...gone, ...twinsStay(stays)];
}

/** What others changed since it was last written. */
function outside({ changedOutside }: RecordChange): string[] {
  if (changedOutside === undefined) return [];
  const { putBack, overwritten } = changedOutside;
  return [
    ...(putBack.length === 0 ? [] : [`changed outside Git, repaired: ${putBack.join(', ')}`]),
    ...(overwritten.length === 0 ? [] : [`changed outside Git and in Git: ${overwritten.join(', ')}`]),
  ];
}

/** Null where there is nothing to say. */
export function notesText(notes: readonly Note[], system: string): string | null {
  return notes.length === 0 ? null : notes.map((note) => textOf(TEXTS, [note, 'kind'], { system })).join('; ');
}

const TEXTS: Texts<Note, 'kind'> = {
  'twin-gone': (note) => `its duplicate ${note.previewRecordId} was already gone`,
  'state-put-back': (note) => `the update reset the customer, whose state was set to ${note.state} again`,
  'copy-kept': (note) => `${note.keys.join(', ')} of others arrived with another value: the full copy is kept`,
  unconfirmed: (note) => `unconfirmed: ${note.message ?? UNCONFIRMED[note.because]}`,
  'pins-left': (note) => `${openPins(note.tasks.length)} to the removed user still (${pinNames(note.tasks)})`,
  'pins-unread': (note) => `whether customers are still pinned could not be read in ${note.campaigns.join(', ')}`,
  'no-pins': (note) => `no customer is pinned any more (searched again: ${note.campaigns.join(', ')})`,
  'already-gone': 'was already gone',
  'already-so': 'refused, and already so',
  'answer-lost': 'the answer was lost; settled by reading',
  'removed-in-backend': 'removed from the second system',
  'queue-put-back': 'the update took the customer out of a queue that no file names; it was set again',
  'taken-on-the-way': 'an agent took it on the way: what was lost is kept, and set again when it may be written',
  joined: 'refused with FAIL, done with ALLOW: its side in the second system is recorded as adopted',
  'made-unproven':
    'the answer was lost, or brought no connectUserId; recorded as adopted: nobody can prove who made it',
  'made-earlier':
    'refused, because an earlier create of ours, which was not answered, was carried out meanwhile; recorded as adopted: nobody can prove who made it',
};

const UNCONFIRMED = {
  'backend-not-shown': 'no connectUserId came, and the backing side is not shown',
  unreadable: 'it cannot be read',
  stopped: 'the run was stopped before it was read again',
} as const;
