// A program of classes has no plan of its own: what becomes of each record is said in a line, in preview and in up.

import { describe, expect, test } from 'vitest';

import { converge } from './class-converge.ts';
import { classEngine } from './class-engine.ts';
import type { ClassEngine, Registered } from './class-engine.ts';

const KEY = { campaignName: 'Summer', clientId: 'C-2' };

interface Row {
  readonly clientId: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly skillQueue?: string;
}

const set = (...rows: readonly Row[]): Registered => ({
  kind: 'RecordSet',
  name: 'east',
  args: { campaignName: 'Summer', records: JSON.stringify(rows.map((row) => ({ data: { Name: 'Maria' }, ...row }))) },
});

const ROWS = ['C-1', 'C-2', 'C-3'].map((clientId) => ({ clientId }));

async function begun(...resources: readonly Registered[]): Promise<ClassEngine> {
  const engine = await classEngine();
  const created = await engine.up(resources);
  expect(created).toMatchObject({ errors: [], said: [] });
  return engine;
}

/** The same at preview and at up. */
async function says(engine: ClassEngine, resource: Registered, ...lines: readonly string[]): Promise<void> {
  for (const options of [{ preview: true }, {}]) {
    const { said, errors } = await engine.up([resource], options);
    expect({ said, errors }).toEqual({ said: lines, errors: [] });
  }
}

describe('a set whose rows changed', () => {
  test('says which are added, and which fields of which change, by name and without a value', async () => {
    const engine = await begun(set(...ROWS));
    const after = set(
      { clientId: 'C-1', data: { Name: 'Anna', phone: '+34911234567' } },
      { clientId: 'C-2', skillQueue: 'silver' },
      { clientId: 'C-3' },
      { clientId: 'C-4' },
    );
    const line = 'RecordSet "east": adds 1: C-4; changes 2: C-1 (data.Name, data.phone), C-2 (skillQueue)';
    await says(engine, after, line);
    await converge(engine, [after]);
  });

  test('says which are deleted', async () => {
    const engine = await begun(set(...ROWS));
    const after = set({ clientId: 'C-2' });
    const line = 'RecordSet "east": deletes 2: C-1, C-3 (untouched ones, unless another resource declares them)';
    await says(engine, after, line);
    expect((await engine.sandbox.control.records()).map(({ clientId }) => clientId)).toEqual(['C-2']);
    await converge(engine, [after]);
  });

  test('says that a row that was seen worked is let go', async () => {
    const engine = await begun(set(...ROWS));
    await engine.sandbox.control.work({ ...KEY, agent: 'ana@example.com', state: 'WORKED' });
    await engine.up([set(...ROWS)], { refresh: true });
    const after = set({ clientId: 'C-1' }, { clientId: 'C-3' });
    const { said } = await engine.up([after], { preview: true });
    expect(said).toEqual(['RecordSet "east": lets go 1: C-2 (worked)']);
    await engine.up([after]);
    expect((await engine.sandbox.control.records()).map(({ clientId }) => clientId)).toContain('C-2');
  });

  test('names ten, and counts the others', async () => {
    const engine = await begun(set({ clientId: 'A' }));
    const rows = Array.from({ length: 13 }, (_, index) => ({ clientId: `B-${String(index).padStart(2, '0')}` }));
    const { said } = await engine.up([set({ clientId: 'A' }, ...rows)], { preview: true });
    const named = rows.slice(0, 10).map(({ clientId }) => clientId);
    expect(said).toEqual([`RecordSet "east": adds 13: ${named.join(', ')}, and 3 more`]);
  });
});

test('a single record says which fields change, and where it moves from', async () => {
  const call = (args: object): Registered => ({
    kind: 'PinnedRecord',
    name: 'call',
    args: { ...KEY, data: { Name: 'Maria' }, ...args },
  });
  const engine = await begun(call({}));
  await says(engine, call({ data: { Name: 'Anna' } }), 'PinnedRecord "call": changes 1: C-2 (data.Name)');
  const moved = call({ data: { Name: 'Anna' }, campaignName: 'Winter' });
  await says(engine, moved, 'PinnedRecord "call": moves 1: C-2 (from Summer)');
  await converge(engine, [moved]);
});

test('nothing that changed is nothing to say, whatever a refresh shows of it', async () => {
  const engine = await begun(set(...ROWS));
  await engine.sandbox.control.changeRecord({ ...KEY, skillQueue: 'bronze' });
  for (const options of [{ preview: true }, { preview: true, refresh: true }])
    expect((await engine.up([set(...ROWS)], options)).said).toEqual([]);
});
