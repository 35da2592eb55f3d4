// Sentences of the interface documents about people: what a plan must not promise against them, and how somebody gets to where the file
// wants them.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { ERRORS } from '../../src/core/model/errors.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { whyWarning } from '../../src/core/report/words/why-warning.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const said = ({ verdicts }: Plan): string[] =>
  verdicts.filter(({ address }) => address === `user:${ANA}`).map((each) => whyVerdict(each));
const adds = async ({ sandbox }: Scenario): Promise<number> =>
  (await sandbox.control.counters()).requests['add-user'] ?? 0;

type More = Partial<Extract<NonNullable<DesiredInput['users']>[number], { firstName: string }>>;
const wanted = (more: More = {}): DesiredInput => ({
  users: [anchor, person('ana', { adopt: true, createInBackend: true, ...more })],
});

describe('a user whom others made in the service alone, and who is to be in the backing instance', () => {
  const adopted = async (): Promise<Scenario> => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: ANA, inBackend: false });
    expect(fates(await story.apply(wanted()))).toContain(`applied user:${ANA}`);
    await story.sandbox.control.resetCounters();
    return story;
  };

  test('is said to be missing there, and each advice leads to the next', async () => {
    const story = await adopted();
    const plan = await story.plan(wanted());
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], [`partial user:${ANA}`]]);
    expect(ERRORS.partial.advice).toContain('onProfileChange: replace');
    const replaced = await story.plan(wanted({ onProfileChange: 'replace' }));
    expect([actionsOf(replaced), said(replaced)[0]]).toEqual([[], expect.stringContaining('onRemove: delete')]);
  });

  test('is made again on both sides where the file says so', async () => {
    const story = await adopted();
    const both = wanted({ onProfileChange: 'replace', onRemove: 'delete' });
    const plan = await story.plan(both);
    expect(plan.changes).toMatchObject([
      { action: 'replace', writes: ['delete-user', 'add-user'], behaviorIfInBackend: 'FAIL' },
    ]);
    expect(fates(await story.apply(both, { allow: { replaces: 1 } }))).toEqual([`applied user:${ANA}`]);
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: true, inBackend: true });
    await story.converge(both);
  });
});

test('FAIL in the file and EXISTS read: nothing is promised that the document refuses', async () => {
  const story = await scenario();
  await story.converge({ users: [anchor] });
  await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
  await story.sandbox.control.resetCounters();
  const desired = wanted({ behaviorIfInBackend: 'FAIL' });
  const plan = await story.plan(desired);
  expect([actionsOf(plan), said(plan)]).toEqual([[], [expect.stringContaining('FAIL')]]);
  expect(fates(await story.apply(desired))).toEqual([]);
  expect(await adds(story)).toBe(0);
  // The word that the document asks for.
  await story.converge(wanted({ behaviorIfInBackend: 'ALLOW' }));
  expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: true, inBackend: true });
});

describe.each([401, 404])('a user interface that alone answers HTTP %d', (status) => {
  const pinned: DesiredInput = { campaigns: [list('Summer', record('C-1', { preferredAgent: ANA }), record('C-2'))] };
  const refusing = async (): Promise<Scenario> => {
    const story = await scenario();
    await story.sandbox.control.arm({ operation: 'query-existence', kind: 'status', status, count: 'always' });
    return story;
  };

  test('stops a plan, which names the word for an environment without one', async () => {
    const story = await refusing();
    await expect(story.plan(pinned)).rejects.toMatchObject({ code: 'wrong-url', exit: 3 });
    expect(ERRORS['wrong-url'].advice).toContain('identity: internal');
  });

  test('is not asked where the target says so: pins pass unchecked, which is said once', async () => {
    const story = await refusing();
    const place = { target: { ...story.sandbox.target, identity: 'internal' } } as const;
    const warned = (await story.plan(pinned, place)).warnings.map((each) => whyWarning(each));
    expect(warned.filter((each) => each.includes('unchecked'))).toEqual([
      '1 pin is passed on unchecked: the target says identity: internal, where no user can be asked for',
    ]);
    await story.converge(pinned, place);
    expect((await story.drift(pinned, place)).findings).toEqual([]);
    expect((await story.plan(pinned, { ...place, only: 'record:*' })).changes).toEqual([]);
  });
});
