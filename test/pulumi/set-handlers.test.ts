import { describe, expect, test } from 'vitest';

import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const SUMMER = 'Summer Renewals';
const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
type Manage = 'each' | 'set';

const record = (clientId: string, more: Partial<RecordInput> = {}): RecordInput => ({
  clientId,
  data: { Name: `Customer ${clientId}`, phone: '+34911234567' },
  ...more,
});
const upTo = (count: number, more: Partial<RecordInput> = {}): RecordInput[] =>
  Array.from({ length: count }, (_, index) => record(`C-${index + 1}`, more));

interface Settings {
  readonly manage?: Manage;
  readonly marker?: boolean;
  readonly users?: NonNullable<DesiredInput['users']>;
}

function desired(
  campaigns: Readonly<Record<string, readonly RecordInput[]>>,
  { manage = 'set', marker = true, users = [ANA] }: Settings = {},
): DesiredInput {
  const lists = Object.entries(campaigns)
    .filter(([, records]) => records.length > 0)
    .map(([campaignName, records]) => ({ campaignName, manage, marker, records }));
  return { ...(users.length > 0 && { users }), ...(lists.length > 0 && { campaigns: lists }) };
}

/** The same again: nothing planned, nothing done, nothing written, no drift. */
async function staysQuiet(engine: SmallEngine, wanted: DesiredInput): Promise<void> {
  for (const reads of [true, false]) {
    const again = await engine.up(wanted, { reads });
    expect(again.plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([]);
    expect({ ...again, plan: null }).toEqual({ operations: [], writes: 0, errors: [], leftOut: [], plan: null });
  }
  expect(await engine.refresh()).toEqual([]);
}

async function converge(engine: SmallEngine, wanted: DesiredInput): Promise<SmallUpdate> {
  const run = await engine.up(wanted);
  expect(run.errors).toEqual([]);
  await staysQuiet(engine, wanted);
  return run;
}

async function clientIds({ sandbox }: SmallEngine, campaignName: string): Promise<string[]> {
  return (await sandbox.control.records(campaignName)).map(({ clientId }) => String(clientId)).toSorted();
}

async function asked({ sandbox }: SmallEngine): Promise<Readonly<Record<string, number>>> {
  return (await sandbox.control.counters()).requests;
}

describe('a set of records', { timeout: 120_000 }, () => {
  test('writes what changed of one record, deletes what went, and leaves the others alone', async () => {
    const engine = await smallEngine();
    await converge(engine, desired({ [SUMMER]: upTo(50) }));
    const changed = desired({ [SUMMER]: [...upTo(49), record('C-50', { skillQueue: 'gold' })] });
    expect((await engine.up(changed)).writes).toBe(1);
    expect(await asked(engine)).toMatchObject({ addOrUpdateCampaignRecord: 1 });
    await staysQuiet(engine, changed);
    const fewer = await converge(engine, desired({ [SUMMER]: upTo(48) }));
    expect(fewer.writes).toBe(2);
    const gone = await engine.up(desired({}), { allow: { deletes: 48 } });
    expect(gone).toMatchObject({ operations: [`delete set:${SUMMER}/all`], errors: [], writes: 48 });
    expect(await clientIds(engine, SUMMER)).toEqual([]);
  });

  test('is left alone when the file follows what somebody changed in the service', async () => {
    const engine = await smallEngine();
    const inQueue = (skillQueue: string): DesiredInput =>
      desired({ [SUMMER]: [record('C-1'), record('C-2', { skillQueue })] });
    await converge(engine, inQueue('silver'));
    await engine.sandbox.control.changeRecord({ campaignName: SUMMER, clientId: 'C-2', skillQueue: 'gold' });
    // Nothing to do; that both agree now is recorded, or the next change of the file would be called a conflict.
    const noted = await converge(engine, inQueue('gold'));
    expect(noted).toMatchObject({ operations: [`update set:${SUMMER}/all`], writes: 0, plan: { changes: [] } });
    const other = await converge(engine, inQueue('bronze'));
    expect(other).toMatchObject({ operations: [`update set:${SUMMER}/all`], writes: 1 });
  });

  test('shows drift of one record, puts it back, leaves alone what was worked, and remembers what was used up', async () => {
    const engine = await smallEngine();
    const { control } = engine.sandbox;
    const wanted = desired({ [SUMMER]: upTo(5, { skillQueue: 'gold' }) });
    await converge(engine, wanted);
    await control.work({ campaignName: SUMMER, clientId: 'C-2', agent: 'ana@example.com', state: 'COMPLETED' });
    await control.work({ campaignName: SUMMER, clientId: 'C-3', agent: 'ana@example.com', state: 'WORKED' });
    await staysQuiet(engine, wanted);
    await control.removeRecord({ campaignName: SUMMER, clientId: 'C-2' });
    await staysQuiet(engine, wanted);
    await control.changeRecord({ campaignName: SUMMER, clientId: 'C-1', skillQueue: 'bronze' });
    expect(await engine.refresh()).toEqual([`set:${SUMMER}/all`]);
    expect((await converge(engine, wanted)).writes).toBe(1);
    await converge(engine, desired({ [SUMMER]: upTo(5, { skillQueue: 'gold' }).filter((_, index) => index !== 1) }));
    expect((await converge(engine, wanted)).writes).toBe(0);
    expect(await clientIds(engine, SUMMER)).not.toContain('C-2');
  });

  test.each([true, false])('changes to manage: each and back without a write (markers: %s)', async (marker) => {
    const engine = await smallEngine();
    const at = (manage: Manage): DesiredInput => desired({ [SUMMER]: upTo(6) }, { manage, marker });
    await converge(engine, at('each'));
    await engine.sandbox.control.work({
      campaignName: SUMMER,
      clientId: 'C-2',
      agent: 'ana@example.com',
      state: 'COMPLETED',
    });
    await converge(engine, at('each'));
    for (const manage of ['set', 'each', 'set'] as const) {
      expect((await converge(engine, at(manage))).writes).toBe(0);
    }
    expect([...engine.stack.keys()]).toEqual(['user:ana@example.com', `set:${SUMMER}/all`]);
    expect(await clientIds(engine, SUMMER)).toHaveLength(6);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'holds every receipt when a change of manage is cut off after %i operations',
    async (stopAfter) => {
      const engine = await smallEngine();
      const at = (manage: Manage): DesiredInput => desired({ [SUMMER]: upTo(4) }, { manage, marker: false });
      await converge(engine, at('each'));
      expect((await engine.up(at('set'), { stopAfter })).writes).toBe(0);
      expect((await converge(engine, at('set'))).writes).toBe(0);
      expect((await engine.up(at('each'), { stopAfter })).writes).toBe(0);
      expect((await converge(engine, at('each'))).writes).toBe(0);
      expect(await clientIds(engine, SUMMER)).toHaveLength(4);
    },
  );

  test('is split when it outgrows its shards without a write to what was there', async () => {
    const engine = await smallEngine();
    await engine.up(desired({ [SUMMER]: upTo(450) }, { users: [] }));
    const wanted = desired({ [SUMMER]: upTo(902) }, { users: [] });
    const split = await engine.up(wanted);
    expect(split.errors).toEqual([]);
    expect(split.operations.toSorted()).toEqual([
      ...['00', '01', '10', '11'].map((shard) => `create set:${SUMMER}/${shard}`),
      `delete set:${SUMMER}/all`,
    ]);
    expect(split.writes).toBe(452);
    await staysQuiet(engine, wanted);
  });
});

describe.each(['set', 'each'] as const)('a create without markers that was cut off (manage: %s)', (manage) => {
  const wanted = (name: string): DesiredInput =>
    desired({ [SUMMER]: [record('C-1', { data: { Name: name } })] }, { manage, marker: false });
  const NOBODY: DesiredInput = { users: [ANA] };
  const shown = async ({ sandbox }: SmallEngine): Promise<string[]> =>
    (await sandbox.control.records()).flatMap(({ previewRecordData }) =>
      previewRecordData.flatMap(({ key, value }) => (key === 'Name' ? [value] : [])),
    );

  test.each([
    ['Maria', 0],
    ['Maria Lopez', 1],
  ])('is recognised by what it sent, when the file says %s by now', async (name, writes) => {
    const engine = await smallEngine();
    await engine.up(NOBODY);
    await engine.up(wanted('Maria'), { killed: 'after' });
    expect(await shown(engine)).toEqual(['Maria']);
    expect((await converge(engine, wanted(name))).writes).toBe(writes);
    expect(await shown(engine)).toEqual([name]);
  });
});
