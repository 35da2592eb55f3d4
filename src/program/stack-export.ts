// The program reads its own stack: what the last run recorded, and which creates were cut off. Works in preview and in up;
// both see the state before the refresh of the same run.

import type { Identity } from '../model/identity.ts';
import type { Digest } from '../model/state.ts';
import { ownStack } from '../../providers/held-entry.ts';
import { exportStack } from '../../providers/stack-export.ts';
import { readStack } from '../../providers/stack.ts';
import type { StackState } from '../../providers/stack.ts';

/** Throws `pulumi-failed` with the last line of what the command said. `first`: what an earlier version wrote about. */
export async function readOwnStack(first: Identity, digest: Digest): Promise<StackState> {
  return readStack(await exportStack(ownStack()), { first, digest });
}
