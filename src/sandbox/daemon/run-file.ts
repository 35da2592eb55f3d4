// `sandbox.json`: who serves a folder, where, and the token its control asks for. Readable by its owner only.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnJson } from '../world/own-json.ts';

export interface RunFile {
  /** 0 when stopped. */
  readonly pid: number;
  /** The latest port: asked for again at the next start. */
  readonly port: number;
  readonly token: string;
}

export const RUN_FILE = 'sandbox.json';

export function writeRunFile(directory: string, run: RunFile): void {
  const file = join(directory, RUN_FILE);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
  renameSync(draft, file);
}

/** Null when there is none, or none that can be read. */
export function readRunFile(directory: string): RunFile | null {
  const file = join(directory, RUN_FILE);
  if (!existsSync(file)) return null;
  try {
    const { pid, port, token } = readOwnJson<Record<string, unknown>>(readFileSync(file, 'utf8'));
    const isRunFile = typeof pid === 'number' && typeof port === 'number' && typeof token === 'string';
    return isRunFile ? { pid, port, token } : null;
  } catch {
    return null;
  }
}
