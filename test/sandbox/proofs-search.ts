// Proofs: search criteria, searchPreviewCampaign, the errors and limits of the campaign document.

import { expect } from 'vitest';
import { NAME } from './bench.ts';
import type { Bench, Reply } from './bench.ts';
import { ITEM_PROOFS } from './proofs-task.ts';
import { PUT_PROOFS } from './proofs-record.ts';
import type { Proofs } from './sentences.ts';

const EARLIEST = Date.parse('2031-05-06T07:08:09.010Z');

function searching(bench: Bench, fields: Readonly<Record<string, unknown>>): Promise<Reply> {
  return bench.preview('searchPreviewCampaign', fields);
}

const BY_NAME = { previewRecordData: [{ key: 'Name', condition: 'EQUALS', value: NAME.value }] };

/** C-1 and C-2 in different cities. */
async function twoCities(bench: Bench): Promise<void> {
  await bench.put({ previewRecordData: [NAME, { key: 'city', value: 'Madrid' }] });
  await bench.put({ clientId: 'C-2', previewRecordData: [NAME, { key: 'city', value: 'Malaga' }] });
}

async function manyRecords(bench: Bench, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ Id: `N-${index}`, Name: NAME.value }));
  await bench.sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Id', rows });
}

const defaultLimit = async (bench: Bench): Promise<void> => {
  await bench.sandbox.control.setSwitches({ S4: 'none' });
  await manyRecords(bench, 1001);
  expect((await searching(bench, BY_NAME)).body.previewRecordClientData).toHaveLength(1000);
};

export const CRITERION_PROOFS: Proofs = {
  'P-060': async (bench) => {
    await twoCities(bench);
    expect(await bench.search('city', 'EQUALS', 'Malaga')).toEqual(['C-2']);
    const keyless = { previewRecordData: [{ condition: 'EQUALS', value: 'x' }] };
    expect((await searching(bench, keyless)).said).toBe('FAILED');
  },
  'P-061': async (bench) => {
    const valueless = { previewRecordData: [{ key: 'city', condition: 'EQUALS' }] };
    expect((await searching(bench, valueless)).said).toBe('FAILED');
  },
  'P-062': async (bench) => {
    await twoCities(bench);
    expect(await bench.search('city', 'EQUALS', 'Madrid')).toEqual(['C-1']);
    expect(await bench.search('city', 'NOTEQUALS', 'Madrid')).toEqual(['C-2']);
    expect(await bench.search('city', 'GREATERTHAN', 'Madrid')).toEqual(['C-2']);
    expect(await bench.search('city', 'LESSTHAN', 'Malaga')).toEqual(['C-1']);
    expect(await bench.search('city', 'CONTAINS', 'ag')).toEqual(['C-2']);
    expect(await bench.search('city', 'BEGINSWITH', 'Ma')).toEqual(['C-1', 'C-2']);
    expect(await bench.search('city', 'BEGINSWITH', 'adrid')).toEqual([]);
    const odd = { previewRecordData: [{ key: 'city', condition: 'LIKE', value: 'x' }] };
    expect((await searching(bench, odd)).said).toBe('FAILED');
  },
  'P-063': async (bench) => {
    await bench.put({ previewRecordData: [{ key: 'SkillQueue', value: 'gold' }] });
    await bench.put({ clientId: 'C-2' });
    expect(await bench.search('sys_skill_queue', 'EQUALS', 'gold')).toEqual(['C-1']);
  },
  'P-064': async (bench) => {
    await twoCities(bench);
    const work = { campaignName: bench.campaign, clientId: 'C-2', agent: 'ana@example.com' } as const;
    for (let attempt = 0; attempt < 10; attempt += 1) await bench.sandbox.control.work({ ...work, state: 'WORKED' });
    expect(await bench.search('sys_worked_attempts', 'GREATERTHAN', '9')).toEqual(['C-2']);
    expect(await bench.search('sys_worked_attempts', 'EQUALS', '0')).toEqual(['C-1']);
  },
  'P-065': async (bench) => {
    await bench.put({ previewRecordData: [{ key: 'ItemTimeZone', value: 'Europe/Madrid' }] });
    await bench.put({ clientId: 'C-2' });
    expect(await bench.search('sys_item_time_zone', 'BEGINSWITH', 'Europe/')).toEqual(['C-1']);
    expect(await bench.search('sys_item_time_zone', 'BEGINSWITH', 'Madrid')).toEqual([]);
  },
  'P-066': async (bench) => {
    await twoCities(bench);
    const state = { clientId: 'C-2', previewRecordStateEnum: 'COMPLETED' };
    await bench.preview('changeCampaignRecordStatus', state);
    expect(await bench.search('sys_worked_state', 'EQUALS', 'COMPLETED')).toEqual(['C-2']);
  },
  'P-067': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com' });
    await bench.put({ clientId: 'C-2' });
    expect(await bench.search('sys_preferred_agent', 'EQUALS', 'ana@example.com')).toEqual(['C-1']);
  },
  'P-068': async (bench) => {
    await bench.put({ nextEarliestWorkTimeUTC: EARLIEST });
    await bench.put({ clientId: 'C-2' });
    expect(await bench.search('sys_next_earliest_worktime_long', 'EQUALS', String(EARLIEST))).toEqual(['C-1']);
    expect(await bench.search('sys_next_earliest_worktime_long', 'GREATERTHAN', '5')).toEqual(['C-1']);
  },
};

