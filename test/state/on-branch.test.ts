// Recorded state between machines that share nothing but a repository: a real one, over Git.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBranch } from '../../src/core/state/branch.ts';
import type { Branch } from '../../src/core/state/branch.ts';
import { bringState, claimState, handBack, LEFT_BEHIND } from '../../src/core/state/on-branch.ts';
import type { ClaimWish } from '../../src/core/state/on-branch.ts';
import { seal, unseal } from '../../src/core/state/sealed.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { packLedger, unpackLedger } from '../../src/core/state/carry.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { nameOfProcess, viewpointOfProcess } from '../../src/core/state/process-identity.ts';

const SECRET = '0123456789abcdef0123456789abcdef';

function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-branch-'));
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  return folder;
}

const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

async function on<T>(url: string, work: (branch: Branch) => Promise<T>): Promise<T> {
  const branch = await openBranch({ url, branch: 'muster-state', user: 'x', token: null, environment });
  try {
    return await work(branch);
  } finally {
    await branch.close();
  }
}

/** A runner with an empty disk. */
function machine(run: string, more: Partial<ClaimWish> = {}): ClaimWish {
  const folder = mkdtempSync(join(tmpdir(), 'muster-machine-'));
  return { folder, target: 'prod', name: 'prod', secret: SECRET, run, isFirst: false, lostRun: null, ...more };
}

const ledgerOf = ({ folder }: ClaimWish): string => join(folder, '.muster/ledger/prod.sqlite');

/** What an apply leaves: one more transaction. */
async function record(wish: ClaimWish): Promise<number> {
  const ledger = await openLedger({ path: ledgerOf(wish), clock: Date.now });
  const own = { ...viewpointOfProcess(), holder: nameOfProcess() };
  const lock = await ledger.lock({ ...own, timeoutMs: 0 });
  await ledger.bind({ tenant: `tenant ${ledger.generation}`, stack: 's' });
  const { generation } = ledger;
  await lock.release();
  await ledger.close();
  return generation;
}

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ToolError ? error.code : String(error)),
  );

async function applied(url: string, wish: ClaimWish): Promise<number> {
  await on(url, (branch) => claimState(branch, wish));
  const generation = await record(wish);
  await on(url, (branch) => handBack(branch, wish));
  return generation;
}

test('what one machine applied is known on the next, and its ledger lies sealed in between', async () => {
  const url = repository();
  const generation = await applied(url, machine('run-1', { isFirst: true }));
  const next = machine('run-2');
  expect(await on(url, (branch) => bringState(branch, next))).toEqual({ remark: null, isOnBranch: true });
  const brought = await openLedger({ path: ledgerOf(next), clock: Date.now, readOnly: true });
  expect(brought.generation).toBe(generation);
  await brought.close();
  const sealed = execFileSync('git', ['-C', url, 'cat-file', 'blob', 'muster-state:prod.ledger']);
  expect(sealed.includes('SQLite')).toBe(false);
  expect(sealed.includes('tenant')).toBe(false);
});

test('a plan without recorded state says so, and an apply without it is refused unless it is the first', async () => {
  const url = repository();
  const { remark } = await on(url, (branch) => bringState(branch, machine('run-1')));
  expect(remark).toContain('no state');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-2'))))).toBe('no-recorded-state');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-3', { isFirst: true }))))).toBe('done');
});

test('a first apply that handed no ledger back leaves the next one to say that it is the first', async () => {
  const url = repository();
  const first = machine('run-1', { isFirst: true });
  await on(url, (branch) => claimState(branch, first));
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-2'))))).toBe('state-claimed');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-2', { lostRun: 'run-1' }))))).toBe(
    'no-recorded-state',
  );
  await on(url, (branch) => handBack(branch, first));
  expect((await on(url, (branch) => bringState(branch, machine('run-3')))).remark).toContain('no state');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-3'))))).toBe('no-recorded-state');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-4', { isFirst: true }))))).toBe('done');
});

test('a run that never handed back stops every later apply until somebody names it', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  await on(url, (branch) => claimState(branch, machine('run-2')));
  const { remark } = await on(url, (branch) => bringState(branch, machine('run-3')));
  expect(remark).toContain('taken by run-2');
  const stopped = on(url, (branch) => claimState(branch, machine('run-3', { isFirst: true })));
  await expect(stopped).rejects.toThrow('it is taken by run-2');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-3', { lostRun: 'run-1' }))))).toBe(
    'state-claimed',
  );
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-3', { lostRun: 'run-2' }))))).toBe('done');
});

test('a run whose claim was taken from it hands nothing back, and leaves its sealed ledger for a person', async () => {
  const url = repository();
  const lost = machine('run-1', { isFirst: true });
  await on(url, (branch) => claimState(branch, lost));
  await on(url, (branch) => claimState(branch, machine('run-2', { isFirst: true, lostRun: 'run-1' })));
  await record(lost);
  expect(await codeOf(on(url, (branch) => handBack(branch, lost)))).toBe('state-branch');
  expect(unseal(readFileSync(join(lost.folder, LEFT_BEHIND)), lost)?.includes('SQLite')).toBe(true);
});

test('of two that begin at once one takes the state and the other is told', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  const both = ['run-2', 'run-3'].map((run) => codeOf(on(url, (branch) => claimState(branch, machine(run)))));
  expect((await Promise.all(both)).toSorted()).toEqual(['done', 'state-claimed']);
});

