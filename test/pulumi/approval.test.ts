// Approval through the real Pulumi command: the preview names the plan, an update is that plan or nothing.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { exactly, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const person = (name: string) => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
});
const records = [{ clientId: 'C-1', skillQueue: 'gold', data: { Name: 'Maria' } }];
const FIVE: DesiredInput = {
  users: ['a', 'b', 'c', 'd', 'e'].map(person),
  campaigns: [{ campaignName: 'Summer', records }],
};
const SILVER = {
  ...FIVE,
  campaigns: [{ campaignName: 'Summer', records: [{ ...records[0]!, skillQueue: 'silver' }] }],
};

async function writes({ sandbox }: Story): Promise<number> {
  return (await sandbox.control.counters()).writes;
}

describe.skipIf(!pulumiIsHere())('an update through Pulumi', { timeout: 280_000 }, () => {
  test('is the plan that the preview named, or registers nothing', async () => {
    const story = await stackStory();
    story.declare(FIVE);
    const first = exactly((await story.preview()).text);
    expect(first['MUSTER_FINGERPRINT']).toMatch(/^[0-9a-f]{16}$/u);
    const sealed = exactly((await story.preview({ MUSTER_FINGERPRINT_KEY: 'a secret of the team' })).text);
    expect(sealed['MUSTER_FINGERPRINT']).not.toBe(first['MUSTER_FINGERPRINT']);
    const wrong = await story.up({ MUSTER_FINGERPRINT: '0'.repeat(16) });
    expect(wrong).toMatchObject({ operations: [] });
    expect(wrong.code).not.toBe(0);
    expect(wrong.text).toContain('plan-stale');
    expect(await writes(story)).toBe(0);
    const done = await story.up(first);
    expect(done.code, done.text).toBe(0);

    story.declare(SILVER);
    const approved = exactly((await story.preview()).text);
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', data: { Name: 'Other' } });
    const stale = await story.up(approved);
    expect(stale).toMatchObject({ operations: [] });
    expect(stale.text).toContain('plan-stale');
    const fresh = await story.up(exactly((await story.preview()).text));
    expect(fresh.code, fresh.text).toBe(0);
  });

  test('names the variables that pass a guard, and keeps to the budget', async () => {
    const story = await stackStory();
    story.declare(FIVE);
    expect((await story.up({ MUSTER_MAX_REQUESTS: '7' })).text).toContain('guard-requests');
    expect(await writes(story)).toBe(0);
    await story.up();
    story.declare({ users: [person('a')] });
    const { text } = await story.preview();
    expect(text).toContain('MUSTER_ALLOW=deletes=5');
    expect(text).not.toContain('--allow');
    expect(exactly(text)).toMatchObject({ MUSTER_ALLOW: 'deletes=5' });
    const done = await story.up(exactly(text));
    expect(done.code, done.text).toBe(0);
  });
});
