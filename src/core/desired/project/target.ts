// One target of muster.yaml, with defaults filled in and the rules that a schema cannot express.

import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';

import type { Region } from '../../model/region.ts';
import type { ApiKeySource, Target } from '../../model/target.ts';
import { valuePlace } from '../declarations/declare.ts';
import type { FindingCode, Findings } from '../text/findings.ts';
import { readText } from '../text/read-file.ts';
import type { Subject } from '../text/shape.ts';
import { descend } from '../text/tree.ts';

/**
 * A target as muster.yaml writes it; without `sandbox: true` host, platform, companyCode, environment, apiKey are
 * given.
 */
export interface TargetInput {
  readonly sandbox?: boolean;
  readonly host?: string;
  readonly region?: Region;
  readonly port?: number;
  readonly previewPrefix?: string;
  readonly adminPrefix?: string;
  readonly platform?: string;
  readonly companyCode?: string;
  readonly environment?: string;
  readonly identity?: Target['identity'];
  readonly backendName?: string;
  readonly apiKey?: ApiKeySource;
  readonly caFile?: string;
  readonly proxy?: string;
  readonly state?: 'ledger' | 'pulumi';
  readonly stack?: string;
  readonly formerStacks?: readonly string[];
  readonly formerTenants?: readonly string[];
  readonly maxConcurrency?: number;
}

interface TargetContext {
  readonly name: string;
  readonly folder: string;
  readonly findings: Findings;
}

const SANDBOX_KEY: ApiKeySource = { secretName: 'sandbox/api-key', secretsRegion: 'us-east-1' };

/** Reports what is wrong; use the target only when nothing was reported. */
export async function completeTarget(subject: Subject, input: TargetInput, context: TargetContext): Promise<Target> {
  const sandbox = input.sandbox ?? false;
  if (sandbox) reportSandboxConnection(subject, input, context.findings);
  checkEndpoint(subject, input, context.findings);
  checkProxy(subject, input, context.findings);
  const ca = await readAuthority(subject, input, context);
  return {
    name: context.name,
    sandbox,
    host: input.host ?? '127.0.0.1',
    region: input.region ?? 'us-east-1',
    port: input.port ?? (sandbox ? 0 : 9443),
    previewPrefix: input.previewPrefix ?? USUAL.previewPrefix,
    adminPrefix: input.adminPrefix ?? USUAL.adminPrefix,
    platform: input.platform ?? 'PLATFORM',
    companyCode: input.companyCode ?? 'example',
    environment: input.environment ?? 'sandbox',
    identity: input.identity ?? USUAL.identity,
    ...(input.backendName !== undefined && { backendName: input.backendName }),
    apiKey: input.apiKey ?? SANDBOX_KEY,
    ...(ca !== null && { ca }),
    ...(input.proxy !== undefined && { proxy: input.proxy }),
    state: input.state ?? 'ledger',
    stack: input.stack ?? context.name,
    formerStacks: input.formerStacks ?? [],
    formerTenants: input.formerTenants ?? [],
    maxConcurrency: input.maxConcurrency ?? 32,
    ...(!sandbox && assumedOf(input)),
  };
}

/** Neither document names these: they differ from environment to environment. */
const USUAL = { previewPrefix: 'preview', adminPrefix: 'admin', identity: 'saml' } as const;

function assumedOf(input: TargetInput): Pick<Target, 'assumed'> {
  const missing = Object.entries(USUAL).filter(([key]) => Reflect.get(input, key) === undefined);
  return missing.length === 0 ? {} : { assumed: missing.map(([key, value]) => `${key}: ${value}`) };
}

/** The sandbox is always on this machine: its address is filled in when it starts. */
function reportSandboxConnection(subject: Subject, input: TargetInput, findings: Findings): void {
  for (const key of ['host', 'region', 'port', 'apiKey', 'caFile', 'proxy'] as const) {
    if (input[key] === undefined) continue;
    const words = 'expected nothing: a sandbox target fills this in itself; given a value';
    report(subject, [key], { code: 'wrong-type', words, findings });
  }
}

function checkEndpoint(subject: Subject, input: TargetInput, findings: Findings): void {
  const endpoint = input.apiKey?.endpoint;
  if (endpoint === undefined || isSafeEndpoint(endpoint)) return;
  const words = 'expected an https:// URL, or http:// on loopback; given another URL or text';
  report(subject, ['apiKey', 'endpoint'], { code: 'wrong-type', words, findings });
}

function isSafeEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/u.test(url.hostname);
}

function checkProxy(subject: Subject, { proxy }: TargetInput, findings: Findings): void {
  if (proxy === undefined || proxy === 'environment' || proxy === 'none') return;
  const url = URL.parse(proxy);
  const isUrl = (url?.protocol === 'http:' || url?.protocol === 'https:') && url.pathname === '/' && url.search === '';
  if (isUrl && url.username === '' && url.password === '') return;
  const words =
    'expected environment, none or a URL such as http://proxy.example.com:3128 (user and password belong into HTTPS_PROXY, with `proxy: environment`); given another text';
  report(subject, ['proxy'], { code: 'wrong-type', words, findings });
}

async function readAuthority(
  subject: Subject,
  input: TargetInput,
  { folder, findings }: TargetContext,
): Promise<string | null> {
  if (input.caFile === undefined) return null;
  const refused = (code: FindingCode, words: string): null => {
    report(subject, ['caFile'], { code, words, findings });
    return null;
  };
  try {
    const read = await readText(resolve(folder, input.caFile), 'the file');
    if ('refusal' in read) return refused(read.refusal.code, read.refusal.message);
    return isAuthority(read.text)
      ? read.text
      : refused('wrong-type', 'expected PEM certificates and nothing secret; given another text');
  } catch {
    return refused('unreadable-file', `expected a readable PEM file; ${input.caFile} cannot be read`);
  }
}

function isAuthority(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  return blocks.length > 0 && !pem.includes('PRIVATE KEY') && blocks.every(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).validTo !== '';
  } catch {
    return false;
  }
}

interface Report {
  readonly code: FindingCode;
  readonly words: string;
  readonly findings: Findings;
}

function report(subject: Subject, path: readonly string[], { code, words, findings }: Report): void {
  const node = descend(subject.node, path.slice(0, -1));
  const at = valuePlace({ ...subject, node }, path.at(-1) ?? '');
  const secret = path.includes('apiKey') || path.includes('proxy');
  findings.add({ code, source: subject.source, at, message: `${subject.path}.${path.join('.')}: ${words}`, secret });
}
