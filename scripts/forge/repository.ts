// A checkout of a repository on the forge, as a person has one: files are written, committed and pushed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

export interface CheckoutInput {
  readonly folder: string;
  /** With a token in it: the folder is a temporary one. */
  readonly url: string;
}

export function openCheckout({ folder, url }: CheckoutInput): Checkout {
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
