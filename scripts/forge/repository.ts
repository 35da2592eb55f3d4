// A forge with one repository, and a checkout of it, as a person has one: files are written, committed and pushed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { startGitea } from '../../test/support/gitea.ts';

export interface Checkout {
  readonly folder: string;
  /** Full commit of what is checked out. */
  readonly commit: () => string;
  /** A branch of the forge, as it stands there now; made from the present commit where it is new. */
  readonly branch: (name: string) => void;
  readonly pull: (name: string) => void;
  /** Writes files, commits and pushes the branch. */
  readonly push: (branch: string, message: string, files?: Readonly<Record<string, string>>) => string;
}

export interface Forge {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly token: string;
  readonly checkout: Checkout;
  /** Of the repository: `GET /pulls`. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

interface Opening {
  /** `team/name` */
  readonly repository: string;
  /** Of the checkout, a temporary one: it keeps the token. */
  readonly folder: string;
  readonly private?: boolean;
}

/** `program`: path of Gitea. */
export async function openForge(program: string, { repository, folder, ...more }: Opening): Promise<Forge> {
  const { url, account, ask, stop } = await startGitea(program);
  const { token } = await account('team');
  const name = repository.slice('team/'.length);
  await ask(token, 'POST', '/user/repos', { name, default_branch: 'main', ...more });
  const checkout = openCheckout(folder, `${url.replace('://', `://team:${token}@`)}/${repository}.git`);
  const ofRepository: Forge['ask'] = (method, path, body) => ask(token, method, `/repos/${repository}${path}`, body);
  return { url, token, checkout, ask: ofRepository, stop };
}

function openCheckout(folder: string, url: string): Checkout {
  mkdirSync(folder, { recursive: true });
  const git = (...words: string[]): string =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...IDENTITY },
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', url);
  const commit = (): string => git('rev-parse', 'HEAD');
  return {
    folder,
    commit,
    branch: (name) => void git('checkout', '--quiet', '-B', name),
    pull: (name) => {
      git('fetch', '--quiet', 'origin', name);
      git('checkout', '--quiet', '-B', name, 'FETCH_HEAD');
    },
    push: (branch, message, files = {}) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
      git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
      return commit();
    },
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'team',
  GIT_AUTHOR_EMAIL: 'team@example.com',
  GIT_COMMITTER_NAME: 'team',
  GIT_COMMITTER_EMAIL: 'team@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
} as const;
