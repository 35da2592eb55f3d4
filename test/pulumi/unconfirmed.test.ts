// SUCCESS of the service for something that it did not make, through the classes: said at once. A person is made once
// by the next update; whether a record was called and cleared away meanwhile nobody can tell, so a person decides.

import { expect, test } from 'vitest';
import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';

const DATA = JSON.stringify([['Name', 'Maria', 0]]);

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
