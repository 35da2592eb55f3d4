// The commit in a report: read from git, and missing without a word where git does not say it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

import { commitsOfEntry, lastLineOf } from '../../src/desk/lookup/git-line.ts';
import { withEdits } from '../../src/core/engine/files-version.ts';
import type { Guard } from '../../src/core/reconcile/guard.ts';
import type { AppliedRun } from '../../src/core/model/applied.ts';
import type { LastEdit } from '../../src/core/model/git.ts';
import { gitState } from '../../src/core/engine/git-state.ts';
import { fullPlan } from '../report/values.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const FILES = ['muster.yaml', 'team.yaml'];
const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];

function folder(): string {
  const { directory, remove } = temporaryFolder();
  onTestFinished(remove);
  for (const file of FILES) writeFileSync(join(directory, file), 'users: []\n');
  return directory;
}

function git(directory: string, ...words: readonly string[]): string {
  return execFileSync('git', [...WHO, ...words], { cwd: directory, encoding: 'utf8' }).trim();
}

function repository(): string {
  const directory = folder();
  git(directory, 'init', '--quiet');
  git(directory, 'add', ...FILES);
  git(directory, 'commit', '--quiet', '--message', 'Files');
  return directory;
}

test('a list that lost its lines, or its ids, is told with the commit of the edit and who made it, unless it was changed since', async () => {
  const directory = repository();
  const shrunk = [{ file: 'team.yaml', had: 300, has: 150, lost: [] }];
  const files = ['team.yaml', null].map((file) => ({ file, kind: 'record', how: 'zeros', ids: [] }) as const);
  const changed: Guard = { code: 'guard-ids', files, pass: 'ids=1', passed: false, count: 1, allowed: null };
  const edits = async () => {
    const lost = fullPlan.guards.map((each) => (each.code === 'guard-deletes' ? { ...each, shrunk } : each));
    const { guards } = await withEdits({ ...fullPlan, guards: [...lost.slice(0, 1), changed] }, { folder: directory });
    return guards.flatMap((each) => {
      if (each.code === 'guard-ids') return each.files.map(({ edit }) => edit);
      return each.code === 'guard-deletes' ? each.shrunk.map(({ edit }) => edit) : [];
    });
  };
  const last = { commit: git(directory, 'rev-parse', 'HEAD'), author: 'test' };
  expect(await edits()).toEqual([last, last, undefined]);
  writeFileSync(join(directory, 'team.yaml'), 'users: [] # more\n');
  expect(await edits()).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['YAML', 'team.yaml', 'users:\n  - loginUserId: ben@example.com # leads\n', 'team.yaml'],
  ['YAML in one line', 'team.yaml', 'users: [{loginUserId: ben@example.com, ensure: present}]\n', 'team.yaml'],
  ['JSON', 'übung a/team.json', '{"users": [{"loginUserId":"ben@example.com"}]}\n', 'übung a/team.json'],
  ['a row', 'team.csv', 'Login;Name\nben@example.com;Ben\n', 'team.csv'],
  ['another login', 'team.yaml', 'users: [{loginUserId: a.ben@example.com}]\n', undefined],
])('a person who is no longer declared is said to be of the file that named them: %s', async (_, file, text, stood) => {
  const directory = repository();
  mkdirSync(join(directory, 'übung a'), { recursive: true });
  writeFileSync(join(directory, file), text);
  git(directory, 'add', '--all');
  git(directory, 'commit', '--quiet', '--message', 'Ben');
  const commit = git(directory, 'rev-parse', 'HEAD');
  writeFileSync(join(directory, file), 'Nobody\n');
  const [gone] = fullPlan.changes.filter(({ action, kind }) => action === 'delete' && kind === 'user');
  const change = { ...gone, desired: null, loginUserId: 'ben@example.com' } as (typeof fullPlan.changes)[number];
  const applied = [{ files: { commit, tree: '', committedAt: 0 } }] as AppliedRun[];
  const told = await withEdits({ ...fullPlan, changes: [change] }, { folder: directory, applied });
  const stoodIn = (edit: LastEdit | null) => (stood === undefined ? undefined : { file: stood, edit });
  expect(told.changes[0]?.stood).toEqual(stoodIn(null));
  rmSync(join(directory, file));
  const known = { folder: directory, applied };
  expect((await withEdits({ ...fullPlan, changes: [change] }, known)).changes[0]?.stood).toEqual(stoodIn(null));
  // A commit that changes the line, the one that takes it out, and one after it.
  for (const next of [text.replace('ben@example.com', 'ben@example.com '), 'Nobody\n', 'Nobody else\n']) {
    writeFileSync(join(directory, file), next);
    git(directory, 'commit', '--quiet', '--all', '--message', 'Edit');
  }
  const edit = { commit: git(directory, 'rev-parse', 'HEAD~1'), author: 'test' };
  const shrunk = [{ file: 'team.yaml', had: 2, has: 1, lost: [change.address] }];
  const lost = fullPlan.guards.flatMap((each) => (each.code === 'guard-deletes' ? { ...each, shrunk } : []));
  const guards = lost.slice(0, 1);
  const after = await withEdits({ ...fullPlan, guards, changes: [change] }, known);
  expect(after.changes[0]?.stood).toEqual(stoodIn(edit));
  if (stood !== undefined) expect(after.guards).toMatchObject([{ shrunk: [{ edit }] }]);
});

