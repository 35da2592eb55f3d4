// What is used up does not leave a stack unseen: what a refresh has shown may be forgotten where there is no plan, by a destroy, which
// means it.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { list, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

const C1 = { campaignName: 'Summer', clientId: 'C-1' };
const UNSEEN = 'record:Summer/C-1: was worked, or is gone, since the stack was last read';

const others = {
  'is worked': ({ sandbox }: SmallEngine) =>
    sandbox.control.work({ ...C1, agent: 'ana@example.com', state: 'COMPLETED' }),
  'is being worked': ({ sandbox }: SmallEngine) =>
    sandbox.control.work({ ...C1, agent: 'ana@example.com', state: 'WORKED' }),
  goes: ({ sandbox }: SmallEngine) => sandbox.control.removeRecord(C1),
};
const HANDS = Object.entries(others);

describe.each(['each', 'set'] as const)('manage: %s, and no person in the stack', (manage) => {
  const file = (...records: readonly RecordInput[]): DesiredInput => ({
    campaigns: [{ ...list('Summer', ...records), manage }],
  });
  const name = manage === 'set' ? 'set:Summer/all' : 'record:Summer/C-1';

  const begun = async (...records: readonly RecordInput[]): Promise<SmallEngine> => {
    const engine = await smallEngine();
    expect((await engine.up(file(...records))).errors).toEqual([]);
    return engine;
  };

  describe.each(HANDS)('a destroy of a record that %s', (_what, hand) => {
    test('is refused before anything is sent, until a refresh has shown it', async () => {
      const engine = await begun(record('C-1'), record('C-9'));
      await hand(engine);
      await engine.sandbox.control.resetCounters();
      expect((await engine.destroy({ reads: false })).join()).toContain(UNSEEN);
      expect(engine.stack.has(name)).toBe(true);
      expect(await engine.destroy()).toEqual([]);
      expect(engine.stack.size).toBe(0);
      expect(await engine.sandbox.control.counters()).toMatchObject({ writes: 1 });
    });
  });
});
