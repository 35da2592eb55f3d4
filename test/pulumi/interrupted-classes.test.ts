// Records of the classes whose write was cut off: what is absent then may have been sent, worked and cleared away. It is added again
// when a person allows it, and it stays remembered until then, whatever becomes of the engine's own list.

import { describe, expect, test } from 'vitest';

import { receiptsIn } from '../support/receipts.ts';
import { classEngine } from './class-engine.ts';
import type { ClassEngine, Registered } from './class-engine.ts';

const SUMMER = 'Summer';
const DATA = JSON.stringify([['Name', 'Maria', 0]]);

/** Until then a request that was not answered may still be carried out. */
const LATER = 3 * 60_000;

interface Kind {
  readonly kind: 'PinnedRecord' | 'RecordSet';
  readonly marker: boolean;
}

const KINDS: readonly Kind[] = [
  { kind: 'PinnedRecord', marker: true },
  { kind: 'PinnedRecord', marker: false },
  { kind: 'RecordSet', marker: true },
  { kind: 'RecordSet', marker: false },
];
const SETS = KINDS.filter(({ kind }) => kind === 'RecordSet');

function single(clientId: string, more: object = {}): Registered {
  return { kind: 'PinnedRecord', name: clientId, args: { campaignName: SUMMER, clientId, data: DATA, ...more } };
}

function set(
  clientIds: readonly string[],
  { marker = true, ...row }: { marker?: boolean; reissue?: string } = {},
): Registered {
  const records = JSON.stringify(clientIds.map((clientId) => ({ clientId, data: DATA, ...row })));
  return { kind: 'RecordSet', name: 'east', args: { campaignName: SUMMER, marker, records } };
}

const declaring = ({ kind, marker }: Kind, ids: readonly string[]): Registered[] =>
  kind === 'RecordSet' ? [set(ids, { marker })] : ids.map((clientId) => single(clientId, { marker }));

const clientIds = async ({ sandbox }: ClassEngine): Promise<string[]> =>
  (await sandbox.control.records(SUMMER)).map(({ clientId }) => String(clientId)).toSorted();

const ANCHOR: Registered = {
  kind: 'User',
  name: 'anchor',
  args: { loginUserId: 'anchor@example.com', firstName: 'A', lastName: 'B', userTemplateName: 'Agents' },
};

/** An agent calls them, and the list is cleared. */
async function worked({ sandbox: { control } }: ClassEngine, ...ids: readonly string[]): Promise<void> {
  for (const clientId of ids) {
    await control.work({ campaignName: SUMMER, clientId, agent: 'anchor@example.com', state: 'COMPLETED' });
    await control.removeRecord({ campaignName: SUMMER, clientId });
  }
}

async function engineWithAgent(clock?: () => number): Promise<ClassEngine> {
  const engine = await classEngine(clock);
  await engine.sandbox.control.addUser({ loginUserId: 'anchor@example.com', inBackend: false });
  return engine;
}

async function refusesAll(engine: ClassEngine, resources: readonly Registered[], count: number): Promise<void> {
  for (const refresh of [false, true, false]) {
    const { writes, errors } = await engine.up(resources, { refresh });
    expect(errors.join('\n')).toContain(`MUSTER_ALLOW=interrupted=${count}`);
    expect(errors.join('\n')).toContain('[guard-interrupted]');
    expect(writes).toBe(0);
  }
}

async function addsOnce(engine: ClassEngine, resources: readonly Registered[], count: number): Promise<void> {
  const allowed = await engine.up(resources, { allow: `interrupted=${count}` });
  expect([allowed.errors, allowed.writes]).toEqual([[], count]);
  await staysQuiet(engine, resources);
}

async function staysQuiet(engine: ClassEngine, resources: readonly Registered[]): Promise<void> {
  for (const refresh of [false, true])
    expect(await engine.up(resources, { refresh })).toEqual({ operations: [], errors: [], said: [], writes: 0 });
}