test('a list is laid at the door of no commit that the files applied last contain, nor where they are only older', async () => {
  const directory = repository();
  const old = git(directory, 'rev-parse', 'HEAD');
  writeFileSync(join(directory, 'team.yaml'), 'users: [{loginUserId: ben@example.com}]\n');
  git(directory, 'commit', '--quiet', '--all', '--message', 'Ben');
  const applied = [
    { files: { commit: git(directory, 'rev-parse', 'HEAD'), tree: '', committedAt: 0 } },
  ] as AppliedRun[];
  git(directory, 'checkout', '--quiet', old);
  const [gone] = fullPlan.changes.filter(({ action, kind }) => action === 'delete' && kind === 'user');
  const change = { ...gone, desired: null, loginUserId: 'ben@example.com' } as (typeof fullPlan.changes)[number];
  const shrunk = [{ file: 'team.yaml', had: 2, has: 1, lost: [change.address] }];
  const files = [{ file: 'team.yaml', kind: 'record', how: 'zeros', ids: [] }] as const;
  const lost = fullPlan.guards.flatMap((each) => (each.code === 'guard-deletes' ? { ...each, shrunk } : []));
  const changed: Guard = { code: 'guard-ids', files, pass: 'ids=1', passed: false, count: 1, allowed: null };
  const plan = { ...fullPlan, guards: [...lost.slice(0, 1), changed], changes: [change] };
  const { guards } = await withEdits(plan, { folder: directory, applied });
  const edits = guards.flatMap((each) => {
    if (each.code === 'guard-ids') return each.files.map(({ edit }) => edit);
    return each.code === 'guard-deletes' ? each.shrunk.map(({ edit }) => edit) : [];
  });
  expect(edits).toEqual([undefined, undefined]);
});

describe('the commit of the files', () => {
  test('is told with its tree', async () => {
    const directory = repository();
    const [commit, tree] = git(directory, 'rev-parse', 'HEAD', 'HEAD^{tree}').split('\n');
    expect(await gitState(directory, FILES)).toEqual({ commit, tree, dirty: false });
  });

  test('is called dirty where a file was changed since', async () => {
    const directory = repository();
    writeFileSync(join(directory, 'team.yaml'), 'users: [] # more\n');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: true });
  });

  test('is called dirty where a desired file is not in it; other files do not count', async () => {
    const directory = repository();
    writeFileSync(join(directory, 'report.json'), '{}');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: false });
    writeFileSync(join(directory, 'new.yaml'), 'users: []\n');
    expect(await gitState(directory, [...FILES, 'new.yaml'])).toMatchObject({ dirty: true });
  });

  test('is null outside of a repository, in one without a commit, and where there is no folder', async () => {
    const directory = folder();
    expect(await gitState(directory, FILES)).toBeNull();
    git(directory, 'init', '--quiet');
    expect(await gitState(directory, FILES)).toBeNull();
    expect(await gitState(join(directory, 'nowhere'), FILES)).toBeNull();
  });

  test('is asked for without the file system monitor that a repository may name', async () => {
    const directory = repository();
    git(directory, 'config', 'core.fsmonitor', 'touch ran; false');
    expect(await gitState(directory, FILES)).toMatchObject({ dirty: false });
    expect(() => execFileSync('ls', ['ran'], { cwd: directory, stdio: 'pipe' })).toThrow();
  });
});

