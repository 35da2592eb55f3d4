import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { Handlers } from '../../providers/handlers.ts';
import { dataText } from '../../providers/declaration.ts';
import type { Properties } from '../../providers/declaration.ts';
import { CLASS_ORDER, orderText } from '../../providers/order.ts';
import { checkedWith, cutOff, lostCreate, receiptsIn } from '../support/receipts.ts';
import { stand } from './handler-stand.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const DATA = dataText([
  { key: 'Name', value: 'Maria', displayOrder: 1 },
  { key: 'phone', value: '+34911234567', displayOrder: 2 },
]);
const TASK = { campaignName: 'Summer Renewals', clientId: 'C-1', data: DATA };
const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** As `muster:allow` of the stack says it. */
function allowing(handlers: Handlers, words: string): Handlers {
  handlers.configure({ config: { get: (key) => (key === 'muster:allow' ? words : undefined) } });
  return handlers;
}

/** What the engine would send as old properties after a refresh. */
async function refreshed(handlers: Handlers, id: string, outs: Properties): Promise<Properties> {
  const answer = await handlers.read(id, outs);
  if (answer.id === undefined) throw new Error('the object was taken for gone');
  return answer.props;
}

describe('check', () => {
  test('gives back what stands in the stack: order resolved, times in UTC, defaults left out', async () => {
    const { records } = await stand();
    const news = {
      ...TASK,
      marker: true,
      ensure: 'present',
      nextEarliestWorkTime: '2027-01-01T09:00:00+01:00',
      data: JSON.stringify([['Name', 'Maria', 0]]),
    };
    expect(await records.check({}, news)).toEqual({
      failures: [],
      inputs: {
        campaignName: 'Summer Renewals',
        clientId: 'C-1',
        nextEarliestWorkTime: '2027-01-01T08:00:00.000Z',
        data: JSON.stringify([['Name', 'Maria', 1]]),
      },
    });
  });

  test('names each property that is wrong in words: beside a named one the engine prints its value', async () => {
    const { users, records } = await stand();
    const { failures } = await records.check({}, { ...TASK, timeZone: 'No/Where', data: '[["phone","12",0]]' });
    expect(failures.map(({ property }) => property)).toEqual(['', '']);
    expect(failures.map(({ reason }) => reason.split(':')[0])).toEqual(['timeZone', 'data.phone']);
    const wrong = await users.check({}, { ...ANA, behaviorIfInBackend: 'FAIL', colour: 'red' });
    expect(wrong.failures.map(({ reason }) => reason).join(' ')).toContain('colour');
  });

  test('lets values pass that are not known yet', async () => {
    const { records } = await stand();
    const news = { ...TASK, preferredAgent: UNKNOWN, data: UNKNOWN };
    expect(await records.check({}, news)).toEqual({ inputs: news, failures: [] });
    expect(await records.diff('C-1', TASK, news)).toEqual({ changes: true });
  });

  test('sends nothing, and neither does diff', async () => {
    const { sandbox, users } = await stand();
    await users.check({}, ANA);
    await users.diff('ana@example.com', ANA, { ...ANA, firstName: 'Anna' });
    expect((await sandbox.control.counters()).requests).toEqual({});
  });
});

