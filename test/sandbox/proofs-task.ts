// Proofs: what the service does, the envelopes, the task as search shows it, data items and specially named keys.

import { expect } from 'vitest';
import { NAME } from './bench.ts';
import type { Bench, Row } from './bench.ts';
import type { Proofs } from './sentences.ts';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/u;
const EARLIEST = Date.parse('2031-05-06T07:08:09.010Z');

async function found(bench: Bench, clientId = 'C-1'): Promise<Row> {
  const row = await bench.find(clientId);
  if (row === null) throw new Error(`there is no ${clientId}`);
  return row;
}

/** The envelope field is required, and must be this environment's. */
function envelopeField(field: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    expect((await bench.put({ [field]: undefined })).said).toBe('FAILED');
    expect((await bench.put({ [field]: 'another' })).said).toBe('FAILED');
    expect(await bench.find()).toBeNull();
    expect((await bench.put()).said).toBe('SUCCESS');
  };
}

/** What the agent sees of C-1. */
function seen(bench: Bench): ReturnType<Bench['sandbox']['control']['agentView']> {
  return bench.sandbox.control.agentView({ campaignName: bench.campaign, clientId: 'C-1' });
}

/** Keys of the details that the agent sees with this in force. */
async function detailsWhere(bench: Bench, has: 'highlighted' | 'clickToDial'): Promise<readonly string[]> {
  return (await seen(bench)).details.filter((each) => each[has]).map(({ key }) => key);
}

const COLOURS = [
  { key: 'phone', value: '+34911234567' },
  { key: 'city', value: 'Madrid' },
  { key: 'score', value: '7' },
];

async function worked(bench: Bench): Promise<Row> {
  await bench.put();
  const key = { campaignName: bench.campaign, clientId: 'C-1' };
  const workCodes = [{ key: 'Reason', value: 'No answer' }];
  await bench.sandbox.control.work({ ...key, agent: 'ana@example.com', state: 'WORKED', workCodes });
  return found(bench);
}

export const PURPOSE_PROOFS: Proofs = {
  'P-001': async (bench) => {
    expect((await bench.put()).said).toBe('SUCCESS');
    expect((await bench.put({ previewRecordData: [{ key: 'Name', value: 'Eva' }] })).said).toBe('SUCCESS');
    expect((await bench.preview('searchPreviewCampaign', { clientId: 'C-1' })).said).toBe('SUCCESS');
    const state = { clientId: 'C-1', previewRecordStateEnum: 'COMPLETED' };
    expect((await bench.preview('changeCampaignRecordStatus', state)).said).toBe('SUCCESS');
    const move = { clientId: 'C-1', transferToCampaign: `${bench.campaign} B` };
    expect((await bench.preview('transferCampaignRecord', move)).said).toBe('SUCCESS');
    const gone = { campaignName: `${bench.campaign} B`, clientId: 'C-1' };
    expect((await bench.preview('deleteRecordFromCampaign', gone)).said).toBe('SUCCESS');
    expect((await bench.put({ campaignName: 'Unknown' })).said).toBe('FAILED');
  },
  'P-002': async (bench) => {
    await bench.put();
    const rows = [{ Id: 'C-2', Name: 'Eva' }];
    await bench.sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows });
    expect(await bench.search('Name', 'NOTEQUALS', '')).toEqual(['C-1', 'C-2']);
  },
  'P-003': async (bench) => {
    const rows = [{ Number: '77', Name: 'Eva' }];
    await bench.sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Number', rows });
    expect((await found(bench, '77')).previewRecordData[0]).toEqual({ key: 'Number', value: '77', displayOrder: 1 });
  },
  'P-004': async (bench) => {
    await bench.put({ previewRecordData: [NAME, { key: 'SkillQueue', value: 'gold' }] });
    expect((await found(bench)).skillQueue).toBe('gold');
  },
  'P-005': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com', nextEarliestWorkTimeUTC: EARLIEST });
    const row = await found(bench);
    expect([row.preferredAgent, row.nextEarliestWorkTime]).toEqual(['ana@example.com', '2031-05-06 07:08:09.010']);
  },
  'P-006': async (bench) => {
    const items = [
      NAME,
      { key: 'Highlight', value: 'phone' },
      { key: 'Hidden', value: 'score|phone' },
      { key: 'crm_link', value: 'https://crm.example.com/1' },
      { key: 'call_button', value: 'https://crm.example.com/2' },
      { key: 'phone', value: '+34911234567' },
    ];
    expect((await bench.put({ previewRecordData: items })).said).toBe('SUCCESS');
    expect((await found(bench)).previewRecordData.slice(0, items.length)).toMatchObject(items);
    expect(await seen(bench)).toEqual({
      banner: NAME.value,
      details: [{ key: 'Id', value: 'C-1', highlighted: false, clickToDial: false }],
      links: [{ label: 'crm', url: 'https://crm.example.com/1' }],
      buttons: [{ label: 'call', url: 'https://crm.example.com/2' }],
    });
  },
};

