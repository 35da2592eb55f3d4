// What the native provider says beside its answers, over gRPC as the engine calls it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { withSandbox } from '../support/sandbox.ts';
import { explicit, folderOf, plugin } from './native-plugin.ts';
import { declares, list, maria as mariaOf, person, PROGRAM } from './native-story.ts';
import { succeeded, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const maria = { Name: 'Maria', phone: '+34911234567' };
const customer = (clientId: string, more: object = {}) => ({ campaignName: 'Summer', clientId, data: maria, ...more });

test('a customer under two ids is a warning of the update', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { up, said } = await plugin(stand, explicit(sandbox, stand));
  await up('one', customer('C-1'), 'PinnedRecord');
  expect(said).toEqual([]);
  await up('two', customer('C-2'), 'PinnedRecord');
  expect(said).toEqual([expect.stringMatching(/^warning: \[same-number\] .*called 2 times/u)]);
});

test('a customer who is gone unclear is said and differs after a refresh', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const made = await plugin(stand, explicit(sandbox, stand));
  await made.up('one', customer('C-1'), 'PinnedRecord');
  const rows = { 'W-1': { data: maria }, 'W-2': { data: { ...maria, phone: '+34911234568' } } };
  await made.up('list', { campaignName: 'Winter', records: rows }, 'RecordSet');
  await sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
  await sandbox.control.removeRecord({ campaignName: 'Winter', clientId: 'W-2' });
  const after = await plugin(stand, explicit(sandbox, stand));
  expect(await after.refresh('one', 'PinnedRecord')).toEqual([]);
  expect(await after.refresh('list', 'RecordSet')).toEqual([]);
  expect(after.said).toEqual([
    expect.stringMatching(/^warning: \[gone-unclear\] record:Summer\/C-1: /u),
    expect.stringMatching(/^warning: \[gone-unclear\] record:Winter\/W-2: /u),
  ]);
});

test('what a look-up shows of a customer is a secret, value by value, in its answer and in the schema', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  // A look-up runs where the process does.
  const { invoke } = await plugin(stand, { ...explicit(sandbox, stand), caFile: join(stand.folder, 'ca.pem') });
  const rows = [{ Id: 'C-1', ...maria }];
  await sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
  const where = [{ key: 'Id', value: 'C-1' }];
  const secret = (value: string) => ({ '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', value });
  const data = { Name: secret('Maria'), phone: secret('+34911234567') };
  const shown = { complete: true, tasks: [expect.objectContaining({ clientId: 'C-1', data })] };
  expect(await invoke('getRecord', { campaignName: 'Summer', clientId: 'C-1' })).toMatchObject(shown);
  expect(await invoke('searchRecords', { campaignName: 'Summer', where })).toMatchObject(shown);
  const { types } = JSON.parse(readFileSync('plugin/schema.json', 'utf8')) as { readonly types: object };
  expect(types).toHaveProperty(['muster:index:FoundTask', 'properties', 'data', 'secret'], true);
});

test('a stack of a new name says what the updates are that name no field', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const { secretName, secretsRegion, endpoint, jsonKey, port, ...target } = explicit(sandbox, stand);
  const apiKey = JSON.parse(JSON.stringify({ secretName, secretsRegion, endpoint, jsonKey })) as object;
  const named = (name: string, more: object = {}) => {
    const targets = { test: { ...target, port: Number(port), apiKey, ...more } };
    writeFileSync(join(stand.folder, 'muster.yaml'), JSON.stringify({ name, desired: ['none.json'], targets }));
    return plugin(stand, { target: 'test' });
  };
  await (await named('team')).up('one', customer('C-1'), 'PinnedRecord');
  const renamed = await named('crew', { formerStacks: ['team.team.dev'] });
  expect(await renamed.differs('one', customer('C-1'), 'PinnedRecord')).toEqual([]);
  expect(renamed.said).toEqual([
    expect.stringMatching(/^warning: the stack has a new name: .*markers of its customers/u),
  ]);
});

/** Of the diagnostics of an update, those that are no warning. */
function linesOf(text: string): string[] {
  const [, diagnostics = ''] = /^Diagnostics:$(.*?)^Resources:$/msu.exec(text) ?? [];
  return [...diagnostics.matchAll(/^ {4}(?!warning: )(\S.*)$/gmu)].map(([, line = '']) => line).toSorted();
}

test.skipIf(!pulumiIsHere())(
  'what an update does is one line of the preview in the words of a plan, and what is made or removed is its row',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const row = (name: string, more: object = {}): object => ({ data: { Name: name }, ...more });
    const three = { 'W-1': row('One'), 'W-2': row('Two', { skillQueue: 'q1' }), 'W-3': row('Three') };
    declares(story, { ana: person('ana'), maria: mariaOf({ Name: 'Maria' }), list: list(three) });
    const made = succeeded(await story.pulumi('preview'));
    expect(linesOf(made.text)).toEqual([]);
    succeeded(await story.up());
    const [other, eve] = [mariaOf({ Name: 'Mario' }), person('eve')];
    const two = { 'W-2': row('Two', { skillQueue: 'q2' }), 'W-4': row('Four'), 'W-5': row('Five') };
    declares(story, { ana: person('ana', { adopt: true }), maria: other, list: list(two), eve });
    const said = ['2 to add, 1 to change, 2 to remove', 'update C-1 in Summer: new Name (not shown)'];
    const preview = succeeded(await story.pulumi('preview'));
    expect(linesOf(preview.text)).toEqual(said);
    expect(preview.text).not.toMatch(/Mari[ao]/u);
    expect(linesOf(succeeded(await story.pulumi('up', '--yes', '--skip-preview')).text)).toEqual(said);
    expect(linesOf(succeeded(await story.pulumi('preview')).text)).toEqual([]);
    // One row is told as a plan tells it.
    declares(story, {
      ana: person('ana', { adopt: true }),
      maria: other,
      list: list({ ...two, 'W-2': row('Two') }),
      eve,
    });
    expect(linesOf(succeeded(await story.pulumi('preview')).text)).toEqual(['update W-2 in Winter: queue q2 -> none']);
  },
);
