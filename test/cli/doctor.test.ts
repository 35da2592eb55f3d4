// muster doctor as a person meets it: exit codes, one document, no write, and words that tell a wrong URL from a bad key.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';

import type { JsonReport } from '../../src/core/report/documents/json-report.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { muster } from './muster.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const DESIRED = {
  users: [ANA],
  campaigns: [{ campaignName: 'Summer', records: [{ clientId: 'C-1', data: { Name: 'Maria Lopez' } }] }],
};

function project(sandbox: TestSandbox, wrong: Record<string, unknown> = {}, desired: object = DESIRED): string {
  return namedProject(sandbox, desired, wrong);
}

async function doctor(
  folder: string,
  ...words: readonly string[]
): Promise<{ readonly exit: number; readonly document: JsonReport; readonly text: string }> {
  const environment = ANY_CREDENTIALS;
  const { exit, out, err } = await muster(['doctor', '--json', ...words], { folder, environment });
  if (out === '') throw new Error(err);
  return { exit, document: JSON.parse(out) as JsonReport, text: out };
}

/** `status name` of everything that is not well, or the codes of what failed. */
const unwell = ({ checks }: JsonReport): string[] =>
  checks
    .filter(({ status }) => status === 'warning' || status === 'failed')
    .map(({ status, name }) => `${status} ${name}`);
const codes = ({ checks }: JsonReport): (string | null)[] =>
  checks.filter(({ status }) => status === 'failed').map(({ name, code }) => `${name} ${code ?? ''}`);

test('a healthy target ends with 0, one document, no write, and no file made', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const { exit, document, text } = await doctor(folder);
  expect({ exit, unwell: unwell(document) }).toEqual({ exit: 0, unwell: [] });
  expect(document).toMatchObject({ kind: 'doctor', command: 'doctor', probe: null, target: { name: 'prod' } });
  const names = ['node', 'files', 'profile', 'ledger', 'network', 'certificate', 'key', 'users', 'records', 'clock'];
  expect(document.checks.map(({ name }) => name)).toEqual(names);
  expect(document.checks[1]?.text).toMatch(/^muster\.yaml and 1 file: 1 user, (?:1 customer|\d+ customers)$/u);
  expect(await sandbox.control.counters()).toMatchObject({ writes: 0, unexpected: 0, reads: 2 });
  expect(existsSync(join(folder, '.muster'))).toBe(false);
  expect(text).not.toMatch(/ana@example|Maria/u);
});

test.each([
  ['a port where nobody listens', { port: 1 }, ['network unreachable']],
  ['a name nobody knows', { host: 'nowhere.invalid' }, ['network unreachable']],
  ['a certificate from an unknown root', { caFile: undefined }, ['certificate bad-certificate']],
  ['a wrong prefix of one service', { adminPrefix: 'nowhere' }, ['users wrong-url']],
  ['a wrong prefix of the other', { previewPrefix: 'nowhere' }, ['records wrong-url']],
  ['headers that both services refuse', { companyCode: 'other' }, ['users key-refused', 'records key-refused']],
])('%s ends with 3 and says what is wrong', async (_title, wrong, expected) => {
  const sandbox = await withSandbox();
  const { exit, document } = await doctor(project(sandbox, wrong));
  expect({ exit, codes: codes(document) }).toEqual({ exit: 3, codes: expected });
  expect(document.checks.every(({ status, advice }) => status !== 'failed' || advice !== null)).toBe(true);
  expect((await sandbox.control.counters()).writes).toBe(0);
});

test('a secret that is not there ends with 3, and nothing is asked of the service', async () => {
  const sandbox = await withSandbox();
  const { endpoint = '' } = sandbox.target.apiKey;
  const apiKey = { secretName: 'no/such', secretsRegion: 'us-east-1', endpoint };
  const { exit, document } = await doctor(project(sandbox, { apiKey }));
  expect({ exit, codes: codes(document) }).toEqual({ exit: 3, codes: ['key secret-unavailable'] });
  expect((await sandbox.control.counters()).reads).toBe(0);
});

test('files with faults end with 2, and the other checks still run', async () => {
  const sandbox = await withSandbox();
  const { exit, document } = await doctor(project(sandbox, {}, { users: [{ ...ANA, fistName: 'x' }] }), '--probe');
  expect({ exit, codes: codes(document) }).toEqual({ exit: 2, codes: ['files unknown-key'] });
  expect(document.checks.find(({ name }) => name === 'users')?.status).toBe('ok');
  expect(document.probe).toBeNull();
});

test('no muster.yaml is a failed check and ends with 2', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { exit, document } = await doctor(folder.directory);
  expect({ exit, codes: codes(document) }).toEqual({ exit: 2, codes: ['files no-project'] });
});

