// A registry of npm packages of a test's own (verdaccio): on loopback, gone after the test. It takes musterctl from whoever has its
// token, and brings every other package from the registry that npm uses here.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PACKAGE_NAME } from '../../src/core/model/package.ts';
import { answering, freePort } from './gitea.ts';

export interface Registry {
  /** `http://127.0.0.1:4873/` */
  readonly url: string;
  /** May publish. */
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** `program`: path of verdaccio's main file. */
export async function startRegistry(program: string): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-registry-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify(await settings(folder)));
  const words = [program, '--config', config, '--listen', `127.0.0.1:${port}`];
  const server = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('close', resolve));
  await answering(`${url}-/ping`, 'the registry');
  return {
    url,
    token: await account(url),
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function settings(folder: string): Promise<object> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: folder });
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), algorithm: 'bcrypt', rounds: 4 } },
    uplinks: { npm: { url: stdout.trim() } },
    packages: {
      [PACKAGE_NAME]: { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'npm' },
    },
    web: { enable: false },
    log: { type: 'stdout', level: 'fatal' },
  };
}

/** A test that waits for a process leaves a kept connection unwatched, and the registry may close it meanwhile. */
export const FRESH = { headers: { connection: 'close' } } as const;

async function account(url: string): Promise<string> {
  const body = JSON.stringify({ name: 'team', password: 'long-Enough-1', type: 'user', roles: [] });
  const headers = { ...FRESH.headers, 'content-type': 'application/json' };
  const answer = await fetch(`${url}-/user/org.couchdb.user:team`, { method: 'PUT', headers, body });
  const { token } = (await answer.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`the registry made no account: ${answer.status}`);
  return token;
}
