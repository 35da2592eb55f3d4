// muster.yaml: complete targets, refused mistakes, the choice of a target.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { generate } from 'selfsigned';
import { expect, test } from 'vitest';

import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import type { Project } from '../../src/core/model/state.ts';
import { errorOf, load, projectFolder } from './project-folder.ts';

const PROD = `host: cc.example.com
    platform: PLATFORM
    companyCode: example
    environment: prod
    apiKey: {secretName: example/prod/api-key, secretsRegion: eu-central-1}`;

const project = (target: string): string => `name: n\ndesired: [a.yaml]\ntargets:\n  prod:\n    ${target}\n`;

async function loadYaml(muster: string): Promise<Project> {
  return loadProject(await projectFolder({ 'muster.yaml': muster }));
}

test('a sandbox target needs nothing else', async () => {
  const target = chooseTarget(await loadYaml('name: n\ndesired: [a]\ntargets: {sandbox: {sandbox: true}}'), null);
  expect(target).toEqual({
    name: 'sandbox',
    sandbox: true,
    host: '127.0.0.1',
    region: 'us-east-1',
    port: 0,
    previewPrefix: 'preview',
    adminPrefix: 'admin',
    platform: 'PLATFORM',
    companyCode: 'example',
    environment: 'sandbox',
    identity: 'saml',
    apiKey: { secretName: 'sandbox/api-key', secretsRegion: 'us-east-1' },
    state: 'ledger',
    stack: 'sandbox',
    formerStacks: [],
    formerTenants: [],
    maxConcurrency: 32,
  });
});

test('a target is complete, with the documented defaults', async () => {
  const loaded = await loadYaml(
    `${project(PROD)}    region: eu-central-1\n    backendName: Connect\npolicy: {deletes: {count: 5}}\n`,
  );
  expect(loaded.targets.get('prod')).toMatchObject({
    sandbox: false,
    host: 'cc.example.com',
    region: 'eu-central-1',
    backendName: 'Connect',
    port: 9443,
    stack: 'prod',
    formerStacks: [],
    formerTenants: [],
    maxConcurrency: 32,
  });
  expect(loaded.policy).toEqual({ deletes: { count: 5, percent: 10 } });
  expect((await loadYaml(project(PROD))).policy).toEqual({ deletes: { count: 3, percent: 10 } });
  const perFile = await loadYaml(`${project(PROD)}policy: {deletes: {perFile: 2}}\n`);
  expect(perFile.policy).toEqual({ deletes: { count: 3, percent: 10, perFile: 2 } });
});

test('what else is checked is read from the policy, and a mistake in it is named', async () => {
  const policy =
    'policy: {offboard: {campaigns: [Walk-ins]}, agents: service-and-backend, restore: always, pinsPerWindow: 6}';
  expect((await loadYaml(`${project(PROD)}${policy}\n`)).policy).toEqual({
    deletes: { count: 3, percent: 10 },
    offboard: { campaigns: ['Walk-ins'] },
    agents: 'service-and-backend',
    restore: 'always',
    pinsPerWindow: 6,
  });
  await expect(loadYaml(`${project(PROD)}policy: {agents: backend}\n`)).rejects.toMatchObject({
    diagnostics: [expect.objectContaining({ source: expect.objectContaining({ file: 'muster.yaml' }) as object })],
  });
});

test('an ignore rule lasts to the end of its day', async () => {
  const rule =
    'ignore: [{address: "record:S/*", property: data.phone, class: drift, reason: r, owner: o, expires: 2027-01-31}]';
  expect((await loadYaml(project(PROD) + rule)).ignore).toEqual([
    {
      address: 'record:S/*',
      property: 'data.phone',
      class: 'drift',
      reason: 'r',
      owner: 'o',
      expires: Date.UTC(2027, 1, 1),
      source: { file: 'muster.yaml', line: expect.any(Number) as number, column: expect.any(Number) as number },
    },
  ]);
});

test('an extra trust root is read from its file', async () => {
  const { cert } = await generate([{ name: 'commonName', value: 'muster test' }], { keySize: 2048 });
  const folder = await projectFolder({ 'muster.yaml': `${project(PROD)}    caFile: ca.pem\n`, 'ca.pem': cert });
  expect((await loadProject(folder)).targets.get('prod')?.ca).toBe(cert);
  await writeFile(join(folder, 'ca.pem'), 'no certificate');
  const { diagnostics } = await errorOf(() => loadProject(folder));
  expect(diagnostics).toMatchObject([{ code: 'wrong-type', source: { line: 10, column: 13 } }]);
});

