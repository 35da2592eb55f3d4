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
const SETS = KINDS.filter(({ manage }) => manage === 'set');

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

describe.each(SETS)('an update of a set that was cut off (marker: $marker)', (kind) => {
  const before = declaring(kind, 'C-1');
  const after = declaring(kind, 'C-1', 'C-2', 'C-3');

  test.each([true, false])(
    'stays remembered by the stack, which the engine would forget (refresh: %s)',
    async (reads) => {
      const engine = await smallEngine();
      await engine.up(before);
      await engine.up(after, { killed: 'after', reads });
      await worked(engine, 'C-2');
      for (let run = 0; run < 3; run += 1) {
        await engine.sandbox.control.resetCounters();
        await expect(engine.up(after, { reads })).rejects.toThrow(stopped(1));
        expect((await engine.sandbox.control.counters()).writes).toBe(0);
      }
      const allowed = await engine.up(after, { reads, allow: { interrupted: 1 } });
      expect([allowed.errors, allowed.writes]).toEqual([[], 1]);
      expect(await clientIds(engine)).toEqual(['C-1', 'C-2', 'C-3']);
      expect((await engine.up(after)).plan.changes).toEqual([]);
    },
  );

  test('is held back where only another part of the plan is approved, and remembered', async () => {
    const engine = await smallEngine();
    await engine.up(before);
    await engine.up(after, { killed: 'after' });
    await worked(engine, 'C-2', 'C-3');
    const more = declaring(kind, 'C-1', 'C-2', 'C-3', 'C-4');
    const part = await engine.up(more, { part: 'additions' });
    expect([part.errors, part.writes]).toEqual([[], 1]);
    expect(await clientIds(engine)).toEqual(['C-1', 'C-4']);
    await expect(engine.up(more)).rejects.toThrow(stopped(2));
    const allowed = await engine.up(more, { allow: { interrupted: 2 } });
    expect([allowed.errors, allowed.writes]).toEqual([[], 2]);
    expect((await engine.up(more)).plan.changes).toEqual([]);
  });

  test('asks for nothing where the lines are taken out, and removes what came of them', async () => {
    const engine = await smallEngine();
    await engine.up(before);
    await engine.up(after, { killed: 'after' });
    await worked(engine, 'C-2');
    for (let run = 0; run < 3; run += 1) expect((await engine.up(before)).errors).toEqual([]);
    expect((await engine.up(before)).plan.changes).toEqual([]);
    expect(await clientIds(engine)).toEqual(['C-1']);
  });

  test('leaves no question once its create was finished, though the engine goes on listing it', async () => {
    const engine = await smallEngine();
    await engine.up(declaring(kind));
    await engine.up(after, { killed: 'after' });
    await engine.up(after);
    await engine.up(before);
    const again = await engine.up(after);
    expect([again.errors, again.writes]).toEqual([[], 2]);
  });
});

describe.each(KINDS)('a reason to call again whose update was cut off (manage: $manage, marker: $marker)', (kind) => {
  const again = (reissue: string): DesiredInput => {
    const campaign = { ...list('Summer', { ...record('C-1'), reissue }), manage: kind.manage, marker: kind.marker };
    return { users: [person('anchor'), person('ana')], campaigns: [campaign] };
  };
  const first = declaring(kind, 'C-1');

  async function cutOff(): Promise<SmallEngine> {
    const engine = await smallEngine();
    await engine.up(first);
    await worked(engine, 'C-1');
    await engine.up(first);
    await engine.up(again('asked for'), { killed: 'after' });
    expect(await clientIds(engine)).toEqual(['C-1']);
    await worked(engine, 'C-1');
    return engine;
  }

  test.each([true, false])('calls nobody a second time (refresh: %s)', async (reads) => {
    const engine = await cutOff();
    for (let run = 0; run < 3; run += 1) {
      const { errors, writes } = await engine.up(again('asked for'), { reads });
      expect([errors, writes]).toEqual([[], 0]);
    }
    const more = await engine.up(again('once more'));
    expect(more.errors).toEqual([]);
    expect(await clientIds(engine)).toEqual(['C-1']);
  });

  test('is remembered by an update that ends with an error', async () => {
    const engine = await cutOff();
    await engine.sandbox.control.removeUser('ana@example.com');
    await expect(engine.up(again('asked for'))).rejects.toMatchObject({ code: 'guard-restores' });
    const { plan, errors } = await engine.up(again('asked for'), { allow: { restores: 1 } });
    expect(errors).toEqual([]);
    expect(plan.changes.map(({ action }) => action)).toEqual(['restore']);
    expect(await clientIds(engine)).toEqual([]);
  });
});
