// unlock on the command line: what it shows, what it refuses, and what it takes to free a target.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import type { ProcessIdentity } from '../../src/core/state/holder.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import type { Ledger } from '../../src/core/state/ledger.ts';
import { viewpointOfProcess } from '../../src/core/state/process-identity.ts';
import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import { LAUNCHER, muster, parsed, saying } from './muster.ts';
import type { Ended } from './muster.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const SINCE = Date.UTC(2026, 2, 2, 9, 30);

interface Held {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly run: (...words: readonly string[]) => Promise<Ended>;
}

/** A target held by a run with this identity; by default one of another boot. */
async function held(changes: Partial<ProcessIdentity> = { boot: 'another' }): Promise<Held> {
  const folder = namedProject(await withSandbox(), { users: [ANA] });
  const ledger = await openLedger({ path: join(folder, '.muster', 'ledger', 'prod.sqlite'), clock: () => SINCE });
  onTestFinished(() => ledger.close());
  const { self, lookAt } = viewpointOfProcess();
  await ledger.lock({ timeoutMs: 0, holder: 'ana@desk', self: { ...self, ...changes }, lookAt });
  return { folder, ledger, run: (...words) => muster(words, { folder, environment: ANY_CREDENTIALS }) };
}

test('shows who held it, since when and the last heartbeat, and without a terminal frees nothing by itself', async () => {
  const { run } = await held();
  const refused = await run('unlock');
  expect(refused).toMatchObject({ exit: 2, err: saying('--lock-id') });
  expect(refused.out).toContain(`prod is held by ana@desk (pid ${process.pid})`);
  expect(refused.out).toMatch(
    /lock +1\n +since +2026-03-02T09:30:00\.000Z\n +last heartbeat +2026-03-02T09:30:00\.000Z/u,
  );
  expect(refused.out).toContain('cannot be seen from here');
  expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 15, err: saying('lock 1') });
});

test('a program reads who holds the target, and frees it by the number of the lock only', async () => {
  const { run } = await held();
  const shown = await run('unlock', '--json');
  expect({ exit: shown.exit, err: shown.err }).toEqual({ exit: 0, err: '' });
  expect(parsed(shown.out)).toMatchObject({ target: 'prod', freed: false, lock: { name: 'ana@desk', lockId: 1 } });
  expect(parsed((await run('unlock', '--json', '--lock-id', '1')).out)).toMatchObject({ freed: true });
  expect(parsed((await run('unlock', '--json')).out)).toEqual({ target: 'prod', lock: null, freed: false });
});

test('frees the lock that is named and no other; its run can write nothing more, and the next one goes on', async () => {
  const { run, ledger } = await held();
  for (const wrong of ['2', 'x', '0', '-1', '1.5'])
    expect((await run('unlock', '--lock-id', wrong)).exit, wrong).toBe(wrong === '2' ? 15 : 2);
  await ledger.record('user:a', null);
  expect(await run('unlock', '--lock-id', '1')).toMatchObject({ exit: 0, out: saying('prod is free') });
  await expect(ledger.record('user:a', null)).rejects.toMatchObject({ code: 'locked' });
  expect(await run('unlock')).toMatchObject({ exit: 0, out: 'Nobody holds prod.\n' });
  expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
});

test('never robs a run that is seen to live on this machine, whatever is said', async () => {
  const { run, ledger } = await held({});
  for (const words of [['unlock'], ['unlock', '--lock-id', '1']])
    expect(await run(...words)).toMatchObject({ exit: 15, err: saying('runs on this machine: end') });
  await ledger.record('user:a', null);
});

test('names pulumi cancel for a target whose state is in a stack', async () => {
  const folder = namedProject(await withSandbox(), { users: [ANA] }, { state: 'pulumi' });
  expect(await muster(['unlock'], { folder })).toMatchObject({ exit: 2, err: saying('pulumi cancel') });
});

test('plan says that it was read while another run holds the target', async () => {
  const { run } = await held({});
  expect(await run('plan')).toMatchObject({ exit: 0, out: saying('state-unlocked') });
});

test.skipIf(!existsSync('/usr/bin/script'))(
  'asks on a terminal, and only yes frees',
  async () => {
    const { folder, run } = await held();
    // A process: a terminal is told by its streams, and the answer is typed.
    const answered = async (answer: string): Promise<number | null> => {
      const command = [process.execPath, LAUNCHER, 'unlock'].join(' ');
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] },
      });
      const ended = once(child, 'exit');
      for await (const part of child.stdout) {
        if (String(part).includes('Only')) child.stdin.write(`${answer}\n`);
      }
      const [exit] = (await ended) as [number | null];
      return exit;
    };
    expect(await answered('y')).toBe(8);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 15 });
    expect(await answered('yes')).toBe(0);
    expect(await run('apply', '--auto-approve')).toMatchObject({ exit: 0 });
  },
  60_000,
);
