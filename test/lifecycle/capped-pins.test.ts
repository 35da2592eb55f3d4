// A service that shows fewer tasks in a search than it is asked for, and says so nowhere: finished tasks of a leaver that fill an
// answer hide no open one, whatever the ceiling. Through the command, through Pulumi with desired files, and with the class User.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { decisions, scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const ADDRESS = `user:${ANA}`;
const SUMMER = 'Summer';
const file = (...users: UserInput[]): DesiredInput => ({
  users: [anchor, ...users],
  campaigns: [list(SUMMER, record('Z-1'))],
});
const staff = file(person('ana'));
const gone = file();

/** So many finished tasks of somebody else that name Ana, older than the tasks of ours. */
async function finishedPins({ control }: OwnSandbox, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `I-${String(index).padStart(4, '0')}`);
  await control.loadIntake({ campaignName: SUMMER, idColumn: 'Id', rows: ids.map((Id) => ({ Id })) });
  for (const clientId of ids) {
    await control.changeRecord({ campaignName: SUMMER, clientId, preferredAgent: ANA });
    await control.work({ campaignName: SUMMER, clientId, agent: ANA, state: 'COMPLETED' });
  }
}

/** From now on a search shows the oldest so many, and Ana has an open task behind them. */
async function capAndPin({ control }: OwnSandbox, S4: number): Promise<void> {
  await control.changeRecord({ campaignName: SUMMER, clientId: 'Z-1', preferredAgent: ANA });
  await control.setSwitches({ S3: 'oldest-first', S4 });
  await control.resetCounters();
}

const unpin = ({ control }: OwnSandbox): Promise<void> =>
  control.changeRecord({ campaignName: SUMMER, clientId: 'Z-1', preferredAgent: '' });
const isThere = async ({ control }: OwnSandbox): Promise<boolean> => (await control.exists(ANA)).inService;
const searches = async ({ control }: OwnSandbox): Promise<number> =>
  (await control.counters()).requests['searchPreviewCampaign'] ?? 0;

describe('finished tasks as many as a ceiling, and an open one behind them', () => {
  test.each([50, 100, 137, 200, 250, 500, 1000])('stop the removal under a ceiling of %i', async (S4) => {
    const story = await scenario();
    await finishedPins(story.sandbox, S4);
    await story.converge(staff);
    await capAndPin(story.sandbox, S4);
    const { plan } = await story.apply(gone);
    expect(decisions(plan)).toEqual([`offboard-blocked ${ADDRESS}`]);
    expect(await isThere(story.sandbox)).toBe(true);
    await unpin(story.sandbox);
    await story.converge(gone);
    expect(await isThere(story.sandbox)).toBe(false);
  });
});

describe('the requests of a search for pins', () => {
  test.each([
    ['of 49 tasks are one', 49, 1],
    ['of 60 tasks are three, by which the open ones are known', 60, 3],
  ])('%s', async (_title, finished, cost) => {
    const story = await scenario();
    await finishedPins(story.sandbox, finished);
    await story.converge(staff);
    await story.sandbox.control.resetCounters();
    const plan = await story.plan(gone);
    // One more reads the campaign by its marker.
    expect(await searches(story.sandbox)).toBe(1 + cost);
    expect(plan.requests).toMatchObject({ reads: 2 + 2 * cost });
  });
});

test('records that a ceiling hides from the search by marker are found by it in smaller parts', async () => {
  const story = await scenario();
  const records = Array.from({ length: 130 }, (_, index) => record(`C-${index}`));
  const desired: DesiredInput = { users: [anchor], campaigns: [list(SUMMER, ...records)] };
  await story.converge(desired);
  await story.sandbox.control.setSwitches({ S4: 100 });
  await story.sandbox.control.resetCounters();
  expect((await story.plan(desired)).changes).toEqual([]);
  // The whole, and its two halves: one record after the other would be 30 more.
  expect(await searches(story.sandbox)).toBe(3);
});
