// One user change: intent, request, settlement. No update of a person exists, so `update` only records.

import { laterThan } from '../../model/age.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { UserChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import type { OpenIntent } from '../../model/state.ts';
import type { RecordedUser } from '../../model/user.ts';
import type { RemovalAnswer, Turn, UserPresence } from '../../service/service.ts';
import { deleteInBackend, goneFromBackend } from './delete-backend.ts';
import { onceUnpinned, sendDelete, strandedNotes } from './offboard.ts';
import { userDigests } from '../fields.ts';
import { asNotRestored, unproven } from '../diff/open-intents.ts';
import { asRemoved } from '../diff/removed.ts';
import { comesTrue, saidTwice } from './comes-true.ts';
import { inTurn, openIntent } from './in-turn.ts';
import type { Intent } from './in-turn.ts';
import { unlessGone, unlessSeenAgain } from './seen-gone.ts';
import type { Look } from './seen-gone.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';

export async function applyUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  switch (change.action) {
    case 'create':
    case 'restore':
      return createUser(change, context);
    case 'delete':
      if (change.cause.kind === 'backend-only') return deleteInBackend(change, context);
      return deleteUser(change, context);
    case 'replace': {
      const removed = await deleteUser(change, context);
      return removed.kind === 'applied' ? withoutAccess(await createUser(change, context)) : removed;
    }
    case 'forget':
      return forgetUser(change, context);
    case 'adopt':
    case 'update':
      await context.recorder.record(change.address, proposedUser(change, context));
      return applied(change);
    case 'move':
      throw new Error('a user does not move');
    default:
      return change.action satisfies never;
  }
}

async function forgetUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const isGone = change.cause.kind === 'already-gone';
  const again = isGone ? await unlessSeenAgain(change, lookAt(change.loginUserId, context, false).isGone) : null;
  if (again !== null) return again;
  await context.recorder.record(change.address, isGone && isUnwanted(change) ? asGone(change, context) : null);
  return applied(change);
}

/** Had it been there, it would have been removed: what is only let go may come back. */
function isUnwanted({ desired, recorded }: UserChange): boolean {
  if (desired !== null) return true;
  if (recorded?.onRemove === null) return recorded.provenance.service === 'created';
  return recorded?.onRemove !== 'release' && recorded?.onRemove !== 'keep';
}

function asGone({ recorded }: UserChange, { clock }: ApplyContext): RecordedUser | null {
  return asRemoved(recorded, clock());
}

async function createUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { behaviorIfInBackend, provenance } = change;
  if (behaviorIfInBackend !== 'FAIL-then-ALLOW') return addUser(change, context, { behaviorIfInBackend, provenance });
  const first = await addUser(change, context, { behaviorIfInBackend: 'FAIL', provenance });
  return isRefused(first) ? joinUser(change, context, first) : first;
}

/**
 * After a refusal that may mean the backing instance has the user (S25 leaves its word open), and only where the file
 * consents: once more with ALLOW. Never where the user is in the service by now, or provably in neither place.
 */
async function joinUser(change: UserChange, context: ApplyContext, refused: Settlement): Promise<Settlement> {
  const provenance = { service: 'created', backend: 'adopted' } as const;
  const joined = await addUser(change, context, { behaviorIfInBackend: 'ALLOW', provenance, refused });
  return joined.kind === 'applied' && joined.notes.length === 0 ? applied(change, { kind: 'joined' }) : joined;
}

/** A clean no to this one user; not a limit, and not a failure of the environment. */
function isRefused(settlement: Settlement): boolean {
  if (settlement.kind !== 'failed' || settlement.problem.stopsRun) return false;
  return settlement.problem.code === 'refused' || settlement.problem.code === 'already-exists';
}

interface AddAttempt extends Pick<UserChange, 'provenance'> {
  readonly behaviorIfInBackend: 'FAIL' | 'ALLOW';
  /** How it ended with FAIL: this is the second attempt. */
  readonly refused?: Settlement;
}

