// Why an object is left alone or left to a person, in words.

import { isUser } from '../../model/address.ts';
import { openPins, pinNames } from '../../model/pinned-tasks.ts';
import type { ReplaceCause } from '../../reconcile/change.ts';
import type { RecordVerdict, UserReason, Verdict } from '../../reconcile/verdict.ts';
import { attempts, type Named, SECOND_SYSTEM, textOf, type Texts, timeIn, twinsStay, withName } from './words.ts';

interface Context extends Named {
  readonly fields: Verdict['fields'];
  /** Null: no file declares it. */
  readonly source: Verdict['source'];
  readonly zone: string | null;
}

/** `zone`: whose clocks a reader sees times on. */
export function whyVerdict(verdict: Verdict, system = SECOND_SYSTEM, zone: string | null = null): string {
  if (isUser(verdict)) return textOf(USER, [verdict.reason, 'kind'], { ...verdict, system, zone });
  const stays = twinsStay(verdict.stays ?? []);
  if (verdict.reason.kind === 'twins-stay') return stays.join('; ');
  return [textOf(RECORD, [verdict.reason, 'kind'], { ...verdict, system, zone }), ...stays].join('; ');
}

const ASKED = '; delete-user was sent for it and left it there: remove it there by hand';
const UNASKED = ' (onRemove: delete-with-backend and adopt: true ask for it)';
const PROBABLY_OURS =
  'and its account appeared after a create of ours that was not answered: probably ours, which nobody can prove; not touched';
const UNSHOWN = 'nothing shows that muster made it';

function unsettled({ action, mayCome }: Extract<UserReason, { kind: 'unsettled' }>): string {
  if (!mayCome) return `an earlier ${action} is not settled and could not be read`;
  return `an earlier ${action} was not answered and may still be carried out: run again in two minutes`;
}

type OtherPartition = Extract<UserReason, { kind: 'taken-over' | 'waits-for-taker' | 'other-partition' }>;

/** Of users and records alike. */
const OF_BOTH = {
  unreadable: ({ problem }: Extract<UserReason, { kind: 'unreadable' }>) => problem?.message ?? 'could not be read',
  unsettled,
  'came-back': 'was removed, or seen gone, and is there again; whether it is the same one is not shown: not touched',
  unrecorded:
    'exists, and the state, which would know whether it is ours, is not here: bring the ledger or stack; do not adopt',
  'taken-over': ({ partition }: OtherPartition) =>
    `was recorded by partition ${partition}: recorded here as it was there; what follows comes in the next run`,
  'waits-for-taker': ({ partition }: OtherPartition) =>
    `partition ${partition} declares it now, and has not recorded it yet: stays recorded here; apply that one`,
  'other-partition': (reason: Extract<OtherPartition, { kind: 'other-partition' }>) =>
    `is recorded by partition ${reason.partition}${reason.campaignName === null ? '' : ` in ${reason.campaignName}`}, which has not let go of it: apply that one first`,
};

const USER: Texts<UserReason, 'kind', Context> = {
  ...OF_BOTH,
  'not-ours': (reason, { system }) =>
    `exists already in ${reason.side === 'service' ? 'the service' : system}, and ${UNSHOWN}`,
  recreated: ({ wanted, isUnproven = false }) => (isUnproven ? PERHAPS_RECREATED : RECREATED)[wanted],
  'probably-ours': (reason) =>
    `${reason.wanted === 'absent' ? 'is declared absent' : 'is no longer declared'}, ${PROBABLY_OURS}`,
  'kept-undeclared': 'is no longer declared; access stays, only a line with ensure: absent ends it (onRemove: keep)',
  'older-state':
    'is no longer declared, and may have been removed and made again by others: the state does not know customers that carry our marker, so it is older than these; ensure: absent removes this user',
  'one-sided': 'is in the service but not in the second system',
  'replace-refused': (reason, { system }) =>
    `${whyReplaced(reason.cause, system)}; ${withName(REPLACE_REFUSED[reason.because], system)}`,
  'create-refused': (reason, { system }) => `is in ${system}, and ${REPLACE_REFUSED[reason.kind]}`,
  'profile-assumed': 'names, template and e-mails are assumed since creation: the service does not show them',
  'profile-kept': (_, { fields }) =>
    `${names(fields)} changed in the file and not applied: there is no update call for users`,
  'leaver-present': () => `is declared absent and is present, and ${UNSHOWN}`,
  'backend-left': (reason, { system }) => `gone from the service, still in ${system}${reason.asked ? ASKED : UNASKED}`,
  'backend-unproven': (reason, { system }) => unprovenBackend(reason, system),
  'no-known-user':
    'answers NOT_FOUND, and nobody who stays declared here was found: this may be the wrong tenant; declare somebody who is there',
  'pins-unread': (reason) =>
    `cannot be removed: which customers are pinned to this person could not be read in full in ${reason.campaigns.join(', ')}`,
  'tasks-pinned': (reason, { source }) =>
    `${source === null ? 'is no longer declared' : 'is declared absent'}; ${whyPinned(reason)}`,
};

