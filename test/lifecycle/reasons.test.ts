// A reason to call a customer again counts once, however it is written, whatever came between, and wherever the record stands by now.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import type { Registered } from '../pulumi/class-engine.ts';
import { STORY_DOORS } from '../support/doors.ts';
import type { StoryDoor } from '../support/doors.ts';
import { recall } from '../../src/core/engine/ledger-home.ts';
import { fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const AGENT = 'agent@example.com';
const users = [{ loginUserId: AGENT, firstName: 'A', lastName: 'B', userTemplateName: 'Agents' }];
const OTHER = { clientId: 'C-2', data: { Name: 'Otto' } };

function list(campaignName: string, ...records: RecordInput[]): NonNullable<DesiredInput['campaigns']>[number] {
  return { campaignName, records };
}

function summer(record: Partial<RecordInput> | null): DesiredInput {
  const own = record === null ? [] : [{ clientId: 'C-1', data: { Name: 'Maria' }, ...record }];
  return { users, campaigns: [list('Summer', ...own, OTHER)] };
}

const because = (reissue: string): DesiredInput => summer({ reissue });

async function worked({ sandbox }: Pick<StoryDoor, 'sandbox'>, campaignName = 'Summer'): Promise<void> {
  await sandbox.control.work({ campaignName, clientId: 'C-1', agent: AGENT, state: 'COMPLETED' });
}

async function stateOf({ sandbox }: Pick<StoryDoor, 'sandbox'>, campaignName = 'Summer'): Promise<string | undefined> {
  const records = await sandbox.control.records(campaignName);
  return records.find(({ clientId }) => clientId === 'C-1')?.workedState;
}

/** Declared, called, called again for each of these reasons, and COMPLETED. */
async function calledFor(story: StoryDoor, ...reasons: readonly string[]): Promise<void> {
  await story.settle(because(''));
  for (const reason of ['', ...reasons]) {
    await story.settle(because(reason));
    await worked(story);
    await story.settle(because(reason));
  }
}

/** The same words for a person. */
const SPELLINGS: readonly (readonly [string, string, string])[] = [
  ['with a blank behind it', 'asked again', 'asked again '],
  ['with two blanks, a tab and a line break in it', 'asked again', ' asked \t\n again'],
  ['with a no-break space', 'asked again', 'asked\u00a0again'],
  ['with a zero-width space', 'asked again', 'asked\u200b again'],
  ['in NFD', 'r\u00e9clamation', 're\u0301clamation'],
  ['in full-width letters', 'asked again', '\uff41sked again'],
  ['in another letter case', 'asked again', 'Asked Again'],
];

describe.each(STORY_DOORS)('through %s', (_door, open) => {
  test.each(SPELLINGS)('a reason that was used is used %s', async (_how, first, again) => {
    const story = await open();
    await calledFor(story, first);
    expect(await story.settle(because(again))).toMatchObject({ changes: [] });
    expect(await stateOf(story)).toBe('COMPLETED');
  });

  test('an earlier reason that comes back (git revert) calls nobody again; a new one does', async () => {
    const story = await open();
    await calledFor(story, 'one', 'two', 'three');
    for (const used of ['one', 'two', 'THREE', '']) expect((await story.settle(because(used))).changes).toEqual([]);
    expect(await stateOf(story)).toBe('COMPLETED');
    expect((await story.settle(because('four'))).changes).toEqual(['update record:Summer/C-1']);
    expect(await stateOf(story)).toBe('NOTWORKED');
  });

  test('a reason that was given while the record was open is used, also after another one', async () => {
    const story = await open();
    for (const reason of ['', 'early', 'next']) await story.settle(because(reason));
    await worked(story);
    for (const reason of ['next', 'early']) expect((await story.settle(because(reason))).changes).toEqual([]);
    expect(await stateOf(story)).toBe('COMPLETED');
  });

  test('used reasons outlive letting the record go and putting its lines back', async () => {
    const story = await open();
    await calledFor(story, 'one', 'two');
    await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    await story.settle(summer(null));
    for (const used of ['one', 'two', '']) expect((await story.settle(because(used))).changes).toEqual([]);
    expect(await stateOf(story)).toBeUndefined();
    expect((await story.settle(because('three'))).changes).toEqual(['update record:Summer/C-1']);
  });

  test('who was called stays called where the task counts anew: dropped untouched, it is not added again', async () => {
    const story = await open({ switches: { S10: 'resets' } });
    await calledFor(story);
    await story.settle(because('one'));
    expect(await stateOf(story)).toBe('NOTWORKED');
    await story.settle(summer(null));
    for (const used of ['', 'one']) {
      expect((await story.settle(because(used))).changes).toEqual([]);
      expect(await stateOf(story)).toBeUndefined();
    }
    expect((await story.settle(because('two'))).changes).toEqual(['update record:Summer/C-1']);
  });

  test('the same where it was gone when it was added again, and where it goes on under another reason', async () => {
    const story = await open({ switches: { S10: 'resets' } });
    await calledFor(story);
    await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    for (const reason of ['one', 'two']) await story.settle(because(reason));
    await story.settle(summer(null));
    for (const used of ['', 'two']) expect((await story.settle(because(used))).changes).toEqual([]);
    expect(await stateOf(story)).toBeUndefined();
  });

  test('nor is who may have been called: gone while nobody looked, added by a reason, and dropped', async () => {
    const story = await open();
    await story.settle(because(''));
    await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
    await story.settle(because('one'));
    await story.settle(summer(null));
    expect((await story.settle(because(''))).changes).toEqual([]);
    expect((await story.settle(because('two'))).changes).toEqual(['update record:Summer/C-1']);
  });

  test('a line whose reason was changed before any call, and which was dropped, comes back', async () => {
    const story = await open({ switches: { S10: 'resets' } });
    for (const reason of ['one', 'two']) await story.settle(because(reason));
    await story.settle(summer(null));
    expect((await story.settle(because(''))).changes).toEqual(['create record:Summer/C-1']);
  });

  test('used reasons go with a record that moves to another campaign', async () => {
    const story = await open();
    const winter = (reissue: string): DesiredInput => ({
      users,
      campaigns: [list('Summer', OTHER), list('Winter', { clientId: 'C-1', data: { Name: 'Maria' }, reissue })],
    });
    await calledFor(story, 'one');
    await story.settle(because('two'));
    await story.settle({ users, campaigns: [...(winter('two').campaigns ?? [])].map((each) => withRule(each)) });
    await worked(story, 'Winter');
    for (const used of ['two', 'one', '']) expect((await story.settle(winter(used))).changes).toEqual([]);
    expect(await stateOf(story, 'Winter')).toBe('COMPLETED');
    expect((await story.settle(winter('three'))).changes).toEqual(['update record:Winter/C-1']);
  });

  test.each(['COMPLETED', 'seen by no run since', 'gone', 'waiting'])(
    'a reason that another campaign used, where the record is %s now, is unused only where it waits',
    async (state) => {
      const story = await open();
      const there = { campaignName: 'Winter', clientId: 'C-1' };
      const inOf = (campaignName: string, reissue: string): DesiredInput => {
        const own = { clientId: 'C-1', data: { Name: 'Maria' }, reissue };
        return {
          users,
          campaigns: ['Summer', 'Winter'].map((name) => list(name, ...(name === campaignName ? [own] : []), OTHER)),
        };
      };
      await story.settle(inOf('Summer', ''));
      await story.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
      // What is recorded of Summer is let go by the second run.
      for (let runs = 0; runs < 2; runs += 1) await story.run(inOf('Winter', 'one'));
      expect(await stateOf(story, 'Winter')).toBe('NOTWORKED');
      if (state === 'waiting') {
        await story.settle(inOf('Summer', 'one'));
        expect([await stateOf(story), await stateOf(story, 'Winter')]).toEqual(['NOTWORKED', undefined]);
        return;
      }
      await (state === 'gone' ? story.sandbox.control.removeRecord(there) : worked(story, 'Winter'));
      if (state === 'COMPLETED') await story.settle(inOf('Winter', 'one'));
      for (const used of ['one', 'One ', '']) await story.settle(inOf('Summer', used));
      expect(await stateOf(story)).toBeUndefined();
      await story.settle(inOf('Summer', 'two'));
      expect(await stateOf(story)).toBe('NOTWORKED');
    },
  );

  test('used reasons stay used where the file comes to name another task of the clientId', async () => {
    const story = await open();
    const fed = (more: Partial<RecordInput>): DesiredInput => {
      const maria = { clientId: 'C-1', data: { Name: 'Maria' }, whenWorked: 'replace' as const, ...more };
      return { users, campaigns: [{ ...list('Summer', maria, OTHER), intake: true }] };
    };
    const { control } = story.sandbox;
    for (const reissue of ['', 'one', 'two']) {
      await story.settle(fed({ reissue }));
      await worked(story);
      await story.settle(fed({ reissue }));
    }
    await control.setSwitches({ S11: { intake: 'twin', idSearch: 'newest' } });
    await control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows: [{ Id: 'C-1' }] });
    await control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', state: 'COMPLETED' });
    const ofOne = async () => (await control.records('Summer')).filter(({ clientId }) => clientId === 'C-1');
    const [own = '', other = ''] = (await ofOne()).map(({ previewRecordID }) => previewRecordID);
    const states = async () => (await ofOne()).map(({ workedState }) => workedState);
    const named = { previewRecordId: other, twins: { [own]: 'keep' }, adopt: true } as const;
    for (const reissue of ['two', 'one', '']) {
      await story.settle(fed({ ...named, reissue }));
      expect(await states()).toEqual(['COMPLETED', 'COMPLETED']);
    }
    await story.settle(fed({ ...named, reissue: 'three' }));
    expect(await states()).toEqual(['COMPLETED', 'NOTWORKED']);
  });
});

