// What the native provider refuses before its first write, over gRPC as the engine calls it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openContext, surroundingsOfProcess } from '../../providers/context.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { withSandbox } from '../support/sandbox.ts';
import { ana, explicit, folderOf, plugin, writesOf } from './native-plugin.ts';

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

test('what a Roster registered is counted where the program says nothing of it any more, and a program of Node.js as before', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = new Map(
    Object.entries(explicit(sandbox, stand)).map(([key, value]) => [`muster:${key}`, String(value)]),
  );
  const handlers = () => {
    const exportStack = async (): Promise<string> => JSON.stringify({ deployment: { resources: stand.state } });
    const provider = openContext(stand.folder, { ...surroundingsOfProcess(), exportStack });
    onTestFinished(() => provider.close());
    provider.configure((key) => config.get(key) ?? null);
    return createHandlers('user', provider);
  };
  const names = ['ana', 'ben', 'eva', 'ida'];
  const made = handlers();
  for (const name of names) {
    const news = { ...ana, loginUserId: `${name}@example.com`, stack: 'organization/team/dev' };
    const { inputs } = await made.check({}, news);
    const { outs } = await made.create(inputs);
    const type = 'pulumi-nodejs:dynamic/muster:User';
    stand.state.push({ urn: `urn:pulumi:dev::team::${type}::user:${name}@example.com`, type, inputs, outputs: outs });
  }
  const [first, second] = stand.state.map(({ outputs }) => outputs);
  const sent = await writesOf(sandbox);
  await expect(handlers().delete('x', first ?? {})).rejects.toThrow(/\[guard-deletes\].*MUSTER_ALLOW=deletes=4/u);
  expect(await writesOf(sandbox)).toEqual(sent);
  vi.stubEnv('MUSTER_ALLOW', 'deletes=4');
  onTestFinished(() => void vi.unstubAllEnvs());
  await handlers().delete('x', first ?? {});
  vi.unstubAllEnvs();
  writeFileSync(join(stand.folder, 'Pulumi.yaml'), 'name: team\nruntime:\n  name: nodejs\n');
  await handlers().delete('x', second ?? {});
  expect((await writesOf(sandbox)).slice(sent.length)).toHaveLength(2);
});
