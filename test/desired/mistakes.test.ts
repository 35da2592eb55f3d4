// Mistakes of a first week: the first sentence names what was done, with the place, and repeats no value.

import { expect, test } from 'vitest';

import type { DesiredState } from '../../src/core/model/state.ts';
import { chooseTarget, loadProject } from '../../src/core/desired/project/project.ts';
import { errorOf, loadFiles, projectFolder } from './project-folder.ts';

const MUSTER = 'name: n\ndesired: ["desired/*"]\ntargets: {s: {sandbox: true}}\n';
const PERSON = 'firstName: A, lastName: B, userTemplateName: T';

async function findings(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const error = await errorOf(() => loadFiles({ 'muster.yaml': MUSTER, ...files }));
  return error.diagnostics.map(
    ({ code, message, source }) => `${source.file}:${source.line}:${source.column} ${code} ${message}`,
  );
}

async function warnings(files: Readonly<Record<string, string>>): Promise<DesiredState['warnings']> {
  return (await loadFiles({ 'muster.yaml': MUSTER, ...files })).warnings;
}

test('an unfinished merge is told once, where it begins', async () => {
  const text = `users:\n<<<<<<< HEAD\n  - {loginUserId: a}\n=======\n  - {loginUserId: b}\n>>>>>>> topic\n`;
  const found = await findings({ 'desired/a.yaml': text });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^desired\/a\.yaml:2:1 syntax expected one version of these lines/u);
});

test.each([
  ['a tab', 'users:\n\t- loginUserId: a\n', 'given a tab'],
  ['a forgotten colon', 'users:\n  - loginUserId Wolpertinger\n    firstName: B\n', 'expected a colon behind the key'],
])('%s is named', async (_what, text, words) => {
  const found = await findings({ 'desired/a.yaml': text });
  expect(found[0]).toContain(words);
  expect(found.join('\n')).not.toContain('Wolpertinger');
});

