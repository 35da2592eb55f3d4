// What only the real command can show of classes; the rest is searched by the simulation (--way pulumi).

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { DATA, ownerStory, present, staysQuiet, succeeded, TIMEOUT, writing } from './owner.ts';
import type { Declared } from './owner.ts';
import { pulumiIsHere, stackStory } from './stack.ts';

const ANA = 'ana@example.com';

const person = (name: string, ensure: 'present' | 'absent' = 'present'): Declared => ({
  kind: 'User',
  name,
  args: { loginUserId: `${name}@example.com`, firstName: 'A', lastName: 'B', userTemplateName: 'Agents', ensure },
});

function set(name: string, campaignName: string, clientIds: readonly string[], preferredAgent?: string): Declared {
  const row = { data: DATA, ...(preferredAgent !== undefined && { preferredAgent }) };
  const records = clientIds.map((clientId) => ({ clientId, ...row }));
  return { kind: 'RecordSet', name, args: { campaignName, records } };
}

const call = (name: string, campaignName: string, clientId: string): Declared => ({
  kind: 'PinnedRecord',
  name,
  args: { campaignName, clientId, data: DATA },
});

test.skipIf(!pulumiIsHere())(
  'sets and records move by one transfer each, worked ones stay, people leave after their tasks: each in one update',
  { timeout: TIMEOUT },
  async () => {
    const people = [person('ana'), person('ben')];
    const story = await ownerStory(
      ...people,
      set('east', 'Summer', ['C-1', 'C-2', 'C-3']),
      call('one', 'Summer', 'C-4'),
      call('two', 'Summer', 'C-5'),
    );
    const { control } = story.sandbox;
    await control.work({ campaignName: 'Summer', clientId: 'C-2', agent: ANA, state: 'COMPLETED' });
    await control.work({ campaignName: 'Summer', clientId: 'C-5', agent: ANA, state: 'WORKED' });
    // C-4 goes to a resource of another name, which is registered first, and C-3 is declared in both campaigns.
    const moved = [
      call('again', 'Winter', 'C-4'),
      call('third', 'Autumn', 'C-3'),
      set('east', 'Winter', ['C-1', 'C-2']),
      set('rest', 'Summer', ['C-3']),
      ...people,
    ];
    const up = succeeded(await story.upWith(moved, '--refresh=false'));
    expect(up.text).toContain('muster: record:Winter/C-2: not moved from Summer: COMPLETED');
    expect(up.text).toContain('muster: record:Summer/C-5: worked, or gone, and let go');
    const sent = [
      'addOrUpdateCampaignRecord Autumn/C-3',
      ...['C-1', 'C-4'].map((id) => `transferCampaignRecord Summer/${id}`),
    ];
    expect(up.writes, up.text).toEqual(sent);
    const all = [
      'Autumn/C-3',
      'Summer/C-2',
      'Summer/C-3',
      'Summer/C-5',
      'Winter/C-1',
      'Winter/C-4',
      ANA,
      'ben@example.com',
    ];
    expect(await present(story)).toEqual(all);
    await staysQuiet(story);

    await control.removeRecord({ campaignName: 'Summer', clientId: 'C-2' });
    await control.removeRecord({ campaignName: 'Winter', clientId: 'C-4' });
    const preview = succeeded(await writing(story, 'preview', '--refresh', '--expect-no-changes'));
    expect(preview.text).toContain('muster: [gone-unclear] record:Winter/C-4');
    expect(preview.text).not.toContain('Winter/C-2');

    const pinned = (agent: string): Declared => set('east', 'Winter', ['C-1', 'C-2', 'C-6', 'C-7'], agent);
    const others = [call('third', 'Autumn', 'C-3'), set('rest', 'Summer', ['C-3'])];
    succeeded(await story.upWith([...people, pinned(ANA), ...others]));
    const after = [person('ana', 'absent'), person('ben'), pinned('ben@example.com'), ...others];
    expect(succeeded(await story.upWith(after)).writes).toContain('delete-user ana@example.com');
    await staysQuiet(story);
  },
);

