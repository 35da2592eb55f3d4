// Who moved it: every hand that can reach a managed object, played in the sandbox, and what a drift run says of it.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import type { Finding } from '../../src/core/reconcile/finding.ts';
import type { OpenPoints } from '../../src/sandbox/world/switches.ts';
import { whyFinding } from '../../src/core/report/words/why-finding.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANA = 'ana@example.com';
const BEN = 'ben@example.com';
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const RECORD = `record:Summer/C-1`;

const person = (loginUserId: string, parts: Partial<UserInput> = {}): UserInput => ({
  loginUserId,
  firstName: 'Ana',
  lastName: 'Ruiz',
  userTemplateName: 'Agents',
  createInBackend: true,
  ...parts,
});

type RecordInput = NonNullable<NonNullable<DesiredInput['campaigns']>[number]['records']>[number];
type CampaignInput = NonNullable<DesiredInput['campaigns']>[number];

interface Parts {
  readonly record?: Partial<RecordInput>;
  readonly campaign?: Partial<CampaignInput>;
}

function project({ record, campaign }: Parts = {}): DesiredInput {
  return {
    users: [person(ANA), person(BEN)],
    campaigns: [
      {
        campaignName: 'Summer',
        ...campaign,
        records: [
          { clientId: 'C-1', preferredAgent: ANA, skillQueue: 'silver', data: { Name: 'Maria', tier: 'a' }, ...record },
        ],
      },
      { campaignName: 'Welcome', records: [{ clientId: 'W-1', data: { Name: 'Eva' } }] },
    ],
  };
}

async function applied(desired: DesiredInput, switches: Partial<OpenPoints> = {}): Promise<Scenario> {
  const story = await scenario({ switches });
  await story.converge(desired);
  return story;
}

/** `class address field, field` of every finding. */
function told(findings: readonly Finding[]): string[] {
  return findings.map((finding) => {
    const fields = finding.fields.map(({ field }) => field).join(', ');
    return [finding.class, finding.address, fields].filter((part) => part !== '').join(' ');
  });
}

async function findings(story: Scenario, desired: DesiredInput): Promise<readonly Finding[]> {
  await story.sandbox.control.resetCounters();
  const result = await story.drift(desired);
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  return result.findings;
}

/** The one finding, with its words. */
async function only(story: Scenario, desired: DesiredInput): Promise<Finding & { readonly text: string }> {
  const found = await findings(story, desired);
  expect(told(found)).toHaveLength(1);
  const finding = found[0] as Finding;
  return { ...finding, text: whyFinding(finding) };
}

describe('somebody at the second console', () => {
  test.each(['no', 'yes'] as const)(
    'changes an item, the queue or the pin: drift, field by field (S23 %s)',
    async (S23) => {
      const story = await applied(project(), { S23 });
      await story.sandbox.control.changeRecord({
        ...KEY,
        data: { tier: 'b' },
        skillQueue: 'bronze',
        preferredAgent: BEN,
      });
      const finding = await only(story, project());
      expect(finding).toMatchObject({ class: 'drift', address: RECORD });
      expect(finding.fields.map(({ field, class: kind }) => `${kind} ${field}`).toSorted()).toEqual([
        'drift data.tier',
        'drift preferredAgent',
        'drift skillQueue',
      ]);
      expect(finding.text).toMatch(/^somebody changed it in the service \(last recorded \d{4}-/u);
      await story.converge(project());
    },
  );

  test.each(['REMOVED', 'COMPLETED'] as const)(
    'sets a record %s that nobody worked: missing, nobody was called',
    async (state) => {
      const story = await applied(project());
      await story.sandbox.control.changeRecord({ ...KEY, state });
      expect(await only(story, project())).toMatchObject({
        class: 'missing',
        text: `is ${state} without one attempt: somebody took it out, and nobody was called`,
      });
    },
  );

  test('moves a record to another campaign: missing once, with the place, and no extra there', async () => {
    const story = await applied(project());
    await story.sandbox.control.moveRecord({ ...KEY, toCampaign: 'Welcome' });
    expect(await only(story, project())).toMatchObject({
      class: 'missing',
      address: RECORD,
      text: 'was moved to campaign Welcome by somebody else; not added again',
    });
  });

  test('removes a user: missing; from the backing instance only: missing, and the text says which side', async () => {
    const story = await applied(project());
    await story.sandbox.control.removeUser(ANA);
    expect(await only(story, project())).toMatchObject({ class: 'missing', address: `user:${ANA}` });
    const second = await applied(project());
    await second.sandbox.control.removeBackendUser(ANA);
    expect(await only(second, project())).toMatchObject({
      class: 'missing',
      text: 'is in the service but not in the second system: somebody removed it there',
    });
  });
});

describe('an intake file', () => {
  const rows = [{ Id: 'C-1', Name: 'Other', tier: 'z' }];

  test('that overwrites our record removes its marker: drift, and the text names the intake file', async () => {
    const story = await applied(project(), { S11: { intake: 'update', idSearch: 'oldest' } });
    expect(await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows })).toMatchObject({
      updated: 1,
    });
    const finding = await only(story, project());
    expect(told([finding])[0]).toContain('marker');
    expect(finding).toMatchObject({
      class: 'drift',
      text: 'our marker is gone: an intake file or another writer has overwritten the customer',
    });
    await story.converge(project());
  });

  test('that adds again what somebody deleted: recreated', async () => {
    const story = await applied(project());
    await story.sandbox.control.removeRecord(KEY);
    story.advance(5 * MINUTE);
    await story.sandbox.control.loadIntake({ campaignName: 'Summer', idColumn: 'Id', rows });
    const finding = await only(story, project());
    expect(finding.class).toBe('recreated');
    expect(finding.text).toContain('deleted and added again, as an intake file does');
  });
});

