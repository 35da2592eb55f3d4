// The configuration of the native provider, over gRPC as the engine calls it: a target of muster.yaml, or one that is given.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, expect, test, vi } from 'vitest';

import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { ana, explicit, folderOf, plugin, writesOf } from './native-plugin.ts';

test('two providers of two tenants, without a muster.yaml, hold the same person each', async () => {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const first = await plugin(stand, explicit(one, stand, 'one'));
  const second = await plugin(stand, explicit(other, stand, 'other'));
  await first.up('ana', ana);
  await second.up('ana-there', ana);
  expect([await writesOf(one), await writesOf(other)]).toEqual([
    ['add-user ana@example.com'],
    ['add-user ana@example.com'],
  ]);
  const again = await plugin(stand, explicit(one, stand, 'one'));
  await again.remove('ana');
  expect(await writesOf(one)).toEqual(['add-user ana@example.com', 'delete-user ana@example.com']);
  expect(await writesOf(other)).toEqual(['add-user ana@example.com']);
});

test('a provider that is replaced removes nobody: the other process sees who holds them, and another tenant is refused', async () => {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const before = await plugin(stand, explicit(one, stand, 'one'));
  for (const name of ['ana', 'ben', 'eva']) await before.up(name, { ...ana, loginUserId: `${name}@example.com` });
  const sent = await writesOf(one);
  // The engine makes each with the new provider, and deletes it with the one of before, in a process of its own.
  const after = await plugin(stand, explicit(one, stand, 'one'));
  const old = await plugin(stand, explicit(one, stand, 'one'));
  for (const name of ['ana', 'ben', 'eva']) await after.make(name, { ...ana, loginUserId: `${name}@example.com` });
  for (const name of ['ana', 'ben', 'eva']) await old.remove(name);
  expect(await writesOf(one)).toEqual(sent);
  expect(stand.state.length).toBe(3);
  const elsewhere = await plugin(stand, explicit(other, stand, 'other'));
  await expect(elsewhere.make('ana', ana)).rejects.toThrow(/recorded for target 127\.0\.0\.1@\w{8}, not for 127/u);
  expect(await writesOf(other)).toEqual([]);
});

test('what is wrong with a configuration is one line with its key, and nothing is sent', async () => {
  const sandbox = await withSandbox();
  const bare = folderOf(null);
  const { failures } = await plugin(bare, {});
  const given = explicit(sandbox, bare);
  const { secretName: _, ...unsaid } = given;
  expect(await failures(given)).toEqual([]);
  expect(await failures({})).toEqual([expect.stringMatching(/^directory: expected muster\.yaml in .*there is none$/u)]);
  for (const [news, said] of [
    [unsaid, 'secretName: expected a value; none is given'],
    [{ ...given, secretName: '' }, 'secretName: expected text that is not empty; given empty text'],
    [{ ...given, port: 'many' }, 'port: expected a whole number; given text of 4 characters'],
    [
      { ...given, endpoint: 'http://example.com' },
      'endpoint: expected an https:// URL, or http:// on loopback; given another URL or text',
    ],
    [{ ...given, caFile: 'none.pem' }, 'caFile: expected a readable PEM file; none.pem cannot be read'],
    [{ ...given, allow: 'deletes' }, 'allow: takes GUARD=NUMBER such as deletes=12; given: deletes'],
    [
      { ...given, target: 'test' },
      'target: names a target of muster.yaml, and host gives another one; keep one of them',
    ],
    [{ secretName: 'x' }, 'host: expected a value, because secretName is given; none is given'],
    [{ ...given, hosst: 'x' }, 'hosst: is no key; did you mean host?'],
    [{ ...given, platform: true }, 'platform: expected text'],
  ] as const)
    expect(await failures(news)).toEqual([said]);
  const named = await plugin(folderOf({ name: 'team', targets: { test: { sandbox: true } } }), {});
  expect(await named.failures({ target: 'test' })).toEqual([]);
  expect(await named.failures({ target: 'tset' })).toEqual([
    'target: expected one of test; given tset; did you mean test?',
  ]);
  const broken = await plugin(folderOf({ name: 'team', targets: { test: { sandbox: true, region: 'mars' } } }), {});
  expect(await broken.failures({})).toEqual([
    expect.stringMatching(/^directory: muster\.yaml:1: targets\.test\.region: /u),
  ]);
  expect(await writesOf(sandbox)).toEqual([]);
});

