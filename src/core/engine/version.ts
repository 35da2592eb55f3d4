// The version from our own package.json, found upwards from this file: it stands at another depth in the checkout than
// in the published package.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PACKAGE_NAME } from '../model/package.ts';

export function readVersion(from: string = import.meta.dirname): string {
  const found = readPackage(join(from, 'package.json'));
  if (found?.name === PACKAGE_NAME && typeof found.version === 'string') return found.version;
  const parent = dirname(from);
  return parent === from ? 'unknown' : readVersion(parent);
}

/** Where the action of this release lives, `owner/name@<commit> # v0.1.0`, as the release wrote it down; null in a checkout. */
export function readAction(from: string = import.meta.dirname): string | null {
  const found = readPackage(join(from, 'package.json'));
  if (found?.name === PACKAGE_NAME) return typeof found.action === 'string' ? found.action : null;
  const parent = dirname(from);
  return parent === from ? null : readAction(parent);
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly action?: unknown;
}

function readPackage(path: string): Manifest | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
