// init -> validate -> plan -> apply -> plan -> drift on the real sandbox; and what apply asks.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/verbs/table.ts';
import { confirmed } from '../../src/cli/process/confirm.ts';
import { readSettings, type RawFlags } from '../../src/cli/process/settings.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { shellFor } from '../support/shell.ts';
import { freshFolder, muster, parsed, saying, type Ended } from './muster.ts';

const folder = freshFolder();
const run = async (...words: string[]): Promise<Ended> => muster(words, { folder });

beforeAll(async () => {
  expect(await run('init')).toMatchObject({ exit: 0, err: '' });
});
afterAll(async () => {
  await run('sandbox', 'stop');
});

async function writes(): Promise<unknown> {
  return parsed((await run('sandbox', 'counters')).out)['writes'];
}

interface Called {
  readonly exit: number | ToolError;
  readonly out: string;
  readonly err: string;
}

/** Calls a command in process, on a pretended terminal with somebody who answers. */
async function answering(
  answer: string,
  flags: RawFlags = {},
  signal = new AbortController().signal,
  environment: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const command = COMMANDS.find((each) => each.name === 'apply');
  if (command?.run === undefined) throw new TypeError('apply is a command');
  const terminal = { isTty: true, columns: 100, input: answer };
  const { shell, said } = shellFor({ ...terminal, environment: { NO_COLOR: '1', ...environment }, folder, signal });
  const settings = readSettings(flags, shell);
  const call = { command, arguments: [], own: {}, settings, shell, version: '0.0.0' };
  const exit = await command.run(call).catch((error: unknown) => error as ToolError);
  return { exit, ...said };
}

