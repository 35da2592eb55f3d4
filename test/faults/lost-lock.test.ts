// A run whose lock is taken from it while it works: it sends nothing new, says so, and the next run finishes without harm.

import { join } from 'node:path';
import { expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const RECORDS = 600;

const desired: DesiredInput = {
  campaigns: [
    {
      campaignName: 'Summer',
      records: Array.from({ length: RECORDS }, (_, index) => ({ clientId: `C-${index}`, data: { Name: 'Maria' } })),
    },
  ],
};

/** Frees the target under the run that holds it. */
async function takeAway({ project, sandbox, clock }: Scenario): Promise<boolean> {
  const path = join(project.directory, '.muster', 'ledger', `${sandbox.target.name}.sqlite`);
  const ledger = await openLedger({ path, clock });
  const isFreed = await ledger.unlock((await ledger.holder())?.lockId ?? 0);
  await ledger.close();
  return isFreed;
}

test('an apply that lost its lock ends as locked, sends nothing new, and the next one finishes it', async () => {
  const story = await scenario({ delayMs: 3 }, 'network');
  const freed: Promise<boolean>[] = [];
  const running = story.apply(desired, {
    onProgress: ({ phase, done }) => {
      if (phase === 'apply' && done === 20) freed.push(takeAway(story));
    },
  });
  const { stopped, settlements } = await running;
  expect(stopped).toMatchObject({ code: 'locked' });
  expect(settlements.filter(({ kind }) => kind === 'skipped').length).toBeGreaterThan(RECORDS / 2);
  expect(await Promise.all(freed)).toEqual([true]);
  // What was on its way arrives while this plan reads.
  await story.plan(desired);
  const { writes } = await story.sandbox.control.counters();
  expect(writes).toBeLessThan(RECORDS / 2);
  await story.plan(desired);
  expect((await story.sandbox.control.counters()).writes).toBe(writes);
  await story.converge(desired);
  expect(await story.sandbox.control.records()).toHaveLength(RECORDS);
});
