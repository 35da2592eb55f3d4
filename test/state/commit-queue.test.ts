import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';

import { ToolError } from '../../src/core/model/errors.ts';
import { createCommitQueue } from '../../src/core/state/commit-queue.ts';
import { storageError } from '../../src/core/state/failure.ts';
import { ledgerPath } from './place.ts';
import { closeAll, intent, lockedLedger } from './samples.ts';

/** `commit`: one transaction over all that is given, whole or not at all; a negative number is refused. */
function queueOn(begin: () => void = () => undefined) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE numbers (n INTEGER UNIQUE) STRICT');
  const insert = database.prepare('INSERT INTO numbers VALUES (?)');
  const commit = async (batch: readonly number[]): Promise<readonly number[]> => {
    database.exec('BEGIN');
    try {
      begin();
      for (const n of batch) if (n >= 0) insert.run(n);
      database.exec('COMMIT');
      return batch.flatMap((n, index) => (n < 0 ? [index] : []));
    } catch (error) {
      database.exec('ROLLBACK');
      throw storageError(error, { path: 'numbers.db', doing: 'write' });
    }
  };
  const queue = createCommitQueue(commit);
  const stored = () =>
    database
      .prepare('SELECT n FROM numbers ORDER BY rowid')
      .all()
      .map((row) => row['n']);
  return { queue, add: queue.add, stored };
}

describe('group commit', () => {
  test('a thousand intents at once are one transaction', async () => {
    const open = await lockedLedger(ledgerPath());
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => open.ledger.intend(intent(`user:${n}`))));
    expect(open.ledger.commits).toBe(1);
    expect((await open.ledger.load()).openIntents).toHaveLength(1_000);
    await closeAll(open);
  });

  test('32 writers that go on as soon as they are answered share one transaction a round', async () => {
    const open = await lockedLedger(ledgerPath());
    const writer = async (name: number) => {
      for (const n of Array(10).keys()) {
        const id = await open.ledger.intend(intent(`user:${name}-${n}`));
        await open.ledger.settle(id, undefined);
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, name) => writer(name)));
    expect(open.ledger.commits).toBe(20);
    await closeAll(open);
  });

  test('an entry is not acknowledged before its transaction', async () => {
    const { queue, add, stored } = queueOn();
    let acknowledged = false;
    const entry = add(1).then(() => (acknowledged = true));
    await Promise.resolve();
    expect([acknowledged, stored(), queue.commits]).toEqual([false, [], 0]);
    await entry;
    expect([stored(), queue.commits]).toEqual([[1], 1]);
  });
});

describe('failures', () => {
  test('an entry that refuses leaves the others in its transaction alone', async () => {
    const { add, stored } = queueOn();
    expect(await Promise.all([add(1), add(-1), add(2)])).toEqual([true, false, true]);
    expect(stored()).toEqual([1, 2]);
    await expect(add(3)).resolves.toBe(true);
  });

  test('a failure of the database rejects its whole transaction, and nothing after it is acknowledged', async () => {
    const { queue, add, stored } = queueOn();
    await add(1);
    const results = await Promise.allSettled([add(2), add(1), add(3)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(add(4)).rejects.toBeInstanceOf(ToolError);
    expect([stored(), queue.commits]).toEqual([[1], 1]);
  });

  test('a run that may not write any more is refused, now and later', async () => {
    let allowed = false;
    const { add, stored } = queueOn(() => {
      if (!allowed) throw new ToolError('locked', { message: 'lost' });
    });
    await expect(add(1)).rejects.toMatchObject({ code: 'locked' });
    allowed = true;
    await expect(add(2)).rejects.toMatchObject({ code: 'locked' });
    expect(stored()).toEqual([]);
  });
});
