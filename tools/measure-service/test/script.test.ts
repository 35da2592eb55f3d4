// measure-service as a person meets it: asks first, refuses what could be somebody's, leaves nothing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { withSandbox } from '../../../test/support/sandbox.ts';
import { muster, saying } from '../../../test/cli/muster.ts';
import { ANA, ENVIRONMENT, measured, profileIn, project } from './script.ts';

const LOGIN = 'muster-probe-1@example.com';

test('without options that ask for more it only reads, and writes the profile when told to', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  expect(await muster(['apply', '--auto-approve'], { folder, environment: ENVIRONMENT })).toMatchObject({ exit: 0 });
  await sandbox.control.resetCounters();
  const shown = await measured(folder);
  expect(shown.exit).toBe(0);
  expect(shown.out).toContain('no-record-answer: status (');
  expect(shown.out).toContain('combined-criteria: AND (');
  expect(shown.out).toContain('profiles/prod.json would change; --write puts it down.');
  expect(await measured(folder, '--write')).toMatchObject({ exit: 0 });
  expect(profileIn(folder)).toMatchObject({ 'no-record-answer': 'status script', 'backend-status': 'on script' });
  expect(readFileSync(join(folder, 'profiles', 'prod.json'), 'utf8')).not.toMatch(/ana@example|Maria|C-1/u);
  expect((await sandbox.control.counters()).writes).toBe(0);
  expect((await muster(['validate'], { folder })).exit).toBe(0);
});

test('an answer that changed is said, and ends with 12 until it is written', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  expect(await measured(folder, '--write')).toMatchObject({ exit: 0 });
  await sandbox.control.setSwitches({ S1: 'error' });
  const changed = await measured(folder);
  expect(changed).toMatchObject({ exit: 12 });
  expect(changed.out).toContain('Changed: no-record-answer was status and is error now');
  expect(await measured(folder, '--write')).toMatchObject({ exit: 0 });
  expect(await measured(folder)).toMatchObject({ exit: 0 });
});

test('records are made only after leave, never in a campaign in use, and nothing is left', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  const asked = await measured(folder, '--test-campaign', 'Test');
  expect({ exit: asked.exit, err: asked.err }).toMatchObject({ exit: 2, err: saying('approval-needed') });
  const used = await measured(folder, '--test-campaign', 'Summer', '--auto-approve');
  expect({ exit: used.exit, err: used.err }).toMatchObject({ exit: 2, err: saying('probe-campaign') });
  expect((await sandbox.control.counters()).writes).toBe(0);
  const both = ['--test-campaign', 'Test A', '--test-campaign', 'Test B', '--auto-approve', '--write'];
  const { exit, out } = await measured(folder, ...both);
  expect({ exit, left: out.includes('Left behind') }).toEqual({ exit: 0, left: false });
  expect(profileIn(folder)).toMatchObject({ 'transfer-data': 'moves script', 'update-state': 'keeps script' });
  expect(await sandbox.control.records()).toEqual([]);
});

test('what could not be removed ends with 12, is warned of, and is removed by the next run', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  await sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'reset-before', count: 'always' });
  const writing = ['--test-campaign', 'Test A', '--auto-approve'];
  const stopped = await measured(folder, ...writing);
  expect(stopped).toMatchObject({ exit: 12, out: saying('Left behind: muster-probe-') });
  await sandbox.control.clearFaults();
  const between = await measured(folder);
  expect(between).toMatchObject({ exit: 0, err: saying('warning: leftovers: an interrupted run may have left') });
  expect((await measured(folder, ...writing)).exit).toBe(0);
  expect(await sandbox.control.records()).toEqual([]);
});

test('a test user and a wrong key ask first, refuse a person, and leave nobody', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  for (const words of [['--test-user', LOGIN], ['--wrong-key']]) {
    expect(await measured(folder, ...words)).toMatchObject({ exit: 2, err: saying('approval-needed') });
  }
  for (const login of [ANA.loginUserId, 'kim@example.com']) {
    const refused = await measured(folder, '--test-user', login, '--auto-approve');
    expect(refused).toMatchObject({ exit: 2, err: saying('probe-user') });
  }
  expect((await sandbox.control.counters()).writes).toBe(0);
  const words = ['--test-user', LOGIN, '--backend', '--wrong-key', '--auto-approve', '--write'];
  const { exit, out } = await measured(folder, ...words);
  expect({ exit, left: out.includes('Left behind') }).toEqual({ exit: 0, left: false });
  expect(profileIn(folder)).toMatchObject({
    'existing-user-result': 'ALREADY_EXISTS script',
    'unknown-template-result': 'INVALID_ARGUMENTS script',
    'blocked-login': '0 script',
    'refused-key': '401 script',
    'existing-backend-result': 'FAIL script',
  });
  expect(await sandbox.control.users()).toEqual([]);
  expect(readFileSync(join(folder, 'profiles', 'prod.json'), 'utf8')).not.toContain(LOGIN);
});

test.each([
  [['--former-key'], 'approval-needed'],
  [['--rate', '20'], 'approval-needed'],
  [['--rate', '0', '--auto-approve'], 'bad-usage'],
  [['--rate', '101', '--auto-approve'], 'bad-usage'],
  [['--rate', 'fast', '--auto-approve'], 'bad-usage'],
  [['--pins', '--auto-approve'], 'bad-usage'],
  [['--intake', '--test-user', LOGIN, '--auto-approve'], 'bad-usage'],
  [['--backend'], 'bad-usage'],
  [['--probe-rate', '20'], 'bad-usage'],
  [['prod'], 'bad-usage'],
])('%j is refused, and nothing is sent', async (words, code) => {
  const sandbox = await withSandbox();
  expect(await measured(project(sandbox), ...words)).toMatchObject({ exit: 2, err: saying(code) });
  expect(await sandbox.control.counters()).toMatchObject({ writes: 0, reads: 0 });
});

test('the former key and the rate are measured, and put into a profile that other commands can read', async () => {
  const sandbox = await withSandbox({
    switches: { S17: 3_600_000, S18: { kind: '429', perSecond: 20, retryAfterSeconds: 1 } },
  });
  const folder = project(sandbox);
  await sandbox.control.rotateKey();
  const { exit } = await measured(folder, '--former-key', '--rate', '60', '--auto-approve', '--write');
  expect(exit).toBe(0);
  expect(profileIn(folder)).toMatchObject({ 'former-key': '>0 script', 'rate-limit': '429 script' });
  expect((await sandbox.control.counters()).writes).toBe(0);
  expect((await muster(['validate'], { folder })).exit).toBe(0);
});

test('a test user that could not be removed ends with 12, is warned of, and is removed by the next run', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox);
  await sandbox.control.arm({ operation: 'delete-user', kind: 'reset-before', count: 'always' });
  const probing = ['--test-user', LOGIN, '--auto-approve'];
  expect(await measured(folder, ...probing)).toMatchObject({ exit: 12, out: saying(`the test user ${LOGIN}`) });
  await sandbox.control.clearFaults();
  expect((await measured(folder)).err).toContain('warning: leftovers: an interrupted run may have left its test user');
  expect((await measured(folder, ...probing)).exit).toBe(0);
  expect(await sandbox.control.users()).toEqual([]);
});

test('a target that does not answer ends with 3, and --help lists the options', async () => {
  const sandbox = await withSandbox();
  const folder = project(sandbox, { port: 1 });
  expect(await measured(folder, '--test-campaign', 'Test A', '--auto-approve')).toMatchObject({ exit: 3 });
  expect(await measured(folder, '--help')).toMatchObject({ exit: 0, out: saying('--test-campaign NAME') });
});
