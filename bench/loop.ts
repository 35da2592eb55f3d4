// The plain loop that muster is compared with: one undici pool, one POST per object, no read before a write, no
// recorded state, no handling of lost answers.

import { join } from 'node:path';

import { Pool } from 'undici';

import { sandboxStatus } from '../src/sandbox/daemon/daemon.ts';
import { SANDBOX_IDENTITY } from '../src/sandbox/world/identity.ts';
import { CAMPAIGN, TARGET } from './project.ts';

interface Loop {
  readonly folder: string;
  readonly concurrency: number;
  readonly desired: unknown;
}

interface Post {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

const { platform, companyCode, environment, region } = SANDBOX_IDENTITY;

/** Milliseconds from the first request to the last answer. */
export async function runLoop({ folder, concurrency, desired }: Loop): Promise<number> {
  const sandbox = await sandboxStatus(join(folder, '.muster', 'sandbox', TARGET));
  if (sandbox === null) throw new Error('The sandbox is not running.');
  const pool = new Pool(`https://${SANDBOX_IDENTITY.host}:${sandbox.port}`, {
    connections: concurrency,
    connect: { ca: sandbox.ca },
  });
  const headers = await readHeaders(pool);
  const posts = [...userPosts(desired), ...recordPosts(desired)];
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, () => drain(posts, (post) => send(pool, post, headers))));
  const ms = performance.now() - startedAt;
  await pool.close();
  return ms;
}

async function drain<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let item = items.pop(); item !== undefined; item = items.pop()) await work(item);
}

async function send(pool: Pool, { path, body }: Post, headers: Record<string, string>): Promise<void> {
  const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (!text.includes('SUCCESS')) throw new Error(`${path}: ${answer.statusCode} ${text}`);
}

async function readHeaders(pool: Pool): Promise<Record<string, string>> {
  const answer = await pool.request({
    method: 'POST',
    path: `${SANDBOX_IDENTITY.secretsPath}/`,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
      authorization: 'AWS4-HMAC-SHA256 Credential=sandbox',
    },
    body: JSON.stringify({ SecretId: SANDBOX_IDENTITY.secretName }),
  });
  const { SecretString } = (await answer.body.json()) as { SecretString: string };
  return {
    'content-type': 'application/json',
    'x-sc-platform-code': platform,
    'x-sc-company-code': companyCode,
    'x-sc-company-environment': environment,
    'x-sc-secrets-region': SANDBOX_IDENTITY.secretsRegion,
    'x-sc-company-api-key': SecretString,
  };
}

function userPosts(file: unknown): Post[] {
  const { users = [] } = file as { users?: Record<string, unknown>[] };
  const tenant = { platform, companyCode, environment };
  const path = `/${SANDBOX_IDENTITY.adminPrefix}/api/users/add-user`;
  return users.map((user) => ({ path, body: { tenant, ...user } }));
}

interface RecordInFile {
  readonly clientId: string;
  readonly skillQueue: string;
  readonly timeZone: string;
  readonly nextEarliestWorkTime: string;
  readonly data: Readonly<Record<string, string>>;
}

function recordPosts(file: unknown): Post[] {
  const { campaigns = [] } = file as { campaigns?: { records: RecordInFile[] }[] };
  const path = `/${SANDBOX_IDENTITY.previewPrefix}/addOrUpdateCampaignRecord`;
  return campaigns.flatMap(({ records }) => records).map((record) => ({ path, body: recordBody(record) }));
}

function recordBody(record: RecordInFile): Record<string, unknown> {
  const { clientId, skillQueue, timeZone, nextEarliestWorkTime, data } = record;
  const items = { ...data, SkillQueue: skillQueue, ItemTimeZone: timeZone };
  return {
    platform,
    companyCode,
    environment,
    region,
    campaignName: CAMPAIGN,
    clientId,
    nextEarliestWorkTimeUTC: Date.parse(nextEarliestWorkTime),
    previewRecordData: Object.entries(items).map(([key, value]) => ({ key, value })),
  };
}
