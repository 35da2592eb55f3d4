import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, lockedLedger, record, user } from './samples.ts';

async function filledLedger(): Promise<string> {
  const path = ledgerPath();
  const open = await lockedLedger(path);
  await Promise.all(Array.from({ length: 200 }, (_, n) => open.ledger.record(`user:${n}`, user(`${n}`))));
  await open.ledger.record('record:Summer/C-1', record('Summer', 'C-1'));
  await closeAll(open);
  return path;
}

function alter(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function expectRefused(path: string, words: string): Promise<void> {
  const before = existsSync(path) ? readFileSync(path) : null;
  for (const readOnly of [true, false]) {
    const opening = openLedger({ path, clock, readOnly });
    await expect(opening).rejects.toMatchObject({ code: 'ledger-damaged' });
    await expect(opening).rejects.toThrow(words);
  }
  expect(existsSync(path) ? readFileSync(path) : null).toEqual(before);
}

async function expectUnloadable(path: string, words: string): Promise<void> {
  const ledger = await openLedger({ path, clock, readOnly: true });
  await expect(ledger.load()).rejects.toMatchObject({ code: 'ledger-damaged' });
  await expect(ledger.load()).rejects.toThrow(words);
  await ledger.close();
}

describe('a file that is not to be used is refused and left as it is', () => {
  test('a text file', async () => {
    const path = ledgerPath();
    mkdirSync(dirname(path));
    writeFileSync(path, 'not a database, but long enough to have a header of one hundred bytes'.repeat(3));
    await expectRefused(path, 'is damaged');
  });

  test('an empty file: a new ledger is never made in place of a lost one', async () => {
    const path = await filledLedger();
    writeFileSync(path, '');
    await expectRefused(path, 'is an empty file');
  });

  test('a ledger cut in half', async () => {
    const path = await filledLedger();
    writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2));
    await expectRefused(path, 'damaged');
  });

  test('a ledger with an overwritten page', async () => {
    const path = await filledLedger();
    const bytes = readFileSync(path);
    // Page 4: a table in use; its cell pointers now lead nowhere.
    writeFileSync(path, bytes.fill(0xa5, 4_096 * 3, 4_096 * 4));
    await expectRefused(path, 'damaged');
  });

  test('a ledger of a newer version, named with both versions', async () => {
    const path = await filledLedger();
    alter(path, 'PRAGMA user_version = 4');
    await expectRefused(path, 'newer muster (version 4, this muster knows 3)');
  });

  test('a ledger from before the first release, with what to do about it', async () => {
    const path = await filledLedger();
    alter(path, 'PRAGMA user_version = 2');
    await expectRefused(path, 'before the first release (version 2, this muster knows 3): set it aside');
  });

  test("another program's database", async () => {
    const path = ledgerPath();
    mkdirSync(dirname(path));
    alter(path, 'CREATE TABLE notes (text TEXT); PRAGMA user_version = 1');
    await expectRefused(path, 'is not a ledger of muster');
  });

  test('a ledger without one of its tables', async () => {
    const path = await filledLedger();
    alter(path, 'DROP TABLE copies');
    await expectRefused(path, 'does not have the tables of a ledger');
  });

  test('a write-ahead log whose main file is gone', async () => {
    const path = await filledLedger();
    rmSync(path);
    writeFileSync(`${path}-wal`, 'x');
    await expectRefused(path, 'is missing, but its write-ahead log');
  });
});

describe('a body that does not fit is refused on load, without showing its values', () => {
  test.each([
    [`body = replace(body, '"kind":"user"', '"kind":"team"')`, 'object user:7, kind'],
    [`body = '{"kind":'`, 'something else than JSON: object user:7'],
    [`body = '[]'`, 'an object: object user:7'],
    [`body = json_remove(body, '$.provenance.backend')`, 'object user:7, provenance, backend'],
    [`body = json_set(body, '$.onRemove', 'secret')`, 'one of release, keep, delete, delete-with-backend'],
    [`body = json_set(body, '$.digests.firstName', 5)`, 'object user:7, digests'],
    [`body = json_set(body, '$.recordedAt', 'today')`, 'object user:7, recordedAt'],
    [`body = json_set(body, '$.offboard', json('{}'))`, 'object user:7, offboard, reassignTo'],
  ])('%s', async (change, words) => {
    const path = await filledLedger();
    alter(path, `UPDATE objects SET ${change} WHERE address = 'user:7'`);
    await expectUnloadable(path, words);
  });

  test('a record with an unknown state', async () => {
    const path = await filledLedger();
    alter(path, `UPDATE objects SET body = json_set(body, '$.worked.state', 'LOST') WHERE kind = 'record'`);
    await expectUnloadable(path, 'object record:Summer/C-1, worked, state');
  });

  test('an intent with an unknown action', async () => {
    const path = await filledLedger();
    alter(
      path,
      `INSERT INTO intents (id, fence, address, action, at, boot, uptime_ms) VALUES ('1-1', 1, 'user:7', 'guess', 0, '', 0)`,
    );
    await expectUnloadable(path, 'intent 1-1, action');
  });
});

test('a ledger others may read is closed to them when it is opened for writing', async () => {
  const path = await filledLedger();
  chmodSync(path, 0o644);
  await (await openLedger({ path, clock })).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a folder that cannot be made is an error of its own', async () => {
  const path = ledgerPath();
  writeFileSync(dirname(path), 'a file where the folder should be');
  await expect(openLedger({ path, clock })).rejects.toMatchObject({ code: 'ledger-unwritable', exit: 1 });
});
