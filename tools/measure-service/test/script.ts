// A project that names the sandbox as if it were a real environment, and the script run on it as a child, the way a
// person would.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';

import type { ServiceProfile } from '../../../src/model/profile.ts';
import type { Ended } from '../../../test/cli/muster.ts';
import { temporaryFolder } from '../../../test/support/sandbox.ts';
import type { TestSandbox } from '../../../test/support/sandbox.ts';

export const SCRIPT = fileURLToPath(new URL('../main.ts', import.meta.url));

export const ENVIRONMENT = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };

export const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };

const DESIRED = {
  users: [ANA],
  campaigns: [{ campaignName: 'Summer', records: [{ clientId: 'C-1', data: { Name: 'Maria Lopez' } }] }],
};

/** `wrong` is put over the target. */
export function project(sandbox: TestSandbox, wrong: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { sandbox: _double, name: _name, ca, state: _state, stack: _stack, ...target } = sandbox.target;
  mkdirSync(join(folder.directory, 'teams'));
  writeFileSync(join(folder.directory, 'ca.pem'), ca ?? '');
  writeFileSync(join(folder.directory, 'teams', 'sales.yaml'), stringify(DESIRED));
  const targets = { prod: { ...target, caFile: 'ca.pem', ...wrong } };
  writeFileSync(join(folder.directory, 'muster.yaml'), stringify({ name: 'cc', desired: ['teams/*.yaml'], targets }));
  return folder.directory;
}

export async function measured(folder: string, ...words: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...ENVIRONMENT };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [SCRIPT, ...words],
      { cwd: folder, env, timeout: 60_000 },
      (_error, out, err) => resolve({ exit: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end();
  });
}

/** `answer how` of each point, by name. */
export function profileIn(folder: string): Readonly<Record<string, string>> {
  const { points } = JSON.parse(readFileSync(join(folder, 'profiles', 'prod.json'), 'utf8')) as ServiceProfile;
  return Object.fromEntries(Object.entries(points).map(([id, { answer, how }]) => [id, `${answer} ${how}`]));
}
