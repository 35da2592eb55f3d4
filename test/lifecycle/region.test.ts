// A campaign may reside in another region than its environment: each of its requests names that region.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { record } from '../pitfalls/stories.ts';
import { requestsSent } from '../support/doors.ts';
import { decisions, scenario } from '../support/scenario.ts';

// As the sandbox has it: a campaign resides in the region that its name begins with.
const AWAY = 'eu-central-1 Summer';
const HOME = 'Welcome';
const lists = (
  away: readonly string[],
  home: readonly string[] = [],
  region: 'eu-central-1' | 'us-west-2' = 'eu-central-1',
) =>
  ({
    campaigns: [
      { campaignName: AWAY, region, records: away.map((id) => record(id)) },
      { campaignName: HOME, records: home.map((id) => record(id)) },
    ].filter(({ records }) => records.length > 0),
  }) satisfies DesiredInput;

test('a campaign in a region of its own is read, written, moved from and left in that region', async () => {
  const story = await scenario();
  const sent = requestsSent();
  await story.converge(lists(['C-1', 'C-2'], ['C-3']));
  await story.converge(lists(['C-1'], ['C-2', 'C-3']));
  // No file declares it any more: what is recorded says where it is.
  await story.converge(lists([], ['C-2', 'C-3']));
  const regions = sent.flatMap(({ body }) => (body.campaignName === AWAY ? [body.region] : []));
  expect(new Set(regions)).toEqual(new Set(['eu-central-1']));
  expect((await story.sandbox.control.records()).map(({ clientId }) => clientId).toSorted()).toEqual(['C-2', 'C-3']);
});

test('another region for a campaign with tasks is refused: its empty searches would say that they are gone', async () => {
  const story = await scenario();
  await story.converge(lists(['C-1']));
  await expect(story.plan(lists(['C-1'], [], 'us-west-2'))).rejects.toMatchObject({
    code: 'other-tenant',
    message: `the state is about ${AWAY} in eu-central-1; the file says region: us-west-2`,
  });
});

test('a campaign whose region is not said is not concluded to be empty', async () => {
  const story = await scenario();
  const plan = await story.plan({ campaigns: [{ campaignName: AWAY, records: [record('C-1')] }] });
  expect([decisions(plan), plan.changes]).toEqual([[`unreadable record:${AWAY}/C-1`], []]);
});
