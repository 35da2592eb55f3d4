// The leaver list and the agents: absence is proved beside somebody who is there, and what cannot be seen is said.

import { describe, expect, test } from 'vitest';

import type { ObservedState } from '../../src/core/model/state.ts';
import type { ObservedUser } from '../../src/core/model/user.ts';
import type { AgentRule } from '../../src/core/model/target.ts';
import { pinCheck, unseenAgents } from '../../src/core/reconcile/diff/agents.ts';
import { countLeavers } from '../../src/core/reconcile/plan/leavers.ts';
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

describe('of the agent of a record', () => {
  const record = aRecord({ preferredAgent: ana.loginUserId });
  const both = aUser({ createInBackend: true });
  const asked = (rule: AgentRule, user: typeof ana | null, seen: ObservedUser): (string | undefined)[] => {
    const desired = user === null ? desiredState(record) : desiredState(user, record);
    const observed =
      user === null ? observedState({ agents: new Map([[ana.loginUserId, seen]]) }) : seeing({ ana: seen });
    const facts = { desired, observed, rule };
    return [pinCheck(facts)(record)?.kind, ...unseenAgents(facts).map(({ code }) => code)];
  };

  test.each([
    ['known', null, seenUser('absent'), ['agent-unknown']],
    ['known', null, seenUser('present'), [undefined]],
    ['known', null, seenUser('unknown'), [undefined]],
    ['known', ana, seenUser('present', 'absent'), [undefined]],
    ['declared', null, seenUser('present'), ['agent-unknown']],
    ['declared', ana, seenUser('absent'), [undefined]],
    ['any', null, seenUser('absent'), [undefined]],
    ['service-and-backend', null, seenUser('absent', 'absent'), ['agent-unknown']],
    ['service-and-backend', ana, seenUser('present', 'absent'), ['agent-not-in-backend']],
    ['service-and-backend', null, seenUser('present', 'absent'), ['agent-not-in-backend']],
    // Whom the plan creates on both sides; who is in the service only, and is not replaced.
    ['service-and-backend', both, seenUser('absent', 'absent'), [undefined]],
    ['service-and-backend', both, seenUser('present', 'absent'), ['agent-not-in-backend']],
    ['service-and-backend', ana, seenUser('present', 'present'), [undefined]],
    ['service-and-backend', ana, seenUser('present', 'unknown'), [undefined, 'agent-not-observable']],
  ] as const)('policy.agents: %s asks what it promises (%o, %o)', (rule, user, seen, expected) => {
    expect(asked(rule, user, seen)).toEqual(expected);
  });

  test('what is asked points at the cell that names the agent, and at the login that is nearly declared', () => {
    const near = aUser({ loginUserId: 'ana.k@example.com' });
    const observed = observedState({ agents: new Map([[ana.loginUserId, seenUser('absent')]]) });
    const facts = { desired: desiredState(near, record), observed, rule: 'known' } as const;
    expect(pinCheck(facts)(record)).toMatchObject({ near: '; did you mean ana.k@example.com?' });
  });
});
