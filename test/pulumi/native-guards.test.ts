// What the native provider refuses before its first write, over gRPC as the engine calls it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openContext, surroundingsOfProcess } from '../../providers/context.ts';
import type { Properties } from '../../providers/declaration.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { asHandled } from '../../providers/native-form.ts';
import { readReceipts } from '../../providers/receipts.ts';
import { clientIdOf } from '../../src/core/model/address.ts';
import { rosterIn } from '../../src/program/native/roster.ts';
import { withSandbox } from '../support/sandbox.ts';
import { ana, explicit, folderOf, plugin, writesOf } from './native-plugin.ts';
import type { Saved, Stand } from './native-plugin.ts';

const rowsOf = (...ids: readonly string[]) => ({
  campaignName: 'Winter',
  records: Object.fromEntries(ids.map((id) => [id, { data: { Name: id } }])),
});
/** Of the dynamic provider; `isNative`: of the native one. */
function processOf({ folder, state }: Stand, config: Properties, isNative = false) {
  const exportStack = async (): Promise<string> => JSON.stringify({ deployment: { resources: state } });
  const provider = openContext(folder, { ...surroundingsOfProcess(), exportStack, isNative });
  onTestFinished(() => provider.close());
  const given = new Map(Object.entries(config).map(([key, value]) => [`muster:${key}`, String(value)]));
  provider.configure((key) => given.get(key) ?? null);
  return { provider, made: createHandlers('user', provider), sets: createHandlers('set', provider) };
}

const recordsOf = (outputs: Properties): readonly string[] =>
  readReceipts(outputs, 'Winter').recorded.map(({ address }) => clientIdOf(address));

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
  expect(await fewer.differs('list', rowsOf('W-1', 'W-2', 'W-3'), 'RecordSet')).toEqual([]);
  // A refresh declares nothing.
  expect(await (await plugin(stand, config)).refresh('list', 'RecordSet')).toBe(false);
  const allowed = await plugin(stand, { ...config, allow: 'deletes=6' });
  expect(await allowed.differs('list', rowsOf('W-20'), 'RecordSet')).toEqual([]);
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
  expect(await moved.differs('one', rowsOf('W-1'), 'RecordSet')).toEqual([]);
  const fewer = await plugin(stand, config);
  expect(await fewer.differs('one', rowsOf('W-1', 'W-2', 'W-3', 'W-4'), 'RecordSet')).toEqual([]);
  await expect(fewer.differs('two', rowsOf('V-1'), 'RecordSet')).rejects.toThrow('MUSTER_ALLOW=deletes=4');
});