test('a list shows the open customers of a campaign by the ids that an import takes, and is never cut in silence', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  // A look-up runs where the process does.
  const { list } = await plugin(stand, { ...explicit(sandbox, stand), caFile: join(stand.folder, 'ca.pem') });
  const campaignName = 'Summer/EU';
  const rows = Array.from({ length: 1000 }, (_, at) => ({ Id: `C-${at}`, tier: at < 3 ? 'gold' : 'tin' }));
  await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows });
  await sandbox.control.work({ campaignName, clientId: 'C-0', agent: 'ana@example.com', state: 'COMPLETED' });
  await sandbox.control.work({ campaignName, clientId: 'C-1', agent: 'ana@example.com', state: 'WORKED' });
  const all = await list({ campaignName });
  expect([all.length, new Set(all).size, all.includes('Summer%2FEU/C-0')]).toEqual([999, 999, false]);
  expect(all.at(-1)).toBe('Summer%2FEU/C-1');
  expect(await list({ campaignName }, 2)).toHaveLength(2);
  const where = [{ key: 'tier', value: 'gold' }];
  expect((await list({ campaignName, where })).toSorted()).toEqual(
    ['C-0', 'C-1', 'C-2'].map((id) => `Summer%2FEU/${id}`),
  );
  expect(await list({ campaignName: 'Nowhere' })).toEqual([]);
  await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows: [{ Id: 'C-1000' }, { Id: 'C-1001' }] });
  await expect(list({ campaignName })).rejects.toThrow(
    'Summer/EU: 1000 customers are shown, and there may be more; say fewer with where, or --count',
  );
  await expect(list({})).rejects.toThrow('campaignName: expected text; given undefined');
  await expect(list({ campaignName, where: 'tier' })).rejects.toThrow('where: expected a list; given string');
  await expect(list({}, 0, 'User')).rejects.toThrow('muster:index:User: only PinnedRecord is listed');
  expect(await writesOf(sandbox)).toEqual([]);
});

test('a list shows a customer of several tasks once, and as many others as were asked for', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { list } = await plugin(stand, { ...explicit(sandbox, stand), caFile: join(stand.folder, 'ca.pem') });
  const campaignName = 'Summer';
  const rows = ['C-1', 'C-1', 'C-1', 'C-2', 'C-3'].map((Id) => ({ Id }));
  for (const row of rows) await sandbox.control.loadIntake({ campaignName, idColumn: 'Id', rows: [row] });
  expect((await sandbox.control.records()).length).toBe(5);
  for (const count of [1, 2, 3, 4]) expect(await list({ campaignName }, count)).toHaveLength(Math.min(count, 3));
  expect(await list({ campaignName })).toHaveLength(3);
});

test('allow stands for an update and not for a destroy, which takes MUSTER_ALLOW', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const names = ['ana', 'ben', 'eva', 'ida'];
  const config = { ...explicit(sandbox, stand), allow: 'deletes=4' };
  const first = await plugin(stand, config);
  for (const name of [...names, 'uwe']) await first.up(name, { ...ana, loginUserId: `${name}@example.com` });
  const destroy = await plugin(stand, config);
  await expect(destroy.remove('ana')).rejects.toThrow('MUSTER_ALLOW=deletes=5');
  const update = await plugin(stand, config);
  await update.make('uwe', { ...ana, loginUserId: 'uwe@example.com' });
  stand.state.pop();
  for (const name of names) await update.remove(name);
  expect((await writesOf(sandbox)).filter((each) => each.startsWith('delete'))).toHaveLength(4);
  vi.stubEnv('MUSTER_ALLOW', 'deletes=1');
  onTestFinished(() => void vi.unstubAllEnvs());
  await (await plugin(stand, config)).remove('uwe');
  expect(stand.state).toEqual([]);
});

