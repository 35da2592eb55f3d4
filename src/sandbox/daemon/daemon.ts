// One sandbox process per folder, started on demand and left running. Before it is stopped it must answer as the
// sandbox of that folder; a process number alone is no proof.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../core/model/errors.ts';
import { readRoot } from '../wire/certificate.ts';
import { remoteControl } from './control-client.ts';
import type { SandboxControl } from '../operations/control.ts';
import { readRunFile, RUN_FILE } from './run-file.ts';
import { DATABASE_FILE, openStore } from '../world/store.ts';

export interface RunningSandbox {
  readonly pid: number;
  readonly port: number;
  /** PEM of the root to trust. */
  readonly ca: string;
  readonly control: SandboxControl;
}

const LOG_FILE = 'sandbox.log';
const START_TIMEOUT_MS = 20_000;
const GRACE_MS = 1000;
const ATTEMPTS = 3;
const POLL_MS = 40;

/** Starts the folder's sandbox unless one answers already. Throws `sandbox-failed` with what its log says last. */
export async function ensureSandbox(directory: string): Promise<RunningSandbox> {
  const running = await sandboxStatus(directory);
  if (running !== null) return running;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const started = await launchAndWait(directory);
    if (started !== null) return started;
  }
  throw new ToolError('sandbox-failed', { message: `${join(directory, LOG_FILE)}: ${lastWords(directory)}` });
}

/** Null when the process ended and no other one answers soon after (another start may have been faster). */
async function launchAndWait(directory: string): Promise<RunningSandbox | null> {
  const child = launch(directory);
  let deadline = Date.now() + START_TIMEOUT_MS;
  let isLost = false;
  while (Date.now() < deadline) {
    const started = await sandboxStatus(directory);
    if (started !== null) {
      if (started.pid !== child.pid) await child.giveUp();
      return started;
    }
    if (child.hasEnded() && !isLost) {
      isLost = true;
      // Random, so that two starts do not collide again.
      deadline = Date.now() + GRACE_MS * (1 + Math.random());
    }
    await sleep(POLL_MS);
  }
  await child.giveUp();
  return null;
}

/** The folder's sandbox if one answers, else null. */
export async function sandboxStatus(directory: string): Promise<RunningSandbox | null> {
  const run = readRunFile(directory);
  const ca = readRoot(directory);
  if (run === null || run.pid === 0 || ca === null) return null;
  const control = remoteControl({ port: run.port, ca, token: run.token });
  try {
    const { pid } = await control.ping();
    return { pid, port: run.port, ca, control };
  } catch {
    return null;
  }
}

/** Ends the folder's sandbox and waits until it is gone. False when none was running. */
export async function stopSandbox(directory: string): Promise<boolean> {
  const running = await sandboxStatus(directory);
  if (running === null) return false;
  process.kill(running.pid, 'SIGTERM');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isAlive(running.pid) && Date.now() < deadline) await sleep(POLL_MS);
  if (isAlive(running.pid)) {
    throw new ToolError('sandbox-failed', { message: `The sandbox (process ${running.pid}) does not end.` });
  }
  return true;
}

/** Stops the sandbox and erases its data; its certificate stays. Throws when another process holds the data. */
export async function resetSandbox(directory: string): Promise<void> {
  await stopSandbox(directory);
  if (!existsSync(join(directory, DATABASE_FILE))) return;
  try {
    openStore(directory).close();
  } catch (cause) {
    throw new ToolError('sandbox-failed', { message: `Another process holds the data in ${directory}.`, cause });
  }
  for (const file of [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, RUN_FILE, LOG_FILE]) {
    rmSync(join(directory, file), { force: true });
  }
}

interface DaemonProcess {
  readonly pid: number | undefined;
  hasEnded(): boolean;
  /** Ends it when another process owns the folder: it must not start after that one was stopped. */
  giveUp(): Promise<void>;
}

function launch(directory: string): DaemonProcess {
  const main = fileURLToPath(new URL('./daemon-main.ts', import.meta.url));
  const log = openSync(join(directory, LOG_FILE), 'a', 0o600);
  const child = spawn(process.execPath, [main, directory], { detached: true, stdio: ['ignore', log, log] });
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  child.unref();
  closeSync(log);
  return {
    pid: child.pid,
    hasEnded: () => ended,
    async giveUp() {
      child.kill('SIGKILL');
      while (!ended) await sleep(POLL_MS);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function lastWords(directory: string): string {
  const file = join(directory, LOG_FILE);
  const words = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return words === '' ? 'it said nothing' : (words.split('\n').at(-1) ?? '');
}
