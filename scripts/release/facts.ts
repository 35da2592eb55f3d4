// What is there of a release: tag and page on the forge, package on the registry. Reads only. Nothing is taken as absent but what was
// answered to be absent: an answer of any other kind throws.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Facts } from './decision.ts';

export interface Place {
  /** `https://github.com` */
  readonly server: string;
  /** `https://api.github.com` */
  readonly api: string;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
  /** The checkout. */
  readonly folder: string;
}

export interface Package {
  readonly name: string;
  readonly version: string;
}

export async function factsOf(place: Place, { name, version }: Package): Promise<Facts> {
  const head = await git(place, 'rev-parse', 'HEAD');
  const page = `${place.api}/repos/${place.repository}/releases/tags/v${version}`;
  const [tag, known, shown] = [
    await tagOf(place, { name: `v${version}`, head }),
    await packageOf(place.folder, name),
    await asked(page, { authorization: `token ${place.token}` }, 'there is a release page'),
  ];
  const manifest = known?.versions?.[version];
  return {
    ...{ version, repository: place.repository, head, tag, hasPage: shown !== null },
    published: manifest === undefined ? null : { action: manifest.action ?? null },
    latest: known?.['dist-tags']?.['latest'] ?? null,
  };
}

async function tagOf(place: Place, { name, head }: { name: string; head: string }): Promise<Facts['tag']> {
  const url = `${place.server}/${place.repository}.git`;
  const listed = await git(place, 'ls-remote', '--tags', url, `refs/tags/${name}`);
  if (listed === '') return null;
  await git(place, 'fetch', '--quiet', '--no-tags', '--depth=2', url, `refs/tags/${name}`);
  const [commit = '', parent = null] = (await git(place, 'rev-list', '--parents', '-1', 'FETCH_HEAD')).split(' ');
  const changed = await git(place, 'diff', '--name-only', head, commit, '--', '.', ':!action');
  return { commit, parent, others: changed.split('\n').filter(Boolean) };
}

interface Known {
  readonly versions?: Readonly<Record<string, { readonly action?: string }>>;
  readonly 'dist-tags'?: Readonly<Record<string, string>>;
}

/** All of one package, as the registry that npm uses here knows it; null when it knows none of that name. */
export async function packageOf(folder: string, name: string): Promise<Known | null> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: folder });
  const url = new URL(name, stdout.trim()).href;
  const answer = await asked(url, { 'cache-control': 'no-cache' }, 'the version is published');
  return answer === null ? null : ((await answer.json()) as Known);
}

/** Null where it is answered that there is none. `what`: would be known. */
async function asked(url: string, headers: Readonly<Record<string, string>>, what: string): Promise<Response | null> {
  const answer = await fetch(url, { headers });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: whether ${what} is not known`);
  return answer;
}

/** With the token for this one call: the checkout keeps none. */
async function git({ folder, server, token }: Place, ...words: readonly string[]): Promise<string> {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const once = {
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${server}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
  const { stdout } = await promisify(execFile)('git', words, { cwd: folder, env: { ...process.env, ...once } });
  return stdout.trim();
}
