// Twelve situations in which a generic provider was seen to do harm, and what happens here instead.

import { expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import { apply } from '../../src/core/engine.ts';
import { recall } from '../../src/core/engine/ledger-home.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';

const person = (loginUserId: string): UserInput => ({
  loginUserId,
  firstName: 'Ana',
  lastName: 'Ruiz',
  userTemplateName: 'Agents',
});
const roster = (count: number): DesiredInput => ({
  users: Array.from({ length: count }, (_, index) => person(`u${index}@example.com`)),
});
const RECORD = { clientId: 'C-1', data: { Name: 'Maria', phone: '+34911234567' } };
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const summer: DesiredInput = { campaigns: [{ campaignName: 'Summer', records: [RECORD] }] };

test('a user deleted by somebody else is planned as a restore, not called unchanged', async () => {
  const story = await scenario();
  await story.converge(roster(2));
  await story.sandbox.control.removeUser('u0@example.com');
  expect(await story.changes(roster(2))).toEqual(['restore user:u0@example.com']);
});

test('answers lost after the commit leave every user recorded once', async () => {
  const story = await scenario();
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-reset', probability: 0.3, seed: 4 });
  const result = await story.apply(roster(20));
  expect(fates(result).filter((fate) => !fate.startsWith('applied'))).toEqual([]);
  const { requests } = await story.sandbox.control.counters();
  expect(requests['add-user']).toBe(20);
  await story.sandbox.control.clearFaults();
  await story.converge(roster(20));
});

test('a foreign user is a conflict, never silently adopted', async () => {
  const story = await scenario();
  await story.sandbox.control.addUser({ loginUserId: 'u0@example.com' });
  expect(decisions(await story.plan(roster(2)))).toEqual(['conflict user:u0@example.com']);
});

test('a refused create is a failure and is not recorded', async () => {
  const story = await scenario();
  const desired: DesiredInput = { users: [{ ...person('u0@example.com'), userTemplateName: 'Unknown' }] };
  const result = await story.apply(desired);
  expect(result.settlements.map((settlement) => settlement.kind)).toEqual(['failed']);
  expect(actionsOf(await story.plan(desired))).toEqual(['create user:u0@example.com']);
});

test('a key rotated in the middle of a run is read again, and nothing fails', async () => {
  const story = await scenario();
  const result = await apply(story.run(roster(20)), async () => {
    await story.sandbox.control.rotateKey();
    return true;
  });
  expect(result?.settlements.every((settlement) => settlement.kind === 'applied')).toBe(true);
});

test('a rate limit slows the run and neither aborts it nor floods the service', async () => {
  const story = await scenario();
  const limit = { kind: '429', perSecond: 40, retryAfterSeconds: 1 } as const;
  await story.sandbox.control.setSwitches({ S18: limit });
  const result = await story.apply(roster(12));
  expect(fates(result).filter((fate) => !fate.startsWith('applied'))).toEqual([]);
});

test.each(['gone', 'removed-visible', 'removed-hidden'] as const)(
  'a worked record that was deleted is not made again when a delete leaves it %s',
  async (S5) => {
    const story = await scenario({ switches: { S5 } });
    await story.converge(summer);
    await story.sandbox.control.work({ ...KEY, agent: 'u0@example.com', state: 'COMPLETED' });
    await story.converge(summer);
    await story.sandbox.control.removeRecord(KEY);
    await story.converge(summer);
  },
);

test('worked, changed and pinned elsewhere are different findings', async () => {
  const story = await scenario();
  await story.converge(summer);
  await story.sandbox.control.changeRecord({ ...KEY, data: { phone: '+34900000000' } });
  expect((await story.drift(summer)).findings.map((finding) => finding.class)).toEqual(['drift']);
  await story.sandbox.control.work({ ...KEY, agent: 'u0@example.com', state: 'WORKED' });
  expect((await story.drift(summer)).findings.map((finding) => finding.class)).toEqual(['platform']);
  await story.sandbox.control.work({ ...KEY, agent: 'u0@example.com', state: 'COMPLETED' });
  expect((await story.drift(summer)).findings.map((finding) => finding.class)).toEqual(['consumed']);
});

test('a record moved by somebody to another campaign is not created a second time', async () => {
  const story = await scenario();
  const both: DesiredInput = {
    campaigns: [...(summer.campaigns ?? []), { campaignName: 'Welcome', records: [{ ...RECORD, clientId: 'W-1' }] }],
  };
  await story.converge(both);
  await story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Welcome' });
  await story.apply(both);
  expect((await story.sandbox.control.records()).filter((task) => task.clientId === 'C-1')).toHaveLength(1);
});

test('a campaign changed in the file moves the record, and a completed one stays completed', async () => {
  const story = await scenario();
  const records = [RECORD, { ...RECORD, clientId: 'C-2' }];
  await story.converge({ campaigns: [{ campaignName: 'Summer', records }] });
  await story.sandbox.control.work({ ...KEY, agent: 'u0@example.com', state: 'COMPLETED' });
  await story.converge({ campaigns: [{ campaignName: 'Welcome', records }] });
  const where = (await story.sandbox.control.records()).map(
    (task) => `${task.clientId} ${task.campaignName} ${task.workedState}`,
  );
  expect(where.toSorted()).toEqual(['C-1 Summer COMPLETED', 'C-2 Welcome NOTWORKED']);
});

test('HTTP 404 on a read stops the run and leaves the recorded state whole', async () => {
  const story = await scenario();
  await story.converge(roster(2));
  await story.sandbox.control.arm({ operation: 'query-existence', kind: 'status', status: 404, count: 'always' });
  await expect(story.apply(roster(2))).rejects.toMatchObject({ code: 'wrong-url' });
  await story.sandbox.control.clearFaults();
  await story.converge(roster(2));
});

test('users who are gone, or a wrong tenant, are not counted as removed', async () => {
  const story = await scenario();
  await story.converge(roster(2));
  await story.sandbox.control.removeUser('u0@example.com');
  await story.sandbox.control.removeUser('u1@example.com');
  await expect(story.destroy(roster(2))).rejects.toMatchObject({ code: 'guard-vanished' });
  const { recorded } = await recall(story.run(roster(2)));
  expect(recorded.objects.size).toBe(2);
});
