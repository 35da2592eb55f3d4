// Files of the project, read for a patch and replaced as a whole: never outside the folder, never over a file that
// changed since it was read, never half written.

import { access, link, mkdir, readFile, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';

import { isDesiredFile, isInside, pathInside, readInside, readProjectFile } from '../../core/face.ts';
import { randomName } from '../../core/machine.ts';
import { codeOf } from '../../core/model/error-code.ts';
import { ToolError } from '../../core/model/errors.ts';

export interface OpenedFile {
  /** Relative to the project folder, with forward slashes. */
  readonly file: string;
  /** Null for a new file. */
  readonly text: string | null;
  /** As it was read; null for a new file. */
  readonly bytes: Uint8Array | null;
}

export interface ChangedFile {
  readonly opened: OpenedFile;
  readonly after: string;
}

const MARK = '\ufeff';
const ANY_WRITE = 0o222;

/** A file that `--into` names: YAML, inside the folder, read by `desired:`. It need not exist. */
export async function openInto(directory: string, into: string): Promise<OpenedFile> {
  const file = posix.normalize(relative(directory, resolve(directory, into)).replaceAll(sep, '/'));
  const { patterns } = await readProjectFile(directory);
  const isYaml = /\.ya?ml$/u.test(file);
  if (!isInside(directory, resolve(directory, file)) || !isYaml || !isDesiredFile(file, patterns)) {
    const known = patterns.map(({ text }) => text).join(', ');
    throw new ToolError('not-desired-file', {
      message: `--into: expected a .yaml file that fits desired: ${known}; given ${into}`,
    });
  }
  return (await isThere(join(directory, file))) ? openFile(directory, file) : { file, text: null, bytes: null };
}

export async function openFile(directory: string, file: string): Promise<OpenedFile> {
  const read = await readInside(directory, file);
  if ('refusal' in read) {
    const { code, message, line, column } = read.refusal;
    throw new ToolError(code, { message, source: { file, line, column } });
  }
  const bytes = await readFile(await realPath(directory, file));
  if (withoutMark(bytes.toString('utf8')) !== read.text) throw changed(file);
  return { file, text: read.text, bytes };
}

/** Each file is replaced at once or not at all; the files before one that fails stay written and are named. */
export async function writeFiles(directory: string, files: readonly ChangedFile[]): Promise<void> {
  for (const { opened } of files) await refuseProtected(directory, opened);
  const written: string[] = [];
  for (const { opened, after } of files) {
    try {
      await (opened.bytes === null ? create(directory, opened.file, after) : replace(directory, { opened, after }));
    } catch (error) {
      const done = written.length === 0 ? 'nothing was written' : `written before it: ${written.join(', ')}`;
      if (error instanceof ToolError) throw new ToolError(error.code, { message: `${error.detail.message}; ${done}` });
      const why = codeOf(error) ?? 'an unknown failure';
      throw new ToolError('unreadable-file', { message: `${opened.file}: could not be written (${why}); ${done}` });
    }
    written.push(opened.file);
  }
}

/** A rename would replace it all the same. */
async function refuseProtected(directory: string, { file, bytes }: OpenedFile): Promise<void> {
  if (bytes === null || ((await stat(join(directory, file))).mode & ANY_WRITE) !== 0) return;
  throw new ToolError('unreadable-file', { message: `${file}: is write-protected; nothing was written` });
}

async function replace(directory: string, { opened, after }: ChangedFile): Promise<void> {
  const path = await realPath(directory, opened.file);
  const { mode } = await stat(path);
  const before = Buffer.from(opened.bytes ?? []);
  const mark = before.toString('utf8').startsWith(MARK) ? MARK : '';
  await beside(path, { text: mark + after, mode }, async (temporary) => {
    if (Buffer.compare(await readFile(path), before) !== 0) throw changed(opened.file);
    await rename(temporary, path);
  });
}

async function create(directory: string, file: string, text: string): Promise<void> {
  const path = resolve(directory, file);
  await refuseOutside(directory, dirname(path), file);
  await mkdir(dirname(path), { recursive: true });
  await beside(path, { text, mode: 0o666 }, async (temporary) => {
    // A link, unlike a rename, does not replace a file that somebody created meanwhile.
    await link(temporary, path).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? changed(file) : error;
    });
  });
}

/** Writes into a temporary file in the same folder, which is removed afterwards. */
async function beside(
  path: string,
  { text, mode }: { readonly text: string; readonly mode: number },
  finish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomName(16)}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true });
    await finish(temporary);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** The nearest existing folder must be in the project, links followed. */
async function refuseOutside(directory: string, folder: string, file: string): Promise<void> {
  let there = folder;
  while (!(await isThere(there))) there = dirname(there);
  const [root, real] = await Promise.all([realpath(directory), realpath(there)]);
  if (real === root || isInside(root, real)) return;
  throw new ToolError('link-outside', { message: `${file}: expected a folder of the project; it leads out of it` });
}

async function realPath(directory: string, file: string): Promise<string> {
  const path = await pathInside(directory, file);
  if (path !== null) return path;
  throw new ToolError('link-outside', { message: `${file}: expected a file in the project folder` });
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function changed(file: string): ToolError {
  return new ToolError('file-changed', { message: `${file}: is not what it was when it was read` });
}
