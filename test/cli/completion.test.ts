// Completion as a shell does it: the script runs in a real shell, which can only start the command as a process.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { takenFlags } from '../../src/cli/arguments/parse.ts';
import type { Command } from '../../src/cli/process/command.ts';
import { flag, longOf } from '../../src/cli/process/flags.ts';
import { FORMAT_NAMES } from '../../src/core/report/format-table.ts';
import { freshFolder, LAUNCHER, muster, type Ended } from './muster.ts';

const folder = freshFolder();

beforeAll(() => {
  mkdirSync(join(folder, 'desired'));
  writeFileSync(
    join(folder, 'muster.yaml'),
    'name: n\ndesired: ["desired/*.yaml"]\ntargets: {sandbox: {sandbox: true}}\n',
  );
  const person =
    '{loginUserId: ana@example.com, firstName: A, lastName: R, userTemplateName: T, secondaryEmailAddr: a@example.org}';
  const campaign = '{campaignName: Summer Sale, records: [{clientId: C-1, data: {Name: Wolpertinger}}]}';
  writeFileSync(join(folder, 'desired/a.yaml'), `users: [${person}]\ncampaigns: [${campaign}]\n`);
  writeFileSync(join(folder, 'muster'), `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  chmodSync(join(folder, 'muster'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('bash', () => {
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  /** `words` as bash hands them over: broken at : and =. The last one is under the cursor. */
  async function complete(...words: string[]): Promise<string[]> {
    const { out } = await muster(['completion', 'bash']);
    const script = `${out}\nCOMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; _muster; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    return execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: folder, env }).trim().split('\n');
  }

  test.each([
    [['pl'], ['plan']],
    [
      ['sandbox', 'sta'],
      ['start', 'status'],
    ],
    [['-C', 'plan', 'dr'], ['drift']],
    [['sandbox', 'work', '--ag'], ['--agent']],
    [['explain', 'guard-d'], ['guard-deletes']],
    [['plan', '--target', ''], ['sandbox']],
    [
      ['plan', '--color', 'a'],
      ['auto', 'always'],
    ],
    [['plan', '--color', '=', 'n'], ['never']],
    [
      ['plan', '--out', 'gitlab'],
      ['gitlab-terraform=', 'gitlab-codequality='],
    ],
    [['plan', '--only', 'user', ':', ''], ['ana@example.com']],
    [['apply', '--allow', 'de'], ['deletes=']],
    [['plan', '--only', 'rec'], [String.raw`record:Summer\ Sale/C-1`]],
    [['get', 'record', 'Sum'], [String.raw`Summer\ Sale`]],
    [['why', 'user', ':', ''], ['ana@example.com']],
    [
      ['search', 'x', '--where', 'sys_w'],
      ['sys_worked_attempts', 'sys_worked_state'],
    ],
    [['sandbox', 'work', '--state', 'W'], ['WORKED']],
    [['drift', '--max-requests', '5', 'base'], ['baseline']],
    [
      ['adopt', 'users', '--ids-file', 'mus'],
      ['muster.yaml', 'muster'],
    ],
  ])('%j offers %j', async (words, offered) => {
    expect((await complete('muster', ...words)).toSorted()).toEqual(offered.toSorted());
  });

  test('the script is valid', async () => {
    execFileSync('bash', ['-n'], { input: (await muster(['completion', 'bash'])).out });
  });

  test('names of another folder are asked for there', async () => {
    const other = join(folder, 'other');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'muster.yaml'), 'name: n\ndesired: [a]\ntargets: {elsewhere: {sandbox: true}}\n');
    expect(await complete('muster', '-C', 'other', 'plan', '--target', '')).toEqual(['elsewhere']);
  });
});

