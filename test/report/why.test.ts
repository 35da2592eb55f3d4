// The words of causes and reasons that data alone decide.

import { expect, test } from 'vitest';

import type { UserReason } from '../../src/core/reconcile/verdict.ts';
import { userVerdict } from '../../src/core/reconcile/verdict.ts';
import { whyChange } from '../../src/core/report/words/why-change.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { fullPlan } from './values.ts';

const name = { address: 'user:ana@example.com', loginUserId: 'ana@example.com', source: null };
const tasks = [{ campaignName: 'Summer', clientId: 'C-1' }];
const said = (reason: UserReason): string => whyVerdict(userVerdict(name, reason));

test('a replace that would be refused names what changed and why it is not tried', () => {
  const cause = { kind: 'profile-differs', fields: ['lastName'] } as const;
  expect(said({ kind: 'replace-refused', cause, because: 'create-refused' })).toBe(
    'lastName changed; with behaviorIfInBackend: FAIL the create would be refused',
  );
  expect(said({ kind: 'replace-refused', cause: { kind: 'one-sided' }, because: 'adopted' })).toBe(
    'is in the service but not in the second system; it was adopted, and a replace would delete what others made: onRemove: delete would allow that',
  );
});

test.each([
  [{ kind: 'policy' }, 'is no longer declared; 1 customer is pinned to this person (Summer: C-1)'],
  [
    { kind: 'move-unsettled', tasks },
    'is no longer declared; 1 customer is pinned to this person, and the move of Summer: C-1 is still to be settled',
  ],
  [
    { kind: 'not-ours', tasks },
    'is no longer declared; 1 customer is pinned to this person (Summer: C-1); it is not shown to be ours, so muster does not change it',
  ],
  [
    { kind: 'other-partition', partition: 'south' },
    'is no longer declared; 1 customer is pinned to this person (Summer: C-1), by lines of partition south: apply that one first',
  ],
  [
    { kind: 'successor', loginUserId: 'ben', problem: 'leaves' },
    'is no longer declared; 1 customer is pinned to this person (Summer: C-1), and reassignTo names ben, who is leaving too',
  ],
] as const)('a leaver who stays because of %o says which tasks stand in the way', (obstacle, words) => {
  expect(said({ kind: 'tasks-pinned', tasks, obstacle })).toBe(words);
});

test('what others changed is said behind the cause, repaired and overwritten apart', () => {
  const change = fullPlan.changes.find(({ address }) => address === 'record:Summer Renewals/C-1001');
  if (change?.kind !== 'record') throw new Error('the plan updates C-1001');
  const changedOutside = { putBack: ['skillQueue', 'data.phone'], overwritten: ['timeZone'] };
  expect(whyChange({ ...change, changedOutside })).toBe(
    'changed outside Git, repaired: skillQueue, data.phone; changed outside Git and in Git: timeZone',
  );
});

test.each([
  [['preferredAgent'], 'the service ended its pin by its own rules, and the customer is not pinned again'],
  [['nextEarliestWorkTime'], 'its time has passed, and the service’s own time stays'],
  [[], 'differs'],
] as const)('an update that leaves %o alone says what the service did', (platformMoved, words) => {
  const change = fullPlan.changes.find(({ address }) => address === 'record:Summer Renewals/C-1001');
  if (change?.kind !== 'record') throw new Error('the plan updates C-1001');
  expect(whyChange({ ...change, cause: { kind: 'differs', platformMoved } })).toBe(words);
});
