// A Gitea of a test's own: empty, on loopback, gone after the test. It refuses to run as root, so there it runs as nobody, from a
// copy of its program that nobody may read.

import { execFile, spawn } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const NOBODY = 65534;

export interface Gitea {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** A new account with a token that may do everything with its own. */
  readonly account: (name: string) => Promise<{ readonly token: string }>;
  /** The body of an answer; throws for a refusal. */
  readonly ask: (token: string, method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** `program`: its path; what it reads lies beside it (tools/programs). */
export async function startGitea(program: string): Promise<Gitea> {
  const source = dirname(program);
  const folder = await mkdtemp(join(tmpdir(), 'muster-gitea-'));
  const isRoot = process.getuid?.() === 0;
  const own = isRoot ? join(folder, 'program') : source;
  if (isRoot) await cp(source, own, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'app.ini');
  await writeFile(config, settings({ folder, own, port, url }));
  await mkdir(join(folder, 'home'));
  if (isRoot) for (const path of [folder, join(folder, 'home'), config]) await chown(path, NOBODY, NOBODY);
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { PATH: process.env['PATH'], HOME: join(folder, 'home'), GITEA_WORK_DIR: folder, USER: 'nobody' };
  const binary = join(own, 'gitea');
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(binary, [...args, '-c', config], { env, cwd: folder, ...identity });
    return stdout.trim();
  };
  await run('migrate');
  const web = spawn(binary, ['web', '-c', config], { env, cwd: folder, stdio: 'ignore', ...identity });
  const ended = new Promise((resolve) => web.once('close', resolve));
  await answering(`${url}/api/v1/version`, 'Gitea');
  return {
    url,
    account: async (name) => {
      const user = ['--username', name, '--password', 'long-Enough-1', '--email', `${name}@example.com`];
      await run('admin', 'user', 'create', ...user, '--must-change-password=false');
      const token = ['--username', name, '--token-name', 'test', '--scopes', 'all', '--raw'];
      return { token: await run('admin', 'user', 'generate-access-token', ...token) };
    },
    ask: (token, method, path, body) => ask({ url: `${url}/api/v1${path}`, token, method, body }),
    stop: async () => {
      web.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Asking {
  readonly url: string;
  readonly token: string;
  readonly method: string;
  readonly body: unknown;
}

async function ask({ url, token, method, body }: Asking): Promise<unknown> {
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...json });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function answering(url: string, name: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error(`${name} did not start within a minute`);
}

interface Place {
  readonly folder: string;
  readonly own: string;
  readonly port: number;
  readonly url: string;
}

function settings({ folder, own, port, url }: Place): string {
  return `APP_NAME = forge
RUN_MODE = prod
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
DISABLE_SSH = true
OFFLINE_MODE = true
STATIC_ROOT_PATH = ${own}
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[repository]
ROOT = ${folder}/repositories
DEFAULT_BRANCH = main
[security]
INSTALL_LOCK = true
[service]
DISABLE_REGISTRATION = true
[actions]
ENABLED = false
[log]
LEVEL = Error
ROOT_PATH = ${folder}/log
`;
}
