// Main file of the thread that writes a ledger: `new Worker(ledger-writer, { workerData: path })`. Answers each batch with what became
// of it, in the order in which they came, and ends on null.

import { parentPort, workerData } from 'node:worker_threads';

import { openCommitter } from './transaction.ts';
import type { Batch } from './writes.ts';

const { commit, close } = openCommitter(String(workerData));
parentPort?.on('message', (batch: Batch | null) => {
  if (batch !== null) {
    parentPort?.postMessage(commit(batch));
    return;
  }
  close();
  parentPort?.close();
});