describe('an agent', () => {
  test('who works a record leaves no finding; who completes it makes it consumed, with the attempts', async () => {
    const story = await applied(project());
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED' });
    expect(await findings(story, project())).toEqual([]);
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'COMPLETED' });
    expect(await only(story, project())).toMatchObject({
      class: 'consumed',
      text: expect.stringContaining('(2 attempts)') as string,
    });
  });

  test('who reschedules a record once its time has come is the platform, not drift', async () => {
    const record = { nextEarliestWorkTime: new Date(Date.now() + HOUR).toISOString() };
    const story = await applied(project({ record }));
    story.advance(61 * MINUTE);
    await story.sandbox.control.work({
      ...KEY,
      agent: ANA,
      state: 'WORKED',
      nextEarliestWorkTime: story.clock() + HOUR,
    });
    expect(await only(story, project({ record }))).toMatchObject({ class: 'platform' });
  });

  test('who works a record while the file changes it: pending, and the text says why it waits', async () => {
    const story = await applied(project());
    await story.sandbox.control.work({ ...KEY, agent: ANA, state: 'WORKED' });
    expect(await only(story, project({ record: { skillQueue: 'gold' } }))).toMatchObject({
      class: 'pending',
      text: 'changed in the file; not applied, because an agent has worked it (1 attempt)',
    });
  });
});

describe.each(['pinned', 'created'] as const)('the platform (the 30 minutes count from %s)', (S24) => {
  test('lets a pin lapse after 30 deliverable minutes: platform', async () => {
    const story = await applied(project(), { S24 });
    story.advance(31 * MINUTE);
    expect(await only(story, project())).toMatchObject({
      class: 'platform',
      text: 'the pin lapsed: 30 deliverable minutes are over',
    });
    await story.converge(project());
  });

  test('clears no pin earlier: a pin that is gone before was removed by somebody', async () => {
    const story = await applied(project(), { S24 });
    story.advance(20 * MINUTE);
    await story.sandbox.control.changeRecord({ ...KEY, preferredAgent: '' });
    expect(told(await findings(story, project()))).toEqual([`drift ${RECORD} preferredAgent`]);
  });
});

describe('the leaver list', () => {
  const leaver: UserInput = { loginUserId: 'old@example.com', ensure: 'absent' };
  const withLeaver: DesiredInput = { users: [person(ANA), leaver] };
  const address = 'user:old@example.com';

  test('has no finding for NOT_FOUND when a known user answered; the backing side is then not called verified', async () => {
    const story = await applied(withLeaver);
    const { findings: found, verified, inSync } = await story.drift(withLeaver);
    expect(found).toEqual([]);
    expect(inSync).toBe(2);
    expect(verified.user.fields).toContainEqual({
      field: 'backing instance',
      verified: 0,
      assumed: 0,
      unverifiable: 1,
    });
  });

  test.each([{}, { adopt: true }])('reports a leaver who is present again as extra (%o)', async (parts) => {
    const story = await applied(withLeaver);
    await story.sandbox.control.addUser({ loginUserId: 'old@example.com' });
    const desired: DesiredInput = { users: [person(ANA), { ...leaver, ...parts }] };
    expect(told(await findings(story, desired))).toEqual([`extra ${address}`]);
  });

  test('reports a leaver who is still in the backing instance', async () => {
    const story = await applied(withLeaver);
    await story.sandbox.control.addUser({ loginUserId: 'old@example.com', inService: false });
    const finding = await only(story, withLeaver);
    expect(finding).toMatchObject({ class: 'extra', address });
    expect(finding.text).toContain('still in the second system');
  });

  test('concludes nothing when no known user answers SUCCESS: this may be the wrong tenant', async () => {
    const story = await applied(withLeaver);
    await story.sandbox.control.removeUser(ANA);
    const result = await story.drift(withLeaver);
    expect(told(result.findings)).toEqual([`unreadable user:${ANA}`, `unreadable ${address}`]);
    expect(result.findings.every((finding) => whyFinding(finding).includes('wrong tenant'))).toBe(true);
    expect(result.inSync).toBe(0);
    const plan = await story.plan(withLeaver);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], [`unreadable user:${ANA}`]]);
    expect(plan.leavers).toMatchObject({ declared: 1, verified: 0, unproven: 1 });
    expect(fates(await story.apply(withLeaver))).toEqual([]);
  });
});

test('a run limited to one campaign calls nothing extra that is declared outside of it, nor moved there', async () => {
  const both = project();
  const [summer, welcome] = both.campaigns ?? [];
  const twice: DesiredInput = {
    users: both.users ?? [],
    campaigns: [
      { ...summer, campaignName: 'Summer' },
      { ...welcome, campaignName: 'Welcome', records: [{ clientId: 'C-1', data: { Name: 'Eva' } }] },
    ],
  };
  const story = await applied(twice);
  await story.sandbox.control.removeRecord(KEY);
  const narrowed = await story.drift(twice, { only: 'record:Summer*' });
  expect(narrowed.findings.map((finding) => `${finding.class} ${finding.address} ${whyFinding(finding)}`)).toEqual([
    `missing ${RECORD} is gone, and nobody can tell whether the customer was called`,
  ]);
});
