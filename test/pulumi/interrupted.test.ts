// A set or a record whose write was cut off: what is absent then may have been sent, worked and cleared away. Adding it again is one
// decision of a person, with an exact number, and what was cut off stays remembered until it is given.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

interface Kind {
  readonly manage: 'set' | 'each';
  readonly marker: boolean;
}

const KINDS: readonly Kind[] = [
  { manage: 'set', marker: true },
  { manage: 'set', marker: false },
  { manage: 'each', marker: true },
  { manage: 'each', marker: false },
];

function declaring({ manage, marker }: Kind, ...clientIds: readonly string[]): DesiredInput {
  const campaign = { ...list('Summer', ...clientIds.map((clientId) => record(clientId))), manage, marker };
  return { users: [person('anchor'), person('ana')], ...(clientIds.length > 0 && { campaigns: [campaign] }) };
}

const clientIds = async ({ sandbox }: SmallEngine): Promise<string[]> =>
  (await sandbox.control.records('Summer')).map(({ clientId }) => String(clientId)).toSorted();

/** An agent calls them, and the list is cleared. */
async function worked({ sandbox: { control } }: SmallEngine, ...ids: readonly string[]): Promise<void> {
  for (const clientId of ids) {
    await control.work({ campaignName: 'Summer', clientId, agent: 'anchor@example.com', state: 'COMPLETED' });
    await control.removeRecord({ campaignName: 'Summer', clientId });
  }
}

const stopped = (count: number) => new RegExp(`MUSTER_ALLOW=interrupted=${count}\\b`, 'u');

describe.each(KINDS)('a first write that was cut off (manage: $manage, marker: $marker)', (kind) => {
  const ids = kind.manage === 'set' ? ['C-1', 'C-2', 'C-3'] : ['C-1'];
  const desired = declaring(kind, ...ids);

  test.each(['before', 'after'] as const)(
    'adds nothing that is absent without a word, however often it is tried (killed %s its requests)',
    async (killed) => {
      const engine = await smallEngine();
      await engine.up(declaring(kind));
      await engine.up(desired, { killed });
      if (killed === 'after') await worked(engine, ...ids);
      for (let run = 0; run < 3; run += 1) {
        await engine.sandbox.control.resetCounters();
        await expect(engine.up(desired)).rejects.toThrow(stopped(ids.length));
        expect((await engine.sandbox.control.counters()).writes).toBe(0);
      }
      await expect(engine.up(desired, { allow: { interrupted: ids.length + 1 } })).rejects.toThrow(
        `you allowed ${ids.length + 1}, the plan has ${ids.length}`,
      );
      const allowed = await engine.up(desired, { allow: { interrupted: ids.length } });
      expect([allowed.errors, allowed.writes]).toEqual([[], ids.length]);
      expect(await clientIds(engine)).toEqual(ids);
      expect((await engine.up(desired)).plan.changes).toEqual([]);
      expect(await engine.refresh()).toEqual([]);
    },
  );

  test('takes over what is seen, without a word', async () => {
    const engine = await smallEngine();
    await engine.up(declaring(kind));
    await engine.up(desired, { killed: 'after' });
    const { errors, writes } = await engine.up(desired);
    expect([errors, writes]).toEqual([[], 0]);
    expect((await engine.up(desired)).plan.changes).toEqual([]);
  });

  test('stays a decision when the attempt that was allowed is cut off as well', async () => {
    const engine = await smallEngine();
    await engine.up(declaring(kind));
    await engine.up(desired, { killed: 'after' });
    await worked(engine, ...ids);
    await engine.up(desired, { killed: 'after', allow: { interrupted: ids.length } });
    await worked(engine, ...ids);
    await expect(engine.up(desired)).rejects.toThrow(stopped(ids.length));
    await expect(engine.up(desired)).rejects.toThrow(stopped(ids.length));
  });
});
