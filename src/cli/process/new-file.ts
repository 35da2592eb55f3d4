// Files that a person may have made already: written where there is none, never over one.

import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../model/error-code.ts';

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** False where a file of that name was there, also one that came meanwhile. */
export async function writeNew(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** For the list of what was written. */
export function writtenLine(name: string, written: boolean): string {
  return written ? `  + ${name}` : `  = ${name}  was there, left as it is`;
}
