// What only the real command can show; the rest of a set's life is told in set-handlers.test.ts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { staySilent } from './parity.ts';
import { IS_NIGHT, pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const TIMEOUT = 600_000;
const SUMMER = 'Summer Renewals';
const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };

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
  {
    manage = 'set',
    users = [ANA],
    marker = true,
  }: { manage?: Manage; users?: DesiredInput['users']; marker?: boolean } = {},
): DesiredInput {
  const lists = Object.entries(campaigns).map(([campaignName, records]) => ({ campaignName, manage, marker, records }));
  return { users: users ?? [], campaigns: lists };
}

/** Up, then silence. */
async function converge(story: Story): Promise<Ended> {
  const up = await story.up();
  expect(up.code, up.text).toBe(0);
  await staysQuiet(story);
  return up;
}

/** Another `up` does nothing and writes nothing; no drift. */
async function staysQuiet(story: Story): Promise<void> {
  await staySilent(story);
  const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
  expect(drift.code, drift.text).toBe(0);
}

async function clientIds(story: Story, campaignName: string): Promise<string[]> {
  return (await story.sandbox.control.records(campaignName)).map(({ clientId }) => String(clientId)).toSorted();
}

/** Sent before the kill. */
const WRITES = 7;

function writesAtOnce({ folder }: Story, maxConcurrency: number): void {
  const path = join(folder, 'muster.yaml');
  const project = JSON.parse(readFileSync(path, 'utf8')) as { targets: { test: object } };
  const test = { ...project.targets.test, maxConcurrency };
  writeFileSync(path, JSON.stringify({ ...project, targets: { test } }));
}

describe.skipIf(!pulumiIsHere())('a campaign with manage: set', { timeout: TIMEOUT }, () => {
  test('is one resource, created as planned, changed record by record, and destroyed', async () => {
    const story = await stackStory();
    const records = many(50, { preferredAgent: 'ana@example.com' });
    story.declare(desired({ [SUMMER]: records }));
    const preview = await story.preview();
    expect(preview.text).toContain('Plan: 51 to add');
    expect(preview.operations).toEqual(['create user:ana@example.com', `create set:${SUMMER}/all`]);
    const up = await converge(story);
    expect(up.operations).toEqual(['create user:ana@example.com', `create set:${SUMMER}/all`]);
    expect((await story.preview()).operations).toEqual([]);
    expect(await clientIds(story, SUMMER)).toHaveLength(50);

    await story.requests();
    story.declare(desired({ [SUMMER]: [...records.slice(0, 49), record('C-50', { skillQueue: 'gold' })] }));
    const changed = await story.up();
    expect(changed.operations, changed.text).toEqual([`update set:${SUMMER}/all`]);
    expect(changed.text).toContain('Re-pins 1 customer');
    expect((await story.requests())['addOrUpdateCampaignRecord']).toBe(1);
    await staysQuiet(story);

    story.declare(desired({ [SUMMER]: records.slice(0, 48) }));
    await story.requests();
    await story.up();
    expect((await story.requests())['deleteRecordFromCampaign']).toBe(2);
    await staysQuiet(story);
    const exported = await story.pulumi('stack', 'export');
    for (const personal of ['Anastasia', '+34911234567', 'Customer C-1']) expect(exported.text).not.toContain(personal);
    const destroyed = await story.pulumi('destroy', '--yes', '--skip-preview');
    expect(destroyed.code, destroyed.text).toBe(0);
    expect(await clientIds(story, SUMMER)).toEqual([]);
  });

  test.each(IS_NIGHT ? [true, false] : [false])(
    'finishes an up that was killed (markers: %s) after 7 writes, once a person allows it: nothing twice, nothing lost',
    async (marker) => {
      const story = await stackStory();
      writesAtOnce(story, 4);
      // Its first write is a create, which the engine goes on listing; the next one is an update, which it forgets.
      for (const count of [30, 60]) {
        story.declare(desired({ [SUMMER]: many(count) }, { marker }));
        await story.requests();
        const hanging = { operation: 'addOrUpdateCampaignRecord', kind: 'commit-then-hang' } as const;
        await story.sandbox.control.arm({ ...hanging, ordinal: WRITES, count: 'always' });
        await story.killedUp(async () => (await story.sandbox.control.counters()).writes >= WRITES);
        await story.sandbox.restart();
        await story.pulumi('cancel', '--yes');
        const left = count - (await clientIds(story, SUMMER)).length;
        expect(left).toBeGreaterThan(0);
        await story.requests();
        for (let run = 0; run < 2; run += 1) {
          const stopped = await story.up();
          expect(stopped.code, stopped.text).not.toBe(0);
          expect(stopped.text).toContain(`MUSTER_ALLOW=interrupted=${left}`);
        }
        expect((await story.sandbox.control.counters()).writes).toBe(0);
        const up = await story.up({ MUSTER_ALLOW: `interrupted=${left}` });
        expect(up.code, up.text).toBe(0);
        expect((await story.requests())['addOrUpdateCampaignRecord'] ?? 0).toBe(left);
        await staysQuiet(story);
      }
    },
  );
});
