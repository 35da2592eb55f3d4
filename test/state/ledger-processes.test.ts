import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TestContext } from 'vitest';

import { openLedger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { smallDisk } from '../support/disks.ts';
import { ledgerPath } from './place.ts';
import { clock, closeAll, lockOptions, lockedLedger } from './samples.ts';

const CHILD = join(import.meta.dirname, 'ledger-child.ts');
type Child = ChildProcessByStdio<null, Readable, null>;

/** Starts a child that does not outlive its test. */
function start(command: string, ...args: readonly string[]): Child {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const startRun = (...args: readonly string[]): Child => start(process.execPath, CHILD, ...args);

/** Every line the child says; kills it without warning after `count` of them, or lets it end. */
async function linesOf(child: Child, count = Infinity): Promise<readonly string[]> {
  const lines: string[] = [];
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) child.kill('SIGKILL');
  }
  await ended;
  return lines;
}

interface Row {
  readonly outcome: unknown;
  readonly stored: unknown;
}

function intentsOf(path: string): ReadonlyMap<unknown, Row> {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare('SELECT id, outcome, objects.address AS stored FROM intents LEFT JOIN objects USING (address)')
    .all();
  database.close();
  return new Map(rows.map(({ id, outcome, stored }) => [id, { outcome, stored }] as const));
}

/** Everything acknowledged is there, and no settlement without its object or object without its settlement. */
function expectWhole(path: string, acknowledged: readonly string[]): void {
  const intents = intentsOf(path);
  for (const line of acknowledged) {
    const [what, id, outcome] = line.split(' ');
    if (what === 'intended') expect(intents.has(id), line).toBe(true);
    if (what === 'settled') expect(intents.get(id)?.outcome, line).toBe(outcome);
  }
  for (const [id, { outcome, stored }] of intents) expect(stored !== null, String(id)).toBe(outcome === 'recorded');
}

/** A number from 0 to 1, the same for the same seed (mulberry32, one step). */
function chance(seed: number): number {
  let t = (seed + 1) * 0x6d2b79f5;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

describe('sudden death', () => {
  test('a run killed at ten random moments loses nothing acknowledged and leaves no half transaction', async () => {
    const path = ledgerPath();
    const acknowledged: string[] = [];
    for (const seed of Array(10).keys()) {
      const lines = await linesOf(startRun('write', path), 1 + Math.floor(chance(seed) * 600));
      expect(lines[0], `seed ${seed}`).toBe(`locked ${seed + 1}`);
      acknowledged.push(...lines);
      expectWhole(path, acknowledged);
    }
    const survivor = await openLedger({ path, clock });
    const handle = await survivor.lock(lockOptions(viewpointOfProcess()));
    expect(handle.fence).toBe(11);
    const open = [...intentsOf(path)].filter(([, { outcome }]) => outcome === null).map(([id]) => id);
    expect((await survivor.load()).openIntents.map(({ id }) => id)).toEqual(open);
    for (const { id } of (await survivor.load()).openIntents) await survivor.settle(id, undefined);
    await closeAll({ ledger: survivor, lock: handle });
    expect(readdirSync(dirname(path))).toEqual(['prod.db']);
  }, 60_000);

  test.skipIf(process.platform === 'win32')(
    'a ledger that may not grow ends the run and takes nothing acknowledged',
    async () => {
      const path = ledgerPath();
      await closeAll(await lockedLedger(path));
      const command = 'ulimit -f 400; exec "$0" "$@"';
      const args = ['-c', command, process.execPath, CHILD, 'write', path];
      const lines = await linesOf(spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] }));
      const failed = lines.findIndex((line) => line.startsWith('failed'));
      expect(failed).toBeGreaterThan(1);
      expect(new Set(lines.slice(failed, -1))).toEqual(new Set(['failed ledger-unwritable']));
      expect(lines.at(-1)).toContain('failed ledger-unwritable');
      expectWhole(path, lines);
    },
    60_000,
  );

  test('a full disk ends the run, is named, and takes nothing acknowledged', async (context) => {
    const path = join(smallDisk(256 * 1024, context), '.muster', 'prod.db');
    const lines = await linesOf(startRun('write', path));
    const failed = lines.findIndex((line) => line.startsWith('failed'));
    expect(failed).toBeGreaterThan(1);
    expect(new Set(lines.slice(failed, -1))).toEqual(new Set(['failed disk-full']));
    expect(lines.at(-1)).toContain('failed disk-full');
    expectWhole(path, lines);
  }, 60_000);
});

