// A person who is removed, from the service or, where nothing else is left, from the backing instance alone. Whether delete-user does
// the second is an open point (backend-only-delete), so it is sent once, and what is still there is remembered: never sent again by itself.
//
//   of the backing instance alone, query-existence before   | then
//   in the service                                          | `came-back`; nothing is sent
//   another connectUserId                                   | `recreated`; nothing is sent
//   in no place                                             | done already; nothing is sent
//   not proven on that side                                 | failed, `not-proven`; nothing is sent
//   in the backing instance                                 | sent; afterwards absent: applied; present: failed, remembered
//
// NOT_FOUND to a delete of both sides says nothing of the backing one: where this environment does not show it, failed, `not-proven`.
// A user who was to go from both sides is gone when neither side shows an account; what is left is named by its side.

import type { Outcome, Problem } from '../../model/outcome.ts';
import { isGoneFromBackend } from '../../model/user.ts';
import type { BackingSide, RecordedUser } from '../../model/user.ts';
import type { RemovalAnswer, Turn, UserPresence } from '../../service/service.ts';
import type { UserChange } from '../change.ts';
import { asRemoved } from '../diff/removed.ts';
import { wasRecreated } from '../diff/user-result.ts';
import { applied, failed, skippedBecause } from '../settlement.ts';
import type { Settlement } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { strandedNotes, unlessPinned, unpinned } from './offboard.ts';
import { openIntent, unlessGone, unlessSeenAgain, write } from './write.ts';
import type { GoneEffect, Write } from './write.ts';

export async function forgetUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const isGone = change.cause.kind === 'already-gone';
  const again = isGone ? await unlessSeenAgain(change, lookAt(change, context, false).isGone) : null;
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

/**
 * With the account that was seen last. It is somebody else's where it is another one than was recorded, or where we made none: its id
 * tells another one from it, and proves nothing of who comes back with it (diffRemembered).
 */
function asGone(change: UserChange, { clock }: ApplyContext): RecordedUser | null {
  const { recorded, observed, desired } = change;
  if (recorded === null) return null;
  // What the file says of the sides as it goes is its last word, also once its line is dropped.
  const onRemove = desired?.onRemove ?? recorded.onRemove;
  const madeNone = recorded.provenance.backend === 'none' && recorded.connectUserId === null;
  const isBeside = madeNone && observed !== null && observed.connectUserId !== null;
  const isOthers = isBeside || (observed !== null && wasRecreated(recorded, observed));
  const provenance = isOthers ? ({ service: 'adopted', backend: 'none' } as const) : recorded.provenance;
  return asRemoved({ ...recorded, ...idOf(change), provenance, onRemove }, clock());
}

/** Nobody is removed while an open task is pinned to the person; a replace keeps the pins. */
export async function deleteUser(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { address, loginUserId } = change;
  const isLeaver = change.action === 'delete';
  const intent = openIntent(context, { address, action: 'delete', proposed: null, fromCampaign: null });
  const seen = lookAt(change, context, change.deleteInBackend);
  const removal: Write<RemovalAnswer> = {
    intent,
    look: async (turn) => {
      const pinned = isLeaver ? await unlessPinned(change, context, turn) : null;
      return pinned ?? unlessRemade(change, turn);
    },
    send: async (turn) => proven(await turn.deleteUser(loginUserId, change.deleteInBackend), context),
    effect: {
      ...seen,
      operation: 'delete-user',
      get unseen() {
        return `the answer to delete-user was lost, and the user is still seen ${seen.where()}`;
      },
    },
  };
  const written = await (isLeaver ? unpinned(change, context, removal) : write(change, context, removal));
  if ('ended' in written) {
    // Gone from the service, it is remembered with what is left of it: the next plan names it, and asks once more where it may.
    const isLeft = seen.isInBackend() && written.ended.kind === 'failed';
    if (written.ended.kind !== 'unresolved')
      await intent.settle(isLeft ? asGone(change, context) : withOther(change, written.ended, context));
    return written.ended;
  }
  await intent.settle(asGone(change, context));
  const { outcome } = written;
  const wasGone = outcome.kind === 'done' && outcome.value === 'not-found';
  const left = wasGone ? seen.unproven() : null;
  if (left !== null) return failed(change, left);
  // Whoever removed the person: what is pinned there still is said.
  const stranded = isLeaver ? await strandedNotes(change, context) : [];
  return applied(change, ...(wasGone ? [{ kind: 'already-gone' } as const] : []), ...stranded);
}

/** Another account was seen in the last look: who is shown there without an id is that one from then on. */
function withOther({ recorded }: UserChange, ended: Settlement, { clock }: ApplyContext): RecordedUser | undefined {
  const isOther = ended.kind === 'skipped' && ended.problem.code === 'recreated';
  return recorded === null || !isOther ? undefined : { otherSeenAt: clock(), ...recorded };
}

