// Why an object is left alone or left to a person, in words.

import { isUser } from '../../model/address.ts';
import { openPins, pinNames } from '../../model/pinned-tasks.ts';
import type { ReplaceCause } from '../../reconcile/change.ts';
import type { RecordVerdict, UserReason, UserVerdict, Verdict } from '../../reconcile/verdict.ts';
import { attempts, moment, SECOND_SYSTEM, twinsStay, withName } from './words.ts';

export function whyVerdict(verdict: Verdict, system = SECOND_SYSTEM): string {
  return isUser(verdict) ? whyUser(verdict, system) : whyRecord(verdict);
}

const NO_KNOWN_USER = 'answers NOT_FOUND, but no known user answered SUCCESS in this run: this may be the wrong tenant';
const ASKED = '; delete-user was sent for it and left it there: remove it there by hand';
const UNASKED = ' (onRemove: delete-with-backend and adopt: true ask for it)';
const FIXED = {
  'twins-stay': 'as declared',
  'several-campaigns': 'left several campaigns or comes to several: which one moves is not clear, so none does',
  'came-back': 'was removed, or seen gone, and is there again; whether it is the same one is not shown: not touched',
  unrecorded: 'exists, and recorded state, which would know whether it is ours, is not here: bring it; do not adopt',
  'unread-elsewhere': 'is not here, and whether it stands in another campaign could not be read',
};
const KEPT_UNDECLARED =
  'is no longer declared, and only a line with ensure: absent would remove this user (onRemove: keep): stays';
const PROBABLY_OURS =
  'and its account appeared after a create of ours that was not answered: probably ours, which nobody can prove; not touched';
const UNSHOWN = 'nothing shows that muster made it';

function unsettled({ action, mayCome }: Extract<UserReason, { kind: 'unsettled' }>): string {
  if (!mayCome) return `an earlier ${action} is not settled and could not be read`;
  return `an earlier ${action} was not answered and may still be carried out: run again in two minutes`;
}

function whyUser({ reason, fields }: UserVerdict, system: string): string {
  switch (reason.kind) {
    case 'unreadable':
      return reason.problem?.message ?? 'could not be read';
    case 'unsettled':
      return unsettled(reason);
    case 'came-back':
    case 'unrecorded':
      return FIXED[reason.kind];
    case 'not-ours':
      return `exists already in ${reason.side === 'service' ? 'the service' : system}, and ${UNSHOWN}`;
    case 'recreated':
      return RECREATED[reason.wanted];
    case 'probably-ours':
      return `${reason.wanted === 'absent' ? 'is declared absent' : 'is no longer declared'}, ${PROBABLY_OURS}`;
    case 'kept-undeclared':
      return KEPT_UNDECLARED;
    case 'older-state':
      return OLDER;
    case 'one-sided':
      return oneSided(system);
    case 'replace-refused':
      return `${whyReplaced(reason.cause, system)}; ${withName(REPLACE_REFUSED[reason.because], system)}`;
    case 'profile-assumed':
      return 'names, template and e-mails are assumed since creation: the service does not show them';
    case 'profile-kept':
      return `${names(fields)} changed in the file and not applied: there is no update call for users`;
    case 'leaver-present':
      return `is declared absent and is present, and ${UNSHOWN}`;
    case 'backend-left':
      return `gone from the service, still in ${system}${reason.asked ? ASKED : UNASKED}`;
    case 'backend-unproven':
      return unprovenBackend(reason, system);
    case 'no-known-user':
      return NO_KNOWN_USER;
    case 'pins-unread':
      return `cannot be removed: which tasks are pinned to it could not be read in full in ${reason.campaigns.join(', ')}`;
    case 'tasks-pinned':
      return whyPinned(reason);
    default:
      return reason satisfies never;
  }
}

function unprovenBackend({ word, hasId }: Extract<UserReason, { kind: 'backend-unproven' }>, system: string): string {
  const id = hasId ? ' beside a connectUserId' : '';
  return `gone from the service, not proven to be gone from ${system}: backendStatus is ${word}${id}`;
}

const RECREATED = {
  present: 'was deleted and made again by somebody else (its connectUserId changed)',
  absent: 'is declared absent, but somebody else made it again: not deleted',
  undeclared: 'is no longer declared, but somebody else made it again: not deleted',
};

