// What comes again after the end of a life: a job of a pipeline that is started again with what was approved then, and a clone that is
// behind. Drawn from a source of its own, and played when everything has come to rest: a life without it stays as it was.

import { createHash } from 'node:crypto';

import type { GitHistory } from '../../src/core/engine/git-history.ts';
import type { FilesVersion } from '../../src/core/model/applied.ts';
import type { Files } from './files.ts';
import type { RunEnd } from './doors/command.ts';
import type { Step } from './plan.ts';
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

interface Place {
  readonly start: number;
  /** Whether the clone has the commits that came later. */
  readonly isWhole: boolean;
  readonly checkout?: Step['checkout'];
}

/** How many commits the version of the files lies behind that count. */
const BEHIND = { edited: 1, unedited: 2, restored: 1, behind: 2 } as const;
const EDITED = ['lists'];
const MINUTE = 60_000;

/** The commit in which that version of the files stands, or over which it is edited. */
export function commitOf(
  version: number,
  checkout: Step['checkout'] | null,
  start: number,
): { readonly at: number; readonly commit: string; readonly committedAt: number } {
  const at = version - (checkout === undefined || checkout === null ? 0 : BEHIND[checkout]);
  return { at, commit: sha(`commit ${at}`), committedAt: start + at * MINUTE };
}

const sha = (text: string): string => createHash('sha1').update(text).digest('hex');

/** One line of commits, one for each version of the files, but for those that are edited over a commit. */
export function historyAt(version: number, files: Files, { start, isWhole, checkout }: Place): GitHistory {
  const { at, ...commit } = commitOf(version, checkout, start);
  const isEdited = checkout === 'edited' || checkout === 'restored';
  const now: FilesVersion = { ...commit, tree: sha(JSON.stringify(files)), ...(isEdited && { edited: EDITED }) };
  const later = (last: string): ReadonlySet<string> => {
    const names = Array.from({ length: version }, (_, more) => sha(`commit ${at + 1 + more}`));
    return new Set(names.slice(0, names.indexOf(last) + 1));
  };
  return {
    head: async () => now,
    restored: async () => (checkout === 'restored' ? (EDITED[0] ?? null) : null),
    since: async (_folder, last) => {
      if (last.committedAt <= now.committedAt) return 'follows';
      return isWhole ? 'behind' : 'unknown';
    },
    beyond: async (_folder, last) => (isWhole ? later(last) : null),
  };
}
