// A leaver whose account is only left in the backing instance: what delete-user does there is an open point, so it is sent once, where
// the file names that side, and what reading shows afterwards is said. Under every reading of the point.

import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { anchor } from '../support/declare.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
type Absent = Partial<Extract<UserInput, { ensure: 'absent' }>>;
const absent = (more: Absent): DesiredInput => ({ users: [anchor, { loginUserId: ANA, ensure: 'absent', ...more }] });
const gone = (more: Absent = {}): DesiredInput => absent({ onRemove: 'delete-with-backend', ...more });
const inBackend = async ({ sandbox }: Scenario): Promise<boolean> => (await sandbox.control.exists(ANA)).inBackend;
const deletes = async ({ sandbox }: Scenario): Promise<number> =>
  (await sandbox.control.counters()).requests['delete-user'] ?? 0;

/** In the backing instance only, made by somebody else. */
async function left(S30: Switches['S30']): Promise<Scenario> {
  const story = await scenario({ switches: { S30 } });
  await story.converge({ users: [anchor] });
  await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
  await story.sandbox.control.resetCounters();
  return story;
}

describe.each(['removed', 'removed+SUCCESS'] as const)('a service that removes it there (%s)', (S30) => {
  test('is asked once, and what came of it is said', async () => {
    const story = await left(S30);
    const plan = await story.plan(gone({ adopt: true }));
    expect(actionsOf(plan)).toEqual([`delete user:${ANA}`]);
    expect(plan.requests).toMatchObject({ reads: 2, writes: 1 });
    expect(plan.relies.map(({ id }) => id)).toContain('backend-only-delete');
    const result = await story.apply(gone({ adopt: true }));
    expect(result.settlements).toMatchObject([{ kind: 'applied', notes: [{ kind: 'removed-in-backend' }] }]);
    expect([await inBackend(story), await deletes(story)]).toEqual([false, 1]);
    await story.converge(gone({ adopt: true }));
  });
});

describe('a service that leaves it there', () => {
  test('is asked once: the first run says that it is still there, later ones say so without a request', async () => {
    const story = await left('left');
    const wanted = gone({ adopt: true });
    expect(fates(await story.apply(wanted))).toEqual([expect.stringContaining(`failed user:${ANA} (still-there`)]);
    expect(fates(await story.apply(wanted))).toEqual([]);
    expect(await deletes(story)).toBe(1);
    const { findings } = await story.drift(wanted);
    expect(findings.map((each) => `${each.class} ${each.address}`)).toContain(`extra user:${ANA}`);
    expect((await story.plan(wanted)).verdicts).toContainEqual(
      expect.objectContaining({ class: 'kept', reason: { kind: 'backend-left', asked: true } }),
    );
  });
});

describe('nothing is sent', () => {
  test.each<[string, Absent]>([
    ['for an account that is not ours, without adopt', { onRemove: 'delete-with-backend' }],
    ['where the file does not name the backing side', { adopt: true, onRemove: 'delete' }],
    ['where the file says nothing of how it is removed', { adopt: true }],
  ])('%s', async (_title, more) => {
    const story = await left('removed');
    expect(actionsOf(await story.plan(absent(more)))).toEqual([]);
    await story.apply(absent(more));
    expect([await inBackend(story), await deletes(story)]).toEqual([true, 0]);
  });
});