describe('a user', () => {
  test('is made once, seen, equal, and removed', async () => {
    const { sandbox, users } = await stand();
    const { id, outs } = await users.create(ANA);
    expect(id).toBe('ana@example.com');
    expect((await sandbox.control.counters()).requests).toMatchObject({ 'query-existence': 1, 'add-user': 1 });
    const seen = await refreshed(users, id, outs);
    expect(seen).toMatchObject({ ...ANA, presence: 'present', __schemaVersion: 3 });
    expect(await users.diff(id, seen, ANA)).toEqual({ changes: false });
    await users.delete(id, seen);
    expect((await sandbox.control.users()).filter(({ inService }) => inService)).toEqual([]);
  });

  test('that exists and is not ours is refused in short words', async () => {
    const { sandbox, users } = await stand();
    await sandbox.control.addUser({ loginUserId: 'ana@example.com' });
    const refused = await users.create(ANA).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('[conflict]') as string });
    expect(refused).not.toHaveProperty('code');
    expect((refused as Error).stack).not.toContain('    at ');
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('made by a create that was interrupted is taken in where the order says so', async () => {
    const { sandbox, users } = await stand();
    await sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: false });
    const news = await checkedWith(users, ANA, cutOff('user', ANA));
    expect(news).not.toHaveProperty('order');
    const { outs } = await users.create(news);
    expect(receiptsIn(outs)).toMatchObject({ recorded: [{ loginUserId: 'ana@example.com' }], openIntents: [] });
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('whose create was lost is saved as unsettled, and settled by the next run', async () => {
    const { sandbox, folder, users, again } = await stand();
    await sandbox.control.arm({ operation: 'add-user', kind: 'reset-before' });
    const lost: unknown = await users.create(ANA).catch((error: unknown) => error);
    expect(lost).toMatchObject({
      id: 'ana@example.com',
      properties: ANA,
      reasons: [expect.stringContaining('lost') as string],
    });
    const { id, properties } = lost as { id: string; properties: Properties };
    expect(receiptsIn(properties)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
    // Nobody is seen, and what was sent may still be carried out: the stack keeps the evidence that it is ours.
    const kept = await refreshed(again().users, id, properties);
    expect(receiptsIn(kept)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
    const longAgo = await lostCreate({ folder, at: Date.now() - 121_000 }, 'user', ANA);
    expect(await again().users.read(id, longAgo)).toEqual({});
    expect(await users.diff(id, properties, ANA)).toEqual({ changes: true });
    const { outs } = await again().users.update(id, properties, ANA);
    expect(receiptsIn(outs).openIntents).toEqual([]);
    await again().users.delete(id, outs);
    expect((await sandbox.control.users()).filter(({ inService }) => inService)).toEqual([]);
  });

  test.each([
    ['released by a destroy where the file says release', { onRemove: 'release' }, true],
    ['removed by a destroy where the file says delete', { onRemove: 'delete' }, false],
  ])('whose lost create came through is %s', async (_title, more, stays) => {
    const { sandbox, folder, users } = await stand();
    await sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: false });
    await users.delete('ana@example.com', await lostCreate({ folder, at: 0 }, 'user', { ...ANA, ...more }));
    expect((await sandbox.control.exists('ana@example.com')).inService).toBe(stays);
  });

  describe('to be replaced', () => {
    const other = { ...ANA, lastName: 'Gomez', onProfileChange: 'replace' };
    const failing = async (work: Promise<unknown>): Promise<{ id: string; properties: Properties; message: string }> =>
      work.then(
        () => Promise.reject(new Error('expected a failure')),
        (error: unknown) => error as { id: string; properties: Properties; message: string },
      );

    test('who was deleted and whose create is refused is said to have no access, and is nobody of ours', async () => {
      const { sandbox, users, again } = await stand();
      const { id, outs } = await users.create(ANA);
      const failed = await failing(users.update(id, outs, { ...other, userTemplateName: 'Unknown' }));
      expect(failed.message).toMatch(/^\[refused\] user:ana@example.com: .*no access now/u);
      expect(failed.properties).not.toHaveProperty('recorded');
      await sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: false });
      await expect(again().users.update(id, failed.properties, other)).rejects.toThrow('[conflict]');
      await again().users.delete(id, failed.properties);
      expect((await sandbox.control.exists('ana@example.com')).inService).toBe(true);
    });
  });

  test('removed by somebody are given no access back without a word, and nothing is sent', async () => {
    const { sandbox, users, again } = await stand();
    const { id, outs } = await users.create(ANA);
    await sandbox.control.removeUser('ana@example.com');
    for (const words of ['', 'deletes=1', 'restores=0']) {
      const { update } = allowing(again().users, words);
      await expect(update(id, outs, ANA)).rejects.toThrow(/\[guard-restores\].*MUSTER_ALLOW=restores=N/u);
    }
    expect((await sandbox.control.counters()).requests['add-user']).toBe(1);
    expect((await sandbox.control.exists('ana@example.com')).inService).toBe(false);
  });

  test('removed by somebody are given back for as many people as the number says, each counted once', async () => {
    const { sandbox, users, again } = await stand();
    const BEN = { ...ANA, loginUserId: 'ben@example.com' };
    const [ana, ben] = [await users.create(ANA), await users.create(BEN)];
    for (const login of ['ana@example.com', 'ben@example.com']) await sandbox.control.removeUser(login);
    const later = allowing(again().users, 'restores=1');
    const given = await later.update(ana.id, ana.outs, ANA);
    await sandbox.control.removeUser('ana@example.com');
    await later.update(ana.id, given.outs, ANA);
    await expect(later.update(ben.id, ben.outs, BEN)).rejects.toThrow(/restores=1 was allowed and is spent/u);
    expect((await sandbox.control.exists('ana@example.com')).inService).toBe(true);
    expect((await sandbox.control.exists('ben@example.com')).inService).toBe(false);
  });

  test('removed by somebody are given back without a word where the policy says always', async () => {
    const { sandbox, folder, users, again } = await stand();
    const { id, outs } = await users.create(ANA);
    await sandbox.control.removeUser('ana@example.com');
    const project = JSON.parse(readFileSync(join(folder, 'muster.yaml'), 'utf8')) as object;
    writeFileSync(join(folder, 'muster.yaml'), JSON.stringify({ ...project, policy: { restore: 'always' } }));
    await again().users.update(id, outs, ANA);
    expect((await sandbox.control.exists('ana@example.com')).inService).toBe(true);
  });

  test('gone already is let go only when another user proves the tenant', async () => {
    const { sandbox, users } = await stand();
    const ana = await users.create(ANA);
    const ben = await users.create({ ...ANA, loginUserId: 'ben@example.com' });
    await sandbox.control.removeUser('ana@example.com');
    await expect(users.delete(ana.id, ana.outs)).rejects.toThrow('wrong tenant');
    await refreshed(users, ben.id, ben.outs);
    await users.delete(ana.id, ana.outs);
  });

  describe('who has open tasks', () => {
    const ANA_ID = 'ana@example.com';
    const pinned = { ...TASK, preferredAgent: ANA_ID };

    test('is not removed while one is pinned, wherever the records of this process are', async () => {
      const { sandbox, users, records, again } = await stand();
      const { id, outs } = await users.create(ANA);
      const task = await records.create(pinned);
      const later = again();
      await refreshed(later.records, task.id, task.outs);
      await expect(later.users.delete(id, outs)).rejects.toThrow(/\[offboard-blocked\].*Summer Renewals: C-1/u);
      expect((await sandbox.control.exists(ANA_ID)).inService).toBe(true);
      expect((await sandbox.control.counters()).requests).not.toHaveProperty('delete-user');
      await later.records.delete(task.id, task.outs);
      await later.users.delete(id, outs);
      expect((await sandbox.control.exists(ANA_ID)).inService).toBe(false);
    });

    test('is not removed by a destroy that sees no record: the campaigns stand with the user', async () => {
      const { sandbox, users, again } = await stand();
      const news = { ...ANA, __campaigns: JSON.stringify(['Walk-ins']) };
      expect((await users.check({}, news)).inputs).toMatchObject({ __campaigns: news.__campaigns });
      const { id, outs } = await users.create(news);
      await sandbox.control.loadIntake({ campaignName: 'Walk-ins', idColumn: 'Id', rows: [{ Id: 'W-1' }] });
      await sandbox.control.changeRecord({ campaignName: 'Walk-ins', clientId: 'W-1', preferredAgent: ANA_ID });
      await expect(again().users.delete(id, outs)).rejects.toThrow('Walk-ins: W-1');
      await sandbox.control.changeRecord({ campaignName: 'Walk-ins', clientId: 'W-1', preferredAgent: '' });
      await again().users.delete(id, outs);
      expect((await sandbox.control.exists(ANA_ID)).inService).toBe(false);
    });

    test('is the same when only the list of campaigns changed', async () => {
      const { users } = await stand();
      const { id, outs } = await users.create({ ...ANA, __campaigns: '["A"]' });
      expect(await users.diff(id, outs, { ...ANA, __campaigns: '["A","B"]' })).toEqual({ changes: false });
      const seen = await refreshed(users, id, outs);
      expect(await users.diff(id, seen, { ...ANA, __campaigns: '["A","B"]' })).toEqual({ changes: false });
    });

    test('is not removed where a search fails: nothing is concluded', async () => {
      const { sandbox, users } = await stand();
      const { id, outs } = await users.create({ ...ANA, __campaigns: '["Unknown List"]' });
      await expect(users.delete(id, outs)).rejects.toThrow('[unreadable]');
      expect((await sandbox.control.exists(ANA_ID)).inService).toBe(true);
    });
  });

  test('of another name is another user, of another target a mistake', async () => {
    const { users } = await stand();
    const { id, outs } = await users.create({ ...ANA, target: 'test' });
    const other = { ...ANA, target: 'test', loginUserId: 'eva@example.com' };
    expect(await users.diff(id, outs, other)).toEqual({ changes: true, replaces: ['loginUserId'] });
    await expect(users.diff(id, outs, { ...ANA, target: 'prod' })).rejects.toThrow('other-target');
  });

  test('with an empty order is equal whatever is declared', async () => {
    const { users } = await stand();
    const { id, outs } = await users.create(ANA);
    const news = await checkedWith(users, { ...ANA, adopt: true, firstName: 'Anna' }, {});
    expect(await users.diff(id, outs, news)).toEqual({ changes: false });
  });
});

