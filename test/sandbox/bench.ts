// A plain client of the sandbox for the contract tests: node:https and JSON, written from the documents alone, so that
// nothing of the product's own client stands between a sentence and its proof.

import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TestSandbox } from '../support/sandbox.ts';

export interface Item {
  readonly key: string;
  readonly value: string;
  readonly displayOrder?: number;
}

/** A task as search returns it. */
export interface Row {
  readonly previewRecordID: string;
  readonly clientId: string;
  readonly preferredAgent: string | null;
  readonly skillQueue: string;
  readonly createdTime: string;
  readonly lastUpdatedTime: string;
  readonly nextEarliestWorkTime: string | null;
  readonly workedState: string;
  readonly workAttempts: number;
  readonly lastAttemptAgent: string | null;
  readonly lastAttemptTime: string | null;
  readonly workCodes?: readonly Item[];
  readonly previewRecordData: readonly Required<Item>[];
}

/** Every field either service may answer with. */
export interface Answered {
  readonly platform?: string;
  readonly companyCode?: string;
  readonly environment?: string;
  readonly region?: string;
  readonly campaignName?: string;
  readonly status?: string;
  readonly previewResult?: { readonly previewResultStatus: string; readonly error: string | null };
  readonly previewRecordClientData?: readonly Row[];
  readonly result?: string;
  readonly message?: string;
  readonly backendStatus?: string | null;
  readonly connectUserId?: string | null;
  readonly SecretString?: string;
}

export interface Reply {
  readonly http: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Answered;
  /** previewResultStatus or result, whichever the answer has. */
  readonly said: string;
}

export interface Sent {
  readonly path: string;
  readonly text: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Host name to ask for; always connected to loopback. */
  readonly host?: string;
}

type Fields = Readonly<Record<string, unknown>>;

export const NAME: Item = { key: 'Name', value: 'Maria Lopez' };

export interface Bench {
  readonly sandbox: TestSandbox;
  /** A campaign of this bench's own. */
  readonly campaign: string;
  /** A login id of this bench's own. */
  readonly login: string;
  send(sent: Sent): Promise<Reply>;
  preview(action: string, fields: Fields): Promise<Reply>;
  users(operation: string, fields: Fields): Promise<Reply>;
  /** addOrUpdateCampaignRecord of clientId C-1 with a name, unless said otherwise. */
  put(fields?: Fields): Promise<Reply>;
  /** searchPreviewCampaign by clientId; null when the answer holds no task. */
  find(clientId?: string, fields?: Fields): Promise<Row | null>;
  /** searchPreviewCampaign by one criterion: the clientIds found, sorted. */
  search(key: string, condition: string, value: string): Promise<readonly string[]>;
  /** add-user of this bench's login id, unless said otherwise. */
  add(fields?: Fields): Promise<Reply>;
  exists(loginUserId?: string): Promise<Reply>;
  headers(): Promise<Record<string, string>>;
}

export interface OpenBench extends Bench {
  close(): void;
}

export function openBench(sandbox: TestSandbox, name: string): OpenBench {
  const agent = new Agent({ ca: sandbox.ca, keepAlive: true, lookup: loopback });
  const send = (sent: Sent): Promise<Reply> => exchange(sandbox, agent, sent);
  const headers = async (): Promise<Record<string, string>> => ({
    'content-type': 'application/json',
    'x-sc-platform-code': 'PLATFORM',
    'x-sc-company-code': 'example',
    'x-sc-company-environment': 'sandbox',
    'x-sc-secrets-region': 'us-east-1',
    'x-sc-company-api-key': await readKey(send),
  });
  const post = async (path: string, body: Fields): Promise<Reply> =>
    send({ path, text: JSON.stringify(body), headers: await headers() });
  const base = { sandbox, campaign: `Campaign ${name}`, login: `${name}@example.com`, send, headers };
  return { ...base, ...operations(base, post), close: () => agent.destroy() };
}

type Post = (path: string, body: Fields) => Promise<Reply>;

function operations(
  { campaign, login }: { readonly campaign: string; readonly login: string },
  post: Post,
): Pick<Bench, 'preview' | 'users' | 'put' | 'find' | 'search' | 'add' | 'exists'> {
  const tenant = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox' };
  const envelope = { ...tenant, region: 'us-east-1', campaignName: campaign };
  const preview: Bench['preview'] = (action, fields) => post(`/preview/${action}`, { ...envelope, ...fields });
  const users: Bench['users'] = (operation, fields) => post(`/admin/api/users/${operation}`, { tenant, ...fields });
  const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents-EU' };
  return {
    preview,
    users,
    put: (fields = {}) =>
      preview('addOrUpdateCampaignRecord', { clientId: 'C-1', previewRecordData: [NAME], ...fields }),
    async find(clientId = 'C-1', fields = {}) {
      const { body } = await preview('searchPreviewCampaign', { clientId, ...fields });
      return body.previewRecordClientData?.[0] ?? null;
    },
    async search(key, condition, value) {
      const { body } = await preview('searchPreviewCampaign', { previewRecordData: [{ key, condition, value }] });
      return (body.previewRecordClientData ?? []).map((row) => row.clientId).toSorted();
    },
    add: (fields = {}) => users('add-user', { loginUserId: login, ...profile, ...fields }),
    exists: (loginUserId = login) => users('query-existence', { loginUserId }),
  };
}

/** The API key, as the authentication sections say: the secret string of the named secret. */
async function readKey(send: Bench['send']): Promise<string> {
  const reply = await send({
    path: '/secretsmanager/',
    text: JSON.stringify({ SecretId: 'sandbox/api-key' }),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
      authorization: 'AWS4-HMAC-SHA256 Credential=any',
    },
  });
  return reply.body.SecretString ?? '';
}

function exchange(sandbox: TestSandbox, agent: Agent, sent: Sent): Promise<Reply> {
  const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined));
  const { path, method = 'POST', host = '127.0.0.1' } = sent;
  // A Host header of one's own must not decide which name the certificate is checked for.
  const tls = headers['host'] === undefined ? {} : { servername: 'localhost' };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, port: sandbox.port, agent, path, method, headers, ...tls }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const body = parse(text);
        const said = body.previewResult?.previewResultStatus ?? body.result ?? '';
        resolve({ http: incoming.statusCode ?? 0, headers: incoming.headers, text, body, said });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent.text);
  });
}

function parse(text: string): Answered {
  try {
    return JSON.parse(text) as Answered;
  } catch {
    return {};
  }
}

/** Every name is this machine: region prefixes are host names, and none of them may leave it. */
const loopback: LookupFunction = (_name, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};
