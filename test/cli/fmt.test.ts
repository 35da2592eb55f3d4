// muster fmt as a user calls it: what it writes, what it says, and what it refuses.

import { chmodSync, cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshFolder, muster, saying } from './muster.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const UGLY =
  'users:\n    - firstName: "Ana" # first\n      loginUserId: ana@example.com\n      userTemplateName: Agents\n      lastName: Ruiz\n';
const TIDY =
  "users:\n  - loginUserId: ana@example.com\n    firstName: 'Ana' # first\n    lastName: Ruiz\n    userTemplateName: Agents\n";

function project(text = UGLY): { readonly folder: string; readonly file: string } {
  const folder = freshFolder();
  cpSync(join(EXAMPLES, 'tour'), folder, { recursive: true });
  const file = join(folder, 'teams/ugly.yaml');
  writeFileSync(file, text);
  return { folder, file };
}

describe('muster fmt', () => {
  test('writes what is not in form, names it, and has nothing to do the next time', async () => {
    const { folder, file } = project();
    expect(await muster(['fmt'], { folder })).toMatchObject({ exit: 0, out: 'teams/ugly.yaml\n', err: '' });
    expect(readFileSync(file, 'utf8')).toBe(TIDY);
    expect(await muster(['fmt', '--check'], { folder })).toMatchObject({ exit: 0, out: '', err: '' });
  });

  test('--check writes nothing and ends with 7; --diff shows a diff that git takes', async () => {
    const { folder, file } = project();
    expect(await muster(['fmt', '--check'], { folder })).toMatchObject({
      exit: 7,
      err: '1 file would change: muster fmt\n',
    });
    const { out } = await muster(['fmt', '--check', '--diff'], { folder });
    expect(out).toContain('--- a/teams/ugly.yaml\n+++ b/teams/ugly.yaml\n@@ ');
    expect(readFileSync(file, 'utf8')).toBe(UGLY);
  });

  test('bad YAML is the finding that validate has, and no file is written', async () => {
    const { folder, file } = project();
    writeFileSync(join(folder, 'teams/bad.yaml'), 'users: [\n');
    const ended = await muster(['fmt'], { folder });
    const judged = await muster(['validate'], { folder });
    expect(ended).toMatchObject({ exit: 2, err: saying('teams/bad.yaml:') });
    const finding = /^teams\/bad\.yaml:2:1 {2}syntax {2}.*$/mu;
    expect(finding.exec(ended.err)?.[0]).toBe(finding.exec(judged.out)?.[0]);
    expect(finding.exec(judged.out)).not.toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(UGLY);
  });

  test('writes muster.yaml in the same form, its comments included', async () => {
    const { folder } = project(TIDY);
    const tidy = readFileSync(join(folder, 'muster.yaml'), 'utf8');
    const ugly = tidy.replace(/^name: (.*)$/mu, 'name:   "$1" # ours');
    writeFileSync(join(folder, 'muster.yaml'), ugly);
    expect(ugly).not.toBe(tidy);
    expect(await muster(['fmt'], { folder })).toMatchObject({ exit: 0, out: 'muster.yaml\n', err: '' });
    expect(readFileSync(join(folder, 'muster.yaml'), 'utf8')).toBe(tidy.replace(/^name: (.*)$/mu, "name: '$1' # ours"));
    writeFileSync(join(folder, 'muster.yaml'), ugly);
    expect(await muster(['fmt', './muster.yaml', '--check'], { folder })).toMatchObject({ exit: 7 });
    expect(await muster(['fmt', 'teams/ugly.yaml', '--check'], { folder })).toMatchObject({ exit: 0 });
  });

  test('has nothing to do in what init writes', async () => {
    const folder = freshFolder();
    expect((await muster(['init'], { folder })).exit).toBe(0);
    expect(await muster(['fmt', '--check', '--diff'], { folder })).toMatchObject({ exit: 0, out: '', err: '' });
  });

  test('keeps rights, line ends, the byte order mark, and a link inside the folder', async () => {
    const { folder, file } = project(`\ufeff${UGLY.replaceAll('\n', '\r\n')}`);
    chmodSync(file, 0o640);
    symlinkSync('ugly.yaml', join(folder, 'teams/link.yaml'));
    expect((await muster(['fmt', 'teams/link.yaml'], { folder })).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(`\ufeff${TIDY.replaceAll('\n', '\r\n')}`);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test('refuses a write-protected file, one that leads out of the folder, and one that is not desired', async () => {
    const { folder, file } = project();
    chmodSync(file, 0o444);
    expect(await muster(['fmt'], { folder })).toMatchObject({ exit: 2, err: saying('write-protected') });
    expect(readFileSync(file, 'utf8')).toBe(UGLY);
    rmSync(file);
    const outside = join(freshFolder(), 'x.yaml');
    writeFileSync(outside, UGLY);
    symlinkSync(outside, file);
    expect(await muster(['fmt'], { folder })).toMatchObject({ exit: 2, err: saying('[link-outside]') });
    expect(readFileSync(outside, 'utf8')).toBe(UGLY);
    for (const other of ['package.json', 'Pulumi.yaml', 'teams/people.csv', '../muster.yaml']) {
      const { exit, err } = await muster(['fmt', other], { folder });
      expect([exit, err]).toEqual([2, saying(`[not-desired-file]`)]);
      expect(err).toContain(`expected muster.yaml, or .yaml files that fit`);
    }
  });
});
