// What a stack must remember although nothing is sent, and what a plan asks for although no declaration changed.

import { describe, expect, test } from 'vitest';

import type { CampaignInput, DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import { list, person, record } from '../support/declare.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine, SmallUpdate } from './small-engine.ts';

const SUMMER = 'Summer';
const C1 = { campaignName: SUMMER, clientId: 'C-1' };
const AT = { ...C1, agent: 'ana@example.com' };

type Settings = Pick<CampaignInput, 'manage' | 'intake'>;

const file = (settings: Settings, ...records: readonly RecordInput[]): DesiredInput => ({
  users: [person('ana')],
  campaigns: [{ ...list(SUMMER, record('C-9'), ...records), ...settings }],
});

const said = ({ plan }: SmallUpdate): string[] =>
  plan.verdicts.flatMap(({ class: kind, address }) => (kind === 'assumed' ? [] : [`${kind} ${address}`]));
const planned = ({ plan }: SmallUpdate): string[] => plan.changes.map(({ action, address }) => `${action} ${address}`);

/** Outside a program, where nobody says what is planned. */
async function noDrift(engine: SmallEngine): Promise<void> {
  expect(await engine.refresh()).toEqual([]);
}

async function begun(...records: readonly [Settings, ...RecordInput[]]): Promise<SmallEngine> {
  const engine = await smallEngine();
  expect((await engine.up(file(...records))).errors).toEqual([]);
  return engine;
}

describe.each(['each', 'set'] as const)('manage: %s', (manage) => {
  const settings = { manage };
  const name = manage === 'set' ? `set:${SUMMER}/all` : 'record:Summer/C-1';

  test('a reason to call again that came before the task was finished is used up', async () => {
    const engine = await begun(settings, record('C-1'));
    await engine.sandbox.control.work({ ...AT, state: 'WORKED' });
    const again = file(settings, record('C-1', { reissue: 'early' }));
    const early = await engine.up(again);
    expect([planned(early), early.operations, early.writes]).toEqual([[], [`update ${name}`], 0]);
    await noDrift(engine);
    await engine.sandbox.control.work({ ...AT, state: 'COMPLETED' });
    const later = await engine.up(again);
    expect([planned(later), said(later), later.writes]).toEqual([[], ['consumed record:Summer/C-1'], 0]);
  });

  test('a file that follows the service is what the next change of the file is measured by', async () => {
    const queue = (skillQueue: string): DesiredInput => file(settings, record('C-1', { skillQueue }));
    const engine = await begun(settings, record('C-1', { skillQueue: 'silver' }));
    await engine.sandbox.control.changeRecord({ ...C1, skillQueue: 'gold' });
    const noted = await engine.up(queue('gold'));
    expect([planned(noted), noted.operations, noted.writes]).toEqual([[], [`update ${name}`], 0]);
    await noDrift(engine);
    const next = await engine.up(queue('bronze'));
    expect([planned(next), next.writes]).toEqual([['update record:Summer/C-1'], 1]);
  });

  test('what the plan could not read is not written, although the handlers can read it a moment later', async () => {
    const wanted = file(settings, record('C-1', { skillQueue: 'gold' }));
    const engine = await begun(settings, record('C-1'));
    const { control } = engine.sandbox;
    await control.arm({ operation: 'searchPreviewCampaign', kind: 'status', count: 'always' });
    const unread = await engine.up(wanted, { reads: false, meanwhile: () => control.clearFaults() });
    expect([planned(unread), unread.operations, unread.writes]).toEqual([[], [], 0]);
    expect(unread.leftOut.join('\n')).toContain('record:Summer/C-1');
    expect((await engine.up(wanted, { reads: false })).writes).toBe(1);
  });
});