test('a create of a set that was cut off is not forgotten by the next one, which has other rows', async () => {
  const engine = await engineWithAgent();
  await engine.up([set(['C-1'])], { killed: 'after' });
  expect((await engine.up([set([])])).errors).toEqual([]);
  const { openIntents } = receiptsIn(engine.entries.get('east')?.outputs ?? {});
  expect(openIntents.map(({ address }) => address)).toEqual(['record:Summer/C-1']);
  expect((await engine.up([set(['C-1'])])).errors).toEqual([]);
  expect(await clientIds(engine)).toEqual(['C-1']);
  await staysQuiet(engine, [set(['C-1'])]);
});

describe.each(KINDS)('a create of a $kind that was cut off (marker: $marker)', (kind) => {
  const ids = kind.kind === 'RecordSet' ? ['C-1', 'C-2', 'C-3'] : ['C-1'];
  const resources = declaring(kind, ids);

  test.each(['before', 'after'] as const)('adds nothing that is absent without a word (killed %s)', async (killed) => {
    const engine = await engineWithAgent();
    await engine.up(resources, { killed });
    if (killed === 'after') await worked(engine, ...ids);
    await refusesAll(engine, resources, ids.length);
    await addsOnce(engine, resources, ids.length);
    expect(await clientIds(engine)).toEqual(ids);
  });

  test('takes over what is seen, without a word or a request', async () => {
    const engine = await engineWithAgent();
    await engine.up(resources, { killed: 'after' });
    const { errors, writes } = await engine.up(resources);
    expect([errors, writes]).toEqual([[], 0]);
    await staysQuiet(engine, resources);
  });

  test('stays a decision when the attempt that was allowed is cut off as well', async () => {
    const engine = await engineWithAgent();
    await engine.up(resources, { killed: 'after' });
    await worked(engine, ...ids);
    await engine.up(resources, { killed: 'after', allow: `interrupted=${ids.length}` });
    await worked(engine, ...ids);
    await refusesAll(engine, resources, ids.length);
  });

  test('is remembered when a person has the engine clear its list after the first refusal', async () => {
    const engine = await engineWithAgent();
    await engine.up(resources, { killed: 'after' });
    await worked(engine, ...ids);
    await refusesAll(engine, resources, ids.length);
    engine.clearPendingCreates();
    await refusesAll(engine, resources, ids.length);
  });

  test('asks for nothing once the resource is taken out, before or after it was asked', async () => {
    for (const isAsked of [false, true]) {
      let now = Date.now();
      const engine = await engineWithAgent(() => now);
      await engine.up(resources, { killed: 'after' });
      await worked(engine, ...ids);
      if (isAsked) await refusesAll(engine, resources, ids.length);
      now += LATER;
      await engine.sandbox.control.advanceClock(LATER);
      const { errors, writes } = await engine.up([]);
      expect([errors, writes]).toEqual([[], 0]);
      expect([...engine.entries.keys()]).toEqual([]);
    }
  });

  test('is asked for under whatever name its record is declared', async () => {
    const engine = await engineWithAgent();
    await engine.up(resources, { killed: 'after' });
    await worked(engine, ...ids);
    await refusesAll(
      engine,
      resources.map((resource) => ({ ...resource, name: `new-${resource.name}` })),
      ids.length,
    );
  });
});

