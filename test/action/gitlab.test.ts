// The step of the action in a job of GitLab: recorded state comes from the sealed branch of the project and goes back there, and the
// runner is left without a plain ledger. The server is a folder, over Git.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { carriedState } from '../../src/publish/action/carried.ts';
import { readInputs } from '../../src/publish/action/inputs.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { ledgerFile } from '../../src/core/state/ledger-file.ts';

const KEY = 'a-secret-of-more-than-32-characters';
const fresh = (name: string): string => mkdtempSync(join(tmpdir(), `muster-${name}-`));

function job(server: string, command: string, more: Record<string, string> = {}) {
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], GITLAB_CI: 'true', CI_JOB_ID: '77' },
    ...{ CI_SERVER_URL: `file://${server}`, CI_PROJECT_PATH: 'team/rosters' },
    ...{ INPUT_COMMAND: command, INPUT_STATE_BRANCH: 'muster-state', INPUT_STATE_KEY: KEY, ...more },
  };
  const folder = fresh('runner');
  writeFileSync(
    join(folder, 'muster.yaml'),
    'name: centre\ndesired: ["teams/*.yaml"]\ntargets:\n  prod: {sandbox: true}\n',
  );
  return { folder, environment, carry: () => carriedState(readInputs(environment), folder, environment) };
}

test('an apply hands its ledger back sealed, the next plan has it, and no plain file stays on either runner', async () => {
  const server = fresh('server');
  execFileSync('git', ['init', '--quiet', '--bare', join(server, 'team/rosters.git')]);
  const apply = job(server, 'apply', { INPUT_FIRST_APPLY: 'true' });
  const applied = await apply.carry();
  await (await openLedger({ path: ledgerFile(apply.folder, 'prod'), clock: Date.now })).close();
  await applied.end();
  expect(existsSync(ledgerFile(apply.folder, 'prod'))).toBe(false);
  const plan = job(server, 'plan');
  const planned = await plan.carry();
  expect(planned.remark).toBeNull();
  expect(existsSync(ledgerFile(plan.folder, 'prod'))).toBe(true);
  await planned.end();
  expect(existsSync(ledgerFile(plan.folder, 'prod'))).toBe(false);
});

test('a ledger that only the runner has stays there: it is handed over by an apply, and by nothing else', async () => {
  const server = fresh('server');
  execFileSync('git', ['init', '--quiet', '--bare', join(server, 'team/rosters.git')]);
  const { folder, carry } = job(server, 'plan');
  await (await openLedger({ path: ledgerFile(folder, 'prod'), clock: Date.now })).close();
  await (await carry()).end();
  expect(existsSync(ledgerFile(folder, 'prod'))).toBe(true);
});

const JOB = fileURLToPath(new URL('../../bin/muster-job.js', import.meta.url));

/** The command that a step has started, as the system lists it; the step starts Git, too. */
async function commandOf(step: number): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${step}/task/${step}/children`, 'utf8').split(' ').filter(Boolean);
    const isCommand = (pid: string): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--no-input');
    const found = children.find((pid) => existsSync(`/proc/${pid}`) && isCommand(pid));
    if (found !== undefined) return Number(found);
    await sleep(5);
  }
}

test.skipIf(!existsSync('/proc/self/task'))(
  'an apply that is killed leaves no claim: the step outlives it, and hands back what there is',
  { timeout: 120_000 },
  async () => {
    const server = fresh('server');
    const repository = join(server, 'team/rosters.git');
    execFileSync('git', ['init', '--quiet', '--bare', repository]);
    const given = { INPUT_FIRST_APPLY: 'true', INPUT_AUTO_APPROVE: 'true' };
    const { folder, environment } = job(server, 'apply', given);
    const step = spawn(process.execPath, [JOB], { cwd: folder, env: environment, stdio: 'ignore' });
    const ended = once(step, 'exit');
    process.kill(await commandOf(step.pid ?? expect.unreachable()), 'SIGKILL');
    expect(await ended).toEqual([8, null]);
    const note = execFileSync('git', ['-C', repository, 'cat-file', 'blob', 'muster-state:prod.json']);
    expect(JSON.parse(note.toString())).toMatchObject({ claimed: null });
  },
);
