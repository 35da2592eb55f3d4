// What goes wrong between a request and its answer, through the real command: at each step the changes that the plan
// prints are the operations that Pulumi performs, each object is written as often as it must be, and then silence.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';

import { createSecretSource } from '../../src/core/service/secret.ts';
import { converge, doneAsPlanned, staySilent } from './parity.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';
import { isWriteName } from '../support/writes.ts';

const TIMEOUT = 600_000;
const SUMMER = 'Summer Renewals';
const AUTUMN = 'Autumn Offers';
const WINTER = 'Winter/Calls';

const person = (name: string) => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
  createInBackend: name === 'cho',
});

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: `Customer ${clientId}` },
  ...more,
});

interface Lists {
  readonly people?: DesiredInput['users'];
  readonly summer?: readonly RecordInput[];
  readonly autumn?: readonly RecordInput[];
  /** One resource for all. */
  readonly winter?: readonly RecordInput[];
}

function declaring({ people = [], summer = [], autumn = [], winter = [] }: Lists): DesiredInput {
  const campaigns = [
    { campaignName: SUMMER, records: [...summer] },
    { campaignName: AUTUMN, records: [...autumn] },
    { campaignName: WINTER, manage: 'set' as const, records: [...winter] },
  ];
  return { users: people, campaigns: campaigns.filter(({ records }) => records.length > 0) };
}

const FIRST = declaring({
  people: [person('ana'), person('ben')],
  summer: [record('C-1'), record('C-2')],
  winter: [record('W-1', { skillQueue: 'silver' }), record('W-2')],
});
/** Every way to change what FIRST made, but for removing. */
const SECOND = declaring({
  people: [person('ana'), person('ben')],
  summer: [record('C-1', { skillQueue: 'gold' })],
  autumn: [record('C-2')],
  winter: [record('W-1', { skillQueue: 'gold' }), record('W-2')],
});
const winter = [record('W-1', { skillQueue: 'gold' }), record('W-2')];
const THIRD = declaring({ people: [person('ana')], autumn: [record('C-2')], winter });
const FOURTH = declaring({ people: [person('ana')], autumn: [record('C-2')], winter: winter.slice(0, 1) });

async function arm({ sandbox: { control } }: Story, faults: readonly Fault[]): Promise<void> {
  await control.clearFaults();
  for (const fault of faults) await control.arm(fault);
}

/** Where everything stands, by the sandbox. */
async function standing({ sandbox: { control } }: Story): Promise<string[]> {
  const people = (await control.users()).filter(({ inService }) => inService);
  const records = await control.records();
  return [
    ...people.map(({ loginUserId }) => loginUserId),
    ...records.map(({ campaignName, clientId, skillQueue }) => `${campaignName}/${clientId} ${skillQueue}`),
  ].toSorted();
}

const AFTER_FIRST = [
  `${SUMMER}/C-1 default`,
  `${SUMMER}/C-2 default`,
  `${WINTER}/W-1 silver`,
  `${WINTER}/W-2 default`,
  'ana@example.com',
  'ben@example.com',
];
const AFTER_SECOND = [
  `${AUTUMN}/C-2 default`,
  `${SUMMER}/C-1 gold`,
  `${WINTER}/W-1 gold`,
  `${WINTER}/W-2 default`,
  'ana@example.com',
  'ben@example.com',
];
// Who made an account whose answer was lost nobody can prove: ben is released.
const AFTER_THIRD = AFTER_SECOND.filter((one) => one !== `${SUMMER}/C-1 gold`);
const AFTER_FOURTH = AFTER_THIRD.filter((one) => one !== `${WINTER}/W-2 default`);

/** The writing requests since the last count, by operation. */
async function written(story: Story): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await story.requests()).filter(([operation]) => isWriteName(operation)));
}