/** An agent has touched it before: it moves only where the file says so. */
function withRule(campaign: NonNullable<DesiredInput['campaigns']>[number]): typeof campaign {
  const records = (campaign.records ?? []).map((each) => ({ ...each, whenWorked: 'replace' as const }));
  return { ...campaign, records };
}

describe('the ledger', () => {
  test('of an earlier version says one reason as it was written, and that one counts as used', async () => {
    const story = await scenario();
    await story.converge(because('asked again'));
    await worked(story);
    await story.apply(because('asked again'));
    await rewriteReason(story, ' Asked  again ');
    for (const same of ['asked again', ' Asked  again ', 'ASKED AGAIN']) {
      expect(fates(await story.apply(because(same)))).toEqual([]);
    }
    expect(await story.changes(because('another'))).toEqual(['update record:Summer/C-1']);
  });

  test('holds no text of the reasons before the last one', async () => {
    const story = await scenario();
    for (const reason of ['first words', 'second words', 'third words']) await story.converge(because(reason));
    const { project, sandbox, clock } = story;
    const memory = await recall({ project, target: sandbox.target, clock });
    const text = JSON.stringify([...memory.recorded.objects.values()]);
    expect(text).toContain('third words');
    expect(text).not.toMatch(/first words|second words/u);
  });
});

