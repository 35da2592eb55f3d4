// The command on a target with `state: pulumi`: same verbs, same exit codes, recorded state in the stack.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { muster, musterProcess } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const person = (name: string) => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
});
const RECORD = { clientId: 'C-1', preferredAgent: 'a@example.com', data: { Name: 'Maria' } };
const FIVE: DesiredInput = {
  users: ['a', 'b', 'c', 'd', 'e'].map(person),
  campaigns: [{ campaignName: 'Summer', records: [RECORD] }],
};
const ONE: DesiredInput = { ...FIVE, users: [person('a')] };

function command(story: Story, more: Record<string, string> = {}): (...words: string[]) => Promise<Ended> {
  const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  const environment = { ...engineEnvironment(story.folder), ...cloud, ...more };
  return (...words) => musterProcess(words, { folder: story.folder, environment });
}

/** Which kinds of processes left lines in a log of requests. */
function sendersIn({ folder }: Story, log: string): string[] {
  const lines = readFileSync(join(folder, log), 'utf8').trimEnd().split('\n');
  return [...new Set(lines.map((line) => (JSON.parse(line) as { readonly process: string }).process))].toSorted();
}

interface Approvable {
  readonly approval: { readonly fingerprint: { readonly additions: string; readonly removals: string } };
}

interface Deployment {
  resources: { readonly urn: string }[];
  pending_operations?: object[];
}

