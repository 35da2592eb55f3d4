// Recorded state from a ledger to a Pulumi stack and back, with the real command of Pulumi. What must hold: no request that writes, an
// empty plan afterwards, and a finished customer stays finished in each home.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { ledgerFile } from '../../src/core/state/ledger-file.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import type { Ledger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { AGENT, command, declared, homesIn, IDS, keepStateIn, KILLED, MOST_STEPS } from './hand-over-story.ts';
import { note, said, STRIDE, untilFree, workedIn, WORKED, writes } from './hand-over-story.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

/** As a kill leaves it right after the hand-over began; null: as it was before. */
async function noted({ folder }: Story, handOver: Parameters<Ledger['noteHandOver']>[0]): Promise<void> {
  const ledger = await openLedger({ path: ledgerFile(folder, 'test'), clock: Date.now });
  const lock = await ledger.lock({ ...viewpointOfProcess(), holder: 'this test', timeoutMs: 0 });
  await ledger.noteHandOver(handOver);
  await lock.release();
  await ledger.close();
}

/** Nothing is said, unless a slow reading tells how far it is. */
const QUIET: unknown = expect.stringMatching(/^(?:Reading: .*\n)*$/u);

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
    await noted(story, { is: 'leaving', other: 'the Pulumi stack test', at: Date.now() });
    keepStateIn(story, 'ledger');
    for (const words of [['plan'], ['state', 'hand-over', '--to', 'ledger', '--auto-approve']])
      expect(said(await run(...words))).toMatch(/^2 .*on its way/su);
    keepStateIn(story, 'pulumi');
    expect((await story.up()).text).toContain('takes them along');
    expect(await run('state', 'hand-over', '--to', 'pulumi', '--auto-approve')).toMatchObject({ exit: 0, err: QUIET });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    expect(said(await run('state', 'hand-over', '--to', 'pulumi', '--auto-approve'))).toMatch(
      /^0 Nothing to hand over/u,
    );
    expect(await story.up()).toMatchObject({ code: 0, operations: [] });
    keepStateIn(story, 'ledger');
    expect(said(await run('plan'))).toMatch(/^2 .*went to the Pulumi stack/su);

    expect(await run('state', 'hand-over', '--to', 'ledger', '--auto-approve')).toMatchObject({ exit: 0, err: QUIET });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    keepStateIn(story, 'pulumi');
    expect((await story.up()).text).toContain('a ledger has the state of this stack');
    expect(await writes(story)).toBe(0);
    expect(await control.records()).toHaveLength(IDS.length - WORKED.length);
  });
});

describe.skipIf(!pulumiIsHere())('a hand-over that may not be', () => {
  test(
    'of a ledger that another run holds, or of another tenant, or to a stack that holds something, changes nothing',
    { timeout: 600_000 },
    async () => {
      const story = await stackStory();
      const run = command(story);
      await workedIn(story, run);
      keepStateIn(story, 'pulumi');
      const words = ['state', 'hand-over', '--auto-approve', '--to', 'pulumi'];
      const held = await openLedger({ path: ledgerFile(story.folder, 'test'), clock: Date.now });
      const lock = await held.lock({ ...viewpointOfProcess(), holder: 'this test', timeoutMs: 0 });
      expect(said(await run(...words, '--lock-timeout', '0'))).toMatch(/^15 /u);
      await lock.release();
      await held.close();
      // As an update leaves it that ends between the list of locks and the reading of its own.
      const locks = join(story.folder, '.state', '.pulumi', 'locks', 'organization', 'team', 'test');
      mkdirSync(locks, { recursive: true });
      symlinkSync('/nowhere', join(locks, 'ended.json'));
      expect(said(await run(...words))).toMatch(/^15 .*another update holds the stack/su);
      rmSync(join(locks, 'ended.json'));
      const file = join(story.folder, 'muster.yaml');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/"companyCode":"\w+"/u, '"companyCode":"OTHER"'));
      expect(said(await run(...words))).toMatch(/^2 .*OTHER/su);
      writeFileSync(file, text);
      expect(await run(...words)).toMatchObject({ exit: 0 });
      // Applied in the stack since: the ledger that comes back from a backup is not the one to take along.
      await noted(story, null);
      expect(said(await run(...words))).toMatch(/^2 .*both hold state/su);
      expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
      expect(await writes(story)).toBe(0);
    },
  );
});

