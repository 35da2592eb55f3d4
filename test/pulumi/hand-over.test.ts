// Recorded state from a ledger to a Pulumi stack and back, with the real command of Pulumi. What must hold: no request that writes, an
// empty plan afterwards, and a finished customer stays finished in each home.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/desired/declarations/define.ts';
import { ledgerFile } from '../../src/state/ledger-file.ts';
import { openLedger } from '../../src/state/ledger.ts';
import { viewpointOfProcess } from '../../src/state/process-identity.ts';
import { musterProcess } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const SIZE = Number(process.env['MUSTER_HAND_OVER_SIZE'] ?? 12);
const IDS = Array.from({ length: SIZE }, (_, index) => `C-${String(index).padStart(3, '0')}`);
const WORKED = IDS.slice(0, SIZE / 3);
const AGENT = 'a@example.com';

function declared(manage: 'each' | 'set', ids: readonly string[]): DesiredInput {
  const users = ['a', 'b'].map((name) => ({
    ...{ loginUserId: `${name}@example.com`, firstName: name, lastName: 'Example', userTemplateName: 'Agents' },
  }));
  const records = ids.map((clientId) => ({ clientId, preferredAgent: AGENT, data: { Name: `Person ${clientId}` } }));
  return { users, campaigns: [{ campaignName: 'Summer', manage, records }] };
}

function command({ folder }: Story): (...words: string[]) => Promise<Ended> {
  const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  const environment = { ...engineEnvironment(folder), ...cloud };
  return (...words) => musterProcess(words, { folder, environment });
}

function keepStateIn({ folder }: Story, home: 'ledger' | 'pulumi'): void {
  const file = join(folder, 'muster.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"state":"\w+"/u, `"state":"${home}"`));
}

async function begun({ folder }: Story): Promise<void> {
  const ledger = await openLedger({ path: ledgerFile(folder, 'test'), clock: Date.now });
  const lock = await ledger.lock({ ...viewpointOfProcess(), holder: 'this test', timeoutMs: 0 });
  await ledger.noteHandOver({ is: 'leaving', other: 'the Pulumi stack test', at: Date.now() });
  await lock.release();
  await ledger.close();
}

const said = ({ exit, out, err }: Ended): string => `${exit} ${out}${err.replaceAll(/\s+/gu, ' ')}`;

const writes = async ({ sandbox }: Story): Promise<number> => (await sandbox.control.counters()).writes;

describe.skipIf(!pulumiIsHere()).each(['each', 'set'] as const)('recorded state, manage: %s', (manage) => {
  test('goes from the ledger to the stack and back', { timeout: 600_000 }, async () => {
    const story = await stackStory();
    const { control } = story.sandbox;
    const run = command(story);
    keepStateIn(story, 'ledger');
    story.declare(declared(manage, IDS));
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    for (const clientId of WORKED)
      await control.work({ campaignName: 'Summer', clientId, agent: AGENT, state: 'COMPLETED' });
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
    for (const clientId of WORKED) await control.removeRecord({ campaignName: 'Summer', clientId });
    await control.resetCounters();

    keepStateIn(story, 'pulumi');
    // The ledger knows who was called: a stack may not begin without it.
    for (const words of [['plan'], ['apply', '--auto-approve']])
      expect(said(await run(...words))).toMatch(/^2 .*takes them along/su);
    expect((await story.pulumi('stack', 'select', '--create', 'test')).code).toBe(0);
    expect((await story.up()).text).toContain('takes them along');
    // As a kill leaves it right after the hand-over began: no plan with either home, and no way but to end it.
    await begun(story);
    keepStateIn(story, 'ledger');
    for (const words of [['plan'], ['state', 'hand-over', '--to', 'ledger', '--auto-approve']])
      expect(said(await run(...words))).toMatch(/^2 .*on its way/su);
    keepStateIn(story, 'pulumi');
    expect((await story.up()).text).toContain('takes them along');
    expect(await run('state', 'hand-over', '--to', 'pulumi', '--auto-approve')).toMatchObject({ exit: 0, err: '' });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    expect(said(await run('state', 'hand-over', '--to', 'pulumi', '--auto-approve'))).toMatch(
      /^0 Nothing to hand over/u,
    );
    expect(await story.up()).toMatchObject({ code: 0, operations: [] });
    keepStateIn(story, 'ledger');
    expect(said(await run('plan'))).toMatch(/^2 .*went to the Pulumi stack/su);

    expect(await run('state', 'hand-over', '--to', 'ledger', '--auto-approve')).toMatchObject({ exit: 0, err: '' });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    keepStateIn(story, 'pulumi');
    expect((await story.up()).text).toContain('went to a ledger');
    expect(await writes(story)).toBe(0);
    expect(await control.records()).toHaveLength(IDS.length - WORKED.length);
  });
});
