// Files of the project that a command changes: written all or none where one is write-protected, and shown by name or as a diff.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFile } from '../../adopt/files.ts';
import { ToolError } from '../../model/errors.ts';

const ANY_WRITE = 0o222;

/** Throws `unreadable-file` before anything is written. */
export async function writeChanged(directory: string, changed: readonly ChangedFile[]): Promise<void> {
  for (const { opened } of changed) await refuseProtected(directory, opened.file);
  const { writeFiles } = await import('../../adopt.ts');
  await writeFiles(directory, changed);
}

/** Names, or unified diffs. */
export async function changedLines(changed: readonly ChangedFile[], isDiff: boolean): Promise<readonly string[]> {
  if (!isDiff) return changed.map(({ opened }) => opened.file);
  const { unifiedDiff } = await import('../../desired/patch/patch-diff.ts');
  return changed.flatMap(({ opened: { file, text }, after }) => {
    const before = text ?? '';
    return unifiedDiff(file, before, [{ from: 0, to: before.length, text: after }]);
  });
}

/** A rename would replace it all the same. */
async function refuseProtected(directory: string, file: string): Promise<void> {
  const { mode } = await stat(join(directory, file));
  if ((mode & ANY_WRITE) !== 0) return;
  throw new ToolError('unreadable-file', { message: `${file}: is write-protected; nothing was written` });
}
