// The leaver list and the agents: absence is proved beside somebody who is there, and what cannot be seen is said.

import { describe, expect, test } from 'vitest';

import type { ObservedState } from '../../src/model/state.ts';
import type { ObservedUser } from '../../src/model/user.ts';
import { checkBackendAgents, unseenAgents } from '../../src/reconcile/plan/agents.ts';
import { countLeavers } from '../../src/reconcile/plan/leavers.ts';
import { aLeaver, aRecord, aUser, desiredState, observedState, seenUser } from '../support/values.ts';

const seeing = (users: Readonly<Record<string, ObservedUser>>): ObservedState =>
  observedState({ users: new Map(Object.entries(users).map(([name, seen]) => [`user:${name}@example.com`, seen])) });
const old = aLeaver({ loginUserId: 'old@example.com' });
const ana = aUser();

describe('a leaver is counted', () => {
  const count = (leaver: ObservedUser, anchor: ObservedUser) =>
    countLeavers(desiredState(ana, old), seeing({ old: leaver, ana: anchor }));

  test.each([
    ['as verified when both sides say so', seenUser('absent', 'absent'), seenUser('present', 'present'), 'verified'],
    [
      'as verified when null means neither side, because the backing side is reported for somebody else',
      { ...seenUser('absent', 'unknown'), neither: true },
      seenUser('present', 'absent'),
      'verified',
    ],
    [
      'as not observable where the backing side is left out, although it is reported for somebody else',
      seenUser('absent', 'unknown'),
      seenUser('present', 'absent'),
      'notObservable',
    ],
    [
      'as not observable where the backing side is reported for nobody',
      { ...seenUser('absent', 'unknown'), neither: true },
      seenUser('present', 'unknown'),
      'notObservable',
    ],
    [
      'as not proven where no known user answered: this may be another tenant',
      seenUser('absent', 'absent'),
      seenUser('absent', 'unknown'),
      'unproven',
    ],
    ['as open while the backing side has it', seenUser('absent', 'present'), seenUser('present', 'present'), 'open'],
    ['as open while the service has it', seenUser('present', 'unknown'), seenUser('present', 'present'), 'open'],
  ] as const)('%s', (_title, leaver, anchor, expected) => {
    const counts = {
      declared: 1,
      verified: 0,
      notObservable: 0,
      unproven: 0,
      open: 0,
      unreadable: 0,
      backendWords: [],
    };
    expect(count(leaver, anchor)).toEqual({ ...counts, [expected]: 1 });
  });

  test('by its word where the backing side is not proven, though known users answered', () => {
    const counts = count({ ...seenUser('absent', 'unknown'), unproven: '"ACTIVE"' }, seenUser('present', 'present'));
    expect(counts).toMatchObject({ verified: 0, notObservable: 0, open: 0, backendWords: ['"ACTIVE"'] });
  });

  test.each([
    ['unknown', 'unknown', 1],
    ['unknown', 'present', 0],
  ] as const)(
    'as open when the service says %s and the backing side %s, not readable: %i',
    (service, backend, unread) => {
      const counts = count(seenUser(service, backend), seenUser('present', 'present'));
      expect(counts).toMatchObject({ open: 1, unreadable: unread, verified: 0, unproven: 0 });
    },
  );
});

describe('with policy.agents: service-and-backend', () => {
  const policy = { deletes: { count: 3, percent: 10 }, agents: 'service-and-backend' } as const;
  const record = aRecord({ preferredAgent: ana.loginUserId });
  const found = (user: typeof ana | null, seen: ObservedUser) => {
    const desired = user === null ? desiredState(record) : desiredState(user, record);
    const observed =
      user === null ? observedState({ agents: new Map([[ana.loginUserId, seen]]) }) : seeing({ ana: seen });
    const facts = { desired, observed, policy };
    return [...checkBackendAgents(facts), ...unseenAgents(facts)].map(({ code, source }) => `${code} ${source?.line}`);
  };
  const both = aUser({ createInBackend: true });

  test.each([
    ['an agent whose backing side is absent is a finding at the record', ana, seenUser('present', 'absent'), true],
    ['so is one who is not declared', null, seenUser('present', 'absent'), true],
    ['one whom the plan creates on both sides is fine', both, seenUser('absent', 'absent'), false],
    ['one who is in the service only, and is not replaced, is a finding', both, seenUser('present', 'absent'), true],
    ['one who is there is fine', ana, seenUser('present', 'present'), false],
  ] as const)('%s', (_title, user, seen, isFinding) => {
    expect(found(user, seen)).toEqual(isFinding ? [`agent-not-in-backend ${record.source.line}`] : []);
  });

  test('a finding names the record and the key, not the agent', () => {
    const agents = new Map([[ana.loginUserId, seenUser('present', 'absent')]]);
    const [finding] = checkBackendAgents({
      desired: desiredState(record),
      observed: observedState({ agents }),
      policy,
    });
    expect(finding?.message).toContain(`${record.address}: expected an agent`);
    expect(finding?.message).not.toContain(ana.loginUserId);
  });

  test('one who is not observable is said, and concludes nothing', () => {
    expect(found(ana, seenUser('present', 'unknown'))).toEqual([`agent-not-observable ${record.source.line}`]);
  });

  test('and without it nobody is asked about', () => {
    const facts = { desired: desiredState(ana, record), observed: seeing({ ana: seenUser('present', 'absent') }) };
    const service = { deletes: policy.deletes };
    expect(checkBackendAgents({ ...facts, policy: service })).toEqual([]);
  });
});
