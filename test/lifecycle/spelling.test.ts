// What files may say in more than one way is sent in one, and is no difference afterwards.

import { expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { scenario } from '../support/scenario.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-1' };

function summer(record: Partial<RecordInput>, settings: object = {}): DesiredInput {
  return { campaigns: [{ campaignName: 'Summer', ...settings, records: [{ clientId: 'C-1', ...record }] }] };
}

test('P-078 P-136 P-146 a time zone is planned, sent and compared as the database spells it', async () => {
  const story = await scenario();
  await story.converge(summer({ data: { Name: 'Maria' }, timeZone: 'europe/madrid' }));
  expect((await story.sandbox.control.records('Summer'))[0]?.timeZone).toBe('Europe/Madrid');
  expect(await story.changes(summer({ data: { Name: 'Maria' }, timeZone: 'EUROPE/MADRID' }))).toEqual([]);
  // Somebody else's spelling is the same zone, too.
  await story.sandbox.control.changeRecord({ ...KEY, data: { ItemTimeZone: 'EUROPE/madrid' } });
  expect(await story.changes(summer({ data: { Name: 'Maria' }, timeZone: 'Europe/Madrid' }))).toEqual([]);
  await story.converge(summer({ data: { Name: 'Maria' }, timeZone: 'asia/kolkata' }));
  expect((await story.sandbox.control.records('Summer'))[0]?.timeZone).toBe('Asia/Kolkata');
});

test('P-052 items with the same displayOrder arrive with it, and are no difference', async () => {
  const story = await scenario();
  const data = { a: { value: 'x', displayOrder: 2 }, b: { value: 'y', displayOrder: 2 }, Name: 'Maria' };
  await story.converge(summer({ data }));
  const [record] = await story.sandbox.control.records('Summer');
  const orders = (record?.previewRecordData ?? []).filter(({ key }) => key in data);
  expect(orders.map(({ key, displayOrder }) => `${displayOrder} ${key}`).toSorted()).toEqual(['1 Name', '2 a', '2 b']);
});

test('P-072 P-073 items of the intake files are highlighted and hidden as declared', async () => {
  const story = await scenario();
  const named = { data: { Name: 'Maria' }, highlight: ['Balance'], hidden: ['Score'] };
  await story.converge(summer(named, { intake: true }));
  await story.sandbox.control.changeRecord({ ...KEY, data: { Balance: '7', Score: '9' } });
  const { details } = await story.sandbox.control.agentView(KEY);
  expect(details.filter(({ highlighted }) => highlighted).map(({ key }) => key)).toEqual(['Balance']);
  expect(details.map(({ key }) => key)).not.toContain('Score');
});

test('P-074 a link in any letter case and with any scheme is taken by the service', async () => {
  const story = await scenario();
  await story.converge(summer({ data: { crm_link: 'HTTPS://CRM.EXAMPLE.COM/1', call_button: 'tel:+34911234567' } }));
  expect((await story.sandbox.control.agentView(KEY)).buttons).toEqual([{ label: 'call', url: 'tel:+34911234567' }]);
});

test('a warning of the files is one of the plan for the record that changes, and of no other', async () => {
  const story = await scenario();
  const odd = summer({ data: { phone: '+3491123' } });
  const codes = async (): Promise<string[]> =>
    (await story.plan(odd)).warnings.map(({ code, address }) => `${code} ${address}`);
  expect(await codes()).toEqual(['phone-not-possible record:Summer/C-1']);
  await story.converge(odd);
  expect(await codes()).toEqual([]);
});
