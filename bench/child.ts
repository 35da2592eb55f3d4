// The measured process: `child.ts apply|plan|loop FOLDER CONCURRENCY`, `child.ts load FOLDER TARGET`. Reports time, processor time and
// peak memory to its parent; with --expose-gc in NODE_OPTIONS, what is in use at once, too.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runLoop } from './loop.ts';
import { DESIRED } from './project.ts';
import type { Reported } from './workload.ts';

const [, , verb = '', folder = '', last = ''] = process.argv;

async function runEngine(name: 'apply' | 'plan'): Promise<Omit<Reported, 'peakKiB'>> {
  const { chooseTarget, loadProject } = await import('../src/core/desired/project/project.ts');
  const { loadDesired } = await import('../src/core/desired/project/load.ts');
  const engine = await import('../src/core/engine.ts');
  const { guardErrorWith } = await import('../src/core/report/words/why-guard.ts');
  const project = await loadProject(folder);
  const target = chooseTarget(project, null);
  const desired = await loadDesired(project, target);
  let firstAt: number | null = null;
  const run = {
    project,
    target,
    desired,
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock: Date.now,
    onProgress: ({ phase }: { readonly phase: string }) => {
      if (phase === 'apply') firstAt ??= performance.now();
    },
  };
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const result = name === 'plan' ? await engine.plan(run) : await engine.apply(run, () => Promise.resolve(true));
  const ms = performance.now() - startedAt;
  const cpuMs = processorMs(cpu);
  const settlements = result !== null && 'settlements' in result ? result.settlements : [];
  const left = settlements.filter((settlement) => settlement.kind !== 'applied').length;
  return { ms, cpuMs, left, firstMs: firstAt === null ? null : firstAt - startedAt };
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function load(): Promise<Omit<Reported, 'peakKiB'>> {
  const { chooseTarget, loadProject } = await import('../src/core/desired/project/project.ts');
  const { loadDesired } = await import('../src/core/desired/project/load.ts');
  const project = await loadProject(folder);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await loadDesired(project, chooseTarget(project, last));
  return { ms: performance.now() - startedAt, cpuMs: processorMs(cpu), left: 0, firstMs: null };
}

async function run(): Promise<Omit<Reported, 'peakKiB'>> {
  if (verb === 'apply' || verb === 'plan') return runEngine(verb);
  if (verb === 'load') return load();
  const desired: unknown = JSON.parse(readFileSync(join(folder, DESIRED), 'utf8'));
  const cpu = process.cpuUsage();
  const ms = await runLoop({ folder, concurrency: Number(last), desired });
  return { ms, cpuMs: processorMs(cpu), left: 0, firstMs: null };
}

const LOOK_EVERY_MS = 100;

/** The most that a forced collection leaves, looked at whenever this thread is free. */
function watchInUse(): () => Pick<Reported, 'inUseKiB'> {
  const { gc } = globalThis;
  if (gc === undefined) return () => ({});
  let most = 0;
  const look = (): void => {
    void gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, (heapUsed + external) / 1024);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return { inUseKiB: most };
  };
}

const inUse = watchInUse();
const done = await run();
const reported: Reported = { ...done, peakKiB: process.resourceUsage().maxRSS, ...inUse() };
process.send?.(reported);
