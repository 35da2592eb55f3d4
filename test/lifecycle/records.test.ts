import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { decisions, scenario } from '../support/scenario.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com', firstName: 'Ben' };

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: `Customer ${clientId}`, phone: '+34911234567' },
  ...more,
});

function campaigns(
  summer: RecordInput[],
  welcome: RecordInput[] = [],
  more: Partial<CampaignInput> = {},
): DesiredInput {
  const lists = [
    { campaignName: 'Summer Renewals', records: summer, ...more },
    { campaignName: 'Welcome Calls', records: welcome },
  ];
  return { users: [ANA, BEN], campaigns: lists.filter((list) => list.records.length > 0) };
}

const SUMMER = { campaignName: 'Summer Renewals', clientId: 'C-1' };

describe('records', () => {
  test('are added as declared and then not changed', async () => {
    const story = await scenario();
    const full = record('C-1', {
      preferredAgent: 'ana@example.com',
      nextEarliestWorkTime: '2027-01-01T09:00:00+01:00',
      skillQueue: 'gold',
      timeZone: 'Europe/Madrid',
      data: { Name: 'Maria', phone: '+34911234567', crm_link: 'https://crm.example.com/1', score: '7' },
      highlight: ['phone'],
      hidden: ['score'],
    });
    await story.converge(campaigns([full, record('C-2')]));
    const first = (await story.sandbox.control.records()).find((task) => task.clientId === 'C-1');
    expect(first).toMatchObject({ preferredAgent: 'ana@example.com', skillQueue: 'gold', timeZone: 'Europe/Madrid' });
  });

  test('follow the file: data, queue, pin and time', async () => {
    const story = await scenario();
    await story.converge(campaigns([record('C-1', { preferredAgent: 'ana@example.com', skillQueue: 'gold' })]));
    await story.converge(campaigns([record('C-1', { preferredAgent: 'ben@example.com', skillQueue: 'silver' })]));
    await story.converge(campaigns([record('C-1', { nextEarliestWorkTime: '2027-01-01T09:00:00Z' })]));
    await story.converge(campaigns([record('C-1', { data: { Name: 'Other' } })]));
    const [first] = await story.sandbox.control.records('Summer Renewals');
    expect(first?.preferredAgent ?? '').toBe('');
  });

  test('changed by somebody else are put back', async () => {
    const story = await scenario();
    const desired = campaigns([record('C-1', { skillQueue: 'gold' })]);
    await story.converge(desired);
    await story.sandbox.control.changeRecord({ ...SUMMER, data: { phone: '+34900000000' }, skillQueue: 'bronze' });
    expect((await story.drift(desired)).findings.map((finding) => finding.class)).toEqual(['drift']);
    await story.converge(desired);
  });

  test('removed from the file are deleted when untouched and left alone when worked', async () => {
    const story = await scenario();
    await story.converge(campaigns([record('C-1'), record('C-2'), record('C-3')]));
    await story.sandbox.control.work({ ...SUMMER, agent: 'ana@example.com', state: 'WORKED' });
    await story.converge(campaigns([record('C-3')]));
    const left = await story.sandbox.control.records('Summer Renewals');
    expect(left.map((task) => task.clientId).toSorted()).toEqual(['C-1', 'C-3']);
  });

  test('that were there before are adopted when declared, and released when removed', async () => {
    const story = await scenario();
    await story.converge(campaigns([record('C-2')]));
    const rows = [{ Id: 'C-1', Name: 'Maria' }];
    await story.sandbox.control.loadIntake({ campaignName: 'Summer Renewals', idColumn: 'Id', rows });
    expect(decisions(await story.plan(campaigns([record('C-1'), record('C-2')])))).toEqual([
      'conflict record:Summer Renewals/C-1',
    ]);
    await story.converge(campaigns([record('C-1', { adopt: true }), record('C-2')]));
    await story.converge(campaigns([record('C-2')]));
    expect(await story.sandbox.control.records()).toHaveLength(2);
  });
});

describe('--only', () => {
  test.each(['record:Welcome*', 'record:Summer*'])('%s takes in both ends of a move, never one half', async (only) => {
    const story = await scenario();
    await story.converge(campaigns([record('C-1'), record('C-2')]));
    const moved = campaigns([record('C-2')], [record('C-1')]);
    expect(await story.changes(moved, { only })).toEqual(['move record:Welcome Calls/C-1']);
    await story.apply(moved, { only });
    await story.converge(moved);
  });
});

describe('a customer is not called twice', () => {
  test.each(['COMPLETED', 'REMOVED'] as const)('when the record is %s', async (state) => {
    const story = await scenario();
    const desired = campaigns([record('C-1')]);
    await story.converge(desired);
    await story.sandbox.control.work({ ...SUMMER, agent: 'ana@example.com', state });
    await story.converge(desired);
    await story.sandbox.control.removeRecord(SUMMER);
    await story.converge(desired);
    expect(await story.sandbox.control.records()).toHaveLength(0);
  });

  test('when the record vanished and nobody knows why, until the file gives a reason', async () => {
    const story = await scenario();
    await story.converge(campaigns([record('C-1')]));
    await story.sandbox.control.removeRecord(SUMMER);
    expect(decisions(await story.plan(campaigns([record('C-1')])))).toEqual([
      'gone-unclear record:Summer Renewals/C-1',
    ]);
    await story.apply(campaigns([record('C-1')]));
    expect(await story.sandbox.control.records()).toHaveLength(0);
    await story.converge(campaigns([record('C-1', { reissue: 'deleted by mistake, not called' })]));
    expect(await story.sandbox.control.records()).toHaveLength(1);
  });

  test('when somebody moved the record to another campaign', async () => {
    const story = await scenario();
    const desired = campaigns([record('C-1'), record('C-2')], [record('W-1')]);
    await story.converge(desired);
    await story.sandbox.control.moveRecord({ ...SUMMER, toCampaign: 'Welcome Calls' });
    expect(decisions(await story.plan(desired))).toEqual(['moved-elsewhere record:Summer Renewals/C-1']);
    await story.apply(desired);
    expect((await story.sandbox.control.records()).filter((task) => task.clientId === 'C-1')).toHaveLength(1);
  });
});

describe('a pin', () => {
  test('that lapsed is expected and is not set again', async () => {
    const story = await scenario();
    const desired = campaigns([record('C-1', { preferredAgent: 'ana@example.com' })]);
    await story.converge(desired);
    story.advance(31 * 60 * 1000);
    await story.sandbox.control.lapsePins();
    expect((await story.drift(desired)).findings.map((finding) => finding.class)).toEqual(['platform']);
    expect(await story.changes(desired)).toEqual([]);
  });
});

test('where absence is only a text in a failure, nothing is concluded and nothing is added', async () => {
  const story = await scenario({ switches: { S1: 'FAILED+text' } });
  const result = await story.apply(campaigns([record('C-1')]));
  expect(result.settlements.map((settlement) => settlement.change.kind)).toEqual(['user', 'user']);
  expect(decisions(result.plan)).toEqual(['unreadable record:Summer Renewals/C-1']);
  expect(await story.sandbox.control.records()).toEqual([]);
});
