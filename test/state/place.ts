// Where a test's ledger lives: a folder of its own, gone when the test ends.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The folder `.muster` in it is not made yet. */
export function ledgerPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, '.muster', 'prod.db');
}
