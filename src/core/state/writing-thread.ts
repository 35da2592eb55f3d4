// The thread that commits, as the thread of the network sees it: no flush to disk ever keeps a connection waiting. Started with the first
// batch, because a run that writes nothing should not pay for it. Promises an answer or an error for every batch, whatever becomes of
// the thread.

import { Worker } from 'node:worker_threads';

import { ToolError } from '../model/errors.ts';
import type { Batch, CommitResult } from './writes.ts';

export interface WritingThread {
  /** Rejects with `ledger-unwritable` when the thread ended: then nobody knows whether the batch was written. */
  commit(batch: Batch): Promise<CommitResult>;
  /** After everything that was sent before. */
  close(): Promise<void>;
}

export function writingThread(path: string): WritingThread {
  const waiting: PromiseWithResolvers<CommitResult>[] = [];
  let worker: Worker | null = null;
  let ended: ToolError | null = null;
  let isClosing = false;
  const end = (cause: unknown): void => {
    const message = `The thread that writes the ledger ${path} ended before its time.`;
    ended ??= new ToolError('ledger-unwritable', { message, cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  const begin = (): Worker => {
    const started = startWorker(path);
    started.on('message', (written: CommitResult) => {
      waiting.shift()?.resolve(written);
      // Alone it keeps no process running; what waits for it does.
      if (waiting.length === 0 && !isClosing) started.unref();
    });
    started.on('error', end).on('exit', () => end(undefined));
    return started;
  };
  return {
    commit: (batch) => {
      if (ended !== null) return Promise.reject(ended);
      const answer = Promise.withResolvers<CommitResult>();
      worker ??= begin();
      worker.ref();
      worker.postMessage(batch);
      waiting.push(answer);
      return answer.promise;
    },
    close: async () => {
      if (worker === null || ended !== null) return;
      isClosing = true;
      const exit = new Promise((resolve) => worker?.once('exit', resolve));
      worker.ref();
      worker.postMessage(null);
      await exit;
    },
  };
}

/** Beside this file, in the checkout, in dist/ and in a bundle. Notices of Node about itself say nothing to a user. */
function startWorker(path: string): Worker {
  const file = new URL('./ledger-writer.ts', import.meta.url);
  return new Worker(file, { workerData: path, name: 'ledger', execArgv: ['--disable-warning=ExperimentalWarning'] });
}