export const ENVELOPE_PROOFS: Proofs = {
  'P-010': envelopeField('platform'),
  'P-011': envelopeField('companyCode'),
  'P-012': envelopeField('environment'),
  'P-013': async (bench) => {
    expect((await bench.put({ campaignName: undefined })).said).toBe('FAILED');
    await bench.put();
    expect(await bench.find('C-1', { campaignName: bench.campaign.toUpperCase() })).toBeNull();
    expect(await bench.find()).not.toBeNull();
  },
  'P-014': async (bench) => {
    await bench.put();
    const elsewhere = { campaignName: `${bench.campaign} B`, clientId: 'C-1', transferToCampaign: bench.campaign };
    expect((await bench.preview('transferCampaignRecord', elsewhere)).said).toBe('NORECORDFOUND');
    const here = { clientId: 'C-1', transferToCampaign: `${bench.campaign} B` };
    expect((await bench.preview('transferCampaignRecord', here)).said).toBe('SUCCESS');
  },
  'P-015': envelopeField('region'),
  'P-020': async (bench) => {
    const envelope = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox', region: 'us-east-1' };
    const { body } = await bench.put();
    expect(body).toMatchObject({ ...envelope, campaignName: bench.campaign });
    expect(body.previewResult).toBeTypeOf('object');
    const failed = await bench.put({ campaignName: 'Unknown' });
    expect(failed.body).toMatchObject({ ...envelope, campaignName: 'Unknown' });
  },
  'P-021': async (bench) => {
    expect((await bench.put()).body.previewResult?.previewResultStatus).toBe('SUCCESS');
  },
  'P-022': async (bench) => {
    expect((await bench.put()).body.previewResult?.error).toBeNull();
    expect((await bench.put({ previewRecordData: 'none' })).body.previewResult?.error).toMatch(/previewRecordData/u);
  },
};

