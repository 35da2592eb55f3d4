// Files of this checkout, by their path below its root; and a folder that is none of it.

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const readJson = (path: string): unknown => JSON.parse(read(path));
export const write = (path: string, text: string): void => writeFileSync(join(ROOT, path), text);

/** As prettier leaves a file of this name. */
export async function pretty(path: string, text: string): Promise<string> {
  const { format, resolveConfig } = await import('prettier');
  return format(text, { ...(await resolveConfig(join(ROOT, path))), filepath: path });
}

/** Works in a temporary folder, which goes afterwards. */
export async function inFolder<T>(name: string, work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `muster-${name}-`)));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
