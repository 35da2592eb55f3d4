import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { UserArgs } from '../../providers/resources.ts';
import {
  DATA,
  emptied,
  ownerStory,
  present,
  refused,
  staysQuiet,
  succeeded,
  SUMMER,
  TIMEOUT,
  writing,
} from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };

const OUTPUTS = `
import { PinnedRecord, RecordSet } from 'musterctl';
import * as pulumi from '@pulumi/pulumi';
const item = { value: pulumi.output('Maria'), displayOrder: Promise.resolve(1) };
const shown = { data: pulumi.output({ Name: item, phone: '+34911234567' }), highlight: [pulumi.output('Name')], hidden: pulumi.output(['phone']) };
new PinnedRecord('one', { campaignName: pulumi.output('${SUMMER}'), clientId: pulumi.output('C-1'), ...shown });
new RecordSet('set', {
  campaignName: '${SUMMER}',
  records: pulumi.output([{ clientId: 'C-2', ...shown }, pulumi.output({ clientId: pulumi.output('C-3') })]),
});
`;

const INTAKE = { campaignName: SUMMER, idColumn: 'Id', rows: [{ Id: 'C-1', Name: 'Eva' }] };

/** A data item of a record is known when the person it names has been made. */
const people = (...names: readonly string[]): string => `
import { reconcile, User } from 'musterctl';
import * as pulumi from '@pulumi/pulumi';
const records = [{ clientId: 'C-0' }];
for (const name of ${JSON.stringify(names)}) {
  const user = new User(name, { ...${JSON.stringify(ANA)}, loginUserId: name + '@example.com', createInBackend: true });
  records.push({ clientId: pulumi.interpolate\`C-\${name}\`, data: { agent: user.connectUserId } });
}
await reconcile({ campaigns: [{ campaignName: '${SUMMER}', records: pulumi.output(records) }] });
`;

describe.skipIf(!pulumiIsHere())('outputs of other resources', { timeout: TIMEOUT }, () => {
  test('stand wherever a class takes a value', async () => {
    const story = await stackStory(OUTPUTS);
    const up = succeeded(await writing(story, 'up', '--yes', '--skip-preview'));
    expect(up.writes).toHaveLength(3);
    const records = await story.sandbox.control.records();
    expect(records.map(({ clientId }) => clientId).toSorted()).toEqual(['C-1', 'C-2', 'C-3']);
    for (const { clientId, previewRecordData } of records) {
      if (clientId !== 'C-3') expect(JSON.stringify(previewRecordData)).toContain('Maria');
    }
    await staysQuiet(story);
  });

  test('stand in what reconcile is given; a preview that does not know them says so and shows no delete', async () => {
    const story = await stackStory(people('ana'));
    const first = succeeded(await writing(story, 'preview'));
    expect(first.text).toContain('this preview shows what is recorded');
    expect((await writing(story, 'up', '--yes', '--skip-preview')).writes).toHaveLength(3);
    await staysQuiet(story);

    writeFileSync(join(story.folder, 'index.js'), people('ana', 'ben'));
    const second = succeeded(await writing(story, 'preview'));
    expect(second.text).toContain('this preview shows what is recorded');
    expect(second.operations).toEqual(['create ben']);
    expect(succeeded(await writing(story, 'up', '--yes', '--skip-preview')).writes).toHaveLength(2);
    expect(await present(story)).toEqual([
      ...['0', 'ana', 'ben'].map((id) => `${SUMMER}/C-${id}`),
      ...['ana', 'ben'].map((name) => `${name}@example.com`),
    ]);
    await staysQuiet(story);
  });
});

