// One ledger for several clones and jobs, sealed on a branch of a repository: whoever applies has it alone, and knows what was applied
// before, wherever that was.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { sharedIn } from '../../src/core/engine/shared.ts';
import type { SharedState } from '../../src/core/engine/shared.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { anchor, list, record } from '../support/declare.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

vi.setConfig({ testTimeout: 120_000 });

const KEY = '0123456789abcdef0123456789abcdef';
const CALLED = { campaignName: 'Summer', clientId: 'C-2' };
const desired: DesiredInput = { users: [anchor], campaigns: [list('Summer', record('C-1'), record('C-2'))] };

function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  return folder;
}

interface Clone {
  readonly run: (more?: Partial<Run>) => Run;
  readonly shared: (lostRun?: string) => SharedState;
  /** As the command does it. */
  readonly apply: (more?: Partial<Run>) => Promise<string[]>;
}

/** A clone of the project in a folder of its own, whose remote is `url`. */
function clone(story: Scenario, name: string, url: string): Clone {
  const directory = join(story.project.directory, name, 'rosters');
  mkdirSync(directory, { recursive: true });
  execFileSync('git', ['init', '--quiet'], { cwd: join(directory, '..') });
  execFileSync('git', ['remote', 'add', 'origin', url], { cwd: directory });
  const environment = { ...process.env, MUSTER_STATE_BRANCH: 'muster-state', MUSTER_STATE_KEY: KEY };
  const run = (more: Partial<Run> = {}): Run =>
    story.run(desired, { project: { ...story.project, directory }, ...more });
  const shared = (lostRun?: string): SharedState =>
    sharedIn({ ...environment, MUSTER_LOST_RUN: lostRun }) ?? expect.unreachable();
  const apply = async (more: Partial<Run> = {}): Promise<string[]> => {
    const home = shared();
    await home.claim(run(more));
    try {
      const result = await engine.apply(run(more), async () => true);
      return result === null ? [] : fates(result);
    } finally {
      await home.end();
    }
  };
  return { run, shared, apply };
}

test('a colleague whose clone has no ledger brings it, and nobody is called again', async () => {
  const story = await scenario();
  const url = repository();
  const [ana, ben] = [clone(story, 'ana', url), clone(story, 'ben', url)];
  await expect(ana.apply()).rejects.toMatchObject({ code: 'no-recorded-state' });
  expect(await ana.apply({ isFirstApply: true })).toHaveLength(3);
  await story.sandbox.control.work({ ...CALLED, agent: 'anchor@example.com', state: 'COMPLETED' });
  await story.sandbox.control.removeRecord(CALLED);
  expect(await ben.shared().bring(ben.run())).toBe(null);
  expect(actionsOf(await engine.plan(ben.run()))).toEqual([]);
  await story.sandbox.control.resetCounters();
  expect(await ben.apply()).toEqual([]);
  expect(await ana.apply()).toEqual([]);
  expect((await story.sandbox.control.counters()).writes).toBe(0);
  const files = execFileSync('git', ['-C', url, 'ls-tree', '--name-only', 'muster-state']).toString();
  expect(files.split('\n')).toContain('rosters--sandbox.ledger');
});

test('of two who apply at once the second is refused before anything is sent, and told by whom', async () => {
  const story = await scenario();
  const url = repository();
  const [ana, ben] = [clone(story, 'ana', url), clone(story, 'ben', url)];
  const held = ana.shared();
  await held.claim(ana.run({ isFirstApply: true }));
  await expect(ben.apply({ isFirstApply: true })).rejects.toThrow(/it is taken by .*@/u);
  expect(await ben.shared().bring(ben.run())).toContain('which applies or was lost');
  await held.end();
  await held.end();
  expect(await ben.apply({ isFirstApply: true })).toHaveLength(3);
});

test('a run that was killed goes on from the ledger that it left on its own machine, once it is named', async () => {
  const story = await scenario();
  const url = repository();
  const ana = clone(story, 'ana', url);
  expect(await ana.apply({ isFirstApply: true })).toHaveLength(3);
  await ana.shared().claim(ana.run());
  const more: DesiredInput = {
    users: [anchor],
    campaigns: [list('Summer', record('C-1'), record('C-2'), record('C-3'))],
  };
  const { project } = ana.run();
  await engine.apply(story.run(more, { project }), async () => true);
  const said: unknown = await ana.apply().catch((error: unknown) => error);
  const lost = /it is taken by (\S+)$/u.exec(String(said))?.[1] ?? '';
  const next = ana.shared(lost);
  await next.claim(ana.run());
  expect(actionsOf(await engine.plan(story.run(more, { project })))).toEqual([]);
  await next.end();
  const ben = clone(story, 'ben', url);
  await ben.shared().bring(ben.run());
  expect(actionsOf(await engine.plan(story.run(more, { project: ben.run().project })))).toEqual([]);
});

test('a lost run is gone on with on a machine of the same name without its disk: with the ledger of the branch', async () => {
  const story = await scenario();
  const url = repository();
  const [ana, made] = [clone(story, 'ana', url), clone(story, 'made anew', url)];
  await ana.apply({ isFirstApply: true });
  await story.sandbox.control.work({ ...CALLED, agent: 'anchor@example.com', state: 'COMPLETED' });
  await ana.apply();
  await story.sandbox.control.removeRecord(CALLED);
  await ana.shared().claim(ana.run());
  const said: unknown = await made.apply().catch((error: unknown) => error);
  const lost = /it is taken by (\S+)$/u.exec(String(said))?.[1] ?? '';
  const next = made.shared(lost);
  await next.claim(made.run());
  expect(actionsOf(await engine.plan(made.run()))).toEqual([]);
  await next.end();
  expect(await ana.apply()).toEqual([]);
});

test('what is saved while a run goes on is known after the loss of its machine, and the claim stays', async () => {
  const story = await scenario();
  const url = repository();
  const [ana, ben] = [clone(story, 'ana', url), clone(story, 'ben', url)];
  const home = ana.shared();
  await home.claim(ana.run({ isFirstApply: true }));
  await engine.apply(ana.run(), async () => true);
  await home.save();
  await expect(ben.apply()).rejects.toMatchObject({ code: 'state-claimed' });
  await ben.shared().bring(ben.run());
  expect(actionsOf(await engine.plan(ben.run()))).toEqual([]);
  await home.end();
  expect(await ben.apply()).toEqual([]);
});

test('a short key, and a folder without a repository, are refused before anything is sent', async () => {
  const story = await scenario();
  const asked = sharedIn({ MUSTER_STATE_BRANCH: 'muster-state', MUSTER_STATE_KEY: 'short' });
  await expect(asked?.claim(story.run(desired))).rejects.toMatchObject({ code: 'bad-usage' });
  const nowhere = sharedIn({ ...process.env, MUSTER_STATE_BRANCH: 'muster-state', MUSTER_STATE_KEY: KEY });
  await expect(nowhere?.bring(story.run(desired))).rejects.toMatchObject({ code: 'state-branch' });
  expect(existsSync(join(story.project.directory, '.muster', 'ledger'))).toBe(false);
  expect(sharedIn({})).toBe(null);
});
