// What the native provider refuses before its first write, over gRPC as the engine calls it.

import { expect, test } from 'vitest';

import { withSandbox } from '../support/sandbox.ts';
import { explicit, folderOf, plugin, writesOf } from './native-plugin.ts';

const rowsOf = (...ids: readonly string[]) => ({
  campaignName: 'Winter',
  records: Object.fromEntries(ids.map((id) => [id, { data: { Name: id } }])),
});
const six = ['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'];

test('a set that loses more rows than may be removed is refused by its diff, in one line with their number', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  await (await plugin(stand, config)).up('list', rowsOf(...six), 'RecordSet');
  const sent = await writesOf(sandbox);
  const fewer = await plugin(stand, config);
  const refused = fewer.differs('list', rowsOf('W-20'), 'RecordSet');
  await expect(refused).rejects.toThrow(/\[guard-deletes\] .*6 records leave.*MUSTER_ALLOW=deletes=6/u);
  await expect(refused).rejects.not.toThrow(/\n/u);
  await expect(fewer.up('list', rowsOf('W-20'), 'RecordSet')).rejects.toThrow('guard-deletes');
  expect(await fewer.differs('list', rowsOf('W-1', 'W-2', 'W-3'), 'RecordSet')).toEqual(['records']);
  // A refresh declares nothing.
  expect(await (await plugin(stand, config)).refresh('list', 'RecordSet')).toBe(false);
  const allowed = await plugin(stand, { ...config, allow: 'deletes=6' });
  expect(await allowed.differs('list', rowsOf('W-20'), 'RecordSet')).toEqual(['records']);
  expect(await writesOf(sandbox)).toEqual(sent);
});

test('rows that leave several sets count together, without those that a set before has taken over', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const made = await plugin(stand, config);
  await made.up('one', rowsOf(...six), 'RecordSet');
  await made.up('two', rowsOf('V-1', 'V-2', 'V-3'), 'RecordSet');
  const moved = await plugin(stand, config);
  expect(await moved.differs('three', rowsOf(...six.slice(1)), 'RecordSet')).toEqual([]);
  expect(await moved.differs('one', rowsOf('W-1'), 'RecordSet')).toEqual(['records']);
  const fewer = await plugin(stand, config);
  expect(await fewer.differs('one', rowsOf('W-1', 'W-2', 'W-3', 'W-4'), 'RecordSet')).toEqual(['records']);
  await expect(fewer.differs('two', rowsOf('V-1'), 'RecordSet')).rejects.toThrow('MUSTER_ALLOW=deletes=4');
});
