// Group commit: everything that came while the last transaction ran becomes the next one, so that 32 writers at once cost one flush to
// disk. Promises that an entry resolves only once it is durable, in the order of asking, and that after a failed commit no later one does.

import { MACHINE } from '../machine.ts';
import type { Machine } from '../machine.ts';
import { ToolError } from '../model/errors.ts';

export interface CommitQueue<E> {
  /** False: the entry was refused, and nothing of it written. Rejects as `commit` does, and so does everything after it. */
  readonly add: (entry: E) => Promise<boolean>;
  /** Resolves when nothing waits any more, whatever became of it. */
  drain(): Promise<void>;
  /** The same; what is added afterwards is `internal`. */
  close(): Promise<void>;
  /** Transactions committed so far. */
  readonly commits: number;
}

interface WaitingEntry<E> {
  readonly entry: E;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/** `commit`: one transaction; the indexes of the entries that it refused. */
export function createCommitQueue<E>(
  commit: (batch: readonly E[]) => Promise<readonly number[]>,
  { turn }: Pick<Machine, 'turn'> = MACHINE,
): CommitQueue<E> {
  let waiting: WaitingEntry<E>[] = [];
  let running: Promise<void> | null = null;
  let broken: { readonly reason: unknown } | null = null;
  let isClosed = false;
  let commits = 0;

  const commitWaiting = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      if (broken !== null) throw broken.reason;
      const refused = new Set(await commit(batch.map(({ entry }) => entry)));
      commits += 1;
      batch.forEach(({ resolve }, index) => resolve(!refused.has(index)));
    } catch (reason) {
      broken ??= { reason };
      for (const { reject } of batch) reject(reason);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Those that were answered go on in this turn of the event loop, and come along.
      await turn();
      await commitWaiting();
    }
    running = null;
  };
  const drain = async (): Promise<void> => {
    while (running !== null) await running;
  };
  return {
    add: (entry) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new ToolError('internal', { message: 'A closed ledger was asked to write.' });
        waiting.push({ entry, resolve, reject });
        running ??= run();
      }),
    drain,
    close: () => {
      isClosed = true;
      return drain();
    },
    get commits() {
      return commits;
    },
  };
}
