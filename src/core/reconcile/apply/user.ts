// One user change: intent, request, settlement. No update of a person exists, so `update` only records. A person who is removed:
// delete-user.ts.

import { laterThan } from '../../model/age.ts';
import type { OpenIntent } from '../../model/state.ts';
import type { RecordedUser } from '../../model/user.ts';
import type { Turn, UserPresence } from '../../service/service.ts';
import type { UserChange } from '../change.ts';
import { asNotRestored, foundUser } from '../diff/open-intents.ts';
import { userDigests } from '../fields.ts';
import { applied, failed, skippedBecause, unresolved } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import { saidTwice } from './comes-true.ts';
import type { ApplyContext } from './context.ts';
import { deleteInBackend, deleteUser, forgetUser } from './delete-user.ts';
import { openIntent, write } from './write.ts';
import type { Intent } from './write.ts';

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

async function createUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { behaviorIfInBackend, provenance } = change;
  if (behaviorIfInBackend !== 'FAIL-then-ALLOW') return addUser(change, context, { behaviorIfInBackend, provenance });
  const refused = await addUser(change, context, { behaviorIfInBackend: 'FAIL', provenance });
  if (!isRefused(refused)) return refused;
  // After a refusal that may mean the backing instance has the user (S25 leaves its word open), and only where the file consents: once
  // more with ALLOW. Never where the user is in the service by now, or provably in neither place.
  const joining = { service: 'created', backend: 'adopted' } as const;
  const joined = await addUser(change, context, { behaviorIfInBackend: 'ALLOW', provenance: joining, refused });
  const isJoined = joined.kind === 'applied' && joined.notes.length === 0 && joined.unproven === true;
  return isJoined ? { ...joined, notes: [{ kind: 'joined' }] } : joined;
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
  const { desired, loginUserId } = change;
  const { behaviorIfInBackend, provenance } = attempt;
  const proposed = proposedUser({ ...change, provenance }, context);
  if (desired?.ensure !== 'present' || proposed === null) throw new Error('a create needs a declared user');
  const earlier = unanswered(change, context);
  const intent = await creating(change, context, { proposed, earlier });
  const looking = { isFirst: true, connectUserId: change.observed?.connectUserId ?? null };
  const last: { seen: UserPresence | null } = { seen: null };
  const isThere = async (): Promise<boolean> => {
    const seen = await context.service.queryUser(loginUserId);
    last.seen = seen.kind === 'done' && seen.value.service === 'present' ? seen.value : null;
    return last.seen !== null && !isOneSided(change, last.seen);
  };
  const written = await write(change, context, {
    intent,
    look: (turn) => unlessAppeared(change, turn, { ...attempt, looking }),
    send: (turn) => turn.addUser({ ...desired, behaviorIfInBackend }),
    effect: {
      isShown: saidTwice(isThere),
      always: false,
      get unseen() {
        return `the answer to add-user was lost, and ${last.seen === null ? 'the user is not seen' : ONE_SIDED}`;
      },
    },
  });
  if ('ended' in written) {
    const { ended, refused } = written;
    if (ended.kind === 'unresolved') return ended;
    if (earlier.length > 0) return takeBack(change, context, { intent, proposed, earlier, refused: ended });
    await intent.settle(refused !== null && refused.neverSent !== true ? afterRefusal(change, context) : undefined);
    return ended;
  }
  if (written.outcome.kind !== 'done') {
    await intent.settle(foundUser(proposed, last.seen?.connectUserId ?? null, context.clock()));
    return applied(change, { kind: 'made-unproven' });
  }
  const { connectUserId } = written.outcome.value;
  // Not created, the backing side keeps the id it was seen with: the answer then carries none.
  const joined = behaviorIfInBackend === 'ALLOW' || !desired.createInBackend ? looking.connectUserId : null;
  // "When the user was created in the backing instance, the response carries connectUserId" (add-user, rule 3). With FAIL it must: who is
  // found there without it may be another's, as after no answer. With ALLOW an id is of an account that this request made, unless it was
  // seen right before.
  const isOwn = connectUserId !== null && connectUserId !== joined;
  const own = isOwn ? (proposedUser(change, context) ?? proposed) : proposed;
  const made = { ...own, connectUserId: connectUserId ?? joined };
  const isProven = !desired.createInBackend || isOwn;
  const isFound = !isProven && behaviorIfInBackend === 'FAIL';
  await intent.settle(isFound ? foundUser(made, null, context.clock()) : made);
  const note = { kind: 'made-unproven' } as const;
  return { change, kind: 'applied', notes: isFound ? [note] : [], ...(!isProven && { unproven: true }) };
}