/** As a version before kept it: the raw text of the last one, and no other. */
async function rewriteReason({ project }: Scenario, reason: string): Promise<void> {
  const database = new DatabaseSync(join(project.directory, '.muster', 'ledger', 'sandbox.sqlite'));
  const body = `json_remove(json_set(body, '$.reissue', ?), '$.usedReasons')`;
  const { changes } = database.prepare(`UPDATE objects SET body = ${body} WHERE address LIKE '%C-1'`).run(reason);
  database.close();
  expect(changes).toBe(1);
}

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const CLASSES: readonly (readonly [string, (reissue: string) => Registered])[] = [
  [
    'PinnedRecord',
    (reissue) => ({
      kind: 'PinnedRecord',
      name: 'maria',
      args: { campaignName: 'Summer', clientId: 'C-1', data: DATA, reissue },
    }),
  ],
  [
    'RecordSet',
    (reissue) => ({
      kind: 'RecordSet',
      name: 'east',
      args: { campaignName: 'Summer', records: JSON.stringify([{ clientId: 'C-1', data: DATA, reissue }]) },
    }),
  ],
];

test.each(CLASSES)('class %s calls nobody again for a reason that was used', async (_name, resource) => {
  const engine = await classEngine();
  const up = async (reissue: string, refresh = false): Promise<void> => {
    expect((await engine.up([resource(reissue)], { refresh })).errors).toEqual([]);
  };
  await up('');
  for (const reason of ['', 'one', 'two']) {
    await up(reason);
    await worked(engine);
    await up(reason, true);
  }
  for (const used of ['one', ' Two ', '', 'two', 'ONE']) {
    await up(used);
    await up(used, true);
    expect(await stateOf(engine)).toBe('COMPLETED');
  }
  await up('three');
  expect(await stateOf(engine)).toBe('NOTWORKED');
});
