// A customer who is new in one campaign and may have been called in another one of the stack: no plan of the native provider has looked there.

import { expect, test } from 'vitest';

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
