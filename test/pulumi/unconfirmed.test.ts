// SUCCESS of the service for something that it did not make, through a set and through the classes: said at once. A person is made once
// by the next update; whether a record was called and cleared away meanwhile nobody can tell, so a person decides.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, record } from '../support/declare.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const [, , SETS] = STORY_DOORS;

test('a record of a set that a desired state declares', async () => {
  const { sandbox, run, settle } = await SETS![1]();
  const of = (...records: ReturnType<typeof record>[]): DesiredInput => ({
    users: [anchor],
    campaigns: [list('Summer', record('C-0'), ...records)],
  });
  await settle(of());
  await sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'claims-done' });
  expect((await run(of(record('C-1')))).errors.join('\n')).toContain('unconfirmed');
  await run(of(record('C-1')));
  expect(await sandbox.control.records('Summer')).toHaveLength(1);
  const wanted = of({ ...record('C-1'), reissue: 'not called' });
  expect((await run(wanted)).errors).toEqual([]);
  expect(await sandbox.control.records('Summer')).toHaveLength(2);
  await settle(wanted);
});

const set: Registered = {
  kind: 'RecordSet',
  name: 'east',
  args: {
    campaignName: 'Summer',
    records: JSON.stringify([
      { clientId: 'C-1', data: DATA },
      { clientId: 'C-2', data: DATA },
    ]),
  },
};
const single: Registered = {
  kind: 'PinnedRecord',
  name: 'one',
  args: { campaignName: 'Summer', clientId: 'C-1', data: DATA },
};
const ana = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents', createInBackend: true };
const user: Registered = { kind: 'User', name: 'ana', args: { loginUserId: 'ana@example.com', ...ana } };

test.each([
  ['RecordSet', set, 'addOrUpdateCampaignRecord', { made: 1, writes: 0, said: 'gone-unclear' }],
  ['PinnedRecord', single, 'addOrUpdateCampaignRecord', { made: 0, writes: 0, said: 'gone-unclear' }],
  ['User on both sides', user, 'add-user', { made: 0, writes: 1, said: null }],
] as const)('an object of the class %s', async (_class, resource, operation, { made, writes, said }) => {
  const engine = await classEngine();
  const { control } = engine.sandbox;
  await control.addUser({ loginUserId: 'anchor@example.com', inBackend: false });
  await control.arm({ operation, kind: 'claims-done' });
  const { errors } = await engine.up([resource]);
  expect(errors.join('\n')).toContain('unconfirmed');
  expect((await control.records('Summer')).length).toBe(made);
  expect((await control.exists('ana@example.com')).inService).toBe(false);
  const again = await engine.up([resource], { refresh: true });
  expect(again).toMatchObject({ errors: [], writes });
  expect(again.said).toEqual(said === null ? [] : [expect.stringContaining(said)]);
  expect(await engine.up([resource])).toMatchObject({ operations: [], errors: [], writes: 0 });
});
