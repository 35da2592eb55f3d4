// Where a test's ledger lives: a folder of its own, gone when the test ends.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The folder of the ledger is not made yet. */
export function ledgerPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.muster'));
  return join(folder, '.muster', 'ledger', 'prod.db');
}