describe.each(SETS)('an update of a RecordSet that was cut off (marker: $marker)', ({ marker }) => {
  const before = [set(['C-1'], { marker })];
  const after = [set(['C-1', 'C-2', 'C-3'], { marker })];

  async function cutOff(clock?: () => number): Promise<ClassEngine> {
    const engine = await engineWithAgent(clock);
    await engine.up(before);
    await engine.up(after, { killed: 'after' });
    return engine;
  }

  test.each([false, true])(
    'adds nothing that is absent without a word (pulumi refresh in between: %s)',
    async (reads) => {
      const engine = await cutOff();
      await worked(engine, 'C-2');
      if (reads) await engine.refresh();
      await refusesAll(engine, after, 1);
      await addsOnce(engine, after, 1);
      expect(await clientIds(engine)).toEqual(['C-1', 'C-2', 'C-3']);
    },
  );

  test('is remembered by a second refresh, however late', async () => {
    let now = Date.now();
    const engine = await cutOff(() => now);
    await worked(engine, 'C-2', 'C-3');
    await engine.refresh();
    now += LATER;
    await engine.sandbox.control.advanceClock(LATER);
    await engine.refresh();
    await refusesAll(engine, after, 2);
  });

  test('is known although another resource is written first', async () => {
    const engine = await cutOff();
    await worked(engine, 'C-2', 'C-3');
    const { writes, errors } = await engine.up([ANCHOR, single('C-9'), ...after]);
    expect(errors.join('\n')).toContain('MUSTER_ALLOW=interrupted=2');
    expect(writes).toBe(1);
    expect(await clientIds(engine)).toEqual(['C-1', 'C-9']);
  });

  test('asks for nothing where the rows are taken out, and removes what came of them', async () => {
    for (const isAsked of [false, true]) {
      let now = Date.now();
      const engine = await cutOff(() => now);
      await worked(engine, 'C-2');
      if (isAsked) await refusesAll(engine, after, 1);
      now += LATER;
      await engine.sandbox.control.advanceClock(LATER);
      expect((await engine.up(before)).errors).toEqual([]);
      expect(await clientIds(engine)).toEqual(['C-1']);
      await staysQuiet(engine, before);
    }
  });

  test('that also lets a row go, which is a replacement, is remembered, too', async () => {
    const engine = await engineWithAgent();
    const other = [set(['C-2', 'C-3'], { marker })];
    await engine.up([set(['C-1', 'C-2'], { marker })]);
    expect((await engine.up(other, { killed: 'after' })).operations).toEqual(['creating east']);
    await worked(engine, 'C-3');
    await refusesAll(engine, other, 1);
    const allowed = await engine.up(other, { allow: 'interrupted=1' });
    expect(allowed.errors).toEqual([]);
    expect(await clientIds(engine)).toEqual(['C-2', 'C-3']);
    await staysQuiet(engine, other);
  });

  test('leaves no question once its create was finished, though the engine goes on listing it', async () => {
    const engine = await engineWithAgent();
    await engine.up(after, { killed: 'after' });
    await engine.up(after);
    await engine.up(before);
    const again = await engine.up(after);
    expect([again.errors, again.writes]).toEqual([[], 2]);
  });
});

test('the number that is allowed counts over all resources of an update, each of them as a whole', async () => {
  const engine = await engineWithAgent();
  const resources = [set(['C-1', 'C-2']), single('C-3')];
  await engine.up([resources[0] as Registered], { killed: 'before' });
  await engine.up([resources[1] as Registered], { killed: 'before' });
  const one = await engine.up(resources, { allow: 'interrupted=1' });
  expect([one.writes, await clientIds(engine)]).toEqual([1, ['C-3']]);
  expect(one.errors.join('\n')).toContain('MUSTER_ALLOW=interrupted=2');
  await addsOnce(engine, resources, 2);
});

describe.each(KINDS)('a reissue of a $kind whose update was cut off (marker: $marker)', ({ kind, marker }) => {
  const given = (more: object): Registered[] => [
    kind === 'RecordSet' ? set(['C-1'], { marker, ...more }) : single('C-1', { marker, ...more }),
  ];

  test.each([false, true])('calls nobody again (pulumi refresh in between: %s)', async (reads) => {
    const engine = await engineWithAgent();
    await engine.up(given({}));
    await worked(engine, 'C-1');
    await engine.up(given({}), { refresh: true });
    await engine.up(given({ reissue: 'asked for' }), { killed: 'after' });
    expect(await clientIds(engine)).toEqual(['C-1']);
    await worked(engine, 'C-1');
    if (reads) await engine.refresh();
    for (let run = 0; run < 2; run += 1) {
      const { writes } = await engine.up(given({ reissue: 'asked for' }), { refresh: run === 1 });
      expect(writes).toBe(0);
    }
    const again = await engine.up(given({ reissue: 'once more' }));
    expect([again.errors, again.writes > 0]).toEqual([[], true]);
  });
});
