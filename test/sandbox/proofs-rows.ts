// Proofs: rows and half sentences of both documents. Where another proof shows the same, it is that one.

import { expect } from 'vitest';
import { REGIONS } from '../../src/core/model/region.ts';
import { baseUrl } from '../../src/core/model/target.ts';
import type { Bench, Row } from './bench.ts';
import { NAME } from './bench.ts';
import { ask, DOOR_PROOFS, QUERY, SEARCH } from './proofs-door.ts';
import { PUT_PROOFS } from './proofs-record.ts';
import { sameAs } from './proofs-search.ts';
import { ENVELOPE_PROOFS, ITEM_PROOFS, TASK_PROOFS } from './proofs-task.ts';
import { USER_PROOFS } from './proofs-users.ts';
import type { Proofs } from './sentences.ts';

async function row(bench: Bench): Promise<Row> {
  await bench.put();
  const found = await bench.find();
  if (found === null) throw new Error('there is no C-1');
  return found;
}

/** The statuses that the section names: SUCCESS for what can be done, FAILED with a reason for what cannot. */
function statuses(action: string, fields: Readonly<Record<string, unknown>>): (bench: Bench) => Promise<void> {
  return async (bench) => {
    await bench.put();
    const failed = await bench.preview(action, { ...fields, clientId: 'C-1', campaignName: 'Unknown' });
    expect([failed.http, failed.said]).toEqual([200, 'FAILED']);
    expect(failed.body.previewResult?.error).toMatch(/./u);
    expect((await bench.preview(action, { ...fields, clientId: 'C-1' })).said).toBe('SUCCESS');
    expect((await bench.preview(action, { ...fields, clientId: 'C-404' })).said).toBe('NORECORDFOUND');
  };
}

/** The header, and it alone, is wrong or missing. */
function header(path: string, name: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const right = await bench.headers();
    for (const value of [
      undefined,
      '',
      'wrong',
      `${right[name]}x`,
      right[name]?.toLowerCase().replace(/[a-z]/u, 'Q'),
    ]) {
      expect((await ask(bench, path, { headers: { ...right, [name]: value } })).http).toBe(401);
    }
    expect((await ask(bench, path, { headers: right })).http).toBe(200);
  };
}

/** `{base_url}` of every region, as the document writes it; the sandbox answers under each such name, and without one. */
function baseUrls(path: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    for (const region of REGIONS) {
      const host = region === 'us-east-1' ? 'localhost' : `${region}.localhost`;
      expect(baseUrl({ host: 'localhost', region, port: 9443 })).toBe(`https://${host}:9443`);
      expect((await ask(bench, path, { host })).http).toBe(200);
    }
    expect(REGIONS).toHaveLength(10);
  };
}

function reaches(operation: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const prefix = operation.includes('-') ? '/admin/api/users/' : '/preview/';
    expect((await ask(bench, `${prefix}${operation}`)).http).toBe(200);
    expect((await ask(bench, `${prefix}${operation.toUpperCase()}`)).http).toBe(401);
    expect((await ask(bench, `${prefix}${operation}/`)).http).toBe(401);
  };
}

