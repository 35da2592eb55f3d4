// Partitions on the backends that several operators share: each stack is locked for one, two partitions go on side by side, and
// nothing is sent twice.

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { startPostgres, startS3 } from '../support/backends.ts';
import type { Backend } from '../support/backends.ts';
import { programOf } from '../support/tools.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const BACKENDS = [
  ['PostgreSQL', await programOf('postgres'), startPostgres],
  ['a server that speaks S3', await programOf('moto'), startS3],
] as const;

const LOGINS = Array.from({ length: 12 }, (_, index) => `agent-${index}@example.com`);
const PEOPLE = LOGINS.map((loginUserId) => ({
  loginUserId,
  firstName: 'A',
  lastName: 'B',
  userTemplateName: 'Agents',
}));
const tasks = (name: string): object[] =>
  LOGINS.map((preferredAgent, index) => ({ clientId: `${name}-${index}`, preferredAgent, data: { Name: name } }));

interface Operator {
  pulumi(stack: string, ...words: string[]): Promise<Ended>;
}

async function shared(backend: Backend): Promise<{ story: Story; one: Operator; other: Operator }> {
  const story = await stackStory();
  const { folder } = story;
  const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));
  const project = JSON.parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as object;
  write('people.json', { users: PEOPLE });
  for (const name of ['Summer', 'Winter'])
    write(`${name}.json`, { campaigns: [{ campaignName: name, records: tasks(name) }] });
  write('muster.yaml', {
    ...project,
    desired: ['people.json', 'Summer.json', 'Winter.json'],
    partitions: {
      people: { teams: ['people.json'] },
      summer: { campaigns: ['Summer'] },
      winter: { campaigns: ['Winter'] },
    },
  });
  // Each with a home of its own, as on two machines.
  const operator = (name: string): Operator => ({
    pulumi: (stack, ...words) =>
      runAs(folder, { ...backend, PULUMI_STACK: stack, PULUMI_HOME: join(folder, name) }, words),
  });
  const one = operator('one');
  for (const part of ['people', 'summer', 'winter']) {
    const stack = `test.${part}`;
    const done = [
      await one.pulumi(stack, 'stack', 'init', stack),
      await one.pulumi(stack, 'config', 'set', 'muster:target', stack),
    ];
    expect(
      done.map(({ code }) => code),
      done[0]?.text,
    ).toEqual([0, 0]);
  }
  return { story, one, other: operator('other') };
}

async function runAs(folder: string, environment: Record<string, string>, words: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ...engineEnvironment(folder), ...environment };
  const all = [...words, '--non-interactive', '--color', 'never'];
  const ended = { operations: [] };
  try {
    const { stdout, stderr } = await promisify(execFile)('pulumi', all, { cwd: folder, env, maxBuffer: 2 ** 28 });
    return { ...ended, code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { ...ended, code, text: stdout + stderr };
  }
}

const UP = ['up', '--yes', '--skip-preview'];

describe.skipIf(!pulumiIsHere()).each(BACKENDS)('partitions on %s', (_name, program, start) => {
  test.skipIf(program === null)('two operators send nothing twice', { timeout: 600_000 }, async () => {
    const { story, one, other } = await shared(await start(program ?? ''));
    const { control } = story.sandbox;

    // Both for the same partition: the lock holds, and the second says so. A store of files lets each see the lock of the other, and then
    // neither goes.
    await control.setSwitches({ S18: { kind: 'slow', perSecond: 0, delayMs: 400 } });
    const same = await Promise.all([one.pulumi('test.people', ...UP), other.pulumi('test.people', ...UP)]);
    for (const { code, text } of same) if (code !== 0) expect(text).toMatch(/locked/u);
    if (same.every(({ code }) => code !== 0)) {
      expect((await story.requests())['add-user']).toBeUndefined();
      const alone = await one.pulumi('test.people', ...UP);
      expect(alone.code, alone.text).toBe(0);
    }
    await control.setSwitches({ S18: { kind: 'none' } });
    expect((await story.requests())['add-user']).toBe(LOGINS.length);

    // Each for one of their own: side by side.
    const apart = await Promise.all([one.pulumi('test.summer', ...UP), other.pulumi('test.winter', ...UP)]);
    expect(
      apart.map(({ code }) => code),
      apart.map(({ text }) => text).join('\n'),
    ).toEqual([0, 0]);
    expect((await story.requests())['addOrUpdateCampaignRecord']).toBe(2 * LOGINS.length);
    expect(await control.records()).toHaveLength(2 * LOGINS.length);

    for (const part of ['people', 'summer', 'winter']) {
      const again = await other.pulumi(`test.${part}`, 'preview', '--expect-no-changes');
      expect(again.code, again.text).toBe(0);
    }
    expect((await control.counters()).writes).toBe(0);
  });
});
