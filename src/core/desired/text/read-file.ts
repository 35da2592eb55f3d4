// Reads one file of the project as text. Refuses links out of the folder, anything but a regular file, more than 32 MiB
// (before reading it), and what is not UTF-8 text. Failures are values, because only the caller knows the place to
// report.

import { open, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import type { FindingCode } from './findings.ts';
import { textSource } from './source.ts';
import { codeOf } from '../../model/error-code.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** Control characters other than tab, line feed and carriage return: a sign of a binary file. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/u;

export interface FileRefusal {
  readonly code: FindingCode;
  readonly message: string;
  /** 1-based place in the file, where there is one. */
  readonly line: number;
  readonly column: number;
}

export type FileText = { readonly text: string } | { readonly refusal: FileRefusal };

function refuse(code: FindingCode, message: string): { readonly refusal: FileRefusal } {
  return { refusal: { code, message, line: 1, column: 1 } };
}

/** Real path of a file inside the folder, links followed; null when it lies outside. Throws when there is no file. */
export async function pathInside(directory: string, file: string): Promise<string | null> {
  const [root, path] = await Promise.all([realpath(directory), realpath(resolve(directory, file))]);
  return isInside(root, path) ? path : null;
}

export function isInside(directory: string, path: string): boolean {
  const steps = relative(directory, path);
  return steps !== '' && steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** Text of a file inside the folder, without a byte order mark. */
export async function readInside(directory: string, file: string): Promise<FileText> {
  try {
    const path = await pathInside(directory, file);
    if (path === null)
      return refuse('link-outside', `${file}: expected a file in the project folder; it leads out of it`);
    return await readText(path, file);
  } catch (error) {
    return refuse('unreadable-file', `${file}: expected a readable text file; ${failureCode(error)}`);
  }
}

/**
 * A file that the command line names. Rejects as the system does, and at once with EISDIR or ENOTSUP for what is no regular file (a
 * pipe would be waited for without end) and with EFBIG above `most` bytes.
 */
export async function readWhole(path: string, most = Infinity): Promise<string> {
  const facts = await stat(path);
  const code = facts.isDirectory() ? 'EISDIR' : !facts.isFile() ? 'ENOTSUP' : facts.size > most ? 'EFBIG' : null;
  if (code !== null) throw Object.assign(new Error(code), { code });
  return readFile(path, 'utf8');
}

/** Text of a file anywhere; `name` is its name in messages. */
export async function readText(path: string, name: string): Promise<FileText> {
  const size = await regularFileSize(path);
  if (size === null) return refuse('unreadable-file', `${name}: expected a regular file; it is a folder or a device`);
  if (size > MAX_BYTES) return refuse('file-too-large', `${name}: expected at most ${MAX_BYTES} bytes; it has ${size}`);
  const bytes = await readAtMost(path, size + 1);
  if (bytes.length > size)
    return refuse('unreadable-file', `${name}: expected a file at rest; it grew while it was read`);
  return decode(bytes, name);
}

async function regularFileSize(path: string): Promise<number | null> {
  const facts = await stat(path);
  return facts.isFile() ? facts.size : null;
}

async function readAtMost(path: string, limit: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const bytes = new Uint8Array(limit);
    for (let used = 0; ;) {
      const { bytesRead } = await file.read(bytes, used, limit - used);
      used += bytesRead;
      if (bytesRead === 0 || used === limit) return bytes.subarray(0, used);
    }
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array, name: string): FileText {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)
    return refuse('not-text', `${name}: expected UTF-8 text; it is a workbook or a zip file (${SAVE})`);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refuse('not-text', `${name}: expected UTF-8 text; it is UTF-16 (${SAVE})`);
  }
  try {
    return withoutControls(new TextDecoder('utf-8', { fatal: true }).decode(bytes), name);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const { line, column } = textSource(name, text).position(text.indexOf('\ufffd'));
    const looks = text.includes('\0') ? '' : `; it looks like windows-1252 (${SAVE})`;
    const message = `${name}: expected UTF-8 text; line ${line} holds bytes that are none${looks}`;
    return { refusal: { code: 'not-text', message, line, column } };
  }
}

const SAVE = 'Excel: Save as > CSV UTF-8; other programs: choose UTF-8 where they ask for the encoding';
/** What stands in place of a large file that Git LFS holds. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

function withoutControls(text: string, name: string): FileText {
  if (text.startsWith(LFS_POINTER))
    return refuse('unreadable-file', `${name}: expected the file; Git LFS left a pointer in its place (git lfs pull)`);
  const at = text.search(CONTROL);
  if (at < 0) return { text };
  const { line, column } = textSource(name, text).position(at);
  const control = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const message = `${name}: expected text; it holds the control character U+${control}`;
  return { refusal: { code: 'not-text', message, line, column } };
}

function failureCode(error: unknown): string {
  const code = codeOf(error) ?? 'unknown';
  return code === 'ENOENT' ? 'there is no such file' : `the system says ${code}`;
}
