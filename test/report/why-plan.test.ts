// What stops a plan and what it warns of, sentence by sentence: the facts decide every word.

import { expect, test } from 'vitest';

import type { Guard } from '../../src/core/reconcile/guard.ts';
import type { WarningReason } from '../../src/core/reconcile/warning.ts';
import { whyGuard } from '../../src/core/report/words/why-guard.ts';
import { recordAddress } from '../../src/core/model/address.ts';
import { whyWarning } from '../../src/core/report/words/why-warning.ts';

const C1 = recordAddress('Summer Renewals', 'C-1');

const SUMMER = 'Summer Renewals';
const ofUsers = { kind: 'user', most: 3 } as const;
const ofRecords = { kind: 'record', most: 100 } as const;
const open = (count: number, allowed: number | null = null) => {
  return { count, allowed, pass: `deletes=${count}`, passed: allowed === count };
};
const final = { pass: null, passed: false } as const;
/** Customers C-1, C-2 and so on. */
const gone = (count: number) => Array.from({ length: count }, (_, at) => `record:${SUMMER}/C-${at + 1}`);
const changed = (id: string) => ({ address: `record:${SUMMER}/${id}`, fields: ['skillQueue', 'data.phone'] });

const GUARDS: readonly (readonly [string, Guard, string])[] = [
  [
    'deletes of both kinds',
    {
      code: 'guard-deletes',
      ...open(1005),
      lost: [...['a', 'b', 'c', 'd'].map((name) => `user:${name}@example.com`), ...gone(1000), `record:Winter/W-1`],
      users: 4,
      inBackend: 1,
      records: 1001,
      files: [
        { file: 'campaigns/autumn.csv', lost: 1000 },
        { file: 'campaigns/b.csv', lost: 1 },
      ],
      shrunk: [
        {
          ...{ file: 'campaigns/autumn.csv', had: 2000, has: 999, lost: gone(1002), finished: gone(1002).slice(-1) },
          edit: { commit: '3f2a91c0'.repeat(5), author: 'Ana' },
        },
      ],
      limits: [ofUsers, ofRecords],
    },
    'campaigns/autumn.csv had 2000 customers, has 999, 1 of them new (commit 3f2a91c03 by Ana); no longer in it: C-1, C-2, C-3, C-4, C-5, C-6, C-7, C-8, C-9, C-10, C-11, C-12, C-13, C-14, C-15, C-16, C-17, C-18, C-19, C-20 and 982 more, of which C-1002 is finished and C-1001 stays in the service; 4 people (1 of them in second system too) and 1001 customers (1000 of campaigns/autumn.csv, 1 of campaigns/b.csv) would be deleted (1005 in all), among them a@example.com, b@example.com, c@example.com, d@example.com, W-1; muster asks before it deletes more than 3 people or more than 100 customers',
  ],
  [
    'deletes of one kind, with a number that does not fit',
    {
      code: 'guard-deletes',
      ...open(1, 2),
      lost: gone(1),
      users: 0,
      inBackend: 0,
      records: 1,
      shrunk: [],
      limits: [{ kind: 'record', most: 0 }],
    },
    '1 customer would be deleted: C-1; muster asks before it deletes any customer; you allowed 2, the plan has 1',
  ],
  [
    'deletes with the number that passes',
    {
      code: 'guard-deletes',
      ...open(2, 2),
      lost: ['user:a@example.com', 'user:b@example.com'],
      users: 2,
      inBackend: 0,
      records: 0,
      shrunk: [],
      limits: [{ kind: 'user', most: 1 }],
    },
    '2 people would be deleted: a@example.com, b@example.com; muster asks before it deletes more than 1 person',
  ],
  [
    'deletes of some files, by name',
    {
      code: 'guard-file-deletes',
      ...open(6, 0),
      files: [
        { file: 'teams/b.yaml', lost: gone(3) },
        { file: null, lost: ['user:a@example.com', 'user:b@example.com'] },
        { file: 'campaigns/a.yaml', lost: gone(1) },
      ],
      limit: 0,
    },
    '6 would be deleted; campaigns/a.yaml: 1 (C-1), no longer in any file: 2 (a@example.com, b@example.com), teams/b.yaml: 3 (C-1, C-2, C-3); muster asks before one file deletes anything; you allowed 0, the plan has 6',
  ],
  [
    'a first run',
    {
      code: 'guard-first-run',
      ...open(2),
      groups: [{ kind: 'user' }, { kind: 'record', campaignName: SUMMER }],
    },
    `nothing of users, campaign ${SUMMER} was recorded before, and 2 would be deleted, replaced or finished`,
  ],
  [
    'two overwrites',
    { code: 'guard-overwrite', ...open(2), objects: ['C-1', 'C-2'].map(changed) },
    `2 were changed outside, and to other values in Git; an apply would overwrite customer C-1 in ${SUMMER} (skillQueue, phone), customer C-2 in ${SUMMER} (skillQueue, phone)`,
  ],
  [
    'one person who gets access back',
    { code: 'guard-restores', ...open(1), pinned: [] },
    '1 person who was removed outside Git gets access back',
  ],
  [
    'one person with tasks who gets access back',
    { code: 'guard-restores', ...open(1), pinned: ['C-1', 'C-2', 'C-3'].map((id) => `record:${SUMMER}/${id}`) },
    '1 person who was removed outside Git gets access back; the files pin 3 customers to this person (C-1, C-2, C-3)',
  ],
  [
    'people who get access back',
    { code: 'guard-restores', ...open(2, 1), pinned: [`record:${SUMMER}/C-1`] },
    '2 people who were removed outside Git get access back; the files pin 1 customer to them (C-1); you allowed 1, the plan has 2',
  ],
  [
    'an update that was cut off',
    { code: 'guard-interrupted', ...open(1) },
    '1 customer that an update which was cut off may have added already would be added, perhaps a second time',
  ],
  [
    'everybody absent',
    { code: 'guard-vanished', ...open(3) },
    'all 3 recorded people are absent: this may be the wrong tenant, or access that somebody took away',
  ],
  [
    'one object under two names',
    {
      code: 'guard-same-object',
      ...final,
      removed: [
        { address: 'user:Ana@example.com', action: 'delete' },
        { address: `record:${SUMMER}/C-1`, action: 'forget' },
      ],
    },
    `removed, and wanted under a name that differs only in case, form or campaign: user Ana@example.com (delete), customer C-1 in ${SUMMER} (forget)`,
  ],
  [
    'an incomplete reading',
    { code: 'guard-incomplete', ...final, asked: 9, missing: 1 },
    '1 of 9 objects could not be read, and something would be deleted',
  ],
  [
    'an empty plan',
    { code: 'guard-empty', ...final, recorded: 2 },
    'all 2 recorded people and customers would be removed',
  ],
  [
    'a budget',
    { code: 'guard-requests', ...final, total: 3, observed: 2, reads: 0, writes: 1, limit: 2 },
    '3 requests in all (2 to read the state, 0 reads and 1 writes to apply); the limit is 2',
  ],
];

