// Drives the real launcher as a child process, the way a user would.

import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

import { compileCacheDirectory } from '../../tools/programs/pulumi.ts';

export const LAUNCHER = fileURLToPath(new URL('../../bin/muster.js', import.meta.url));

export interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface Setting {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Flags of node itself. */
  readonly node?: readonly string[];
}

export async function muster(words: readonly string[], setting: Setting = {}): Promise<Ended> {
  const { folder = tmpdir(), environment = {}, node = [] } = setting;
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: compileCacheDirectory() };
  const env = { ...own, ...environment };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...node, LAUNCHER, ...words],
      // For what hangs: an apply on a stack starts Pulumi, and a machine may be busy.
      { cwd: folder, env, timeout: 240_000 },
      (_error, out, err) => resolve({ exit: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end();
  });
}

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'muster-cli-'));
}

/** A JSON object that a command printed. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** For matching objects: any text that holds these words. */
export function saying(words: string): unknown {
  return expect.stringContaining(words);
}
