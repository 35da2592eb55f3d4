// Many objects imported through the native provider: what is asked, what is refused, and the real command over a file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { openContext, surroundingsOfProcess } from '../../providers/context.ts';
import type { ProviderContext } from '../../providers/context.ts';
import type { Family } from '../../providers/declaration.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { importObject } from '../../providers/import.ts';
import type { ReadAnswer } from '../../providers/read.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { declares, PLUGIN, PROGRAM, writesIn, yamlHost } from './native-story.ts';
import { succeeded, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

/** Of the plugin, with a stack that holds nothing. */
function processOf(sandbox: OwnSandbox): ProviderContext {
  const exportStack = async (): Promise<string> => JSON.stringify({ deployment: { resources: [] } });
  const provider = openContext(teamProject(sandbox), { ...surroundingsOfProcess(), isNative: true, exportStack });
  onTestFinished(() => provider.close());
  return provider;
}

function importing(sandbox: OwnSandbox): (family: Family, id: string) => Promise<ReadAnswer> {
  const provider = processOf(sandbox);
  return (family, id) => {
    const beside = {
      __owner: `urn:pulumi:dev::team::muster:index:${family}::${id}`,
      __stack: 'team/dev',
      target: 'test',
    };
    return importObject({ family, provider, id, beside });
  };
}

/** A customer of Beta whom this stack adds, with its marker. */
async function made(sandbox: OwnSandbox, clientId: string): Promise<void> {
  const beside = {
    __owner: 'urn:pulumi:dev::team::muster:index:PinnedRecord::old',
    __stack: 'team/dev',
    target: 'test',
  };
  const { check, create } = createHandlers('record', processOf(sandbox));
  const { inputs } = await check({}, { ...beside, campaignName: 'Beta', clientId, data: '[["Name","Maria",0]]' });
  await create(inputs);
}

const searches = async ({ control }: OwnSandbox): Promise<number | undefined> =>
  (await control.counters()).requests['searchPreviewCampaign'];

test('of a campaign from which many customers are imported six searches tell all', async () => {
  const sandbox = await withSandbox();
  const { control } = sandbox;
  const ids = Array.from({ length: 200 }, (_, index) => `C-${index}`);
  const rows = ids.map((Id) => ({ Id, Name: `Maria ${Id}` }));
  for (const campaignName of ['Beta', 'Gamma']) await control.loadIntake({ campaignName, idColumn: 'Id', rows });
  await control.work({ campaignName: 'Beta', clientId: 'C-7', agent: 'ana@example.com', state: 'WORKED' });
  const imported = importing(sandbox);
  const states = await Promise.all(ids.map((id) => imported('record', `Beta/${id}`)));
  expect(states.map(({ id }) => id)).toEqual(ids);
  expect(await searches(sandbox)).toBe(6);
  await imported('record', 'Gamma/C-1');
  expect(await searches(sandbox)).toBe(8);
});

test('what an import cannot take over is refused alike, alone and among many', async () => {
  const sandbox = await withSandbox();
  const { control } = sandbox;
  const rows = ['OLD', 'TWIN', 'TWIN', 'AGAIN', 'DONE', 'C-1'].map((Id) => ({ Id, Name: 'Maria' }));
  await control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows });
  for (const clientId of ['AGAIN', 'DONE'])
    await control.work({ campaignName: 'Beta', clientId, agent: 'ana@example.com', state: 'COMPLETED' });
  await control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows: [{ Id: 'AGAIN', Name: 'Maria' }] });
  const many = importing(sandbox);
  for (const id of ['OLD', 'C-1']) await many('record', `Beta/${id}`);
  for (const imported of [many, importing(sandbox)])
    for (const [family, id, why] of [
      ['record', 'Beta/TWIN', 'record:Beta/TWIN: stands 2 times in the campaign'],
      ['record', 'Beta/AGAIN', 'record:Beta/AGAIN: stands 2 times in the campaign'],
      ['record', 'Beta/DONE', 'record:Beta/DONE: is finished: there is nothing to take over'],
      ['record', 'Beta/NONE', 'record:Beta/NONE: expected a customer whom the service shows'],
      ['record', 'Nowhere/OLD', 'record:Nowhere/OLD: expected a customer whom the service shows'],
      ['record', 'OLD', 'id: expected <campaignName>/<clientId>; given OLD'],
      ['record', '/W-1', 'id: expected <campaignName>/<clientId>; given /W-1'],
      ['record', 'Beta/', 'id: expected <campaignName>/<clientId>; given Beta/'],
      ['user', 'nobody@example.com', 'user:nobody@example.com: expected somebody who is in the service'],
      ['set', 'Beta/all', 'a RecordSet is not imported'],
    ] as const)
      await expect(imported(family, id), id).rejects.toThrow(why);
});