test.each([
  ['whose process is gone', { pid: 2 ** 22 + 1 }, /takes the lock over/u],
  ['of a run that is under way', {}, /A run is under way/u],
  ['of another pid namespace', { pidNamespace: 'pid:[1]' }, /cannot be seen from here/u],
  ['of another machine, or of before a restart', { boot: 'another' }, /cannot be seen from here/u],
])('a lock %s is a warning that says what becomes of it', async (_title, changes, advice) => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const path = join(folder, '.muster', 'ledger', 'prod.sqlite');
  const ledger = await openLedger({ path, clock: Date.now });
  const { self, lookAt } = viewpointOfProcess();
  await ledger.lock({ timeoutMs: 0, holder: 'x@desk', self: { ...self, ...changes }, lookAt });
  const { exit, document } = await doctor(folder);
  expect({ exit, unwell: unwell(document) }).toEqual({ exit: 0, unwell: ['warning lock'] });
  expect(document.checks.find(({ name }) => name === 'lock')?.advice).toMatch(advice);
  await ledger.close();
});

test('a damaged ledger is a failed check and stays unchanged', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  mkdirSync(join(folder, '.muster', 'ledger'), { recursive: true });
  writeFileSync(join(folder, '.muster', 'ledger', 'prod.sqlite'), 'not a ledger');
  const { exit, document } = await doctor(folder);
  expect({ exit, codes: codes(document) }).toEqual({ exit: 1, codes: ['ledger ledger-damaged'] });
  expect(readFileSync(join(folder, '.muster', 'ledger', 'prod.sqlite'), 'utf8')).toBe('not a ledger');
});

test('a probe shows what it would write, writes it when told to, and says a changed answer until it is written', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const file = join(folder, 'profiles', 'prod.json');
  const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  expect(await muster(['apply', '--auto-approve'], { folder, environment })).toMatchObject({ exit: 0 });
  await sandbox.control.resetCounters();
  expect(await doctor(folder, '--probe')).toMatchObject({
    exit: 0,
    document: { probe: { differs: true, written: false } },
  });
  expect(existsSync(file)).toBe(false);
  expect(await doctor(folder, '--probe', '--write')).toMatchObject({ exit: 0, document: { probe: { written: true } } });
  const written = readFileSync(file, 'utf8');
  expect(written).not.toMatch(/ana@example|Maria|C-1/u);
  expect(await doctor(folder, '--probe', '--write')).toMatchObject({
    exit: 0,
    document: { probe: { differs: false } },
  });
  expect((await sandbox.control.counters()).writes).toBe(0);

  await sandbox.control.setSwitches({ S1: 'error' });
  const changed = { changed: [{ id: 'no-record-answer', before: 'status', after: 'error' }] };
  expect(await doctor(folder, '--probe')).toMatchObject({ exit: 12, document: { probe: changed } });
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect(await doctor(folder, '--probe', '--write')).toMatchObject({ exit: 0, document: { probe: changed } });
  expect(await doctor(folder, '--probe')).toMatchObject({ exit: 0, document: { probe: { changed: [] } } });

  const one = {
    ...DESIRED.campaigns[0],
    records: [...DESIRED.campaigns[0]!.records, { clientId: 'C-2', data: { Name: 'Kim' } }],
  };
  writeFileSync(join(folder, 'teams', 'sales.yaml'), stringify({ ...DESIRED, campaigns: [one] }));
  const planned = await muster(['plan', '--json'], { folder, environment });
  const { relies } = JSON.parse(planned.out) as JsonReport;
  expect(relies.map(({ id, how, answer }) => [id, how, answer])).toEqual([
    ['no-record-answer', 'measured', 'error'],
    ['search-ceiling', 'assumed', '1000 or more'],
  ]);
});

test('a profile with an impossible answer ends with 2 in every command, and says what is possible', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  await doctor(folder, '--probe', '--write');
  const file = join(folder, 'profiles', 'prod.json');
  const text = readFileSync(file, 'utf8').replace(
    '"deleted-record": {\n      "answer": "unknown"',
    '"deleted-record": {\n      "answer": "banana"',
  );
  writeFileSync(file, text);
  const checked = await doctor(folder);
  expect({ exit: checked.exit, codes: codes(checked.document) }).toEqual({ exit: 2, codes: ['profile bad-profile'] });
  for (const command of ['validate', 'plan', 'drift']) {
    const { exit, out, err } = await muster([command], { folder, environment });
    expect(exit).toBe(2);
    const said = (out + err).replaceAll(/\s+/gu, ' ');
    expect(said).toContain('expected gone, removed-visible, removed-hidden, not-shown or unknown');
    expect(said).toMatch(/profiles\/prod\.json:\d+:\d+/u);
    expect(said).toContain('given text of 6 characters');
    expect(said).not.toContain('banana');
    expect(said).toContain('muster explain NAME');
  }
});

test('--write alone is an error of the command line', async () => {
  const sandbox = await withSandbox();
  expect(await doctor(project(sandbox), '--write')).toMatchObject({
    exit: 2,
    document: { error: { code: 'bad-usage' } },
  });
});

test('a probe says in words what it measured and what is left assumed', async () => {
  const folder = project(await withSandbox());
  const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  const { exit, out } = await muster(['doctor', '--probe'], { folder, environment });
  expect(exit).toBe(0);
  expect(out).toMatch(/^ {2}no-record-answer {2,}where NORECORDFOUND stands: status$/mu);
  expect(out).toMatch(/^ {2}update-state {2,}state and attempts after an update: unknown$/mu);
  expect(out.replaceAll(/\s+/gu, ' ')).toContain('try it and state it (docs/open-questions.md)');
  expect(out).not.toMatch(/\bS\d/u);
});
