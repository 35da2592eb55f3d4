import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { ledgerPath } from './place.ts';
import { NOW, clock, closeAll, intent, lockOptions, lockedLedger, record, user } from './samples.ts';

async function reopened(path: string) {
  const ledger = await openLedger({ path, clock, readOnly: true });
  try {
    return { state: await ledger.load(), copies: await ledger.copies(), digestKey: ledger.digestKey };
  } finally {
    await ledger.close();
  }
}

describe('recorded state', () => {
  test('an intent stays open until it is settled, and the settlement stores the object', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const ana = user('ana@example.com', { onRemove: 'delete', offboard: { reassignTo: 'ben@example.com' } });
    const id = await open.ledger.intend(intent(ana.address, { proposed: ana }));
    expect((await reopened(path)).state).toEqual({
      objects: new Map(),
      removed: new Map(),
      openIntents: [{ ...intent(ana.address, { proposed: ana }), id }],
    });
    await open.ledger.settle(id, ana);
    expect((await reopened(path)).state).toEqual({
      objects: new Map([[ana.address, ana]]),
      removed: new Map(),
      openIntents: [],
    });
    await closeAll(open);
  });

  test.each([
    ['on the same start of the machine by its count', { boot: 'boot-1', ms: 61_000 }, 60_000],
    ['not after a restart, or on another machine', { boot: 'boot-2', ms: 61_000 }, undefined],
    ['not where the count stands before it', { boot: 'boot-1', ms: 999 }, undefined],
  ])('an open intent tells its age whatever the clock says: %s', async (_title, uptime, expected) => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await open.ledger.intend(intent('user:ana@example.com'));
    await closeAll(open);
    const later = await openLedger({ path, clock, readOnly: true, uptime: () => uptime });
    expect((await later.load()).openIntents.map(({ elapsedMs }) => elapsedMs)).toEqual([expected]);
    await later.close();
  });

  test('what was removed is remembered beside the objects, counts as removed, and is dropped by null', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const ana = user('ana@example.com');
    await open.ledger.record(ana.address, ana);
    const removal = await open.ledger.intend(intent(ana.address, { action: 'delete' }));
    const gone = { ...ana, removedAt: NOW };
    await open.ledger.settle(removal, gone);
    expect((await open.ledger.history()).at(-1)).toMatchObject({ outcome: 'removed' });
    const remembered = new Map([[ana.address, gone]]);
    expect((await reopened(path)).state).toEqual({ objects: new Map(), openIntents: [], removed: remembered });
    await open.ledger.record(ana.address, null);
    expect((await open.ledger.load()).removed).toEqual(new Map());
    await closeAll(open);
  });

  test('a finished move forgets the former address in the same transaction', async () => {
    const open = await lockedLedger(ledgerPath());
    const before = record('Spring', 'C-1');
    const after = record('Summer', 'C-1');
    await open.ledger.record(before.address, before);
    const move = intent(after.address, { action: 'move', fromCampaign: 'Spring', proposed: after });
    await open.ledger.settle(await open.ledger.intend(move), after);
    expect([...(await open.ledger.load()).objects.keys()]).toEqual([after.address]);
    await closeAll(open);
  });

  test('a move that did not happen can be settled with the object where it was', async () => {
    const open = await lockedLedger(ledgerPath());
    const before = record('Spring', 'C-1');
    const move = intent(record('Summer', 'C-1').address, { action: 'move', fromCampaign: 'Spring' });
    await open.ledger.settle(await open.ledger.intend(move), before);
    expect([...(await open.ledger.load()).objects.keys()]).toEqual([before.address]);
    await closeAll(open);
  });

  test('an intent that is not open, or about another object, refuses its settlement and changes nothing else', async () => {
    const open = await lockedLedger(ledgerPath());
    const id = await open.ledger.intend(intent('user:a'));
    const results = await Promise.allSettled([
      open.ledger.settle(id, user('b')),
      open.ledger.settle('9-9', user('a')),
      open.ledger.record('user:c', user('d')),
      open.ledger.record('user:e', user('e')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    const state = await open.ledger.load();
    expect([...state.objects.keys()]).toEqual(['user:e']);
    expect(state.openIntents).toHaveLength(1);
    await closeAll(open);
  });

  test('the generation grows with every change and not with reading or locking', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    expect(open.ledger.generation).toBe(0);
    await open.ledger.record('user:a', user('a'));
    await open.ledger.record('user:a', null);
    await open.ledger.load();
    expect(open.ledger.generation).toBe(2);
    await closeAll(open);
    const reader = await openLedger({ path, clock, readOnly: true });
    expect(reader.generation).toBe(2);
    await reader.close();
  });
});

