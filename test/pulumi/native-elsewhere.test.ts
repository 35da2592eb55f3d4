// Which task is ours, where no plan of the native provider has looked: in another campaign of the stack, in which a customer who is new here
// may have been called; and where a create could not read what it made.

import { expect, onTestFinished, test } from 'vitest';

import { openContext, surroundingsOfProcess } from '../../providers/context.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { asHandled } from '../../providers/native-form.ts';
import { UnfinishedError } from '../../providers/refusals.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { explicit, folderOf, plugin, writesOf } from './native-plugin.ts';
import type { Plugin } from './native-plugin.ts';

const customer = (campaignName: string, clientId: string) => ({ campaignName, clientId, data: { Name: clientId } });

interface Begun {
  readonly sandbox: OwnSandbox;
  /** Another update: a process of its own. */
  readonly next: () => Promise<Plugin>;
  readonly sent: () => Promise<number>;
}

/** Winter holds C-1 as `one`, and C-2. */
async function begun(): Promise<Begun> {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const next = () => plugin(stand, explicit(sandbox, stand));
  const made = await next();
  await made.up('one', customer('Winter', 'C-1'), 'PinnedRecord');
  await made.up('two', customer('Winter', 'C-2'), 'PinnedRecord');
  return { sandbox, next, sent: async () => (await writesOf(sandbox)).length };
}

test.each([
  ['PinnedRecord', customer('Summer', 'C-1')],
  ['RecordSet', { campaignName: 'Summer', records: { 'C-1': { data: { Name: 'C-1' } } } }],
] as const)('who was worked and let go in one campaign a %s adds in no other one', async (type, declared) => {
  const { sandbox, next, sent } = await begun();
  await sandbox.control.work({ campaignName: 'Winter', clientId: 'C-1', agent: 'a@example.com', state: 'COMPLETED' });
  await (await next()).remove('one', 'PinnedRecord');
  const before = await sent();
  await expect((await next()).up('new', declared, type)).rejects.toThrow(
    /\[moved-elsewhere\].*record:Summer\/C-1.*moved to campaign Winter/su,
  );
  // Nobody knows where nothing can be read.
  await sandbox.control.arm({ operation: 'searchPreviewCampaign', kind: 'status', key: 'Winter/', count: 'always' });
  await expect((await next()).up('new', declared, type)).rejects.toThrow('whether it stands in another campaign');
  expect(await sent()).toBe(before);
});

test('who was removed in one campaign, or is declared there, is another customer of the other one', async () => {
  const { next, sent } = await begun();
  await (await next()).remove('one', 'PinnedRecord');
  const after = await next();
  await after.up('new', customer('Summer', 'C-1'), 'PinnedRecord');
  await after.up('two', customer('Winter', 'C-2'), 'PinnedRecord');
  await after.up('second', customer('Summer', 'C-2'), 'PinnedRecord');
  expect(await sent()).toBe(5);
});

test('a delete asks about a customer who stands twice, and removes the one that the program then names', async () => {
  const { sandbox, next, sent } = await begun();
  await sandbox.control.loadIntake({ campaignName: 'Winter', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Theirs' }] });
  for (const _ of ['first', 'again'])
    await expect((await next()).remove('one', 'PinnedRecord')).rejects.toThrow(
      /\[twin\].*the clientId stands twice in the campaign \(R-1, R-3\)/su,
    );
  const before = await sent();
  const named = { ...customer('Winter', 'C-1'), previewRecordId: 'R-1', ensure: 'absent' };
  await (await next()).up('one', named, 'PinnedRecord');
  await (await next()).remove('one', 'PinnedRecord');
  expect(await sent()).toBe(before + 1);
  const left = (await sandbox.control.records()).filter(({ clientId }) => clientId === 'C-1');
  expect(left.map(({ previewRecordID }) => previewRecordID)).toEqual(['R-3']);
});

test('an exact copy of others is not ours once a refresh has seen the task that its create could not read', async () => {
  const sandbox = await withSandbox();
  const stand = folderOf(null);
  const exportStack = async (): Promise<string> => JSON.stringify({ deployment: { resources: [] } });
  const sleep = async (): Promise<void> => undefined;
  const process = { ...surroundingsOfProcess(), exportStack, sleep, isNative: true };
  const provider = openContext(stand.folder, process);
  onTestFinished(() => provider.close());
  const config = new Map(
    Object.entries(explicit(sandbox, stand)).map(([key, value]) => [`muster:${key}`, String(value)]),
  );
  provider.configure((key) => config.get(key) ?? null);
  const handlers = createHandlers('record', provider);
  const declared = (Name: string) => ({
    ...asHandled({ ...customer('Summer', 'C-1'), marker: false, data: { Name: { value: Name, displayOrder: 2 } } }),
    ...{ __owner: 'urn:pulumi:dev::team::muster:index:PinnedRecord::one', __stack: 'organization/team/dev' },
  });
  const { control } = sandbox;
  await control.arm({ operation: 'searchPreviewCampaign', kind: 'claims-absent', count: 'always' });
  const { inputs } = await handlers.check({}, declared('One'));
  const made: unknown = await handlers.create(inputs).catch((error: unknown) => error);
  if (!(made instanceof UnfinishedError)) throw made;
  expect(made.message).toContain('[unconfirmed]');
  await control.clearFaults();
  const read = await handlers.read('x', made.properties);
  if (read.id === undefined) throw new Error('it is not there');
  await control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
  await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'One' }] });
  const sent = await writesOf(sandbox);
  const next = await handlers.check({}, declared('Two'));
  await expect(handlers.update('x', read.props, next.inputs)).rejects.toThrow(/\[(?:other-record|conflict)\]/u);
  expect(await writesOf(sandbox)).toEqual(sent);
});
