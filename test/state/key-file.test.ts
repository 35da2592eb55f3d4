// The key of a ledger's digests lies beside it: the ledger alone gives no value away, and is not used with another key.

import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';

import { packLedger, unpackLedger } from '../../src/core/state/carry.ts';
import { digestWith } from '../../src/core/state/digest.ts';
import { ensureKey, keyFile } from '../../src/core/state/key-file.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, lockedLedger, user } from './samples.ts';

const PHONE = '+34911234567';

/** The digest of PHONE stands in it. */
async function filled(): Promise<{ readonly path: string; readonly digest: string }> {
  const path = ledgerPath();
  const open = await lockedLedger(path);
  const digest = digestWith(open.ledger.digestKey)(PHONE);
  await open.ledger.record('user:a', user('a', { digests: { phone: digest } }));
  await closeAll(open);
  return { path, digest };
}

function copied(path: string, withKey: boolean): string {
  const there = ledgerPath();
  for (const file of withKey ? [path, keyFile(path)] : [path]) {
    const target = file === path ? there : keyFile(there);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  return there;
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'opened',
    (error: unknown): unknown => Reflect.get(Object(error), 'code'),
  );

describe('the key of the digests', () => {
  test('is not in the ledger: no bytes of that file make the digest of a known telephone number', async () => {
    const { path, digest } = await filled();
    const bytes = readFileSync(path);
    expect(bytes.includes(digest)).toBe(true);
    const digests = Array.from({ length: bytes.length - 32 }, (_, at) => {
      const window = bytes.subarray(at, at + 32);
      return window.every((byte) => byte === 0) ? '' : digestWith(window)(PHONE);
    });
    expect(digests).not.toContain(digest);
    const key = Buffer.from(readFileSync(keyFile(path), 'utf8').trim(), 'hex');
    expect(digestWith(key)(PHONE)).toBe(digest);
    expect(bytes.includes(key.toString('hex'))).toBe(false);
  });

  test('can be read by its owner only, and is closed again where it was opened', async () => {
    const { path } = await filled();
    expect(statSync(keyFile(path)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(keyFile(path))).mode & 0o777).toBe(0o700);
    writeFileSync(keyFile(path), readFileSync(keyFile(path)), { mode: 0o644 });
    await closeAll(await lockedLedger(path));
    expect(statSync(keyFile(path)).mode & 0o077).toBe(0);
  });

  test('that is missing, of another ledger or no key refuses reading and writing, and is never made anew', async () => {
    const { path } = await filled();
    const alone = copied(path, false);
    const [before, other] = [readFileSync(alone), (await filled()).path];
    const opened = async (): Promise<unknown[]> => [
      await codeOf(openLedger({ path: alone, clock, readOnly: true })),
      await codeOf(openLedger({ path: alone, clock })),
    ];
    expect(await opened()).toEqual(['ledger-key', 'ledger-key']);
    expect(() => statSync(keyFile(alone))).toThrow('ENOENT');
    mkdirSync(dirname(keyFile(alone)), { recursive: true });
    for (const text of [readFileSync(keyFile(other), 'utf8'), 'no key', '']) {
      writeFileSync(keyFile(alone), text);
      expect(await opened()).toEqual(['ledger-key', 'ledger-key']);
      expect(readFileSync(keyFile(alone), 'utf8')).toBe(text);
    }
    expect(readFileSync(alone)).toEqual(before);
    copyFileSync(keyFile(path), keyFile(alone));
    expect(await opened()).toEqual(['opened', 'opened']);
  });

  test('goes along with a ledger that is carried, and stays where that ledger is already', async () => {
    const { path, digest } = await filled();
    const { bytes = Buffer.alloc(0) } = packLedger(path) ?? {};
    const there = ledgerPath();
    expect(unpackLedger(there, bytes, 0)).toBe(true);
    const open = await lockedLedger(there);
    expect(digestWith(open.ledger.digestKey)(PHONE)).toBe(digest);
    await closeAll(open);
    expect(statSync(keyFile(there)).mode & 0o777).toBe(0o600);
    rmSync(keyFile(there));
    expect(unpackLedger(there, bytes, 0)).toBe(false);
    await closeAll(await lockedLedger(there));
    expect(() => packLedger(copied(path, false))).toThrow('keys');
  });

  test('is the same one for runs that make it at once', () => {
    const path = ledgerPath();
    const first = ensureKey(path);
    expect(ensureKey(path)).toEqual(Buffer.from(first));
    expect(ensureKey(path, new Uint8Array(32).fill(1))).toEqual(Buffer.from(first));
  });
});
