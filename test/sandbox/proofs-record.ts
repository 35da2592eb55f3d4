// Proofs: states and transitions, addOrUpdateCampaignRecord, changeCampaignRecordStatus, transferCampaignRecord,
// deleteRecordFromCampaign.

import { expect } from 'vitest';
import { NAME } from './bench.ts';
import type { Bench, Reply, Row } from './bench.ts';
import type { Proofs } from './sentences.ts';

const MINUTE = 60_000;
const EARLIEST = Date.parse('2031-05-06T07:08:09.010Z');
const STATES = ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'];

async function found(bench: Bench, clientId = 'C-1', fields = {}): Promise<Row> {
  const row = await bench.find(clientId, fields);
  if (row === null) throw new Error(`there is no ${clientId}`);
  return row;
}

function setStatus(bench: Bench, fields: Readonly<Record<string, unknown>>): Promise<Reply> {
  const time = fields['previewRecordStateEnum'] === 'WORKED' ? { nextEarliestWorkTimeUTC: EARLIEST } : {};
  return bench.preview('changeCampaignRecordStatus', { clientId: 'C-1', ...time, ...fields });
}

const elsewhere = (bench: Bench): { campaignName: string } => ({ campaignName: `${bench.campaign} B` });

function transfer(bench: Bench, fields: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
  const transferToCampaign = elsewhere(bench).campaignName;
  return bench.preview('transferCampaignRecord', { clientId: 'C-1', transferToCampaign, ...fields });
}

/** With both ids given, the action hits the task of previewRecordId (C-1) and leaves the one of clientId (C-2) alone. */
function idWins(act: (bench: Bench, ids: Readonly<Record<string, unknown>>) => Promise<Reply>) {
  return async (bench: Bench): Promise<void> => {
    await bench.put();
    await bench.put({ clientId: 'C-2' });
    const { previewRecordID } = await found(bench);
    const before = await bench.find('C-2');
    const reply = await act(bench, { previewRecordId: previewRecordID, clientId: 'C-2' });
    expect(reply.said).toBe('SUCCESS');
    expect(await bench.find('C-2')).toEqual(before);
    const unknown = await act(bench, { previewRecordId: 'R-999999999', clientId: 'C-2' });
    expect(unknown.said).toBe('NORECORDFOUND');
  };
}

const pinLapses = async (bench: Bench): Promise<void> => {
  await bench.put({ preferredAgent: 'ana@example.com' });
  const { now } = await bench.sandbox.control.ping();
  const later = { clientId: 'C-2', preferredAgent: 'ana@example.com', nextEarliestWorkTimeUTC: now + 10 * MINUTE };
  await bench.put(later);
  const deliver = (clientId: string): Promise<void> =>
    bench.sandbox.control.work({ campaignName: bench.campaign, clientId, agent: 'ben@example.com', state: 'WORKED' });
  // Ten seconds of a slow machine at most lie between the request and the clock that was read.
  await bench.sandbox.control.advanceClock(30 * MINUTE - 10_000);
  expect((await found(bench)).preferredAgent).toBe('ana@example.com');
  await expect(deliver('C-1')).rejects.toThrow('waits for its preferred agent');
  await bench.sandbox.control.advanceClock(10_000);
  expect((await found(bench)).preferredAgent).toBe('');
  await deliver('C-1');
  expect((await found(bench)).lastAttemptAgent).toBe('ben@example.com');
  expect((await found(bench, 'C-2')).preferredAgent).toBe('ana@example.com');
  await bench.sandbox.control.advanceClock(10 * MINUTE);
  expect((await found(bench, 'C-2')).preferredAgent).toBe('');
};