test.each(GUARDS)('%s', (_name, guard, words) => {
  expect(whyGuard(guard)).toBe(words);
});

test('five overwrites are named, and how many more there are', () => {
  const objects = Array.from({ length: 7 }, (_, at) => changed(`C-${at}`));
  const text = whyGuard({ code: 'guard-overwrite', ...open(7), objects });
  expect(text.match(/C-\d/gu)).toEqual(['C-0', 'C-1', 'C-2', 'C-3', 'C-4']);
  expect(text).toMatch(/ and 2 more$/u);
});

const AT = Date.UTC(2026, 11, 1, 8);
const ANA = 'ana@example.com';

const WARNINGS: readonly (readonly [WarningReason, string])[] = [
  [
    { code: 'time-in-past', time: AT, zone: null },
    'nextEarliestWorkTime 2026-12-01 08:00 UTC has passed: deliverable at once',
  ],
  [
    { code: 'time-in-past', time: AT, zone: 'Europe/Madrid' },
    'nextEarliestWorkTime 2026-12-01 09:00 in Europe/Madrid has passed: deliverable at once',
  ],
  [
    { code: 'pin-lapses-early', loginUserId: ANA, time: AT, zone: 'Europe/Madrid' },
    'pinned to ana@example.com, but its earliest time 2026-12-01 09:00 in Europe/Madrid passed more than 30 minutes ago: if a pin’s 30 minutes count from then (the service’s documents do not say), any agent gets it',
  ],
  [
    { code: 'pin-lapses-early', loginUserId: ANA, time: null, zone: null },
    'pinned to ana@example.com, but it has been deliverable for more than 30 minutes: if a pin’s 30 minutes count from then (the service’s documents do not say), any agent gets it',
  ],
  [
    { code: 'pins-crowded', loginUserId: ANA, records: 14, from: null, zone: 'Europe/Madrid', limit: 4 },
    '14 customers pinned to ana@example.com can be called at once, within the 30 minutes for which a pin holds; above 4, some reach other agents',
  ],
  [
    { code: 'pins-crowded', loginUserId: ANA, records: 5, from: AT, zone: 'Europe/Madrid', limit: 4 },
    '5 customers pinned to ana@example.com can be called from 2026-12-01 09:00 in Europe/Madrid, within the 30 minutes for which a pin holds; above 4, some reach other agents',
  ],
  [{ code: 'pin-on-new-agent', loginUserId: ANA, kept: [], from: null, zone: null }, 'must log in before calls'],
  [
    {
      code: 'pin-on-new-agent',
      loginUserId: ANA,
      kept: [C1, C1, C1, C1, C1],
      from: Date.UTC(2026, 11, 7, 9),
      zone: 'Europe/Madrid',
    },
    'must log in by 2026-12-07 10:00 in Europe/Madrid to get their first customer; has 5 customers already',
  ],
  [
    { code: 'agent-not-observable', loginUserId: ANA },
    'whether ana@example.com is in the second system is not observable',
  ],
  [
    {
      code: 'id-field-differs',
      campaignName: SUMMER,
      clientIdFieldName: 'CustomerId',
      clientId: 'X-1',
      heldUnder: 'KundenNr',
    },
    'Summer Renewals declares clientIdFieldName CustomerId; its customer X-1, who is not ours, has the id under KundenNr',
  ],
  [
    { code: 'id-field-differs', campaignName: SUMMER, clientIdFieldName: 'Id', clientId: 'X-1', heldUnder: null },
    'Summer Renewals declares clientIdFieldName Id; its customer X-1, who is not ours, has the id under no key',
  ],
  [
    { code: 'allow-not-needed', guard: 'overwrite', allowed: 2 },
    'overwrite=2 was allowed, and this plan does not meet the guard overwrite',
  ],
  [
    { code: 'state-absent', campaigns: null, older: [] },
    'no state: what was applied is not known here, so everybody counts as new',
  ],
  [
    { code: 'item-not-in-data', message: 'records[0].hidden: as the check says it' },
    'records[0].hidden: as the check says it',
  ],
];

test.each(WARNINGS)('%o', (warning, words) => {
  expect(whyWarning(warning)).toBe(words);
});
