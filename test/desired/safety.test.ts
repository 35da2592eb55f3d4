// Hostile and broken files end in a clear finding: no crash, no long wait, no code run, nothing read from outside.

import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { errorOf, load, loadFiles, placesOf, projectFolder } from './project-folder.ts';

const LEAVER = 'users: [{loginUserId: a, ensure: absent}]';

test('a file of 100 MB is refused by its size, without being read', async () => {
  const folder = await projectFolder({ 'desired/a.yaml': LEAVER });
  await truncate(join(folder, 'desired/a.yaml'), 100 * 1024 * 1024);
  const { diagnostics } = await errorOf(() => load(folder));
  expect(diagnostics).toMatchObject([{ code: 'file-too-large', source: { file: 'desired/a.yaml', line: 1 } }]);
  expect(diagnostics[0]?.message).toContain('expected at most 33554432 bytes; it has 104857600');
});

test.each([
  ['a NUL byte', new Uint8Array([0x61, 0x0a, 0x62, 0x00]), 'not-text desired/a.yaml:2:2'],
  ['bytes that are no UTF-8', new Uint8Array([0x61, 0xff]), 'not-text desired/a.yaml:1:2'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'not-text desired/a.yaml:1:1'],
  ['a terminal escape', '# \u001b[2J', 'not-text desired/a.yaml:1:3'],
  ['half of a surrogate pair', 'users: [{loginUserId: "\\ud800", ensure: absent}]', 'not-text desired/a.yaml:1:23'],
  ['2,000 lists inside each other', `users: ${'['.repeat(2000)}${']'.repeat(2000)}`, 'too-deep desired/a.yaml:1:'],
  ['2,000 mappings inside each other', nested(2000), 'too-deep desired/a.yaml:'],
  ['40 mappings inside each other', nested(40), 'too-deep desired/a.yaml:'],
  ['a million dashes', '- '.repeat(1_000_000), 'too-deep desired/a.yaml:1:'],
  ['unclosed lists', '['.repeat(100_000), 'too-deep desired/a.yaml:1:'],
  [
    'a directive for YAML 1.1 with a merge key',
    `%YAML 1.1\n---\nusers: [{<<: {a: b}, loginUserId: a, ensure: absent}]`,
    'unknown-key desired/a.yaml:3:10',
  ],
])('refused: %s', async (_title, content, place) => {
  const places = await placesOf({ 'desired/a.yaml': content });
  expect(places.filter((found) => found.startsWith(place))).toHaveLength(1);
});

test('a YAML 1.1 directive does not turn texts into something else', async () => {
  const yaml = '%YAML 1.1\n---\ncampaigns: [{campaignName: NO, records: [{clientId: 012}, {clientId: 1:20}]}]';
  const { records } = await loadFiles({ 'desired/a.yaml': yaml });
  expect(records.map(({ address }) => address)).toEqual(['record:NO/012', 'record:NO/1:20']);
});

test('JSON nested 100,000 deep is refused', async () => {
  expect(await placesOf({ 'desired/a.json': '['.repeat(100_000) })).toEqual(['too-deep desired/a.json:1:33']);
});

test('nested aliases ("billion laughs") are refused in one finding, which counts each alias, and not expanded', async () => {
  const lines = [
    'a: &a [x]',
    ...Array.from('bcdefghi', (name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]}, `.repeat(9)}]`),
  ];
  const { diagnostics } = await errorOf(() => loadFiles({ 'desired/a.yaml': lines.join('\n') }));
  expect(diagnostics.map(({ code, alike, message }) => [code, alike?.length, message])).toEqual([
    ['aliases-refused', 71, 'expected a value; given the alias of an anchor; so in lines 2, 3, 4, 5, 6 and 3 more'],
  ]);
});

test('100,000 keys in one mapping are checked for repeats in linear time', async () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `          k${index}: v\n`).join('');
  const yaml = `campaigns:\n  - campaignName: S\n    records:\n      - clientId: C\n        data:\n${keys}`;
  expect((await loadFiles({ 'desired/a.yaml': yaml })).records[0]?.data).toHaveLength(100_000);
});

test('keys such as __proto__ and constructor are unknown keys, or plain data keys', async () => {
  expect(await placesOf({ 'desired/a.json': '{"__proto__": {"users": []}, "constructor": 1}' })).toEqual([
    'unknown-key desired/a.json:1:2',
    'unknown-key desired/a.json:1:30',
  ]);
  const yaml = 'campaigns: [{campaignName: S, records: [{clientId: C, data: {__proto__: x, toString: y}}]}]';
  const { records } = await loadFiles({ 'desired/a.yaml': yaml });
  expect(records[0]?.data.map(({ key, value }) => `${key}=${value}`)).toEqual(['__proto__=x', 'toString=y']);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test('a link out of the folder is refused; a link inside it is read', async () => {
  const outside = await projectFolder({ 'secret.yaml': LEAVER });
  const folder = await projectFolder({ 'shared/a.yaml': LEAVER });
  await mkdir(join(folder, 'desired'));
  await symlink(join(folder, 'shared/a.yaml'), join(folder, 'desired/a.yaml'));
  expect((await load(folder)).users).toHaveLength(1);
  await symlink(join(outside, 'secret.yaml'), join(folder, 'desired/b.yaml'));
  const { diagnostics } = await errorOf(() => load(folder));
  expect(diagnostics).toMatchObject([{ code: 'link-outside', source: { file: 'desired/b.yaml', line: 1, column: 1 } }]);
});

test('a dangling link and a file of an unknown kind are named', async () => {
  const folder = await projectFolder({ 'desired/notes.txt': 'x' });
  await symlink('nowhere.yaml', join(folder, 'desired/a.yaml'));
  const { diagnostics } = await errorOf(() => load(folder));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'desired/a.yaml: expected a readable text file; there is no such file',
    'desired/notes.txt: expected one of .yaml, .yml, .json, .ts, .mts, .js, .mjs; given .txt',
  ]);
});

test('a folder whose name ends like a file is ignored', async () => {
  const folder = await projectFolder({ 'desired/a.yaml': LEAVER, 'desired/b.yaml/c.yaml': LEAVER.replace('a,', 'c,') });
  await writeFile(join(folder, 'muster.yaml'), 'name: n\ndesired: ["desired/*.yaml"]\ntargets: {s: {sandbox: true}}');
  expect((await load(folder)).files).toEqual(['desired/a.yaml']);
});

function nested(depth: number): string {
  return Array.from({ length: depth }, (_, index) => `${' '.repeat(index)}a:\n`).join('');
}
