// The client against the sandbox: real TLS, the real AWS client, all eight operations, and the points left open.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../src/core/model/outcome.ts';
import type { Target } from '../../src/core/model/target.ts';
import { openService } from '../../src/core/service/client.ts';
import type { ServiceClient } from '../../src/core/service/service.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { CAMPAIGN } from './wire-samples.ts';

const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents-EU' };
const ana = {
  loginUserId: 'ana.ruiz@example.com',
  profile,
  createInBackend: true,
  behaviorIfInBackend: 'FAIL',
} as const;
const key = { campaignName: CAMPAIGN.campaignName, clientId: 'C-1' };
const record = { campaign: CAMPAIGN, clientId: 'C-1', items: [{ key: 'Name', value: 'Maria', displayOrder: 1 }] };

async function open(
  switches: Partial<Switches> = {},
  changes: Partial<Target> = {},
): Promise<TestSandbox & { readonly client: ServiceClient }> {
  const sandbox = await withSandbox({ switches });
  const target = { ...sandbox.target, ...changes };
  const client = openService({ target, clock: Date.now, requestTimeoutMs: 1500 });
  onTestFinished(() => client.close());
  return { ...sandbox, client };
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.problem.code} ${outcome.problem.message}`);
  return outcome.value;
}

describe('users', () => {
  it('are created, found on both sides, and deleted on both', async () => {
    const { client, control } = await open();
    expect(valueOf(await client.queryUser(ana.loginUserId))).toMatchObject({ service: 'absent' });
    const { connectUserId } = valueOf(await client.addUser(ana));
    expect(connectUserId).not.toBeNull();
    expect(valueOf(await client.queryUser(ana.loginUserId))).toEqual({
      service: 'present',
      backend: 'present',
      connectUserId,
    });
    expect(await client.addUser(ana)).toMatchObject({ kind: 'not-done', problem: { code: 'already-exists' } });
    expect(valueOf(await client.deleteUser(ana.loginUserId, true))).toBe('removed');
    expect(valueOf(await client.deleteUser(ana.loginUserId, true))).toBe('not-found');
    expect(client.traffic().requests).toEqual({ 'add-user': 2, 'query-existence': 2, 'delete-user': 2 });
    const { GetSecretValue, ...rest } = (await control.counters()).requests;
    expect([GetSecretValue, rest]).toEqual([1, client.traffic().requests]);
  });

  it('end the run where the environment cannot provision', async () => {
    const { client, control } = await open({ identity: 'internal' });
    expect(await client.addUser(ana)).toMatchObject({ kind: 'not-done', problem: { code: 'not-supported' } });
    expect(await client.queryUser(ana.loginUserId)).toMatchObject({ problem: { code: 'not-supported' } });
    expect((await control.counters()).requests['query-existence']).toBeUndefined();
  });
});

describe('records', () => {
  it('are put, found, changed, searched, moved and deleted', async () => {
    const { client } = await open();
    const at = Date.UTC(2030, 0, 1, 9);
    valueOf(await client.putRecord({ ...record, preferredAgent: 'ana', nextEarliestWorkTime: at }));
    const [task] = valueOf(await client.findRecord(CAMPAIGN, 'C-1'));
    expect(task).toMatchObject({
      clientId: 'C-1',
      preferredAgent: 'ana',
      nextEarliestWorkTime: at,
      lastAttemptTime: null,
    });
    expect(task?.items).toContainEqual({ key: 'Name', value: 'Maria', displayOrder: 1 });
    const byAgent = { key: 'sys_preferred_agent', value: 'ana', condition: 'EQUALS' } as const;
    expect(valueOf(await client.searchRecords(CAMPAIGN, byAgent))).toMatchObject({ complete: true, tasks: [task] });
    const status = { campaign: CAMPAIGN, clientId: 'C-1', state: 'NOTWORKED', preferredAgent: '' } as const;
    expect(valueOf(await client.setRecordStatus(status))).toBe('changed');
    expect(valueOf(await client.findRecord(CAMPAIGN, 'C-1'))).toMatchObject([{ preferredAgent: null }]);
    const move = { campaign: CAMPAIGN, clientId: 'C-1', transferToCampaign: 'Autumn' };
    expect(valueOf(await client.transferRecord(move))).toBe('transferred');
    expect(valueOf(await client.transferRecord(move))).toBe('not-found');
    const autumn = { ...CAMPAIGN, campaignName: 'Autumn' };
    expect(valueOf(await client.deleteRecord(autumn, 'C-1'))).toBe('removed');
    expect(valueOf(await client.deleteRecord(autumn, 'C-1'))).toBe('not-found');
    expect(valueOf(await client.setRecordStatus(status))).toBe('not-found');
  });

  it('are found twice when an intake file brought a twin', async () => {
    const { client, control } = await open();
    valueOf(await client.putRecord(record));
    await control.loadIntake({
      campaignName: CAMPAIGN.campaignName,
      idColumn: 'CustomerId',
      rows: [{ CustomerId: 'C-1' }],
    });
    expect(valueOf(await client.findRecord({ ...CAMPAIGN, intake: true }, 'C-1'))).toHaveLength(2);
  });
});

describe('a lost or unreadable answer', () => {
  it.each([
    ['commit-then-reset', 'lost-answer', 1],
    ['commit-then-5xx', 'lost-answer', 1],
    ['commit-then-hang', 'timeout', 1],
    ['garbage', 'garbled-answer', 1],
    ['truncated', 'garbled-answer', 1],
    ['alien-envelope', 'wrong-envelope', 1],
    ['reset-before', 'lost-answer', 0],
    ['refuse-before', 'lost-answer', 0],
  ] as const)('%s leaves a write unknown, sent once', async (kind, code, stored) => {
    const { client, control } = await open();
    await control.arm({ operation: 'addOrUpdateCampaignRecord', kind });
    expect(await client.putRecord(record)).toMatchObject({ kind: 'unknown', problem: { code } });
    expect((await control.counters()).writes).toBe(1);
    expect(await control.records(key.campaignName)).toHaveLength(stored);
  });

  it.each(['commit-then-reset', 'commit-then-5xx', 'garbage', 'truncated', 'refuse-before'] as const)(
    '%s of a read is bridged by asking again',
    async (kind) => {
      const { client, control } = await open();
      await control.arm({ operation: 'query-existence', kind, count: 2 });
      expect(valueOf(await client.queryUser(ana.loginUserId))).toMatchObject({ service: 'absent' });
      expect((await control.counters()).requests['query-existence']).toBe(3);
    },
  );
});

describe('the key', () => {
  it.each(['401', '403', '200 UNAUTHORIZED'] as const)('is rotated under load without a loss (%s)', async (S16) => {
    const { client, control } = await open({ S16 });
    valueOf(await client.putRecord(record));
    await control.rotateKey();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.putRecord({ ...record, clientId: `C-${index}` })),
    );
    expect(outcomes.filter((outcome) => outcome.kind !== 'done')).toEqual([]);
    expect((await control.counters()).requests['GetSecretValue']).toBe(2);
    expect(client.traffic().keyFetches).toBe(2);
  });

  it('is refused for good when the headers are wrong, after one more fetch', async () => {
    const { client, control } = await open({}, { companyCode: 'other' });
    expect(await client.putRecord(record)).toMatchObject({ kind: 'not-done', problem: { code: 'key-refused' } });
    expect((await control.counters()).requests).toEqual({
      GetSecretValue: 2,
      addOrUpdateCampaignRecord: 2,
      'query-existence': 1,
    });
  });

  it('is reported as missing with the name of the secret and the error of the secrets manager', async () => {
    const { target } = await withSandbox();
    const apiKey = { ...target.apiKey, secretName: 'no/such' };
    const client = openService({ target: { ...target, apiKey }, clock: Date.now });
    onTestFinished(() => client.close());
    const outcome = await client.putRecord(record);
    expect(outcome).toMatchObject({ kind: 'not-done', problem: { code: 'secret-unavailable', stopsRun: true } });
    expect(outcome).toMatchObject({ problem: { message: 'Secret no/such in us-east-1: ResourceNotFoundException.' } });
  });

  it('is not fetched from a secrets manager whose certificate is not trusted', async () => {
    const { target, control } = await withSandbox();
    const other = await withSandbox({}, 'own');
    const client = openService({ target: { ...target, ca: other.ca }, clock: Date.now });
    onTestFinished(() => client.close());
    expect(await client.putRecord(record)).toMatchObject({ problem: { code: 'secret-unavailable' } });
    expect((await control.counters()).requests).toEqual({});
  });
});

describe('a rate limit', () => {
  it('slows the run down and loses nothing', async () => {
    const { client, control } = await open({ S18: { kind: '429', perSecond: 40, retryAfterSeconds: 1 } });
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => client.putRecord({ ...record, clientId: `C-${index}` })),
    );
    expect(outcomes.filter((outcome) => outcome.kind !== 'done')).toEqual([]);
    expect(await control.records()).toHaveLength(100);
  });
});
