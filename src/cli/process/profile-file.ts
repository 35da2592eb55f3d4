// Puts the service profile into its file, where it differs and that is wished.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ToolError } from '../../core/model/errors.ts';
import { profilePath, type ServiceProfile } from '../../core/model/profile.ts';

export interface KeptProfile {
  /** Relative to the project folder. */
  readonly path: string;
  /** Whether the file said something else before. */
  readonly differs: boolean;
  readonly written: boolean;
}

/** Throws `profile-unwritable`. */
export async function keepProfile(directory: string, profile: ServiceProfile, write: boolean): Promise<KeptProfile> {
  const path = profilePath(profile.target);
  const file = join(directory, path);
  const { profileText } = await import('../../core/desired/declarations/profile.ts');
  const text = profileText(profile);
  const differs = (await readFile(file, 'utf8').catch(() => null)) !== text;
  if (!differs || !write) return { path, differs, written: false };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (cause) {
    throw new ToolError('profile-unwritable', {
      message: `${path} could not be written; nothing else was lost`,
      cause,
    });
  }
  return { path, differs, written: true };
}