export const STATE_PROOFS: Proofs = {
  'P-080': async (bench) => {
    await bench.put();
    for (const previewRecordStateEnum of STATES) {
      expect((await setStatus(bench, { previewRecordStateEnum })).said).toBe('SUCCESS');
      expect((await found(bench)).workedState).toBe(previewRecordStateEnum);
    }
    expect((await setStatus(bench, { previewRecordStateEnum: 'OPEN' })).said).toBe('FAILED');
  },
  'P-081': async (bench) => {
    await bench.put();
    for (const from of STATES) {
      for (const previewRecordStateEnum of STATES) {
        await setStatus(bench, { previewRecordStateEnum: from });
        await setStatus(bench, { previewRecordStateEnum });
        expect((await found(bench)).workedState).toBe(previewRecordStateEnum);
      }
    }
  },
  'P-082': async (bench) => {
    await bench.put();
    const routing = { skillQueue: 'gold', preferredAgent: 'ana@example.com', timeZone: 'Europe/Madrid' };
    await setStatus(bench, { previewRecordStateEnum: 'NOTWORKED', ...routing, nextEarliestWorkTimeUTC: EARLIEST });
    expect(await found(bench)).toMatchObject({ skillQueue: 'gold', preferredAgent: 'ana@example.com' });
    expect((await found(bench)).nextEarliestWorkTime).toBe('2031-05-06 07:08:09.010');
    expect(await bench.search('sys_item_time_zone', 'EQUALS', 'Europe/Madrid')).toEqual(['C-1']);
  },
  'P-083': async (bench) => {
    await bench.put();
    const untimed = { previewRecordStateEnum: 'WORKED', nextEarliestWorkTimeUTC: undefined };
    expect((await setStatus(bench, untimed)).said).toBe('FAILED');
    expect((await found(bench)).workedState).toBe('NOTWORKED');
  },
  'P-084': async (bench) => {
    expect(await bench.find()).toBeNull();
    await bench.put();
    expect((await found(bench)).previewRecordID).toMatch(/./u);
  },
  'P-085': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com' });
    await bench.sandbox.control.advanceClock(29 * MINUTE);
    expect((await found(bench)).preferredAgent).toBe('ana@example.com');
    const delivered = { campaignName: bench.campaign, clientId: 'C-1', agent: 'ana@example.com' } as const;
    const toAnother = bench.sandbox.control.work({ ...delivered, agent: 'ben@example.com', state: 'COMPLETED' });
    await expect(toAnother).rejects.toThrow('waits for its preferred agent');
    expect((await found(bench)).workAttempts).toBe(0);
    await bench.sandbox.control.work({ ...delivered, state: 'COMPLETED' });
    expect(await found(bench)).toMatchObject({ lastAttemptAgent: 'ana@example.com', workAttempts: 1 });
    await bench.sandbox.control.advanceClock(60 * MINUTE);
    expect((await found(bench)).preferredAgent).toBe('ana@example.com');
  },
  'P-086': pinLapses,
  'P-181': pinLapses,
};