test('targets that share a branch do not disturb each other', async () => {
  const url = repository();
  await on(url, (branch) => claimState(branch, machine('run-1', { isFirst: true })));
  const other = machine('run-2', { isFirst: true, name: 'test' });
  expect(await codeOf(on(url, (branch) => claimState(branch, other)))).toBe('done');
  const files = execFileSync('git', ['-C', url, 'ls-tree', '--name-only', 'muster-state']).toString();
  expect(files).toBe('prod.json\ntest.json\n');
});

test('a server that cannot be asked is no branch that is absent', async () => {
  const url = join(tmpdir(), 'muster-no-such-repository');
  expect(await codeOf(on(url, (branch) => claimState(branch, machine('run-1', { isFirst: true }))))).toBe(
    'state-branch',
  );
});

test('another secret, another target and a changed byte open nothing', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  const stranger = machine('run-2', { secret: 'x'.repeat(32) });
  expect(await codeOf(on(url, (branch) => bringState(branch, stranger)))).toBe('state-branch');
  expect(existsSync(ledgerOf(stranger))).toBe(false);
  const sealed = seal(Buffer.from('ledger'), { secret: SECRET, name: 'prod' });
  expect(unseal(sealed, { secret: SECRET, name: 'prod' })?.toString()).toBe('ledger');
  expect(unseal(sealed, { secret: SECRET, name: 'test' })).toBeNull();
  sealed[sealed.length - 1] = sealed.at(-1)! ^ 1;
  expect(unseal(sealed, { secret: SECRET, name: 'prod' })).toBeNull();
});

test('a ledger that is later than the one on the branch is never replaced', async () => {
  const url = repository();
  const here = machine('run-1', { isFirst: true });
  await applied(url, here);
  const later = await record(here);
  expect(await codeOf(on(url, (branch) => bringState(branch, here)))).toBe('state-branch');
  const ledger = await openLedger({ path: ledgerOf(here), clock: Date.now, readOnly: true });
  expect(ledger.generation).toBe(later);
  await ledger.close();
});

/** Somebody's own commit on the branch, over its files as they stand. */
function byHand(url: string, change: (work: string) => void): void {
  const work = mkdtempSync(join(tmpdir(), 'muster-clone-'));
  const git = (...words: string[]): Buffer => execFileSync('git', ['-C', work, ...words]);
  execFileSync('git', ['clone', '--quiet', '--branch', 'muster-state', url, work]);
  change(work);
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'by hand');
  git('push', '--quiet');
}

const both = (url: string): Promise<string[]> =>
  Promise.all([
    codeOf(on(url, (branch) => bringState(branch, machine('run-8')))),
    codeOf(on(url, (branch) => claimState(branch, machine('run-9', { isFirst: true })))),
  ]);

test('a note without its ledger stops: it was there once', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  byHand(url, (work) => {
    rmSync(join(work, 'prod.ledger'));
    writeFileSync(join(work, 'README'), 'kept');
  });
  expect(await both(url)).toEqual(['state-branch', 'state-branch']);
});

test('a ledger that was put back to an earlier one stops, with the note that went with it or alone', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  const earlier = (name: string): Buffer =>
    execFileSync('git', ['-C', url, 'cat-file', 'blob', `muster-state:${name}`]);
  const [ledger, note] = [earlier('prod.ledger'), earlier('prod.json')];
  await applied(url, machine('run-2'));
  const later = earlier('prod.ledger');
  byHand(url, (work) => writeFileSync(join(work, 'prod.ledger'), ledger));
  expect(await both(url)).toEqual(['state-branch', 'state-branch']);
  byHand(url, (work) => writeFileSync(join(work, 'prod.json'), note));
  expect(await both(url)).toEqual(['state-branch', 'state-branch']);
  byHand(url, (work) => writeFileSync(join(work, 'prod.ledger'), later));
  expect(await both(url)).toEqual(['done', 'done']);
});

test('a ledger and its note that were deleted are not the state before the first apply', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  byHand(url, (work) => {
    for (const name of ['prod.ledger', 'prod.json']) rmSync(join(work, name));
    writeFileSync(join(work, 'README'), 'kept');
  });
  expect(await both(url)).toEqual(['state-branch', 'state-branch']);
});

test('a later ledger that a lost run left is taken from a commit by hand', async () => {
  const url = repository();
  await applied(url, machine('run-1', { isFirst: true }));
  const lost = machine('run-2');
  await on(url, (branch) => claimState(branch, lost));
  const generation = await record(lost);
  const left = seal(packLedger(ledgerOf(lost))?.bytes ?? Buffer.alloc(0), lost);
  byHand(url, (work) => {
    writeFileSync(join(work, 'prod.ledger'), left);
    const note = JSON.parse(readFileSync(join(work, 'prod.json'), 'utf8')) as object;
    writeFileSync(join(work, 'prod.json'), JSON.stringify({ ...note, claimed: null }));
  });
  expect(await applied(url, machine('run-3'))).toBeGreaterThan(generation);
});

test('what is packed while a run holds the ledger is held by nobody', async () => {
  const [here, there] = [machine('run-1'), machine('run-2')];
  const ledger = await openLedger({ path: ledgerOf(here), clock: Date.now });
  const lock = await ledger.lock({ ...viewpointOfProcess(), holder: nameOfProcess(), timeoutMs: 0 });
  unpackLedger(ledgerOf(there), packLedger(ledgerOf(here))?.bytes ?? Buffer.alloc(0), 0);
  await lock.release();
  await ledger.close();
  const brought = await openLedger({ path: ledgerOf(there), clock: Date.now, readOnly: true });
  expect(await brought.holder()).toBe(null);
  await brought.close();
});
