import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import { anchor, person } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';

const roster = (...users: UserInput[]): DesiredInput => ({ users });

describe('people', () => {
  test('are created with one read and one add each, and then not changed', async () => {
    const story = await scenario();
    const desired = roster(person('ana'), person('ben', { createInBackend: true }));
    await story.apply(desired);
    const { requests } = await story.sandbox.control.counters();
    expect(requests).toMatchObject({ 'query-existence': 2, 'add-user': 2 });
    await story.converge(desired);
    expect(await story.sandbox.control.exists('ben@example.com')).toMatchObject({ inService: true, inBackend: true });
    expect(await story.sandbox.control.exists('ana@example.com')).toMatchObject({ inService: true, inBackend: false });
  });

  test('deleted by somebody else are seen, reported and restored by their exact number only', async () => {
    const story = await scenario();
    const desired = roster(anchor, person('ana'), person('ben'), person('cho'));
    await story.converge(desired);
    await story.sandbox.control.removeUser('ana@example.com');
    await story.sandbox.control.removeUser('ben@example.com');
    const { findings } = await story.drift(desired);
    expect(findings.map((finding) => `${finding.class} ${finding.address}`)).toEqual([
      'missing user:ana@example.com',
      'missing user:ben@example.com',
    ]);
    const plan = await story.plan(desired);
    expect(actionsOf(plan)).toEqual(['restore user:ana@example.com', 'restore user:ben@example.com']);
    expect(plan.guards).toMatchObject([{ code: 'guard-restores', pass: 'restores=2', passed: false }]);
    for (const allow of [{}, { restores: 1 }, { restores: 3 }]) {
      await expect(story.apply(desired, { allow })).rejects.toMatchObject({ code: 'guard-restores' });
      expect(await story.sandbox.control.exists('ana@example.com')).toMatchObject({ inService: false });
    }
    await story.apply(desired, { allow: { restores: 2 } });
    await story.converge(desired);
  });

  test('deleted by somebody else are restored by a run of them alone, too: one more question proves the tenant', async () => {
    const story = await scenario();
    const desired = roster(anchor, person('ana'));
    await story.converge(desired);
    await story.sandbox.control.removeUser('ana@example.com');
    await story.sandbox.control.resetCounters();
    const plan = await story.plan(desired, { only: 'user:ana@example.com' });
    expect(actionsOf(plan)).toEqual(['restore user:ana@example.com']);
    expect((await story.sandbox.control.counters()).requests).toMatchObject({ 'query-existence': 2 });
  });

  test('whose restore the service only claims to have done need their number again', async () => {
    const story = await scenario();
    const desired = roster(anchor, person('ana', { createInBackend: true }));
    await story.converge(desired);
    await story.sandbox.control.removeUser('ana@example.com');
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'claims-done' });
    expect(fates(await story.apply(desired, { allow: { restores: 1 } }))[0]).toContain('unconfirmed');
    expect(actionsOf(await story.plan(desired))).toEqual(['restore user:ana@example.com']);
    await expect(story.apply(desired)).rejects.toMatchObject({ code: 'guard-restores' });
    await story.converge(desired, { allow: { restores: 1 } });
  });

  test.each([
    ['was refused', { kind: 'status', status: 400 }, 0],
    ['was not answered, and is not seen for more than two minutes', { kind: 'reset-before' }, 121_000],
  ] as const)('whose restore %s are a restore again; who is there later is not ours', async (_what, fault, pause) => {
    const story = await scenario();
    const desired = roster(anchor, person('ana'));
    await story.converge(desired);
    await story.sandbox.control.removeUser('ana@example.com');
    await story.sandbox.control.arm({ operation: 'add-user', ...fault });
    await story.apply(desired, { allow: { restores: 1 } });
    story.advance(pause);
    expect(actionsOf(await story.plan(desired))).toEqual(['restore user:ana@example.com']);
    await expect(story.apply(desired)).rejects.toMatchObject({ code: 'guard-restores' });
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 400 });
    await story.apply(desired, { allow: { restores: 1 } });
    await story.sandbox.control.addUser({ loginUserId: 'ana@example.com', inBackend: false });
    expect(decisions(await story.plan(desired))).toEqual(['recreated user:ana@example.com']);
    expect(decisions(await story.plan(roster(anchor)))).toEqual(['recreated user:ana@example.com']);
    await story.apply(roster(anchor));
    expect(await story.sandbox.control.exists('ana@example.com')).toMatchObject({ inService: true });
  });

  test('refused by the service are failures, and the others are created all the same', async () => {
    const story = await scenario();
    const desired = roster(person('ana'), person('eve', { userTemplateName: 'Unknown Template' }), person('zoe'));
    const result = await story.apply(desired);
    expect(fates(result).map((fate) => fate.split(' ', 2).join(' '))).toEqual([
      'applied user:ana@example.com',
      'failed user:eve@example.com',
      'applied user:zoe@example.com',
    ]);
    expect(actionsOf(await story.plan(desired))).toEqual(['create user:eve@example.com']);
  });

  test('declared absent are verified at every run', async () => {
    const story = await scenario();
    const leaver: UserInput = { loginUserId: 'old@example.com', ensure: 'absent' };
    await story.converge(roster(anchor, leaver));
    await story.sandbox.control.addUser({ loginUserId: 'old@example.com', inBackend: false });
    expect(decisions(await story.plan(roster(anchor, leaver)))).toEqual(['leaver-present user:old@example.com']);
    await story.converge(roster(anchor, { ...leaver, adopt: true }));
  });

  test('whose profile changed are kept, or replaced when the file says so', async () => {
    const story = await scenario();
    await story.converge(roster(anchor, person('ana')));
    const renamed = { lastName: 'Gomez' };
    expect((await story.plan(roster(anchor, person('ana', renamed)))).verdicts[0]?.class).toBe('kept');
    await story.converge(roster(anchor, person('ana', { ...renamed, onProfileChange: 'replace' })));
    const { requests } = await story.sandbox.control.counters();
    expect(requests['add-user'] ?? 0).toBe(0);
  });

  test('are all removed by destroy, guarded by the exact number', async () => {
    const story = await scenario();
    const desired = roster(person('a'), person('b'), person('c'), person('d'));
    await story.converge(desired);
    await expect(story.destroy(desired)).rejects.toMatchObject({ code: 'guard-deletes' });
    await story.destroy(desired, { allow: { deletes: 4 } });
    expect((await story.sandbox.control.users()).filter((user) => user.inService)).toEqual([]);
  });
});

