// What the last runs found out about each mutant, kept in .stryker/ of this folder: what is tried again, and by which test first.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from './protocol.ts';

export interface Verdict {
  readonly status: Status;
  /** The test that noticed it, or why it is left out. */
  readonly by: string | null;
}

/** By source file; `digest` is that of its text. */
export type Verdicts = Record<string, { readonly digest: string; readonly mutants: Record<string, Verdict> }>;

const FILE = '.stryker/verdicts.json';

export function readVerdicts(root: string): Verdicts {
  const file = join(root, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verdicts) : {};
}

export function writeVerdicts(root: string, verdicts: Verdicts): void {
  writeFileSync(join(root, FILE), JSON.stringify(verdicts));
}
