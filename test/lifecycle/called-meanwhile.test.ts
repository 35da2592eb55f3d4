// A line that comes to another campaign with a reason of its own is no move where that campaign remembers the customer: one task goes, and
// another is added. Who is called through the first while the plan is looked at is not called through the second.

import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { anchor, list, record } from '../support/declare.ts';
import { fates, scenario } from '../support/scenario.ts';

const inOf = (campaignName: string, reissue = ''): DesiredInput => ({
  users: [anchor],
  campaigns: ['Autumn', 'Winter'].map((name) =>
    list(name, ...(name === campaignName ? [record('C-1', { reissue })] : []), record('C-2')),
  ),
});

test('who was called where the line stood is not called again where it stands now', async () => {
  const story = await scenario();
  const { control } = story.sandbox;
  const agent = anchor.loginUserId;
  await story.converge(inOf('Autumn'));
  await control.work({ campaignName: 'Autumn', clientId: 'C-1', agent, state: 'COMPLETED' });
  for (let runs = 0; runs < 2; runs += 1) await story.apply(inOf('Winter', 'asked again'));
  const back = inOf('Autumn', 'asked again');
  const result = await engine.apply(story.run(back), async () => {
    await control.work({ campaignName: 'Winter', clientId: 'C-1', agent, state: 'COMPLETED' });
    return true;
  });
  expect(result && fates(result).map((fate) => fate.split(' (')[0])).toEqual([
    'skipped record:Winter/C-1',
    'skipped record:Autumn/C-1',
  ]);
  await story.converge(back);
  const tasks = (await control.records()).filter(({ clientId }) => clientId === 'C-1');
  expect(tasks.map(({ campaignName, workedState }) => `${campaignName} ${workedState}`)).toEqual([
    'Autumn COMPLETED',
    'Winter COMPLETED',
  ]);
});
