// Servers that keep the state of Pulumi for several operators: PostgreSQL, and one that speaks S3. Both on loopback, in a folder of
// their own, gone with the test.

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

import { answering, freePort } from './gitea.ts';

const run = promisify(execFile);

/** Variables for the Pulumi command. */
export type Backend = Readonly<Record<string, string>>;

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-backend-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function endWithTest(server: ChildProcess): void {
  const ended = new Promise((resolve) => server.once('close', resolve));
  onTestFinished(async () => {
    server.kill('SIGINT');
    await ended;
  });
}

/** `program`: path of moto_server. The bucket is there. */
export async function startS3(program: string): Promise<Backend> {
  const port = await freePort();
  const packages = dirname(dirname(program));
  const env = { ...process.env, PYTHONPATH: packages };
  endWithTest(spawn('python3', [program, '-H', '127.0.0.1', '-p', String(port)], { env, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/`, 'the S3 server');
  const made = await fetch(`${url}/states`, { method: 'PUT' });
  if (!made.ok) throw new Error(`no bucket: ${made.status}`);
  return {
    PULUMI_BACKEND_URL: `s3://states?endpoint=${url}&s3ForcePathStyle=true&region=us-east-1`,
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
  };
}

/** PostgreSQL refuses to run as root: then as the user that its package made. `program`: path of initdb. */
export async function startPostgres(program: string): Promise<Backend> {
  const folder = ownFolder();
  // As that user may not pass through this one's folders.
  const programs = realpathSync(dirname(program));
  const owner = process.getuid?.() === 0 ? await idsOf('postgres') : null;
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'states', '--auth=trust', '--no-sync'], owner ?? {});
  const port = await freePort();
  const words = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ];
  endWithTest(spawn(join(programs, 'postgres'), words, { ...owner, stdio: 'ignore' }));
  const ready = (): Promise<unknown> =>
    run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q']);
  for (let left = 300; ; left -= 1) {
    const is = await ready().then(
      () => true,
      () => false,
    );
    if (is) break;
    if (left === 0) throw new Error('PostgreSQL does not answer');
    await sleep(100);
  }
  return { PULUMI_BACKEND_URL: `postgres://states@127.0.0.1:${port}/postgres?sslmode=disable` };
}

async function idsOf(user: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
