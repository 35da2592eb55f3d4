// Records of the classes that change their campaign: one transfer each, whatever resource they stood in. What was worked meanwhile stays
// where it is, which is said; nobody is called again, whichever campaign declares the clientId.

import { describe, expect, test } from 'vitest';

import { classEngine } from './class-engine.ts';
import type { ClassEngine, Registered } from './class-engine.ts';

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const KINDS = ['RecordSet', 'PinnedRecord'] as const;
type Kind = (typeof KINDS)[number];

function set(campaignName: string, ids: readonly string[], { name = 'east', ...more } = {}): Registered {
  const records = JSON.stringify(ids.map((clientId) => ({ clientId, data: DATA, ...more })));
  return { kind: 'RecordSet', name, args: { campaignName, records } };
}

function single(campaignName: string, clientId: string, { name = clientId, ...more } = {}): Registered {
  return { kind: 'PinnedRecord', name, args: { campaignName, clientId, data: DATA, ...more } };
}

const declaring = (kind: Kind, campaignName: string, ids: readonly string[]): Registered[] =>
  kind === 'RecordSet' ? [set(campaignName, ids)] : ids.map((id) => single(campaignName, id));

const there = async ({ sandbox }: ClassEngine): Promise<string[]> =>
  (await sandbox.control.records())
    .map(({ campaignName, clientId, workedState }) => `${campaignName}/${clientId} ${workedState}`)
    .toSorted();

async function work(
  { sandbox: { control } }: ClassEngine,
  clientId: string,
  state: 'COMPLETED' | 'WORKED' = 'COMPLETED',
): Promise<void> {
  await control.work({ campaignName: 'Summer', clientId, agent: 'anchor@example.com', state });
}

/** What wrote in the last update, by operation. */
async function wrote({ sandbox: { control } }: ClassEngine): Promise<Record<string, number>> {
  const { requests } = await control.counters();
  const reads = ['searchPreviewCampaign', 'query-existence', 'GetSecretValue'];
  return Object.fromEntries(Object.entries(requests).filter(([name]) => !reads.includes(name)));
}

async function staysQuiet(engine: ClassEngine, resources: readonly Registered[]): Promise<void> {
  for (const refresh of [false, true, false])
    expect(await engine.up(resources, { refresh })).toMatchObject({ operations: [], errors: [], writes: 0 });
}

async function begun(...resources: readonly Registered[]): Promise<ClassEngine> {
  const engine = await classEngine();
  await engine.sandbox.control.addUser({ loginUserId: 'anchor@example.com', inBackend: false });
  expect((await engine.up(resources)).errors).toEqual([]);
  return engine;
}

const IDS = ['C-1', 'C-2', 'C-3'];

