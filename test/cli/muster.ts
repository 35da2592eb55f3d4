// Calls the command as a user does: in this process, with surroundings of its own. A process of its own costs a second, so it is for
// what only a process has: the launcher, signals, streams that end, and the variables that libraries and Node read by themselves.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';

import { runCommandLine } from '../../src/cli/run.ts';
import { sandboxDirectory } from '../../src/sandbox/open.ts';
import { startSandbox } from '../../src/sandbox/daemon/server.ts';
import { compileCacheDirectory } from '../../tools/programs/pulumi.ts';
import { lendCertificate } from '../support/certificate.ts';
import { BARE_TARGET, useAnyCredentials } from '../support/sandbox.ts';
import { shellFor } from '../support/shell.ts';
import type { Said, Surroundings } from '../support/shell.ts';

export const LAUNCHER = fileURLToPath(new URL('../../bin/muster.js', import.meta.url));

export interface Ended extends Said {
  readonly exit: number;
}

export interface Setting {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Flags of node itself. */
  readonly node?: readonly string[];
  /** The whole of standard input. */
  readonly input?: string;
}

/** What a command is given of this machine, and nothing else. */
const OWN = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

export async function muster(words: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  useAnyCredentials();
  const { shell, said } = shellFor({ ...surroundings, environment: { ...OWN, ...surroundings.environment } });
  const exit = await runCommandLine(words, shell);
  return { exit, ...said };
}

/** The launcher as a child process. */
export async function musterProcess(words: readonly string[], setting: Setting = {}): Promise<Ended> {
  const { folder = tmpdir(), environment = {}, node = [], input = '' } = setting;
  const env = { ...OWN, NODE_COMPILE_CACHE: compileCacheDirectory(), ...environment };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...node, LAUNCHER, ...words],
      // For what hangs: an apply on a stack starts Pulumi, and a machine may be busy.
      { cwd: folder, env, timeout: 240_000 },
      (_error, out, err) => resolve({ exit: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });
}

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'muster-cli-'));
}

/**
 * For the tests that follow: `muster init` in a folder, and its sandbox served from here, where commands find it running. A process of
 * its own takes more than a second to start. `muster sandbox stop` would end this process: who needs it lets muster start one.
 */
export function initialised(folder: string, prepare?: () => Promise<void>): void {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    expect(await muster(['init'], { folder })).toMatchObject({ exit: 0, err: '' });
    stop = await serveSandbox(folder);
    await prepare?.();
  });
  afterAll(async () => {
    await stop?.();
    rmSync(folder, { recursive: true });
  });
}

/** What `muster sandbox start` starts, in this process; answers how it is stopped. */
export async function serveSandbox(folder: string): Promise<() => Promise<void>> {
  const directory = sandboxDirectory({ project: { directory: folder }, target: BARE_TARGET });
  mkdirSync(directory, { recursive: true });
  await lendCertificate(directory);
  const sandbox = await startSandbox({ directory });
  return () => sandbox.stop();
}

/** A JSON object that a command printed. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** For matching objects: any text that holds these words. */
export function saying(words: string): unknown {
  return expect.stringContaining(words);
}
