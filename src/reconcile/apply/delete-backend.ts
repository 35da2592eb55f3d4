// An account that is only in the backing instance. Whether delete-user removes it there is an open point (backend-only-delete), so
// it is sent once, whatever it answers the backing side is read, and what is still there is remembered: never sent again by itself.
//
//   query-existence before   | then
//   in the service           | `came-back`; nothing is sent
//   another connectUserId    | `recreated`; nothing is sent
//   in no place              | done already; nothing is sent
//   not proven on that side  | failed, `not-proven`; nothing is sent
//   in the backing instance  | sent; afterwards absent: applied; present: failed, `still-there`, remembered; unreadable: unresolved

import type { Outcome } from '../../model/outcome.ts';
import { isGoneFromBackend } from '../../model/user.ts';
import type { BackingSide, RecordedUser } from '../../model/user.ts';
import type { Turn } from '../../service/service.ts';
import { asRemoved } from '../diff/removed.ts';
import { wasRecreated } from '../diff/user-result.ts';
import type { UserChange } from '../change.ts';
import type { Settlement } from '../settlement.ts';
import { applied, failed, skippedBecause } from '../settlement.ts';
import type { ApplyContext } from './context.ts';
import { inTurn, openIntent } from './in-turn.ts';
import { unlessGone } from './seen-gone.ts';

export async function deleteInBackend(change: UserChange, context: ApplyContext): Promise<Settlement> {
  const { loginUserId, address } = change;
  const { service } = context;
  const intent = openIntent(context, { address, action: 'delete', proposed: null, fromCampaign: null });
  const outcome = await inTurn(change, context, {
    intent,
    work: async (turn) => (await unlessThere(change, context, turn)) ?? turn.deleteUser(loginUserId, true),
  });
  if ('change' in outcome || outcome.kind === 'not-done') {
    await intent.settle(undefined);
    return 'change' in outcome ? outcome : failed(change, outcome.problem);
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
async function unlessThere(change: UserChange, context: ApplyContext, turn: Turn): Promise<Settlement | null> {
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
export function goneFromBackend(side: BackingSide): Outcome<boolean> & { readonly kind: 'done' | 'unknown' } {
  const value = isGoneFromBackend(side);
  if (value !== null) return { kind: 'done', value };
  const message = `whether the account is gone from the backing instance is not proven: backendStatus is ${side.unproven ?? 'not shown'}`;
  return { kind: 'unknown', problem: { code: 'not-proven', message, stopsRun: false } };
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
