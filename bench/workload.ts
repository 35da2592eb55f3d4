// One workload: a fresh folder, a fresh sandbox, the work in a child process, counts from the sandbox. The child's own
// time is taken, so that starting Node is not part of it.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureSandbox, stopSandbox } from '../src/sandbox/daemon/daemon.ts';
import type { RunningSandbox } from '../src/sandbox/daemon/daemon.ts';
import { TARGET, writeProject } from './project.ts';

export interface Sizes {
  readonly records: number;
  readonly users: number;
  readonly delayMs: number;
  readonly concurrency: number;
}

/** What a child reports: milliseconds of the work itself, CPU time and peak memory of its whole process. */
export interface Reported {
  readonly ms: number;
  /** User and system time. */
  readonly cpuMs: number;
  readonly peakKiB: number;
}

export interface Measured extends Reported {
  readonly workload: string;
  readonly requests: number;
  readonly writes: number;
}

interface Stand {
  readonly folder: string;
  readonly sizes: Sizes;
  readonly sandbox: RunningSandbox;
}

export async function runWorkload(name: 'bare loop create', sizes: Sizes): Promise<Measured>;
export async function runWorkload(name: 'muster', sizes: Sizes): Promise<readonly Measured[]>;
export async function runWorkload(name: string, sizes: Sizes): Promise<Measured | readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  writeProject(folder, sizes);
  const directory = join(folder, '.muster', 'sandbox', TARGET);
  try {
    const sandbox = await ensureSandbox(directory);
    await sandbox.control.setDelay(sizes.delayMs);
    const stand = { folder, sizes, sandbox };
    return name === 'muster' ? await musterWorkloads(stand) : await measure(name, 'loop', stand);
  } finally {
    await stopSandbox(directory);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function musterWorkloads(stand: Stand): Promise<readonly Measured[]> {
  const create = await measure('muster create', 'apply', stand);
  const plan = await measure('muster plan, no change', 'plan', stand);
  const apply = await measure('muster apply, no change', 'apply', stand);
  if (apply.writes !== 0) throw new Error(`A run with nothing to do sent ${apply.writes} writes.`);
  return [create, plan, apply];
}

async function measure(workload: string, verb: 'apply' | 'plan' | 'loop', stand: Stand): Promise<Measured> {
  const { control } = stand.sandbox;
  await control.resetCounters();
  const reported = await runChild(verb, stand);
  const { reads, writes } = await control.counters();
  return { workload, ...reported, requests: reads + writes, writes };
}

function runChild(verb: string, { folder, sizes }: Stand): Promise<Reported> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./child.ts', import.meta.url)), verb, folder, String(sizes.concurrency)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  return new Promise((resolve, reject) => {
    let reported: Reported | null = null;
    child.once('message', (message) => (reported = message as Reported));
    child.once('close', () => (reported === null ? reject(new Error(`${verb} failed`)) : resolve(reported)));
  });
}
