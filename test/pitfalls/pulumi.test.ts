// Policy packs do not see deletes and hooks need a program, so plain `pulumi up` is guarded by our own plan, before
// anything is registered. Here the program itself runs, beside an engine that takes down what is registered; through the
// real command the same stands in test/pulumi/stack.test.ts ("guards stop up before anything is registered …").

import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { userInputs } from '../../providers/declaration.ts';
import { writeReceipts, NOTHING } from '../../providers/receipts.ts';
import { tenantOf } from '../../src/core/model/identity.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import type { DesiredPresentUser } from '../../src/core/model/user.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { recordedUser } from '../support/values.ts';
import { anchor, deskIn, people } from './stories.ts';

const CHILD = fileURLToPath(new URL('program-child.ts', import.meta.url));

interface Ran {
  readonly registered: readonly string[];
  readonly error: string | null;
  readonly said: string;
}

interface Stand {
  readonly sandbox: TestSandbox;
  readonly run: (desired: DesiredInput, mode: 'preview' | 'up', environment?: Record<string, string>) => Promise<Ran>;
}

/** A stack that records `recorded`, all of whom are in the service. */
async function stand(recorded: DesiredInput): Promise<Stand> {
  const sandbox = await withSandbox();
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  deskIn(folder.directory, sandbox);
  const { users } = readDesiredInput(recorded, sandbox.target);
  for (const { loginUserId } of users) await sandbox.control.addUser({ loginUserId, inBackend: false });
  const resources = users.flatMap((user) => (user.ensure === 'present' ? [resource(user, sandbox)] : []));
  writeFileSync(join(folder.directory, 'stack.json'), JSON.stringify({ deployment: { resources } }));
  writeFileSync(join(folder.directory, 'pulumi'), `#!/bin/sh\ncat "${folder.directory}/stack.json"\n`);
  chmodSync(join(folder.directory, 'pulumi'), 0o755);
  return {
    sandbox,
    run: (desired, mode, environment = {}) =>
      runChild(folder.directory, { desired, preview: mode === 'preview' }, environment),
  };
}

/** As `pulumi stack export --show-secrets` shows it. */
function resource(user: DesiredPresentUser, { target }: TestSandbox): object {
  const type = 'pulumi-nodejs:dynamic/muster:User';
  const identity = { tenant: tenantOf({ ...target, sandbox: false }), stack: 'team.team.dev' };
  const kept = writeReceipts({ ...NOTHING, recorded: [recordedUser(user)] }, { identity, campaignName: null });
  const mark = '4dabf18193072939515e22adb298388d';
  const secret = {
    [mark]: '1b47061264138c4ac30d75fd1eb44270',
    plaintext: JSON.stringify(kept['__receipts']),
  };
  const inputs = { ...userInputs(user), target: 'test' };
  return {
    urn: `urn:pulumi:dev::team::${type}::${user.address}`,
    type,
    inputs,
    outputs: { ...inputs, ...kept, __receipts: secret },
  };
}

function runChild(folder: string, told: object, environment: Record<string, string>): Promise<Ran> {
  const env = {
    ...process.env,
    AWS_ACCESS_KEY_ID: 'sandbox',
    AWS_SECRET_ACCESS_KEY: 'sandbox',
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    ...environment,
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [CHILD, JSON.stringify(told)], { cwd: folder, env }, (error, stdout, stderr) => {
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      if (!last.startsWith('{')) reject(new Error(stdout + stderr, { cause: error }));
      else resolve({ ...(JSON.parse(last) as Omit<Ran, 'said'>), said: stdout + stderr });
    });
  });
}

describe('P20: plain `pulumi up` is guarded', { timeout: 60_000 }, () => {
  const all = { users: [anchor, ...people(5)] };
  const less = { users: [anchor] };

  test('a guard stops up before anything is registered, with the words that pass it', async () => {
    const { run, sandbox } = await stand(all);
    const { registered, error } = await run(less, 'up');
    expect(registered.filter((name) => name.includes(':'))).toEqual([]);
    expect(error).toContain('MUSTER_ALLOW=deletes=5');
    expect(error).not.toMatch(/^\s+at /mu);
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('a preview says it and goes on', async () => {
    const { run, sandbox } = await stand(all);
    const { registered, error } = await run(less, 'preview');
    expect(error).toBeNull();
    expect(registered).toContain('user:anchor@example.com');
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('the exact words let up go on, and no others', async () => {
    const { run } = await stand(all);
    expect((await run(less, 'up', { MUSTER_ALLOW: 'deletes=6' })).error).toContain('deletes=5');
    const { registered, error } = await run(less, 'up', { MUSTER_ALLOW: 'deletes=5' });
    expect(error).toBeNull();
    expect(registered).toContain('user:anchor@example.com');
  });
});
