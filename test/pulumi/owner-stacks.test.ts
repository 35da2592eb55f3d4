import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/desired/define.ts';
import { ownerStory, present, staysQuiet, succeeded, SUMMER, TIMEOUT, writing } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const RECORD: Declared = { kind: 'PinnedRecord', name: 'one', args: { campaignName: SUMMER, clientId: 'C-1' } };
const SET: Declared = {
  kind: 'RecordSet',
  name: 'set',
  args: { campaignName: SUMMER, records: [{ clientId: 'C-2' }, { clientId: 'C-3' }] },
};
const OTHER = ['--stack', 'other'] as const;

describe.skipIf(!pulumiIsHere())('a second stack on the same target', { timeout: TIMEOUT }, () => {
  // Not yet: markers name the project and the target, not the Pulumi stack (docs/decisions/0009-one-owner.md).
  test.fails('takes nothing over from the first one: classes', async () => {
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

  test.fails('takes nothing over from the first one: desired files', async () => {
    const story = await stackStory();
    const own: DesiredInput = {
      users: [ANA],
      campaigns: [
        { campaignName: SUMMER, records: [{ clientId: 'C-1' }] },
        { campaignName: 'Winter Calls', manage: 'set', records: [{ clientId: 'C-2' }, { clientId: 'C-3' }] },
      ],
    };
    story.declare(own);
    succeeded(await story.up());
    const held = await present(story);
    succeeded(await story.pulumi('stack', 'init', 'other', '--no-select'));
    const up = await writing(story, 'up', '--yes', '--skip-preview', ...OTHER);
    expect(up.text).toContain('Left out');
    expect(up.text).toContain('managed-elsewhere');
    expect(up.writes, up.text).toEqual([]);
    const destroyed = await writing(story, 'destroy', '--yes', '--skip-preview', ...OTHER);
    expect(destroyed.writes, destroyed.text).toEqual([]);
    expect(await present(story)).toEqual(held);
    await staysQuiet(story, '--stack', 'dev');
  });
});