describe.skipIf(!pulumiIsHere())('parity of plan and operations', { timeout: TIMEOUT }, () => {
  test('late commit: what is carried out long after its answer was given up is settled by reading, and written once', async () => {
    const story = await stackStory();
    // Until the sandbox ends: what it has promised for later is done then.
    const late = [{ operation: 'write', kind: 'commit-late', count: 'always', delayMs: 3_600_000 }] as const;
    const steps = [
      [FIRST, AFTER_FIRST, { 'add-user': 2, addOrUpdateCampaignRecord: 4 }],
      [SECOND, AFTER_SECOND, { addOrUpdateCampaignRecord: 2, transferCampaignRecord: 1 }],
      [THIRD, AFTER_THIRD, { deleteRecordFromCampaign: 1 }],
    ] as const;
    for (const [desired, after, sent] of steps) {
      story.declare(desired);
      await arm(story, late);
      await story.requests();
      const lost = await doneAsPlanned(story);
      expect(lost.code, lost.text).not.toBe(0);
      expect(await written(story)).toEqual(sent);
      await story.sandbox.restart();
      const next = await doneAsPlanned(story);
      expect(next.code, next.text).toBe(0);
      expect(await written(story)).toEqual({});
      expect(await standing(story)).toEqual(after);
    }
    await staySilent(story);
  });

  test('garbled answer: what was done under an answer that nobody can read is not done again', async () => {
    const story = await stackStory();
    const steps = [
      [FIRST, AFTER_FIRST, { 'add-user': 2, addOrUpdateCampaignRecord: 4 }],
      [SECOND, AFTER_SECOND, { addOrUpdateCampaignRecord: 2, transferCampaignRecord: 1 }],
      [FOURTH, AFTER_FOURTH, { deleteRecordFromCampaign: 2 }],
    ] as const;
    for (const [desired, after, sent] of steps) {
      story.declare(desired);
      await arm(story, [{ operation: 'write', kind: desired === SECOND ? 'truncated' : 'garbage', count: 'always' }]);
      await story.requests();
      const done = await doneAsPlanned(story);
      expect(done.code, done.text).toBe(0);
      expect(await written(story)).toEqual(sent);
      expect(await standing(story)).toEqual(after);
    }
    await arm(story, []);
    await staySilent(story);
  });

  test('restart: an update that was killed is finished by the next one, which names what was made already', async () => {
    const story = await stackStory();
    const steps = [
      [FIRST, AFTER_FIRST, 6],
      [SECOND, AFTER_SECOND, 3],
    ] as const;
    for (const [desired, after, writes] of steps) {
      story.declare(desired);
      await arm(story, [{ operation: 'write', kind: 'commit-then-hang', count: 'always' }]);
      await story.requests();
      await story.killedUp(async () => (await story.sandbox.control.counters()).writes === writes);
      await story.sandbox.restart();
      expect((await story.pulumi('cancel', '--yes')).code).toBe(0);
      const next = await doneAsPlanned(story);
      expect(next.code, next.text).toBe(0);
      expect(next.text.includes('taken into the stack without a request:')).toBe(desired === FIRST);
      expect(await written(story)).toEqual({});
      expect(await standing(story)).toEqual(after);
    }
    await staySilent(story);
  });

  test('key rotation: an update goes on with the new key, and none stands in the stack or on the screen', async () => {
    const story = await stackStory();
    const { control, target } = story.sandbox;
    const secret = createSecretSource(target);
    const keys = new Set([await secret.fetch()]);
    const said: string[] = [];
    const steps = [
      [FIRST, AFTER_FIRST, 6],
      [SECOND, AFTER_SECOND, 3],
    ] as const;
    for (const [desired, after, writes] of steps) {
      story.declare(desired);
      await story.requests();
      await control.setDelay(300);
      const done = await doneAsPlanned(story, async () => {
        while ((await control.counters()).writes === 0) await sleep(10);
        await control.rotateKey();
      });
      await control.setDelay(0);
      expect(done.code, done.text).toBe(0);
      const committed = (await control.log()).filter(({ committed: is, operation }) => is && isWriteName(operation));
      expect(committed).toHaveLength(writes);
      expect(await standing(story)).toEqual(after);
      keys.add(await secret.fetch());
      said.push(done.text);
    }
    await staySilent(story);
    said.push((await story.pulumi('stack', 'export', '--show-secrets')).text);
    expect(keys.size).toBe(3);
    for (const key of keys) expect(said.join('\n')).not.toContain(key);
  });

  test("others' hands: what they changed is put back, what they removed or made again waits for a word", async () => {
    const story = await stackStory();
    const pinned = { preferredAgent: 'ana@example.com' };
    const people = ['ana', 'ben', 'cho'].map(person);
    const kept = { summer: [record('C-1'), record('C-4', pinned)], autumn: [record('A-1')] };
    const winter = [record('W-1'), record('W-3', pinned)];
    const all = { ...kept, summer: [...kept.summer, record('C-2'), record('C-3')], winter: [...winter, record('W-2')] };
    story.declare(declaring({ people, ...all }));
    expect((await doneAsPlanned(story)).code).toBe(0);
    await otherHands(story);
    await story.requests();
    const open = await doneAsPlanned(story, undefined, { MUSTER_ALLOW: 'restores=1' });
    expect(open.text).toMatch(/cho@example.com was deleted and made again by somebody else/u);
    expect(open.text).toMatch(/C-2 is gone, .*\n.*C-3 was moved to campaign .*\n.*W-2 is gone/u);
    expect(await written(story)).toEqual({ 'add-user': 1, addOrUpdateCampaignRecord: 4 });
    const again = { reissue: 'asked for it' };
    // Whoever was moved away is declared there: an entry that is left out would leave a customer who is called.
    const told = {
      summer: [...kept.summer, record('C-2', again)],
      autumn: [...kept.autumn, record('C-3')],
      winter: [...winter, record('W-2', again)],
    };
    story.declare(declaring({ people: people.map((user) => ({ ...user, adopt: true })), ...told }));
    await converge(story);
    expect(await standing(story)).toEqual([
      `${AUTUMN}/A-1 default`,
      `${AUTUMN}/C-3 default`,
      ...['C-1', 'C-2', 'C-4'].map((id) => `${SUMMER}/${id} default`),
      ...['W-1', 'W-2', 'W-3'].map((id) => `${WINTER}/${id} default`),
      ...people.map(({ loginUserId }) => loginUserId),
    ]);
  });
});

/** Somebody else changes data and pins, removes, moves, and makes a person again. */
async function otherHands({ sandbox: { control } }: Story): Promise<void> {
  const [inSummer, inWinter] = [{ campaignName: SUMMER }, { campaignName: WINTER }];
  await control.changeRecord({ ...inSummer, clientId: 'C-1', data: { Name: 'Other' } });
  await control.changeRecord({ ...inWinter, clientId: 'W-1', data: { Name: 'Other' } });
  await control.removeRecord({ ...inSummer, clientId: 'C-2' });
  await control.removeRecord({ ...inWinter, clientId: 'W-2' });
  await control.moveRecord({ ...inSummer, clientId: 'C-3', toCampaign: AUTUMN });
  await control.changeRecord({ ...inSummer, clientId: 'C-4', preferredAgent: 'ben@example.com' });
  await control.changeRecord({ ...inWinter, clientId: 'W-3', preferredAgent: 'ben@example.com' });
  await control.removeUser('ben@example.com');
  await control.removeUser('cho@example.com');
  await control.removeBackendUser('cho@example.com');
  await control.addUser({ loginUserId: 'cho@example.com' });
}
