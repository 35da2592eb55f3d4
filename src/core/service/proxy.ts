// Which proxy, if any, a URL is reached through: what the target says, and the environment only where it says so. Pure.
//
//   proxy: of the target         used
//   not given, or none           no proxy, whatever the variables say
//   http(s)://host:port          this one, for the service and the secrets manager
//   environment                  HTTPS_PROXY, else HTTP_PROXY, unless NO_PROXY covers the host

import { ToolError } from '../model/errors.ts';
import type { Target } from '../model/target.ts';
import { covers, portOf } from './trusted-hosts.ts';
import type { Environment } from './trusted-hosts.ts';

export interface Proxy {
  /** `http://proxy.example.com:3128`, without user and password. */
  readonly origin: string;
  /** For messages: `proxy.example.com:3128`. */
  readonly place: string;
  /** Of the header Proxy-Authorization; never shown. Null when the URL names no user. */
  readonly authorization: string | null;
}

/** Null: directly. Only https is carried: plain http is for a secrets manager on loopback. Throws `proxy-failed`. */
export function proxyFor(
  { proxy, name }: Pick<Target, 'proxy' | 'name'>,
  url: URL,
  environment: Environment,
): Proxy | null {
  if (url.protocol !== 'https:' || proxy === undefined || proxy === 'none') return null;
  if (proxy !== 'environment') return proxyOf(proxy, `proxy of target ${name}`);
  const found = fromEnvironment(url, environment);
  return found === null ? null : proxyOf(found.value, found.variable);
}

/** The variables that would decide about this URL if the target said `proxy: environment`; null when none is set. */
export function unusedVariable(target: Pick<Target, 'proxy'>, url: URL, environment: Environment): string | null {
  return target.proxy === undefined ? (fromEnvironment(url, environment)?.variable ?? null) : null;
}

interface ProxyVariable {
  readonly variable: string;
  readonly value: string;
}

/** Lower case wins, as with other programs. */
function fromEnvironment(url: URL, environment: Environment): ProxyVariable | null {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  const variable = names.find((name) => environment[name]);
  if (variable === undefined || isExcepted(url, environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')) return null;
  return { variable, value: environment[variable] ?? '' };
}

/** A name covers its subdomains too, with and without a leading dot; `*.name` only these; `*` everything. */
function isExcepted(url: URL, noProxy: string): boolean {
  const entries = noProxy.toLowerCase().split(/[\s,]+/u);
  return entries.some((entry) => {
    if (entry === '' || entry === '*') return entry === '*';
    const name = entry.replace(/^\./u, '');
    return covers(name, url) || covers(`*.${name}`, url);
  });
}

function proxyOf(text: string, where: string): Proxy {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !isProxyUrl(url)) {
    // The text may hold a password.
    const message = `${where}: expected a URL such as http://proxy.example.com:3128; given another text (not shown).`;
    throw new ToolError('proxy-failed', { message });
  }
  const { username, password } = url;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === '' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  return { origin: url.origin, place: `${url.hostname}:${portOf(url)}`, authorization };
}

function isProxyUrl({ protocol, hostname }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}
