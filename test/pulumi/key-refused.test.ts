// A key that is refused from one reading on, at any of them, through a set and through the classes: what was written by then is
// recorded, so that a record which agents have worked and cleared since is not added again.

import { expect, test } from 'vitest';

import { classEngine } from './class-engine.ts';
import type { Registered } from './class-engine.ts';

const DATA = JSON.stringify([['Name', 'Maria', 0]]);
const IDS = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6', 'C-7', 'C-8', 'C-9'];
const AGENT = 'anchor@example.com';

const around = (marker: boolean) => ({ campaignName: 'Summer', marker });

interface Way {
  readonly clientIds: readonly string[];
  readonly resources: readonly Registered[];
}

function singles(marker: boolean): Way {
  const clientIds = IDS.slice(0, 2);
  const resources = clientIds.map((clientId): Registered => ({
    kind: 'PinnedRecord',
    name: clientId,
    args: { ...around(marker), clientId, data: DATA },
  }));
  return { clientIds, resources };
}

function set(marker: boolean): Way {
  const records = JSON.stringify(IDS.map((clientId) => ({ clientId, data: DATA })));
  return { clientIds: IDS, resources: [{ kind: 'RecordSet', name: 'set', args: { ...around(marker), records } }] };
}

function people(): Way {
  const names = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents', createInBackend: true };
  const resources = ['ana@example.com', 'ben@example.com'].map((loginUserId): Registered => ({
    kind: 'User',
    name: loginUserId,
    args: { ...names, loginUserId },
  }));
  return { clientIds: [], resources };
}

const WAYS = [
  ['User', people()],
  ['PinnedRecord', singles(true)],
  ['PinnedRecord without marker', singles(false)],
  ['RecordSet', set(true)],
  ['RecordSet without marker', set(false)],
] as const;
const READINGS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 19, 20, 21, 22, 24];

test.each(WAYS.flatMap(([name, way]) => READINGS.map((reading) => [name, reading, way] as const)))(
  '%s, refused from reading %i on',
  async (_name, reading, { clientIds, resources }) => {
    const engine = await classEngine();
    const { control } = engine.sandbox;
    await control.addUser({ loginUserId: AGENT, inBackend: false });
    const added: string[] = [];
    const up = async (options = {}): Promise<void> => {
      await engine.up(resources, options);
      for (const { operation, committed, key } of await control.log())
        if (operation === 'addOrUpdateCampaignRecord' && committed) added.push(key);
    };
    await control.arm({ operation: 'read', kind: 'unauthorized', ordinal: reading, count: 'always' });
    await up();
    await control.clearFaults();
    for (const { clientId } of await control.records('Summer')) {
      await control.work({ campaignName: 'Summer', clientId, agent: AGENT, state: 'COMPLETED' });
      await control.removeRecord({ campaignName: 'Summer', clientId });
    }
    await up();
    await up({ refresh: true });
    const last = await engine.up(resources, { allow: `interrupted=${clientIds.length}` });
    expect(last).toMatchObject({ errors: [], writes: 0 });
    expect(added.toSorted()).toEqual([...new Set(added)].toSorted());
    expect(new Set(added).size).toBe(clientIds.length);
  },
);

test('a class whose reading after the write is refused is recorded, and says that it could not be read again', async () => {
  const engine = await classEngine();
  // One before the plan, one in the turn of the write, and the one that reads it again.
  await engine.sandbox.control.arm({ operation: 'read', kind: 'unauthorized', ordinal: 3, count: 'always' });
  const { errors, said, writes } = await engine.up(singles(true).resources.slice(0, 1));
  expect({ errors, writes }).toEqual({ errors: [], writes: 1 });
  expect(said).toEqual([expect.stringContaining('could not be read again')]);
  expect([...engine.entries.keys()]).toEqual(['C-1']);
});
