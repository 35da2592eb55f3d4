// What each command of a plan covers, in a word: somebody who only has tasks re-pinned loses nothing, and no customer is dropped.

import { expect, test } from 'vitest';

import { exactCommands } from '../../src/core/report/documents/exact-commands.ts';
import { facts, planOf } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import { aRecord, aUser } from '../support/values.ts';

const [ana, ben] = [aUser(), aUser({ loginUserId: 'ben@example.com' })];
const mine = aRecord({ clientId: 'C-1', preferredAgent: ana.loginUserId });
const other = aRecord({ clientId: 'C-2' });
const fresh = aRecord({ clientId: 'C-3' });

const covers = (given: Facts): string[] => exactCommands(planOf(given), () => '').map(({ why }) => why);

test('a part that only gives tasks to other people re-pins, one that also deletes takes away', () => {
  const repinned = { ...mine, preferredAgent: ben.loginUserId };
  const before = [ana, ben, mine, other];
  expect(covers(facts(before, [ana, ben, repinned, other, fresh]))).toEqual([
    'all 2',
    're-pins 1',
    'adds or changes 1',
  ]);
  expect(covers(facts(before, [ana, ben, repinned, fresh]))).toEqual([
    'all 3',
    're-pins 1, takes away 1',
    'adds or changes 1',
  ]);
});
