// Where muster.yaml is looked for: the folder of the call, then those above it, as far as the root of its repository.

import { stat } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import type { Settings } from './settings.ts';

const PROJECT_FILE = 'muster.yaml';

/**
 * The nearest folder that has a muster.yaml; where none has one, the folder itself. Above the folder a file of another user does not
 * count: it may name programs, and in /tmp anybody can put one down.
 */
export async function projectAbove(folder: string): Promise<string> {
  const owner = await ownerOf(folder);
  for (let at = folder; ; at = dirname(at)) {
    const found = await ownerOf(join(at, PROJECT_FILE));
    if (found !== null && (at === folder || found === owner)) return at;
    if (at === dirname(at) || (await ownerOf(join(at, '.git'))) !== null) return folder;
  }
}

/** A path of the command line as the project names its files: relative to muster.yaml, with `/`. */
export function inProject({ folder, directory }: Pick<Settings, 'folder' | 'directory'>, path: string): string {
  return posix.normalize(relative(directory, resolve(folder, path)).replaceAll(sep, '/'));
}

/** Null where nothing is there. */
async function ownerOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ uid }) => uid,
    () => null,
  );
}