export const TASK_PROOFS: Proofs = {
  'P-030': async (bench) => {
    await bench.put();
    await bench.put({ clientId: 'C-2' });
    const [one, two] = [await found(bench), await found(bench, 'C-2')];
    expect(one.previewRecordID).not.toBe('');
    expect(one.previewRecordID).not.toBe(two.previewRecordID);
  },
  'P-031': async (bench) => {
    await bench.put({ clientId: ' c/1 ñ' });
    expect((await found(bench, ' c/1 ñ')).clientId).toBe(' c/1 ñ');
  },
  'P-032': async (bench) => {
    await bench.put();
    await bench.put({ clientId: 'C-2', preferredAgent: 'ana@example.com' });
    expect([null, '']).toContain((await found(bench)).preferredAgent);
    expect((await found(bench, 'C-2')).preferredAgent).toBe('ana@example.com');
  },
  'P-033': async (bench) => {
    await bench.put();
    expect((await found(bench)).skillQueue).toBe('default');
  },
  'P-034': async (bench) => {
    await bench.put();
    const { now } = await bench.sandbox.control.ping();
    const { createdTime } = await found(bench);
    expect(createdTime).toMatch(TIME);
    expect(Math.abs(Date.parse(`${createdTime.replace(' ', 'T')}Z`) - now)).toBeLessThan(60_000);
    await bench.sandbox.control.advanceClock(60_000);
    await worked(bench);
    expect((await found(bench)).createdTime).toBe(createdTime);
  },
  'P-035': async (bench) => {
    await bench.put();
    const before = await found(bench);
    await bench.sandbox.control.advanceClock(60_000);
    const after = await worked(bench);
    expect(after.lastUpdatedTime).toMatch(TIME);
    expect(after.lastUpdatedTime > before.lastUpdatedTime).toBe(true);
    expect(after.createdTime).toBe(before.createdTime);
  },
  'P-036': async (bench) => {
    await bench.put({ nextEarliestWorkTimeUTC: EARLIEST });
    await bench.put({ clientId: 'C-2' });
    expect((await found(bench)).nextEarliestWorkTime).toBe('2031-05-06 07:08:09.010');
    expect((await found(bench, 'C-2')).nextEarliestWorkTime).toBeNull();
  },
  'P-037': async (bench) => {
    await bench.put();
    expect((await found(bench)).workedState).toBe('NOTWORKED');
  },
  'P-038': async (bench) => {
    await bench.put();
    expect((await found(bench)).workAttempts).toBe(0);
    expect(await worked(bench)).toMatchObject({ workAttempts: 1, workedState: 'WORKED' });
  },
  'P-039': async (bench) => {
    await bench.put();
    expect([null, '']).toContain((await found(bench)).lastAttemptAgent);
    expect((await worked(bench)).lastAttemptAgent).toBe('ana@example.com');
  },
  'P-040': async (bench) => {
    await bench.put();
    expect([null, '']).toContain((await found(bench)).lastAttemptTime);
    expect((await worked(bench)).lastAttemptTime).toMatch(TIME);
  },
  'P-041': async (bench) => {
    await bench.put();
    expect(await found(bench)).not.toHaveProperty('workCodes');
    expect((await worked(bench)).workCodes).toEqual([{ key: 'Reason', value: 'No answer' }]);
  },
  'P-042': async (bench) => {
    await bench.put();
    expect((await found(bench)).previewRecordData).toMatchObject([NAME, { key: 'Id', value: 'C-1' }]);
  },
};

/** The items are refused, and nothing is stored. */
async function refused(bench: Bench, item: Readonly<Record<string, unknown>>): Promise<void> {
  expect((await bench.put({ clientId: 'C-bad', previewRecordData: [item] })).said).toBe('FAILED');
  expect(await bench.find('C-bad')).toBeNull();
}

async function accepted(bench: Bench, key: string, value: string): Promise<void> {
  expect((await bench.put({ previewRecordData: [{ key, value }] })).said).toBe('SUCCESS');
  expect((await found(bench)).previewRecordData[0]).toMatchObject({ key, value });
}

