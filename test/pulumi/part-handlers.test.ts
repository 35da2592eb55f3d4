// One part of a plan through the handlers: whichever resources answer for the records before and after, only what was
// approved is written, the rest is planned as before, and then done.

import { describe, expect, test } from 'vitest';

import { readReceipts, recordsIn, writeReceipts } from '../../providers/receipts.ts';
import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { OpenIntent } from '../../src/core/model/state.ts';
import { CHANGE_PARTS, standsIn } from '../../src/core/model/parts.ts';
import type { ChangePart } from '../../src/core/model/parts.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';
import { person, record } from '../support/declare.ts';

type Half = ChangePart;
type Manage = 'each' | 'set';

const successor = { offboard: { reassignTo: 'a@example.com' } };

const before = (manage: Manage): DesiredInput => ({
  users: [person('a'), person('ben', successor)],
  campaigns: [
    {
      campaignName: 'Summer',
      manage,
      records: ['same', 'gold', 'drifted', 'gone', 'ended', 'moving', 'pinned'].map((clientId) => record(clientId)),
    },
    { campaignName: 'Winter', manage, records: [record('W-1')] },
  ],
});
const after = (manage: Manage): DesiredInput => ({
  users: [person('a'), person('new')],
  campaigns: [
    {
      campaignName: 'Summer',
      manage,
      records: [
        record('same'),
        record('gold', { skillQueue: 'gold' }),
        record('drifted'),
        record('ended', { ensure: 'completed' }),
        record('pinned'),
        record('fresh', { preferredAgent: 'new@example.com' }),
      ],
    },
    { campaignName: 'Winter', manage, records: [record('W-1'), record('moving')] },
  ],
});

async function started(manage: Manage): Promise<SmallEngine> {
  const engine = await smallEngine();
  expect((await engine.up(before(manage))).errors).toEqual([]);
  const { control } = engine.sandbox;
  await control.changeRecord({ campaignName: 'Summer', clientId: 'drifted', data: { Name: 'Other' } });
  await control.changeRecord({ campaignName: 'Summer', clientId: 'pinned', preferredAgent: 'ben@example.com' });
  return engine;
}

function addresses({ approval }: Plan, half: Half): string[] {
  return approval.changes.flatMap(({ part, address }) => (part === half ? [address] : []));
}

/** Writes of exactly this part, nothing of the other, which is planned as before. */
async function half(engine: SmallEngine, desired: DesiredInput, part: Half): Promise<SmallUpdate> {
  const run = await engine.up(desired, { part });
  expect(run.errors).toEqual([]);
  expect(run.writes).toBe(run.plan.approval.parts[part].requests.writes);
  const { plan: left } = await engine.up(desired, { stopAfter: 0, reads: false });
  expect(addresses(left, part)).toEqual([]);
  for (const other of CHANGE_PARTS.filter((each) => each !== part)) {
    expect(digests(left, other)).toEqual(digests(run.plan, other));
  }
  return run;
}

/** What an approval of that part holds on to: it is still good for what is left. */
function digests({ approval }: Plan, part: ChangePart): string[] {
  return approval.changes.flatMap((each) => (standsIn(each, part) ? each.digest : []));
}

async function staysQuiet(engine: SmallEngine, desired: DesiredInput): Promise<void> {
  const quiet = await engine.up(desired);
  expect(quiet.plan.changes).toEqual([]);
  expect({ ...quiet, plan: null }).toEqual({ operations: [], writes: 0, errors: [], leftOut: [], plan: null });
  expect(await engine.refresh()).toEqual([]);
}

describe('a part of a plan that was approved', () => {
  test.each<[Manage, Manage, Half]>([
    ['each', 'each', 'additions'],
    ['each', 'each', 'removals'],
    ['set', 'set', 'additions'],
    ['set', 'set', 'removals'],
    ['each', 'set', 'additions'],
    ['each', 'set', 'removals'],
    ['set', 'each', 'additions'],
    ['set', 'each', 'removals'],
    ['each', 'set', 'repairs'],
    ['set', 'set', 'repairs'],
  ])('is all that is done (manage: %s, then %s; first the %s one)', async (from, to, first) => {
    const engine = await started(from);
    const wanted = after(to);
    const run = await half(engine, wanted, first);
    expect(addresses(run.plan, 'additions').toSorted()).toEqual([
      'record:Summer/fresh',
      'record:Summer/gold',
      'record:Winter/moving',
      'user:new@example.com',
    ]);
    expect(addresses(run.plan, 'repairs')).toEqual(['record:Summer/drifted']);
    expect(addresses(run.plan, 'removals').toSorted()).toEqual([
      'record:Summer/ended',
      'record:Summer/gone',
      'record:Summer/pinned',
      'user:ben@example.com',
    ]);
    const rest = await engine.up(wanted);
    expect(rest.errors).toEqual([]);
    await staysQuiet(engine, wanted);
  });

  test('leaves what it holds with what was wanted before, so that a file put back asks for nothing', async () => {
    const engine = await started('set');
    await half(engine, after('set'), 'removals');
    const { control } = engine.sandbox;
    await control.changeRecord({ campaignName: 'Summer', clientId: 'drifted', data: { Name: 'drifted' } });
    const { users = [], campaigns = [] } = before('set');
    const kept = campaigns.map((campaign) => ({
      ...campaign,
      records: (campaign.records ?? []).filter(({ clientId }) => clientId !== 'gone' && clientId !== 'ended'),
    }));
    const back = { users: users.slice(0, 1), campaigns: kept };
    await staysQuiet(engine, back);
  });

  test('keeps a write that an earlier run left open for the run that may repeat it', async () => {
    const engine = await started('set');
    const name = 'set:Summer/all';
    const { outputs, ...set } = engine.stack.get(name)!;
    const receipts = readReceipts(outputs, 'Summer');
    const identity = receipts.identity!;
    const gold = recordsIn(receipts.recorded).find(({ clientId }) => clientId === 'gold')!;
    const place = { address: gold.address, fromCampaign: null };
    const intent: OpenIntent = { id: 'update gold', action: 'update', at: Date.now(), proposed: gold, ...place };
    engine.stack.set(name, {
      ...set,
      outputs: {
        ...outputs,
        ...writeReceipts({ ...receipts, openIntents: [intent] }, { identity, campaignName: 'Summer' }),
      },
    });
    const run = await engine.up(after('set'), { part: 'removals', reads: false });
    expect({ errors: run.errors, writes: run.writes }).toEqual({ errors: [], writes: 4 });
    expect(readReceipts(engine.stack.get(name)!.outputs, 'Summer').openIntents).toEqual([intent]);
    expect((await engine.up(after('set'))).errors).toEqual([]);
    await staysQuiet(engine, after('set'));
  });
});