test.skipIf(!pulumiIsHere())(
  'who was taken over and let go, called and cleared away, is not called again when the line comes back',
  { timeout: TIMEOUT },
  async () => {
    const story = await ownerStory(call('stays', 'Summer', 'C-9'));
    const { control } = story.sandbox;
    const rows = [{ Id: 'C-1', Name: 'Theirs' }];
    await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    const args = { campaignName: 'Summer', clientId: 'C-1', data: DATA, adopt: true };
    const adopted: Declared = { kind: 'PinnedRecord', name: 'one', args };
    succeeded(await story.upWith([call('stays', 'Summer', 'C-9'), adopted]));
    succeeded(await story.upWith([call('stays', 'Summer', 'C-9')]));
    await control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'COMPLETED' });
    await control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    const back = succeeded(await story.upWith([call('stays', 'Summer', 'C-9'), adopted]));
    expect(back.writes, back.text).toEqual([]);
    expect(await present(story)).toEqual(['Summer/C-9']);
    await staysQuiet(story);
  },
);

test.skipIf(!pulumiIsHere())(
  'who was called before a reason opened the task is not called again once the class went and came back',
  { timeout: TIMEOUT },
  async () => {
    const one = (reissue: string): Declared => ({
      kind: 'PinnedRecord',
      name: 'one',
      args: { campaignName: 'Summer', clientId: 'C-1', data: DATA, reissue },
    });
    const stays = call('stays', 'Summer', 'C-9');
    const story = await ownerStory(stays, one(''));
    const { control } = story.sandbox;
    await control.setSwitches({ S10: 'resets' });
    await control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'COMPLETED' });
    for (const reason of ['', 'asked again']) succeeded(await story.upWith([stays, one(reason)], '--refresh'));
    const gone = succeeded(await story.upWith([stays], '--refresh'));
    expect(gone.writes).toEqual(['deleteRecordFromCampaign Summer/C-1']);
    for (const used of ['', 'asked again']) {
      const back = succeeded(await story.upWith([stays, one(used)]));
      expect(back.writes, back.text).toEqual([]);
    }
    await staysQuiet(story);
  },
);

/** Who is taken over goes in the update in which a set is made late: its rows wait for the account of somebody who is made first. */
const TAKEN_OVER = `
import { readFileSync } from 'node:fs';
import { PinnedRecord, RecordSet, User } from 'musterctl';
const step = Number(readFileSync('step', 'utf8'));
new PinnedRecord('stays', { campaignName: 'Summer', clientId: 'C-9', data: { Name: 'M' } });
if (step !== 2)
  new PinnedRecord('one', { campaignName: 'Summer', clientId: 'C-1', data: { Name: 'M' }, adopt: true });
if (step > 1) {
  const args = { firstName: 'A', lastName: 'B', userTemplateName: 'Agents', createInBackend: true };
  const ana = new User('ana', { loginUserId: '${ANA}', ...args });
  const Agent = ana.connectUserId.apply((id) => id ?? 'none');
  new RecordSet('late', { campaignName: 'Winter', records: [{ clientId: 'T-1', data: { Agent } }] });
}
`;

test.skipIf(!pulumiIsHere())(
  'nor where the class went in an update in which another one was made late',
  { timeout: TIMEOUT },
  async () => {
    const story = await stackStory(TAKEN_OVER);
    const { control } = story.sandbox;
    const rows = [{ Id: 'C-1', Name: 'Theirs' }];
    await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    for (const step of ['1', '2']) {
      writeFileSync(join(story.folder, 'step'), step);
      succeeded(await story.up());
    }
    await control.work({ campaignName: 'Summer', clientId: 'C-1', agent: ANA, state: 'COMPLETED' });
    await control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    writeFileSync(join(story.folder, 'step'), '3');
    succeeded(await story.up());
    expect(await present(story)).toEqual(['Summer/C-9', 'Winter/T-1', ANA]);
    await staysQuiet(story);
  },
);