test.each([
  [
    'an unknown key',
    project(`${PROD}\n    hots: x`),
    'unknown-key 10:5',
    /targets\.prod: this key is not known here; did you mean "host"\?/,
  ],
  [
    'a host with a scheme',
    project(PROD.replace('cc.', 'https://cc.')),
    'wrong-type 5:11',
    /expected a host name without scheme, port and path; given text of 22 characters$/,
  ],
  [
    'an unknown region',
    project(`${PROD}\n    region: mars-1`),
    'wrong-type 10:13',
    /expected one of us-east-1, .*given text of 6 characters$/,
  ],
  [
    'a port out of range',
    project(`${PROD}\n    port: 70000`),
    'wrong-type 10:11',
    /expected at most 65535; given text of 5 characters$/,
  ],
  [
    'a port that is no number',
    project(`${PROD}\n    port: https`),
    'wrong-type 10:11',
    /expected a whole number; given text of 5 characters$/,
  ],
  [
    'too much concurrency',
    project(`${PROD}\n    maxConcurrency: 257`),
    'wrong-type 10:21',
    /expected at most 256; given text of 3 characters$/,
  ],
  [
    'a target without apiKey',
    project(PROD.split('\n').slice(0, 4).join('\n')),
    'missing-key 5:5',
    /expected the key "apiKey"; it is missing/,
  ],
  [
    'an insecure endpoint',
    project(PROD.replace('{s', '{endpoint: "http://x.example.com", s')),
    'wrong-type 9:24',
    /endpoint: expected an https:\/\/ URL, or http:\/\/ on loopback/,
  ],
  [
    'a host for the sandbox',
    project('sandbox: true\n    host: x'),
    'wrong-type 6:11',
    /targets\.prod\.host: expected nothing: a sandbox target fills this in itself/,
  ],
  [
    'a target named like a path',
    'name: n\ndesired: [a]\ntargets:\n  ../x: {sandbox: true}',
    'wrong-type 4:3',
    /expected a name of letters.*given text of 4 characters$/,
  ],
  [
    'no target',
    'name: n\ndesired: [a]\ntargets: {}',
    'empty-list 3:10',
    /targets: expected at least one entry; given none/,
  ],
  [
    'patterns out of the folder',
    'name: n\ndesired: ["../x/*.yaml"]\ntargets: {s: {sandbox: true}}',
    'link-outside 2:11',
    /desired\[0\]: expected a pattern inside the project folder/,
  ],
  [
    'an absolute pattern',
    'name: n\ndesired: [/etc/*.yaml]\ntargets: {s: {sandbox: true}}',
    'link-outside 2:11',
    /given one that leads out of it$/,
  ],
  [
    'an ignore rule without an owner',
    `${project(PROD)}ignore: [{address: x, reason: r, expires: 2027-01-31}]`,
    'missing-key 10:10',
    /ignore\[0\]: expected the key "owner"/,
  ],
  [
    'an ignore rule that expires never',
    `${project(PROD)}ignore: [{address: x, reason: r, owner: o, expires: never}]`,
    'time-without-zone 10:53',
    /ignore\[0\]\.expires: expected a day like 2027-01-31 .*given text of 5 characters$/,
  ],
  [
    'a missing trust root',
    project(`${PROD}\n    caFile: none.pem`),
    'unreadable-file 10:13',
    /caFile: expected a readable PEM file; none\.pem cannot be read/,
  ],
  ['an empty file', '# nothing\n', 'missing-key 1:1', /expected name, desired and targets; the file is empty/],
  ['broken YAML', 'name: [', 'syntax 1:8', /expected valid YAML/],
])('refused: %s', async (_title, muster, place, says) => {
  const { diagnostics, exit } = await errorOf(() => loadYaml(muster));
  expect(diagnostics.map(({ code, source }) => `${code} ${source.line}:${source.column}`)).toEqual([place]);
  expect(diagnostics[0]?.source.file).toBe('muster.yaml');
  expect(diagnostics[0]?.message).toMatch(says);
  expect(exit).toBe(2);
});

test.each([
  project(PROD.replace(/apiKey: .*/u, 'apiKey: S3CRET')),
  project(PROD.replace('{s', '{value: S3CRET, s')),
  project(`${PROD}\n    apiKeyValue: S3CRET`),
])('a key written into the file by mistake is not shown', async (muster) => {
  const error = await errorOf(() => loadYaml(muster));
  expect(error.diagnostics).toHaveLength(1);
  expect(JSON.stringify([error.message, error.detail, error.diagnostics])).not.toContain('S3CRET');
});

test('plain http to the secrets manager is allowed on loopback only', async () => {
  for (const host of ['127.0.0.1:4566', 'localhost:1', '[::1]:2']) {
    const endpoint = `http://${host}`;
    const loaded = await loadYaml(project(PROD.replace('{s', `{endpoint: "${endpoint}", s`)));
    expect(loaded.targets.get('prod')?.apiKey.endpoint).toBe(endpoint);
  }
});

test('no file that matches is an error that names the patterns', async () => {
  const folder = await projectFolder({});
  const error = await errorOf(() => load(folder));
  expect(error.diagnostics).toMatchObject([
    { code: 'no-desired-files', source: { file: 'muster.yaml', line: 2, column: 11 } },
  ]);
  expect(error.message).toContain('desired/**/*');
});

