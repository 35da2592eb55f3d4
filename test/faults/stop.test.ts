// Stop means stop, through the real command: after a signal, or once the lock is lost, the service receives nothing but what was
// on a connection; the summary counts what it really did; and the next run finishes with every object once.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import { saying } from '../cli/muster.ts';
import { carriedOut, commandProject, reportOf } from '../support/command-project.ts';
import type { CommandProject, Meeting, Report, StoppedRun } from '../support/command-project.ts';

/** Requests under way at once. */
const CONCURRENCY = 8;
/** Long beside the time that a signal takes. */
const SLOW_WRITES: Fault = { operation: 'write', kind: 'delay', delayMs: 150, count: 'always' };
const [USERS, RECORDS] = [50, 200];
const OBJECTS = USERS + RECORDS;

const DESIRED: DesiredInput = {
  users: Array.from({ length: USERS }, (_, index) => ({
    loginUserId: `u${index}@example.com`,
    firstName: 'A',
    lastName: 'B',
    userTemplateName: 'Agents',
  })),
  campaigns: [
    {
      campaignName: 'Summer',
      records: Array.from({ length: RECORDS }, (_, index) => ({
        clientId: `C-${index}`,
        data: { Name: `N ${index}` },
      })),
    },
  ],
};

const APPLY = ['apply', '--auto-approve', '--json'];
const DESTROY = ['destroy', '--auto-approve', '--json', '--allow', `deletes=${OBJECTS}`];
const signal = (name: NodeJS.Signals, afterWrites: number): Meeting => ({
  afterWrites,
  meet: (pid) => void process.kill(pid, name),
});
const takeLockAway = (project: CommandProject, afterWrites: number): Meeting => ({
  afterWrites,
  meet: () =>
    project.changeLedger(
      `UPDATE lock SET fence = fence + 1, holder = 'b@elsewhere', boot = 'elsewhere', pid_namespace = 'elsewhere'`,
    ),
});

async function present({ sandbox }: CommandProject): Promise<string[]> {
  const users = (await sandbox.control.users()).filter(({ inService }) => inService);
  const records = await sandbox.control.records();
  return [...users.map(({ loginUserId }) => loginUserId), ...records.map(({ clientId }) => clientId)].toSorted();
}

/** Every change has its fate; what is said to be done was carried out, and what is said not to be tried was not. */
async function expectHonest({ sandbox }: CommandProject, report: Report): Promise<void> {
  const { applied, skipped, failed, unresolved } = report.summary.settlements;
  expect(applied + skipped + failed + unresolved).toBe(OBJECTS);
  expect(failed).toBe(0);
  const done = new Set(carriedOut(await sandbox.control.log()));
  const keys = (outcome: string): string[] =>
    report.settlements.filter((each) => each.outcome === outcome).map(({ address }) => address.replace(/^\w+:/u, ''));
  expect(keys('applied').filter((key) => !done.has(key))).toEqual([]);
  expect(keys('skipped').filter((key) => done.has(key))).toEqual([]);
  expect(skipped).toBeGreaterThan(0);
}