export const PUT_PROOFS: Proofs = {
  'P-100': async (bench) => {
    await bench.put();
    const { previewRecordID } = await found(bench);
    await bench.put({ previewRecordId: previewRecordID, previewRecordData: [{ key: 'Name', value: 'Eva' }] });
    expect((await found(bench)).previewRecordData[0]?.value).toBe('Eva');
    expect(await bench.sandbox.control.records(bench.campaign)).toHaveLength(1);
  },
  'P-101': async (bench) => {
    await bench.put();
    const { previewRecordID } = await found(bench);
    const reply = await bench.put({ previewRecordId: previewRecordID, clientId: undefined });
    expect(reply.said).toBe('INVALIDCLIENTID');
  },
  'P-102': async (bench) => {
    await bench.put({ clientIdFieldName: 'CustomerId' });
    await bench.put({ clientId: 'C-2' });
    expect((await found(bench)).previewRecordData).toMatchObject([NAME, { key: 'CustomerId', value: 'C-1' }]);
    expect((await found(bench, 'C-2')).previewRecordData).toMatchObject([NAME, { key: 'Id', value: 'C-2' }]);
  },
  'P-103': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com' });
    expect((await found(bench)).preferredAgent).toBe('ana@example.com');
    expect((await bench.put({ preferredAgent: 7 })).said).toBe('FAILED');
  },
  'P-104': async (bench) => {
    const { now } = await bench.sandbox.control.ping();
    await bench.put({ preferredAgent: 'ana@example.com', nextEarliestWorkTimeUTC: now + 60 * MINUTE });
    expect((await found(bench)).workedState).toBe('NOTWORKED');
    const delivered = { campaignName: bench.campaign, clientId: 'C-1', agent: 'ana@example.com' } as const;
    const deliver = (): Promise<void> => bench.sandbox.control.work({ ...delivered, state: 'WORKED' });
    await bench.sandbox.control.advanceClock(59 * MINUTE);
    await expect(deliver()).rejects.toThrow('not queued for work yet');
    await bench.sandbox.control.advanceClock(21 * MINUTE);
    expect((await found(bench)).preferredAgent).toBe('ana@example.com');
    await deliver();
    expect((await found(bench)).workAttempts).toBe(1);
    await bench.put({ nextEarliestWorkTimeUTC: EARLIEST });
    expect((await found(bench)).nextEarliestWorkTime).toBe('2031-05-06 07:08:09.010');
    expect((await bench.put({ nextEarliestWorkTimeUTC: '2031-05-06' })).said).toBe('FAILED');
  },
  'P-105': async (bench) => {
    expect((await bench.put({ previewRecordData: undefined })).said).toBe('FAILED');
    expect(await bench.find()).toBeNull();
  },
  'P-111': async (bench) => {
    await bench.put();
    await bench.put({ clientId: 'C-2' });
    const { previewRecordID } = await found(bench);
    const data = [{ key: 'Name', value: 'Eva' }];
    await bench.put({ previewRecordId: previewRecordID, clientId: 'C-2', previewRecordData: data });
    expect((await found(bench, 'C-1')).previewRecordData[0]?.value).toBe('Eva');
    expect((await found(bench, 'C-2')).previewRecordData[0]?.value).toBe(NAME.value);
  },
  'P-112': async (bench) => {
    await bench.put();
    const { previewRecordID } = await found(bench);
    await bench.put({ previewRecordData: [{ key: 'Name', value: 'Eva' }] });
    expect((await found(bench)).previewRecordID).toBe(previewRecordID);
    await bench.put({ clientId: 'c-1' });
    expect(await bench.sandbox.control.records(bench.campaign)).toHaveLength(2);
  },
  'P-113': async (bench) => {
    await bench.put();
    expect((await bench.put({ previewRecordId: 'R-999999999' })).said).toBe('SUCCESS');
    const ids = (await bench.sandbox.control.records(bench.campaign)).map((row) => row.previewRecordID);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('R-999999999');
  },
  'P-114': async (bench) => {
    await bench.put({ clientIdFieldName: 'CustomerId' });
    expect(await bench.search('CustomerId', 'EQUALS', 'C-1')).toEqual(['C-1']);
  },
  'P-115': async (bench) => {
    await bench.put({ previewRecordData: [NAME, { key: 'city', value: 'Madrid' }] });
    await bench.put({ previewRecordData: [{ key: 'street', value: 'Mayor' }] });
    expect((await found(bench)).previewRecordData).toEqual([{ key: 'street', value: 'Mayor', displayOrder: 1 }]);
    expect(await bench.search('city', 'EQUALS', 'Madrid')).toEqual([]);
  },
  'P-116': async (bench) => {
    const rows = [{ Number: '77', Name: 'Eva' }];
    await bench.sandbox.control.loadIntake({ campaignName: bench.campaign, idColumn: 'Number', rows });
    expect((await bench.put()).said).toBe('FAILED');
    expect((await bench.put({ clientIdFieldName: 'Number' })).said).toBe('SUCCESS');
  },
  'P-117': async (bench) => {
    expect((await bench.put({ clientId: undefined })).said).toBe('INVALIDCLIENTID');
    expect((await bench.put({ clientId: '' })).said).toBe('INVALIDCLIENTID');
  },
  'P-118': async (bench) => {
    const own = { clientIdFieldName: 'CustomerId', previewRecordData: [{ key: 'CustomerId', value: 'C-1' }] };
    expect((await bench.put(own)).said).toBe('INVALIDRECORDDATAKEY');
    expect((await bench.put({ previewRecordData: [{ key: 'Id', value: 'C-1' }] })).said).toBe('INVALIDRECORDDATAKEY');
    expect(await bench.find()).toBeNull();
  },
  'P-119': async (bench) => {
    const { body } = await bench.put();
    expect(Object.keys(body).toSorted()).toEqual(
      ['campaignName', 'companyCode', 'environment', 'platform', 'previewResult', 'region'].toSorted(),
    );
  },
};

export const STATUS_PROOFS: Proofs = {
  'P-130': idWins((bench, ids) => setStatus(bench, { previewRecordStateEnum: 'COMPLETED', ...ids })),
  'P-131': async (bench) => {
    await bench.put();
    expect((await setStatus(bench, { previewRecordStateEnum: 'COMPLETED' })).said).toBe('SUCCESS');
    expect((await setStatus(bench, { previewRecordStateEnum: 'COMPLETED', clientId: undefined })).said).toBe('FAILED');
  },
  'P-132': async (bench) => {
    await bench.put();
    expect((await setStatus(bench, {})).said).toBe('FAILED');
    expect((await setStatus(bench, { previewRecordStateEnum: 'completed' })).said).toBe('FAILED');
    expect((await found(bench)).workedState).toBe('NOTWORKED');
  },
  'P-133': async (bench) => {
    await bench.put();
    await setStatus(bench, { previewRecordStateEnum: 'NOTWORKED', skillQueue: 'gold' });
    await setStatus(bench, { previewRecordStateEnum: 'NOTWORKED' });
    expect((await found(bench)).skillQueue).toBe('gold');
  },
  'P-134': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com' });
    await setStatus(bench, { previewRecordStateEnum: 'NOTWORKED' });
    expect((await found(bench)).preferredAgent).toBe('ana@example.com');
    await setStatus(bench, { previewRecordStateEnum: 'NOTWORKED', preferredAgent: '' });
    expect((await found(bench)).preferredAgent).toBe('');
  },
  'P-135': async (bench) => {
    await bench.put();
    const timed = { previewRecordStateEnum: 'WORKED', nextEarliestWorkTimeUTC: EARLIEST };
    expect((await setStatus(bench, { ...timed, nextEarliestWorkTimeUTC: undefined })).said).toBe('FAILED');
    expect((await setStatus(bench, timed)).said).toBe('SUCCESS');
    expect((await setStatus(bench, { previewRecordStateEnum: 'COMPLETED' })).said).toBe('SUCCESS');
  },
  'P-136': async (bench) => {
    await bench.put();
    const zone = { previewRecordStateEnum: 'NOTWORKED', timeZone: 'Europe/Madrid' };
    await setStatus(bench, zone);
    expect(await bench.search('sys_item_time_zone', 'EQUALS', 'Europe/Madrid')).toEqual(['C-1']);
    expect((await setStatus(bench, { ...zone, timeZone: 'Europe/Atlantis' })).said).toBe('FAILED');
  },
  'P-137': async (bench) => {
    expect((await setStatus(bench, { previewRecordStateEnum: 'COMPLETED' })).said).toBe('NORECORDFOUND');
  },
};

