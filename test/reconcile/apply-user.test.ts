// Who made an account, where the answer to ALLOW names it.

import { expect, test } from 'vitest';

import { applyUser } from '../../src/core/reconcile/apply/user.ts';
import type { ApplyContext } from '../../src/core/reconcile/apply/context.ts';
import type { UserChange } from '../../src/core/reconcile/change.ts';
import { NOW, aUser, digest, seenUser } from '../support/values.ts';

test.each([
  ['was seen right before was joined', 'c-1', { service: 'created', backend: 'adopted' }],
  ['nobody has seen was made by this request', 'c-2', { service: 'created', backend: 'created' }],
] as const)('an account that %s', async (_title, answered, provenance) => {
  const desired = aUser({ createInBackend: true, adopt: true });
  const kept: unknown[] = [];
  const seen = { kind: 'done', value: seenUser('absent', 'present', 'c-1') };
  const refused = { kind: 'not-done', problem: { code: 'refused', message: 'FAIL', stopsRun: false } };
  const turn = {
    stopped: null,
    queryUser: async () => seen,
    addUser: async ({ behaviorIfInBackend }: { readonly behaviorIfInBackend: string }) =>
      behaviorIfInBackend === 'FAIL' ? refused : { kind: 'done', value: { connectUserId: answered } },
  };
  const context = {
    clock: () => NOW,
    sleep: async () => undefined,
    digest,
    service: { ...turn, turn: async (work: (given: typeof turn) => Promise<unknown>) => work(turn) },
    recorder: { intend: async () => 'i-1', settle: async (_id: string, recorded: unknown) => void kept.push(recorded) },
  };
  const change = {
    ...{ kind: 'user', action: 'create', address: desired.address, loginUserId: desired.loginUserId },
    ...{ desired, recorded: null, observed: seenUser('absent', 'unknown'), cause: { kind: 'declared' } },
    ...{ behaviorIfInBackend: 'FAIL-then-ALLOW', provenance: { service: 'created', backend: 'created' } },
  };
  await applyUser(change as unknown as UserChange, context as unknown as ApplyContext);
  expect(kept.at(-1)).toMatchObject({ provenance, connectUserId: answered });
});
