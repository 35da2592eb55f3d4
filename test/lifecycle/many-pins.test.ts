// A leaver who is named by more tasks than one answer holds: used-up tasks of many years must not keep the person here for
// ever, and open ones must not be lost behind them.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import { decisions, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const person = (loginUserId: string, more = {}) => ({
  loginUserId,
  firstName: 'A',
  lastName: 'Example',
  userTemplateName: 'Agents',
  ...more,
});
const IDS = Array.from({ length: 12 }, (_, index) => `C-${10 + index}`);
const records = IDS.map((clientId) => ({ clientId, data: { Name: clientId }, preferredAgent: ANA }));
const campaigns = [{ campaignName: 'Summer', records }];
const before: DesiredInput = {
  users: [person(BEN), person(ANA, { offboard: { reassignTo: BEN } })],
  campaigns,
};
// The pins leave the file with her.
const unpinned = records.map(({ preferredAgent: _agent, ...record }) => record);
const after: DesiredInput = { users: [person(BEN)], campaigns: [{ campaignName: 'Summer', records: unpinned }] };

/** A service that is known to cut every answer at six. */
async function story(finished: number): Promise<Scenario & { readonly cut: object }> {
  const played = await scenario();
  await played.converge(before);
  for (const clientId of IDS.slice(0, finished)) {
    await played.sandbox.control.work({ campaignName: 'Summer', clientId, agent: ANA, state: 'COMPLETED' });
  }
  await played.sandbox.control.setSwitches({ S4: 6 });
  const found = { target: 'sandbox', at: played.clock(), how: 'probe' } as const;
  return {
    ...played,
    cut: { profile: updateProfile(null, found, [{ id: 'search-ceiling', answer: '6', evidence: 'seen' }]), allow: {} },
  };
}

test('more open tasks than one answer holds are found by the starts of their ids', async () => {
  const { cut, ...played } = await story(2);
  const plan = await played.plan(after, cut);
  expect(decisions(plan)).toEqual([]);
  expect(plan.offboarding.leavers.map(({ campaigns: [summer] }) => summer?.settled)).toEqual([10]);
  await played.converge(after, cut);
  expect((await played.sandbox.control.exists(ANA)).inService).toBe(false);
});

test('more open tasks than one answer holds stop the removal where the ids cannot be searched: the others are not known', async () => {
  const { cut, ...played } = await story(2);
  // An item without its id is in no answer by id.
  for (const clientId of IDS) {
    await played.sandbox.control.changeRecord({ campaignName: 'Summer', clientId, data: { Id: null } });
  }
  expect(decisions(await played.plan(after, cut))).toContain(`unreadable user:${ANA}`);
  await played.apply(after, cut);
  expect((await played.sandbox.control.exists(ANA)).inService).toBe(true);
});