export const SEARCH_PROOFS: Proofs = {
  'P-120': async (bench) => {
    await twoCities(bench);
    const first = await bench.find('C-1');
    const both = await bench.find('C-2', { previewRecordId: first?.previewRecordID });
    expect(both).toEqual(first);
    const ids = { previewRecordId: first?.previewRecordID, campaignName: `${bench.campaign} B` };
    expect(await bench.find('C-1', ids)).toBeNull();
  },
  'P-121': async (bench) => {
    await twoCities(bench);
    const first = await bench.find('C-1');
    expect(await bench.find('C-2', { previewRecordID: first?.previewRecordID })).toEqual(first);
  },
  'P-122': async (bench) => {
    await twoCities(bench);
    expect((await bench.find('C-2'))?.clientId).toBe('C-2');
    expect(await bench.find('C-2', { previewRecordId: 'R-999999999' })).toBeNull();
  },
  'P-123': async (bench) => {
    await twoCities(bench);
    expect((await bench.find('C-1', { maxRecords: 0 }))?.clientId).toBe('C-1');
    expect((await searching(bench, { ...BY_NAME, maxRecords: 0 })).said).toBe('FAILED');
    expect((await searching(bench, { ...BY_NAME, maxRecords: 1 })).body.previewRecordClientData).toHaveLength(1);
  },
  'P-124': defaultLimit,
  'P-125': async (bench) => {
    expect((await searching(bench, {})).said).toBe('FAILED');
    expect((await searching(bench, { previewRecordData: [] })).said).toBe('FAILED');
    expect((await searching(bench, { clientId: 'C-1' })).said).toBe('NORECORDFOUND');
  },
  'P-126': async (bench) => {
    await bench.put();
    await bench.put({ previewRecordId: 'R-999999999' });
    expect((await searching(bench, { clientId: 'C-1' })).body.previewRecordClientData).toHaveLength(1);
    expect((await searching(bench, { clientId: 'C-9' })).said).toBe('NORECORDFOUND');
    expect((await searching(bench, { previewRecordId: 'R-888888888' })).said).toBe('NORECORDFOUND');
  },
  'P-127': async (bench) => {
    await twoCities(bench);
    expect(await bench.search('Name', 'EQUALS', NAME.value)).toEqual(['C-1', 'C-2']);
    const none = { previewRecordData: [{ key: 'city', condition: 'EQUALS', value: 'Paris' }] };
    const reply = await searching(bench, none);
    expect([reply.said, reply.body.previewRecordClientData]).toEqual(['SUCCESS', []]);
  },
  'P-128': async (bench) => {
    await bench.put();
    expect(Array.isArray((await searching(bench, { clientId: 'C-1' })).body.previewRecordClientData)).toBe(true);
    const failed = await searching(bench, { clientId: 'C-1', campaignName: 'Unknown' });
    expect(failed.said).toBe('FAILED');
    expect(failed.body.previewRecordClientData).toEqual([]);
    const other = await bench.put({ clientId: 'C-2', campaignName: 'Unknown' });
    expect(other.body).not.toHaveProperty('previewRecordClientData');
  },
};

const noRecord = async (bench: Bench): Promise<void> => {
  const ids = { clientId: 'C-9', previewRecordStateEnum: 'COMPLETED', transferToCampaign: 'B' };
  const locating = ['searchPreviewCampaign', 'changeCampaignRecordStatus', 'transferCampaignRecord'];
  for (const action of [...locating, 'deleteRecordFromCampaign']) {
    expect((await bench.preview(action, ids)).said).toBe('NORECORDFOUND');
  }
};

/** A row of the tables "Errors" and "Limits" that says again what another sentence says. */
export function sameAs(proofs: Proofs, id: string): (bench: Bench) => Promise<void> {
  const proof = proofs[id];
  if (proof === undefined) throw new Error(`there is no proof ${id}`);
  return proof;
}

export const ERROR_PROOFS: Proofs = {
  'P-170': async (bench) => {
    const { http, body } = await bench.put({ campaignName: 'Unknown' });
    expect([http, body.previewResult?.previewResultStatus]).toEqual([200, 'FAILED']);
    expect(body.previewResult?.error).toMatch(/campaign/u);
  },
  'P-171': sameAs(PUT_PROOFS, 'P-117'),
  'P-172': sameAs(PUT_PROOFS, 'P-118'),
  'P-173': noRecord,
  'P-180': defaultLimit,
  'P-182': sameAs(ITEM_PROOFS, 'P-052'),
};
