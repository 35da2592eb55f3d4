// Files of this checkout, by their path below its root.

import { readFileSync, writeFileSync } from 'node:fs';
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