async function addUser(change: UserChange, context: ApplyContext, attempt: AddAttempt): Promise<Settlement> {
  const { desired } = change;
  const { behaviorIfInBackend, provenance } = attempt;
  const proposed = proposedUser({ ...change, provenance }, context);
  if (desired?.ensure !== 'present' || proposed === null) throw new Error('a create needs a declared user');
  const isAgain = unanswered(change, context).length > 0;
  const intent = await creating(change, context, proposed);
  const looking = { isFirst: true, connectUserId: change.observed?.connectUserId ?? null };
  const outcome = await inTurn(change, context, {
    intent,
    work: async (turn) =>
      (await unlessAppeared(change, turn, { ...attempt, looking })) ??
      turn.addUser({ ...desired, behaviorIfInBackend }),
  });
  if ('change' in outcome || outcome.kind === 'not-done') {
    const refused = 'change' in outcome ? outcome : failed(change, outcome.problem);
    if (isAgain) return takeBack(change, context, { intent, proposed, refused });
    const isSent = !('change' in outcome) && outcome.problem.neverSent !== true;
    await intent.settle(isSent ? afterRefusal(change, context) : undefined);
    return refused;
  }
  if (outcome.kind === 'done') {
    // Joined, not created, the backing side keeps the id it was seen with: the answer then carries none.
    const joined = behaviorIfInBackend === 'ALLOW' ? looking.connectUserId : null;
    const { connectUserId } = outcome.value;
    await intent.settle({ ...proposed, connectUserId: connectUserId ?? joined });
    // "When the user was created in the backing instance, the response carries connectUserId" (add-user, rule 3).
    const isProven = !desired.createInBackend || connectUserId !== null;
    return { change, kind: 'applied', notes: [], ...(!isProven && { unproven: true }) };
  }
  return settleCreate(change, context, { intent, proposed });
}

interface LastLook extends AddAttempt {
  readonly looking: { isFirst: boolean; connectUserId: string | null };
}

/**
 * With FAIL the service itself refuses who is there on either side, so its first attempt needs no reading. With ALLOW it joins
 * whatever is in the backing instance by now; and what is sent again is a new write. Null where it may be sent.
 */
