// The reference of keys: whole, found by name and by path, and true about what carries a value.

import { expect, test } from 'vitest';

import { allKeys, keysNamed } from '../../src/core/desired/text/keys.ts';
import { RECORD_FIELDS } from '../../src/core/model/record-fields.ts';
import { USER_FIELDS } from '../../src/core/model/user-fields.ts';

const paths = allKeys().map(({ path }) => path);

test('every field of a user and of a record is a key with a meaning', () => {
  for (const name of Object.keys(USER_FIELDS)) expect(paths).toContain(`users[].${name}`);
  for (const name of Object.keys(RECORD_FIELDS)) expect(paths).toContain(`campaigns[].records[].${name}`);
  expect(allKeys().filter(({ meaning }) => meaning === '')).toEqual([]);
});

test.each([
  ['policy.deletes.count', ['policy.deletes.count']],
  ['deletes.count', ['policy.deletes.count']],
  ['reassignTo', ['users[].offboard.reassignTo']],
  ['campaigns.records.clientId', ['campaigns[].records[].clientId']],
  [
    'skillQueue',
    [
      'campaigns[].defaults.skillQueue',
      'campaigns[].records[].skillQueue',
      'campaigns[].recordsFrom.columns.skillQueue',
    ],
  ],
  ['kill', []],
])('%s is found as %j', (word, found) => {
  expect(
    keysNamed(word)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...found].toSorted());
});

test('what declares a field comes before the columns that may hold it', () => {
  expect(keysNamed('loginUserId').map(({ path }) => path)).toEqual([
    'users[].loginUserId',
    'usersFrom.columns.loginUserId',
  ]);
});

test.each([
  ['users[].createInBackend', 'no', 'false', 'add-user: `createInBackend`'],
  ['users[].firstName', 'unless ensure: absent', null, 'add-user: `firstName`'],
  ['users[].onRemove', 'no', null, null],
  ['targets.<name>.host', 'unless sandbox: true', null, null],
  ['campaigns[].records[].clientId', 'yes', null, 'each request about the record'],
  ['campaigns[].records[].hidden', 'no', null, 'addOrUpdateCampaignRecord: data item `Hidden`'],
])('%s: required %s, default %s, sent with %s', (path, required, fallback, sent) => {
  expect(allKeys().find((key) => key.path === path)).toMatchObject({ required, fallback, sent });
});