export const ITEM_PROOFS: Proofs = {
  'P-050': (bench) => refused(bench, { value: 'x' }),
  'P-051': (bench) => refused(bench, { key: 'x' }),
  'P-052': async (bench) => {
    for (const displayOrder of [0, -1, 1.5, '1']) await refused(bench, { ...NAME, displayOrder });
    expect((await bench.put({ previewRecordData: [{ ...NAME, displayOrder: 7 }] })).said).toBe('SUCCESS');
    expect((await found(bench)).previewRecordData[0]).toEqual({ ...NAME, displayOrder: 7 });
  },
  'P-053': async (bench) => {
    await bench.put({ previewRecordData: [NAME, { key: 'city', value: 'Madrid', displayOrder: 1 }] });
    const orders = (await found(bench)).previewRecordData.map((item) => item.displayOrder);
    expect(orders).toEqual([2, 1, 3]);
  },
  'P-070': async (bench) => {
    await accepted(bench, 'Name', 'Maria');
    expect((await seen(bench)).banner).toBe('Maria');
    expect((await seen(bench)).details.map(({ key }) => key)).toEqual(['Id']);
    await bench.put({ previewRecordData: [{ key: 'name', value: 'Maria' }] });
    expect((await seen(bench)).banner).toBeNull();
  },
  'P-071': async (bench) => {
    const keys = ['phone', 'phone2', 'workPHONE', 'my Phone no'];
    const odd = [
      '911 234 567',
      '34911234567',
      '+34 911234567',
      '+34911234567 ext 5',
      '+0911',
      '+1',
      '+1234567890123456',
    ];
    for (const key of keys) {
      for (const value of odd) await refused(bench, { key, value });
      for (const value of ['+34911234567', '+12', '+123456789012345']) await accepted(bench, key, value);
      expect(await detailsWhere(bench, 'clickToDial')).toEqual([key]);
    }
    await accepted(bench, 'phon', 'any text');
    expect((await bench.put({ clientId: '0911', clientIdFieldName: 'Phone' })).said).toBe('FAILED');
    expect((await bench.put({ clientId: '+34911234567', clientIdFieldName: 'Phone' })).said).toBe('SUCCESS');
  },
  'P-072': async (bench) => {
    await bench.put({ previewRecordData: [{ key: 'Highlight', value: 'ALL' }, ...COLOURS] });
    expect(await detailsWhere(bench, 'highlighted')).toEqual(['phone', 'city', 'score', 'Id']);
    await bench.put({ previewRecordData: [{ key: 'Highlight', value: 'phone|city' }, ...COLOURS] });
    expect(await detailsWhere(bench, 'highlighted')).toEqual(['phone', 'city']);
    expect((await seen(bench)).details.map(({ key }) => key)).not.toContain('Highlight');
    expect((await found(bench)).previewRecordData[0]).toMatchObject({ key: 'Highlight', value: 'phone|city' });
  },
  'P-073': async (bench) => {
    await bench.put({ previewRecordData: [{ key: 'Hidden', value: 'score|city' }, ...COLOURS] });
    expect((await seen(bench)).details.map(({ key }) => key)).toEqual(['phone', 'Id']);
    const kept = (await found(bench)).previewRecordData.map(({ key }) => key);
    expect(kept).toEqual(['Hidden', 'phone', 'city', 'score', 'Id']);
  },
  'P-074': async (bench) => {
    await refused(bench, { key: 'crm_link', value: 'not a url' });
    for (const key of ['crm_LINK', 'crm_Link', 'crm_linked', 'link', '_link_']) await accepted(bench, key, 'not a url');
    expect((await seen(bench)).links).toEqual([]);
    await accepted(bench, 'crm_link', 'HTTPS://crm.example.com/1');
    await accepted(bench, 'crm_link', 'tel:+34911234567');
    await accepted(bench, 'crm_link', 'https://crm.example.com/1');
    expect((await seen(bench)).links).toEqual([{ label: 'crm', url: 'https://crm.example.com/1' }]);
    expect((await seen(bench)).details).toEqual([]);
  },
  'P-075': async (bench) => {
    await refused(bench, { key: 'crm_button', value: 'not a url' });
    for (const key of ['crm_BUTTON', 'crm_buttons', 'button']) await accepted(bench, key, 'not a url');
    expect((await seen(bench)).buttons).toEqual([]);
    await accepted(bench, 'crm_button', 'https://crm.example.com/1');
    expect((await seen(bench)).buttons).toEqual([{ label: 'crm', url: 'https://crm.example.com/1' }]);
  },
  'P-076': async (bench) => {
    await refused(bench, { key: 'SkillQueue', value: 'Unknown queue' });
    await accepted(bench, 'SkillQueue', 'gold');
    expect((await found(bench)).skillQueue).toBe('gold');
    expect((await seen(bench)).details.map(({ key }) => key)).not.toContain('SkillQueue');
    await bench.sandbox.control.setSwitches({ skillQueues: ['silver'] });
    await refused(bench, { key: 'SkillQueue', value: 'gold' });
  },
  'P-077': async (bench) => {
    await accepted(bench, 'SkillQueue', 'gold');
    await bench.put();
    expect((await found(bench)).skillQueue).toBe('default');
  },
  'P-078': async (bench) => {
    await refused(bench, { key: 'ItemTimeZone', value: 'Europe/Atlantis' });
    await accepted(bench, 'ItemTimeZone', 'Europe/Madrid');
    expect(await bench.search('sys_item_time_zone', 'EQUALS', 'Europe/Madrid')).toEqual(['C-1']);
  },
  'P-079': async (bench) => {
    await bench.put();
    expect(await bench.search('sys_item_time_zone', 'EQUALS', 'UTC')).toEqual(['C-1']);
  },
};
