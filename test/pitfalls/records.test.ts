// Records: what agents and others do to them between two runs, and in the middle of one.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import * as engine from '../../src/core/engine.ts';
import type { ApplyResult } from '../../src/core/reconcile/settlement.ts';
import { scenario } from '../support/scenario.ts';
import { target } from '../support/values.ts';
import {
  ANA,
  KEY,
  anchor,
  applyWhile,
  isWrite,
  person,
  record,
  records,
  requests,
  summer,
  withAnchor,
} from './stories.ts';

const MINUTES = 60 * 1000;
const kinds = (result: ApplyResult): string[] =>
  result.settlements.map(({ kind, change }) => `${kind} ${change.action} ${change.address}`);

describe('P9: what the running service owns is never desired', () => {
  test.each([
    'workedState',
    'workAttempts',
    'lastAttemptAgent',
    'lastAttemptTime',
    'lastUpdatedTime',
    'createdTime',
    'workCodes',
  ])('%s is no key of a record', (key) => {
    const wrong = withAnchor(summer({ ...record('C-1'), [key]: 'NOTWORKED' }));
    expect(() => readDesiredInput(wrong, target())).toThrow(key);
  });

  test('an attempt, a new time and a lapsed pin are no drift and are not put back', async () => {
    const story = await scenario();
    const pinned = record('C-1', { preferredAgent: ANA, nextEarliestWorkTime: new Date(story.clock()).toISOString() });
    const desired = {
      users: [anchor, person('ana')],
      campaigns: [summer(pinned, record('C-2', { preferredAgent: ANA }), { ...pinned, clientId: 'C-3' })],
    };
    await story.converge(desired);
    const later = story.clock() + 120 * MINUTES;
    await story.sandbox.control.changeRecord({ ...KEY, clientId: 'C-3', nextEarliestWorkTime: later });
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED', nextEarliestWorkTime: later });
    story.advance(31 * MINUTES);
    expect(await story.changes(desired)).toEqual([]);
    await story.converge(desired);
    const seen = await story.sandbox.control.records();
    expect(seen.find(({ clientId }) => clientId === 'C-2')?.preferredAgent || null).toBeNull();
    expect(seen.find(({ clientId }) => clientId === 'C-1')).toMatchObject({ workAttempts: 1, workedState: 'WORKED' });
  });
});

describe('P11: a campaign is never emptied and loaded again', () => {
  test('a change of every record is one write each, and no delete', async () => {
    const story = await scenario();
    await story.converge(withAnchor(summer(...records(6))));
    await story.sandbox.control.resetCounters();
    await story.apply(withAnchor(summer(...records(6, { skillQueue: 'gold' }))));
    const writes = (await story.sandbox.control.log()).filter(isWrite);
    expect(writes.map(({ operation }) => operation)).toEqual(Array(6).fill('addOrUpdateCampaignRecord'));
  });

  test('a write of a status is read back', async () => {
    const story = await scenario();
    const ana = person('ana');
    await story.converge({ users: [anchor, ana], campaigns: [summer(record('C-1', { preferredAgent: ANA }))] });
    await story.sandbox.control.resetCounters();
    await story.apply({ users: [anchor, ana], campaigns: [summer(record('C-1', { preferredAgent: '' }))] });
    expect(requests(await story.sandbox.control.log()).filter((each) => each.endsWith('/C-1'))).toEqual([
      'searchPreviewCampaign Summer/C-1',
      'changeCampaignRecordStatus Summer/C-1',
      'searchPreviewCampaign Summer/C-1',
    ]);
  });

  // The second write uses the state read before the first one: apply-record.ts sendWrites.
  test('two writes on one record have a reading between them', async () => {
    const story = await scenario();
    const ana = person('ana');
    await story.converge({ users: [anchor, ana], campaigns: [summer(record('C-1', { preferredAgent: ANA }))] });
    await story.sandbox.control.resetCounters();
    const both = record('C-1', { preferredAgent: '', skillQueue: 'gold' });
    await story.apply({ users: [anchor, ana], campaigns: [summer(both)] });
    const words = (await story.sandbox.control.log()).filter(({ key }) => key.endsWith('/C-1')).map(isWrite);
    expect(words.filter(Boolean)).toHaveLength(2);
    expect(words.some((isIt, index) => isIt && words[index + 1])).toBe(false);
  });
});

