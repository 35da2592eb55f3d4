// What is under way at once is bounded, however much is planned: objects that wait for the network by a window, open intents (so what a
// kill leaves to look up) by the requests that the target allows at once.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { forEachParallel } from '../../src/core/reconcile/observe/parallel.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

/** Objects that wait for the network. */
const WINDOW = 256;
const OBJECTS = 3 * WINDOW;

function desired(count: number): DesiredInput {
  const records = Array.from({ length: count }, (_, index) => ({ clientId: `C-${index}`, data: { Name: 'Maria' } }));
  return { campaigns: [{ campaignName: 'Summer', records }] };
}

/** Asked for at any time: how many intents are open. */
function openIntents({ project, sandbox }: Scenario): () => number {
  const path = join(project.directory, '.muster', 'ledger', `${sandbox.target.name}.sqlite`);
  const database = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => database.close());
  const counting = database.prepare('SELECT count(*) AS n FROM intents WHERE closed_at IS NULL');
  return () => Number(counting.get()?.['n']);
}

test(`an apply of ${OBJECTS} records never has more intents open than the target allows requests at once`, async () => {
  const story = await scenario();
  await story.converge(desired(1));
  const open = openIntents(story);
  const seen: number[] = [];
  const onProgress = (): void => void seen.push(open());
  const { settlements } = await story.apply(desired(OBJECTS), { onProgress });
  expect(settlements.filter(({ kind }) => kind === 'applied')).toHaveLength(OBJECTS - 1);
  expect(Math.max(...seen)).toBe(story.sandbox.target.maxConcurrency);
  expect(open()).toBe(0);
  expect(await story.changes(desired(OBJECTS))).toEqual([]);
});

describe('work over a list', () => {
  test(`is at most ${WINDOW} items wide, begins in order, and does each once`, async () => {
    const begun: number[] = [];
    let [inside, most] = [0, 0];
    await forEachParallel(
      Array.from({ length: OBJECTS }, (_, index) => index),
      async (item) => {
        begun.push(item);
        most = Math.max(most, ++inside);
        await turn();
        inside -= 1;
      },
    );
    expect(most).toBe(WINDOW);
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
    expect(new Set(begun).size).toBe(OBJECTS);
  });

  test('ends with the first exception', async () => {
    const failing = forEachParallel([1, 2, 3], async (item) => {
      if (item === 2) throw new Error('the second');
      await turn();
    });
    await expect(failing).rejects.toThrow('the second');
  });
});
