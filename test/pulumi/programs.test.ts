import { describe, expect, test } from 'vitest';

import { converge, planOf } from './parity.ts';
import { IS_NIGHT, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const TIMEOUT = 240_000;

const CLASSES = `
import { PinnedRecord, User } from 'musterctl';
import * as pulumi from '@pulumi/pulumi';
const ana = new User('ana', {
  loginUserId: 'ana@example.com', firstName: 'Anastasia', lastName: 'Ruizova', userTemplateName: 'Agents',
  createInBackend: true,
});
const task = new PinnedRecord('first-call', {
  campaignName: process.env.CAMPAIGN ?? 'Summer Renewals',
  clientId: 'C-1',
  preferredAgent: ana.loginUserId,
  nextEarliestWorkTime: '2027-01-01T09:00:00+01:00',
  data: { Name: pulumi.output('Maria'), phone: process.env.PHONE ?? '+34911234567' },
});
export const connectUserId = ana.connectUserId;
export const state = task.workedState;
`;

const RECONCILE = `
import { reconcile } from 'musterctl';
await reconcile({
  users: [{ loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
  campaigns: [{ campaignName: 'Summer Renewals', records: [{ clientId: 'C-1', preferredAgent: process.env.AGENT ?? 'ana@example.com' }] }],
});
`;

describe.skipIf(!pulumiIsHere())('programs of one’s own', { timeout: TIMEOUT }, () => {
  test('the classes create, deliver outputs, follow a change and move a record by one transfer', async () => {
    const story = await stackStory(CLASSES);
    const up = await story.up();
    expect(up.code, up.text).toBe(0);
    expect(up.operations).toEqual(['create ana', 'create first-call']);
    const outputs: unknown = JSON.parse((await story.pulumi('stack', 'output', '--json')).text);
    expect(outputs).toEqual({ connectUserId: expect.stringMatching(/./u) as string, state: 'NOTWORKED' });
    expect((await story.up()).operations).toEqual([]);
    await story.requests();
    expect((await story.up({ CAMPAIGN: 'Winter Calls' })).operations).toEqual(['update first-call']);
    expect(await story.requests()).toMatchObject({ transferCampaignRecord: 1 });
    expect((await story.up({ CAMPAIGN: 'Winter Calls' })).operations).toEqual([]);
    expect((await story.pulumi('destroy', '--yes', '--skip-preview')).operations).toEqual([
      'delete first-call',
      'delete ana',
    ]);
  });

  test('what is wrong with an argument is said per property, and nothing is sent', async () => {
    const story = await stackStory(CLASSES);
    const up = await story.up({ PHONE: '0911 234567' });
    expect(up.code).not.toBe(0);
    expect(up.text).toContain('data.phone: expected a number like +34911234567');
    expect(up.text).not.toContain('0911 234567');
    expect((await story.requests())['addOrUpdateCampaignRecord'] ?? 0).toBe(0);
  });

  test('reconcile does for a desired state in memory what the program does for files', async () => {
    const story = await stackStory(RECONCILE);
    const up = await story.up();
    expect(up.code, up.text).toBe(0);
    expect(up.text).toContain('Adds 1 person and 1 customer');
    expect(up.operations).toEqual(['create user:ana@example.com', 'create record:Summer Renewals/C-1']);
    expect((await story.up()).text).toContain('Nothing to do');
    const asked = await story.up({ AGENT: 'nobody@example.com' });
    // As in every plan, the agent by the login, without which nobody can answer.
    expect(asked.text).toContain(
      'record:Summer Renewals/C-1 is pinned to nobody@example.com, who is neither declared nor known to the service: nothing is sent for this customer',
    );
    expect(asked.text).not.toMatch(/    at /u);
    expect(asked.operations).toEqual([]);
  });
});

async function addressesOf({ sandbox }: Story): Promise<ReadonlySet<string>> {
  const records = await sandbox.control.records('Summer Renewals');
  return new Set(records.map(({ clientId }) => `record:Summer Renewals/${String(clientId)}`));
}

describe.skipIf(!pulumiIsHere())('an up that was killed', { timeout: TIMEOUT }, () => {
  test.each(IS_NIGHT ? [1, 6, 13, 20, 27, 31, 36, 44, 52, 57] : [6, 31, 57])(
    'after %i writes is finished by the next one, once a person allows what is absent: nothing twice, nothing lost',
    async (writes) => {
      const story = await stackStory();
      const people = Array.from({ length: 30 }, (_, index) => `agent${index}@example.com`);
      story.declare({
        users: people.map((loginUserId) => ({
          loginUserId,
          firstName: 'A',
          lastName: 'B',
          userTemplateName: 'Agents',
        })),
        campaigns: [
          {
            campaignName: 'Summer Renewals',
            records: people.map((preferredAgent, index) => ({ clientId: `C-${index}`, preferredAgent })),
          },
        ],
      });
      await story.sandbox.control.setDelay(300);
      await story.killedUp(async () => (await story.sandbox.control.counters()).writes >= writes);
      await story.sandbox.control.setDelay(0);
      expect((await story.pulumi('cancel', '--yes')).code).toBe(0);
      const { holders } = (await planOf(story)).stack;
      const pending = [...holders.values()].flatMap(({ name, isPending }) => (isPending ? [name] : []));
      expect(pending.length).toBeGreaterThan(0);
      // Of a record that is absent now nobody knows whether it was sent: adding it again is the decision of a person.
      const there = await addressesOf(story);
      const left = pending.filter((address) => address.startsWith('record:') && !there.has(address)).length;
      if (left > 0) {
        const stopped = await story.up();
        expect(stopped.code, stopped.text).not.toBe(0);
        expect(stopped.text).toContain(`MUSTER_ALLOW=interrupted=${left}`);
        expect(await addressesOf(story)).toEqual(there);
      }
      const next = await story.up(left > 0 ? { MUSTER_ALLOW: `interrupted=${left}` } : {});
      expect(next.code, next.text).toBe(0);
      const added = (await story.sandbox.control.log()).filter(({ operation }) => operation === 'add-user');
      expect(added.map(({ key, outcome }) => `${key} ${outcome}`).toSorted()).toEqual(
        people.map((loginUserId) => `${loginUserId} SUCCESS`).toSorted(),
      );
      expect(await story.sandbox.control.records()).toHaveLength(people.length);
      await converge(story);
    },
  );
});