describe.skipIf(!pulumiIsHere())('the option import of a class', { timeout: TIMEOUT }, () => {
  const user = (options: Declared['options']): Declared => ({
    kind: 'User',
    name: 'ana',
    args: ANA,
    ...(options && { options }),
  });
  const record = (options: Declared['options']): Declared => ({
    kind: 'PinnedRecord',
    name: 'one',
    args: { campaignName: SUMMER, clientId: 'C-1', marker: false },
    ...(options && { options }),
  });

  test('takes over what is there, once and without adopt, and can be left out afterwards', async () => {
    const story = await ownerStory();
    await story.sandbox.control.addUser({ loginUserId: ANA.loginUserId, inBackend: true });
    await story.sandbox.control.loadIntake(INTAKE);
    const held = await present(story);
    const plain = await story.upWith([user(undefined), record(undefined)]);
    refused(plain, 'conflict');
    const both = [user({ import: ANA.loginUserId }), record({ import: 'C-1' })];
    const taken = succeeded(await story.upWith(both));
    expect(taken.writes, taken.text).toEqual([]);
    await staysQuiet(story);
    story.register(user(undefined), record(undefined));
    await staysQuiet(story);
    // What was taken over is released.
    expect((await emptied(story)).writes).toEqual([]);
    expect(await present(story)).toEqual(held);
  });

  test('makes nothing that is not there, and refuses the id of another object', async () => {
    const story = await ownerStory();
    refused(await story.upWith([user({ import: ANA.loginUserId })]), 'is not there to be imported', ANA.loginUserId);
    refused(await story.upWith([record({ import: 'C-1' })]), 'is not there to be imported', 'C-1');
    refused(await story.upWith([record({ import: 'C-2' })]), 'C-2 is another object');
    expect(await present(story)).toEqual([]);
  });
});

const person = (args: Partial<UserArgs>): Declared => ({ kind: 'User', name: 'ana', args: { ...ANA, ...args } });
const task = (skillQueue: string, ignoreChanges: readonly string[]): Declared => {
  const args = { campaignName: SUMMER, clientId: 'C-1', skillQueue, data: { ...DATA, Note: skillQueue } };
  return { kind: 'PinnedRecord', name: 'one', args, options: { ignoreChanges } };
};

describe.skipIf(!pulumiIsHere())('what a class cannot do', { timeout: TIMEOUT }, () => {
  test('of a person whose name changed it is said by preview and up, and the stack keeps what was sent', async () => {
    const story = await ownerStory(person({}));
    story.register(person({ firstName: 'Ana' }));
    const shown = async (): Promise<string> => (await story.pulumi('stack', 'export', '--show-secrets')).text;
    for (const args of [['preview'], ['up', '--yes', '--skip-preview'], ['preview', '--refresh=false']]) {
      const ended = succeeded(await writing(story, ...args, '--expect-no-changes'));
      expect(ended.writes).toEqual([]);
      expect(ended.text).toContain('warning: User "ana" (user:ana@example.com): firstName changed');
      expect(ended.text).toContain('not applied: there is no update call for users');
    }
    expect(await shown()).toContain('Anastasia');
    story.register(person({}));
    expect(succeeded(await story.preview()).text).not.toContain('warning: User');
    await staysQuiet(story);
  });

  test('ignoreChanges leaves whole properties alone, and is refused for parts that would be written', async () => {
    const story = await ownerStory(task('gold', []));
    expect(succeeded(await story.upWith([task('silver', ['skillQueue', 'data'])])).writes).toEqual([]);
    for (const part of ['data.Note', 'data["Note"]', '*']) {
      const ended = await story.upWith([task('silver', ['skillQueue', part])]);
      refused(ended, 'PinnedRecord one: ignoreChanges: ');
      expect(ended.text).not.toContain('    at ');
    }
    expect((await story.sandbox.control.records())[0]).toMatchObject({ skillQueue: 'gold' });
  });

  test('a word that is not known and a value that an output does not have are refused by name, in one line each', async () => {
    const wrong = { ...ANA, ensure: 'Absent' } as unknown as UserArgs;
    const story = await ownerStory(person({}));
    refused(
      await story.upWith([{ kind: 'User', name: 'ana', args: wrong }]),
      'User ana: ensure: expected one of present, absent',
    );
    for (const [given, text] of [
      ["new PinnedRecord('one', { campaignName: pulumi.output(undefined), clientId: 'C-1' })", '"campaignName"; it is'],
      ["new RecordSet('set', { campaignName: 'S', records: pulumi.output(undefined) })", 'records: expected a list'],
      ["new RecordSet('set', { campaignName: 'S', records: [null] })", 'records[0]: expected a mapping'],
      ["new PinnedRecord('one', { campaignName: 'S' })", 'PinnedRecord one: clientId: expected a value'],
      ['new RecordSet("set")', 'RecordSet set: campaignName: expected a value'],
    ] as const) {
      const imports = `import { PinnedRecord, RecordSet } from 'musterctl';\nimport * as pulumi from '@pulumi/pulumi';\n`;
      writeFileSync(join(story.folder, 'index.js'), `${imports}${given};\n`);
      const ended = await writing(story, 'preview');
      refused(ended, text);
      expect(ended.text).not.toMatch(/^ +at |TypeError|unhandled/mu);
    }
  });
});
