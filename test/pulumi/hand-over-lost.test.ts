// A hand-over of a ledger that is shared on a branch, and the machine that is lost in the middle: another one has the files, the branch
// and the stack, and finishes it by saying it again under the name of the run that was lost.

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import {
  command,
  homesIn,
  keepStateIn,
  KILLED,
  MOST_STEPS,
  said,
  STRIDE,
  workedIn,
  WORKED,
  writes,
} from './hand-over-story.ts';
import { pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const SHARED = { MUSTER_STATE_BRANCH: 'state', MUSTER_STATE_KEY: 'k'.repeat(32) };

/** On a machine without a disk of before, as the errors advise. Answers what it said at last. */
async function finished(story: Story, shared: Record<string, string>, to: string): Promise<string> {
  const { folder } = story;
  let run = command(story, shared);
  for (let tries = 0; ; tries += 1) {
    rmSync(join(folder, '.muster'), { recursive: true, force: true });
    const text = said(await run('state', 'hand-over', '--auto-approve', '--to', to));
    if (tries === 3 || !text.startsWith('15 ')) return text;
    const [, lost] = /it is taken by (\S+?)\.? /u.exec(text) ?? [];
    if (lost === undefined) await story.pulumi('cancel', '--yes', '--stack', 'test');
    else run = command(story, { ...shared, MUSTER_LOST_RUN: lost });
  }
}

/** A ledger on a branch that knows who was called, and a stack that holds nothing. */
async function begun(): Promise<{ readonly story: Story; readonly shared: Record<string, string> }> {
  const story = await stackStory();
  const { folder } = story;
  const url = join(folder, 'branch.git');
  for (const words of [
    ['init', '-q', '--bare', url],
    ['init', '-q'],
  ])
    execFileSync('git', words, { cwd: folder });
  const shared = { ...SHARED, MUSTER_STATE_URL: url };
  await workedIn(story, command(story, shared), ['--first-apply']);
  expect((await story.pulumi('stack', 'init', 'test')).code).toBe(0);
  return { story, shared };
}

describe.skipIf(!pulumiIsHere())('a hand-over that is lost with its machine', () => {
  test.each(['pulumi', 'ledger'] as const)('to %s is finished on another one', { timeout: 3_600_000 }, async (to) => {
    const { story, shared } = await begun();
    const { folder } = story;
    if (to === 'ledger') {
      keepStateIn(story, 'pulumi');
      expect(await finished(story, shared, 'pulumi')).toMatch(/^0 .*Handed over/su);
    }
    const homes = homesIn(folder);
    homes.keep();
    const log = join(folder, 'steps');
    const seen: string[] = [];
    const fails: string[][] = [];
    for (let at = 1; at < MOST_STEPS; at += STRIDE) {
      homes.putBack();
      keepStateIn(story, to);
      writeFileSync(log, '');
      const kill = { MUSTER_KILL_AT: `${at}`, MUSTER_KILL_LOG: log };
      const words = ['state', 'hand-over', '--auto-approve', '--to', to];
      if ((await command(story, { ...shared, ...kill })(...words)).exit !== KILLED) break;
      seen.push(`${at}`);
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
      // Half of it in a stack is no state to plan with.
      const between = to === 'pulumi' ? said(await command(story, shared)('plan', '--detailed-exitcode')) : '2 ';
      const again = await finished(story, shared, to);
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
      const plan = said(await command(story, shared)('plan', '--detailed-exitcode'));
      const isSafe = /^(?:2|15) |^0 Nothing to do|carry the marker/su.test(between);
      if (!isSafe || !again.startsWith('0 ') || !plan.startsWith('0 ')) fails.push([`${at}`, between, again, plan]);
    }
    expect(fails).toEqual([]);
    expect(seen.length).toBeGreaterThanOrEqual(10 / STRIDE);
    expect(await writes(story)).toBe(0);
  });

  test('half of it in a stack is no state to plan with', { timeout: 600_000 }, async () => {
    const { story, shared } = await begun();
    const { folder } = story;
    keepStateIn(story, 'pulumi');
    const file = join(folder, '.state', '.pulumi', 'stacks', 'team', 'test.json');
    const kill = {
      MUSTER_KILL_LOG: join(folder, 'steps'),
      MUSTER_KILL_WHEN: JSON.stringify({ file, text: 'record:Summer/' }),
    };
    const words = ['state', 'hand-over', '--auto-approve', '--to', 'pulumi'];
    expect((await command(story, { ...shared, ...kill })(...words)).exit).toBe(KILLED);
    rmSync(join(folder, '.muster'), { recursive: true });
    expect(await story.pulumi('cancel', '--yes', '--stack', 'test')).toMatchObject({ code: 0 });
    for (const each of [['plan'], ['apply', '--auto-approve']])
      expect(said(await command(story, shared)(...each))).toMatch(/^2 .*a ledger has the state of this stack/su);
    expect(await finished(story, shared, 'pulumi')).toMatch(/^0 .*Handed over/su);
    expect(said(await command(story, shared)('plan', '--detailed-exitcode'))).toMatch(/^0 Nothing to do/u);
    expect(await writes(story)).toBe(0);
  });
});

describe.skipIf(!pulumiIsHere())('a stack that begins while its ledger lies on a branch', () => {
  test('finds it there before classes plan with it', { timeout: 600_000 }, async () => {
    const { story, shared } = await begun();
    const { folder } = story;
    keepStateIn(story, 'pulumi');
    await story.pulumi('stack', 'select', 'test');
    const args = { campaignName: 'Summer', records: [{ clientId: WORKED[0], data: { Name: 'Maria' } }] };
    const program = `new muster.RecordSet('summer', ${JSON.stringify(args)});`;
    writeFileSync(join(folder, 'index.js'), `import * as muster from 'musterctl';\n${program}\n`);
    for (const words of ['preview', 'up'] as const) {
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
      expect((await story[words](shared)).text, words).toContain('takes them along');
    }
    expect(await writes(story)).toBe(0);
  });

  test('finds it there, and says how to take it along, whoever begins', { timeout: 600_000 }, async () => {
    const { story, shared } = await begun();
    const { folder } = story;
    keepStateIn(story, 'pulumi');
    // A clone: nothing of the ledger is here.
    const run = command(story, shared);
    const says: Record<string, string> = {};
    for (const words of ['preview', 'up'] as const) {
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
      await story.pulumi('stack', 'select', 'test');
      says[`pulumi ${words}`] = (await story[words](shared)).text;
    }
    for (const words of [['plan'], ['drift'], ['apply', '--auto-approve', '--first-apply']]) {
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
      says[`muster ${words[0]}`] = said(await run(...words));
    }
    expect(Object.entries(says).filter(([, text]) => !text.includes('takes them along'))).toEqual([]);
    expect(await writes(story)).toBe(0);
    rmSync(join(folder, '.muster'), { recursive: true, force: true });
    expect(await finished(story, shared, 'pulumi')).toMatch(/^0 .*Handed over/su);
    rmSync(join(folder, '.muster'), { recursive: true, force: true });
    expect(said(await run('plan', '--detailed-exitcode'))).toMatch(/^0 Nothing to do/u);
    expect(await writes(story)).toBe(0);
  });
});