const REPLACE_REFUSED = {
  adopted: 'it was adopted, and a replace would delete what others made',
  'create-refused': 'with behaviorIfInBackend: FAIL the create would be refused',
  'backend-not-ours':
    'the second system has the user, or does not show it, and that side is not ours: adopt: true would join it',
};

const oneSided = (system: string): string => `is in the service but not in ${system}`;

function whyReplaced(cause: ReplaceCause, system: string): string {
  return cause.kind === 'one-sided' ? oneSided(system) : `${cause.fields.join(', ')} changed`;
}

const OLDER =
  'is no longer declared, and may have been removed and made again by others: recorded state does not know tasks that carry our marker, so it is older than these; ensure: absent removes this user';
const SUCCESSOR = {
  leaves: 'is leaving too',
  unknown: 'is not known to the service',
  unreadable: 'could not be read',
};

function whyPinned({ tasks, obstacle }: Extract<UserReason, { kind: 'tasks-pinned' }>): string {
  const open = `${openPins(tasks.length)} to this user`;
  switch (obstacle.kind) {
    case 'policy':
      return `${open} (${pinNames(tasks)})`;
    case 'not-ours': {
      const foreign = `${obstacle.tasks.length} of them not ours (${pinNames(obstacle.tasks)})`;
      return `${open}, ${foreign}: pin those to others where they are kept, then plan again`;
    }
    case 'successor': {
      const { loginUserId, problem } = obstacle;
      return `${open} (${pinNames(tasks)}), and reassignTo names ${loginUserId}, who ${SUCCESSOR[problem]}`;
    }
    case 'move-unsettled':
      return `${open}, and the move of ${pinNames(obstacle.tasks)} is still to be settled`;
    default:
      return obstacle satisfies never;
  }
}

function whyRecord(verdict: RecordVerdict): string {
  const stays = twinsStay(verdict.stays ?? []);
  if (verdict.reason.kind === 'twins-stay') return stays.join('; ');
  return [whyOne(verdict), ...stays].join('; ');
}

function whyOne(verdict: RecordVerdict): string {
  const { reason, fields } = verdict;
  switch (reason.kind) {
    case 'unreadable':
      return reason.problem?.message ?? 'could not be read';
    case 'unsettled':
      return unsettled(reason);
    case 'came-back':
    case 'unrecorded':
    case 'unread-elsewhere':
    case 'twins-stay':
    case 'several-campaigns':
      return FIXED[reason.kind];
    case 'not-ours':
      return `${reason.wanted === 'present' ? 'exists already' : 'is declared absent and exists'}, and ${UNSHOWN}`;
    case 'twin':
      return whyTwin(reason);
    case 'named-missing':
      return `no task with this clientId has the previewRecordId ${reason.previewRecordId}, which the file names`;
    case 'gone-unclear':
      return whyGone(reason);
    case 'spelled-otherwise':
      return `is ${reason.other} in another spelling (case, width or Unicode form): not added`;
    case 'do-not-call':
      return `is on the list of whom nobody may call (policy.doNotCall)${reason.isOpen ? ', and its task is open' : ': not added'}`;
    case 'moved-elsewhere':
      return `was moved to campaign ${reason.campaignName} by somebody else; not added again`;
    case 'managed-elsewhere':
      return `carries the marker of ${reason.stack}, which manages it`;
    case 'other-record':
      return OTHER_RECORD[reason.because];
    case 'consumed':
      return whyConsumed(reason);
    case 'worked':
      return whyWorked(reason);
    case 'state-kept':
      return whyStateKept(reason);
    case 'no-task':
      return `is not there: no task to set to ${reason.wanted}`;
    case 'finished-stays':
      return `is declared absent and is ${reason.state}: ${FINISHED_STAYS[reason.because]}`;
    case 'platform-moved':
      return fields.map(movedText).join('; ');
    case 'service-keeps-its-own':
    case 'cannot-clear':
      return `${names(fields)}${OF_FIELDS[reason.kind]}`;
    case 'changed-on-move':
      return `${reason.keys.join(', ')}: ${CHANGED_ON_MOVE}`;
    case 'in-both':
      return `is in ${reason.campaignName} and here`;
    case 'target-taken':
      return `should move here from ${reason.campaignName}, but the clientId is taken`;
    case 'target-not-ours':
      return `is gone from ${reason.campaignName}; what stands here is not ours`;
    case 'pinned-to-leaver':
      return `stays recorded until ${reason.loginUserId} is removed: it is pinned to this user`;
    default:
      return reason satisfies never;
  }
}

