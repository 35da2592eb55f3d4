// A file named on the command line.

import { readWhole } from '../../core/desired/text/read-file.ts';
import { codeOf } from '../../core/model/error-code.ts';
import { ToolError } from '../../core/model/errors.ts';

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ENOTSUP: 'it is no regular file',
};

/** `expected`: the flag or argument that names it, and what it should contain. Throws `input-file`. */
export async function readInput(path: string, expected: string): Promise<string> {
  try {
    return await readWhole(path);
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown';
    throw new ToolError('input-file', { message: `${expected}; ${WHY[code] ?? `the system says ${code}`}`, cause });
  }
}
