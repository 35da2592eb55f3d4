// A run of its own for the tests of locks and of sudden death: `node ledger-child.ts MODE PATH [TIMEOUT_MS]`.
// `write` writes until it is killed or a write fails; `hold` takes the lock and waits; `begin` opens a transaction, without the lock,
// and ends it when it goes on after a stop; `close` closes the thread while a batch is on its way. Each line on stdout is one acknowledgement, written at once.

import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { userAddress } from '../../src/core/model/address.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import type { Ledger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { writingThread } from '../../src/core/state/writing-thread.ts';
import { intent, user } from './samples.ts';

const [mode, path, timeoutMs, leaseMs] = process.argv.slice(2);
const say = (...words: readonly string[]): number => writeSync(1, `${words.join(' ')}\n`);

async function writePair(ledger: Ledger, name: string, n: number): Promise<void> {
  const object = user(name, { recordedAt: n });
  const id = await ledger.intend(intent(userAddress(name), { proposed: object }));
  say('intended', id);
  await ledger.settle(id, [object, null, undefined][n % 3]);
  say('settled', id, ['recorded', 'removed', 'left'][n % 3] ?? '');
}

async function writeForEver(ledger: Ledger, name: string): Promise<void> {
  for (let n = 0; ; n += 1) await writePair(ledger, `${name}-${n}`, n);
}

function begin(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  process.on('SIGCONT', () => {
    database.exec('COMMIT');
    say('committed');
  });
  say('begun');
}

async function close(file: string): Promise<void> {
  const thread = writingThread(file);
  void thread.commit({ fence: 0, now: 0, boot: '', uptimeMs: 0, entries: [] });
  await thread.close();
  say('closed');
}

async function run(): Promise<void> {
  if (mode === 'close') return close(path ?? '');
  const ledger = await openLedger({ path: path ?? '', clock: () => 0 });
  if (mode === 'begin') {
    begin(path ?? '');
    return;
  }
  const periods = { heartbeatMs: 50, leaseMs: Number(leaseMs ?? 60_000) };
  const options = { ...viewpointOfProcess(), ...periods, timeoutMs: Number(timeoutMs ?? 0), holder: 'child@desk' };
  const { fence } = await ledger.lock(options);
  say('locked', String(fence));
  if (mode === 'hold') return;
  const writers = Array.from({ length: 8 }, (_, writer) => writeForEver(ledger, `${fence}-${writer}`));
  await Promise.any(writers).catch((error: AggregateError) => {
    for (const reason of error.errors) say('failed', reason instanceof ToolError ? reason.code : String(reason));
  });
  await writePair(ledger, 'later', 0);
}

if (mode === 'hold' || mode === 'begin') setInterval(() => undefined, 60_000);
await run().catch((error: unknown) => {
  say('failed', error instanceof ToolError ? `${error.code} ${error.message}` : String(error));
  process.exitCode = 1;
});