describe('the commits of an entry', () => {
  const ENTRIES = `campaigns:
  - campaignName: Welcome
    records:
      - clientId: C-1 # the first
        preferredAgent: ana
        data:
          Name: A

      # about C-2
      - { clientId: C-2, data: { Name: "a } b" },
          preferredAgent: ben }
      - clientId: C-3
`;
  const position = (line: number, column: number) => ({ file: 'team.yaml', line, column });

  test.each([
    [4, 9, 7],
    [10, 9, 11],
    [12, 9, 12],
    [2, 5, 12],
  ])('the entry of line %i and column %i of a YAML file ends in line %i', (line, column, last) => {
    expect(lastLineOf(ENTRIES, position(line, column))).toBe(last);
  });

  test('an entry of JSON ends with its brace, a row of a CSV file with its line', () => {
    const text = '{"users": [\n  {\n    "loginUserId": "a}"\n  },\n  {\n  }\n]}\n';
    expect(lastLineOf(text, { file: 'a.json', line: 2, column: 3 })).toBe(4);
    expect(lastLineOf('id\n1\n2\n', { file: 'a.csv', line: 2, column: 1 })).toBe(2);
  });

  test('are those of every line of it, the newest first, and no others', async () => {
    const directory = repository();
    const write = (text: string): void => writeFileSync(join(directory, 'team.yaml'), text);
    const commit = (message: string): void =>
      void git(directory, 'commit', '--quiet', '--all', '--message', message, '--date', '2027-01-01T00:00:00Z');
    write(ENTRIES);
    commit('Declare three');
    write(ENTRIES.replace('preferredAgent: ana', 'preferredAgent: eva'));
    commit('C-1 to Eva');
    write(ENTRIES.replace('preferredAgent: ana', 'preferredAgent: eva').replace('C-3', 'C-4'));
    commit('Rename the third');
    const of = async (line: number) => {
      const { commits, uncommitted } = await commitsOfEntry(directory, position(line, 9));
      return { subjects: commits.map(({ subject }) => subject).toSorted(), uncommitted };
    };
    expect(await of(4)).toEqual({ subjects: ['C-1 to Eva', 'Declare three'], uncommitted: false });
    expect(await of(10)).toEqual({ subjects: ['Declare three'], uncommitted: false });
    write(ENTRIES.replace('preferredAgent: ana', 'preferredAgent: uli').replace('C-3', 'C-4'));
    expect(await of(4)).toEqual({ subjects: ['Declare three'], uncommitted: true });
  });

  test('are none outside of a repository', async () => {
    expect(await commitsOfEntry(folder(), position(1, 1))).toEqual({ commits: [], uncommitted: false });
  });
});

test.each([
  ['another row has the id in another cell, and was taken out since', ['Id;Name;Prio\n2;Tom;3\n', 'Id;Name;Prio\n']],
  ['the whole file went', [null]],
])('nobody is named as who took a customer out where %s', async (_, texts) => {
  const directory = repository();
  const file = join(directory, 'list.csv');
  const commit = (text: string | null): string => {
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    git(directory, 'add', '--all');
    git(directory, 'commit', '--quiet', '--message', 'Edit');
    return git(directory, 'rev-parse', 'HEAD');
  };
  const applied = [{ files: { commit: commit('Id;Name;Prio\n3;Maria;1\n2;Tom;3\n') } }] as AppliedRun[];
  for (const text of texts) commit(text);
  const [gone] = fullPlan.changes.filter(({ action, kind }) => action === 'delete' && kind === 'user');
  const change = { ...gone, desired: null, loginUserId: '3' } as (typeof fullPlan.changes)[number];
  const told = await withEdits({ ...fullPlan, changes: [change] }, { folder: directory, applied });
  expect(told.changes[0]?.stood).toEqual({ file: 'list.csv', edit: null });
});

test('what recorded state calls a commit is no option of git', async () => {
  const directory = repository();
  const applied = [{ files: { commit: '--output=made.txt', tree: '', committedAt: 0 } }] as AppliedRun[];
  const [gone] = fullPlan.changes.filter(({ action }) => action === 'delete');
  const change = { ...gone, desired: null } as (typeof fullPlan.changes)[number];
  await withEdits({ ...fullPlan, changes: [change] }, { folder: directory, applied });
  expect(git(directory, 'status', '--porcelain')).toBe('');
});

test('older files take back a move that a newer commit made, although it has another address there', async () => {
  const [moved] = fullPlan.changes.filter((each) => each.kind === 'record' && each.from !== null);
  if (moved?.kind !== 'record' || moved.from === null) throw new TypeError('the plan has a move');
  const last = { commit: 'a'.repeat(40), tree: '', committedAt: 0 };
  const begun = (address: string) => [{ address, action: 'move', digest: '', isBegun: true }];
  const runs = (address: string) => [{ files: last, changes: begun(address) }] as unknown as AppliedRun[];
  const older = {
    ...{ code: 'guard-older-files', count: 1, pass: 'older-files=1', passed: false, allowed: null },
    files: { how: 'behind', now: last, last: { ...last, run: 'r', at: 0 } },
  } as unknown as Guard;
  const history = {
    head: async () => null,
    since: async () => 'behind' as const,
    beyond: async () => new Set([last.commit]),
  } as const;
  const back = async (address: string) => {
    const told = await withEdits(
      { ...fullPlan, changes: [moved], guards: [older] },
      { folder: '.', history, applied: runs(address) },
    );
    return told.guards.map((each) => (each.code === 'guard-older-files' ? each.back : []));
  };
  expect(await back(moved.from.address)).toEqual([[{ address: moved.address, action: moved.action }]]);
  // Nothing is known to be taken back: that is no word that nothing is.
  expect(await back('record:Other/C-9')).toEqual([undefined]);
});
