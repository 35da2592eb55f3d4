// The workloads of one size: each in a fresh folder against a fresh sandbox in a process of its own, the work in a child process, counts
// from the sandbox. The child's own time is taken, so that starting Node is not part of it.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { ensureSandbox, stopSandbox } from '../src/sandbox/daemon/daemon.ts';
import type { RunningSandbox } from '../src/sandbox/daemon/daemon.ts';
import { TARGET, writeProject } from './project.ts';
import type { Kind } from './project.ts';

export interface Sizes {
  readonly kind: Kind;
  readonly size: number;
  readonly delayMs: number;
  readonly concurrency: number;
}

/** What a child reports: milliseconds and processor time of the work itself, peak memory of its process. */
export interface Reported {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakKiB: number;
  /** The most that a forced collection left, where NODE_OPTIONS lets the child force one. */
  readonly inUseKiB?: number;
  /** Until the first change was settled; null where nothing was changed. */
  readonly firstMs: number | null;
  /** Changes that were not applied. */
  readonly left: number;
}

export interface Measured extends Reported, Sizes {
  readonly workload: Workload;
  readonly reads: number;
  readonly writes: number;
  /** Times that the key was fetched. */
  readonly keys: number;
}

export type Workload = 'loop' | 'create' | 'no-op' | 'change' | 'transfer' | 'faults' | 'killed' | 'resume';
type Verb = 'apply' | 'plan' | 'loop' | 'load';

export interface Stand {
  readonly folder: string;
  readonly sizes: Sizes;
  readonly sandbox: RunningSandbox;
}

type Note = (measured: Measured) => void;

/** A service that refuses is given time, so that more objects would show nothing but the pauses. */
const MOST_WITH_FAULTS = 5_000;

/** The loop, then muster: everything of one kind and size. */
export async function runWorkloads(sizes: Sizes, note: Note): Promise<void> {
  await onStand(sizes, async (stand) => note(await measure('loop', 'loop', stand)));
  await onStand(sizes, async (stand) => lifecycle(stand, note));
  if (sizes.size <= MOST_WITH_FAULTS)
    await onStand(sizes, async (stand) => {
      await stand.sandbox.control.arm({ operation: '*', kind: 'refuse-before', probability: 0.1, seed: 7 });
      note(await measure('faults', 'apply', stand));
    });
  await onStand(sizes, async (stand) => {
    note(await killed(stand));
    note(await measure('resume', 'apply', stand));
  });
}

async function lifecycle(stand: Stand, note: Note): Promise<void> {
  note(await measure('create', 'apply', stand));
  note(await measure('no-op', 'plan', stand));
  await silent(stand);
  for (const workload of ['change', 'transfer'] as const) {
    if (stand.sizes.kind === 'users' && workload === 'transfer') return;
    writeProject(stand.folder, { ...stand.sizes, variant: workload });
    note(await measure(workload, 'apply', stand));
    await silent(stand);
  }
}

async function silent(stand: Stand): Promise<void> {
  const { writes } = await measure('no-op', 'apply', stand);
  if (writes !== 0) throw new Error(`A run with nothing to do sent ${writes} writes.`);
}

export async function onStand(sizes: Sizes, work: (stand: Stand) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));
  writeProject(folder, { ...sizes, variant: 'plain' });
  const directory = join(folder, '.muster', 'sandbox', TARGET);
  try {
    const sandbox = await ensureSandbox(directory);
    await sandbox.control.setDelay(sizes.delayMs);
    await work({ folder, sizes, sandbox });
  } finally {
    await stopSandbox(directory);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(workload: Workload, verb: Verb, stand: Stand): Promise<Measured> {
  await stand.sandbox.control.resetCounters();
  const reported = await childOf(verb, stand).reported;
  // The time of an apply that failed would be no result, but where failures are the point.
  if (reported.left > 0 && workload !== 'faults') throw new Error(`${workload}: ${reported.left} were not applied`);
  return counted(workload, reported, stand);
}

async function counted(workload: Workload, reported: Reported, { sandbox, sizes }: Stand): Promise<Measured> {
  const { reads, writes, requests } = await sandbox.control.counters();
  return { workload, ...sizes, ...reported, reads, writes, keys: requests['GetSecretValue'] ?? 0 };
}

/** Ended by SIGKILL once half of the objects are written. */
async function killed(stand: Stand): Promise<Measured> {
  const { control } = stand.sandbox;
  await control.resetCounters();
  const { child, reported } = childOf('apply', stand);
  const ended = reported.catch(() => null);
  while ((await control.counters()).writes < stand.sizes.size / 2 && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  await ended;
  // What was on the wire is carried out before it is counted.
  await sleep(stand.sizes.delayMs + 200);
  return counted('killed', { ms: 0, cpuMs: 0, peakKiB: 0, firstMs: null, left: 0 }, stand);
}

const childOf = (verb: Verb, { folder, sizes }: Stand) => startChild(verb, [folder, String(sizes.concurrency)]);

/** `nodeOptions`: as NODE_OPTIONS of the child. */
export function startChild(verb: Verb, words: readonly string[], nodeOptions = '') {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./child.ts', import.meta.url)), verb, ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  const reported = new Promise<Reported>((resolve, reject) => {
    let told: Reported | null = null;
    child.once('message', (message) => (told = message as Reported));
    child.once('close', () => (told === null ? reject(new Error(`${verb} failed`)) : resolve(told)));
  });
  return { child, reported };
}
