// What an answer about a person proves: who made an account, and that it is gone.

import { expect, test } from 'vitest';

import { applyUser } from '../../src/core/reconcile/apply/user.ts';
import type { ApplyContext } from '../../src/core/reconcile/apply/context.ts';
import type { UserChange } from '../../src/core/reconcile/change.ts';
import type { Settlement } from '../../src/core/reconcile/settlement.ts';
import { NOW, aUser, digest, recordedUser, seenUser } from '../support/values.ts';

const both = aUser({ createInBackend: true, adopt: true });
const done = (value: unknown) => ({ kind: 'done', value });

/** How it ends before a service that answers so, and what was recorded last. */
async function applied(
  parts: Partial<UserChange>,
  answers: Readonly<Record<string, (given: never) => unknown>>,
): Promise<{ readonly settlement: Settlement; readonly recorded: unknown }> {
  const kept: unknown[] = [];
  const turn = { stopped: null, ...answers };
  const context = {
    ...{ clock: () => NOW, sleep: async () => undefined, digest, campaigns: [], knownUserSeen: true },
    service: { ...turn, turn: async (work: (given: typeof turn) => Promise<unknown>) => work(turn) },
    recorder: { intend: async () => 'i-1', settle: async (_id: string, recorded: unknown) => void kept.push(recorded) },
  };
  const change = {
    ...{ kind: 'user', address: both.address, loginUserId: both.loginUserId, after: [] },
    ...{ desired: both, recorded: null, cause: { kind: 'declared' } },
    ...parts,
  };
  const settlement = await applyUser(change as unknown as UserChange, context as unknown as ApplyContext);
  return { settlement, recorded: kept.at(-1) };
}

const CREATE: Partial<UserChange> = {
  action: 'create',
  observed: seenUser('absent', 'unknown'),
  behaviorIfInBackend: 'FAIL-then-ALLOW',
  provenance: { service: 'created', backend: 'created' },
};

test.each([
  ['was seen right before was joined', 'c-1', { service: 'created', backend: 'adopted' }],
  ['nobody has seen was made by this request', 'c-2', { service: 'created', backend: 'created' }],
] as const)('an account that %s', async (_title, answered, provenance) => {
  const refused = { kind: 'not-done', problem: { code: 'refused', message: 'FAIL', stopsRun: false } };
  const { recorded } = await applied(CREATE, {
    queryUser: async () => done(seenUser('absent', 'present', 'c-1')),
    addUser: async ({ behaviorIfInBackend }: { readonly behaviorIfInBackend: string }) =>
      behaviorIfInBackend === 'FAIL' ? refused : done({ connectUserId: answered }),
  });
  expect(recorded).toMatchObject({ provenance, connectUserId: answered });
});

test('an account on both sides whose SUCCESS names none may be another’s, as after no answer', async () => {
  const { settlement, recorded } = await applied(CREATE, { addUser: async () => done({ connectUserId: null }) });
  expect(settlement).toMatchObject({ kind: 'applied', notes: [{ kind: 'made-unproven' }] });
  expect(recorded).toMatchObject({ foundAt: NOW });
});

test.each([
  ['nobody has ever shown', 'unknown', { kind: 'failed', problem: { code: 'not-proven' } }],
  ['was shown before', 'present', { kind: 'applied', notes: [{ kind: 'already-gone' }] }],
] as const)('NOT_FOUND to a delete of both sides, where the backing one %s', async (_title, backend, expected) => {
  const given = { action: 'delete', desired: null, deleteInBackend: true, recorded: recordedUser(both) } as const;
  const { settlement } = await applied(
    { ...given, observed: seenUser('present', backend) },
    {
      queryUser: async () => done(seenUser('absent', 'unknown')),
      deleteUser: async () => done('not-found'),
    },
  );
  expect(settlement).toMatchObject(expected);
});