describe('the story of a newcomer', () => {
  test('init writes files that validate, and refuses the folder the second time', async () => {
    expect(await run('validate')).toMatchObject({ exit: 0, out: saying('Valid: 2 files, 2 users') });
    expect(await run('init')).toMatchObject({ exit: 2, err: saying('folder-not-empty') });
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('.muster/');
    expect(readdirSync(folder)).not.toContain('Pulumi.yaml');
  });

  test.each([
    ['{"name":"team","type":"module"}', 'index.js'],
    ['{"name":"team","type":"commonjs"}', 'index.cjs'],
    ['{"devDependencies":{}}', 'index.cjs'],
    ['{ broken', 'index.cjs'],
  ])('init in a folder whose package.json says %s and --pulumi writes the program %s', async (manifest, main) => {
    const other = mkdtempSync(join(tmpdir(), 'muster-story-'));
    writeFileSync(join(other, 'package.json'), manifest);
    const { exit, out } = await muster(['init', '--pulumi'], { folder: other });
    expect({ exit, out }).toEqual({ exit: 0, out: saying('muster validate') });
    expect(readFileSync(join(other, 'Pulumi.yaml'), 'utf8')).toContain(`main: ${main}\n`);
    expect(readdirSync(other)).toContain(main);
    expect(readFileSync(join(other, main), 'utf8')).toContain('musterctl/program');
    expect(readFileSync(join(other, 'package.json'), 'utf8')).toBe(manifest);
    rmSync(other, { recursive: true });
  });

  test('a question is broken between words, whatever the width of the terminal', async () => {
    const { shell, said } = shellFor({ isTty: true, columns: 64, input: 'no', folder });
    expect(
      await confirmed('Apply: make these 240 changes in sandbox (us-east-1, example/sandbox)?', {
        shell,
        settings: readSettings({}, shell),
      }),
    ).toBe(false);
    const lines = said.err.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.length > 64)).toEqual([]);
    expect(said.err.endsWith("Only 'yes' is accepted: ")).toBe(true);
  });

  test('plan says what apply would do, names the next command last, and writes nothing', async () => {
    const { exit, out, err } = await run('plan');
    // A slow machine says how far it has read.
    expect({ exit, err: err.replaceAll(/^Reading: .*\n/gmu, '') }).toEqual({ exit: 0, err: '' });
    expect(out).toContain('Adds 2 people and 2 customers.');
    expect(out).not.toContain('Ana Ruiz');
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^all 4: {2}muster apply --fingerprint [0-9a-f]{16}$/u),
      'Plan: 4 to add, 0 to change, 0 to remove',
    ]);
    expect(await writes()).toBe(0);
  });

  test('apply without a terminal shows the plan, needs --auto-approve, and sends nothing without', async () => {
    const out = saying('Plan: 4 to add, 0 to change, 0 to remove');
    expect(await run('apply')).toMatchObject({ exit: 2, out, err: saying('approval-needed') });
    expect(await writes()).toBe(0);
  });

  test('the names of who is created stand on a screen, not in the log of a pipeline', async () => {
    expect((await answering('no')).out).toContain('+ ana.ruiz@example.com (Ana Ruiz)  template Agents');
    expect((await answering('no', {}, undefined, { CI: 'true' })).out).toMatch(
      /^\+ ana\.ruiz@example\.com {2}template/mu,
    );
  });

  test.each(['no', '', 'y', 'YES'])('the answer "%s" changes nothing and exits with 8', async (answer) => {
    const { exit, out, err } = await answering(answer);
    expect(exit).toBeInstanceOf(ToolError);
    expect(exit).toMatchObject({ code: 'declined', exit: 8 });
    expect(out).toContain('+ ana.ruiz@example.com');
    expect(err).toContain("make these 4 changes in sandbox (us-east-1, example/sandbox)? Only 'yes' is accepted");
    expect(await writes()).toBe(0);
  });

  test('an interruption before the approval ends the run with 8 and nothing sent', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await answering('yes', {}, stop.signal)).exit).toMatchObject({ code: 'interrupted', exit: 8 });
    expect(await writes()).toBe(0);
  });

  test('--expect-no-changes stops an apply that would change something, with 7', async () => {
    const { exit } = await answering('yes', { expectNoChanges: true });
    expect(exit).toMatchObject({ code: 'changes-expected-none', exit: 7 });
    expect(await writes()).toBe(0);
  });

  test('the answer "yes" applies; the JSON report stands alone on standard output', async () => {
    const { exit, out, err } = await answering('yes', { json: true });
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: 'apply', summary: { settlements: { applied: 4, failed: 0 } } });
    expect(err).toContain('+ ana.ruiz@example.com');
  });

  test('then plan has nothing to do in one line, and another apply writes nothing', async () => {
    const { out } = await run('plan', '--detailed-exitcode');
    expect(out).toMatch(/^Nothing to do: 4 objects are as declared in contact-centre -> sandbox \(.*\)\.\n$/u);
    const before = await writes();
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0, out: saying('Nothing to do') });
    expect(await writes()).toBe(before);
  });

  test('drift is found, told apart from what is expected, and exits with 11 when asked', async () => {
    expect(await run('drift', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    await run('sandbox', 'work', 'Welcome Calls', 'C-1002');
    await run('sandbox', 'change-record', 'Welcome Calls', 'C-1001', '--skill-queue', 'other');
    const { exit, out } = await run('drift', '--detailed-exitcode');
    expect(exit).toBe(11);
    expect(out).toContain('skillQueue is other, declared welcome');
    expect((await run('drift', '--verbose')).out).toMatch(
      /= finished customer C-1002 in Welcome Calls .*\s+COMPLETED: stays finished/u,
    );
  });

  test('--out writes a file in addition to the text, and --json prints one document', async () => {
    const { out } = await run('plan', '--out', 'json=plan.json');
    expect(out).toContain('Plan: 0 to add, 1 to change, 0 to remove');
    expect(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))).toMatchObject({ formatVersion: '1.0' });
    const { out: json, err } = await run('plan', '--json');
    expect(err).toBe('');
    expect(JSON.parse(json)).toMatchObject({ kind: 'plan', next: { command: 'muster apply' } });
  });

  test('--only that matches nothing says so', async () => {
    expect((await run('plan', '--only', 'user:nobody*')).out).toBe(
      'Nothing to do: no object fits --only user:nobody*.\n',
    );
  });

  test('destroy stops on the delete guard with 14 and names the flag that passes it', async () => {
    const project = join(folder, 'muster.yaml');
    writeFileSync(project, readFileSync(project, 'utf8').replace('count: 3', 'count: 1'));
    const before = await writes();
    const { exit, err } = await run('destroy', '--auto-approve');
    expect(exit).toBe(14);
    const pass = /--allow (deletes=\d+)/u.exec(err)?.[1] ?? '';
    expect(await writes()).toBe(before);
    expect(await run('destroy', '--auto-approve', '--allow', pass)).toMatchObject({ exit: 0 });
    // The one record that was worked is remembered, so that another apply calls nobody again.
    const shown = (await run('show')).out;
    expect(shown).toMatch(/customer C-1002 .*\s+.*COMPLETED/u);
    expect(shown).toContain('1 object recorded.');
  });
});

describe('files with mistakes', () => {
  test('a misspelled key is one finding, shown with its place, exit 2, and nothing is sent', async () => {
    const bad = freshFolder();
    await muster(['init'], { folder: bad });
    const team = join(bad, 'teams/support.yaml');
    writeFileSync(team, readFileSync(team, 'utf8').replace('firstName: Ana', 'fistName: Ana'));
    for (const command of ['validate', 'plan', 'drift', 'apply']) {
      const words = command === 'apply' ? ['apply', '--auto-approve'] : [command];
      const { exit, out, err } = await muster(words, { folder: bad });
      expect(exit).toBe(2);
      expect(out + err).toContain('teams/support.yaml:5:5  unknown-key');
      expect(out + err).not.toContain('Ana');
      expect(out + err).toContain('1 finding in 1 file. Nothing was changed.');
    }
    expect(existsSync(join(bad, '.muster'))).toBe(false);
    const { exit, out } = await muster(['validate', '--json'], { folder: bad });
    expect(exit).toBe(2);
    expect(parsed(out)['diagnostics']).toHaveLength(1);
  });

  test('a folder without a project is told what to do, in JSON too', async () => {
    const { exit, out, err } = await muster(['plan', '--json'], { folder: freshFolder() });
    expect(exit).toBe(2);
    expect(err).toContain('muster init');
    expect(JSON.parse(out)).toMatchObject({ kind: 'plan', error: { code: 'no-project', exit: 2 } });
  });
});
