// The step of the action in a job of GitLab: recorded state comes from the sealed branch of the project and goes back there, and the
// runner is left without a plain ledger. The server is a folder, over Git.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  return { folder, carry: () => carriedState(readInputs(environment), folder, environment) };
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
