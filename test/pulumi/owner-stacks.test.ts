import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { ownerStory, present, refused, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
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

  test('takes over rows that `pulumi state move` brought, and nobody is called again by either', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    const declare = (...ids: string[]): void =>
      story.declare({ campaigns: [{ campaignName: SUMMER, records: ids.map((clientId) => ({ clientId })) }] });
    const all = ['C-0', 'C-1', 'C-2', 'C-3'];
    const [, ...moved] = all;
    const up = (stack: string): ReturnType<typeof writing> =>
      writing(story, 'up', '--yes', '--skip-preview', '--stack', stack);
    declare(...all);
    succeeded(await up('dev'));
    const called = { campaignName: SUMMER, clientId: 'C-3' };
    await control.work({ ...called, agent: 'ana@example.com', state: 'COMPLETED' });
    succeeded(await up('dev'));
    await control.removeRecord(called);
    const held = await present(story);
    succeeded(await story.pulumi('stack', 'init', 'other', '--no-select'));
    const type = 'urn:pulumi:dev::team::pulumi-nodejs:dynamic/muster:PinnedRecord';
    const rows = moved.map((clientId) => `${type}::record:${SUMMER}/${clientId}`);
    succeeded(await story.pulumi('state', 'move', '--yes', '--source', 'dev', '--dest', 'other', ...rows));
    // The job of the first stack may run again before its files follow, and after the other stack took over.
    refused(await up('dev'), 'guard-unrecorded');
    declare(...moved);
    refused(await up('other'), 'other-stack');
    sayOfTarget(story, { formerStacks: ['team.team.dev'] });
    expect(succeeded(await up('other')).writes).toEqual(
      ['C-1', 'C-2'].map((clientId) => `addOrUpdateCampaignRecord ${SUMMER}/${clientId}`),
    );
    sayOfTarget(story, { formerStacks: undefined });
    declare(...all);
    refused(await up('dev'), 'guard-unrecorded', 'carry the marker of team.team.other');
    declare('C-0');
    expect(succeeded(await up('dev')).writes).toEqual([]);
    declare(...moved);
    await staysQuiet(story, '--stack', 'other');
    expect(await present(story)).toEqual(held);
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
    const { text } = succeeded(await story.preview());
    expect(text).toContain('the marker gets the new name: team.team.dev -> team.team.prod');
    const up = succeeded(await writing(story, 'up', '--yes', '--skip-preview', '--refresh'));
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
