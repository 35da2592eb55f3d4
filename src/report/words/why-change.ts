// Why an object changes, in one clause that a reviewer can check.

import { isUser } from '../../model/address.ts';
import { isFinished, isWorked } from '../../model/record.ts';
import type { Change, RecordChange, UserChange } from '../../reconcile/change.ts';
import { attempts, SECOND_SYSTEM, twinsStay } from './words.ts';

/** Says no more than the fields of a change do. */
export const DIFFERS = 'differs';

export function whyChange(change: Change, system = SECOND_SYSTEM): string {
  if (isUser(change)) return whyUser(change, system);
  const more = [...outside(change), ...twins(change)];
  // Whoever is told what differs is not told that something does.
  const isTold = more.length > 0 && change.cause.kind === 'differs' && change.cause.platformMoved.length === 0;
  return (isTold ? more : [whyRecord(change), ...more]).join('; ');
}

function whyUser(change: UserChange, system: string): string {
  const { cause } = change;
  switch (cause.kind) {
    case 'declared':
      return `declared, not in the service yet${creation(change)}`;
    case 'gone':
      return `was removed outside Git; an apply gives access back${creation(change)}`;
    case 'adopt':
      return `exists; the file says adopt: true (no request; released, not deleted, when removed)${onOneSide(change, system)}`;
    case 'one-sided':
      return `is in the service but not in ${system}${replacement(change)}`;
    case 'profile-differs':
      return `${cause.fields.join(', ')} changed${replacement(change)}`;
    case 'removal-settings':
      return 'how its removal is handled changed; kept in the recorded state, no request';
    case 'undeclared':
      return `no longer declared; ${sides(change)}`;
    case 'declared-absent':
      return `declared absent; ${sides(change)}`;
    case 'still-there':
      return `was removed before and is still there; ${sides(change)}`;
    case 'backend-only':
      return `${change.desired === null ? 'no longer declared' : 'declared absent'}; gone from the service, in ${system}: asked for once, and looked at`;
    case 'release-declared':
      return 'released: onRemove says release';
    case 'adopted':
      return 'released: adopted, not created by us';
    case 'already-gone':
      return isHalfUnseen(change)
        ? `already gone from the service; whether ${system} has the account is not shown`
        : 'already gone';
    case 'other-partition':
      return `released: partition ${cause.partition} declares it now`;
    case 'made-by-others':
      return 'released: it was gone, our restore was not done, and somebody else made it';
    default:
      return cause satisfies never;
  }
}

/** What was asked for on both sides is gone from the one that is shown. */
function isHalfUnseen({ recorded, observed }: UserChange): boolean {
  return recorded?.provenance.backend === 'created' && observed?.backend === 'unknown';
}

const JOINS =
  '; the backing side is not shown: FAIL first, and as the file says adopt: true, after a refusal once more with ALLOW';

/** How it is created, where that does not go without saying. */
function creation({ cause, desired, behaviorIfInBackend }: UserChange): string {
  const explicit = desired?.ensure === 'present' ? desired.behaviorIfInBackend : undefined;
  const isForced = 'computed' in cause && explicit !== undefined && explicit !== cause.computed;
  const forced = isForced ? `; the file says ${explicit}, computed ${cause.computed}` : '';
  return forced + (behaviorIfInBackend === 'FAIL-then-ALLOW' ? JOINS : '');
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

function sides({ deleteInBackend }: UserChange): string {
  return deleteInBackend ? 'deleted from both systems' : 'deleted from the service';
}

/** What the service changed meanwhile and an update leaves alone. */
const LEFT_ALONE: Readonly<Record<string, string>> = {
  preferredAgent: 'the service ended its pin by its own rules, and the task is not pinned again',
  nextEarliestWorkTime: 'its time has passed, and the service’s own time stays',
};

function whyRecord(change: RecordChange): string {
  const { cause, from, pin } = change;
  switch (cause.kind) {
    case 'declared':
      return 'declared, not in the service yet';
    case 'interrupted':
      return 'declared, not there; an update that was cut off may have added it, and somebody may have been called since';
    case 'reissue':
      return `reissued: ${cause.reason}${cause.ensure === undefined ? '' : `; ${again(change, cause.ensure)}`}`;
    case 'ensure':
      return `the file says ensure: ${cause.ensure}${leaves(change)}`;
    case 'adopt':
      return 'exists; the file says adopt: true';
    case 'own-marker':
      return 'carries our marker; recorded again';
    case 'reset-by-update':
      return 'an update that was cut off, or a person since, opened the task; it is put back as an agent left it';
    case 'lost-on-move':
      return 'puts back what was lost when it moved here';
    case 'differs':
      return cause.platformMoved.flatMap((field) => LEFT_ALONE[field] ?? []).join('; ') || DIFFERS;
    case 'twins':
      return 'as declared itself';
    case 'moves':
      return `moves here from ${from?.campaign.campaignName}`;
    case 'moved':
      return `is already here, gone from ${from?.campaign.campaignName}`;
    case 'offboarding':
      return `off-boarding of ${cause.loginUserId}: ${pin ? `goes to ${pin}` : 'pin cleared'}`;
    case 'undeclared':
      return 'no longer declared';
    case 'declared-absent':
      return cause.state === undefined
        ? 'declared absent'
        : `declared absent; ${cause.state}, and the file says whenWorked: remove`;
    case 'still-there':
      return 'was removed before, or seen gone, and is still there';
    case 'adopted':
      return 'released: adopted, not created by us';
    case 'already-gone':
      return 'already gone';
    case 'worked-and-gone':
      return 'worked and gone';
    case 'unproven':
      return 'not shown to be ours by its data: released, stays in the service';
    case 'handed-over':
      return `carries the marker of ${cause.stack}, which manages it: released, stays in the service`;
    case 'other-partition':
      return `released: partition ${cause.partition} declares it now`;
    case 'lost-marker':
      return 'lost our marker: released, stays in the service';
    case 'finished':
      return `${cause.state}: consumed, left in the service`;
    case 'worked':
      return `was worked (${attempts(cause.attempts)}) and stays in the service`;
    default:
      return cause satisfies never;
  }
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
      ? `takes over what its twin ${task.previewRecordId} has, which is then deleted`
      : `its twin ${task.previewRecordId} is deleted`,
  );
  return [...gone, ...twinsStay(stays)];
}

/** What others changed since it was last written. */
function outside({ changedOutside }: RecordChange): string[] {
  if (changedOutside === undefined) return [];
  const { putBack, overwritten } = changedOutside;
  return [
    ...(putBack.length === 0 ? [] : [`changed outside Git, put back: ${putBack.join(', ')}`]),
    ...(overwritten.length === 0 ? [] : [`changed outside Git and in Git: ${overwritten.join(', ')}`]),
  ];
}