describe('saved copies', () => {
  const copy = {
    address: 'record:Spring/C-1',
    savedAt: NOW,
    body: { items: [{ key: 'phone', value: '+34911234567' }] },
  };

  test('nothing personal is left in the file once a copy is dropped', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await open.ledger.keepCopy(copy);
    await open.ledger.dropCopy(copy.address);
    await closeAll(open);
    expect(readdirSync(dirname(path))).toEqual(['prod.db']);
    expect(readFileSync(path).includes('+34911234567')).toBe(false);
  });
});

describe('history', () => {
  test('closed intents are kept up to a limit, open ones always', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    const first = await open.ledger.intend(intent('user:open'));
    const ids = await Promise.all(Array.from({ length: 10_100 }, (_, n) => open.ledger.intend(intent(`user:${n}`))));
    await Promise.all(ids.map((id) => open.ledger.settle(id, undefined)));
    expect((await open.ledger.load()).openIntents.map(({ id }) => id)).toEqual([first]);
    await closeAll(open);
    const database = new DatabaseSync(path);
    const closed = database.prepare(`SELECT count(*) AS n FROM intents WHERE outcome = 'left'`).get();
    expect(closed?.['n']).toBe(10_000);
    database.close();
  });
});

describe('opening', () => {
  test('the file is readable by its owner only, and so is the folder made for it', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await open.ledger.record('user:a', user('a'));
    const modes = readdirSync(dirname(path)).map((name) => statSync(`${dirname(path)}/${name}`).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await closeAll(open);
  });

  test('the digest key stays the same over runs and differs between ledgers', async () => {
    const path = ledgerPath();
    const open = await lockedLedger(path);
    await closeAll(open);
    expect((await reopened(path)).digestKey).toEqual(open.ledger.digestKey);
    const other = await lockedLedger(ledgerPath());
    expect(other.ledger.digestKey).not.toEqual(open.ledger.digestKey);
    expect(other.ledger.digestKey).toHaveLength(32);
    await closeAll(other);
  });

  test('reading a ledger that does not exist answers an empty state and makes no file', async () => {
    const path = ledgerPath();
    const ledger = await openLedger({ path, clock, readOnly: true });
    const digestKey = Uint8Array.from(ledger.digestKey);
    expect(digestKey).toHaveLength(32);
    expect(await ledger.load()).toEqual({ objects: new Map(), openIntents: [] });
    expect(await ledger.copies()).toEqual([]);
    expect(Uint8Array.from(ledger.digestKey)).toEqual(digestKey);
    expect(ledger.generation).toBe(0);
    await ledger.close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test('a ledger opened for reading refuses every write and the lock', async () => {
    const path = ledgerPath();
    await closeAll(await lockedLedger(path));
    const ledger = await openLedger({ path, clock, readOnly: true });
    const writes = [ledger.intend(intent('user:a')), ledger.record('user:a', null), ledger.lock(lockOptions())];
    for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'internal' });
    await ledger.close();
  });

  test('closing twice does no harm, and a closed ledger acknowledges nothing', async () => {
    const open = await lockedLedger(ledgerPath());
    const waiting = open.ledger.record('user:a', user('a'));
    await open.ledger.close();
    await open.ledger.close();
    await expect(waiting).resolves.toBeUndefined();
    await expect(open.ledger.record('user:b', user('b'))).rejects.toMatchObject({ code: 'internal' });
  });
});