describe('names of the project', () => {
  const asked = async (place: string, ...typed: string[]): Promise<Ended> =>
    muster(['completion', 'words', '--', ...typed], { folder: place });

  test('are offered one a line, without any value beside them', async () => {
    expect(await asked(folder, 'plan', '--target', '')).toEqual({ exit: 0, out: 'sandbox\n', err: '' });
    const { out } = await asked(folder, 'plan', '--only', '');
    expect(out).toBe('user:ana@example.com\nrecord:Summer Sale/C-1\n');
  });

  test('are campaigns and logins for look-ups', async () => {
    expect((await asked(folder, 'get', 'record', 'S')).out).toBe('Summer Sale\n');
    expect((await asked(folder, 'get', 'user', 'a')).out).toBe('ana@example.com\n');
  });

  test('are none, without a word, where there is no project', async () => {
    const empty = freshFolder();
    for (const flagged of ['--target', '--only']) {
      expect(await asked(empty, 'plan', flagged, '')).toEqual({ exit: 0, out: '', err: '' });
    }
  });

  test('are none where a desired file is a program: a key of the keyboard runs nothing', async () => {
    const other = freshFolder();
    const ran = join(other, 'ran');
    writeFileSync(join(other, 'muster.yaml'), 'name: n\ndesired: ["*.mjs"]\ntargets: {s: {sandbox: true}}\n');
    writeFileSync(
      join(other, 'a.mjs'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, '');`,
    );
    expect(await asked(other, 'plan', '--only', '')).toEqual({ exit: 0, out: '', err: '' });
    expect(existsSync(ran)).toBe(false);
  });
});

describe('the words that may stand at the cursor', () => {
  interface Row {
    readonly path: readonly string[];
    readonly command: Command;
  }
  const rowsOf = (commands: readonly Command[], before: readonly string[] = []): Row[] =>
    commands.flatMap((command) => {
      const path = [...before, command.name];
      return [{ path, command }, ...rowsOf(command.subcommands ?? [], path)];
    });
  const words = async (...typed: string[]): Promise<string[]> => {
    const { exit, out, err } = await muster(['completion', 'words', '--', ...typed], { folder });
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    return out.split('\n').flatMap((line) => line.split('\t')[0] || []);
  };

  test.each(rowsOf(COMMANDS))('behind $path are its commands, its flags and what its arguments can be', async (row) => {
    const { command, path } = row;
    const offered = await words(...path, '');
    const flags = [...Object.values(command.ownFlags ?? {}), ...takenFlags(command).map(flag)].map(longOf);
    const wanted = [
      ...(command.subcommands ?? []).map(({ name }) => name),
      ...(command.run === undefined ? [] : flags),
      ...(command.arguments ?? []).flatMap(({ choices }) => choices ?? []),
    ];
    expect(offered).toEqual(expect.arrayContaining(wanted));
  });

  test('are first the commands, each with its meaning', async () => {
    expect(await words('')).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
    const { out } = await muster(['completion', 'words', '--', 'pla'], { folder });
    expect(out).toBe('plan\tshow what apply would do; changes nothing\n');
  });

  test('are, as the value of a flag, its choices, names of the project or nothing', async () => {
    expect(await words('plan', '--color', '')).toEqual(['auto', 'always', 'never']);
    expect(await words('plan', '--color=n')).toEqual(['--color=never']);
    expect(await words('plan', '--target=')).toEqual(['--target=sandbox']);
    expect(await words('plan', '--out', '')).toEqual(FORMAT_NAMES.map((name) => `${name}=`));
    for (const name of ['--max-requests', '--log']) expect(await words('plan', name, '')).toEqual([]);
    expect(await words('plan', '--json', '--ta')).toEqual(['--target']);
  });

  test('are all where Windows PowerShell hands over an empty word', async () => {
    expect(await words('sandbox', '""')).toEqual(await words('sandbox', ''));
  });

  test.each(['bash', 'zsh'])('are what the script of %s asks for', async (shell) => {
    const { exit, out } = await muster(['completion', shell]);
    expect(exit).toBe(0);
    expect(out).toMatch(/muster completion words '?--/u);
  });
});
