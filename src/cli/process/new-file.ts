// Files that a person may have made already: written where there is none, never over one.

import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../core/model/error-code.ts';

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface NewFile {
  readonly name: string;
  readonly written: boolean;
  /** The file that was there says something else. */
  readonly differs: boolean;
}

/** Each below the folder, which need not exist. */
export async function writeAllNew(folder: string, files: Readonly<Record<string, string>>): Promise<NewFile[]> {
  const all: NewFile[] = [];
  for (const [name, text] of Object.entries(files)) {
    const written = await writeNew(join(folder, name), text);
    all.push({ name, written, differs: !written && (await readFile(join(folder, name), 'utf8')) !== text });
  }
  return all;
}

/** False where a file of that name was there, also one that came meanwhile. */
async function writeNew(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
