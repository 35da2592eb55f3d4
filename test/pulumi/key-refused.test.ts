// A key that is refused after a write of a class: what was written by then is recorded. At any other reading: the simulation.

import { expect, test } from 'vitest';

import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';

const C1: Registered = {
  kind: 'PinnedRecord',
  name: 'C-1',
  args: { campaignName: 'Summer', clientId: 'C-1', data: JSON.stringify([['Name', 'Maria', 0]]) },
};

test('a class whose reading after the write is refused is recorded, and says that it could not be read again', async () => {
  const engine = await classEngine();
  // One before the plan, one in the turn of the write, and the one that reads it again.
  await engine.sandbox.control.arm({ operation: 'read', kind: 'unauthorized', ordinal: 3, count: 'always' });
  const { errors, said, writes } = await engine.up([C1]);
  expect({ errors, writes }).toEqual({ errors: [], writes: 1 });
  expect(said).toEqual([expect.stringContaining('could not be read again')]);
  expect([...engine.entries.keys()]).toEqual(['C-1']);
});
