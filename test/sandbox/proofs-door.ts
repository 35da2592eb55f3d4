// Proofs: endpoints and authentication of both documents, spoken to at the level of HTTP.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Agent } from 'node:https';
import { expect } from 'vitest';
import { undeclaredCampaign } from '../../src/core/model/record.ts';
import type { Campaign } from '../../src/core/model/record.ts';
import { openService } from '../../src/core/service/client.ts';
import type { Bench, Reply } from './bench.ts';
import type { Proofs } from './sentences.ts';

const HEADERS = [
  'x-sc-platform-code',
  'x-sc-company-code',
  'x-sc-company-environment',
  'x-sc-secrets-region',
  'x-sc-company-api-key',
];
const REGIONS = [
  'us-west-2',
  'ca-central-1',
  'eu-west-2',
  'eu-central-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-northeast-1',
  'ap-northeast-2',
  'af-south-1',
];
const TENANT = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox' };

export const SEARCH = '/preview/searchPreviewCampaign';
export const QUERY = '/admin/api/users/query-existence';

/** A request that would be answered with 200 if nothing about it were changed. */
export async function ask(
  bench: Bench,
  path: string,
  change: Parameters<Bench['send']>[0] | object = {},
): Promise<Reply> {
  const envelope = { ...TENANT, region: 'us-east-1', campaignName: bench.campaign, clientId: 'C-1' };
  const text = JSON.stringify({ ...envelope, tenant: TENANT, loginUserId: bench.login });
  return bench.send({ path, text, headers: await bench.headers(), ...change });
}

function onlyPostedJson(path: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    expect((await ask(bench, path)).http).toBe(200);
    expect((await ask(bench, path, { method: 'GET', text: '' })).http).toBe(405);
    expect((await ask(bench, path, { method: 'PUT' })).http).toBe(405);
    expect((await ask(bench, path, { text: 'not json' })).http).toBe(400);
    expect((await ask(bench, path, { text: '[]' })).http).toBe(400);
    const media = async (type: string | undefined): Promise<number> =>
      (await ask(bench, path, { headers: { ...(await bench.headers()), 'content-type': type } })).http;
    expect([await media('text/plain'), await media('application/jsonp'), await media(undefined)]).toEqual([
      415, 415, 415,
    ]);
    expect(await media(' Application/JSON ; charset=utf-8')).toBe(200);
  };
}

/** Each of the five headers, missing or wrong, ends the request. */
function needsHeaders(path: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const headers = await bench.headers();
    for (const name of HEADERS) {
      expect((await ask(bench, path, { headers: { ...headers, [name]: undefined } })).http).toBe(401);
      expect((await ask(bench, path, { headers: { ...headers, [name]: 'wrong' } })).http).toBe(401);
    }
    expect((await ask(bench, path, { headers })).http).toBe(200);
  };
}

const HOUR = 60 * 60_000;

/** A former key is refused at once, and the client of this project neither minds nor keeps any key for more than an hour. */
function keyRotates(path: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const { control, target } = bench.sandbox;
    const kept = await bench.headers();
    let ahead = 0;
    const client = openService({ target, clock: () => Date.now() + ahead });
    const use = async (waited: number): Promise<number> => {
      ahead += waited;
      await control.advanceClock(waited);
      const asked = path === QUERY ? client.queryUser(bench.login) : client.findRecord(campaignOf(bench), 'C-1');
      expect((await asked).kind).toBe('done');
      return client.traffic().keyFetches;
    };
    try {
      expect([await use(0), await use(HOUR / 2)]).toEqual([1, 1]);
      await control.rotateKey();
      expect((await ask(bench, path, { headers: kept })).http).toBe(401);
      expect((await ask(bench, path)).http).toBe(200);
      expect([await use(0), await use(HOUR / 2)]).toEqual([2, 2]);
      // Not rotated since: it is the hour alone that asks for another one.
      expect(await use(HOUR / 2)).toBe(3);
      const ages = (await control.log()).slice(-1).map(({ keyAgeMs }) => keyAgeMs ?? Infinity);
      expect(Math.max(...ages)).toBeLessThan(HOUR);
    } finally {
      await client.close();
    }
  };
}

function campaignOf(bench: Bench): Campaign {
  return { ...undeclaredCampaign(bench.campaign), intake: false };
}

/** Read with the secrets manager's own client. */
function keyFromSecrets(path: string): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const { apiKey } = bench.sandbox.target;
    const httpsAgent = new Agent({ ca: bench.sandbox.ca });
    const client = new SecretsManagerClient({
      region: apiKey.secretsRegion,
      endpoint: apiKey.endpoint ?? '',
      requestHandler: { httpsAgent },
      maxAttempts: 1,
    });
    try {
      const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: apiKey.secretName }));
      const headers = { ...(await bench.headers()), 'x-sc-company-api-key': SecretString };
      expect((await ask(bench, path, { headers })).http).toBe(200);
      const missing = client.send(new GetSecretValueCommand({ SecretId: 'no/such/secret' }));
      await expect(missing).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    } finally {
      client.destroy();
      httpsAgent.destroy();
    }
  };
}

const httpErrors = (operation: string, path: string) => async (bench: Bench) => {
  await bench.sandbox.control.arm({ operation, kind: 'status', status: 500 });
  expect((await ask(bench, path)).http).toBe(500);
  expect((await ask(bench, path)).http).toBe(200);
};

export const DOOR_PROOFS: Proofs = {
  'P-090': onlyPostedJson(SEARCH),
  'P-091': needsHeaders(SEARCH),
  'P-092': async (bench) => {
    expect((await ask(bench, SEARCH)).http).toBe(200);
    expect((await ask(bench, '/other/searchPreviewCampaign')).http).toBe(401);
    expect((await ask(bench, '/preview/search')).http).toBe(401);
  },
  'P-093': async (bench) => {
    for (const region of REGIONS) {
      expect((await ask(bench, SEARCH, { host: `${region}.localhost` })).http).toBe(200);
    }
    expect((await ask(bench, SEARCH, { host: 'localhost' })).http).toBe(200);
  },
  'P-094': httpErrors('searchPreviewCampaign', SEARCH),
  'P-095': async (bench) => {
    const reply = await ask(bench, SEARCH);
    expect([reply.http, reply.said]).toEqual([200, 'NORECORDFOUND']);
    expect(reply.headers['content-type']).toMatch(/^application\/json/u);
  },
  'P-160': needsHeaders(SEARCH),
  'P-161': keyFromSecrets(SEARCH),
  'P-162': keyRotates(SEARCH),
  'P-163': needsHeaders('/preview/addOrUpdateCampaignRecord'),
  'P-183': keyRotates(SEARCH),
  'U-030': onlyPostedJson(QUERY),
  'U-031': async (bench) => {
    expect((await ask(bench, QUERY)).http).toBe(200);
    expect((await ask(bench, '/admin/users/query-existence')).http).toBe(401);
  },
  'U-080': needsHeaders(QUERY),
  'U-081': keyFromSecrets(QUERY),
  'U-082': keyRotates(QUERY),
  'U-083': async (bench) => {
    await needsHeaders(QUERY)(bench);
    expect((await ask(bench, '/other/api/users/query-existence')).http).toBe(401);
  },
  'U-090': httpErrors('query-existence', QUERY),
  'U-100': keyRotates(QUERY),
};