describe('several processes', () => {
  test('the second process is told who holds the target, and gets it when the first is killed', async () => {
    const path = ledgerPath();
    const first = startRun('hold', path);
    await once(first.stdout, 'data');
    const refused = await linesOf(startRun('hold', path, '60'), 1);
    expect(refused[0]).toMatch(new RegExp(`^failed locked .*child@desk \\(pid ${first.pid}\\) since `, 'u'));
    const second = startRun('hold', path, '60000');
    first.kill('SIGKILL');
    await once(first, 'close');
    expect(await linesOf(second, 1)).toEqual(['locked 2']);
  }, 60_000);

  test.skipIf(process.platform !== 'linux')(
    'a killed process that nobody has buried holds nothing',
    async () => {
      const path = ledgerPath();
      // Becomes a program that never asks what became of its child.
      const parent = start('sh', '-c', '"$0" "$1" hold "$2" & exec sleep 600', process.execPath, CHILD, path);
      await once(parent.stdout, 'data');
      const reader = await openLedger({ path, clock, readOnly: true });
      const { pid = 0 } = (await reader.holder()) ?? {};
      await reader.close();
      process.kill(pid, 'SIGKILL');
      expect(await linesOf(startRun('hold', path, '60000'), 1)).toEqual(['locked 2']);
      expect(process.kill(pid, 0)).toBe(true);
    },
    60_000,
  );

  test('processes that make the same ledger at once share one file and one lock', async () => {
    const path = ledgerPath();
    const lines = await Promise.all(Array.from({ length: 4 }, () => linesOf(startRun('hold', path, '60000'), 1)));
    expect(lines.flat().toSorted()).toEqual(['locked 1', 'locked 2', 'locked 3', 'locked 4']);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.new'))).toEqual([]);
  }, 60_000);
});

describe('a process that is stopped (SIGSTOP)', () => {
  test('in the middle of its writes keeps the target: others are told who holds it, and it goes on where it was', async () => {
    const path = ledgerPath();
    const first = startRun('write', path);
    const lines: string[] = [];
    const acknowledged = createInterface({ input: first.stdout }).on('line', (line) => lines.push(line));
    await once(acknowledged, 'line');
    first.kill('SIGSTOP');
    expect((await linesOf(startRun('hold', path, '60'), 1))[0]).toMatch(
      new RegExp(`^failed locked .*child@desk \\(pid ${first.pid}\\) since `, 'u'),
    );
    const before = lines.length;
    first.kill('SIGCONT');
    while (lines.length < before + 20) await once(acknowledged, 'line');
    first.kill('SIGKILL');
    await once(first, 'close');
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
    expectWhole(path, lines);
  }, 60_000);

  test('within a transaction stops others for seconds, in words, and harms nothing when it goes on', async () => {
    const path = ledgerPath();
    const first = startRun('begin', path);
    await once(first.stdout, 'data');
    first.kill('SIGSTOP');
    const refused = await linesOf(startRun('hold', path, '60'), 1);
    expect(refused).toEqual([expect.stringMatching(/^failed locked Another process keeps the ledger .* busy/u)]);
    first.kill('SIGCONT');
    expect(String(await once(first.stdout, 'data'))).toContain('committed');
    expect(await linesOf(startRun('hold', path, '60'), 1)).toEqual(['locked 1']);
  }, 60_000);
});

describe('two containers of one pod: one boot, one host name, one pid, two pid namespaces', () => {
  const container = (context: TestContext, ...args: readonly string[]): Child => {
    const words = ['--pid', '--fork', '--kill-child', '--mount-proc'];
    const { status, stderr } = spawnSync('unshare', [...words, 'true'], { encoding: 'utf8' });
    if (status !== 0) context.skip(`pid namespaces cannot be made here: ${stderr}`);
    return start('unshare', ...words, process.execPath, CHILD, ...args);
  };

  test('do not rob each other while both run, however long one waits', async (context) => {
    const path = ledgerPath();
    const first = container(context, 'hold', path);
    await once(first.stdout, 'data');
    const [refused] = await linesOf(container(context, 'hold', path, '6000', '3000'), 1);
    expect(refused).toMatch(/^failed locked .*child@desk \(pid 1\) since .*cannot be seen from here/u);
    const later = await openLedger({ path, clock, readOnly: true });
    expect(await later.holder()).toMatchObject({ lockId: 1, pid: 1 });
    await later.close();
  }, 60_000);

  test('take over once nothing was heard of the other for a lease', async (context) => {
    const path = ledgerPath();
    const first = container(context, 'hold', path);
    await once(first.stdout, 'data');
    first.kill('SIGKILL');
    await once(first, 'close');
    expect(await linesOf(container(context, 'hold', path, '60000', '1000'), 1)).toEqual(['locked 2']);
  }, 60_000);
});
