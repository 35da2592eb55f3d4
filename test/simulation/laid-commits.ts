// Each version of the desired files that a run reads as a commit of a repository of its own, and the commits that muster names for the lines of
// each customer.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Address } from '../../src/core/model/address.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import { commitsOfEntry } from '../../src/desk/lookup/git-line.ts';

/** Address -> subjects of the commits; each is the number of what was read. */
export type Blamed = ReadonlyMap<Address, readonly number[]>;

const OWN = ['-c', 'user.name=team', '-c', 'user.email=team@example.com', '-c', 'commit.gpgsign=false'];

export function openCommits(folder: string): { readonly of: (desired: DesiredState) => Promise<Blamed> } {
  let count = 0;
  const git = (...words: readonly string[]): Promise<unknown> =>
    promisify(execFile)('git', ['-C', folder, ...OWN, ...words], { timeout: 60_000 });
  const of = async ({ records }: DesiredState): Promise<Blamed> => {
    if (count === 0) await git('init', '--quiet');
    count += 1;
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', String(count));
    const found = records.map(async ({ address, source }) => {
      const { commits } = await commitsOfEntry(folder, source);
      return [address, commits.map(({ subject }) => Number(subject))] as const;
    });
    return new Map(await Promise.all(found));
  };
  return { of };
}
