// A project whose target names a sandbox as if it were a real environment.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { onTestFinished } from 'vitest';

import { temporaryFolder } from './sandbox.ts';
import type { TestSandbox } from './sandbox.ts';

/** For the AWS client, which wants some. */
export const ANY_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };

/** Its folder. `settings` are put over the target `prod`. */
export function namedProject(sandbox: TestSandbox, desired: object, settings: Record<string, unknown> = {}): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { sandbox: _double, name: _name, ca, state: _state, stack: _stack, ...target } = sandbox.target;
  mkdirSync(join(folder.directory, 'teams'));
  writeFileSync(join(folder.directory, 'ca.pem'), ca ?? '');
  writeFileSync(join(folder.directory, 'teams', 'sales.yaml'), stringify(desired));
  const targets = { prod: { ...target, caFile: 'ca.pem', ...settings } };
  writeFileSync(join(folder.directory, 'muster.yaml'), stringify({ name: 'cc', desired: ['teams/*.yaml'], targets }));
  return folder.directory;
}

/** Of the handlers and the program of Pulumi: its folder, with the target `test` and no desired file. `settings` are put over the target. */
export function teamProject({ target }: TestSandbox, settings: object = {}): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  const { host, port, platform, companyCode, environment, apiKey, ca = '' } = target;
  writeFileSync(join(directory, 'ca.pem'), ca);
  const own = { host, port, platform, companyCode, environment, apiKey, caFile: 'ca.pem' };
  const project = { name: 'team', desired: ['none.json'], targets: { test: { ...own, ...settings } } };
  writeFileSync(join(directory, 'muster.yaml'), JSON.stringify(project));
  return directory;
}
