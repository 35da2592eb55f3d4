// People: nobody is taken over, removed or "updated" by a tool that means well.

import { describe, expect, test } from 'vitest';

import type { PresentUserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { render } from '../../src/formats/formats.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { ANA, anchor, applyWhile, person, record, summer } from './stories.ts';

const both = (more: Partial<PresentUserInput> = {}): PresentUserInput =>
  person('ana', { createInBackend: true, ...more });
const existence = async ({ sandbox }: Scenario): Promise<unknown> => {
  const { inService, inBackend } = await sandbox.control.exists(ANA);
  return { inService, inBackend };
};

describe('P12: a create never takes over an account that is there', () => {
  test.each(['ALREADY_EXISTS', 'FAIL', 'INVALID_ARGUMENTS', '409'] as const)(
    'somebody else’s user that appears after the plan is a failure, said as %s, and is not ours',
    async (S12) => {
      const story = await scenario({ switches: { S12 } });
      await story.converge({ users: [anchor] });
      const desired = { users: [anchor, person('ana')] };
      const result = await applyWhile(story, desired, () => story.sandbox.control.addUser({ loginUserId: ANA }));
      expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed']);
      expect((await engine.recall(story.run(desired))).recorded.objects.has(`user:${ANA}`)).toBe(false);
      await story.converge({ users: [anchor] });
      expect(await existence(story)).toEqual({ inService: true, inBackend: true });
    },
  );

  test.each(['FAIL', 'ALREADY_EXISTS'] as const)(
    'one that appears in the backing instance only ends in a refusal (%s), too',
    async (S25) => {
      const story = await scenario({ switches: { S25 } satisfies Partial<Switches> });
      await story.converge({ users: [anchor] });
      const appears = (): Promise<void> => story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
      const result = await applyWhile(story, { users: [anchor, both()] }, appears);
      expect(result.settlements.map(({ kind }) => kind)).toEqual(['failed']);
      expect(await existence(story)).toEqual({ inService: false, inBackend: true });
    },
  );

  test('an account that somebody made in the backing instance after ours was removed is not ours again', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, both()] });
    const { control } = story.sandbox;
    await control.removeUser(ANA);
    await control.removeBackendUser(ANA);
    await control.addUser({ loginUserId: ANA, inService: false });
    expect(decisions(await story.plan({ users: [anchor, both()] }))).toEqual([`conflict user:${ANA}`]);
    await story.converge({ users: [anchor, both({ adopt: true })] }, { allow: { restores: 1 } });
    await story.converge({ users: [anchor] });
    expect(await existence(story)).toEqual({ inService: false, inBackend: true });
  });

  test('an account made again by somebody else is deleted for a leaver in the service only', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, both()] });
    const { control } = story.sandbox;
    await control.removeUser(ANA);
    await control.removeBackendUser(ANA);
    await control.addUser({ loginUserId: ANA });
    await story.apply({ users: [anchor, { loginUserId: ANA, ensure: 'absent', adopt: true }] });
    expect(await existence(story)).toEqual({ inService: false, inBackend: true });
  });
});

describe('P13: what was there before us stays when the line leaves the file', () => {
  test.each([
    ['on both sides', { inService: true, inBackend: true }],
    ['in the backing instance only: the service side is ours and goes', { inService: false, inBackend: true }],
  ])('%s', async (_title, before) => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: ANA, ...before });
    await story.converge({ users: [anchor, both({ adopt: true })] });
    expect(await existence(story)).toEqual({ inService: true, inBackend: true });
    await story.converge({ users: [anchor] });
    expect(await existence(story)).toEqual(before);
  });
});

