// A CLI that was made earlier for this user: run only while each of its programs is what was put there. Their checksums are written
// before the folder gets its final name. That costs a fifth of a second, once for each `npm test`.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sha256Of } from './archive-checksums.ts';
import type { Checksums } from './archive-checksums.ts';
import { cliIn, PROGRAMS } from './cli.ts';
import type { PulumiCli } from './cli.ts';

const FILE = 'checksums.json';

export async function recordChecksums(folder: string): Promise<void> {
  const sums = await Promise.all(PROGRAMS.map(async (name) => [name, await sha256Of(join(folder, name))] as const));
  await writeFile(join(folder, FILE), `${JSON.stringify(Object.fromEntries(sums), null, 2)}\n`);
}

/** Null when there is none, when one of its programs is another than was put there, or when nothing says what it was. */
export async function cachedCli(folder: string): Promise<PulumiCli | null> {
  return (await isAsPutThere(folder)) ? cliIn(folder, 'cache') : null;
}

async function isAsPutThere(folder: string): Promise<boolean> {
  try {
    const sums = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Checksums;
    for (const name of PROGRAMS) if ((await sha256Of(join(folder, name))) !== sums[name]) return false;
    return true;
  } catch {
    return false;
  }
}
