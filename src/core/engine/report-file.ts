// A report as a file: whole or not at all. Whoever reads the path meanwhile reads the earlier report or the new one, and a
// disk that fills up leaves the earlier one.

import { lstat, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomName } from '../machine.ts';
import { codeOf } from '../model/error-code.ts';
import { ToolError } from '../model/errors.ts';

/** Before a run: null when a report can be written there, otherwise why not, in a sentence. `given`: the path as it was given. */
export async function whyUnwritable(path: string, given: string): Promise<string | null> {
  const isNew = await lstat(path).then(
    () => false,
    () => true,
  );
  try {
    const before = await modeOf(path);
    // A pipe is opened once, by the run that writes into it.
    if (before === null || before.isPlain) await (await open(path, 'a')).close();
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? `there is no folder for ${given}` : `${given} cannot be written`;
  }
  if (isNew) await rm(path, { force: true });
  return null;
}

/** Throws `report-not-written`. What is no plain file (a device, a pipe) is written as it is. */
export async function writeReportFile(path: string, text: string): Promise<void> {
  try {
    const before = await modeOf(path);
    if (before !== null && !before.isPlain) await writeFile(path, text);
    else await replace(before === null ? path : await realpath(path), text, before?.mode ?? null);
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown';
    throw new ToolError('report-not-written', { message: `${path}: the system says ${code}`, cause });
  }
}

async function replace(path: string, text: string, mode: number | null): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomName(4)}`);
  try {
    const file = await open(draft, 'wx', mode ?? 0o666);
    try {
      if (mode !== null) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // The file may be written, its folder not: then it is not replaced but overwritten.
    if (mode === null || !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    await writeFile(path, text);
  }
}

async function modeOf(path: string): Promise<{ readonly mode: number; readonly isPlain: boolean } | null> {
  try {
    const found = await stat(path);
    return { mode: found.mode & 0o777, isPlain: found.isFile() || found.isDirectory() };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