async function unlessRemade(change: UserChange, turn: Turn): Promise<Settlement | null> {
  const { recorded, observed } = change;
  const fresh = await turn.queryUser(change.loginUserId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  const planned = observed?.connectUserId ?? recorded?.connectUserId ?? null;
  const { connectUserId } = fresh.value;
  if (connectUserId === null || planned === null || planned === connectUserId) return null;
  return skippedBecause(change, 'recreated', 'somebody made this user again after the plan; not deleted');
}

/** NOT_FOUND from what may be the wrong tenant says nothing. */
function proven(outcome: Outcome<RemovalAnswer>, { knownUserSeen }: ApplyContext): Outcome<RemovalAnswer> {
  if (outcome.kind !== 'done' || outcome.value !== 'not-found' || knownUserSeen) return outcome;
  const message = 'delete-user answered NOT_FOUND and no known user was seen: this may be the wrong tenant';
  return { kind: 'not-done', problem: { code: 'unreadable', message, stopsRun: false } };
}

interface RemovalLook extends Required<Pick<GoneEffect, 'isGone' | 'where'>> {
  /** Whether it is only the backing side that was still shown. */
  readonly isInBackend: () => boolean;
  /** That the service did not know the user says nothing of the backing side; null where that was not to go, or is shown. */
  readonly unproven: () => Problem | null;
}

/** `inBackend`: the backing side was to go, too. */
function lookAt({ loginUserId, observed }: UserChange, { service }: ApplyContext, inBackend: boolean): RemovalLook {
  const wasShown = observed !== null && observed.backend !== 'unknown';
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
  const unproven = (): Problem | null =>
    inBackend && !wasShown && left.backend === 'unknown' ? notProven(left) : null;
  return { isGone, where: () => (isInBackend() ? 'in the second system' : 'in the service'), isInBackend, unproven };
}

export async function deleteInBackend(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { loginUserId, address } = change;
  const { service } = context;
  const intent = openIntent(context, { address, action: 'delete', proposed: null, fromCampaign: null });
  const written = await write(change, context, {
    intent,
    look: (turn) => unlessInBackend(change, context, turn),
    send: (turn) => turn.deleteUser(loginUserId, true),
    effect: null,
  });
  if ('ended' in written) {
    await intent.settle(undefined);
    return written.ended;
  }
  const isGone = async (): Promise<Outcome<boolean>> => {
    const after = await service.queryUser(loginUserId);
    return after.kind === 'done' ? goneFromBackend(after.value) : after;
  };
  const there = await unlessGone(change, context, { isGone, operation: 'delete-user with deleteInBackend' });
  if (there?.kind === 'unresolved') return there;
  const at = context.clock();
  const asked = there === null ? {} : { backendAskedAt: at };
  await intent.settle(asRemoved({ ...known(change, context), ...asked }, at));
  return there ?? applied(change, { kind: 'removed-in-backend' });
}

/** The last reading before it is sent. Null where the account is still the one that the plan saw, on that side alone. */
async function unlessInBackend(change: UserChange, context: ApplyContext, turn: Turn): Promise<Settlement | null> {
  const fresh = await turn.queryUser(change.loginUserId);
  if (fresh.kind !== 'done') return failed(change, fresh.problem);
  if (fresh.value.service !== 'absent') {
    return skippedBecause(change, 'came-back', 'is in the service again since the plan; not deleted');
  }
  const seen = change.observed && { ...change.observed, ...fresh.value };
  if (seen !== null && wasRecreated({ ...known(change, context), ...idOf(change) }, seen)) {
    return skippedBecause(change, 'recreated', 'somebody made this account again after the plan; not deleted');
  }
  const before = goneFromBackend(fresh.value);
  if (before.kind !== 'done') return failed(change, before.problem);
  return before.value ? applied(change, { kind: 'already-gone' }) : null;
}

/** The plan saw the account, so the environment reports the backing side. */
function goneFromBackend(side: BackingSide): Outcome<boolean> & { readonly kind: 'done' | 'unknown' } {
  const value = isGoneFromBackend(side);
  if (value !== null) return { kind: 'done', value };
  return { kind: 'unknown', problem: notProven(side) };
}

function notProven({ unproven = 'not shown' }: BackingSide): Problem {
  const message = `whether the account is gone from the second system is not proven: backendStatus is ${unproven}`;
  return { code: 'not-proven', message, stopsRun: false };
}

function idOf({ observed, recorded }: UserChange): Pick<RecordedUser, 'connectUserId'> {
  return { connectUserId: observed?.connectUserId ?? recorded?.connectUserId ?? null };
}

/** As recorded or remembered; of somebody else's account, what is needed to know that it was asked for. */
function known(change: UserChange, { clock }: ApplyContext): RecordedUser {
  const { address, loginUserId, desired, recorded } = change;
  return (
    recorded ?? {
      kind: 'user',
      address,
      loginUserId,
      provenance: { service: 'adopted', backend: 'adopted' },
      ...idOf(change),
      digests: {},
      onRemove: 'delete-with-backend',
      offboard: desired?.offboard ?? 'block',
      recordedAt: clock(),
    }
  );
}