describe('the leaver list', () => {
  const gone: UserInput = { loginUserId: 'gone@example.com', ensure: 'absent' };
  const desired = roster(person('anchor', { createInBackend: true }), gone);

  test('is verified on both sides by plan, apply and drift', async () => {
    const story = await scenario();
    await story.converge(desired);
    const counts = { declared: 1, verified: 1, notObservable: 0, unproven: 0, open: 0, unreadable: 0 };
    const verified = { ...counts, backendWords: [] };
    expect((await story.plan(desired)).leavers).toEqual(verified);
    expect((await story.apply(desired)).plan.leavers).toEqual(verified);
    expect((await story.drift(desired)).leavers).toEqual(verified);
  });

  test('says so where the environment does not report the backing instance', async () => {
    const story = await scenario({ switches: { S15: 'missing' } });
    await story.converge(desired);
    expect((await story.plan(desired)).leavers).toMatchObject({ verified: 0, notObservable: 1 });
  });
});

test('a create that the document refuses is no promise of the plan', async () => {
  const story = await scenario();
  await story.sandbox.control.addUser({ loginUserId: 'kim@example.com', inService: false, inBackend: true });
  const kim = (behaviorIfInBackend: 'FAIL' | 'ALLOW'): DesiredInput => ({
    users: [person('ben'), person('kim', { adopt: true, createInBackend: true, behaviorIfInBackend })],
  });
  const plan = await story.plan(kim('FAIL'));
  expect(decisions(plan)).toEqual(['create-refused user:kim@example.com']);
  await story.converge(kim('ALLOW'));
});
