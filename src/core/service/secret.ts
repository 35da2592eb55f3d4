// Reads the API key from the secrets manager with the AWS client (GetSecretValue; "Authentication" in both documents).
// Refuses an endpoint that is neither https nor plain http on loopback. Errors name the failure, never a value.

import type { SecretsManagerClient, SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';
import type { Clock } from '../model/state.ts';
import type { ApiKeySource, Target } from '../model/target.ts';
import { ApiKey } from './api-key.ts';
import type { CredentialSource } from './api-key.ts';
import { proxyFor } from './proxy.ts';
import { isLoopback, trustedContext } from './trust.ts';
import { refuseUntrustedHosts } from './trusted-hosts.ts';
import { ProxyFailure, TunnelAgent } from './tunnel.ts';
import type { ProxyRoute } from './tunnel.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** What an HTTP header can carry without being changed on the way. */
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u;

/**
 * For `doctor`: the present key, and when that version of the secret was made, epoch milliseconds. Throws
 * `secret-unavailable`.
 */
export async function readCurrentKey(
  target: Target,
  clock: Clock,
): Promise<{ readonly key: ApiKey; readonly createdAt: number | null }> {
  const at = clock();
  checkEndpoint(target.apiKey);
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient(clientSettings(target));
  try {
    const { secretName: SecretId } = target.apiKey;
    const answer = await client.send(new GetSecretValueCommand({ SecretId, VersionStage: 'AWSCURRENT' }));
    const key = new ApiKey(checkKey(answer.SecretString, target.apiKey), at, 0);
    return { key, createdAt: answer.CreatedDate?.getTime() ?? null };
  } catch (error) {
    throw unavailable(target.apiKey, error);
  } finally {
    client.destroy();
  }
}

/** The AWS client is loaded at the first fetch: commands that send nothing should not wait for it. */
export function createSecretSource(target: Target): CredentialSource {
  checkEndpoint(target.apiKey);
  let open: SecretsManagerClient | null = null;
  return {
    async fetch() {
      const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
      const client = new SecretsManagerClient(clientSettings(target));
      open = client;
      try {
        const answer = await client.send(new GetSecretValueCommand({ SecretId: target.apiKey.secretName }));
        return checkKey(answer.SecretString, target.apiKey);
      } catch (error) {
        throw unavailable(target.apiKey, error);
      } finally {
        client.destroy();
      }
    },
    close: () => open?.destroy(),
  };
}

function clientSettings(target: Target): SecretsManagerClientConfig {
  refuseUntrustedHosts(target, process.env);
  const { endpoint, secretsRegion } = target.apiKey;
  return {
    region: secretsRegion,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      ...agentFor(target),
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(target.sandbox ? { credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' } } : {}),
  };
}

/** `caFile` speaks for an endpoint of one's own, not for the cloud's. */
function agentFor(target: Target): { readonly httpsAgent?: TunnelAgent } {
  const ca = target.apiKey.endpoint?.startsWith('https:') ? target.ca : undefined;
  if (ca === undefined && target.proxy === undefined) return {};
  const choose = (url: URL): ProxyRoute | null => {
    const proxy = proxyFor(target, url, process.env);
    return proxy === null ? null : { proxy, ca: target.ca };
  };
  return { httpsAgent: new TunnelAgent(choose, trustedContext(ca)) };
}

function checkEndpoint({ endpoint }: ApiKeySource): void {
  if (endpoint === undefined) return;
  const url = URL.parse(endpoint);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!safe) {
    throw new ToolError('secret-unavailable', {
      message: `apiKey.endpoint must be an https URL, or plain http on loopback; given: ${endpoint}`,
    });
  }
}

/** Its keys are not named: somebody may have stored the key as one. */
function checkKey(secret: string | undefined, source: ApiKeySource): string {
  const { secretName, jsonKey } = source;
  const fields = fieldsOf(secret);
  const wrong = (words: string): ToolError =>
    new ToolError('secret-unavailable', { message: `Secret ${secretName} ${words}.` });
  if (jsonKey === undefined && fields !== null)
    throw wrong(
      fields.size === 0
        ? 'is JSON without keys: store the API key alone, without quotes and brackets'
        : 'is JSON: say in apiKey.jsonKey of the target which of its keys holds the API key',
    );
  const value = fields?.get(jsonKey ?? '');
  if (jsonKey !== undefined && typeof value !== 'string')
    throw wrong(
      `must be JSON with a text under ${jsonKey} (apiKey.jsonKey); ${fields === null ? 'it is no JSON' : 'there is none'}`,
    );
  const text = typeof value === 'string' ? value : secret;
  if (text !== undefined && HEADER_TEXT.test(text)) return text;
  const given = text === undefined ? 'a binary secret' : 'text that is empty or holds line breaks or outer blanks';
  throw new ToolError('secret-unavailable', {
    message: `Secret ${source.secretName} must be a text that fits one HTTP header; given: ${given}.`,
  });
}

/** Null where it is no JSON; of a text or a list none. */
function fieldsOf(secret: string | undefined): ReadonlyMap<string, unknown> | null {
  if (secret === undefined || !/^\s*["[{]/u.test(secret)) return null;
  try {
    const parsed: unknown = JSON.parse(secret);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return new Map(isObject ? Object.entries(parsed) : []);
  } catch {
    return null;
  }
}

/** The cause is left out: errors of the AWS client carry the raw answer. */
function unavailable(source: ApiKeySource, error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof ProxyFailure) {
    return new ToolError('proxy-failed', { message: `Secret ${source.secretName}: the proxy ${error.detail}.` });
  }
  const reason = isWithoutCredentials(error) ? NO_CREDENTIALS : failureName(error);
  const message = `Secret ${source.secretName} in ${source.secretsRegion}: ${reason}.`;
  return new ToolError('secret-unavailable', { message });
}

const NO_CREDENTIALS =
  'this machine has no AWS credentials; run `aws sso login`, name a profile in AWS_PROFILE, or give the job a role';

/** None were found, or those of a profile have ended. */
function isWithoutCredentials(error: unknown): boolean {
  return error instanceof Error && ['CredentialsProviderError', 'TokenProviderError'].includes(error.name);
}

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'no readable answer';
  return codeOf(error) ?? (error.name === 'Error' ? 'no readable answer' : error.name);
}
