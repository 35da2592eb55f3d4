// The measured process: `child.ts apply|plan|loop FOLDER CONCURRENCY`. Reports time, CPU time and peak memory to its parent.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runLoop } from './loop.ts';

const [, , verb = '', folder = '', concurrency = ''] = process.argv;

async function runEngine(name: 'apply' | 'plan'): Promise<number> {
  const { chooseTarget, loadProject } = await import('../src/desired/project/project.ts');
  const { loadDesired } = await import('../src/desired/project/load.ts');
  const engine = await import('../src/engine.ts');
  const { guardErrorWith } = await import('../src/report/words/why-guard.ts');
  const project = await loadProject(folder);
  const target = chooseTarget(project, null);
  const desired = await loadDesired(project, target);
  const run = {
    project,
    target,
    desired,
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock: Date.now,
    onProgress: () => undefined,
  };
  const startedAt = performance.now();
  const result = name === 'plan' ? await engine.plan(run) : await engine.apply(run, () => Promise.resolve(true));
  const ms = performance.now() - startedAt;
  // The time of an apply that failed would be no result.
  const settlements = result !== null && 'settlements' in result ? result.settlements : [];
  const open = settlements.filter((settlement) => settlement.kind !== 'applied').length;
  if (open > 0) throw new Error(`${open} of ${settlements.length} changes were not applied`);
  return ms;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

async function run(): Promise<number> {
  if (verb === 'apply' || verb === 'plan') return runEngine(verb);
  const users = readJson('desired/users.json');
  const records = readJson('desired/records.json');
  return runLoop({ folder, concurrency: Number(concurrency), users, records });
}

const ms = await run();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
process.send?.({ ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakKiB: maxRSS });
