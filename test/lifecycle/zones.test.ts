// The zone in force is shown by no call; a search by `sys_item_time_zone` tells whose it is. It is sent where the policy asks for it.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { whyWarning } from '../../src/core/report/words/why-warning.ts';
import { anchor, list, record } from '../support/declare.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ZONES = { 'C-1': 'Europe/Madrid', 'C-2': 'Europe/Madrid', 'C-3': 'Asia/Tokyo', 'C-4': 'Asia/Tokyo' };
const DESIRED: DesiredInput = {
  users: [anchor],
  campaigns: [
    list('Summer', ...Object.entries(ZONES).map(([id, timeZone]) => record(id, { timeZone })), record('C-5')),
  ],
};

function asking({ project }: Scenario): Partial<Run> {
  return { project: { ...project, policy: { ...project.policy, verifyZones: true } } };
}

async function planned(story: Scenario, more: Partial<Run> = {}): Promise<{ searches: number; said: string[] }> {
  await story.sandbox.control.resetCounters();
  const { warnings } = await story.plan(DESIRED, more);
  const { requests } = await story.sandbox.control.counters();
  const said = warnings.filter(({ code }) => code === 'zone-differs').map((each) => whyWarning(each));
  return { searches: requests['searchPreviewCampaign'] ?? 0, said };
}

test('one search is sent for each declared zone, and who has another one is named', async () => {
  const story = await scenario();
  await story.converge(DESIRED);
  const { searches } = await planned(story);
  expect(await planned(story, asking(story))).toEqual({ searches: searches + 2, said: [] });
  await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', timeZone: 'Asia/Tokyo' });
  expect(await planned(story), 'nobody asked').toEqual({ searches, said: [] });
  const { said } = await planned(story, asking(story));
  expect(said).toEqual([expect.stringMatching(/^1 customer is not found by a search for the declared time zone/u)]);
  const { findings, inSync } = await story.drift(DESIRED, asking(story));
  expect(findings.map(({ address, class: kind, cause }) => [address, kind, cause.kind])).toEqual([
    ['record:Summer/C-1', 'drift', 'other-zone'],
  ]);
  expect(inSync).toBe(5);
  expect((await story.drift(DESIRED)).findings, 'nobody asked').toEqual([]);
});

test('a service that finds none of ours by a zone proves nothing', async () => {
  const story = await scenario();
  await story.converge(DESIRED);
  const { searches } = await planned(story);
  await story.sandbox.control.arm({
    ...{ operation: 'searchPreviewCampaign', kind: 'claims-absent', ordinal: searches + 1, count: 2 },
  });
  expect((await planned(story, asking(story))).said).toEqual([]);
});
