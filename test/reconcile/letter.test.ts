// What the interface documents say to the letter, where a small mistake would hide behind everything else.

import { describe, expect, test } from 'vitest';

import { decodeItems } from '../../src/core/model/record.ts';
import { routedWith } from '../../src/core/reconcile/request-parts.ts';
import { diffRecord } from '../../src/core/reconcile/diff/record.ts';
import { diffUser } from '../../src/core/reconcile/diff/user.ts';
import { isPinOver } from '../../src/core/reconcile/mover.ts';
import { deleteRecordCall } from '../../src/core/service/records.ts';
import {
  aCampaign,
  aRecord,
  aUser,
  digest,
  LINEAGE,
  NOW,
  recordedRecord,
  recordedUser,
  seenRecord,
  seenUser,
  target,
  taskOf,
} from '../support/values.ts';

const HALF_HOUR = 30 * 60 * 1000;

describe('a pin', () => {
  test.each([
    [HALF_HOUR - 1, false],
    [HALF_HOUR, true],
  ])('%i ms after its task became deliverable: over %s ("within 30 minutes")', (after, isOver) => {
    expect(isPinOver({ createdTime: NOW, nextEarliestWorkTime: null }, NOW + after)).toBe(isOver);
    expect(isPinOver({ createdTime: 0, nextEarliestWorkTime: NOW }, NOW + after)).toBe(isOver);
  });
});

test('Highlight `all` is a key of that name; only `ALL` highlights every field', () => {
  const highlightOf = (value: string): unknown => decodeItems([{ key: 'Highlight', value }], 'Id').highlight;
  expect([highlightOf('ALL'), highlightOf('all'), highlightOf('All|Name')]).toEqual(['ALL', ['all'], ['All', 'Name']]);
});

test('WORKED carries its time, which is mandatory with it, also where the task shows that time already', () => {
  const desired = aRecord({ ensure: 'worked', nextEarliestWorkTime: NOW + HALF_HOUR });
  const task = taskOf(desired, { workedState: 'NOTWORKED' });
  const { change } = diffRecord({
    desired,
    recorded: recordedRecord(desired, { previewRecordId: task.previewRecordId }),
    observed: seenRecord(task),
    from: null,
    copy: null,
    elsewhere: null,
    lineage: LINEAGE,
    digest,
    now: NOW,
  });
  expect(change?.writes).toEqual(['changeCampaignRecordStatus']);
  expect(change?.fields.map(({ field }) => field)).toEqual(['workedState']);
  expect(routedWith(change!, task)).toMatchObject({ nextEarliestWorkTime: NOW + HALF_HOUR });
});

describe('behaviorIfInBackend: FAIL in the file', () => {
  // Whoever takes the account over would be let through by its owner: there the word alone keeps the request back.
  test.each([
    ['FAIL', false, 'conflict'],
    ['FAIL', true, 'create-refused'],
    ['ALLOW', false, null],
  ] as const)(
    '%s beside an account that query-existence shows in the backing instance (adopt: %s)',
    (behaviorIfInBackend, adopt, code) => {
      const desired = aUser({ createInBackend: true, adopt, behaviorIfInBackend });
      const observed = seenUser('absent', 'present', 'c-1');
      const { change, verdict } = diffUser({ desired, recorded: null, observed, digest, knownUserSeen: true });
      expect([change?.action ?? null, verdict?.code ?? null]).toEqual([code === null ? 'create' : null, code]);
    },
  );
});

const PROFILE = {
  ...aUser().profile,
  primaryEmailAddr: 'a@example.com',
  secondaryEmailAddr: 'b@example.com',
};

describe('with SAML', () => {
  const differing = (parts: Partial<typeof PROFILE>): string[] => {
    const before = aUser({ profile: PROFILE });
    const { change, verdict } = diffUser({
      desired: { ...before, profile: { ...before.profile, ...parts } },
      recorded: recordedUser(before),
      observed: seenUser('present'),
      digest,
      identity: 'saml',
      knownUserSeen: true,
    });
    return [...(change?.fields ?? []), ...(verdict?.fields ?? [])].map(({ field }) => field);
  };

  test('a changed secondaryEmailAddr is a difference: only the primary one is ignored', () => {
    expect(differing({ secondaryEmailAddr: 'c@example.com' })).toEqual(['secondaryEmailAddr']);
    expect(differing({ primaryEmailAddr: 'c@example.com' })).toEqual([]);
  });
});

test('SUCCESS is success, whatever its error says: "relevant only when the status is not SUCCESS"', () => {
  const place = target();
  const call = deleteRecordCall(place, { campaign: aCampaign(), clientId: 'C-1' });
  const { tenant: _, ...said } = call.body as Record<string, unknown>;
  const answer = { ...said, previewResult: { previewResultStatus: 'SUCCESS', error: 'no agent is logged in' } };
  expect(call.interpret(answer, 200)).toMatchObject({ kind: 'done', value: 'removed' });
});
