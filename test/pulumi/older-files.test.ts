// A pipeline with a real repository, through the real Pulumi command: jobs that run again, late or in a clone that is behind, and a revert on
// purpose. The command's door has the same story (test/cli/older-files).

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { cloneStory, exactly, pulumiIsHere, stackStory } from './stack.ts';
import type { Ended, Story } from './stack.ts';

const people = (...names: readonly string[]): DesiredInput => ({
  users: names.map((name) => ({
    loginUserId: `${name}@example.com`,
    firstName: name,
    lastName: 'Example',
    userTemplateName: 'Agents',
  })),
});

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'advice.detachedHead=false'];
function git(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(story: Story, name: string, desired: DesiredInput): string {
  const { folder } = story;
  story.declare(desired);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', name);
  return git(folder, 'rev-parse', 'HEAD');
}

/** Its report without the line breaks that Pulumi puts into it. */
const said = ({ text }: Ended): string => text.replaceAll(/\s+/gu, ' ');

describe.skipIf(!pulumiIsHere())('a job of a pipeline through Pulumi', { timeout: 400_000 }, () => {
  test('that runs again, late or in a clone that is behind takes nothing back, and a revert on purpose does', async () => {
    const main = await stackStory();
    const writes = async (): Promise<number> => (await main.sandbox.control.counters()).writes;
    writeFileSync(join(main.folder, '.gitignore'), 'node_modules\n.state\n');
    git(main.folder, 'init', '--quiet', '--initial-branch=main');
    const first = commit(main, 'A', people('ana', 'ben'));
    expect(await main.up()).toMatchObject({ code: 0 });

    const second = commit(main, 'B', people('ana', 'cleo'));
    const approved = exactly((await main.preview()).text);
    expect(await main.up(approved)).toMatchObject({ code: 0 });
    expect(await main.up(approved), 'it runs again').toMatchObject({ code: 0, operations: [] });
    const behind = cloneStory(main, 'behind');
    expect(await behind.up(), 'a clone is made').toMatchObject({ code: 0, operations: [] });

    commit(main, 'C', people('ana', 'ben'));
    const revert = await main.preview();
    expect(await main.up(exactly(revert.text))).toMatchObject({ code: 0 });
    expect(said(revert)).toMatch(/was removed by muster on [\d-]+, commit [0-9a-f]{9}/u);

    const before = await writes();
    git(main.folder, 'checkout', '--quiet', second);
    const used = await main.up(approved);
    expect(used, 'the second job again, approved').toMatchObject({ operations: [] });
    expect(used.code).not.toBe(0);
    expect(said(used)).toContain('which was carried out by');
    const stopped = async (job: Story, words: string): Promise<void> => {
      const run = await job.up();
      expect(run, run.text).toMatchObject({ operations: [] });
      expect(run.code).not.toBe(0);
      expect(said(run)).toContain(words);
    };
    await stopped(main, ', an earlier commit: ');
    git(main.folder, 'checkout', '--quiet', first);
    writeFileSync(join(main.folder, 'desired.json'), JSON.stringify(people('ana', 'ben', 'late')));
    await stopped(main, 'guard-older-files');
    git(main.folder, 'checkout', '--quiet', '--force', first);
    expect(await main.up(), 'the first job, late: the same files').toMatchObject({ operations: [] });
    await stopped(behind, 'this clone does not have it');
    expect(await writes()).toBe(before);

    git(behind.folder, 'pull', '--quiet');
    expect(await behind.up(), 'it has fetched').toMatchObject({ code: 0, operations: [] });
    git(main.folder, 'checkout', '--quiet', second);
    const meant = await main.up({ MUSTER_ALLOW: 'older-files=2' });
    expect(meant.code, meant.text).toBe(0);
    expect(await writes()).toBe(before + 2);
  });
});
