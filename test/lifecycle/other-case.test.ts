// loginUserId is case-sensitive: a wrong spelling leaves and the right one comes in one apply, and an account that might be the same
// one is never deleted.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import { readDesiredInput } from '../../src/core/desired/project/load.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import { STORY_DOORS } from '../support/doors.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { target } from '../support/values.ts';

const NAMES = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
const user = (loginUserId: string, more: object = {}): UserInput => ({ loginUserId, ...NAMES, ...more });
const leaver = (loginUserId: string, more: object = {}): UserInput => ({ loginUserId, ensure: 'absent', ...more });
const pinned = (preferredAgent = ''): NonNullable<DesiredInput['campaigns']>[number] => ({
  campaignName: 'Summer',
  records: [{ clientId: 'C-1', data: { Name: 'Maria' }, ...(preferredAgent === '' ? {} : { preferredAgent }) }],
});
const of = (...users: UserInput[]): DesiredInput => ({
  users: [user('ben@example.com'), ...users],
  campaigns: [pinned()],
});

describe('desired files', () => {
  const codes = (...users: UserInput[]): (string | undefined)[] =>
    (readDesiredInput({ users }, target()).warnings ?? []).map(({ code }) => code);

  test('take a wrong spelling that leaves beside the right one without a word', () => {
    expect(codes(leaver('Ana@example.com'), user('ana@example.com'))).toEqual([]);
  });

  test('warn of two people whose ids differ in case only', () => {
    expect(codes(user('Ana@example.com'), user('ana@example.com'))).toEqual(['similar-id']);
    expect(codes(leaver('Ana@example.com'), leaver('ana@example.com'))).toEqual(['similar-id']);
  });

  test('refuse an id in another Unicode form, also where one of the two leaves', () => {
    const twice = { users: [leaver('jos\u00e9@example.com'), user('jose\u0301@example.com')] };
    expect(() => readDesiredInput(twice, target())).toThrow(/differs only in case or Unicode form/u);
  });
});

test.each(STORY_DOORS)('a wrong spelling is corrected in one apply, through %s', async (_door, open) => {
  const story = await open();
  await story.settle(of(user('Ana@example.com', { createInBackend: true })));
  const right = user('ana@example.com', { createInBackend: true });
  const done = await story.settle(of(leaver('Ana@example.com'), right));
  expect(done.changes).toEqual(['create user:ana@example.com', 'delete user:Ana@example.com']);
  const exists = async (id: string): Promise<boolean> => (await story.sandbox.control.exists(id)).inService;
  expect([await exists('ana@example.com'), await exists('Ana@example.com')]).toEqual([true, false]);
});

describe('the command', () => {
  test('deletes nothing where the right spelling could not be created', async () => {
    const story = await scenario();
    await story.converge(of(user('Ana@example.com')));
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 400, count: 'always' });
    const result = await story.apply(of(leaver('Ana@example.com'), user('ana@example.com')));
    expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed', 'skipped']);
    expect((await story.sandbox.control.exists('Ana@example.com')).inService).toBe(true);
  });

  const bothShown = async (...more: string[]): Promise<Scenario> => {
    const story = await scenario();
    await story.converge(of(user('Ana@example.com')));
    for (const loginUserId of ['ana@example.com', ...more]) {
      await story.sandbox.control.addUser({ loginUserId, inBackend: false });
    }
    return story;
  };
  const oneGoes = of(leaver('Ana@example.com'), user('ana@example.com', { adopt: true }));

  test('stops where the service shows the two without a connectUserId, and a third spelling as well', async () => {
    // As by a service that looks no case up.
    const story = await bothShown('ANa@example.com');
    expect((await story.plan(oneGoes)).guards).toMatchObject([{ code: 'guard-same-object', passed: false }]);
    await expect(story.apply(oneGoes)).rejects.toMatchObject({ code: 'guard-same-object' });
    expect((await story.sandbox.control.exists('Ana@example.com')).inService).toBe(true);
  });

  test('stops where only one of two answers says that the service has no third spelling', async () => {
    const story = await bothShown('ANa@example.com');
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'claims-absent', key: 'ANa@example.com' });
    await expect(story.apply(oneGoes)).rejects.toMatchObject({ code: 'guard-same-object' });
  });

  test('U-020 corrects a spelling where a third one is answered NOT_FOUND: then case counts', async () => {
    const story = await bothShown();
    await story.converge(oneGoes);
    expect((await story.sandbox.control.exists('Ana@example.com')).inService).toBe(false);
    expect((await story.sandbox.control.exists('ana@example.com')).inService).toBe(true);
  });

  test('corrects a spelling of which both accounts show a connectUserId of their own', async () => {
    const story = await scenario();
    await story.converge(of(user('Ana@example.com', { createInBackend: true })));
    await story.sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: true });
    await story.converge(
      of(leaver('Ana@example.com'), user('ana@example.com', { adopt: true, createInBackend: true })),
    );
    expect((await story.sandbox.control.exists('ana@example.com')).inService).toBe(true);
  });

  test('a line that is only dropped is no word for the removal of the other spelling', async () => {
    const story = await scenario();
    await story.converge(of(user('Ana@example.com')));
    await expect(story.apply(of(user('ana@example.com')))).rejects.toMatchObject({ code: 'guard-same-object' });
  });
});

test('class User: a login that changes in case is created, then the other one is deleted', async () => {
  const engine = await classEngine();
  const up = (loginUserId: string) => engine.up([{ kind: 'User', name: 'ana', args: { loginUserId, ...NAMES } }]);
  await up('Ana@example.com');
  expect(await up('ana@example.com')).toMatchObject({ errors: [], writes: 2 });
  const exists = async (id: string): Promise<boolean> => (await engine.sandbox.control.exists(id)).inService;
  expect([await exists('ana@example.com'), await exists('Ana@example.com')]).toEqual([true, false]);
});
