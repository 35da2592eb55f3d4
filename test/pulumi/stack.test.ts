import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { createSecretSource } from '../../src/core/service/secret.ts';
import { converge, upAsPlanned } from './parity.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com', firstName: 'Benvenuto' };

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: `Customer ${clientId}`, phone: '+34911234567' },
  ...more,
});

function desired(
  summer: RecordInput[],
  winter: RecordInput[] = [],
  users: DesiredInput['users'] = [ANA, BEN],
): DesiredInput {
  const lists = [
    { campaignName: 'Summer Renewals', records: summer },
    { campaignName: 'Winter/Calls', records: winter },
  ];
  const campaigns = lists.filter(({ records }) => records.length > 0);
  return campaigns.length === 0 ? { users } : { users, campaigns };
}

const SUMMER = { campaignName: 'Summer Renewals', clientId: 'C-1' };
const TIMEOUT = 240_000;

describe.skipIf(!pulumiIsHere())('through the real Pulumi command', { timeout: TIMEOUT }, () => {
  test('a stack is created as previewed, holds still, keeps its secrets and is destroyed', async () => {
    const story = await stackStory();
    story.declare(desired([record('C-1', { preferredAgent: 'ana@example.com', skillQueue: 'gold' }), record('C-2')]));
    const preview = await story.preview();
    expect(preview.text).toContain('+ ana@example.com');
    expect(preview.text).toContain('Plan: 4 to add');
    await converge(story);
    const exported = await story.pulumi('stack', 'export');
    for (const personal of ['Anastasia', 'Ruizova', '+34911234567', 'Customer C-1']) {
      expect(exported.text).not.toContain(personal);
      expect(preview.text).not.toContain(personal);
    }
    const key = await createSecretSource(story.sandbox.target).fetch();
    expect((await story.pulumi('stack', 'export', '--show-secrets')).text).not.toContain(key);
    const destroyed = await story.pulumi('destroy', '--yes', '--skip-preview');
    expect(destroyed.code, destroyed.text).toBe(0);
    expect(await story.sandbox.control.records()).toEqual([]);
    expect((await story.sandbox.control.users()).filter(({ inService }) => inService)).toEqual([]);
  });

  test('what life does is shown as drift, put back where Git owns it, and left alone where it was worked', async () => {
    const story = await stackStory();
    const wanted = desired([record('C-1', { skillQueue: 'gold' }), record('C-2'), record('C-3')]);
    story.declare(wanted);
    await converge(story);
    const { control } = story.sandbox;
    await control.work({
      campaignName: 'Summer Renewals',
      clientId: 'C-2',
      agent: 'ana@example.com',
      state: 'COMPLETED',
    });
    await converge(story);
    await control.changeRecord({ ...SUMMER, skillQueue: 'bronze', data: { phone: '+34900000000' } });
    await control.removeUser('ben@example.com');
    const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
    expect(drift.code).not.toBe(0);
    expect(drift.operations.toSorted()).toEqual(['update record:Summer Renewals/C-1', 'update user:ben@example.com']);
    expect((await story.up()).text).toContain('MUSTER_ALLOW=restores=1');
    expect(await control.exists('ben@example.com')).toMatchObject({ inService: false });
    await converge(story, { MUSTER_ALLOW: 'restores=1' });
    expect((await control.records()).find(({ clientId }) => clientId === 'C-1')).toMatchObject({ skillQueue: 'gold' });
  });

  test('a record moved in Git is one update and one transfer', async () => {
    const story = await stackStory();
    story.declare(desired([record('C-1', { preferredAgent: 'ana@example.com' }), record('C-2')]));
    await converge(story);
    story.declare(desired([record('C-2')], [record('C-1', { preferredAgent: 'ben@example.com' })]));
    await story.requests();
    const up = await upAsPlanned(story);
    expect(up.code, up.text).toBe(0);
    expect(up.operations).toEqual(['update record:Winter%2FCalls/C-1']);
    const requests = await story.requests();
    expect(requests).toMatchObject({ transferCampaignRecord: 1 });
    expect(requests['deleteRecordFromCampaign'] ?? 0).toBe(0);
    await converge(story);
    expect((await story.sandbox.control.records('Winter/Calls')).map(({ clientId }) => clientId)).toEqual(['C-1']);
  });

  test('guards stop up before anything is registered, and name the words that pass them', async () => {
    const story = await stackStory();
    const people = Array.from({ length: 6 }, (_, index) => ({ ...ANA, loginUserId: `agent${index}@example.com` }));
    story.declare(desired([], [], [ANA, ...people]));
    await converge(story);
    await story.requests();
    story.declare(desired([], [], [ANA]));
    const stopped = await story.up();
    expect(stopped.code).not.toBe(0);
    expect(stopped.text).toContain('MUSTER_ALLOW=deletes=6');
    expect(stopped.text).not.toContain('    at ');
    expect(stopped.operations).toEqual([]);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    const up = await converge(story, { MUSTER_ALLOW: 'deletes=6' });
    expect(up.operations).toHaveLength(6);
  });

  test('what needs a decision is left out and said as an error, after the rest was done', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    await control.addUser({ loginUserId: 'ben@example.com' });
    story.declare(desired([record('C-1'), record('C-2')]));
    const up = await upAsPlanned(story);
    expect(up.text).toContain('error: Left out');
    expect(up.text).toContain(
      'user:ben@example.com exists already in the service, and nothing shows that muster made it',
    );
    expect(up.operations).not.toContain('create user:ben@example.com');
    await control.removeRecord(SUMMER);
    const drift = await story.pulumi('refresh', '--preview-only', '--expect-no-changes');
    expect(drift.code).not.toBe(0);
    expect(drift.operations).toEqual(['update record:Summer Renewals/C-1']);
    const again = await upAsPlanned(story);
    expect(again.operations, 'a record that vanished is never added again by itself').toEqual([]);
    expect(again.text).toContain('record:Summer Renewals/C-1 is gone');
    story.declare(
      desired([record('C-1', { reissue: 'asked again' }), record('C-2')], [], [ANA, { ...BEN, adopt: true }]),
    );
    await converge(story);
  });

  test('an id that an intake file brought is left out until it is adopted, and a lost answer changes no operation', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    const rows = [{ Id: 'C-2', Name: 'Theirs' }];
    await control.loadIntake({ campaignName: 'Summer Renewals', idColumn: 'Id', rows });
    for (const operation of ['add-user', 'addOrUpdateCampaignRecord']) {
      await control.arm({ operation, kind: 'commit-then-reset' });
    }
    story.declare(desired([record('C-1'), record('C-2')]));
    const up = await upAsPlanned(story);
    expect(up.operations.toSorted()).toEqual([
      'create record:Summer Renewals/C-1',
      'create user:ana@example.com',
      'create user:ben@example.com',
    ]);
    expect(up.text).toContain('record:Summer Renewals/C-2 exists already, and nothing shows that muster made it');
    story.declare(desired([record('C-1'), record('C-2', { adopt: true })]));
    await converge(story);
    expect(await control.records()).toHaveLength(2);
  });

  test('leavers go when they are declared absent, whoever made them', async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    await control.addUser({ loginUserId: 'old@example.com' });
    story.declare(desired([record('C-1', { preferredAgent: 'ben@example.com' }), record('C-2')]));
    await converge(story);
    await control.changeRecord({ ...SUMMER, clientId: 'C-2', preferredAgent: 'ben@example.com' });
    const leavers: DesiredInput['users'] = [
      { loginUserId: 'ben@example.com', ensure: 'absent', offboard: { reassignTo: 'ana@example.com' } },
      { loginUserId: 'old@example.com', ensure: 'absent', adopt: true },
    ];
    story.declare(desired([record('C-1'), record('C-2')], [], [ANA, ...leavers]));
    await converge(story);
    const present = (await control.users()).filter(({ inService }) => inService).map(({ loginUserId }) => loginUserId);
    expect(present).toEqual(['ana@example.com']);
    const pins = (await control.records()).map(({ clientId, preferredAgent }) => `${clientId} ${preferredAgent}`);
    expect(pins.toSorted()).toEqual(['C-1 ', 'C-2 ana@example.com']);
    story.declare(desired([record('C-1'), record('C-2')], [], [ANA]));
    await story.up();
    await converge(story);
  });
});