test('of two tasks none is taken where a search that shows one of them is not answered', async () => {
  const sandbox = await withSandbox();
  const { control } = sandbox;
  const load = (...ids: string[]): Promise<unknown> =>
    control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows: ids.map((Id) => ({ Id, Name: 'Maria' })) });
  await load('OLD', 'AGAIN');
  await control.work({ campaignName: 'Beta', clientId: 'AGAIN', agent: 'ana@example.com', state: 'COMPLETED' });
  await load('AGAIN');
  const many = importing(sandbox);
  await many('record', 'Beta/OLD');
  await control.arm({ operation: 'searchPreviewCampaign', kind: 'status', status: 400, ordinal: 3 });
  await expect(many('record', 'Beta/AGAIN')).rejects.toThrow('stands 2 times in the campaign');
});

test('a customer whose data was copied with the marker of another one is declared without a marker', async () => {
  const sandbox = await withSandbox();
  await made(sandbox, 'W-1');
  const [task] = await sandbox.control.records('Beta');
  const copied = Object.fromEntries(
    (task?.previewRecordData ?? []).flatMap(({ key, value }) => (key === 'Id' ? [] : [[key, value]])),
  );
  await sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ ...copied, Id: 'W-1' }] });
  expect(await importing(sandbox)('record', 'Summer/W-1')).toMatchObject({ inputs: { marker: false } });
});

test('a customer who carries our marker keeps it, and another one is declared without, so that nothing is due', async () => {
  const sandbox = await withSandbox();
  await made(sandbox, 'OURS');
  await sandbox.control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows: [{ Id: 'OLD', Name: 'Maria' }] });
  const again = importing(sandbox);
  const ours = await again('record', 'Beta/OURS');
  expect('inputs' in ours && 'marker' in ours.inputs).toBe(false);
  expect(await again('record', 'Beta/OLD')).toMatchObject({ inputs: { marker: false } });
});

test.skipIf(!pulumiIsHere() || yamlHost === null)(
  'a file of users and customers is imported by the command, and what it prints is a program that previews empty',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(PROGRAM);
    const { control } = story.sandbox;
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    for (const at of numbers) await control.addUser({ loginUserId: `u${at}@example.com`, inBackend: at % 2 === 0 });
    const rows = numbers.map((at) => ({ Id: `C-${at}`, Name: `Maria ${at}`, phone: `+3491123${1000 + at}` }));
    await control.loadIntake({ campaignName: 'Beta', idColumn: 'Id', rows });
    declares(story, {});
    const users = numbers.map((at) => ({ type: 'muster:index:User', name: `u${at}`, id: `u${at}@example.com` }));
    const nobody = { type: 'muster:index:User', name: 'nobody', id: 'nobody@example.com' };
    const customers = numbers.map((at) => ({ type: 'muster:index:PinnedRecord', name: `c${at}`, id: `Beta/C-${at}` }));
    const file = (name: string): string => join(story.folder, name);
    const importsFile = (...resources: readonly object[]) => {
      writeFileSync(file('import.json'), JSON.stringify({ resources }));
      const args = ['import', '--file', 'import.json', '--yes', '--protect=false', '--out', 'printed.yaml'];
      return writesIn(story, () => story.pulumi(...args));
    };
    const [refused, none] = await importsFile(...users, nobody, ...customers);
    expect([refused.code !== 0, none]).toEqual([true, []]);
    expect(refused.text).toMatch(
      /error: Preview failed: user:nobody@example\.com: expected somebody who is in the service.*\n/u,
    );
    expect((await story.pulumi('stack', 'export')).text).not.toContain('muster:index:');
    await story.requests();
    const [imported, sent] = await importsFile(...users, ...customers);
    expect([succeeded(imported).text, sent]).toEqual([expect.stringContaining('= 40 imported'), []]);
    // The engine reads all of it twice, in a process each: for its preview and for the import.
    expect(await story.requests()).toMatchObject({ 'query-existence': 40, searchPreviewCampaign: 12 });
    const plugins = JSON.stringify({ providers: [{ name: 'muster', path: PLUGIN }] });
    const printed = readFileSync(file('printed.yaml'), 'utf8');
    writeFileSync(file('Pulumi.yaml'), `name: team\nruntime: yaml\nplugins: ${plugins}\n${printed}`);
    for (const args of [['preview'], ['preview', '--refresh']])
      expect(succeeded(await story.pulumi(...args)).operations).toEqual([]);
  },
);
