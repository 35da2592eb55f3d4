// Classes whose update is killed with its provider, through the real command: what was sent, worked and cleared away meanwhile is added
// by nobody but a person's word.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { DATA, ownerStory, succeeded, SUMMER, TIMEOUT, writesOf } from './owner.ts';
import type { Declared, OwnerStory, Written } from './owner.ts';
import { pulumiIsHere } from './stack.ts';

const WINTER = 'Winter Calls';
const AGENT = 'anchor@example.com';

/** In one campaign with markers and in one without: a record and a set. */
function declared(...more: readonly string[]): Declared[] {
  return [SUMMER, WINTER].flatMap((campaignName): Declared[] => {
    const around = { campaignName, marker: campaignName === SUMMER };
    const records = ['C-2', 'C-3', ...more].map((clientId) => ({ clientId, data: DATA }));
    return [
      { kind: 'PinnedRecord', name: `single ${campaignName}`, args: { ...around, clientId: 'C-1', data: DATA } },
      { kind: 'RecordSet', name: `set ${campaignName}`, args: { ...around, records } },
    ];
  });
}

/** Killed when the service has carried out each of these writes and answered none. */
async function killedAt(story: OwnerStory, writes: number, resources: readonly Declared[]): Promise<void> {
  const { control } = story.sandbox;
  story.register(...resources);
  await control.resetCounters();
  await control.arm({ operation: 'write', kind: 'commit-then-hang', count: 'always' });
  await story.killedUp(async () => (await control.counters()).writes >= writes);
  await control.clearFaults();
  succeeded(await story.pulumi('cancel', '--yes'));
}

/** Agents call them, and the lists are cleared of them. */
async function worked({ sandbox: { control } }: OwnerStory, ...clientIds: readonly string[]): Promise<void> {
  for (const campaignName of [SUMMER, WINTER])
    for (const clientId of clientIds) {
      await control.work({ campaignName, clientId, agent: AGENT, state: 'COMPLETED' });
      await control.removeRecord({ campaignName, clientId });
    }
}

function stopped(up: Written, ...counts: readonly number[]): void {
  expect(up.code, up.text).not.toBe(0);
  expect(up.writes, up.text).toEqual([]);
  expect(up.text).toContain('guard-interrupted');
  for (const count of counts) expect(up.text).toContain(`MUSTER_ALLOW=interrupted=${count}`);
}

/** What wrote. As a variable: the engine keeps what is given as configuration. */
async function allowed(story: OwnerStory, count: number): Promise<readonly string[]> {
  await story.requests();
  succeeded(await story.up({ MUSTER_ALLOW: `interrupted=${count}` }));
  return writesOf(story);
}

const adds = (...clientIds: readonly string[]): string[] =>
  [SUMMER, WINTER].flatMap((name) => clientIds.map((clientId) => `addOrUpdateCampaignRecord ${name}/${clientId}`));

describe.skipIf(!pulumiIsHere())('records of classes whose up was killed', { timeout: TIMEOUT }, () => {
  test('are added again by an exact word only, after a create and after an update, with markers and without', async () => {
    const story = await ownerStory();
    await story.sandbox.control.addUser({ loginUserId: AGENT, inBackend: false });
    const first = declared();
    await killedAt(story, 6, first);
    await worked(story, 'C-1', 'C-2', 'C-3');
    stopped(await story.upWith(first, '--continue-on-error'), 6);
    // A person who looks answers the engine that they are not there. What was refused once is remembered all the same.
    succeeded(await story.pulumi('refresh', '--yes', '--skip-preview', '--clear-pending-creates'));
    stopped(await story.upWith(first, '--continue-on-error'), 6);
    expect(await allowed(story, 6)).toEqual(adds('C-1', 'C-2', 'C-3'));

    const longer = declared('C-4');
    await killedAt(story, 2, longer);
    await worked(story, 'C-4');
    succeeded(await story.pulumi('refresh', '--yes', '--skip-preview'));
    stopped(await story.upWith(longer), 2);
    expect(await allowed(story, 2)).toEqual(adds('C-4'));
    succeeded(await story.pulumi('up', '--yes', '--skip-preview', '--expect-no-changes'));
  });

  test('are not forgotten where the program is stopped for another reason, in a component, without a refresh', async () => {
    const story = await ownerStory();
    await story.sandbox.control.addUser({ loginUserId: AGENT, inBackend: false });
    const file = join(story.folder, 'Pulumi.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(',"options":{"refresh":"always"}', ''));
    const inTeam = (...more: readonly string[]): Declared[] =>
      declared(...more).map((each) => ({ ...each, team: 'north' }));
    const wrong: Declared = {
      kind: 'PinnedRecord',
      name: 'wrong',
      args: { campaignName: SUMMER, clientId: 'C-9', timeZone: 'Nowhere/Nothing' },
    };
    succeeded(await story.upWith(inTeam()));
    await killedAt(story, 2, inTeam('C-4'));
    await worked(story, 'C-4');
    // The engine drops what was cut off when it saves this one, twice.
    for (const _time of ['first', 'second']) {
      const refused = await story.upWith([...inTeam('C-4'), wrong]);
      expect(refused.text).toContain('timeZone');
      expect([refused.code === 0, refused.writes]).toEqual([false, []]);
    }
    stopped(await story.upWith(inTeam('C-4')), 2);
    expect(await allowed(story, 2)).toEqual(adds('C-4'));
    succeeded(await story.pulumi('up', '--yes', '--skip-preview', '--expect-no-changes'));
  });
});
