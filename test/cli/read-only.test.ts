// A project on a disk where nothing can be written, or nothing more: what reads works and says how, what writes says why not.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { fill, readOnlyView, smallDisk } from '../support/disks.ts';
import { ANY_CREDENTIALS, namedProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import { muster, parsed, saying } from './muster.ts';
import type { Ended } from './muster.ts';

const ANA = { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const BEN = { ...ANA, loginUserId: 'ben@example.com' };
const run = (folder: string, ...words: readonly string[]): Promise<Ended> =>
  muster(words, { folder, environment: ANY_CREDENTIALS });

test('plan, drift and show work in a read-only checkout and say that no lock was seen; apply names the disk', async (context) => {
  const sandbox = await withSandbox();
  const folder = namedProject(sandbox, { users: [ANA] });
  expect(await run(folder, 'apply', '--auto-approve')).toMatchObject({ exit: 0 });
  const view = readOnlyView(folder, context);
  await sandbox.control.resetCounters();
  expect(await run(view, 'plan')).toMatchObject({ exit: 0, out: saying('Nothing to do') });
  const { out } = await run(view, 'plan', '--json');
  expect(parsed(out)).toMatchObject({ warnings: [{ code: 'state-unlocked', text: saying('without lock') }] });
  const drift = await run(view, 'drift', '--detailed-exitcode');
  expect(drift).toMatchObject({ exit: 0, out: saying('without lock') });
  expect(drift.out).toContain('The history of this run could not be written');
  expect(await run(view, 'show')).toMatchObject({ exit: 0, out: saying('ana@example.com') });
  for (const words of [
    ['apply', '--auto-approve'],
    ['destroy', '--auto-approve'],
  ]) {
    const refused = await run(view, ...words);
    expect(refused).toMatchObject({ exit: 1, err: saying('[ledger-read-only]') });
    expect(refused.err).not.toContain('Restore it');
  }
  expect(await sandbox.control.counters()).toMatchObject({ writes: 0 });
});

test('on a full disk plan and drift work, and apply says that the disk is full before it sends anything', async (context) => {
  const sandbox = await withSandbox();
  const folder = namedProject(sandbox, { users: [ANA, BEN] });
  mkdirSync(join(folder, '.muster'));
  const disk = smallDisk(512 * 1024, context, join(folder, '.muster'));
  expect(await run(folder, 'apply', '--auto-approve')).toMatchObject({ exit: 0 });
  fill(disk);
  await sandbox.control.removeUser(ANA.loginUserId);
  await sandbox.control.resetCounters();
  expect(await run(folder, 'plan')).toMatchObject({ exit: 0, out: saying('Plan: 1 to add, 0 to change, 0 to remove') });
  expect(await run(folder, 'drift')).toMatchObject({ exit: 0, out: saying('without lock') });
  const apply = ['apply', '--auto-approve', '--allow', 'restores=1'];
  expect(await run(folder, ...apply)).toMatchObject({ exit: 1, err: saying('[disk-full]') });
  expect(await sandbox.control.counters()).toMatchObject({ writes: 0 });
});
