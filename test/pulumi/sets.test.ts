import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/desired/define.ts';
import { planOf } from './parity.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const TIMEOUT = 240_000;
const SUMMER = 'Summer Renewals';
const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com', firstName: 'Benvenuto' };

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: `Customer ${clientId}`, phone: '+34911234567' },
  ...more,
});

const many = (count: number, more: Partial<RecordInput> = {}): RecordInput[] =>
  Array.from({ length: count }, (_, index) => record(`C-${index + 1}`, more));

type Manage = 'each' | 'set';

function desired(
  campaigns: Readonly<Record<string, readonly RecordInput[]>>,
  { manage = 'set', users = [ANA], marker = true }: { manage?: Manage; users?: DesiredInput['users']; marker?: boolean } = {},
): DesiredInput {
  const lists = Object.entries(campaigns).map(([campaignName, records]) => ({ campaignName, manage, marker, records }));
  return { users: users ?? [], campaigns: lists };
}

/** Up, then silence: nothing planned, nothing previewed, not one write, no drift. */
async function converge(story: Story, environment: Record<string, string> = {}): Promise<Ended> {
  const up = await story.up(environment);
  expect(up.code, up.text).toBe(0);
  await holdsStill(story);
  return up;
}

async function holdsStill(story: Story): Promise<void> {
  await story.requests();
  const { plan } = await planOf(story);
  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([]);
  const preview = await story.preview();
  expect(preview.operations, preview.text).toEqual([]);
  const again = await story.up();
  expect(again.operations, again.text).toEqual([]);
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
  expect(drift.code, drift.text).toBe(0);
}

async function clientIds(story: Story, campaignName: string): Promise<string[]> {
  return (await story.sandbox.control.records(campaignName)).map(({ clientId }) => String(clientId)).toSorted();
}

describe.skipIf(!pulumiIsHere())('a campaign with manage: set', { timeout: TIMEOUT }, () => {
  test('is one resource, created as planned, changed record by record, and destroyed', async () => {
    const story = await stackStory();
    const records = many(50, { preferredAgent: 'ana@example.com' });
    story.declare(desired({ [SUMMER]: records }));
    const preview = await story.preview();
    expect(preview.text).toContain('51 to create');
    expect(preview.operations).toEqual(['create user:ana@example.com', `create set:${SUMMER}/all`]);
    const up = await converge(story);
    expect(up.operations).toEqual(['create user:ana@example.com', `create set:${SUMMER}/all`]);
    expect(await clientIds(story, SUMMER)).toHaveLength(50);

    await story.requests();
    story.declare(desired({ [SUMMER]: [...records.slice(0, 49), record('C-50', { skillQueue: 'gold' })] }));
    const changed = await story.up();
    expect(changed.operations, changed.text).toEqual([`update set:${SUMMER}/all`]);
    expect(changed.text).toContain('skillQueue');
    expect((await story.requests())['addOrUpdateCampaignRecord']).toBe(1);
    await holdsStill(story);

    story.declare(desired({ [SUMMER]: records.slice(0, 48) }));
    await story.requests();
    await story.up();
    expect((await story.requests())['deleteRecordFromCampaign']).toBe(2);
    await holdsStill(story);
    const exported = await story.pulumi('stack', 'export');
    for (const personal of ['Anastasia', '+34911234567', 'Customer C-1']) expect(exported.text).not.toContain(personal);
    const destroyed = await story.pulumi('destroy', '--yes', '--skip-preview');
    expect(destroyed.code, destroyed.text).toBe(0);
    expect(await clientIds(story, SUMMER)).toEqual([]);
  });
});
