import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const RECORD: Declared = { kind: 'PinnedRecord', name: 'one', args: { campaignName: SUMMER, clientId: 'C-1' } };
const SET: Declared = {
  kind: 'RecordSet',
  name: 'set',
  args: { campaignName: SUMMER, records: [{ clientId: 'C-2' }, { clientId: 'C-3' }] },
};
const OTHER = ['--stack', 'other'] as const;

describe.skipIf(!pulumiIsHere())('a second stack on the same target', { timeout: TIMEOUT }, () => {
  test('takes nothing over from the first one: classes', async () => {
    const story = await ownerStory(RECORD, SET);
    const held = await present(story);
    succeeded(await story.pulumi('stack', 'init', 'other', '--no-select'));
    const up = await story.upWith([RECORD, SET], ...OTHER);
    expect(up.code, up.text).not.toBe(0);
    expect(up.text).toContain('managed-elsewhere');
    expect(up.writes, up.text).toEqual([]);
    const destroyed = succeeded(await writing(story, 'destroy', '--yes', '--skip-preview', ...OTHER));
    expect(destroyed.writes, destroyed.text).toEqual([]);
    expect(await present(story)).toEqual(held);
    await staysQuiet(story, '--stack', 'dev');
  });

  test('takes over on a declared hand-over, with one write a record; the first one lets them be', async () => {
    const story = await stackStory();
    const records = [{ clientId: 'C-1' }, { clientId: 'C-2' }];
    const own: DesiredInput = { campaigns: [{ campaignName: SUMMER, records }] };
    story.declare({ ...own, users: [ANA] });
    succeeded(await story.up());
    const held = await present(story);
    story.declare(own);
    succeeded(await story.pulumi('stack', 'init', 'other', '--no-select'));
    sayOfTarget(story, { formerStacks: ['team.team.dev'] });
    const unsaid = await writing(story, 'up', '--yes', '--skip-preview', ...OTHER);
    expect([unsaid.code === 0, unsaid.writes]).toEqual([false, []]);
    expect(unsaid.text).toContain('carry the marker of this stack');
    succeeded(await story.pulumi('config', 'set', 'muster:firstApply', 'true', ...OTHER));
    const up = succeeded(await writing(story, 'up', '--yes', '--skip-preview', ...OTHER));
    expect(up.writes, up.text).toEqual(
      records.map(({ clientId }) => `addOrUpdateCampaignRecord ${SUMMER}/${clientId}`),
    );
    sayOfTarget(story, { formerStacks: undefined });
    await staysQuiet(story, ...OTHER);
    story.declare({ users: [ANA], campaigns: [{ campaignName: SUMMER, records: [{ clientId: 'C-3' }] }] });
    const dropped = succeeded(await writing(story, 'up', '--yes', '--skip-preview', '--stack', 'dev'));
    expect(dropped.writes, dropped.text).toEqual([`addOrUpdateCampaignRecord ${SUMMER}/C-3`]);
    expect(await present(story)).toEqual([...held, `${SUMMER}/C-3`].toSorted());
  });

  test('that is a copy of the first one, or the first one renamed, is refused until muster.yaml says so', async () => {
    const story = await stackStory();
    const own: DesiredInput = { users: [ANA], campaigns: [{ campaignName: SUMMER, records: [{ clientId: 'C-1' }] }] };
    story.declare(own);
    succeeded(await story.up());
    succeeded(await story.pulumi('stack', 'rename', 'prod'));
    await story.requests();
    const renamed = await writing(story, 'up', '--yes', '--skip-preview', '--refresh=false', '--stack', 'prod');
    expect(renamed.code).not.toBe(0);
    expect(renamed.text).toContain('the state is of stack team.team.dev; target test is stack team.team.prod');
    expect(await story.requests()).toEqual({});
    sayOfTarget(story, { formerStacks: ['team.team.dev'] });
    const up = succeeded(await writing(story, 'up', '--yes', '--skip-preview', '--stack', 'prod'));
    expect(up.writes, up.text).toEqual([`addOrUpdateCampaignRecord ${SUMMER}/C-1`]);
    sayOfTarget(story, { formerStacks: undefined });
    await staysQuiet(story, '--stack', 'prod');
  });

  test('of classes that was renamed gives its markers the new name, whatever was refreshed before', async () => {
    const story = await ownerStory(RECORD, SET);
    succeeded(await story.pulumi('stack', 'rename', 'prod'));
    succeeded(await story.pulumi('refresh', '--yes', '--skip-preview'));
    sayOfTarget(story, { formerStacks: ['team.team.dev'] });
    const up = succeeded(await writing(story, 'up', '--yes', '--skip-preview', '--refresh'));
    expect(up.text).toContain('the marker gets the new name: team.team.dev -> team.team.prod');
    expect(up.text).toContain('Changes 3 customers.');
    expect(up.writes).toHaveLength(3);
    sayOfTarget(story, { formerStacks: undefined });
    await staysQuiet(story);
  });

  test('at another service is refused by program and handlers before a request', async () => {
    const story = await stackStory();
    story.declare({ campaigns: [{ campaignName: SUMMER, records: [{ clientId: 'C-1' }] }] });
    succeeded(await story.up());
    await story.requests();
    sayOfTarget(story, { host: 'localhost' });
    for (const verb of ['up', 'refresh', 'destroy']) {
      const ended = await writing(story, verb, '--yes', '--skip-preview', '--stack', 'dev');
      expect(ended.code, ended.text).not.toBe(0);
      expect(ended.text).toContain('other-tenant');
    }
    expect(await story.requests()).toEqual({});
  });
});

/** Changes the one target of muster.yaml. */
function sayOfTarget({ folder }: Pick<Story, 'folder'>, parts: object): void {
  const file = join(folder, 'muster.yaml');
  const project: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { targets, ...rest } = Object(project) as { readonly targets: { readonly test: object } };
  writeFileSync(file, JSON.stringify({ ...rest, targets: { test: { ...targets.test, ...parts } } }));
}
