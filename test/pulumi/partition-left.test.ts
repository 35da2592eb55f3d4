// A partition whose stack holds a task, and that is taken out of muster.yaml: program and command find it among the stacks of the backend.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { musterProcess } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const WINTER = { campaigns: [{ campaignName: 'Winter', records: [{ clientId: 'W-1', data: { Name: 'Maria' } }] }] };
const BOTH = { people: { teams: ['people.json'] }, winter: { campaigns: ['Winter'] } };

describe.skipIf(!pulumiIsHere())('a partition that is taken out of muster.yaml', () => {
  test('while its stack holds a task stops the others', { timeout: 600_000 }, async () => {
    const { folder, pulumi, sandbox } = await stackStory().then((story) => ({
      ...story,
      pulumi: story.pulumi.bind(story),
    }));
    const write = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));
    const project = JSON.parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as object;
    const declare = (partitions: object, desired: readonly string[]): void =>
      write('muster.yaml', { ...project, desired, partitions });
    write('people.json', { users: [ANA] });
    write('winter.json', WINTER);
    declare(BOTH, ['people.json', 'winter.json']);
    for (const part of ['people', 'winter']) {
      const stack = `test.${part}`;
      await pulumi('stack', 'init', stack);
      await pulumi('config', 'set', 'muster:target', stack, '--stack', stack);
      const up = await pulumi('up', '--yes', '--skip-preview', '--stack', stack);
      expect(up.code, up.text).toBe(0);
    }
    await sandbox.control.resetCounters();
    declare({ people: BOTH.people }, ['people.json']);
    const preview = await pulumi('preview', '--stack', 'test.people');
    expect([preview.code === 0, preview.text.replaceAll(/\s+/gu, ' ')]).toEqual([
      false,
      expect.stringContaining('partition winter is in muster.yaml no more'),
    ]);
    const plan = await musterProcess(['plan', '--target', 'test.people'], {
      folder,
      environment: { ...engineEnvironment(folder), AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' },
    });
    expect([plan.exit, plan.err.replaceAll(/\s+/gu, ' ')]).toEqual([2, expect.stringContaining('record:Winter/W-1')]);
    // Without partitions, and back from a whole that recorded something.
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ ...project, desired: ['people.json', 'winter.json'] }));
    await pulumi('stack', 'init', 'test');
    await pulumi('config', 'set', 'muster:target', 'test', '--stack', 'test');
    const whole = await pulumi('preview', '--stack', 'test');
    expect([whole.code === 0, whole.text.replaceAll(/\s+/gu, ' ')]).toEqual([
      false,
      expect.stringMatching(/partition (people|winter) is in muster.yaml no more/u),
    ]);
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('and one that is put into partitions stops until one of them has its state', { timeout: 600_000 }, async () => {
    const { folder, pulumi, sandbox } = await stackStory().then((story) => ({
      ...story,
      pulumi: story.pulumi.bind(story),
    }));
    const project = JSON.parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as object;
    const desired = ['people.json', 'winter.json'];
    writeFileSync(join(folder, 'people.json'), JSON.stringify({ users: [ANA] }));
    writeFileSync(join(folder, 'winter.json'), JSON.stringify(WINTER));
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ ...project, desired }));
    await pulumi('stack', 'init', 'test');
    await pulumi('config', 'set', 'muster:target', 'test', '--stack', 'test');
    const whole = await pulumi('up', '--yes', '--skip-preview', '--stack', 'test');
    expect(whole.code, whole.text).toBe(0);
    await sandbox.control.resetCounters();
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ ...project, desired, partitions: BOTH }));
    await pulumi('stack', 'init', 'test.winter');
    await pulumi('config', 'set', 'muster:target', 'test.winter', '--stack', 'test.winter');
    const split = await pulumi('up', '--yes', '--skip-preview', '--stack', 'test.winter');
    expect([split.code === 0, split.text.replaceAll(/\s+/gu, ' ')]).toEqual([
      false,
      expect.stringContaining('the stack of test records 2 objects, and no partition has them'),
    ]);
    expect((await sandbox.control.counters()).writes).toBe(0);
  });
});