async function unlessAppeared(change: UserChange, turn: Turn, last: LastLook): Promise<Settlement | null> {
  const { looking, refused, behaviorIfInBackend } = last;
  const { isFirst } = looking;
  looking.isFirst = false;
  if (
    isFirst &&
    (behaviorIfInBackend === 'FAIL' || change.desired?.ensure !== 'present' || !change.desired.createInBackend)
  )
    return null;
  const fresh = await turn.queryUser(change.loginUserId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const { service, backend, connectUserId } = fresh.value;
  if (refused !== undefined && (service !== 'absent' || backend === 'absent')) return refused;
  const planned = change.observed?.connectUserId ?? null;
  const isOther = connectUserId !== null && connectUserId !== planned;
  const isJoined =
    refused === undefined && behaviorIfInBackend === 'ALLOW' && (isOther || backend !== change.observed?.backend);
  if (service !== 'absent' || (isJoined && change.action !== 'replace'))
    return skippedBecause(change, 'moved', 'appeared between the plan and the write');
  looking.connectUserId = connectUserId;
  return null;
}

/** Of a restore the receipt stays, so that the next plan is a restore again, which needs its number. */
function afterRefusal({ action, recorded }: UserChange, { clock }: ApplyContext): RecordedUser | undefined {
  return action === 'restore' && recorded !== null ? asNotRestored(recorded, clock()) : undefined;
}

/** Creates of an earlier run that were not answered, and of which nothing is seen. */
function unanswered({ address }: UserChange, { earlier }: ApplyContext): readonly OpenIntent[] {
  return (earlier?.get(address) ?? []).filter(({ action }) => action === 'create');
}

/**
 * One open intent an object: that of this create takes the place of an unanswered one, in one transaction, and is the evidence
 * for both. What the earlier one may still send is refused by the service once this one is done.
 */
async function creating(change: UserChange, context: ApplyContext, proposed: RecordedUser): Promise<Intent> {
  const { address } = change;
  const intent = openIntent(context, { address, action: 'create', fromCampaign: null, proposed });
  const earlier = unanswered(change, context);
  if (earlier.length === 0) return intent;
  const ended = earlier.map(({ id }) => context.recorder.settle(id, undefined));
  await Promise.all([intent.begin(), ...ended]);
  return intent;
}

interface RefusedCreate {
  readonly intent: Intent;
  readonly proposed: RecordedUser;
  readonly refused: Settlement;
}

/**
 * A refusal while a create of an earlier run was never answered: that one may have been carried out since the reading. Then the
 * user is taken back into recorded state, as after any lost answer; where nobody is seen yet, the earlier intent stays open.
 */
async function takeBack(change: UserChange, context: ApplyContext, again: RefusedCreate): Promise<Settlement> {
  const { intent, proposed, refused } = again;
  const isThere = isRefused(refused) || refused.kind === 'skipped';
  const seen = isThere ? await context.service.queryUser(change.loginUserId) : null;
  if (seen?.kind !== 'done' || seen.value.service !== 'present') {
    await stayOpen(change, context, intent);
    if (seen === null) return refused;
    if (seen.kind !== 'done') return failed(change, seen.problem);
    return unresolved(change, `${saidBy(refused)}; ${NOT_SEEN_YET}`);
  }
  const { connectUserId } = seen.value;
  await intent.settle({ ...proposed, connectUserId, provenance: unproven(proposed) });
  return applied(change, { kind: 'made-earlier' });
}

/**
 * What was answered with a no will not come: the intent of the unanswered create takes its place back, with its own time, in one
 * transaction. Otherwise each attempt would begin the two minutes anew, and a refusal for good would never be said as one.
 */
async function stayOpen(change: UserChange, context: ApplyContext, refused: Intent): Promise<void> {
  const { recorder } = context;
  const [latest] = unanswered(change, context).toSorted((a, b) => b.at - a.at);
  if (latest === undefined) throw new Error('a create that is tried again follows one that was not answered');
  const { id: _ended, elapsedMs: _counted, ...earlier } = latest;
  const ended = refused.settle(undefined);
  await Promise.all([ended, recorder.intend(earlier)]);
}

function saidBy(settlement: Settlement): string {
  return settlement.kind === 'applied' ? '' : settlement.problem.message.replace(/\.$/u, '');
}

const NOT_SEEN_YET = 'an earlier create of ours was not answered, and the user is not seen yet';

/** The second half of a replace that was not done: said in plain words, for somebody cannot work meanwhile. */
function withoutAccess(made: Settlement): Settlement {
  if (made.kind === 'applied') return made;
  const message = `${saidBy(made)}; ${made.kind === 'unresolved' ? MAY_LACK_ACCESS : LACKS_ACCESS}`;
  return { ...made, problem: { ...made.problem, message } };
}

const LACKS_ACCESS =
  'this user was deleted first and has no access now: put the cause right and run again, which creates the user';
const MAY_LACK_ACCESS =
  'this user was deleted first and may have no access now: run again at once, which looks first and creates the user if needed';

async function settleCreate(
  change: UserChange,
  context: ApplyContext,
  open: { readonly intent: Intent; readonly proposed: RecordedUser },
): Promise<Settlement> {
  let connectUserId: string | null = null;
  const isThere = async (): Promise<boolean> => {
    const seen = await context.service.queryUser(open.proposed.loginUserId);
    if (seen.kind === 'done') connectUserId = seen.value.connectUserId;
    return seen.kind === 'done' && seen.value.service === 'present';
  };
  const there = await comesTrue(context.sleep, saidTwice(isThere));
  if (!there) return unresolved(change, 'the answer to add-user was lost, and the user is not seen');
  await open.intent.settle({ ...open.proposed, connectUserId, provenance: unproven(open.proposed) });
  return applied(change, { kind: 'made-unproven' });
}

async function deleteUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { address, loginUserId } = change;
  const intent = openIntent(context, { address, action: 'delete', proposed: null, fromCampaign: null });
  const removing = { change, context, intent };
  const outcome = change.action === 'delete' ? await onceUnpinned(removing) : await sendDelete(removing);
  const unsent = 'change' in outcome ? outcome : unsure(change, context, outcome);
  if (unsent !== null) {
    await intent.settle(undefined);
    return unsent;
  }
  if (outcome.kind === 'unknown') {
    const isGone = async (): Promise<boolean> => {
      const seen = await context.service.queryUser(loginUserId);
      return seen.kind === 'done' && seen.value.service === 'absent';
    };
    const gone = await comesTrue(context.sleep, saidTwice(isGone));
    if (!gone) return unresolved(change, 'the answer to delete-user was lost, and the user is still seen');
  }
  const look = lookAt(loginUserId, context, change.deleteInBackend);
  const there = outcome.kind === 'done' ? await unlessGone(change, context, look) : null;
  if (there !== null) {
    // Gone from the service, it is remembered with what is left of it: the next plan names it, and asks once more where it may.
    if (there.kind === 'failed') await intent.settle(look.isInBackend() ? asGone(change, context) : undefined);
    return there;
  }
  await intent.settle(asGone(change, context));
  if ('value' in outcome && outcome.value === 'not-found') return applied(change, { kind: 'already-gone' });
  return change.action === 'delete' ? applied(change, ...(await strandedNotes(change, context))) : applied(change);
}

