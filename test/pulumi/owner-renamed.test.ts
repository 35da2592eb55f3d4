// Classes whose Pulumi project, stack, or both got another name: the new stack is empty, and knows nobody who was called.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere } from './stack.ts';

const WINTER = 'Winter Calls';
const person = (name: string): Declared => {
  const args = { firstName: name, lastName: 'Ruizova', userTemplateName: 'Agents' };
  return { kind: 'User', name, args: { loginUserId: `${name}@example.com`, ...args } };
};
const ALL: readonly Declared[] = [
  person('ana'),
  ...['C-1', 'C-2', 'C-3'].map((clientId): Declared => {
    return { kind: 'PinnedRecord', name: clientId, args: { campaignName: SUMMER, clientId } };
  }),
  {
    kind: 'RecordSet',
    name: 'winter',
    args: { campaignName: WINTER, records: ['W-1', 'W-2', 'W-3'].map((clientId) => ({ clientId })) },
  },
];
const CALLED = [
  { campaignName: SUMMER, clientId: 'C-3' },
  { campaignName: WINTER, clientId: 'W-3' },
];

describe.skipIf(!pulumiIsHere())('classes of which another name is given to', { timeout: TIMEOUT }, () => {
  test.each([
    { what: 'the project', project: 'centre', stack: 'dev', name: 'team' },
    { what: 'the stack', project: 'team', stack: 'prod', name: 'team' },
    { what: 'both, and to muster.yaml', project: 'centre', stack: 'prod', name: 'desk' },
  ])('$what call nobody again, and go on with what is brought along', async ({ project, stack, name }) => {
    const story = await ownerStory(...ALL);
    const { control } = story.sandbox;
    for (const each of CALLED) await control.work({ ...each, agent: 'ana@example.com', state: 'COMPLETED' });
    succeeded(await story.pulumi('refresh', '--yes', '--skip-preview'));
    for (const each of CALLED) await control.removeRecord(each);
    const held = await present(story);
    succeeded(await story.pulumi('stack', 'export', '--file', 'old.json'));
    const file = join(story.folder, 'Pulumi.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"name":"team"', `"name":"${project}"`));
    const muster = join(story.folder, 'muster.yaml');
    writeFileSync(muster, readFileSync(muster, 'utf8').replace('"name":"team"', `"name":"${name}"`));
    succeeded(await story.pulumi('stack', 'init', stack));
    for (const more of [[], ['--refresh']]) {
      const empty = await story.upWith(ALL, ...more);
      expect([empty.code === 0, empty.writes], empty.text).toEqual([false, []]);
      expect(empty.text).toContain('team.team.dev');
    }
    expect(await present(story)).toEqual(held);
    // As the guard advises: bring the stack that applied them.
    const old = readFileSync(join(story.folder, 'old.json'), 'utf8');
    const urns = old.replaceAll('urn:pulumi:dev::team::', `urn:pulumi:${stack}::${project}::`);
    writeFileSync(join(story.folder, 'new.json'), urns);
    succeeded(await story.pulumi('stack', 'import', '--file', 'new.json'));
    const before = readFileSync(muster, 'utf8');
    writeFileSync(muster, before.replace('"state":', '"formerStacks":["team.team.dev"],"state":'));
    const up = succeeded(await story.upWith(ALL));
    const [records, rows] = [
      ['C-1', 'C-2'],
      ['W-1', 'W-2'],
    ] as const;
    const written = [...records.map((id) => `${SUMMER}/${id}`), ...rows.map((id) => `${WINTER}/${id}`)];
    expect(up.writes, up.text).toEqual(written.map((each) => `addOrUpdateCampaignRecord ${each}`));
    writeFileSync(muster, before);
    await staysQuiet(story);
    expect(await present(story)).toEqual(held);
    expect((await writing(story, 'up', '--yes', '--skip-preview')).writes).toEqual([]);
  });
});
