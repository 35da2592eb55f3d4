// What a stack knows of a removal that its handler refused (engine/begun-removals.ts).

import { expect, test } from 'vitest';

import { withUnseenOthers } from '../../src/core/engine/begun-removals.ts';
import type { AppliedRun } from '../../src/core/model/applied.ts';
import type { Action } from '../../src/core/model/state.ts';
import { aUser, desiredState, NOW, observedState, recordedState, recordedUser, seenUser } from '../support/values.ts';

const user = aUser({ createInBackend: true });
const known = recordedUser(user, { connectUserId: 'c-1' });
const begun = (action: Action): AppliedRun => ({
  ...{ generation: 1, run: 'r', at: NOW, files: null, approved: null, fingerprints: {}, desired: 'd', binds: 'b' },
  changes: [{ address: user.address, action, digest: 'x', isBegun: true }],
});

const otherSeenAt = (
  seen: ReturnType<typeof seenUser>,
  applied: readonly AppliedRun[],
  desired = desiredState(),
): unknown => {
  const observed = observedState({ users: new Map([[user.address, seen]]) });
  const { recorded } = withUnseenOthers({ desired, recorded: recordedState(known) }, observed, { applied });
  return Reflect.get(recorded.objects.get(user.address) ?? {}, 'otherSeenAt');
};

test('who was to be removed, is there, and shows the recorded account no more may be another', () => {
  const bare = seenUser('present', 'absent');
  expect(otherSeenAt(bare, [begun('delete')])).toBe(NOW);
  expect(otherSeenAt(bare, [])).toBeUndefined();
  expect(otherSeenAt(bare, [begun('create'), begun('delete')])).toBeUndefined();
  expect(otherSeenAt(bare, [begun('delete')], desiredState(user))).toBeUndefined();
  expect(otherSeenAt(seenUser('present', 'present', 'c-1'), [begun('delete')])).toBeUndefined();
  expect(otherSeenAt(seenUser('absent', 'absent'), [begun('delete')])).toBeUndefined();
});