function unprovenBackend({ word, hasId }: Extract<UserReason, { kind: 'backend-unproven' }>, system: string): string {
  const id = hasId ? ' beside a connectUserId' : '';
  return `gone from the service, not proven to be gone from ${system}: backendStatus is ${word}${id}`;
}

const RECREATED = {
  present: 'was deleted and made again by somebody else (its connectUserId changed)',
  absent: 'is declared absent, but somebody else made it again: not deleted',
  undeclared: 'is no longer declared, but somebody else made it again: not deleted',
};

const UNPROVEN = 'a restore of ours was not done, and nothing shows whether this is the account that we made';
const PERHAPS_RECREATED = {
  present: `is in the service: ${UNPROVEN}`,
  absent: `is declared absent: ${UNPROVEN}; not deleted`,
  undeclared: `is no longer declared: ${UNPROVEN}; not deleted`,
};

const REPLACE_REFUSED = {
  adopted: 'it was adopted, and a replace would delete what others made: onRemove: delete would allow that',
  'create-refused': 'with behaviorIfInBackend: FAIL the create would be refused',
  'backend-not-ours':
    'the second system has the user, or does not show it, and that side is not ours: adopt: true would join it',
};

function whyReplaced(cause: ReplaceCause, system: string): string {
  return cause.kind === 'one-sided' ? `is in the service but not in ${system}` : `${cause.fields.join(', ')} changed`;
}

const SUCCESSOR = {
  leaves: 'is leaving too',
  unknown: 'is not known to the service',
  unreadable: 'could not be read',
};

type Pinned = Extract<UserReason, { kind: 'tasks-pinned' }>;

function whyPinned({ tasks, obstacle }: Pinned): string {
  const open = `${openPins(tasks.length)} to this person`;
  return (
    open + textOf(OBSTACLES, [obstacle, 'kind'], { system: SECOND_SYSTEM, names: pinNames(tasks), all: tasks.length })
  );
}

const OBSTACLES: Texts<Pinned['obstacle'], 'kind', Named & { readonly names: string; readonly all: number }> = {
  policy: (_, { names: all }) => ` (${all})`,
  'not-ours': ({ tasks }, { names, all }) => {
    const [isOne, they] = tasks.length === 1 ? [true, 'it'] : [false, 'they'];
    const whose = all === tasks.length ? they : pinNames(tasks);
    // Others made or moved it, or put one of two there, and nobody can tell which.
    return ` (${names}); ${whose} ${isOne ? 'is' : 'are'} not shown to be ours, so muster does not change ${isOne ? 'it' : 'them'}`;
  },
  'other-partition': ({ partition }, { names: all }) =>
    ` (${all}), by lines of partition ${partition}: apply that one first`,
  successor: ({ loginUserId, problem }, { names: all }) =>
    ` (${all}), and reassignTo names ${loginUserId}, who ${SUCCESSOR[problem]}`,
  'move-unsettled': ({ tasks }) => `, and the move of ${pinNames(tasks)} is still to be settled`,
};

const pinnedTo = ({ loginUserId }: { readonly loginUserId: string }): string => `is pinned to ${loginUserId}, who is`;

const RECORD: Texts<RecordVerdict['reason'], 'kind', Context> = {
  ...OF_BOTH,
  'unread-elsewhere': 'is not here, and whether it stands in another campaign could not be read',
  'twins-stay': 'as declared',
  'several-campaigns': 'left several campaigns or comes to several: which one moves is not clear, so none does',
  'not-ours': (reason) =>
    `${reason.wanted === 'present' ? 'exists already' : 'is declared absent and exists'}, and ${UNSHOWN}`,
  twin: (reason) => whyTwin(reason),
  'named-missing': (reason) =>
    `no customer with this clientId has the previewRecordId ${reason.previewRecordId}, which the file names`,
  'gone-unclear': (reason) => whyGone(reason),
  'spelled-otherwise': (reason) => `is ${reason.other} in another spelling (case, width or Unicode form): not added`,
  'do-not-call': (reason) =>
    `is on the list of whom nobody may call (policy.doNotCall, ${reason.listedAt})${reason.isOpen ? ', and is still open' : ': not added'}`,
  'moved-elsewhere': (reason) => `was moved to campaign ${reason.campaignName} by somebody else; not added again`,
  'managed-elsewhere': (reason) => `carries the marker of ${reason.stack}, which manages it`,
  'other-record': (reason) => OTHER_RECORD[reason.because],
  consumed: whyConsumed,
  worked: whyWorked,
  'state-kept': (reason) => whyStateKept(reason),
  'no-task': (reason) => `is not there: nobody to set to ${reason.wanted}`,
  'finished-stays': (reason) => `is declared absent and is ${reason.state}: ${FINISHED_STAYS[reason.because]}`,
  'platform-moved': (_, { fields }) =>
    fields.map(({ field }) => (field === 'preferredAgent' ? PIN_OVER : `${field}${BY_ITS_RULES}`)).join('; '),
  'service-keeps-its-own': (reason, { fields }) => `${names(fields)}${OF_FIELDS[reason.kind]}`,
  'cannot-clear': (reason, { fields }) => `${names(fields)}${OF_FIELDS[reason.kind]}`,
  'changed-on-move': (reason) => `${reason.keys.join(', ')}: ${CHANGED_ON_MOVE}`,
  'in-both': (reason) => `is in ${reason.campaignName} and here`,
  'target-taken': (reason) => `should move here from ${reason.campaignName}, but the clientId is taken`,
  'target-not-ours': (reason) => `is gone from ${reason.campaignName}; what stands here is not ours`,
  'agent-unknown': (reason) => whyUnknownAgent(reason),
  'agent-not-in-backend': (reason, { system }) => `${pinnedTo(reason)} not in ${system}: ${NOTHING_SENT}`,
  'pinned-to-leaver': (reason) => `stays recorded until ${reason.loginUserId} is removed: it is pinned to this user`,
};

