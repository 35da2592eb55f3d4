// Who a record may be pinned to: a question about that record alone, and nothing else waits for it.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import type { Policy } from '../../src/core/model/target.ts';
import { whyWarning } from '../../src/core/report/words/why-warning.ts';
import { record } from '../pitfalls/stories.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ZOE = 'zoe@example.com';
const KEY = { campaignName: 'Summer', clientId: 'C-1' };
const user = (name: string): NonNullable<DesiredInput['users']>[number] => ({
  ...{ loginUserId: `${name}@example.com`, firstName: name, lastName: 'A', userTemplateName: 'Agents' },
});
const team = (...more: ReturnType<typeof record>[]): DesiredInput => ({
  users: [user('ana'), user('ben')],
  campaigns: [
    {
      campaignName: 'Summer',
      records: [record('C-1', { preferredAgent: ZOE }), record('C-2'), record('C-3'), ...more],
    },
  ],
});
const under = ({ project }: Scenario, agents: NonNullable<Policy['agents']>): Partial<Run> => ({
  project: { ...project, policy: { ...project.policy, agents } },
});

describe('somebody of another team, to whom a record is pinned, leaves', () => {
  const begun = async (): Promise<Scenario> => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: ZOE });
    await story.converge(team());
    await story.sandbox.control.removeUser(ZOE);
    return story;
  };

  test('and the plan asks about that record alone', async () => {
    const story = await begun();
    const desired = team(record('C-4'));
    const plan = await story.plan(desired);
    expect([decisions(plan), actionsOf(plan)]).toEqual([
      ['agent-unknown record:Summer/C-1'],
      ['create record:Summer/C-4'],
    ]);
    expect(plan.verdicts.find(({ code }) => code === 'agent-unknown')?.source?.line).toBeGreaterThan(0);
    expect(fates(await story.apply(desired))).toEqual(['applied record:Summer/C-4']);
  });

  test('and drift reports what moved elsewhere', async () => {
    const story = await begun();
    await story.sandbox.control.removeUser('ben@example.com');
    await story.sandbox.control.changeRecord({ ...KEY, clientId: 'C-2', data: { Name: 'Other' } });
    const { findings } = await story.drift(team());
    const seen = findings.filter((each) => ['missing', 'drift'].includes(each.class));
    expect(seen.map(({ address }) => address)).toEqual(['user:ben@example.com', 'record:Summer/C-2']);
  });

  test.each([
    ['finished', (story: Scenario) => story.sandbox.control.changeRecord({ ...KEY, state: 'COMPLETED' })],
    ['gone', (story: Scenario) => story.sandbox.control.removeRecord({ ...KEY })],
  ] as const)('and nothing is asked of a task that is %s', async (_title, end) => {
    const story = await begun();
    await end(story);
    expect(decisions(await story.plan(team())).filter((each) => each.startsWith('agent'))).toEqual([]);
  });

  test('and nobody asks where the policy says that agents have ids of their own', async () => {
    const story = await begun();
    await story.sandbox.control.resetCounters();
    expect(decisions(await story.plan(team(), under(story, 'any')))).toEqual([]);
    expect((await story.sandbox.control.counters()).requests['query-existence']).toBe(2);
  });

  test('and who is only known to the service is asked about where the policy wants everybody declared', async () => {
    const story = await begun();
    await story.sandbox.control.addUser({ loginUserId: ZOE });
    expect(decisions(await story.plan(team()))).toEqual([]);
    expect(decisions(await story.plan(team(), under(story, 'declared')))).toEqual(['agent-unknown record:Summer/C-1']);
  });
});

test('an environment without a user interface takes pins as they are, and the plan says so once', async () => {
  const story = await scenario({ switches: { identity: 'internal' } });
  const { campaigns = [] } = team();
  await expect(story.plan({ campaigns })).rejects.toMatchObject({ code: 'not-supported' });
  const place = { target: { ...story.sandbox.target, identity: 'internal' } } as const;
  const warned = (await story.plan({ campaigns }, place)).warnings.map((warning) => whyWarning(warning));
  expect(warned.filter((each) => each.includes('unchecked'))).toEqual([
    '1 pin is passed on unchecked: the target says identity: internal, where no user can be asked for',
  ]);
  await story.converge({ campaigns }, place);
  expect((await story.sandbox.control.counters()).requests['query-existence'] ?? 0).toBe(0);
  expect((await story.sandbox.control.records())[0]).toMatchObject({ preferredAgent: ZOE });
});
