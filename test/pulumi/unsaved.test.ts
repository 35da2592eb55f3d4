// PULUMI_SKIP_CHECKPOINTS through the real command: an update that saves nothing before its end adds nothing, unless somebody says the
// exact number.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { ownerStory, SUMMER, TIMEOUT } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const IDS = ['C-1', 'C-2', 'C-3'];
const desired: DesiredInput = { campaigns: [{ campaignName: SUMMER, records: IDS.map((clientId) => ({ clientId })) }] };
// The engine hears it only with the second one.
const SKIPPING = { PULUMI_SKIP_CHECKPOINTS: 'true', PULUMI_EXPERIMENTAL: 'true' };

describe.skipIf(!pulumiIsHere())('PULUMI_SKIP_CHECKPOINTS', { timeout: TIMEOUT }, () => {
  test('is refused by a program before anything is sent; without it a killed update is remembered', async () => {
    const story = await stackStory();
    story.declare(desired);
    const refused = await story.up(SKIPPING);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('PULUMI_SKIP_CHECKPOINTS is set, and 3 customers would be added');
    expect(refused.text).toContain('MUSTER_ALLOW=unsaved=3');
    expect(await story.sandbox.control.records(SUMMER)).toEqual([]);
    await story.killedUp(async () => (await story.sandbox.control.records(SUMMER)).length > 0);
    await story.pulumi('cancel', '--yes');
    for (const { clientId } of await story.sandbox.control.records(SUMMER)) {
      const key = { campaignName: SUMMER, clientId };
      await story.sandbox.control.work({ ...key, agent: 'ana@example.com', state: 'COMPLETED' });
      await story.sandbox.control.removeRecord(key);
    }
    // Cut off, or done and saved: either way none is added again.
    await story.up();
    expect(await story.sandbox.control.records(SUMMER)).toEqual([]);
  });

  test('is refused by the classes', async () => {
    const story = await ownerStory({
      kind: 'PinnedRecord',
      name: 'one',
      args: { campaignName: SUMMER, clientId: 'C-1' },
    });
    expect(await story.sandbox.control.records(SUMMER)).toHaveLength(1);
    story.register(
      { kind: 'PinnedRecord', name: 'one', args: { campaignName: SUMMER, clientId: 'C-1' } },
      { kind: 'PinnedRecord', name: 'two', args: { campaignName: SUMMER, clientId: 'C-2' } },
    );
    const refused = await story.up(SKIPPING);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('[guard-unsaved]');
    expect(await story.sandbox.control.records(SUMMER)).toHaveLength(1);
  });
});