/** Of a customer who may be in the service or not. */
const NOTHING_SENT = 'nothing is sent for this customer';

type UnknownAgent = Extract<RecordVerdict['reason'], { kind: 'agent-unknown' }>;

function whyUnknownAgent({ partition, near, ...agent }: UnknownAgent): string {
  if (partition === null) return `${pinnedTo(agent)} neither declared nor known to the service: ${NOTHING_SENT}${near}`;
  return `${pinnedTo(agent)} not in the service yet: apply partition ${partition} first, which declares the person`;
}

const OF_FIELDS = {
  'service-keeps-its-own': ': the service shows another value than was sent twice; not sent again',
  'cannot-clear': ' was taken out of the file and stays: no call clears it',
};

const PIN_OVER =
  'the service ended the pin by its own rules, any agent gets the customer; not pinned again as long as the file names the same agent';
const BY_ITS_RULES = ': changed by the service by its own rules, and stays so';

const OTHER_RECORD = {
  remade: 'is not the one that we recorded: not touched',
  'other-record': 'carries the marker of another customer, copied or imported: not touched',
};

const CHANGED_ON_MOVE =
  'stored by others, with another value than before it moved here; not overwritten, and its full copy is kept';

function whyConsumed(
  { how, unseen, used, since }: Extract<RecordVerdict['reason'], { kind: 'consumed' }>,
  { zone }: Pick<Context, 'zone'>,
): string {
  const gone = unseen === true ? 'gone, and perhaps called' : 'worked and gone';
  const ended = how === 'gone' ? gone : how;
  const [when, again] =
    since === undefined ? ['', ''] : [` since ${timeIn(since, zone)}`, '; a new reissue reason adds it again'];
  const acted = unseen === true ? 'may have been acted on before; another one adds it again' : 'was acted on before';
  const reason = used === undefined ? again : `; the reissue reason "${used}" ${acted}`;
  return `${ended}${when}: stays finished${reason}`;
}

function whyGone({ campaignName, adds }: Extract<RecordVerdict['reason'], { kind: 'gone-unclear' }>): string {
  const from = campaignName === null ? '' : ` from ${campaignName}`;
  const how = adds === false ? '; ensure: worked adds nobody, ensure: present does' : '';
  return `is gone${from}, and nobody can tell whether the customer was called${how}`;
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
  removed: 'a deleted customer may be shown like this, and nothing of it is recorded, so it stays',
};

function whyStateKept({
  state,
  wanted,
  because,
  attempts: tries,
}: Extract<RecordVerdict['reason'], { kind: 'state-kept' }>): string {
  return `is ${state} (${attempts(tries)}) and stays so, although the file asks for ${wanted}${STATE_KEPT[because]}`;
}

const STATE_KEPT = {
  replace: '; whenWorked: replace would set it',
  reissue: '; a reissue reason would set it, and the customer may then be called again',
  'reason-used': ': the reissue reason was acted on before; another one would set it again',
  'not-recorded': ': nothing of it is recorded, so whether this reissue reason was acted on before is not known',
};

function whyWorked(
  reason: Extract<RecordVerdict['reason'], { kind: 'worked' }>,
  { zone }: Pick<Context, 'zone'>,
): string {
  const { deliveredAt } = reason;
  const worked = deliveredAt ? `delivered to an agent at ${timeIn(deliveredAt, zone)}` : attempts(reason.attempts);
  if (reason.instead === null)
    return `does not move here: was worked in ${reason.campaignName} (${worked}), and stays there`;
  return reason.instead === 'replace'
    ? `is being worked (${worked}) and is not touched, unless the file says whenWorked: replace`
    : `was worked (${worked}) and stays as it is, unless the file says whenWorked: remove`;
}

function names(fields: Verdict['fields']): string {
  return fields.map(({ field }) => field).join(', ');
}