describe('a record', () => {
  test('changed outside shows its own fields as inputs, and is put back', async () => {
    const { sandbox, records, again } = await stand();
    const news = { ...TASK, skillQueue: 'gold' };
    const { id, outs } = await records.create(news);
    await sandbox.control.changeRecord({ ...TASK, data: { phone: '+34900000000' }, skillQueue: 'bronze' });
    const later = again().records;
    const answer = await later.read(id, outs);
    expect(answer).toMatchObject({
      inputs: { skillQueue: 'bronze', data: expect.stringContaining('+34900000000') as string },
    });
    const seen = await refreshed(later, id, outs);
    expect(await later.diff(id, seen, news)).toEqual({ changes: true });
    await later.update(id, seen, news);
    expect((await sandbox.control.records())[0]).toMatchObject({ skillQueue: 'gold' });
  });

  test('that was worked to its end stays in the stack and is equal', async () => {
    const { sandbox, records, again } = await stand();
    const { id, outs } = await records.create(TASK);
    await sandbox.control.work({ ...TASK, agent: 'ana@example.com', state: 'COMPLETED' });
    const worked = await refreshed(again().records, id, outs);
    expect(worked).toMatchObject({ workedState: 'COMPLETED', workAttempts: 1 });
    expect(await again().records.diff(id, worked, TASK)).toEqual({ changes: false });
    await sandbox.control.removeRecord(TASK);
    const gone = await refreshed(again().records, id, worked);
    expect(gone).toMatchObject({ presence: 'absent' });
    expect(await again().records.diff(id, gone, TASK)).toEqual({ changes: false });
  });

  test('that vanished unworked is drift in a refresh, and nothing to write in a program', async () => {
    const { sandbox, records, again } = await stand();
    const { id, outs } = await records.create(TASK);
    await sandbox.control.removeRecord(TASK);
    const later = again().records;
    const seen = await refreshed(later, id, outs);
    expect(await later.diff(id, seen, TASK)).toEqual({ changes: true });
    await later.check({}, TASK);
    expect(await later.diff(id, seen, TASK)).toEqual({ changes: false });
    await expect(later.update(id, seen, TASK)).rejects.toThrow('gone-unclear');
  });
  test('that cannot be read is an error, never an absence', async () => {
    const { sandbox, records, again } = await stand();
    const { id, outs } = await records.create({ ...TASK, marker: false });
    await sandbox.control.arm({ operation: 'read', kind: 'status', status: 500, count: 'always' });
    await expect(again().records.read(id, outs)).rejects.toThrow(/server-error|rate-limited/u);
  });

  test('moves by one transfer when its campaign changes', async () => {
    const { sandbox, records } = await stand();
    const { id, outs } = await records.create(TASK);
    const news = { ...TASK, campaignName: 'Winter Calls' };
    expect(await records.diff(id, outs, news)).toEqual({ changes: true });
    await records.update(id, outs, news);
    const { requests } = await sandbox.control.counters();
    expect(requests).toMatchObject({ transferCampaignRecord: 1 });
    expect((await sandbox.control.records()).map(({ campaignName }) => campaignName)).toEqual(['Winter Calls']);
  });

  test('whose create had no answer and that is not there minutes later stays recorded: a person decides', async () => {
    const { sandbox, folder, records } = await stand();
    const [id, now] = ['Summer Renewals/C-1', Date.now()];
    const unseen = await refreshed(records, id, await lostCreate({ folder, at: now - 60_000 }, 'record', TASK));
    expect(receiptsIn(unseen)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
    const gone = await refreshed(records, id, await lostCreate({ folder, at: now - 180_000 }, 'record', TASK));
    const said = { presence: 'absent', recorded: [{ clientId: 'C-1' }] };
    expect({ ...gone, ...receiptsIn(gone) }).toMatchObject(said);
    await records.check({}, TASK);
    expect(await records.diff(id, gone, TASK)).toEqual({ changes: false });
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('whose create had no answer stays ours where the one after it is refused', async () => {
    const { sandbox, folder, records } = await stand();
    const id = 'Summer Renewals/C-1';
    const lost = await lostCreate({ folder, at: Date.now() - 5_000 }, 'record', TASK);
    await sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'status', status: 400 });
    const refused: unknown = await records.update(id, lost, TASK).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('refused') as string });
    const { properties = lost } = refused as { properties?: Properties };
    expect(receiptsIn(properties)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
  });

  test('whose create had no answer stays ours where the plan of its program does not add it', async () => {
    const { sandbox, folder, records } = await stand();
    const lost = await lostCreate({ folder, at: Date.now() - 5_000 }, 'record', TASK);
    const { inputs } = await records.check({}, { ...TASK, order: orderText(CLASS_ORDER) });
    const left: unknown = await records.update('Summer Renewals/C-1', lost, inputs).catch((error: unknown) => error);
    const { outs, properties = outs } = left as { outs?: Properties; properties?: Properties };
    expect(receiptsIn(properties ?? lost)).toMatchObject({ recorded: [], openIntents: [{ action: 'create' }] });
    expect((await sandbox.control.counters()).writes).toBe(0);
  });

  test('that was used up is let go by a program of classes, which knows no plan', async () => {
    const { sandbox, records, again } = await stand();
    const { id, outs } = await records.create(TASK);
    await sandbox.control.work({ ...TASK, agent: 'ana@example.com', state: 'COMPLETED' });
    const later = again().records;
    await later.check({}, { ...TASK, clientId: 'C-2' });
    await expect(later.delete(id, await refreshed(later, id, outs))).resolves.toBeUndefined();
    expect(await sandbox.control.records()).toHaveLength(1);
  });

  test('is one of a hundred that are read with a handful of searches', async () => {
    const { sandbox, records, again } = await stand();
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, index) => records.create({ ...TASK, clientId: `C-${index}` })),
    );
    await sandbox.control.resetCounters();
    const later = again().records;
    await Promise.all(made.map(({ id, outs }) => refreshed(later, id, outs)));
    expect((await sandbox.control.counters()).reads).toBeLessThan(6);
  });
});