test('a target keeps its people when muster.yaml begins or ends to name it', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  await (await plugin(stand, explicit(sandbox, stand))).up('ana', ana);
  const { secretName, secretsRegion, endpoint, jsonKey, port, ...target } = explicit(sandbox, stand);
  const apiKey = JSON.parse(JSON.stringify({ secretName, secretsRegion, endpoint, jsonKey })) as object;
  const targets = { test: { ...target, port: Number(port), apiKey } };
  writeFileSync(join(stand.folder, 'muster.yaml'), JSON.stringify({ name: 'muster', desired: ['none.json'], targets }));
  const named = await plugin(stand, { target: 'test' });
  await named.remove('ana');
  expect(await writesOf(sandbox)).toEqual(['add-user ana@example.com', 'delete-user ana@example.com']);
});

test('a declaration of another type is refused in one line with the path of the property, and nothing is sent', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { wrong } = await plugin(stand, explicit(sandbox, stand));
  const [one, set] = [{ campaignName: 'Summer', clientId: 'C-1' }, { campaignName: 'Summer' }];
  for (const [type, properties, said] of [
    [
      'User',
      { ...ana, loginUserId: 5 },
      ': loginUserId: expected text; given a number, which may have lost digits: quote it',
    ],
    [
      'User',
      { ...ana, createInBackend: 'yes' },
      ': createInBackend: expected true or false; given text of 3 characters',
    ],
    ['User', { ...ana, loginUserID: 'x' }, ': the key "loginUserID" is not known here; did you mean "loginUserId"?'],
    [
      'PinnedRecord',
      { ...one, data: { Name: 5 } },
      ': data.Name: expected text or {value, displayOrder}; given a number',
    ],
    ['PinnedRecord', { ...one, data: 'Maria' }, 'data: expected a mapping'],
    ['PinnedRecord', { ...one, highlight: 5 }, ': highlight: expected ALL or a list of data keys; given a number'],
    ['PinnedRecord', { clientId: 'C-1' }, ': expected the key "campaignName"; it is missing'],
    ['RecordSet', { ...set, records: [] }, 'records: expected a mapping'],
    ['RecordSet', { ...set, records: { 'W-1': 'x' } }, 'records["W-1"]: expected a mapping'],
    ['RecordSet', { ...set, records: { 'W-1': {}, 'W-2': { data: [] } } }, 'records["W-2"].data: expected a mapping'],
    [
      'RecordSet',
      { ...set, records: { 'W-1': {}, 'W-2': { data: { Name: 5 } } } },
      ': records["W-2"].data.Name: expected text or {value, displayOrder}; given a number',
    ],
  ] as const)
    expect(await wrong(type, properties)).toEqual([said]);
  expect(await writesOf(sandbox)).toEqual([]);
});

const ROWS = { campaignName: 'Winter', records: { 'W-1': { data: { Name: 'One' } }, 'W-2': {} } };
const KINDS = [
  ['User', ana],
  ['PinnedRecord', { campaignName: 'Summer', clientId: 'C-1', data: { Name: 'Maria' } }],
  ['RecordSet', ROWS],
] as const;

/** Two tenants, and a project that names both: `first` and `second`. `named`: as a target of muster.yaml has it. */
async function tenants() {
  const [one, other] = [await withSandbox(), await withSandbox()];
  const stand = folderOf(null);
  const named = (sandbox: OwnSandbox, name: string): object => {
    const { secretName, secretsRegion, endpoint, jsonKey, port, ...target } = explicit(sandbox, stand, name);
    return { ...target, port: Number(port), apiKey: { secretName, secretsRegion, endpoint, jsonKey } };
  };
  const says = (first: OwnSandbox, second: OwnSandbox): void => {
    const targets = { first: named(first, 'first'), second: named(second, 'second') };
    writeFileSync(join(stand.folder, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['none.json'], targets }));
  };
  return { one, other, stand, says };
}

