// Files on a branch of the repository that no checkout has: read as they stand, and replaced by one commit on top of what was read. A
// push that is not on top of the branch is refused by the server, so of two writers one always hears of the other.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { ToolError } from '../model/errors.ts';

export interface BranchPlace {
  /** `https://github.com/owner/name.git`, without a password. */
  readonly url: string;
  readonly branch: string;
  readonly token: string | null;
  /** Name that goes with the token. */
  readonly user: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface BranchTip {
  /** Null: the branch does not exist, as the server answered. */
  readonly commit: string | null;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of all files that stand there. */
  readonly names: readonly string[];
}

export interface Branch {
  read(names: readonly string[]): Promise<BranchTip>;
  /** What its commit and those before it say, the newest first; at most about the last MOST_COMMITS. */
  subjects(tip: BranchTip): Promise<readonly string[]>;
  /** On top of what was read; false when somebody else was faster. */
  write(tip: BranchTip, files: ReadonlyMap<string, Buffer>, message: string): Promise<boolean>;
  close(): Promise<void>;
}

const TIP = 'refs/muster/tip';
const MOST_COMMITS = 500;

/** Throws `state-branch`. Nothing of the place is written but the branch. */
export async function openBranch({ url, branch, token, user, environment }: BranchPlace): Promise<Branch> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-state-'));
  const env = { ...environment, ...identity, ...access(url, user, token), GIT_DIR: folder };
  const ref = `refs/heads/${branch}`;
  const git = (words: readonly string[], input?: Buffer | string): Promise<Answer> => run(words, env, input);
  await needed(git(['init', '--quiet', '--bare', folder]), 'init');
  const tip = async (): Promise<string | null> => {
    const listed = await needed(git(['ls-remote', '--heads', url, ref]), 'ls-remote');
    if (listed.toString().trim() === '') return null;
    await needed(git(['fetch', '--quiet', '--no-tags', '--depth=1', url, `+${ref}:${TIP}`]), 'fetch');
    return (await needed(git(['rev-parse', TIP]), 'rev-parse')).toString().trim();
  };
  return {
    read: async (names) => {
      const commit = await tip();
      const files = new Map<string, Buffer>();
      if (commit === null) return { commit, files, names: [] };
      const there = await listOf(git, commit);
      for (const name of names) {
        const id = there.get(name);
        if (id !== undefined) files.set(name, await needed(git(['cat-file', 'blob', id]), 'cat-file'));
      }
      return { commit, files, names: [...there.keys()] };
    },
    subjects: async ({ commit }) => {
      if (commit === null) return [];
      // In a folder of its own: a repository that lacks files by a filter would fetch them one by one when it pushes.
      const apart = join(folder, 'history');
      const past = (words: readonly string[]): Promise<Answer> => run(words, { ...env, GIT_DIR: apart });
      await needed(past(['init', '--quiet', '--bare', apart]), 'init');
      await needed(past(['config', 'remote.origin.url', url]), 'config');
      const wanted = [`--depth=${MOST_COMMITS}`, '--filter=tree:0', '--no-tags', 'origin', `+${ref}:${TIP}`];
      await needed(past(['fetch', '--quiet', ...wanted]), 'fetch');
      return (await needed(past(['log', '--format=%s', commit]), 'log')).toString().trimEnd().split('\n');
    },
    write: async ({ commit }, files, message) => {
      const there = new Map(commit === null ? [] : await listOf(git, commit));
      for (const [name, bytes] of files) {
        there.set(name, (await needed(git(['hash-object', '-w', '--stdin'], bytes), 'hash-object')).toString().trim());
      }
      const lines = [...there].map(([name, id]) => `100644 blob ${id}\t${name}\n`).join('');
      const tree = (await needed(git(['mktree'], lines), 'mktree')).toString().trim();
      const parent = commit === null ? [] : ['-p', commit];
      const made = await needed(git(['commit-tree', tree, ...parent, '-m', message]), 'commit-tree');
      const pushed = await git(['push', '--quiet', '--porcelain', url, `${made.toString().trim()}:${ref}`]);
      if (pushed.exit === 0) return true;
      if (/rejected|fetch first|non-fast-forward|already exists|cannot lock ref/u.test(pushed.told)) return false;
      throw failed('push', pushed);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

type Git = (words: readonly string[]) => Promise<Answer>;

async function listOf(git: Git, commit: string): Promise<Map<string, string>> {
  const listed = (await needed(git(['ls-tree', '-z', commit]), 'ls-tree')).toString();
  const rows = listed.split('\0').filter((row) => row !== '');
  return new Map(rows.map((row) => [row.slice(row.indexOf('\t') + 1), row.split(/[ \t]/u)[2] ?? '']));
}

const identity = {
  GIT_AUTHOR_NAME: 'muster',
  GIT_AUTHOR_EMAIL: 'muster@localhost',
  GIT_COMMITTER_NAME: 'muster',
  GIT_COMMITTER_EMAIL: 'muster@localhost',
  GIT_TERMINAL_PROMPT: '0',
} as const;

/** In the environment, where no list of processes shows it, and for this one server. */
function access(url: string, user: string, token: string | null): Record<string, string> {
  if (token === null || !/^https?:/u.test(url)) return {};
  const basic = Buffer.from(`${user}:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

interface Answer {
  readonly exit: number;
  readonly out: Buffer;
  readonly told: string;
}

async function run(words: readonly string[], env: NodeJS.ProcessEnv, input: Buffer | string = ''): Promise<Answer> {
  const child = spawn('git', words, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  }).catch((error: unknown) => {
    throw new ToolError('state-branch', { message: 'git could not be started', cause: error });
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [exit, out, told] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  return { exit, out, told: told.toString() + out.subarray(0, 4000).toString() };
}

async function needed(answer: Promise<Answer>, what: string): Promise<Buffer> {
  const got = await answer;
  if (got.exit !== 0) throw failed(what, got);
  return got.out;
}

/** What git told may name the server, never the token: that is in a header. */
function failed(what: string, { exit, told }: Answer): ToolError {
  const words = told.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  return new ToolError('state-branch', { message: `git ${what} ended with ${exit}: ${words}` });
}
