// Folders of recorded state: made one after the other, and never for ever.

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { makeFolder } from '../../src/core/state/folder.ts';

function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder is made with those above it, for its owner only, and left alone where it is there', () => {
  const folder = join(fresh(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.skipIf(!existsSync('/proc/self'))('where no folder can be made it says so, and ends', () => {
  expect(() => makeFolder('/proc/self/muster/keys')).toThrow(/ENOENT|EACCES/u);
});
