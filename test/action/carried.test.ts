// Recorded state of a step of the action, on GitHub and on GitLab: it comes from the sealed branch of the project and goes back there, and
// the runner is left without a plain ledger. The server is a folder, over Git.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { ledgerFile } from '../../src/core/state/ledger-file.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { carriedState } from '../../src/action/carried.ts';
import type { CarriedState } from '../../src/action/carried.ts';
import { readInputs } from '../../src/action/inputs.ts';

const fresh = (name: string): string => mkdtempSync(join(tmpdir(), `muster-${name}-`));

const WHOLE = 'name: team\ndesired: ["*.yaml"]\ntargets: { prod: { sandbox: true } }\n';
const PARTS = `${WHOLE}partitions: { people: { teams: ["*"] }, summer: { campaigns: ["Summer*"] }, winter: { campaigns: ["Winter*"] } }\n`;

function serverOf(name: string): string {
  const server = fresh('server');
  execFileSync('git', ['init', '--quiet', '--bare', join(server, `${name}.git`)]);
  return server;
}

interface Job {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly carry: () => Promise<CarriedState>;
}

/** On a runner with an empty disk; `inputs` as the runner spells them. */
function jobOn(place: Readonly<Record<string, string>>, inputs: Record<string, string>, project = WHOLE): Job {
  const all = { STATE_BRANCH: 'muster-state', STATE_KEY: 'a-secret-of-more-than-32-characters', ...inputs };
  const given = Object.entries<string>(all).map(([name, value]): [string, string] => [`INPUT_${name}`, value]);
  const { PATH = '', HOME = '' } = process.env;
  const environment = { PATH, HOME, ...place, ...Object.fromEntries(given) };
  const folder = fresh('runner');
  writeFileSync(join(folder, 'muster.yaml'), project);
  return { folder, environment, carry: () => carriedState(readInputs(environment), folder, environment) };
}

const onGitLab = (server: string): Record<string, string> => ({
  ...{ GITLAB_CI: 'true', CI_JOB_ID: '77', CI_SERVER_URL: `file://${server}`, CI_PROJECT_PATH: 'team' },
});
const onGitHub = (server: string): Record<string, string> => ({
  ...{ GITHUB_SERVER_URL: `file://${server}`, GITHUB_REPOSITORY: 'team' },
});

const hasLedger = ({ folder }: Job, target = 'prod'): boolean => existsSync(ledgerFile(folder, target));

/** What an apply leaves. */
async function record({ folder }: Job, target: string): Promise<void> {
  const ledger = await openLedger({ path: ledgerFile(folder, target), clock: Date.now });
  const lock = await ledger.lock({ ...viewpointOfProcess(), holder: 'this test', timeoutMs: 0 });
  await ledger.bind({ tenant: 'tenant', stack: target });
  await lock.release();
  await ledger.close();
}

async function applied(job: Job, target: string): Promise<void> {
  const state = await job.carry();
  await record(job, target);
  await state.end();
}

test('an apply hands its ledger back sealed, the next plan has it, and no plain file stays on either runner', async () => {
  const server = serverOf('team');
  const apply = jobOn(onGitLab(server), { COMMAND: 'apply', FIRST_APPLY: 'true' });
  await applied(apply, 'prod');
  expect(hasLedger(apply)).toBe(false);
  const plan = jobOn(onGitLab(server), { COMMAND: 'plan' });
  const planned = await plan.carry();
  expect(planned.remark).toBeNull();
  expect(hasLedger(plan)).toBe(true);
  await planned.end();
  expect(hasLedger(plan)).toBe(false);
});

test('a ledger that only the runner has stays there: it is handed over by an apply, and by nothing else', async () => {
  const plan = jobOn(onGitLab(serverOf('team')), { COMMAND: 'plan' });
  await record(plan, 'prod');
  await (await plan.carry()).end();
  expect(hasLedger(plan)).toBe(true);
});

const LEDGERS = ['prod.people', 'prod.spring', 'prod.summer', 'prod.winter'];
const here = (job: Job): string[] => LEDGERS.filter((target) => hasLedger(job, target));

test.each(['plan', 'apply', 'drift'])(
  '%s of one partition has what every partition recorded, also one that muster.yaml names no more, and leaves none of it',
  async (command) => {
    const place = onGitHub(serverOf('team'));
    for (const target of ['prod.people', 'prod.winter', 'prod.spring']) {
      const project = PARTS.replace('winter:', 'spring: { campaigns: ["Spring*"] }, winter:');
      await applied(jobOn(place, { COMMAND: 'apply', TARGET: target, FIRST_APPLY: 'true' }, project), target);
    }
    const first = command === 'apply' ? { FIRST_APPLY: 'true' } : {};
    const job = jobOn(place, { COMMAND: command, TARGET: 'prod.summer', ...first }, PARTS);
    const state = await job.carry();
    expect(here(job)).toEqual(['prod.people', 'prod.spring', 'prod.winter']);
    await state.end();
    expect(here(job)).toEqual([]);
    const again = jobOn(place, { COMMAND: 'plan', TARGET: 'prod.winter' }, PARTS);
    const planned = await again.carry();
    expect(here(again)).toEqual(['prod.people', 'prod.spring', 'prod.winter']);
    await planned.end();
    expect(here(again)).toEqual([]);
  },
);

test.each([' '.repeat(40), `${'k'.repeat(31)}   `, '\n'])(
  'a key of blanks is no secret: %j is refused',
  async (key) => {
    const { carry } = jobOn(onGitHub(serverOf('team')), { COMMAND: 'plan', STATE_KEY: key });
    await expect(carry()).rejects.toThrow(/at least 32 characters; given (?:0|31)/u);
  },
);

test.each([
  [{ COMMAND: 'plan', STATE_BRANCH: '' }, 'state-key goes with state-branch'],
  [{ COMMAND: 'apply', STATE_BRANCH: '', STATE_KEY: '', LOST_RUN: '7-1-ab' }, 'lost-run goes with state-branch'],
  [{ COMMAND: 'plan', STATE_BRANCH: '--upload-pack=x' }, 'state-branch takes the name of a branch'],
])('%o is refused', async (inputs, words) => {
  await expect(jobOn(onGitHub(serverOf('team')), inputs).carry()).rejects.toThrow(words);
});

const STEP = fileURLToPath(new URL('../../bin/muster-job.js', import.meta.url));

/** The command that a step has started, as the system lists it; the step starts Git, too, which ends at any moment. */
async function commandOf(step: number): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${step}/task/${step}/children`, 'utf8').split(' ').filter(Boolean);
    const called = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    const at = called.findIndex((words) => words.includes('--no-input'));
    if (at !== -1) return Number(children[at]);
    await sleep(5);
  }
}

test.skipIf(!existsSync('/proc/self/task'))(
  'an apply that is killed leaves no claim: the step outlives it, and hands back what there is',
  { timeout: 120_000 },
  async () => {
    const server = serverOf('team');
    const inputs = { COMMAND: 'apply', FIRST_APPLY: 'true', AUTO_APPROVE: 'true' };
    const { folder, environment } = jobOn(onGitLab(server), inputs);
    const step = spawn(process.execPath, [STEP], { cwd: folder, env: environment, stdio: 'ignore' });
    const ended = once(step, 'exit');
    process.kill(await commandOf(step.pid ?? expect.unreachable()), 'SIGKILL');
    expect(await ended).toEqual([8, null]);
    const note = execFileSync('git', ['-C', join(server, 'team.git'), 'cat-file', 'blob', 'muster-state:prod.json']);
    expect(JSON.parse(note.toString())).toMatchObject({ claimed: null });
  },
);