describe('P14: a removal that died half way is finished by the next run', () => {
  test('a person who is gone by the time of the delete counts as removed', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, person('ana')] });
    const desired = { users: [anchor] };
    const result = await applyWhile(story, desired, () => story.sandbox.control.removeUser(ANA));
    expect(fates(result)).toEqual([`applied user:${ANA}`]);
    await story.converge(desired);
  });

  test('pins that were handed over stay so when the delete after them fails', async () => {
    const story = await scenario();
    const ben = person('ben', { offboard: { reassignTo: 'anchor@example.com' } });
    await story.converge({ users: [anchor, ben], campaigns: [summer(record('C-1'))] });
    const key = { campaignName: 'Summer', clientId: 'C-1' };
    await story.sandbox.control.changeRecord({ ...key, preferredAgent: 'ben@example.com' });
    await story.sandbox.control.arm({ operation: 'delete-user', kind: 'status', status: 400 });
    const less = { users: [anchor], campaigns: [summer(record('C-1'))] };
    const first = await story.apply(less);
    expect(first.settlements.map(({ kind, change }) => `${kind} ${change.address}`)).toEqual([
      'applied record:Summer/C-1',
      'failed user:ben@example.com',
    ]);
    await story.converge(less);
    expect((await story.sandbox.control.records())[0]).toMatchObject({ preferredAgent: 'anchor@example.com' });
    expect((await story.sandbox.control.exists('ben@example.com')).inService).toBe(false);
  });
});

describe('P23: no line of a plan says that a user is updated', () => {
  const before = both({ primaryEmailAddr: 'a@example.com', secondaryEmailAddr: 'b@example.com' });
  const changed: readonly (readonly [string, PresentUserInput])[] = [
    ['firstName', { ...before, firstName: 'Other' }],
    ['lastName', { ...before, lastName: 'Other' }],
    ['userTemplateName', { ...before, userTemplateName: 'Others' }],
    ['primaryEmailAddr', { ...before, primaryEmailAddr: 'other@example.com' }],
    ['secondaryEmailAddr', { ...before, secondaryEmailAddr: 'other@example.com' }],
    ['createInBackend', { ...before, createInBackend: false }],
  ];

  /** With SAML a primary e-mail is ignored (test/lifecycle/ignored-fields.test.ts). */
  const inDirectory = ({ sandbox }: Scenario) => ({ target: { ...sandbox.target, identity: 'directory' as const } });

  test('the list above names every property that add-user takes', () => {
    const own = ['loginUserId'];
    expect(
      Object.keys(before)
        .filter((name) => !own.includes(name))
        .toSorted(),
    ).toEqual(changed.map(([name]) => name).toSorted());
  });

  test.each(changed)('%s: "keep" is said as not applied, and sends nothing', async (field, after) => {
    const story = await scenario();
    const place = inDirectory(story);
    await story.converge({ users: [anchor, before] }, place);
    const plan = await story.plan({ users: [anchor, after] }, place);
    expect(actionsOf(plan)).toEqual([]);
    const verdict = plan.verdicts.find(({ address }) => address === `user:${ANA}`);
    expect(verdict).toMatchObject({ class: 'kept', fields: [{ field }] });
    const at = { version: '', command: 'plan', at: 0, durationMs: 0, options: [], only: null };
    const text = render('text', planDocument(plan, at), { style: PLAIN, width: 140, verbose: true });
    expect(text).toContain('not applied');
    expect(text).not.toMatch(/[1-9]\d* to change|^ *~ \S+@/mu);
    await story.sandbox.control.resetCounters();
    await story.apply({ users: [anchor, after] }, place);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    expect((await story.plan({ users: [anchor, after] }, place)).verdicts).toEqual(plan.verdicts);
  });

  test.each(changed)('%s: "replace" is a delete and a create, and counted as such', async (field, after) => {
    const story = await scenario();
    const place = inDirectory(story);
    await story.converge({ users: [anchor, before] }, place);
    const strict = { ...place, project: { ...story.project, policy: { deletes: { count: 0, percent: 10 } } } };
    const desired = { users: [anchor, { ...after, onProfileChange: 'replace' as const }] };
    const plan = await story.plan(desired, strict);
    expect(actionsOf(plan)).toEqual([`replace user:${ANA}`]);
    expect(plan.changes[0]).toMatchObject({ writes: ['delete-user', 'add-user'], fields: [{ field }] });
    await expect(story.apply(desired, strict)).rejects.toMatchObject({ code: 'guard-deletes' });
    await story.converge(desired, place);
  });
});
