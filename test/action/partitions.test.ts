// The action on one partition: the ledgers of the others come along, as far as the branch has them, and are left on no runner.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ledgerFile } from '../../src/core/state/ledger-file.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { carriedState } from '../../src/publish/action/carried.ts';
import type { CarriedState } from '../../src/publish/action/carried.ts';
import { readInputs } from '../../src/publish/action/inputs.ts';

const PROJECT = `name: team
desired: ["*.yaml"]
targets: { prod: { sandbox: true } }
partitions: { people: { teams: ["*"] }, summer: { campaigns: ["Summer*"] }, winter: { campaigns: ["Winter*"] } }
`;

/** A runner with an empty disk. */
function runner(project = PROJECT): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-runner-'));
  writeFileSync(join(folder, 'muster.yaml'), project);
  return folder;
}

function repository(): string {
  const server = mkdtempSync(join(tmpdir(), 'muster-server-'));
  execFileSync('git', ['init', '--quiet', '--bare', join(server, 'team.git')]);
  return server;
}

async function begun(server: string, folder: string, given: Record<string, string>): Promise<CarriedState> {
  const inputs = { 'STATE-BRANCH': 'muster-state', 'STATE-KEY': 'k'.repeat(32), ...given };
  const named = Object.entries<string>(inputs).map(([name, value]): [string, string] => [`INPUT_${name}`, value]);
  const place = { GITHUB_SERVER_URL: `file://${server}`, GITHUB_REPOSITORY: 'team' };
  const { PATH = '', HOME = '' } = process.env;
  return carriedState(readInputs(Object.fromEntries(named)), folder, { PATH, HOME, ...place });
}

async function applied(server: string, target: string): Promise<void> {
  const folder = runner(PROJECT.replace('winter:', 'spring: { campaigns: ["Spring*"] }, winter:'));
  const state = await begun(server, folder, { COMMAND: 'apply', TARGET: target, 'FIRST-APPLY': 'true' });
  const ledger = await openLedger({ path: ledgerFile(folder, target), clock: Date.now });
  const lock = await ledger.lock({ ...viewpointOfProcess(), holder: 'this test', timeoutMs: 0 });
  await ledger.bind({ tenant: 'tenant', stack: target });
  await lock.release();
  await ledger.close();
  await state.end();
}

const PARTS = ['prod.people', 'prod.spring', 'prod.summer', 'prod.winter'];

const here = (folder: string): string[] => PARTS.filter((target) => existsSync(ledgerFile(folder, target)));

test.each(['plan', 'apply', 'drift'])(
  '%s has what every partition recorded, and leaves none of it',
  async (command) => {
    const server = repository();
    await applied(server, 'prod.people');
    await applied(server, 'prod.winter');
    // Of a partition that muster.yaml names no more.
    await applied(server, 'prod.spring');
    const folder = runner();
    const first = command === 'apply' ? { 'FIRST-APPLY': 'true' } : {};
    const state = await begun(server, folder, { COMMAND: command, TARGET: 'prod.summer', ...first });
    expect(here(folder)).toEqual(['prod.people', 'prod.spring', 'prod.winter']);
    await state.end();
    expect(here(folder)).toEqual([]);
    const again = await begun(server, folder, { COMMAND: 'plan', TARGET: 'prod.winter' });
    expect(here(folder)).toEqual(['prod.people', 'prod.spring', 'prod.winter']);
    await again.end();
    expect(here(folder)).toEqual([]);
  },
);
