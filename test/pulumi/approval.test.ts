// Approval through the real Pulumi command: the preview names the plan, an update is that plan or nothing.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { musterProcess, saying } from '../cli/muster.ts';
import type { Ended } from '../cli/muster.ts';
import { engineEnvironment, pulumiIsHere, stackStory } from './stack.ts';
import type { Story } from './stack.ts';

const person = (name: string) => ({
  loginUserId: `${name}@example.com`,
  firstName: name,
  lastName: 'Example',
  userTemplateName: 'Agents',
});
const records = [{ clientId: 'C-1', skillQueue: 'gold', data: { Name: 'Maria' } }];
const FIVE: DesiredInput = {
  users: ['a', 'b', 'c', 'd', 'e'].map(person),
  campaigns: [{ campaignName: 'Summer', records }],
};
const SILVER = {
  ...FIVE,
  campaigns: [{ campaignName: 'Summer', records: [{ ...records[0]!, skillQueue: 'silver' }] }],
};
const TWO: DesiredInput = { ...SILVER, users: [person('a'), person('new')] };

/** The command that the last report calls exactly this plan, as variables. */
function exactly(text: string): Record<string, string> {
  const [, words = ''] = /(?:all \d+|apply): +(.*) pulumi up/u.exec(text) ?? [];
  return Object.fromEntries(
    words.split(' ').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'advice.detachedHead=false'];
function git(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

async function writes({ sandbox }: Story): Promise<number> {
  return (await sandbox.control.counters()).writes;
}

function command(story: Story): (...words: string[]) => Promise<Ended> {
  const cloud = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' };
  const environment = { ...engineEnvironment(story.folder), ...cloud };
  return (...words) => musterProcess(words, { folder: story.folder, environment });
}

describe.skipIf(!pulumiIsHere())('an update through Pulumi', { timeout: 280_000 }, () => {
  test('is the plan that the preview named, or registers nothing', async () => {
    const story = await stackStory();
    story.declare(FIVE);
    const first = exactly((await story.preview()).text);
    expect(first['MUSTER_FINGERPRINT']).toMatch(/^[0-9a-f]{16}$/u);
    const sealed = exactly((await story.preview({ MUSTER_FINGERPRINT_KEY: 'a secret of the team' })).text);
    expect(sealed['MUSTER_FINGERPRINT']).not.toBe(first['MUSTER_FINGERPRINT']);
    const wrong = await story.up({ MUSTER_FINGERPRINT: '0'.repeat(16) });
    expect(wrong).toMatchObject({ operations: [] });
    expect(wrong.code).not.toBe(0);
    expect(wrong.text).toContain('plan-stale');
    expect(await writes(story)).toBe(0);
    const done = await story.up(first);
    expect(done.code, done.text).toBe(0);

    story.declare(SILVER);
    const approved = exactly((await story.preview()).text);
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-1', data: { Name: 'Other' } });
    const stale = await story.up(approved);
    expect(stale).toMatchObject({ operations: [] });
    expect(stale.text).toContain('plan-stale');
    const fresh = await story.up(exactly((await story.preview()).text));
    expect(fresh.code, fresh.text).toBe(0);
  });

  test('is not approved again by what was approved once, nor of files that a later commit replaced', async () => {
    const story = await stackStory();
    const commit = (name: string, desired: DesiredInput): string => {
      story.declare(desired);
      git(story.folder, 'add', '--all');
      git(story.folder, 'commit', '--quiet', '--message', name);
      return git(story.folder, 'rev-parse', 'HEAD');
    };
    writeFileSync(join(story.folder, '.gitignore'), '*\n!*.yaml\n!*.json\n!*.ts\n!*.mjs\nnode_modules\nstate\n');
    git(story.folder, 'init', '--quiet');
    commit('A', FIVE);
    await story.up();
    const silver = commit('B', SILVER);
    const approved = exactly((await story.preview()).text);
    expect((await story.up(approved)).code).toBe(0);
    const again = await story.up(approved);
    expect({ code: again.code, operations: again.operations }, again.text).toEqual({ code: 0, operations: [] });
    commit('C', FIVE);
    const back = await story.up();
    expect(back.code, back.text).toBe(0);
    git(story.folder, 'checkout', '--quiet', silver);
    const before = await writes(story);
    const used = await story.up(approved);
    expect(used, used.text).toMatchObject({ operations: [] });
    expect(used.text.replaceAll(/\s+/gu, ' ')).toContain('which was carried out by');
    const older = await story.up();
    expect(older, older.text).toMatchObject({ operations: [] });
    expect(older.text.replaceAll(/\s+/gu, ' ')).toContain('these files are of an earlier commit');
    expect(await writes(story)).toBe(before);
    const meant = await story.up({ MUSTER_ALLOW: 'older-files=1' });
    expect(meant.code, meant.text).toBe(0);
  });

  test('names the variables that pass a guard, and keeps to the budget', async () => {
    const story = await stackStory();
    story.declare(FIVE);
    expect((await story.up({ MUSTER_MAX_REQUESTS: '7' })).text).toContain('guard-requests');
    expect(await writes(story)).toBe(0);
    await story.up();
    story.declare({ users: [person('a')] });
    const { text } = await story.preview();
    expect(text).toContain('MUSTER_ALLOW=deletes=5');
    expect(text).not.toContain('--allow');
    expect(exactly(text)).toMatchObject({ MUSTER_ALLOW: 'deletes=5' });
    const done = await story.up(exactly(text));
    expect(done.code, done.text).toBe(0);
  });

  test('of the command is the approved plan', async () => {
    const story = await stackStory();
    const run = command(story);
    story.declare(FIVE);
    expect(await run('plan', '--out', 'json=plan.json')).toMatchObject({ exit: 0 });
    const applied = await run('apply', '--fingerprint', '@plan.json');
    expect(applied, applied.err).toMatchObject({ exit: 0 });
    expect(await run('apply', '--fingerprint', '@plan.json')).toMatchObject({ exit: 0, out: saying('Nothing to do') });
    story.declare(TWO);
    const { out } = await run('plan', '--json');
    const { approval } = JSON.parse(out) as { approval: { fingerprint: { whole: string } } };
    const whole = ['apply', '--fingerprint', approval.fingerprint.whole, '--allow', 'deletes=4'];
    expect(await run(...whole)).toMatchObject({ exit: 0 });
  });
});