describe.each(KINDS)('another campaign of a %s', (kind) => {
  test.each([true, false])('is one transfer a record (refresh: %s)', async (refresh) => {
    const engine = await begun(...declaring(kind, 'Summer', IDS));
    const moved = declaring(kind, 'Winter', IDS);
    const { errors } = await engine.up(moved, { refresh });
    expect([errors, await wrote(engine)]).toEqual([[], { transferCampaignRecord: 3 }]);
    expect(await there(engine)).toEqual(IDS.map((id) => `Winter/${id} NOTWORKED`));
    await staysQuiet(engine, moved);
  });

  describe.each([
    ['is being worked', 'WORKED'],
    ['was finished', 'COMPLETED'],
  ] as const)('leaves what %s where it is', (_what, state) => {
    test.each([true, false])('says so, and the update succeeds (refresh: %s)', async (refresh) => {
      const engine = await begun(...declaring(kind, 'Summer', IDS));
      await work(engine, 'C-2', state);
      const moved = declaring(kind, 'Winter', IDS);
      const { errors } = await engine.up(moved, { refresh });
      expect([errors, await wrote(engine)]).toEqual([[], { transferCampaignRecord: 2 }]);
      expect(await there(engine)).toEqual([`Summer/C-2 ${state}`, 'Winter/C-1 NOTWORKED', 'Winter/C-3 NOTWORKED']);
      expect(engine.said.join('\n')).toContain('record:Winter/C-2: not moved from Summer: ');
      await staysQuiet(engine, moved);
    });

    test('and calls nobody again when it is cleared away later', async () => {
      const engine = await begun(...declaring(kind, 'Summer', IDS));
      await work(engine, 'C-2', state);
      const moved = declaring(kind, 'Winter', IDS);
      await engine.up(moved);
      await engine.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-2' });
      await staysQuiet(engine, moved);
      await staysQuiet(engine, declaring(kind, 'Winter', IDS));
    });
  });

  test('calls nobody again who was called in the campaign of before', async () => {
    const engine = await begun(...declaring(kind, 'Summer', IDS));
    await work(engine, 'C-2');
    await engine.refresh();
    await engine.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-2' });
    const moved = declaring(kind, 'Winter', IDS);
    expect((await engine.up(moved)).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Winter/C-1 NOTWORKED', 'Winter/C-3 NOTWORKED']);
    await staysQuiet(engine, moved);
  });

  test.each(['before', 'after'] as const)('is finished by the next update when it was killed (%s)', async (killed) => {
    const engine = await begun(...declaring(kind, 'Summer', IDS));
    const moved = declaring(kind, 'Winter', IDS);
    await engine.up(moved, { killed });
    expect((await engine.up(moved)).errors).toEqual([]);
    expect(await there(engine)).toEqual(IDS.map((id) => `Winter/${id} NOTWORKED`));
    await staysQuiet(engine, moved);
  });

  test('moves nothing back and forth when the file goes back', async () => {
    const engine = await begun(...declaring(kind, 'Summer', IDS));
    await work(engine, 'C-2', 'WORKED');
    await engine.up(declaring(kind, 'Winter', IDS));
    const back = declaring(kind, 'Summer', IDS);
    expect((await engine.up(back)).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED', 'Summer/C-2 WORKED', 'Summer/C-3 NOTWORKED']);
    await staysQuiet(engine, back);
  });
});

describe('a record that goes to another campaign and another resource', () => {
  const ways: readonly (readonly [string, Registered, Registered])[] = [
    ['set to set', set('Summer', ['C-1']), set('Winter', ['C-1'], { name: 'west' })],
    ['set to single', set('Summer', ['C-1']), single('Winter', 'C-1')],
    ['single to set', single('Summer', 'C-1'), set('Winter', ['C-1'])],
    ['single to single', single('Summer', 'C-1'), single('Winter', 'C-1', { name: 'call' })],
  ];

  test.each(ways)('is one transfer (%s)', async (_way, before, after) => {
    const engine = await begun(before);
    const { errors } = await engine.up([after]);
    expect([errors, await wrote(engine)]).toEqual([[], { transferCampaignRecord: 1 }]);
    expect(await there(engine)).toEqual(['Winter/C-1 NOTWORKED']);
    expect([...engine.entries.keys()]).toEqual([after.name]);
    await staysQuiet(engine, [after]);
  });

  test.each(ways)(
    'stays where it was worked, is remembered, and is not called again (%s)',
    async (_way, before, after) => {
      const engine = await begun(before);
      await work(engine, 'C-1');
      expect(await engine.up([after])).toMatchObject({ errors: [], writes: 0 });
      expect(engine.said.join('\n')).toContain('record:Winter/C-1: not moved from Summer: ');
      expect(engine.said).toHaveLength(1);
      await engine.sandbox.control.removeRecord({ campaignName: 'Summer', clientId: 'C-1' });
      await staysQuiet(engine, [after]);
    },
  );

  test('leaves the others: rows that stay, rows that go', async () => {
    const engine = await begun(set('Summer', ['C-1', 'C-2', 'C-3']));
    const after = [set('Summer', ['C-1']), set('Winter', ['C-2'], { name: 'west' })];
    const { errors } = await engine.up(after);
    expect([errors, await wrote(engine)]).toEqual([[], { transferCampaignRecord: 1, deleteRecordFromCampaign: 1 }]);
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED', 'Winter/C-2 NOTWORKED']);
    await staysQuiet(engine, after);
  });

  test('and other rows of its set go: each record once', async () => {
    const engine = await begun(set('Summer', IDS));
    const after = [set('Winter', ['C-1', 'C-2'])];
    const { errors } = await engine.up(after);
    expect([errors, await wrote(engine)]).toEqual([[], { transferCampaignRecord: 2, deleteRecordFromCampaign: 1 }]);
    expect(await there(engine)).toEqual(['Winter/C-1 NOTWORKED', 'Winter/C-2 NOTWORKED']);
    await staysQuiet(engine, after);
  });

  test('is another record where the first campaign goes on declaring it', async () => {
    const second = (more: object = {}): Registered => {
      const { args, ...each } = single('Winter', 'C-1', { name: 'second' });
      return { ...each, args: { ...args, ...more } };
    };
    const engine = await begun(single('Summer', 'C-1', { name: 'first' }));
    const first = single('Summer', 'C-1', { name: 'first' });
    // As the program says it: `first` is registered later, and declares what the stack holds of the clientId.
    const declaredElsewhere = JSON.stringify([
      ['record:Summer/C-1', 'urn:pulumi:dev::team::pulumi-nodejs:dynamic/muster:PinnedRecord::first'],
    ]);
    expect((await engine.up([second({ declaredElsewhere }), first])).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED', 'Winter/C-1 NOTWORKED']);
    await staysQuiet(engine, [second({ declaredElsewhere }), first]);
    expect((await engine.up([first])).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED']);
  });

  test('is not deleted in the first campaign when its transfer is refused', async () => {
    const engine = await begun(set('Summer', ['C-1', 'C-2']));
    const after = [set('Winter', ['C-1'], { name: 'west' }), set('Summer', ['C-2'])];
    await engine.sandbox.control.arm({ operation: 'transferCampaignRecord', kind: 'status', status: 400, count: 1 });
    expect((await engine.up(after)).errors.join()).toContain('[refused]');
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED', 'Summer/C-2 NOTWORKED']);
    await engine.sandbox.control.clearFaults();
    expect((await engine.up(after)).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Summer/C-2 NOTWORKED', 'Winter/C-1 NOTWORKED']);
    await staysQuiet(engine, after);
  });
});

test.each(KINDS)(
  'a record of a %s that was worked and is cleared up is not added when its line is put back',
  async (kind) => {
    const [line, cleared] = [{ name: 'C' }, { name: 'C', ensure: 'absent', whenWorked: 'remove' }];
    const of = (more: object): Registered =>
      kind === 'RecordSet' ? set('Summer', ['C-1'], { ...more }) : single('Summer', 'C-1', { ...more });
    const engine = await begun(of(line));
    await work(engine, 'C-1');
    expect((await engine.up([of(cleared)])).errors).toEqual([]);
    expect(await there(engine)).toEqual([]);
    await staysQuiet(engine, [of(cleared)]);
    for (const refresh of [true, false]) await engine.up([of(line)], { refresh });
    expect(await there(engine)).toEqual([]);
    expect((await engine.up([of({ ...line, reissue: 'by letter' })])).errors).toEqual([]);
    expect(await there(engine)).toEqual(['Summer/C-1 NOTWORKED']);
  },
);

describe.each(KINDS)('records of a %s that others work while they move', (kind) => {
  test('stay where they were worked; the update succeeds, and nobody is called again', async () => {
    const ids = Array.from({ length: kind === 'RecordSet' ? 300 : 6 }, (_, index) => `C-${index + 1}`);
    const engine = await begun(...declaring(kind, 'Summer', ids));
    const { control } = engine.sandbox;
    await control.setDelay(50);
    const moved = declaring(kind, 'Winter', ids);
    const update = engine.up(moved, { parallel: true });
    // From the end: what the update has read, and does not write at once.
    let isOver = false;
    const hands = (async () => {
      for (const clientId of ids.toReversed()) {
        if (isOver) return;
        const agent = 'anchor@example.com';
        await control.work({ campaignName: 'Summer', clientId, agent, state: 'COMPLETED' }).catch(() => null);
      }
    })();
    const { errors } = await update;
    isOver = true;
    await hands;
    await control.setDelay(0);
    expect(errors).toEqual([]);
    const seen = await control.records();
    expect(seen).toHaveLength(ids.length);
    const worked = seen.filter(({ workedState }) => workedState === 'COMPLETED');
    for (const { campaignName, clientId } of worked.filter((each) => each.campaignName === 'Summer'))
      expect(engine.said.join('\n')).toContain(`record:Winter/${clientId}: not moved from ${campaignName}: `);
    expect(worked.some(({ campaignName }) => campaignName === 'Summer')).toBe(true);
    for (const { campaignName, clientId } of worked)
      await control.removeRecord({ campaignName, clientId: clientId ?? '' });
    await engine.up(moved, { refresh: true });
    expect(await control.records()).toHaveLength(ids.length - worked.length);
  });
});