test('what a Roster registered is counted where the program says nothing of it any more, and a program of Node.js as before', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const handlers = () => processOf(stand, config).made;
  const names = ['ana', 'ben', 'eva', 'ida'];
  const made = handlers();
  for (const name of names) {
    const news = { ...ana, loginUserId: `${name}@example.com`, __home: 'team/dev' };
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

test('what a Roster declares no single resource declares beside it, and it counts as declared', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { provider, made } = processOf(stand, explicit(sandbox, stand));
  const roster = 'urn:pulumi:dev::team::muster:index:Roster::all';
  const of = (...names: readonly string[]) => ({
    users: names.map((name) => ({ address: `user:${name}@example.com` })) as never,
    records: [],
  });
  const declared = rosterIn(provider);
  await declared(roster, null, of('ben', 'eva'));
  const [owner, stack] = ['urn:pulumi:dev::team::muster:index:User::ana', 'organization/team/dev'];
  const check = async (loginUserId: string) => made.check({}, { ...ana, loginUserId, __owner: owner, __stack: stack });
  expect((await check('ben@example.com')).failures).toEqual([
    { property: '', reason: 'user:ben@example.com is declared twice: by "ana" and by "all"; keep one of them' },
  ]);
  expect((await check('ana@example.com')).failures).toEqual([]);
  await expect(declared(roster, null, of('ana'))).rejects.toThrow(
    'user:ana@example.com is declared twice: by a file of "all" and by a resource beside it',
  );
});

test('a row that leaves a set and is declared by a file of a Roster is refused there, and handed over where the set depends on it', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  await (await plugin(stand, config)).up('list', rowsOf('W-1', 'W-2', 'W-3'), 'RecordSet');
  const sent = await writesOf(sandbox);
  const [list] = stand.state as [Saved];
  const [roster, stack] = ['urn:pulumi:dev::team::muster:index:Roster::all', 'organization/team/dev'];
  const desired = { users: [], records: [{ address: 'record:Winter/W-3' }] as never };
  const fewer = {
    ...asHandled(rowsOf('W-1', 'W-2')),
    __owner: list.urn,
    __stack: stack,
    target: list.outputs['target'],
  };
  const first = processOf(stand, config, true);
  const leaves = async ({ sets }: typeof first) => {
    const { inputs, failures } = await sets.check({}, fewer);
    expect([failures, await sets.diff('x', list.outputs, inputs)]).toEqual([[], { changes: true }]);
    return inputs;
  };
  await leaves(first);
  await expect(rosterIn(first.provider)(roster, null, desired)).rejects.toThrow(
    'record:Winter/W-3 leaves "list", whose update removes it before "all" is registered, which declares it: let "list" depend on "all"',
  );
  // The files come first: what they register goes on with it in a process of its own.
  const beside = processOf(stand, config, true);
  await rosterIn(beside.provider)(roster, null, desired);
  const { outs: waiting } = await beside.sets.update('x', list.outputs, await leaves(beside));
  expect([recordsOf(waiting), await writesOf(sandbox)]).toEqual([['W-1', 'W-2', 'W-3'], sent]);
  const news = {
    campaignName: 'Winter',
    clientId: 'W-3',
    data: '{"Name":"W-3"}',
    __home: 'team/dev',
    __owner: 'record:Winter/W-3',
  };
  const taken = createHandlers('record', processOf(stand, config).provider);
  const { inputs } = await taken.check({}, { ...news, __stack: stack });
  const { outs } = await taken.create(inputs);
  const type = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
  stand.state.push({ urn: `urn:pulumi:dev::team::${type}::record:Winter/W-3`, type, inputs, outputs: outs });
  const { outs: after } = await beside.sets.update('x', list.outputs, await leaves(beside));
  expect([recordsOf(after), await writesOf(sandbox)]).toEqual([['W-1', 'W-2'], sent]);
});

test('a preview of an update is stopped by what is wrong with it, and not by what it cannot read', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  await (await plugin(stand, config)).up('list', rowsOf('W-1', 'W-2'), 'RecordSet');
  const [list] = stand.state as [Saved];
  const { target } = list.outputs;
  const news = { ...asHandled(rowsOf('W-1')), __owner: list.urn, __stack: 'organization/team/dev', target };
  const { sets } = processOf(stand, config, true);
  await expect(sets.preview({ ...list.outputs, target: 'other' }, news)).rejects.toThrow('[other-target]');
  await expect(sets.preview({ ...list.outputs, __receipts: '{}' }, news)).rejects.toThrow('[internal]');
  await sandbox.control.arm({ operation: 'read', kind: 'unauthorized', ordinal: 1, count: 'always' });
  await expect(sets.preview(list.outputs, news)).resolves.toBeUndefined();
});

test('two providers of one tenant that hold the same customer are named with the second update', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const values = (Name: string) => ({ campaignName: 'Summer', clientId: 'C-1', data: { Name } });
  const first = await plugin(stand, config);
  await first.up('one', values('Maria'), 'PinnedRecord');
  await (await plugin(stand, config)).up('two', values('Mario'), 'PinnedRecord');
  expect(first.said).toEqual([]);
  const again = await plugin(stand, config);
  await again.differs('one', values('Maria'), 'PinnedRecord');
  expect(again.said).toEqual([
    expect.stringMatching(/^warning: record:Summer\/C-1 is held by "one" and by "two": .*keep one of them$/u),
  ]);
});