/** The stack of the target as a kill leaves it after the service had answered, and before anybody wrote that down. */
function cutOff({ folder }: Story, name: string): void {
  const file = join(folder, '.state/.pulumi/stacks/team/test.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { checkpoint: { latest: Deployment } };
  const { latest } = stored.checkpoint;
  const made = latest.resources.filter(({ urn }) => urn.endsWith(`::${name}`));
  expect(made).toHaveLength(1);
  latest.resources = latest.resources.filter((each) => !made.includes(each));
  latest.pending_operations = made.map((resource) => ({ type: 'creating', resource }));
  writeFileSync(file, JSON.stringify(stored));
}

describe.skipIf(!pulumiIsHere())('a target with `state: pulumi`', () => {
  test('is planned, applied, guarded, shown and destroyed by the command', { timeout: 300_000 }, async () => {
    const story = await stackStory();
    const run = command(story, { MUSTER_LOG: 'requests.ndjson' });
    story.declare(FIVE);
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 10 });
    const applied = await run('apply', '--auto-approve', '--log', 'applied.ndjson');
    expect(applied).toMatchObject({ exit: 0 });
    expect(applied.out).toContain('6 created');
    // The flag wins, for the processes that Pulumi starts, too.
    expect(sendersIn(story, 'requests.ndjson')).toEqual(['command']);
    expect(sendersIn(story, 'applied.ndjson')).toEqual(['command', 'program', 'provider']);
    await story.sandbox.control.resetCounters();
    expect(await run('apply', '--auto-approve', '--expect-no-changes')).toMatchObject({ exit: 0 });
    expect((await story.sandbox.control.counters()).writes).toBe(0);

    story.declare(ONE);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 14 });
    expect(await run('apply', '--auto-approve', '--allow', 'deletes=4')).toMatchObject({ exit: 0 });
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', data: { Name: 'Other' } });
    expect(await run('drift', '--detailed-exitcode')).toMatchObject({ exit: 11 });
    const adopted = await run('adopt', 'drift', '--write');
    expect(adopted).toMatchObject({ exit: 0, err: '' });
    expect(adopted.out).toContain('"Name":"Other"');
    expect(await run('drift', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    expect((await run('show')).out).toContain('a@example.com');
    expect(await run('destroy', '--auto-approve')).toMatchObject({ exit: 0 });
    expect(await story.sandbox.control.records()).toEqual([]);
  });

  test(
    'leaves the stack selected that a person selected: their next `pulumi up` goes there',
    { timeout: 300_000 },
    async () => {
      const story = await stackStory();
      const run = command(story);
      const selected = async (): Promise<string> => (await story.pulumi('stack', '--show-name')).text.trim();
      const before = await selected();
      expect(before).toBe('dev');
      story.declare(ONE);
      // The first apply makes the stack `test`.
      const yes = '--auto-approve';
      for (const words of [['plan'], ['apply', yes], ['plan'], ['drift'], ['show'], ['apply', yes], ['destroy', yes]]) {
        expect(await run(...words)).toMatchObject({ exit: 0 });
        expect(await selected(), words[0]).toBe(before);
      }
      expect(await story.sandbox.control.records()).toEqual([]);
    },
  );

  test('takes in what a killed update had made, although nothing is left to plan', { timeout: 200_000 }, async () => {
    const story = await stackStory();
    const run = command(story);
    story.declare({ users: [person('a'), person('b')] });
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    cutOff(story, 'user:b@example.com');
    await story.sandbox.control.resetCounters();
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    const { text } = await story.pulumi('stack', '--stack', 'test', '--show-urns');
    expect(text).toContain('::user:b@example.com');
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  test('an update of another stack than muster.yaml names says so', { timeout: 200_000 }, async () => {
    const story = await stackStory();
    story.declare(ONE);
    const file = join(story.folder, 'muster.yaml');
    const text = readFileSync(file, 'utf8');
    expect((await story.preview()).text).not.toContain('keeps the state of');
    writeFileSync(file, text.replace('"state":"pulumi"', '"state":"pulumi","stack":"prod"'));
    expect((await story.preview()).text.replaceAll(/\s+/gu, ' ')).toContain(
      'This is the stack dev, and muster.yaml keeps the state of test in the stack prod',
    );
    writeFileSync(file, text.replace('"state":"pulumi"', '"state":"pulumi","stack":"organization/team/dev"'));
    expect((await story.preview()).text).not.toContain('keeps the state of');
  });

  test('notes that other files were applied, although nothing is left to plan', { timeout: 300_000 }, async () => {
    const story = await stackStory();
    const run = command(story);
    const people = (...names: string[]): void => story.declare({ users: names.map(person) });
    people('a', 'b');
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    people('a', 'c');
    expect(await run('plan', '--out', 'json=plan.json')).toMatchObject({ exit: 0 });
    const { approval } = JSON.parse(readFileSync(join(story.folder, 'plan.json'), 'utf8')) as Approvable;
    const { fingerprint } = approval;
    expect(await run('apply', '--fingerprint', fingerprint.additions)).toMatchObject({ exit: 0 });
    people('a', 'b', 'c');
    const program = join(story.folder, 'index.js');
    const text = readFileSync(program, 'utf8');
    writeFileSync(program, 'throw new Error("no program");\n');
    const failed = await run('apply', '--auto-approve');
    expect(failed, failed.out).toMatchObject({ exit: 1 });
    expect(failed.err).toContain('pulumi-failed');
    writeFileSync(program, text);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    people('a', 'c');
    const held = await run('apply', '--fingerprint', fingerprint.removals);
    expect(held, held.out).toMatchObject({ exit: 13 });
    expect(held.err).toContain('was carried out by');
    expect((await story.sandbox.control.users()).length).toBe(3);
  });

  test(
    'carries out nothing where nothing was planned, also where another plan came between',
    { timeout: 300_000 },
    async () => {
      const story = await stackStory();
      const run = command(story);
      const people = (...names: string[]): void => story.declare({ users: names.map(person) });
      people('a', 'b');
      expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
      people('a', 'c');
      expect(await run('plan', '--out', 'json=plan.json')).toMatchObject({ exit: 0 });
      const { approval } = JSON.parse(readFileSync(join(story.folder, 'plan.json'), 'utf8')) as Approvable;
      expect(await run('apply', '--fingerprint', approval.fingerprint.additions)).toMatchObject({ exit: 0 });
      people('a', 'b', 'c');
      const program = join(story.folder, 'index.js');
      const text = readFileSync(program, 'utf8');
      // The files change after the command has read them, and before its update does.
      const more = JSON.stringify(JSON.stringify({ users: ['a', 'b', 'c', 'd'].map(person) }));
      writeFileSync(
        program,
        `import { writeFileSync } from 'node:fs';\nwriteFileSync('desired.json', ${more});\nawait import('musterctl/program');\n`,
      );
      await story.sandbox.control.resetCounters();
      const between = await run('apply', '--auto-approve', '--expect-no-changes');
      expect(between, between.out + between.err).toMatchObject({ exit: 13 });
      expect(between.err).toContain('what came between is not approved');
      expect((await story.sandbox.control.counters()).writes).toBe(0);
      writeFileSync(program, text);
      people('a', 'b', 'c');
      expect(await run('apply', '--auto-approve', '--expect-no-changes')).toMatchObject({ exit: 0 });
      people('a', 'c');
      expect(await run('apply', '--fingerprint', approval.fingerprint.removals)).toMatchObject({ exit: 13 });
    },
  );

  test('carries out what a person said yes to, and nothing that came between', { timeout: 300_000 }, async () => {
    const story = await stackStory();
    const { folder, sandbox } = story;
    const environment = { ...engineEnvironment(folder), AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const users = (...names: string[]): DesiredInput => ({ users: names.map(person) });
    const program = join(folder, 'index.js');
    const text = readFileSync(program, 'utf8');
    const more = JSON.stringify(JSON.stringify(users('a', 'b')));
    const writes = `import { writeFileSync } from 'node:fs';\nwriteFileSync('desired.json', ${more});\n`;
    writeFileSync(program, `${writes}await import('musterctl/program');\n`);
    const asked = { folder, environment, isTty: true, columns: 100, input: 'yes' };
    story.declare(users('a'));
    const between = await muster(['apply'], asked);
    expect(between.exit, between.out + between.err).not.toBe(0);
    expect(between.out + between.err).toContain('plan-stale');
    expect(await sandbox.control.users()).toEqual([]);
    writeFileSync(program, text);
    story.declare(users('a'));
    expect(await muster(['apply'], asked)).toMatchObject({ exit: 0 });
    expect(await sandbox.control.users()).toHaveLength(1);
  });

  test(
    'destroys what a person said yes to, and nothing that came into the stack between',
    { timeout: 300_000 },
    async () => {
      const story = await stackStory();
      const { folder, sandbox } = story;
      const environment = { ...engineEnvironment(folder), AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      onTestFinished(() => void vi.unstubAllEnvs());
      const users = (...names: string[]): DesiredInput => ({ users: names.map(person) });
      story.declare(users('a'));
      expect(await command(story)('apply', '--auto-approve')).toMatchObject({ exit: 0 });
      const input = async (): Promise<string> => {
        story.declare(users('a', 'b'));
        expect(await command(story)('apply', '--auto-approve')).toMatchObject({ exit: 0 });
        return 'yes';
      };
      const asked = { folder, environment, isTty: true, columns: 100 };
      const between = await muster(['destroy'], { ...asked, input });
      expect(between).toMatchObject({ exit: 13, err: expect.stringContaining('user:b@example.com') as unknown });
      expect(await sandbox.control.users()).toHaveLength(2);
      expect(await muster(['destroy'], { ...asked, input: 'yes' })).toMatchObject({ exit: 0 });
      expect(await sandbox.control.users()).toEqual([]);
    },
  );

  test('takes the words of an approval from variables, too', { timeout: 200_000 }, async () => {
    const story = await stackStory();
    story.declare(ONE);
    expect(await command(story)('plan', '--out', 'json=plan.json')).toMatchObject({ exit: 0 });
    const words = { MUSTER_FINGERPRINT: '@plan.json', MUSTER_ALLOW_SUBSET: '1', MUSTER_MAX_PLAN_AGE: '1h' };
    const applied = await command(story, words)('apply');
    expect(applied, applied.out + applied.err).toMatchObject({ exit: 0 });
  });

  test('without a Pulumi project is refused in words', { timeout: 200_000 }, async () => {
    const story = await stackStory();
    story.declare(ONE);
    rmSync(join(story.folder, 'Pulumi.yaml'));
    const run = command(story);
    const file = join(story.folder, 'muster.yaml');
    const text = readFileSync(file, 'utf8');
    for (const [to, words] of [
      ['pulumi', ['plan']],
      ['ledger', ['state', 'hand-over', '--to', 'ledger', '--auto-approve']],
    ] as const) {
      writeFileSync(file, text.replace(/"state":"\w+"/u, `"state":"${to}"`));
      const { exit, err } = await run(...words);
      expect({ exit, err }).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/pulumi-failed.*project/su) as string,
      });
    }
  });

  test(
    'says with its exit code what `pulumi up` can only print: a decision is open',
    { timeout: 200_000 },
    async () => {
      const story = await stackStory();
      const check = ['apply', '--auto-approve', '--expect-no-changes'];
      // The stack of the target, not the one that stories have.
      expect((await story.pulumi('stack', 'init', 'test')).code).toBe(0);
      await story.sandbox.control.addUser({ loginUserId: 'b@example.com' });
      story.declare({ users: [person('a'), person('b')] });
      const up = await story.up();
      expect(up, up.text).toMatchObject({ code: 0, operations: ['create user:a@example.com'] });
      expect(up.text).toContain('error: Left out');
      expect(await command(story)(...check)).toMatchObject({ exit: 4 });
      story.declare({ users: [person('a')] });
      expect(await command(story)(...check)).toMatchObject({ exit: 0 });
    },
  );
});