test.each(KINDS)(
  'a %s stays in its tenant, whatever its provider is told: an update is refused, and a removal is of the tenant that it was made in',
  async (type, properties) => {
    const { one, other, stand, says } = await tenants();
    says(one, other);
    await (await plugin(stand, { target: 'first' })).up('it', properties, type);
    const sent = await writesOf(one);
    const names = await plugin(stand, { target: 'second' });
    const given = await plugin(stand, explicit(other, stand, 'other'));
    for (const { differs, up, make } of [names, given])
      for (const work of [differs, up, make])
        await expect(work('it', properties, type)).rejects.toThrow(/recorded for target first, not for/u);
    await expect(given.remove('it', type)).rejects.toThrow('other-target');
    await expect(names.refresh('it', type)).rejects.toThrow('other-target');
    expect([await writesOf(one), await writesOf(other)]).toEqual([sent, []]);
    await names.remove('it', type);
    const removed = (await writesOf(one)).slice(sent.length);
    expect([removed.length, removed.every((each) => each.startsWith('delete')), await writesOf(other)]).toEqual([
      sent.length,
      true,
      [],
    ]);
  },
);

test.each(KINDS)(
  'a %s whose target is another tenant by now is refused by all that asks, and nothing is sent',
  async (type, properties) => {
    const { one, other, stand, says } = await tenants();
    says(one, one);
    await (await plugin(stand, { target: 'first' })).up('it', properties, type);
    const sent = await writesOf(one);
    says(other, one);
    const { differs, up, refresh, remove } = await plugin(stand, { target: 'first' });
    for (const work of [differs, up]) await expect(work('it', properties, type)).rejects.toThrow('other-tenant');
    for (const work of [refresh, remove]) await expect(work('it', type)).rejects.toThrow('other-tenant');
    expect([await writesOf(one), await writesOf(other)]).toEqual([sent, []]);
  },
);

test('a row that a set of another tenant declares from then on is removed here and made there', async () => {
  const { one, other, stand, says } = await tenants();
  says(one, other);
  const [here, there] = [await plugin(stand, { target: 'first' }), await plugin(stand, { target: 'second' })];
  await here.up('here', ROWS, 'RecordSet');
  const { 'W-1': first, 'W-2': second } = ROWS.records;
  const fewer = { ...ROWS, records: { 'W-1': first } };
  await there.up('there', { ...ROWS, records: { 'W-2': second } }, 'RecordSet');
  const after = await plugin(stand, { target: 'first' });
  await after.up('here', fewer, 'RecordSet');
  expect((await writesOf(one)).slice(2)).toEqual(['deleteRecordFromCampaign Winter/W-2']);
  expect(await writesOf(other)).toEqual(['addOrUpdateCampaignRecord Winter/W-2']);
});

test('what another version wrote is refused in one line, and nothing is sent', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const config = explicit(sandbox, stand);
  await (await plugin(stand, config)).up('ana', ana);
  const sent = await writesOf(sandbox);
  for (const [__schemaVersion, said] of [
    [99, /newer/u],
    [1, /version/u],
  ] as const) {
    stand.state.splice(
      0,
      1,
      ...stand.state.map((each) => ({ ...each, outputs: { ...each.outputs, __schemaVersion } })),
    );
    const { differs, refresh, remove } = await plugin(stand, config);
    for (const work of [() => differs('ana', ana), () => refresh('ana'), () => remove('ana')]) {
      await expect(work()).rejects.toThrow(said);
      await expect(work()).rejects.not.toThrow(/\n/u);
    }
  }
  expect(await writesOf(sandbox)).toEqual(sent);
});