test('of a person who is replaced while customers are pinned, the way on is that of the one who comes', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const made = await plugin(stand, config);
  const customer = { campaignName: 'Summer', clientId: 'C-1', preferredAgent: ana.loginUserId };
  await made.up('ana', ana);
  await made.up('maria', customer, 'PinnedRecord');
  const after = await plugin(stand, config);
  expect(await after.differs('ana', { ...ana, loginUserId: 'anna@example.com' })).toEqual(['loginUserId']);
  await after.make('ana', { ...ana, loginUserId: 'anna@example.com' });
  await after.up('maria', customer, 'PinnedRecord');
  await expect(after.remove('ana')).rejects.toThrow(
    /user:ana@example\.com: .*; user:anna@example\.com replaces it, .*pin the customers to user:anna@example\.com first/u,
  );
});

test('what the native provider has taken over in an update no class removes in it', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const type = 'pulumi-nodejs:dynamic/muster:User';
  const urn = (name: string): string => `urn:pulumi:dev::team::${type}::${name}`;
  const of = (name: string) => ({
    ...ana,
    loginUserId: `${name}@example.com`,
    __owner: urn(name),
    __stack: 'organization/team/dev',
  });
  const made = processOf(stand, config).made;
  const { inputs } = await made.check({}, of('ana'));
  const { outs } = await made.create(inputs);
  stand.state.push({ urn: urn('ana'), type, inputs, outputs: outs });
  // The program declares somebody else as a class, and this one under another name with `native: true`.
  const next = processOf(stand, config).made;
  await next.check({}, of('eva'));
  await (await plugin(stand, config)).make('anna', ana);
  const sent = await writesOf(sandbox);
  await next.delete('x', outs);
  expect(await writesOf(sandbox)).toEqual(sent);
});

test('whoever goes from one provider to the other under another tenant is refused, and nothing is sent', async () => {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const there = explicit(other, stand, 'other');
  await (await plugin(stand, explicit(one, stand))).up('ana', ana);
  const [{ urn, outputs }] = stand.state as [Saved];
  const said = { ...ana, __owner: urn.replace('muster:index', 'pulumi-nodejs:dynamic/muster'), __stack: 'team/dev' };
  const classes = processOf(stand, there).made;
  const { inputs } = await classes.check({}, said);
  await expect(classes.update('x', outputs, inputs)).rejects.toThrow(/other-(?:target|tenant)/u);
  const eva = { ...said, loginUserId: 'eva@example.com' };
  const made = await processOf(stand, explicit(one, stand)).made.create(eva);
  const native = processOf(stand, there, true);
  const { name: target } = (await native.provider.target(null)).target;
  for (const work of [native.made.diff, native.made.update])
    await expect(work('x', made.outs, { ...eva, target })).rejects.toThrow(/other-(?:target|tenant)/u);
  expect(await writesOf(one)).toEqual(['add-user ana@example.com', 'add-user eva@example.com']);
  expect(await writesOf(other)).toEqual([]);
});

test('nobody is removed who is declared with the login in another letter case', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  const cased = { ...ana, loginUserId: 'Ana@example.com' };
  await (await plugin(stand, config)).up('ana', cased);
  await expect((await plugin(stand, config)).differs('ana', ana)).rejects.toThrow(
    /guard-same-object.*user:Ana@example.com is removed, and wanted as user:ana@example.com/u,
  );
  const after = await plugin(stand, config);
  await after.up('other', ana);
  const sent = await writesOf(sandbox);
  await expect(after.remove('ana')).rejects.toThrow('guard-same-object');
  expect(await writesOf(sandbox)).toEqual(sent);
  const leaver = await plugin(stand, config);
  await leaver.up('other', { ...ana, ensure: 'absent' });
  await leaver.remove('ana');
  expect((await writesOf(sandbox)).at(-1)).toBe('delete-user Ana@example.com');
});