export const PREVIEW_ROW_PROOFS: Proofs = {
  'P-016': sameAs(ENVELOPE_PROOFS, 'P-010'),
  'P-023': async (bench) => {
    for (const reply of [await bench.put(), await bench.put({ clientId: '' }), await bench.put({ region: 'x' })]) {
      expect(Object.keys(reply.body.previewResult ?? {})).toEqual(['previewResultStatus', 'error']);
    }
  },
  'P-024': async (bench) => {
    expect((await bench.put()).body.previewResult?.error).toBeNull();
    expect((await bench.put({ clientId: '' })).body.previewResult?.error).toBeTypeOf('string');
  },
  'P-043': async (bench) => {
    expect((await row(bench)).previewRecordID).toBeTypeOf('string');
  },
  'P-044': async (bench) => {
    expect((await row(bench)).workAttempts).toBe(0);
    const key = { campaignName: bench.campaign, clientId: 'C-1' };
    await bench.sandbox.control.work({ ...key, agent: 'ana@example.com', state: 'WORKED' });
    expect((await bench.find())?.workAttempts).toBe(1);
  },
  'P-045': sameAs(TASK_PROOFS, 'P-036'),
  'P-046': sameAs(TASK_PROOFS, 'P-041'),
  'P-047': async (bench) => {
    const items = (await row(bench)).previewRecordData;
    expect(items.map((item) => Object.keys(item))).toEqual([
      ['key', 'value', 'displayOrder'],
      ['key', 'value', 'displayOrder'],
    ]);
  },
  'P-054': sameAs(ITEM_PROOFS, 'P-052'),
  'P-069': async (bench) => {
    await bench.put({ nextEarliestWorkTimeUTC: 0, preferredAgent: 'ana@example.com' });
    const expected = { skill_queue: 'default', worked_attempts: '0', item_time_zone: 'UTC', worked_state: 'NOTWORKED' };
    const others = { preferred_agent: 'ana@example.com', next_earliest_worktime_long: '0' };
    for (const [key, value] of Object.entries({ ...expected, ...others })) {
      expect(await bench.search(`sys_${key}`, 'EQUALS', value)).toEqual(['C-1']);
      expect(await bench.search(`sys_${key}`, 'EQUALS', `${value}9`)).toEqual([]);
    }
  },
  'P-200': async (bench) => {
    const again = { key: 'Customer', value: NAME.value };
    await bench.put({ previewRecordData: [NAME, again] });
    const { banner, details } = await bench.sandbox.control.agentView({
      campaignName: bench.campaign,
      clientId: 'C-1',
    });
    expect(banner).toBe(NAME.value);
    expect(details.map(({ key }) => key)).toEqual(['Customer', 'Id']);
  },
  'P-201': sameAs(ITEM_PROOFS, 'P-072'),
  'P-202': sameAs(ITEM_PROOFS, 'P-073'),
  'P-205': sameAs(ITEM_PROOFS, 'P-076'),
  'P-206': sameAs(ITEM_PROOFS, 'P-071'),
  'P-207': sameAs(ITEM_PROOFS, 'P-074'),
  'P-208': sameAs(ITEM_PROOFS, 'P-075'),
  'P-209': async (bench) => {
    expect((await bench.put({ previewRecordData: [] })).said).toBe('SUCCESS');
    expect((await bench.find())?.previewRecordData.map(({ key }) => key)).toEqual(['Id']);
  },
  'P-096': baseUrls(SEARCH),
  'P-097': async (bench) => {
    expect((await bench.preview('searchPreviewCampaign', { clientId: 'C-1', region: 'eu-central-1' })).said).toBe(
      'FAILED',
    );
  },
  'P-210': reaches('addOrUpdateCampaignRecord'),
  'P-211': reaches('searchPreviewCampaign'),
  'P-212': reaches('changeCampaignRecordStatus'),
  'P-213': reaches('transferCampaignRecord'),
  'P-214': reaches('deleteRecordFromCampaign'),
  'P-106': async (bench) => {
    expect((await bench.put({ clientIdFieldName: 7 })).said).toBe('FAILED');
    await sameAs(PUT_PROOFS, 'P-102')(bench);
  },
  'P-107': async (bench) => {
    for (const nextEarliestWorkTimeUTC of ['1', 1.5, -1]) {
      expect((await bench.put({ nextEarliestWorkTimeUTC })).said).toBe('FAILED');
    }
    expect((await bench.put({ nextEarliestWorkTimeUTC: 0 })).said).toBe('SUCCESS');
    expect((await bench.find())?.nextEarliestWorkTime).toBe('1970-01-01 00:00:00.000');
  },
  'P-129': async (bench) => {
    await bench.put();
    const criteria = { previewRecordData: [{ key: 'Name', condition: 'EQUALS', value: NAME.value }] };
    for (const maxRecords of ['1', 1.5, -1, 0]) {
      expect((await bench.preview('searchPreviewCampaign', { ...criteria, maxRecords })).said).toBe('FAILED');
    }
    expect((await bench.preview('searchPreviewCampaign', { ...criteria, maxRecords: 1 })).said).toBe('SUCCESS');
  },
  'P-138': statuses('changeCampaignRecordStatus', { previewRecordStateEnum: 'COMPLETED' }),
  'P-148': async (bench) => {
    await bench.put();
    expect((await bench.preview('transferCampaignRecord', { transferToCampaign: 'B' })).said).toBe('FAILED');
    const move = { clientId: 'C-1', transferToCampaign: `${bench.campaign} B` };
    expect((await bench.preview('transferCampaignRecord', move)).said).toBe('SUCCESS');
    expect(await bench.find('C-1', { campaignName: `${bench.campaign} B` })).not.toBeNull();
  },
  'P-149': statuses('transferCampaignRecord', { transferToCampaign: 'Elsewhere P-149' }),
  'P-153': statuses('deleteRecordFromCampaign', {}),
  'P-164': header(SEARCH, 'x-sc-platform-code'),
  'P-165': header(SEARCH, 'x-sc-company-code'),
  'P-166': header(SEARCH, 'x-sc-company-environment'),
  'P-167': header(SEARCH, 'x-sc-secrets-region'),
  'P-168': header(SEARCH, 'x-sc-company-api-key'),
  'P-169': sameAs(DOOR_PROOFS, 'P-161'),
  'P-174': sameAs(DOOR_PROOFS, 'P-094'),
  'P-175': async (bench) => {
    const reply = await bench.put();
    expect([reply.http, reply.said]).toEqual([200, 'SUCCESS']);
    expect(await bench.find()).not.toBeNull();
  },
};

