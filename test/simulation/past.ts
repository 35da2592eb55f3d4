// What comes again after the end of a life: a job of a pipeline that is started again with what was approved then, and a clone that is
// behind. Drawn from a source of its own, and played when everything has come to rest: a life without it stays as it was.

import { createHash } from 'node:crypto';

import type { GitHistory } from '../../src/core/engine/files-version.ts';
import type { FilesVersion } from '../../src/core/model/applied.ts';
import type { Files } from './files.ts';
import type { RunEnd } from './doors/command.ts';
import type { Chance } from './random.ts';

/** A run of the life. */
interface PastRun {
  readonly run: number;
  readonly verb: string;
  readonly files: Files;
  readonly version: number;
  readonly end: RunEnd;
}

/** `again`: without Git, with the fingerprint of that run. `behind`: a clone with the files of that run, and everything but their age allowed. */
export interface PastJob {
  readonly kind: 'again' | 'behind';
  readonly of: PastRun;
}

export function drawPast(chance: Chance, runs: readonly PastRun[]): PastJob[] {
  const planned = runs.filter(({ verb, end }) => verb === 'apply' && end.kind === 'ended' && end.plan !== null);
  return Array.from({ length: planned.length === 0 ? 0 : chance.int(4) }, () => ({
    kind: chance.pick(['again', 'behind'] as const),
    of: chance.pick(planned),
  }));
}

/** One line of commits, one for each version of the files. `isWhole`: whether the clone has those that came later. */
export function historyAt(
  version: number,
  files: Files,
  { start, isWhole }: { readonly start: number; readonly isWhole: boolean },
): GitHistory {
  const sha = (text: string): string => createHash('sha1').update(text).digest('hex');
  const now: FilesVersion = {
    commit: sha(`commit ${version}`),
    tree: sha(JSON.stringify(files)),
    committedAt: start + version,
  };
  return {
    head: async () => now,
    since: async (_folder, last) => {
      if (last.committedAt <= now.committedAt) return 'follows';
      return isWhole ? 'behind' : 'unknown';
    },
  };
}
