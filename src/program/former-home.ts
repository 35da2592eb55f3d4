// Looks for a ledger that an empty Pulumi stack may follow, because who was called stands there: on this disk, and on the branch that
// MUSTER_STATE_BRANCH names, before anything is planned with the stack.

import { clock } from '../../providers/context.ts';
import { refuseLedgerBeside } from '../core/engine/ledger-home.ts';
import type { Stack } from '../../providers/stack.ts';
import type { Run } from '../core/engine/run.ts';

/** Throws `wrong-home`; and `state-branch`, or `bad-usage` without its key, where the branch cannot be read: it may have a ledger. `stack`: null where there is none. */
export async function refuseFormerHome(
  place: Pick<Run, 'project' | 'target'>,
  stack: Pick<Stack, 'entries' | 'writes'> | null,
): Promise<void> {
  const isStackEmpty = stack === null || stack.entries.length + stack.writes.length === 0;
  // A local sandbox is nobody else's.
  if (isStackEmpty && process.env['MUSTER_STATE_BRANCH'] && !place.target.sandbox) {
    const { sharedIn } = await import('../core/engine/shared.ts');
    await sharedIn(process.env)?.bring(place);
  }
  await refuseLedgerBeside({ ...place, clock }, isStackEmpty);
}