const ONE_SIDED = 'it is in the service, and not in the second system';

/** What was to be made on both sides is not made by one of them. */
function isOneSided({ desired }: UserChange, { backend }: UserPresence): boolean {
  return desired?.ensure === 'present' && desired.createInBackend && backend === 'absent';
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
  const { desired, observed } = change;
  const mayJoin = behaviorIfInBackend === 'ALLOW' && desired?.ensure === 'present' && desired.createInBackend;
  const isFirst = looking.isFirst && !mayJoin;
  looking.isFirst = false;
  if (isFirst) return null;
  const fresh = await turn.queryUser(change.loginUserId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const { service, backend, connectUserId } = fresh.value;
  if (refused !== undefined && (service !== 'absent' || backend === 'absent')) return refused;
  const isOther = connectUserId !== null && connectUserId !== (observed?.connectUserId ?? null);
  const isJoined =
    refused === undefined && behaviorIfInBackend === 'ALLOW' && (isOther || backend !== observed?.backend);
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

interface Again {
  readonly proposed: RecordedUser;
  /** Creates of an earlier run that were not answered. */
  readonly earlier: readonly OpenIntent[];
}

/**
 * One open intent an object: that of this create takes the place of an unanswered one, in one transaction, and is the evidence
 * for both. What the earlier one may still send is refused by the service once this one is done.
 */
async function creating({ address }: UserChange, context: ApplyContext, { proposed, earlier }: Again): Promise<Intent> {
  const intent = openIntent(context, { address, action: 'create', fromCampaign: null, proposed });
  const ended = earlier.map(({ id }) => context.recorder.settle(id, undefined));
  if (earlier.length > 0) await Promise.all([intent.begin(), ...ended]);
  return intent;
}

/**
 * A refusal while a create of an earlier run was never answered: that one may have been carried out since the reading. Then the
 * user is taken back into recorded state, as after any lost answer. Where nobody is seen yet, the intent of the earlier one takes its
 * place back, with its own time, in one transaction: what was answered with a no will not come, and otherwise each attempt would begin
 * the two minutes anew.
 */
async function takeBack(
  change: UserChange,
  { service, clock }: ApplyContext,
  { intent, proposed, earlier, refused }: Again & { readonly intent: Intent; readonly refused: Settlement },
): Promise<Settlement> {
  const isThere = isRefused(refused) || refused.kind === 'skipped';
  const seen = isThere ? await service.queryUser(change.loginUserId) : null;
  if (seen?.kind === 'done' && seen.value.service === 'present') {
    await intent.settle(foundUser(proposed, seen.value.connectUserId, clock()));
    if (isOneSided(change, seen.value)) return unresolved(change, `${saidBy(refused)}; ${ONE_SIDED}`);
    return applied(change, { kind: 'made-earlier' });
  }
  const [latest] = earlier.toSorted((a, b) => b.at - a.at);
  if (latest === undefined) throw new Error('a create that is tried again follows one that was not answered');
  const { id: _ended, ...open } = latest;
  await intent.giveWay(open);
  if (seen === null) return refused;
  return seen.kind === 'done'
    ? unresolved(change, `${saidBy(refused)}; ${NOT_SEEN_YET}`)
    : failed(change, seen.problem);
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