/** Null where it was removed, or may have been. */
function unsure(
  change: UserChange,
  { knownUserSeen }: ApplyContext,
  outcome: Outcome<RemovalAnswer>,
): Settlement | null {
  if (outcome.kind === 'not-done') return failed(change, outcome.problem);
  if (outcome.kind !== 'done' || outcome.value !== 'not-found' || knownUserSeen) return null;
  const message = 'delete-user answered NOT_FOUND and no known user was seen: this may be the wrong tenant';
  return failed(change, { code: 'unreadable', message, stopsRun: false });
}

/** `inBackend`: the backing side was to go, too. */
function lookAt(loginUserId: string, { service }: ApplyContext, inBackend: boolean): Look & BackingCheck {
  let left: UserPresence = { service: 'present', backend: 'unknown', connectUserId: null };
  const isGone = async (): Promise<Outcome<boolean>> => {
    const seen = await service.queryUser(loginUserId);
    if (seen.kind !== 'done') return seen;
    left = seen.value;
    if (left.service !== 'absent') return { kind: 'done', value: false };
    // Where the environment does not show the backing side, the word of the service is all there is.
    const isShown = left.backend !== 'unknown' || left.unproven !== undefined;
    return inBackend && isShown ? goneFromBackend(left) : { kind: 'done', value: true };
  };
  const isInBackend = (): boolean => inBackend && left.service === 'absent';
  const where = (): string => (isInBackend() ? 'in the backing instance' : 'in the service');
  return { isGone, operation: 'delete-user', where, isInBackend };
}

interface BackingCheck {
  /** Whether it is only the backing side that was still shown. */
  readonly isInBackend: () => boolean;
}

export function proposedUser(change: UserChange, context: ApplyContext): RecordedUser | null {
  const { desired, recorded, observed, provenance } = change;
  if (desired?.ensure !== 'present' || provenance === null) return null;
  const seenId = change.action === 'adopt' ? (observed?.connectUserId ?? null) : (recorded?.connectUserId ?? null);
  return {
    kind: 'user',
    address: change.address,
    loginUserId: desired.loginUserId,
    provenance,
    connectUserId: seenId,
    // An update only records how a removal is handled: what was sent at creation stays what it was.
    digests: change.action === 'update' && recorded ? recorded.digests : userDigests(desired, context.digest),
    ...(change.action === 'update' && recorded?.foundAt !== undefined && { foundAt: recorded.foundAt }),
    onRemove: desired.onRemove ?? null,
    offboard: desired.offboard,
    recordedAt: laterThan(recorded?.recordedAt, context.clock()),
  };
}
