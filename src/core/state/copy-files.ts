// Full copies of records during a move, for targets whose recorded state is in a Pulumi stack: a move that is cut off
// writes nothing to the stack, so the copy is a file until all data can be read in the new campaign. One file a copy,
// readable by its owner only, complete or not there at all; any number of processes may share the folder.

import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { randomName } from '../machine.ts';
import { storageError } from './failure.ts';
import type { Recorder, SavedCopy } from './recorder.ts';

export interface CopyStore extends Pick<Recorder, 'keepCopy' | 'dropCopy'> {
  /** As read when the store was opened, and what this store kept and dropped since. */
  copies(): readonly SavedCopy[];
}

/** Reads the folder; one that is missing is empty, and made only when a copy is kept. Rejects with `ledger-*` codes. */
export async function openCopies(folder: string): Promise<CopyStore> {
  const copies = new Map((await readFolder(folder)).map((copy) => [copy.address, copy]));
  return {
    copies: () => [...copies.values()],
    keepCopy: async (copy) => {
      await inWords(folder, () => writeCopy(folder, copy));
      copies.set(copy.address, copy);
    },
    dropCopy: async (address) => {
      await inWords(folder, () => rm(fileOf(folder, address), { force: true }));
      copies.delete(address);
    },
  };
}

/** Durable before it has its name: written to a temporary file, flushed, then renamed. */
async function writeCopy(folder: string, copy: SavedCopy): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${randomName(16)}.tmp`);
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(copy));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, fileOf(folder, copy.address));
}

async function readFolder(folder: string): Promise<SavedCopy[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => name.endsWith('.json')).map((name) => readCopy(join(folder, name)));
  return (await Promise.all(found)).flatMap((copy) => copy ?? []);
}

/** Null for a file that is no copy, or was dropped by another process meanwhile. */
async function readCopy(path: string): Promise<SavedCopy | null> {
  try {
    const copy: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isCopy(copy) ? copy : null;
  } catch {
    return null;
  }
}

function isCopy(value: unknown): value is SavedCopy {
  if (typeof value !== 'object' || value === null || !('address' in value) || !('savedAt' in value)) return false;
  return typeof value.address === 'string' && typeof value.savedAt === 'number' && 'body' in value;
}

/** An address may hold any character and be longer than a file name may. */
function fileOf(folder: string, address: string): string {
  return join(folder, `${createHash('sha256').update(address).digest('hex')}.json`);
}

async function inWords(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw storageError(error, { path, doing: 'write' });
  }
}