test('the only target is chosen; several need a name; an unknown name is answered with the known ones', async () => {
  const one = await loadYaml(project(PROD));
  expect(chooseTarget(one, null).name).toBe('prod');
  expect((await errorOf(() => chooseTarget(one, 'prodd'))).message).toBe(
    'expected one of prod; given prodd; did you mean prod?',
  );
  const two = await loadYaml(`${project(PROD)}  sandbox: {sandbox: true}\n`);
  expect(await errorOf(() => chooseTarget(two, null))).toMatchObject({ code: 'target-needed', exit: 2 });
  expect(chooseTarget(two, 'sandbox').sandbox).toBe(true);
});

test.each([
  ['away/list.txt', 'unreadable-file'],
  ['../list.txt', 'unreadable-file'],
  ['lists', 'unreadable-file'],
  ['7', null],
  ['[a]', 'wrong-type'],
  ['5', 'wrong-type'],
  ['true', 'wrong-type'],
])('the list of whom nobody may call is read, or stops everything: %s', async (file, code) => {
  const muster = `name: n\ndesired: ["desired/*"]\ntargets: {s: {sandbox: true}}\npolicy: {doNotCall: ${file}}\n`;
  const folder = await projectFolder({ 'muster.yaml': muster, '7': '+447700900123\n', 'lists/a.txt': '' });
  if (code === null) expect((await loadProject(folder)).policy.doNotCall?.faults).toEqual([]);
  else
    expect((await errorOf(() => loadProject(folder))).diagnostics).toMatchObject([
      {
        code,
        source: { file: 'muster.yaml', line: 4 },
        message: expect.stringContaining('policy.doNotCall') as unknown,
      },
    ]);
});

test('an empty list of whom nobody may call, and each line that names nobody, stops everything; no line is shown', async () => {
  const muster = `name: n\ndesired: ["desired/*"]\ntargets: {s: {sandbox: true}}\npolicy: {doNotCall: list.txt}\n`;
  const told = async (list: string): Promise<unknown[]> => {
    // One mistake is one finding, in however many lines.
    const folder = await projectFolder({ 'muster.yaml': muster, 'list.txt': list });
    const { diagnostics } = await errorOf(() => loadProject(folder));
    return diagnostics.map(({ code, source, line, message }) => {
      return [code, source.file, source.line, line?.() ?? null, message.replace(/^.*expected /u, '')];
    });
  };
  expect(await told(' \n')).toEqual([['empty-file', 'list.txt', 1, null, 'a number or clientId a line; given none']]);
  const neither = 'a number or clientId; given neither; so in lines 2, 3, 4, 5, 6 and 3 more';
  expect(await told('#REF!\n'.repeat(9))).toEqual([['syntax', 'list.txt', 1, null, neither]]);
  expect(await told('<<<<<<< HEAD\n+447700900123\n=======\n4.477E+11\n---\n')).toEqual([
    ['syntax', 'list.txt', 1, null, 'a number or clientId; given a mark of a merge that is not finished; so in line 3'],
    [
      'syntax',
      'list.txt',
      4,
      null,
      'a number or clientId; given a number that a spreadsheet shortened: it lost its last digits',
    ],
    ['syntax', 'list.txt', 5, null, 'a number or clientId; given neither'],
  ]);
});

const ONE_TARGET = 'name: n\ndesired: ["desired/*"]\ntargets:\n  s: {sandbox: true}\npolicy:\n  deletes: {count: 3}\n';

test.each([
  ['a key', 'policy:', 'polcy:', 'this key is not known here; did you mean "policy"?'],
  ['a key that is needed', 'targets:', 'target:', 'this key is not known here; did you mean "targets"?'],
  [
    'a key that others hang on',
    '{sandbox',
    '{sandbx',
    'targets.s: this key is not known here; did you mean "sandbox"?',
  ],
  [
    'a value that others hang on',
    'true',
    'yes',
    'targets.s.sandbox: expected true or false; given text of 3 characters',
  ],
  [
    'another style',
    'deletes:',
    'do_not_call: x\n  deletes:',
    'policy: this key is not known here; did you mean "doNotCall"?',
  ],
  [
    'a key one level up',
    'name:',
    'sameNumber: off\nname:',
    'this key is not known here; did you mean "policy.sameNumber"?',
  ],
  [
    'a key one level up in another style',
    'name:',
    'do_not_call: x\nname:',
    'this key is not known here; did you mean "policy.doNotCall"?',
  ],
  [
    'a key of a level below',
    '{count: 3}',
    '{count: 3}\n  percent: 3',
    'policy: this key is not known here; did you mean "policy.deletes.percent"?',
  ],
])('a slip in muster.yaml is one finding, with the nearest right form: %s', async (_slip, right, wrong, message) => {
  const muster = ONE_TARGET.replace(right, wrong);
  const { diagnostics } = await errorOf(async () => loadProject(await projectFolder({ 'muster.yaml': muster })));
  expect(diagnostics.map((each) => each.message)).toEqual([message]);
});
