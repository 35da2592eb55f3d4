// What an approval binds of the files: path and content, wherever and however they were checked out.

import { describe, expect, test } from 'vitest';

import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { BARE_TARGET } from '../support/sandbox.ts';
import { loadFiles } from './project-folder.ts';
import type { Files } from './project-folder.ts';

const ana = 'users:\n  - {loginUserId: ana, firstName: A, lastName: R, userTemplateName: T}\n';
const csv = [
  'campaigns:',
  '  - campaignName: S',
  '    recordsFrom: {file: s.csv, columns: {clientId: Id, data: {Name: Name}}}',
  '',
].join('\n');
const program = (keys: string): string => `export default { users: [{ ${keys} }] };\n`;
const files: Files = {
  'desired/a.yaml': ana,
  'desired/s.yaml': csv,
  'muster.yaml': 'name: c\ndesired: ["desired/*.yaml", "desired/*.mjs"]\ntargets: {sandbox: {sandbox: true}}\n',
  'desired/s.csv': 'Id,Name\nC-1,Maria\n',
};
const contentOf = async (changed: Files = {}): Promise<string> => (await loadFiles({ ...files, ...changed })).content;

describe('the digest of the desired files', () => {
  test('is the same for the same content, whatever the line ends and the limits in muster.yaml', async () => {
    const known = await contentOf();
    expect(known).toMatch(/^[0-9a-f]{64}$/u);
    expect(await contentOf({ 'desired/a.yaml': ana.replaceAll('\n', '\r\n') })).toBe(known);
    expect(await contentOf({ 'muster.yaml': `${String(files['muster.yaml'])}policy: {deletes: {perFile: 2}}\n` })).toBe(
      known,
    );
  });

  test('changes with one letter, in a CSV file too, and with the name of a file', async () => {
    const known = await contentOf();
    expect(await contentOf({ 'desired/a.yaml': `${ana}# moved\n` })).not.toBe(known);
    expect(await contentOf({ 'desired/s.csv': 'Id,Name\nC-1,Marta\n' })).not.toBe(known);
    const { 'desired/a.yaml': _moved, ...rest } = files;
    expect((await loadFiles({ ...rest, 'desired/b.yaml': ana })).content).not.toBe(known);
  });

  test('of a program is that of the value it exports', async () => {
    const given = 'loginUserId: "p", firstName: "P", lastName: "Q", userTemplateName: "T"';
    const other = 'userTemplateName: "T", lastName: "Q", firstName: "P", loginUserId: "p"';
    const first = await contentOf({ 'desired/p.mjs': program(given) });
    expect(await contentOf({ 'desired/p.mjs': `// said anew\n${program(other)}` })).toBe(first);
    expect(await contentOf({ 'desired/p.mjs': program(given.replace('"Q"', '"R"')) })).not.toBe(first);
  });

  test('of a value in memory is that of the value', () => {
    const user = { loginUserId: 'p', firstName: 'P', lastName: 'Q', userTemplateName: 'T' };
    const { content } = readDesiredInput({ users: [user] }, BARE_TARGET);
    expect(readDesiredInput({ users: [{ ...user }] }, BARE_TARGET, 'elsewhere').content).toBe(content);
    expect(readDesiredInput({ users: [{ ...user, lastName: 'R' }] }, BARE_TARGET).content).not.toBe(content);
  });
});