/** The next run finishes, and nothing is there twice. */
async function expectFinished(project: CommandProject): Promise<void> {
  await project.sandbox.control.clearFaults();
  expect(await project.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  const there = await present(project);
  expect(there).toHaveLength(OBJECTS);
  expect(new Set(there).size).toBe(OBJECTS);
  expect((await project.run('plan')).out).toContain(`Nothing to do: ${OBJECTS} objects`);
}

async function stoppedApply(project: CommandProject, meeting: Meeting): Promise<StoppedRun> {
  project.declare(DESIRED);
  await project.sandbox.control.arm(SLOW_WRITES);
  return project.runMeeting(APPLY, meeting);
}

describe('a signal in the middle of an apply', () => {
  test.each([
    ['SIGINT', 8],
    ['SIGTERM', USERS + 20],
  ] as const)('%s after %i of 250 creates: only what is on a connection still arrives', async (name, after) => {
    const project = await commandProject(CONCURRENCY);
    const ended = await stoppedApply(project, signal(name, after));
    expect(ended.writesAfter).toBeLessThanOrEqual(CONCURRENCY);
    expect(ended.code).toBe(8);
    const report = reportOf(ended);
    expect(report.stopped).toMatchObject({ code: 'interrupted', message: saying(name) });
    expect(report.summary.settlements.unresolved).toBe(0);
    expect(report.summary.settlements.applied).toBe((await present(project)).length);
    await expectHonest(project, report);
    await expectFinished(project);
  });

  test('a second signal ends the command at once, with the ledger whole', async () => {
    const project = await commandProject(CONCURRENCY);
    project.declare(DESIRED);
    await project.sandbox.control.arm({ operation: 'write', kind: 'commit-then-hang', ordinal: 9, count: 'always' });
    const ended = await project.runMeeting(APPLY, {
      afterWrites: 8 + CONCURRENCY,
      meet: (pid) => {
        process.kill(pid, 'SIGINT');
        setTimeout(() => process.kill(pid, 'SIGINT'), 300);
      },
    });
    expect(ended).toMatchObject({ code: 8, out: '' });
    expect(ended.writesAfter).toBe(0);
    await expectFinished(project);
  });
});

test('SIGTERM after 12 of 250 deletes leaves everybody else where they are, and the next destroy goes on', async () => {
  const project = await commandProject(CONCURRENCY);
  project.declare(DESIRED);
  expect(await project.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await project.sandbox.control.arm(SLOW_WRITES);
  const ended = await project.runMeeting(DESTROY, signal('SIGTERM', 12));
  expect(ended.writesAfter).toBeLessThanOrEqual(CONCURRENCY);
  expect(ended.code).toBe(8);
  const report = reportOf(ended);
  expect(report.stopped).toMatchObject({ code: 'interrupted' });
  expect(report.summary.settlements.applied).toBe(OBJECTS - (await present(project)).length);
  await expectHonest(project, report);
  await project.sandbox.control.clearFaults();
  const left = (await present(project)).length;
  expect(await project.run('destroy', '--auto-approve', '--allow', `deletes=${left}`)).toMatchObject({ code: 0 });
  expect(await present(project)).toEqual([]);
});

test('a lock that is taken away after 30 writes stops the run, which says what it wrote and what it could not record', async () => {
  const project = await commandProject(CONCURRENCY);
  const ended = await stoppedApply(project, takeLockAway(project, 30));
  expect(ended.writesAfter).toBeLessThanOrEqual(CONCURRENCY);
  // Something is not settled, which no other number may hide.
  expect(ended.code).toBe(12);
  const report = reportOf(ended);
  expect(report.stopped).toMatchObject({ code: 'locked' });
  const { applied, unresolved } = report.summary.settlements;
  expect(applied + unresolved).toBe((await present(project)).length);
  expect(unresolved).toBeGreaterThan(0);
  expect(unresolved).toBeLessThanOrEqual(2 * CONCURRENCY);
  expect(`${ended.out}${ended.err}`).not.toMatch(/nothing was (?:written|changed|sent)/iu);
  await expectHonest(project, report);
  project.changeLedger('UPDATE lock SET holder = NULL');
  await expectFinished(project);
});

test('a ledger that fails after 30 writes stops the run, which says what it wrote and what it could not record', async () => {
  const project = await commandProject(CONCURRENCY);
  const ended = await stoppedApply(project, {
    afterWrites: 30,
    meet: () => project.changeLedger('ALTER TABLE objects RENAME TO away'),
  });
  // The ledger is found out at the next record of an answer, when as many requests again may be under way.
  expect(ended.writesAfter).toBeLessThanOrEqual(2 * CONCURRENCY);
  const report = reportOf(ended);
  expect(report.stopped).toMatchObject({ code: 'ledger-damaged' });
  expect(ended.code).toBe(1);
  const { applied, unresolved } = report.summary.settlements;
  expect(applied + unresolved).toBe((await present(project)).length);
  expect(`${ended.out}${ended.err}`).not.toMatch(/nothing was (?:written|changed|sent)/iu);
  await expectHonest(project, report);
  project.changeLedger('ALTER TABLE away RENAME TO objects');
  await expectFinished(project);
});

test('a key that is refused after 30 writes stops the run, which says what it wrote and what it did not try', async () => {
  const project = await commandProject(CONCURRENCY);
  const ended = await stoppedApply(project, {
    afterWrites: 30,
    meet: () => project.sandbox.control.arm({ operation: '*', kind: 'unauthorized', count: 'always' }),
  });
  expect(ended.code).toBe(3);
  const report = reportOf(ended);
  expect(report.stopped).toMatchObject({ code: 'key-refused' });
  const { applied, skipped, failed, unresolved } = report.summary.settlements;
  expect([applied + skipped + failed, unresolved]).toEqual([OBJECTS, 0]);
  expect(applied).toBe((await present(project)).length);
  // Failed is what the service refused; what never left is not tried.
  const refused = new Set((await project.sandbox.control.log()).flatMap((each) => (each.committed ? [] : [each.key])));
  const failedKeys = report.settlements.filter(({ outcome }) => outcome === 'failed').map(({ address }) => address);
  expect(failedKeys.filter((address) => !refused.has(address.replace(/^\w+:/u, '')))).toEqual([]);
  expect(skipped).toBeGreaterThan(OBJECTS / 2);
  await project.sandbox.control.clearFaults();
  await expectFinished(project);
});

test('a key that is refused after the last write hides nothing that was written, and says what could not be read again', async () => {
  const project = await commandProject(CONCURRENCY);
  const ended = await stoppedApply(project, {
    afterWrites: OBJECTS,
    meet: () => project.sandbox.control.arm({ operation: 'read', kind: 'unauthorized', count: 'always' }),
  });
  const report = reportOf(ended);
  expect(report.summary.settlements).toMatchObject({ applied: OBJECTS, skipped: 0, failed: 0, unresolved: 0 });
  expect(await present(project)).toHaveLength(OBJECTS);
  const unread = report.settlements.filter(({ note }) => note === 'unconfirmed: it cannot be read');
  expect(unread).toHaveLength(RECORDS);
  await expectFinished(project);
});
