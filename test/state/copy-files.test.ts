import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { openCopies } from '../../src/core/state/copy-files.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const COPY = { address: 'record:Summer/C-1', savedAt: 1, body: { task: { items: [] }, foreign: ['Note'] } };

function folder(): string {
  const place = temporaryFolder();
  onTestFinished(place.remove);
  return join(place.directory, 'copies');
}

test('a copy kept is found by the next process, and gone once dropped', async () => {
  const place = folder();
  const store = await openCopies(place);
  await store.keepCopy({ ...COPY, savedAt: 0 });
  await store.keepCopy(COPY);
  expect((await openCopies(place)).copies()).toEqual([COPY]);
  await store.dropCopy(COPY.address);
  await store.dropCopy(COPY.address);
  expect(store.copies()).toEqual([]);
  expect((await openCopies(place)).copies()).toEqual([]);
});

test('reading makes nothing, and what is kept may be read by its owner only', async () => {
  const place = folder();
  await openCopies(place);
  expect(() => readdirSync(place)).toThrow('ENOENT');
  await (await openCopies(place)).keepCopy(COPY);
  expect(readdirSync(place).map((name) => (statSync(join(place, name)).mode & 0o777).toString(8))).toEqual(['600']);
});

test('a file that is no copy is passed over', async () => {
  const place = folder();
  mkdirSync(place);
  writeFileSync(join(place, 'a.json'), '{"address":');
  writeFileSync(join(place, 'b.json'), '{"address":"record:Summer/C-1"}');
  writeFileSync(join(place, 'c.tmp'), JSON.stringify(COPY));
  expect((await openCopies(place)).copies()).toEqual([]);
});

test('a copy that cannot be kept is an error in words', async () => {
  const place = folder();
  writeFileSync(place, 'a file where the folder should be');
  const store = await openCopies(place);
  await expect(store.keepCopy(COPY)).rejects.toMatchObject({ code: 'ledger-unwritable' });
});
