// Which hosts may have to do with the API key, by a list from outside the files that name them. Promises: with such a list
// every host that a target names (service, apiKey.endpoint, proxy) stands in it, or nothing is fetched and nothing is sent.
//
// Terms: the list is MUSTER_TRUSTED_HOSTS and the file named by MUSTER_TRUSTED_HOSTS_FILE, together. Premise: whoever may edit
// muster.yaml, as in a pull request, may name any host, and the run would send it the key; of a proxy also the certificate
// (`caFile`) comes from there.
//
//   entry                trusts
//   cc.example.com       this very host, on every port
//   cc.example.com:9443  this very host on this port
//   *.example.com        every host below example.com, not example.com itself
//
// Example: `host: cc.example.com` with `region: eu-central-1` is asked at eu-central-1.cc.example.com:9443, so the list names
// that, or *.cc.example.com. A variable that is set and empty trusts nobody.

import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ToolError } from '../model/errors.ts';
import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const LIST = 'MUSTER_TRUSTED_HOSTS';
const FILE = 'MUSTER_TRUSTED_HOSTS_FILE';
const ENTRY = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/u;

/** Throws `untrusted-host`, or `bad-trusted-hosts` for a list that cannot be read. A sandbox has no key worth taking. */
export function refuseUntrustedHosts(target: Target, environment: Environment): void {
  if (target.sandbox) return;
  const trusted = readTrusted(environment);
  if (trusted === null) return;
  for (const [name, url] of namedHosts(target)) {
    if (!trusted.some((entry) => covers(entry, url))) throw untrusted({ target, name, url, trusted });
  }
}

/** Null without a list: every host is taken as the target names it. */
function readTrusted(environment: Environment): readonly string[] | null {
  const [list, file] = [environment[LIST], environment[FILE]];
  if (list === undefined && file === undefined) return null;
  const entries = [...entriesOf(list ?? '', LIST)];
  return file === undefined ? entries : [...entries, ...entriesOf(readList(file), `the file of ${FILE}`)];
}

function readList(path: string): string {
  // A relative path would lie in the checkout, where the same pull request may edit it.
  if (!isAbsolute(path)) throw badList(`${FILE}: expected an absolute path; given ${JSON.stringify(path)}`);
  try {
    if (!statSync(path).isFile()) throw new Error('no regular file: a pipe would be waited for without end');
    return readFileSync(path, 'utf8');
  } catch {
    throw badList(`${FILE}: expected a file that can be read; ${path} cannot`);
  }
}

/** Separated by commas or white space; from # to the end of a line is a comment. */
function entriesOf(text: string, where: string): string[] {
  const words = text.replaceAll(/#[^\n]*/gu, ' ').split(/[\s,]+/u);
  const entries = words.filter((word) => word !== '').map((word) => word.toLowerCase());
  const wrong = entries.find((entry) => !ENTRY.test(entry));
  if (wrong === undefined) return entries;
  const given = JSON.stringify(wrong.slice(0, 80));
  throw badList(`${where}: expected host names such as cc.example.com:9443 or *.example.com; given ${given}`);
}

/** What the run would connect to because the target says so. */
function namedHosts({ apiKey, proxy, ...target }: Target): readonly (readonly [string, URL])[] {
  const { endpoint } = apiKey;
  const chosen = proxy === undefined || proxy === 'environment' || proxy === 'none' ? [] : [['proxy', proxy] as const];
  const urls = [
    ['host', baseUrl(target)] as const,
    ...(endpoint === undefined ? [] : [['apiKey.endpoint', endpoint] as const]),
    ...chosen,
  ];
  return urls.map(([name, url]) => [name, new URL(url)]);
}

/** As connected to: URL writes host names in lower case and leaves out the default port. */
export function covers(entry: string, url: URL): boolean {
  const [host = '', port] = entry.split(':');
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'http:' ? 80 : 443));
}

interface UntrustedUrl {
  readonly target: Target;
  readonly name: string;
  readonly url: URL;
  readonly trusted: readonly string[];
}

function untrusted({ target, name, url, trusted }: UntrustedUrl): ToolError {
  const given = `${url.hostname}:${portOf(url)}`;
  const expected = trusted.length === 0 ? 'nobody: the list is empty' : trusted.join(', ');
  return new ToolError('untrusted-host', {
    message: `Target ${target.name}, ${name}: expected a trusted host (${expected}); given ${given}. Nothing was sent.`,
  });
}

function badList(message: string): ToolError {
  return new ToolError('bad-trusted-hosts', { message });
}