/** What the section "Errors" lists, each in the condition in which the sandbox gives it. */
const RESULT_PROOFS: Proofs = {
  'U-101': async (bench) => {
    expect((await bench.add()).said).toBe('SUCCESS');
  },
  'U-102': async (bench) => {
    await bench.sandbox.control.setSwitches({ S16: '200 UNAUTHORIZED' });
    const headers = { ...(await bench.headers()), 'x-sc-company-api-key': 'wrong' };
    const reply = await ask(bench, QUERY, { headers });
    expect([reply.http, reply.said]).toEqual([200, 'UNAUTHORIZED']);
  },
  'U-103': sameAs(USER_PROOFS, 'U-032'),
  'U-104': sameAs(USER_PROOFS, 'U-040'),
  'U-105': sameAs(USER_PROOFS, 'U-092'),
  'U-106': sameAs(USER_PROOFS, 'U-004'),
  'U-107': sameAs(USER_PROOFS, 'U-093'),
  'U-108': sameAs(USER_PROOFS, 'U-047'),
};

export const USER_ROW_PROOFS: Proofs = {
  'U-013': sameAs(USER_PROOFS, 'U-032'),
  'U-025': async (bench) => {
    expect((await bench.add({ loginUserId: `no address ${bench.login.replace('@', ' ')}` })).said).toBe('SUCCESS');
  },
  'U-026': sameAs(USER_PROOFS, 'U-041'),
  'U-027': sameAs(USER_PROOFS, 'U-042'),
  'U-034': baseUrls(QUERY),
  'U-035': baseUrls(QUERY),
  'U-036': reaches('add-user'),
  'U-037': reaches('query-existence'),
  'U-038': reaches('delete-user'),
  'U-054': async (bench) => {
    const { body } = await bench.add({ createInBackend: true });
    expect(Object.keys(body).toSorted()).toEqual(['connectUserId', 'message', 'result']);
    expect(body.connectUserId).toBeTypeOf('string');
    expect(Object.keys((await bench.add({ loginUserId: `b-${bench.login}` })).body)).toEqual(['result', 'message']);
  },
  'U-068': sameAs(USER_PROOFS, 'U-063'),
  'U-069': sameAs(USER_PROOFS, 'U-066'),
  'U-074': async (bench) => {
    const asked = { tenant: undefined, loginUserId: bench.login };
    expect((await bench.users('delete-user', asked)).said).toBe('INVALID_TENANT');
  },
  'U-073': async (bench) => {
    await bench.add();
    const reply = await bench.users('delete-user', { loginUserId: bench.login });
    expect(Object.keys(reply.body)).toEqual(['result', 'message']);
  },
  'U-084': header(QUERY, 'x-sc-platform-code'),
  'U-085': header(QUERY, 'x-sc-company-code'),
  'U-086': header(QUERY, 'x-sc-company-environment'),
  'U-087': header(QUERY, 'x-sc-secrets-region'),
  'U-088': header(QUERY, 'x-sc-company-api-key'),
  'U-089': sameAs(DOOR_PROOFS, 'U-081'),
  ...RESULT_PROOFS,
};