test('the pins of a leaver are one finding with its places', async () => {
  const records = Array.from(
    { length: 12 },
    (_, index) => `      - {clientId: C-${index}, preferredAgent: gone}\n`,
  ).join('');
  const found = await findings({
    'desired/a.yaml': 'users:\n  - {loginUserId: gone, ensure: absent}\n',
    'desired/b.yaml': `campaigns:\n  - campaignName: S\n    records:\n${records}`,
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^desired\/b\.yaml:4:\d+ pinned-to-leaver/u);
  expect(found[0]).toContain('; so in lines 5, 6, 7, 8, 9 and 6 more');
});

test('an agent whom nobody declares is a warning where a declared one is nearly it, and only there', async () => {
  const found = await warnings({
    'desired/a.yaml': `users: [{loginUserId: ana.ruiz, ${PERSON}}]\ncampaigns: [{campaignName: S, records: [{clientId: C-1, preferredAgent: ana.riuz}, {clientId: C-2, preferredAgent: ana.riuz}, {clientId: C-3, preferredAgent: somebody.else}]}]\n`,
  });
  expect(found).toMatchObject([{ code: 'agent-not-declared', address: 'record:S/C-1', source: { line: 2 } }]);
  expect(found?.[0]?.message).toContain('did you mean ana.ruiz?');
});

test('each pattern that matches nothing is a warning', async () => {
  const muster = 'name: n\ndesired: ["desired/*", "team/*.yaml"]\ntargets: {s: {sandbox: true}}\n';
  const found = await warnings({ 'muster.yaml': muster, 'desired/a.yaml': `users: [{loginUserId: a, ${PERSON}}]\n` });
  expect(found).toMatchObject([{ code: 'pattern-unused', source: { file: 'muster.yaml', line: 2 } }]);
});

test('a file that declares something and that no pattern matches is a warning; of a project below, a program or anything else is none', async () => {
  const muster = 'name: n\ndesired: ["team/*.yaml"]\ntargets: {s: {sandbox: true}}\n';
  const people = `users: [{loginUserId: a, ${PERSON}}]\n`;
  const files = {
    'muster.yaml': muster,
    'team/a.yaml': people,
    'team/b.yml': people.replace(': a,', ': b,'),
    'away/c.json': '{"campaigns": [{"campaignName": "S", "records": [{"clientId": "C-1", "data": {"Name": "x"}}]}]}',
    'away/F.YAML': people.replace(': a,', ': f,'),
    'away/report.json': '{"changes": [{"users": 1, "loginUserId": "a"}], "users": {"loginUserId": 1}}',
    'away/d.mjs': 'export default { users: [{ loginUserId: "d" }] };',
    'other/muster.yaml': muster,
    'other/team/e.yaml': people,
  };
  const { unread, warnings: found = [] } = await loadFiles(files);
  expect(found.map(({ code, source }) => [code, source.file])).toEqual([
    ['file-not-read', 'away/F.YAML'],
    ['file-not-read', 'away/c.json'],
    ['file-not-read', 'team/b.yml'],
  ]);
  expect(unread?.map(({ addresses }) => [...addresses])).toEqual([['user:f'], ['record:S/C-1'], ['user:b']]);
});

test('a file with more behind its ending, or with its keys far down, is not read unseen; what an editor leaves beside a file is', async () => {
  const people = (id: string): string => `users: [{loginUserId: ${id}, ${PERSON}}]\n`;
  const {
    unread,
    users,
    warnings: told = [],
  } = await loadFiles({
    'muster.yaml': 'name: n\ndesired: ["team/*.{yaml,YAML}"]\ntargets: {s: {sandbox: true}}\n',
    'team/a.yaml': people('a'),
    'team/b.YAML': people('b'),
    'team/a.yaml.bak': people('gone'),
    'team/a.yaml~': people('gone'),
    'team/c.yaml.txt': people('c'),
    'team/d.yml.disabled': people('d'),
    'team/g.yaml.example': people('g'),
    'e.yaml': `${`# ${'-'.repeat(70)}\n`.repeat(1200)}${people('e')}`,
    'team/f.yaml.mjs': 'throw new Error("run");\n// users: loginUserId:',
  });
  const others = ['e.yaml', 'team/c.yaml.txt', 'team/d.yml.disabled'];
  expect(unread?.map(({ file }) => file)).toEqual([...others, 'team/g.yaml.example']);
  // An example is meant to be none; where its people would go, the plan asks.
  expect(told.map(({ source }) => source.file)).toEqual(others);
  expect(users.map(({ loginUserId }) => loginUserId)).toEqual(['a', 'b']);
});

test('the same slip in two records is told at each', async () => {
  const record = (id: string): string => `    - {clientId: ${id}, timeZone: Europe/Madird}\n`;
  const text = `campaigns:\n- campaignName: S\n  records:\n${record('C-1')}${record('C-2')}`;
  const found = await findings({ 'desired/a.yaml': text });
  expect(found.map((each) => each.replace(/^(\S+ \S+).*; did/su, '$1 did'))).toEqual([
    'desired/a.yaml:4:33 unknown-time-zone did you mean Europe/Madrid?',
    'desired/a.yaml:5:33 unknown-time-zone did you mean Europe/Madrid?',
  ]);
});

test('defaultTarget is used where none is named, and must be one of them', async () => {
  const two =
    'name: n\ndesired: ["desired/*"]\ndefaultTarget: two\ntargets: {one: {sandbox: true}, two: {sandbox: true}}\n';
  const project = await loadProject(await projectFolder({ 'muster.yaml': two }));
  expect(chooseTarget(project, null).name).toBe('two');
  expect(chooseTarget(project, 'one').name).toBe('one');
  const wrong = two.replace('defaultTarget: two', 'defaultTarget: twoo');
  const error = await errorOf(async () => loadProject(await projectFolder({ 'muster.yaml': wrong })));
  expect(error).toMatchObject({ code: 'wrong-type' });
  expect(String(error)).toContain('did you mean two?');
});

test('an agent whom nobody declares is pointed at in its cell, of YAML and of CSV', async () => {
  const rows = 'recordsFrom: {file: s.csv, columns: {clientId: Nr, preferredAgent: Agent}}';
  const found = await warnings({
    'muster.yaml': MUSTER.replace('desired/*', 'desired/*.yaml'),
    'desired/a.yaml': `users: [{loginUserId: ana.ruiz, ${PERSON}}]\ncampaigns:\n  - campaignName: S\n    records:\n      - clientId: C-1\n        preferredAgent: ana.riuz\n  - {campaignName: T, ${rows}}\n`,
    'desired/s.csv': 'Nr,Name,Agent\nC-2,x,Ana.Ruiz\n',
  });
  expect(found).toMatchObject([
    { code: 'agent-not-declared', source: { file: 'desired/a.yaml', line: 6, column: 25 } },
    { code: 'agent-not-declared', source: { file: 'desired/s.csv', line: 2, column: 3 } },
  ]);
});

test('two campaigns that differ in case are a warning, in two Unicode forms an error; one in two files is neither', async () => {
  const part = (name: string): string => `campaigns: [{campaignName: ${name}, records: [{clientId: C}]}]\n`;
  const two = (one: string, other: string) => ({
    'desired/a.yaml': part(one),
    'desired/b.yaml': part(other).replace('clientId: C', 'clientId: D'),
  });
  const found = await warnings(two('Summer', 'summer'));
  expect(found).toMatchObject([{ code: 'similar-id', source: { file: 'desired/b.yaml', line: 1, column: 28 } }]);
  expect(found?.[0]?.message).toContain('is declared at desired/a.yaml:1');
  expect(await warnings(two('Summer', 'Summer'))).toEqual([]);
  expect((await findings(two('\u00e9', 'e\u0301')))[0]).toContain('duplicate-campaign');
});
