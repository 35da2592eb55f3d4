// MUSTER_LOG in a provider's process: what its lines hold, several processes that share a file, and a log that cannot be written. With
// the real command: report-files.test.ts.

import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { openContext } from '../../providers/context.ts';
import { createHandlers } from '../../providers/handlers.ts';
import { teamProject } from '../support/named-project.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const CANARY = 'Wolpertinger';
const ANA = { loginUserId: 'ana@example.com', firstName: CANARY, lastName: CANARY, userTemplateName: 'Agents' };
const DATA = JSON.stringify([
  ['Name', CANARY, 1],
  ['phone', '+34911234567', 2],
]);
const TASK = { campaignName: 'Summer', preferredAgent: ANA.loginUserId, data: DATA };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Stand {
  readonly sandbox: TestSandbox;
  /** Of the log that is asked for. */
  readonly folder: string;
  /** Creates a user and a task through a provider context of its own, as another process does. */
  readonly create: (loginUserId: string, clientId: string) => Promise<void>;
  /** What stands on standard error meanwhile. */
  readonly told: readonly string[];
}

async function stand(log: string): Promise<Stand> {
  const sandbox = await withSandbox();
  const folder = teamProject(sandbox);
  vi.stubEnv('MUSTER_LOG', log);
  const told: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  const create: Stand['create'] = async (loginUserId, clientId) => {
    const provider = openContext(folder);
    const [users, records] = [createHandlers('user', provider), createHandlers('record', provider)];
    await users.create((await users.check({}, { ...ANA, loginUserId })).inputs);
    await records.create((await records.check({}, { ...TASK, clientId })).inputs);
    await provider.close();
  };
  return { sandbox, folder, create, told };
}

function linesOf(file: string): Readonly<Record<string, unknown>>[] {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

test('the requests of a provider are appended to it, in the folder of the program, each with its process', async () => {
  const { folder, create, told } = await stand('requests.ndjson');
  await create('ana@example.com', 'C-1');
  const first = linesOf(join(folder, 'requests.ndjson'));
  const own = { process: 'provider', pid: process.pid, outcome: 'done' };
  expect(first).toContainEqual(expect.objectContaining({ ...own, operation: 'add-user', code: null }));
  expect(first).toContainEqual(
    expect.objectContaining({ ...own, operation: 'addOrUpdateCampaignRecord', address: 'record:Summer/C-1' }),
  );
  expect(statSync(join(folder, 'requests.ndjson')).mode & 0o777).toBe(0o600);
  await create('kim@example.com', 'C-2');
  const both = linesOf(join(folder, 'requests.ndjson'));
  expect(both.slice(0, first.length)).toEqual(first);
  expect(both.length).toBeGreaterThan(first.length);
  expect(new Set(both.map(({ requestId }) => requestId)).size).toBe(both.length);
  expect(told).toEqual([]);
});

test.each([
  ['nowhere/requests.ndjson', 'ENOENT', 'The requests of the provider are not logged; the update goes on.'],
  ['.', 'EISDIR', 'The requests of the provider are not logged; the update goes on.'],
  ['/dev/full', 'ENOSPC', 'the provider goes on without it'],
])('that %s cannot be written is said once, and everything is carried out', async (path, code, words) => {
  const { create, told, sandbox } = await stand(path);
  await create('ana@example.com', 'C-1');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^muster: MUSTER_LOG \/.*\n$/u);
  expect(told[0]).toContain(code);
  expect(told[0]).toContain(words);
  expect((await sandbox.control.counters()).writes).toBe(2);
});

test('lines of processes that append at the same time stand whole, one below the other', async () => {
  const { directory: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const watch = new URL('../../src/core/engine/request-log.ts', import.meta.url).href;
  const script = `
    import { channel } from 'node:diagnostics_channel';
    import { watchUpdate } from '${watch}';
    const rest = { sender: 'provider', environment: process.env, clock: Date.now, tell: (line) => console.log(line) };
    await watchUpdate({ folder: '.', ...rest });
    for (let retries = 0; retries < 2000; retries += 1)
      channel('muster:request').publish({ address: 'user:' + 'x'.repeat(300), retries });`;
  const options = { cwd: folder, env: { ...process.env, MUSTER_LOG: 'shared.ndjson' } };
  const append = async (): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  const ended = await Promise.all([append(), append(), append()]);
  expect(ended.map(({ stdout }) => stdout)).toEqual(['', '', '']);
  const lines = linesOf(join(folder, 'shared.ndjson'));
  expect(lines).toHaveLength(6000);
  expect(new Set(lines.map(({ pid }) => pid)).size).toBe(3);
});
