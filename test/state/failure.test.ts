// What a disk refuses is called by its name: by the failure itself, and where that does not say enough by the place.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestContext } from 'vitest';

import { codeOf, failureKind } from '../../src/core/state/failure.ts';
import type { StoragePlace } from '../../src/core/state/failure.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { readOnlyView } from '../support/disks.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, lockedLedger, user } from './samples.ts';

const HEALTHY: StoragePlace = { isFull: false, isWritable: true };
const FULL: StoragePlace = { isFull: true, isWritable: true };
const READ_ONLY: StoragePlace = { isFull: false, isWritable: false };

const database = (errcode: number): Error => Object.assign(new Error('database'), { errcode });
const system = (code: string): Error => Object.assign(new Error('system'), { syscall: 'open', code });

describe('a failure of the storage', () => {
  test.each([
    ['SQLITE_BUSY', database(5), HEALTHY, ['locked', 'locked']],
    ['SQLITE_BUSY_SNAPSHOT, an extended code', database(5 | (2 << 8)), HEALTHY, ['locked', 'locked']],
    ['SQLITE_CORRUPT', database(11), FULL, ['ledger-damaged', 'ledger-damaged']],
    ['SQLITE_NOTADB', database(26), READ_ONLY, ['ledger-damaged', 'ledger-damaged']],
    ['SQLITE_ERROR', database(1), READ_ONLY, ['ledger-damaged', 'ledger-damaged']],
    ['SQLITE_FULL', database(13), HEALTHY, ['disk-full', 'disk-full']],
    ['ENOSPC', system('ENOSPC'), HEALTHY, ['disk-full', 'disk-full']],
    ['EDQUOT', system('EDQUOT'), HEALTHY, ['disk-full', 'disk-full']],
    ['SQLITE_READONLY', database(8), HEALTHY, ['ledger-unreadable', 'ledger-read-only']],
    ['EROFS', system('EROFS'), HEALTHY, ['ledger-unreadable', 'ledger-read-only']],
    ['EACCES', system('EACCES'), HEALTHY, ['ledger-unreadable', 'ledger-read-only']],
    ['SQLITE_CANTOPEN on a healthy disk', database(14), HEALTHY, ['ledger-unreadable', 'ledger-unwritable']],
    ['SQLITE_CANTOPEN on a read-only disk', database(14), READ_ONLY, ['ledger-unreadable', 'ledger-read-only']],
    ['SQLITE_IOERR_SHMSIZE on a full disk', database(10 | (19 << 8)), FULL, ['disk-full', 'disk-full']],
    ['SQLITE_IOERR on a healthy disk', database(10), HEALTHY, ['ledger-unreadable', 'ledger-unwritable']],
    ['ENOTDIR', system('ENOTDIR'), HEALTHY, ['ledger-unreadable', 'ledger-unwritable']],
    ['anything else', new TypeError('x'), READ_ONLY, ['internal', 'internal']],
  ])('%s', (_title, error, place, expected) => {
    const kind = failureKind(error);
    expect([codeOf(kind, 'read', () => place), codeOf(kind, 'write', () => place)]).toEqual(expected);
  });
});

async function seenReadOnly(path: string, context: TestContext): Promise<string> {
  return join(readOnlyView(dirname(dirname(path)), context), 'ledger', 'prod.db');
}

async function filled(): Promise<string> {
  const path = ledgerPath();
  const open = await lockedLedger(path);
  await open.ledger.record('user:a', user('a'));
  await closeAll(open);
  return path;
}

describe('a ledger on a read-only disk', () => {
  test('is read as it stands, and refuses to be written by the name of the reason', async (context) => {
    const path = await filled();
    const view = await seenReadOnly(path, context);
    const before = readFileSync(path);
    const ledger = await openLedger({ path: view, clock, readOnly: true });
    expect([ledger.isAsItStands, [...(await ledger.load()).objects.keys()]]).toEqual([true, ['user:a']]);
    await ledger.close();
    await expect(openLedger({ path: view, clock })).rejects.toMatchObject({ code: 'ledger-read-only', exit: 1 });
    expect(readFileSync(path)).toEqual(before);
  });

  test('that is not there yet reads as empty, and cannot be made', async (context) => {
    const path = ledgerPath();
    const view = await seenReadOnly(path, context);
    const ledger = await openLedger({ path: view, clock, readOnly: true });
    expect((await ledger.load()).objects.size).toBe(0);
    await expect(openLedger({ path: view, clock })).rejects.toMatchObject({ code: 'ledger-read-only' });
  });

  test('whose write-ahead log was left behind is not read without it', async (context) => {
    const path = await filled();
    const open = await lockedLedger(path);
    await open.ledger.record('user:b', user('b'));
    const copy = ledgerPath();
    mkdirSync(dirname(copy));
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    await closeAll(open);
    const opening = openLedger({ path: await seenReadOnly(copy, context), clock, readOnly: true });
    await expect(opening).rejects.toMatchObject({ code: 'ledger-read-only' });
    await expect(opening).rejects.toThrow('write-ahead log');
  });

  test('that a run of another place writes meanwhile is not believed', async (context) => {
    const path = await filled();
    const ledger = await openLedger({ path: await seenReadOnly(path, context), clock, readOnly: true });
    const open = await lockedLedger(path);
    await open.ledger.record('user:b', user('b'));
    await expect(ledger.load()).rejects.toMatchObject({ code: 'locked' });
    await closeAll(open);
    await expect(ledger.load()).rejects.toThrow('was written while it was read');
    await ledger.close();
  });

  test('that a run of another place holds is read with what that run has committed', async (context) => {
    const path = await filled();
    const open = await lockedLedger(path);
    await open.ledger.record('user:b', user('b'));
    const ledger = await openLedger({ path: await seenReadOnly(path, context), clock, readOnly: true });
    expect([ledger.isAsItStands, [...(await ledger.load()).objects.keys()]]).toEqual([false, ['user:a', 'user:b']]);
    await ledger.close();
    await closeAll(open);
  });
});
