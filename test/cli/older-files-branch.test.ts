// The story of older-files.test.ts where recorded state lies sealed on a branch: every job has a fresh clone and an empty disk, so all that
// it knows of earlier jobs came over Git.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { muster } from './muster.ts';
import type { Ended } from './muster.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { targetEntry } from '../support/target-entry.ts';

const WHO = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com', '-c', 'advice.detachedHead=false'];
function git(directory: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: directory, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function freshFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `muster-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with a repository, and where its commits are written. */
function repository({ target }: OwnSandbox): {
  readonly server: string;
  readonly commit: (...names: readonly string[]) => string;
} {
  const [server, desk] = [freshFolder('server'), freshFolder('desk')];
  git(server, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(desk, 'init', '--quiet', '--initial-branch=main');
  git(desk, 'remote', 'add', 'origin', `file://${server}`);
  writeFileSync(join(desk, 'ca.pem'), target.ca ?? '');
  const targets = { test: targetEntry(target) };
  writeFileSync(join(desk, 'muster.yaml'), JSON.stringify({ name: 'team', desired: ['team.json'], targets }));
  writeFileSync(join(desk, '.gitignore'), '.muster\n');
  const commit = (...names: readonly string[]): string => {
    const users = names.map((name) => ({
      loginUserId: `${name}@x.com`,
      firstName: name,
      lastName: 'X',
      userTemplateName: 'A',
    }));
    writeFileSync(join(desk, 'team.json'), JSON.stringify({ users }));
    git(desk, 'add', '--all');
    git(desk, 'commit', '--quiet', '--message', names.join());
    git(desk, 'push', '--quiet', 'origin', 'main');
    return git(desk, 'rev-parse', 'HEAD');
  };
  return { server, commit };
}

const SHARED = { MUSTER_STATE_BRANCH: 'muster-state', MUSTER_STATE_KEY: '0123456789abcdef0123456789abcdef' };

test('a job that runs again, late or behind takes nothing back, also where recorded state lies sealed on a branch', async () => {
  const sandbox = await withSandbox();
  const { server, commit } = repository(sandbox);
  const clone = (): string => {
    const folder = freshFolder('job');
    git(folder, 'clone', '--quiet', `file://${server}`, '.');
    return folder;
  };
  const job = async (folder: string, words: readonly string[]): Promise<Ended & { readonly writes: number }> => {
    await sandbox.control.resetCounters();
    const ended = await muster(words, { folder, environment: SHARED });
    return { ...ended, writes: (await sandbox.control.counters()).writes };
  };
  const at = (sha: string): string => {
    const folder = clone();
    git(folder, 'checkout', '--quiet', sha);
    return folder;
  };
  const apply = (folder: string, ...words: readonly string[]): ReturnType<typeof job> =>
    job(folder, ['apply', '--target', 'test', ...words]);
  const stopped = async (folder: string, exit: number, words: string, ...more: readonly string[]): Promise<void> => {
    const { out, err, ...ended } = await apply(folder, ...more);
    expect({ ...ended, text: (out + err).replaceAll(/\s+/gu, ' ') }).toEqual({
      exit,
      writes: 0,
      text: expect.stringContaining(words) as unknown,
    });
  };
  const auto = '--auto-approve';

  const first = commit('ana', 'ben');
  expect(await apply(clone(), auto, '--first-apply')).toMatchObject({ exit: 0, writes: 2 });
  const second = commit('ana', 'cleo');
  const planned = await job(clone(), ['plan', '--target', 'test', '--json']);
  const { approval } = JSON.parse(planned.out) as { approval: { fingerprint: { whole: string } } };
  const approved = ['--fingerprint', approval.fingerprint.whole];
  expect(await apply(at(second), ...approved)).toMatchObject({ exit: 0, writes: 2 });
  const behind = clone();
  expect(await apply(at(second), ...approved), 'it runs again').toMatchObject({ exit: 0, writes: 0 });

  commit('ana', 'ben');
  const revert = await apply(clone(), auto);
  expect(revert, revert.out + revert.err).toMatchObject({ exit: 0, writes: 2 });
  expect(revert.out.replaceAll(/\s+/gu, ' ')).toMatch(/was removed by muster on [\d-]+, commit [0-9a-f]{9}/u);

  await stopped(at(second), 13, 'was carried out by', ...approved);
  await stopped(at(second), 14, ', an earlier commit: ', auto);
  commit('ana', 'dora');
  expect(await apply(clone(), auto)).toMatchObject({ exit: 0, writes: 2 });
  await stopped(at(first), 14, ', an earlier commit: ', auto);
  await stopped(behind, 14, 'this clone does not have it', auto);
  git(behind, 'pull', '--quiet');
  expect(await apply(behind, auto), 'it has fetched').toMatchObject({ exit: 0, writes: 0 });
  expect(await apply(at(first), auto, '--allow', 'older-files=2')).toMatchObject({ exit: 0, writes: 2 });
});