describe('P15: one object that fails holds up no other', () => {
  const before: DesiredInput = { users: [anchor, person('old')], campaigns: [summer(...records(3))] };
  const bad = person('bad', { userTemplateName: 'Unknown' });
  const after: DesiredInput = {
    users: [anchor, bad, person('good')],
    campaigns: [summer(record('C-1', { skillQueue: 'gold' }), record('C-3', { skillQueue: 'Unknown' }), record('C-4'))],
  };

  test('a create and an update that are refused: deletes, creates and updates of others are done', async () => {
    const story = await scenario();
    await story.converge(before);
    const result = await story.apply(after);
    expect(kinds(result).toSorted()).toEqual([
      'applied create record:Summer/C-4',
      'applied create user:good@example.com',
      'applied delete record:Summer/C-2',
      'applied delete user:old@example.com',
      'applied update record:Summer/C-1',
      'failed create user:bad@example.com',
      'failed update record:Summer/C-3',
    ]);
  });

  test('a record waits only for its own person', async () => {
    const story = await scenario();
    await story.converge(withAnchor(summer(record('C-1'))));
    const pinned = record('C-2', { preferredAgent: 'bad@example.com' });
    const free = record('C-3', { preferredAgent: 'good@example.com' });
    const result = await story.apply({
      users: [anchor, bad, person('good')],
      campaigns: [summer(record('C-1'), pinned, free)],
    });
    expect(kinds(result).toSorted()).toEqual([
      'applied create record:Summer/C-3',
      'applied create user:good@example.com',
      'failed create user:bad@example.com',
      'skipped create record:Summer/C-2',
    ]);
  });
});

describe('P17: what is ours is asked again right before each write', () => {
  test('an ignore rule silences the alarm and changes neither the plan nor the apply', async () => {
    const story = await scenario();
    const desired = withAnchor(summer(record('C-1', { skillQueue: 'gold' })));
    await story.converge(desired);
    await story.sandbox.control.changeRecord({ ...KEY, skillQueue: 'other' });
    const rule = {
      address: 'record:*',
      property: null,
      class: null,
      reason: 'pilot',
      owner: 'ops',
      expires: story.clock() + 60 * MINUTES,
      source: { file: 'muster.yaml', line: 9, column: 5 },
    };
    const parts = { project: { ...story.project, ignore: [rule] } };
    const silenced = (await engine.drift(story.run(desired, parts))).findings;
    expect(silenced.map((finding) => finding.ignored?.owner)).toEqual(['ops']);
    expect((await story.drift(desired)).findings.map((finding) => finding.class)).toEqual(['drift']);
    expect(await story.changes(desired, parts)).toEqual(['update record:Summer/C-1']);
    await story.apply(desired, parts);
    expect((await story.sandbox.control.records())[0]).toMatchObject({ skillQueue: 'gold' });
  });

  test.each([
    ['an update', summer(record('C-1', { skillQueue: 'gold' }), record('C-2'))],
    ['a delete', summer(record('C-2'))],
    ['a finish', summer(record('C-1', { ensure: 'removed' }), record('C-2'))],
  ])('a record that loses our marker after the plan is left alone by %s', async (_title, campaign) => {
    const story = await scenario();
    await story.converge(withAnchor(summer(record('C-1'), record('C-2'))));
    await story.sandbox.control.resetCounters();
    const result = await applyWhile(story, withAnchor(campaign), () =>
      story.sandbox.control.changeRecord({ ...KEY, data: { musterStack: null } }),
    );
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['skipped']);
    expect(result.settlements[0]).toMatchObject({ problem: { code: 'moved' } });
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  test('a move whose record loses our marker after the plan does not transfer it', async () => {
    const story = await scenario();
    await story.converge(withAnchor(summer(record('C-1'), record('C-2'))));
    await story.sandbox.control.resetCounters();
    const moved = withAnchor(summer(record('C-2')), { campaignName: 'Winter', records: [record('C-1')] });
    const result = await applyWhile(story, moved, () =>
      story.sandbox.control.changeRecord({ ...KEY, data: { musterStack: null } }),
    );
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['skipped']);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  // A delete of a person is sent without a look at the account that stands there now: apply-user.ts deleteUser.
  test('a person whom somebody else made again after the plan is not deleted', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, person('ana', { createInBackend: true })] });
    const { control } = story.sandbox;
    await applyWhile(story, { users: [anchor] }, async () => {
      await control.removeUser(ANA);
      await control.removeBackendUser(ANA);
      await control.addUser({ loginUserId: ANA });
    });
    expect(await control.exists(ANA)).toMatchObject({ inService: true, inBackend: true });
  });
});
