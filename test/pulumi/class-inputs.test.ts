import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptied, ownerStory, present, refused, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
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