export const TRANSFER_PROOFS: Proofs = {
  'P-140': async (bench) => {
    await bench.put();
    expect((await transfer(bench)).said).toBe('SUCCESS');
    expect(await bench.find()).toBeNull();
    expect((await found(bench, 'C-1', elsewhere(bench))).previewRecordData).toMatchObject([NAME, { key: 'Id' }]);
    await bench.put({ clientId: 'C-2' });
    await transfer(bench, { clientId: 'C-2', transferToCampaign: bench.campaign, skillQueue: 'gold' });
    expect((await found(bench, 'C-2')).skillQueue).toBe('gold');
  },
  'P-141': idWins(transfer),
  'P-142': async (bench) => {
    await bench.put();
    expect((await transfer(bench, { transferToCampaign: undefined })).said).toBe('FAILED');
    expect((await transfer(bench, { transferToCampaign: 'Unknown' })).said).toBe('FAILED');
    await transfer(bench, { transferToCampaign: bench.campaign.toUpperCase() });
    expect(await bench.find()).toBeNull();
    expect(await bench.find('C-1', { campaignName: bench.campaign.toUpperCase() })).not.toBeNull();
  },
  'P-143': async (bench) => {
    await bench.put();
    await transfer(bench, { skillQueue: 'gold' });
    expect((await found(bench, 'C-1', elsewhere(bench))).skillQueue).toBe('gold');
  },
  'P-144': async (bench) => {
    await bench.put({ preferredAgent: 'ana@example.com' });
    await bench.put({ clientId: 'C-2', preferredAgent: 'ana@example.com' });
    await transfer(bench, { preferredAgent: '' });
    await transfer(bench, { clientId: 'C-2', preferredAgent: 'ben@example.com' });
    expect((await found(bench, 'C-1', elsewhere(bench))).preferredAgent).toBe('');
    expect((await found(bench, 'C-2', elsewhere(bench))).preferredAgent).toBe('ben@example.com');
  },
  'P-145': async (bench) => {
    await bench.put();
    await transfer(bench, { nextEarliestWorkTimeUTC: EARLIEST });
    expect((await found(bench, 'C-1', elsewhere(bench))).nextEarliestWorkTime).toBe('2031-05-06 07:08:09.010');
  },
  'P-146': async (bench) => {
    await bench.put();
    expect((await transfer(bench, { timeZone: 'Europe/Atlantis' })).said).toBe('FAILED');
    await transfer(bench, { timeZone: 'Europe/Madrid' });
    const [record] = await bench.sandbox.control.records(elsewhere(bench).campaignName);
    expect(record?.timeZone).toBe('Europe/Madrid');
  },
  'P-147': async (bench) => {
    expect((await transfer(bench)).said).toBe('NORECORDFOUND');
  },
};

const remove = (bench: Bench, ids: Readonly<Record<string, unknown>>): Promise<Reply> =>
  bench.preview('deleteRecordFromCampaign', ids);

export const REMOVE_PROOFS: Proofs = {
  'P-150': idWins(remove),
  'P-151': async (bench) => {
    await bench.put();
    expect((await remove(bench, {})).said).toBe('FAILED');
    expect((await remove(bench, { clientId: 'C-1' })).said).toBe('SUCCESS');
    expect(await bench.find()).toBeNull();
    expect(await bench.search('Name', 'EQUALS', NAME.value)).toEqual([]);
  },
  'P-152': async (bench) => {
    expect((await remove(bench, { clientId: 'C-1' })).said).toBe('NORECORDFOUND');
  },
};
