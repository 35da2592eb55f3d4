// The thread that commits: it never keeps the thread of the network waiting, and whatever becomes of it, every entry is answered.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { keepLock } from '../../src/core/state/lock.ts';
import { openCommitter } from '../../src/core/state/transaction.ts';
import type { Batch } from '../../src/core/state/writes.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, intent, lockOptions, lockedLedger, user } from './samples.ts';

/** Keeps every other writer of the file waiting until it is let go. */
function blocked(path: string): { readonly letGo: () => void } {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  database.exec('BEGIN IMMEDIATE');
  return { letGo: () => database.exec('COMMIT') };
}

function rowsOf(path: string, sql: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => Object.values(row)[0]);
}

const addresses = (path: string): readonly unknown[] => rowsOf(path, 'SELECT address FROM intents ORDER BY seq');

describe('while a commit waits for the disk', () => {
  test('this thread goes on, nothing is acknowledged, and what comes meanwhile is the next transaction', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await open.ledger.intend(intent('user:first'));
    const { letGo } = blocked(path);
    const acknowledged: string[] = [];
    const intend = async (name: string): Promise<void> => {
      await open.ledger.intend(intent(name));
      acknowledged.push(name);
    };
    const all = [intend('user:0')];
    for (const n of Array(50).keys()) {
      await turn();
      all.push(intend(`user:${n + 1}`));
    }
    expect([acknowledged, addresses(path)]).toEqual([[], ['user:first']]);
    letGo();
    await Promise.all(all);
    const asked = Array.from({ length: 51 }, (_, n) => `user:${n}`);
    expect(acknowledged).toEqual(asked);
    expect(addresses(path)).toEqual(['user:first', ...asked]);
    expect(open.ledger.commits).toBe(3);
    await closeAll(open);
  });

  test('closing waits for it', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const { letGo } = blocked(path);
    const waiting = open.ledger.record('user:a', user('a'));
    let isClosed = false;
    const closing = open.ledger.close().then(() => (isClosed = true));
    for (const _ of Array(50).keys()) await turn();
    expect(isClosed).toBe(false);
    letGo();
    await closing;
    await waiting;
    expect(rowsOf(path, 'SELECT address FROM objects')).toEqual(['user:a']);
  });
});

test('a sign of life that is on its way when the ledger closes does not end the process before it is closed', () => {
  const child = join(import.meta.dirname, 'ledger-child.ts');
  const { stdout } = spawnSync(process.execPath, [child, 'close', ledgerPath()], { encoding: 'utf8' });
  expect(stdout).toBe('closed\n');
});

describe('a thread that dies', () => {
  test('rejects what waits for it and everything later as a failure of storage, and the lock can be released', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const started = once(process, 'worker');
    const waiting = open.ledger.intend(intent('user:a'));
    const refused = expect(waiting).rejects.toMatchObject({ code: 'ledger-unwritable', exit: 1 });
    const [thread] = (await started) as [Worker];
    await thread.terminate();
    await refused;
    await expect(open.ledger.record('user:b', user('b'))).rejects.toMatchObject({ code: 'ledger-unwritable' });
    expect(open.ledger.commits).toBe(0);
    await closeAll(open);
    const next = await lockedLedger(path);
    await next.ledger.record('user:b', user('b'));
    await closeAll(next);
    expect(addresses(path)).toEqual([]);
  });

  test('is not started by a run that writes nothing', async () => {
    const path = ledgerPath();
    const threads: unknown[] = [];
    const note = (thread: unknown): void => void threads.push(thread);
    process.on('worker', note);
    onTestFinished(() => void process.off('worker', note));
    const open = await lockedLedger(path);
    await open.ledger.load();
    await closeAll(open);
    const reader = await openLedger({ path, clock, readOnly: true });
    await reader.load();
    await reader.close();
    await turn();
    expect(threads).toEqual([]);
  });
});

describe('what a transaction proved', () => {
  test('counts for a second by clock and by count; after that the row is read', async () => {
    for (const passed of [{ wall: 1_000 }, { wall: -1_000 }, { count: 1_000 }]) {
      const path = ledgerPath();
      let [now, count] = [0, 0];
      const ledger = await openLedger({ path, clock: () => now });
      const handle = await ledger.lock(lockOptions({ monotonic: () => count }));
      const other = await openLedger({ path, clock });
      expect(await other.unlock(1)).toBe(true);
      handle.assertHeld();
      now += passed.wall ?? 0;
      count += passed.count ?? 0;
      expect(() => handle.assertHeld(), JSON.stringify(passed)).toThrow('nobody holds it now');
      await other.close();
      await ledger.close();
    }
  });

  test('a sign of life is told to others and changes nothing else', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await open.ledger.record('user:a', user('a'));
    const { commit, close } = openCommitter(path);
    expect(commit(batchOf([]))).toEqual({ kind: 'committed', refused: [] });
    close();
    expect((await open.ledger.holder())?.beats).toBe(2);
    expect(open.ledger.generation).toBe(1);
    await closeAll(open);
  });

  test('a sign of life that nobody answers counts as a lost lock after half a lease', async () => {
    let nowMs = 0;
    const beat = (): Promise<never> => {
      nowMs += 31_000;
      return new Promise(() => undefined);
    };
    const kept = keepLock(beat, lockOptions({ heartbeatMs: 1, leaseMs: 60_000, monotonic: () => nowMs }));
    await once(kept.lost, 'abort');
    expect(kept.lost.reason).toMatchObject({ code: 'ledger-unwritable' });
  });
});

function batchOf(entries: Batch['entries'], fence = 1): Batch {
  return { fence, now: 0, boot: 'boot-1', uptimeMs: 1, entries };
}

const opening = (id: string): Batch['entries'][number] => [
  ['open', 0, id, `user:${id}`, 'create', null, 0, null],
  ['put', `user:${id}`, 'user', '{}', 0],
];

describe('one transaction', () => {
  test('that fails in its middle leaves nothing of any entry, and the next one is whole', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const { commit, close } = openCommitter(path);
    expect(commit(batchOf([opening('1'), opening('2'), opening('1'), opening('3')]))).toMatchObject({ kind: 'failed' });
    expect([addresses(path), rowsOf(path, 'SELECT address FROM objects')]).toEqual([[], []]);
    expect(commit(batchOf([opening('4')]))).toEqual({ kind: 'committed', refused: [] });
    expect(addresses(path)).toEqual(['user:4']);
    expect(open.ledger.generation).toBe(1);
    close();
    await closeAll(open);
  });

  test('of a run that lost the lock writes nothing and says who has it', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const { commit, close } = openCommitter(path);
    expect(commit(batchOf([opening('1')], 7))).toMatchObject({ kind: 'lost', lock: { fence: 1, holder: 'ana@desk' } });
    expect(addresses(path)).toEqual([]);
    close();
    await closeAll(open);
  });

  test('makes no file where the ledger was taken away', async () => {
    const path = ledgerPath();
    await closeAll(await lockedLedger(path));
    rmSync(path);
    const { commit, close } = openCommitter(path);
    expect(commit(batchOf([]))).toMatchObject({ kind: 'failed', errcode: 14 });
    expect(existsSync(path)).toBe(false);
    close();
  });
});