const OF_FIELDS = {
  'service-keeps-its-own': ': the service shows another value than was sent twice; not sent again',
  'cannot-clear': ' was taken out of the file and stays: no call clears it',
};

const PIN_OVER =
  'the service ended the pin by its own rules, any agent gets the task; not pinned again as long as the file names the same agent';
const BY_ITS_RULES = ': changed by the service by its own rules, and stays so';

function movedText({ field }: { readonly field: string }): string {
  return field === 'preferredAgent' ? PIN_OVER : `${field}${BY_ITS_RULES}`;
}

const OTHER_RECORD = {
  remade: 'is another record than the recorded one, without our marker: not touched',
  'other-record': 'carries the marker of another record, copied or imported: not touched',
};

const CHANGED_ON_MOVE =
  'stored by others, with another value than before it moved here; not overwritten, and its full copy is kept';

function whyConsumed({ how, unseen, used, since }: Extract<RecordVerdict['reason'], { kind: 'consumed' }>): string {
  const gone = unseen === true ? 'gone, and perhaps called' : 'worked and gone';
  const ended = how === 'gone' ? gone : how;
  const [when, again] =
    since === undefined ? ['', ''] : [` since ${moment(since)}`, '; a new reissue reason adds it again'];
  const reason = used === undefined ? again : `; the reissue reason "${used}" was acted on before`;
  return `${ended}${when}: stays finished${reason}`;
}

function whyGone({ campaignName }: Extract<RecordVerdict['reason'], { kind: 'gone-unclear' }>): string {
  const from = campaignName === null ? '' : ` from ${campaignName}`;
  return `is gone${from}, and nobody can tell whether the customer was called`;
}

function whyTwin({ campaignName, ids }: Extract<RecordVerdict['reason'], { kind: 'twin' }>): string {
  const times = ids.length > 2 ? `${ids.length} times` : 'twice';
  const where =
    campaignName === null ? `the clientId stands ${times} in the campaign` : `stands ${times} in ${campaignName}`;
  return `${where} (${ids.join(', ')})`;
}

const FINISHED_STAYS = {
  keep: 'nobody is called through it any more, so it stays; whenWorked: remove would delete it',
  'not-ours': 'nobody is called through it any more, and it is not ours, so it stays',
  removed: 'a deleted task may be shown like this, and nothing of it is recorded, so it stays',
};

function whyStateKept(reason: Extract<RecordVerdict['reason'], { kind: 'state-kept' }>): string {
  const { state, wanted, because } = reason;
  const stays = `is ${state} (${attempts(reason.attempts)}) and stays so, although the file asks for ${wanted}`;
  switch (because) {
    case 'replace':
      return `${stays}; whenWorked: replace would set it`;
    case 'reissue':
      return `${stays}; a reissue reason would set it, and the customer may then be called again`;
    case 'reason-used':
      return `${stays}: the reissue reason was acted on before; another one would set it again`;
    case 'not-recorded':
      return `${stays}: nothing of it is recorded, so whether this reissue reason was acted on before is not known`;
    default:
      return because satisfies never;
  }
}

function whyWorked(reason: Extract<RecordVerdict['reason'], { kind: 'worked' }>): string {
  const { deliveredAt } = reason;
  const worked = deliveredAt ? `delivered to an agent at ${moment(deliveredAt)}` : attempts(reason.attempts);
  switch (reason.instead) {
    case 'replace':
      return `is being worked (${worked}) and is not touched; whenWorked: replace would write`;
    case 'remove':
      return `was worked (${worked}) and stays as it is; whenWorked: remove would delete it`;
    case null:
      return `was worked in ${reason.campaignName} (${worked}) and stays there`;
    default:
      return reason.instead satisfies never;
  }
}

function names(fields: Verdict['fields']): string {
  return fields.map(({ field }) => field).join(', ');
}
