// An answer about the backing instance that its document does not list, or that contradicts itself: it is quoted, and nobody is
// called absent because of it. Through the command, through Pulumi with desired files, and with the class User.

import { describe, expect, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { leaverText } from '../../src/core/report/view/trust.ts';
import { whyFinding } from '../../src/core/report/words/why-finding.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import type { Registered } from '../pulumi/class-engine.ts';
import { person } from '../support/declare.ts';
import type { OwnSandbox } from '../support/sandbox.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const ADDRESS = `user:${ANA}`;
/** In both systems, so that the environment is seen to report the backing side. */
const anchor = person('anchor', { createInBackend: true });
const both = person('ana', { createInBackend: true });
const staff: DesiredInput = { users: [anchor, both] };
const leaver: DesiredInput = { users: [anchor, { loginUserId: ANA, ensure: 'absent' }] };
const WORDS = ['ACTIVE', 'DISABLED', 'exists', 'EXISTS ', '', null, 'NOT_FOUND'] as const;

const quote = (word: string | null): string => (word === null ? 'null' : JSON.stringify(word));
const saying = (word: string | null): string =>
  `gone from the service, not proven to be gone from the second system: backendStatus is ${quote(word)} beside a connectUserId`;

/** Of Ana the service answers with this word, whatever is true. */
async function says({ control }: OwnSandbox, backendStatus: string | null): Promise<void> {
  const asked = { operation: 'query-existence', key: ANA, count: 'always' } as const;
  await control.arm({ ...asked, kind: 'overlaid', overlay: { backendStatus } });
}

/** Ana's account is left in the backing instance, and the service calls that by a word of its own. */
async function left(word: string | null): Promise<Scenario> {
  const story = await scenario();
  await story.converge({ users: [anchor] });
  await story.sandbox.control.addUser({ loginUserId: ANA, inService: false });
  await says(story.sandbox, word);
  return story;
}

describe.each(WORDS)('with backendStatus %j beside a connectUserId a leaver', (word) => {
  test('is not counted as verified absent, and plan, drift, count and apply quote the word', async () => {
    const story = await left(word);
    const plan = await story.plan(leaver);
    expect([actionsOf(plan), decisions(plan)]).toEqual([[], [`not-proven ${ADDRESS}`]]);
    expect(plan.verdicts.filter(({ address }) => address === ADDRESS).map((each) => whyVerdict(each))).toEqual([
      saying(word),
    ]);
    const { leavers } = plan;
    expect(leavers).toMatchObject({ declared: 1, verified: 0, open: 0, backendWords: [quote(word)] });
    expect(leaverText(leavers).join()).toBe(
      `1 person declared absent: 1 not proven absent from the second system (backendStatus: ${quote(word)})`,
    );
    const { findings } = await story.drift(leaver);
    const found = findings.filter(({ address }) => address === ADDRESS);
    expect(found.map((each) => `${each.class}: ${whyFinding(each)}`)).toEqual([`unreadable: ${saying(word)}`]);
    expect(fates(await story.apply(leaver))).toEqual([]);
  });

  test('of ours stays recorded through the command, and is let go when a documented word says that it is gone', async () => {
    const story = await scenario();
    await story.converge(staff);
    await story.sandbox.control.removeUser(ANA);
    await says(story.sandbox, word);
    for (const desired of [leaver, { users: [anchor] }]) {
      const result = await story.apply(desired);
      expect([fates(result), decisions(result.plan)]).toEqual([[], [`not-proven ${ADDRESS}`]]);
    }
    await story.sandbox.control.clearFaults();
    await story.sandbox.control.removeBackendUser(ANA);
    await story.converge(leaver);
    expect((await story.plan(leaver)).leavers).toMatchObject({ declared: 1, verified: 1, backendWords: [] });
  });

  test('of a class is refused, by name and with the word, when it leaves the program', async () => {
    const engine = await classEngine();
    const user = ({ loginUserId, ...args }: typeof both): Registered => ({
      kind: 'User',
      name: loginUserId,
      args: { loginUserId, ...args },
    });
    expect((await engine.up([user(anchor), user(both)])).errors).toEqual([]);
    await engine.sandbox.control.removeUser(ANA);
    await says(engine.sandbox, word);
    const gone = await engine.up([user(anchor)]);
    expect(gone).toMatchObject({ operations: [`deleting ${ANA}`], writes: 0 });
    expect(gone.errors).toEqual([expect.stringContaining('[not-proven]')]);
    expect(gone.errors.join()).toContain(`${ADDRESS}: ${saying(word)}`);
    const absent: Registered = { kind: 'User', name: ANA, args: { loginUserId: ANA, ensure: 'absent' } };
    const again = await engine.up([user(anchor), absent], { refresh: true });
    expect(again).toMatchObject({ operations: [`updating ${ANA}`], writes: 0 });
    expect(again.errors.join()).toContain(saying(word));
    await engine.sandbox.control.clearFaults();
    await engine.sandbox.control.removeBackendUser(ANA);
    expect((await engine.up([user(anchor)], { refresh: true })).errors).toEqual([]);
    expect((await engine.up([user(anchor)])).operations).toEqual([]);
  });
});

test('a deletion of an account that is only in the backing instance is sent only beside a documented word', async () => {
  const story = await scenario();
  await story.converge(staff);
  await story.sandbox.control.removeUser(ANA);
  const gone: DesiredInput = {
    users: [anchor, { loginUserId: ANA, ensure: 'absent', onRemove: 'delete-with-backend' }],
  };
  await story.sandbox.control.resetCounters();
  // The plan reads EXISTS; the reading before the request answers another word.
  const reading = { operation: 'query-existence', key: ANA, kind: 'overlaid', overlay: { backendStatus: 'DELETING' } };
  await story.sandbox.control.arm({ ...reading, kind: 'overlaid', ordinal: 2, count: 'always' });
  expect(fates(await story.apply(gone))).toEqual([
    `failed ${ADDRESS} (not-proven: whether the account is gone from the second system is not proven: backendStatus is "DELETING")`,
  ]);
  expect((await story.sandbox.control.counters()).requests['delete-user'] ?? 0).toBe(0);
});

test('a deletion there whose reading back answers another word is unresolved, and not called removed', async () => {
  const story = await scenario({ switches: { S30: 'removed' } });
  await story.converge(staff);
  await story.sandbox.control.removeUser(ANA);
  const reading = { operation: 'query-existence', key: ANA, kind: 'overlaid', overlay: { backendStatus: 'DELETING' } };
  await story.sandbox.control.arm({ ...reading, kind: 'overlaid', ordinal: 3, count: 'always' });
  const gone: DesiredInput = {
    users: [anchor, { loginUserId: ANA, ensure: 'absent', onRemove: 'delete-with-backend' }],
  };
  expect(fates(await story.apply(gone))).toEqual([expect.stringMatching(/^unresolved .*"DELETING"/u)]);
  await story.sandbox.control.clearFaults();
  await story.converge(gone);
});

describe('who is in the service, of whom the backing side is not proven,', () => {
  test('and is given access again by ALLOW counts as adopted there, so that a later removal leaves that side', async () => {
    const story = await scenario();
    await story.converge(staff);
    await story.sandbox.control.removeUser(ANA);
    await says(story.sandbox, 'ACTIVE');
    const desired: DesiredInput = { users: [anchor, { ...both, behaviorIfInBackend: 'ALLOW' }] };
    expect(fates(await story.apply(desired, { allow: { restores: 1 } }))).toEqual([`applied ${ADDRESS}`]);
    await story.sandbox.control.clearFaults();
    await story.converge({ users: [anchor] });
    expect(await story.sandbox.control.exists(ANA)).toMatchObject({ inService: false, inBackend: true });
  });
});