describe.skipIf(!pulumiIsHere())('a hand-over that is killed', () => {
  test.each(['pulumi', 'ledger'] as const)(
    'to %s is finished by the same command, before whichever step the kill came',
    { timeout: 3_600_000 },
    async (to) => {
      const story = await stackStory();
      const run = command(story);
      await workedIn(story, run);
      expect((await story.pulumi('stack', 'init', 'test')).code).toBe(0);
      const words = ['state', 'hand-over', '--auto-approve', '--to'];
      if (to === 'ledger') {
        keepStateIn(story, 'pulumi');
        expect(said(await run(...words, 'pulumi'))).toMatch(/^0 /u);
      }
      const homes = homesIn(story.folder);
      homes.keep();
      const from = to === 'ledger' ? 'pulumi' : 'ledger';
      const log = join(story.folder, 'steps');
      const seen: Record<string, string[]> = {};
      for (let at = 1; at < MOST_STEPS; at += STRIDE) {
        homes.putBack();
        keepStateIn(story, to);
        writeFileSync(log, 'nothing');
        const first = await command(story, { MUSTER_KILL_AT: `${at}`, MUSTER_KILL_LOG: log })(...words, to);
        if (first.exit !== KILLED) break;
        const begun = Date.now();
        const again = await untilFree(story, () => run(...words, to));
        const seconds = Math.round((Date.now() - begun) / 100) / 10;
        const plan = said(await run('plan', '--detailed-exitcode'));
        keepStateIn(story, from);
        const old = said(await run('plan'));
        const step = `killed before step ${at}, after ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`;
        seen[step] = [again, plan, old];
        note(`to ${to}, ${step}: ${seconds} s, ${again.replaceAll('\n', ' ')}, writes ${await writes(story)}`);
      }
      const fails = Object.entries(seen).filter(
        ([, [again = '', plan = '', old = '']]) =>
          !/^0 /u.test(again) || !/^0 /u.test(plan) || !/^2 .*(?:went to|a ledger has)/su.test(old),
      );
      expect(fails).toEqual([]);
      expect(Object.keys(seen).length).toBeGreaterThanOrEqual(10 / STRIDE);
      expect(await writes(story)).toBe(0);
    },
  );

  test(
    'to pulumi is finished after a kill of all that ran while half of it was in the stack',
    { timeout: 600_000 },
    async () => {
      const story = await stackStory();
      const run = command(story);
      await workedIn(story, run);
      keepStateIn(story, 'pulumi');
      const file = join(story.folder, '.state', '.pulumi', 'stacks', 'team', 'test.json');
      const when = JSON.stringify({ file, text: 'record:Summer/' });
      const words = ['state', 'hand-over', '--auto-approve', '--to', 'pulumi'];
      const log = join(story.folder, 'steps');
      expect(await command(story, { MUSTER_KILL_LOG: log, MUSTER_KILL_WHEN: when })(...words)).toMatchObject({
        exit: KILLED,
      });
      const locked = said(await run(...words));
      expect(locked).toMatch(/^15 .*an update of \S+ \(pid \d+\) holds the stack.*pulumi cancel/su);
      expect(await story.pulumi('cancel', '--yes', '--stack', 'test')).toMatchObject({ code: 0 });
      expect(said(await run(...words))).toMatch(/^0 .*Handed over/su);
      expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
      expect(await writes(story)).toBe(0);
    },
  );

  test('on a sealed branch is finished under the name of the run that was lost', { timeout: 600_000 }, async () => {
    const story = await stackStory();
    const { folder } = story;
    const [branch, log] = [`${folder}-branch.git`, join(folder, 'steps')];
    onTestFinished(() => rmSync(branch, { recursive: true, force: true }));
    for (const words of [
      ['init', '-q', '--bare', branch],
      ['init', '-q'],
    ])
      execFileSync('git', words, { cwd: folder });
    const shared = { MUSTER_STATE_BRANCH: 'state', MUSTER_STATE_KEY: 'k'.repeat(32), MUSTER_STATE_URL: branch };
    const run = command(story, shared);
    await workedIn(story, run, ['--first-apply']);
    keepStateIn(story, 'pulumi');
    const words = ['state', 'hand-over', '--auto-approve', '--to', 'pulumi'];
    const kill = { MUSTER_KILL_AT: 'start pulumi up', MUSTER_KILL_LOG: log };
    expect(await command(story, { ...shared, ...kill })(...words)).toMatchObject({ exit: KILLED });
    const claimed = said(await run(...words));
    expect(claimed).toMatch(/^15 .*state-claimed/su);
    const [, lost = ''] = /it is taken by (\S+?)\.? /u.exec(claimed) ?? [];
    expect(said(await command(story, { ...shared, MUSTER_LOST_RUN: lost })(...words))).toMatch(/^0 .*Handed over/su);
    // Another machine, which has nothing but the files, the branch and the stack.
    rmSync(join(folder, '.muster'), { recursive: true });
    expect(said(await run('plan', '--detailed-exitcode'))).toMatch(/^0 Nothing to do/u);
    keepStateIn(story, 'ledger');
    for (const each of [['plan'], ['apply', '--auto-approve']])
      expect(said(await run(...each))).toMatch(/^2 .*went to the Pulumi stack/su);
    rmSync(join(folder, '.muster'), { recursive: true });
    expect(said(await run('state', 'hand-over', '--auto-approve', '--to', 'ledger'))).toMatch(/^0 .*Handed over/su);
    rmSync(join(folder, '.muster'), { recursive: true });
    expect(said(await run('plan', '--detailed-exitcode'))).toMatch(/^0 Nothing to do/u);
    expect(await writes(story)).toBe(0);
  });
});
