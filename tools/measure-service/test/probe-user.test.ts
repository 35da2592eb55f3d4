// The user probe and the wrong key under every value of the switches they claim to answer; the test user is gone
// afterwards on both sides, and nobody else is touched.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { probeReads } from '../reads.ts';
import { probeLeft } from '../journal.ts';
import { probeKey } from '../keys.ts';
import { probeByUserWrites } from '../users.ts';
import { UNKNOWN } from '../../../src/model/open-points.ts';
import { DEFAULT_SWITCHES } from '../../../src/sandbox/world/switches.ts';
import type { Switches } from '../../../src/sandbox/world/switches.ts';
import type { FaultKind } from '../../../src/sandbox/messages/faults.ts';
import { scenario } from '../../../test/support/scenario.ts';
import type { Scenario } from '../../../test/support/scenario.ts';
import { VALUES } from '../../../test/matrix/switch-values.ts';
import { applied, bySwitch, doctorRun } from './probing.ts';
import type { SwitchId } from './probing.ts';

const LOGIN = 'muster-probe-1@example.com';
const WISH = { loginUserId: LOGIN, withBackend: true };

async function probeUser(story: Scenario, wish = WISH): Promise<Partial<Record<SwitchId, string>>> {
  const { answers, stuck } = await probeByUserWrites(await doctorRun(story), wish);
  if (stuck.length > 0) throw new Error(`left: ${stuck.join()}`);
  return Object.fromEntries(bySwitch(answers));
}

async function everybody(story: Scenario): Promise<string[]> {
  return (await story.sandbox.control.users()).map(({ loginUserId }) => loginUserId);
}

const every = <K extends keyof Switches>(id: K): Partial<Switches>[] =>
  (VALUES[id] ?? []).map((value) => ({ [id]: value }));

test.each([...every('S12'), ...every('S13'), ...every('S25'), { S14: 0 }, { S14: 60_000 }, { S19: 150 }])(
  'under %j the user probe says so, is right about the rest, and leaves nobody',
  async (switches) => {
    const story = await scenario({ switches }, 'network');
    const set = { ...DEFAULT_SWITCHES, ...switches };
    const free = set.S14 === 0;
    expect(await probeUser(story)).toEqual({
      S12: set.S12,
      S13: set.S13,
      S14: free ? '0' : 'blocked',
      S25: free ? set.S25 : UNKNOWN,
    });
    expect(await everybody(story)).toEqual([]);
  },
);

test.each(['null', 'missing'] as const)('with backendStatus %s the backing instance is not touched', async (S15) => {
  const story = await scenario({ switches: { S15 } }, 'network');
  expect(await probeUser(story)).toEqual({ S12: 'ALREADY_EXISTS', S13: 'INVALID_ARGUMENTS', S14: '0', S25: UNKNOWN });
  expect(await everybody(story)).toEqual([]);
});

test('without leave for the backing instance nothing is made there', async () => {
  const story = await scenario({}, 'network');
  expect(await probeUser(story, { ...WISH, withBackend: false })).toMatchObject({ S14: '0', S25: UNKNOWN });
  const bodies = (await story.sandbox.control.log()).filter(({ operation }) => operation === 'add-user');
  expect(bodies.length).toBeGreaterThan(2);
  expect(await everybody(story)).toEqual([]);
});

test('without a declared user there is no template, and only the unknown one is tried', async () => {
  const story = await scenario({}, 'network');
  const run = await doctorRun(story);
  const desired = { ...run.desired, users: [], records: [] };
  const { answers, stuck } = await probeByUserWrites({ ...run, desired }, WISH);
  expect(stuck).toEqual([]);
  expect([...bySwitch(answers)].map((each) => each.join(' '))).toEqual([
    'S13 INVALID_ARGUMENTS',
    'S12 unknown',
    'S14 unknown',
    'S25 unknown',
  ]);
});

test('a template that cannot exist and is accepted all the same is no answer, and its user is removed', async () => {
  const story = await scenario({ switches: { templates: ['Unknown muster-probe template', 'Agents'] } }, 'network');
  expect(await probeUser(story)).toMatchObject({ S13: UNKNOWN, S12: 'ALREADY_EXISTS', S25: 'FAIL' });
  expect(await everybody(story)).toEqual([]);
});

test.each([
  ['that is not a probe’s own', 'kim@example.com'],
  ['of a declared person', 'ana@example.com'],
])('a name %s is refused before anything is sent', async (_title, loginUserId) => {
  const story = await applied();
  const before = await story.sandbox.control.users();
  await story.sandbox.control.resetCounters();
  const run = await doctorRun(story);
  await expect(probeByUserWrites(run, { loginUserId, withBackend: false })).rejects.toMatchObject({
    code: 'probe-user',
  });
  expect(await story.sandbox.control.counters()).toMatchObject({ reads: 0, writes: 0 });
  expect(await story.sandbox.control.users()).toEqual(before);
});

test('a declared, pinned or recorded name is refused before anything is sent, though it is a probe’s own', async () => {
  const story = await scenario({}, 'network');
  const desired = {
    users: [{ loginUserId: LOGIN, firstName: 'A', lastName: 'B', userTemplateName: 'Agents' }],
  };
  await story.apply(desired);
  await story.sandbox.control.resetCounters();
  const run = await doctorRun(story);
  const refused = { code: 'probe-user' };
  await expect(probeByUserWrites(run, WISH)).rejects.toMatchObject(refused);
  const declared = { ...run, desired: story.run(desired).desired, recorded: { objects: new Map(), openIntents: [] } };
  await expect(probeByUserWrites(declared, WISH)).rejects.toMatchObject(refused);
  const [record] = run.desired.records;
  const records = record === undefined ? [] : [{ ...record, preferredAgent: LOGIN }];
  const pinned = { ...declared, desired: { ...run.desired, users: [], records } };
  await expect(probeByUserWrites(pinned, WISH)).rejects.toMatchObject(refused);
  expect(await story.sandbox.control.counters()).toMatchObject({ reads: 0, writes: 0 });
});

test.each([
  ['the service', { inBackend: false }],
  ['the backing instance', { inService: false }],
])('a user who exists in %s already is refused and left alone', async (_title, side) => {
  const story = await scenario({}, 'network');
  await story.sandbox.control.addUser({ loginUserId: LOGIN, ...side });
  const before = await story.sandbox.control.users();
  await story.sandbox.control.resetCounters();
  await expect(probeUser(story)).rejects.toMatchObject({ code: 'probe-user' });
  expect(await story.sandbox.control.counters()).toMatchObject({ writes: 0 });
  expect(await story.sandbox.control.users()).toEqual(before);
  expect(await probeLeft(await doctorRun(story))).toEqual([]);
});

const LOST: readonly FaultKind[] = ['commit-then-reset', 'commit-then-5xx', 'garbage', 'truncated'];

test.each(LOST.flatMap((kind) => [2, 4, 5].map((ordinal) => [kind, ordinal] as const)))(
  'an add-user done whose answer is lost (%s, the %dth) is not sent again, and its user is removed',
  async (kind, ordinal) => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.arm({ operation: 'add-user', kind, ordinal });
    const answers = await probeUser(story);
    const adds = (await story.sandbox.control.counters()).requests['add-user'];
    expect(adds).toBe(ordinal);
    expect(Object.values(answers)).toContain(UNKNOWN);
    expect(await everybody(story)).toEqual([]);
  },
);

test.each([
  ['an unknown template', 1],
  ['a user of the backing instance', 6],
])('a lost answer about %s leaves nobody, but that is proved by the next probe only', async (_title, ordinal) => {
  const story = await scenario({}, 'network');
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-reset', ordinal });
  const first = await probeByUserWrites(await doctorRun(story), WISH);
  expect(first.stuck).toEqual([LOGIN]);
  expect(await everybody(story)).toEqual([]);
  expect(await probeUser(story)).toMatchObject({ S25: 'FAIL' });
});

test.each([
  ['a new user', 2, 6000],
  ['a user who was there', 3, 2000],
])(
  'a lost add-user for %s may still be done: it is said, kept, and removed by the next probe',
  async (_title, ordinal, delayMs) => {
    const story = await scenario({}, 'network');
    const { control } = story.sandbox;
    await control.arm({ operation: 'add-user', kind: 'commit-late', ordinal, delayMs });
    const first = await probeByUserWrites(await doctorRun(story), WISH);
    expect(first.stuck).toEqual([LOGIN]);
    expect(await probeLeft(await doctorRun(story))).toMatchObject([{ status: 'warning', name: 'leftovers' }]);
    await expect.poll(() => everybody(story), { timeout: 10_000 }).toEqual([LOGIN]);
    expect(await probeUser(story, { ...WISH, loginUserId: 'muster-probe-2@example.com' })).toMatchObject({
      S25: 'FAIL',
    });
    expect(await everybody(story)).toEqual([]);
    expect(await probeLeft(await doctorRun(story))).toEqual([]);
  },
);

test.each([1, 2, 3, 4])(
  'a delete-user that fails (the %dth) leaves a journal that the next probe clears',
  async (ordinal) => {
    const story = await scenario({}, 'network');
    const { control } = story.sandbox;
    await control.arm({ operation: 'delete-user', kind: 'reset-before', ordinal, count: 'always' });
    const first = await probeByUserWrites(await doctorRun(story), WISH);
    expect(first.stuck).toEqual([LOGIN]);
    await expect(probeUser(story)).rejects.toMatchObject({ code: 'probe-leftover' });
    await control.clearFaults();
    await probeReads(await doctorRun(story));
    expect(await everybody(story)).toEqual([LOGIN]);
    expect(await probeUser(story)).toMatchObject({ S25: 'FAIL' });
    expect(await everybody(story)).toEqual([]);
  },
);

test('other users stay as they are', async () => {
  const story = await applied();
  await story.sandbox.control.addUser({ loginUserId: 'muster-probe-other@example.com' });
  const before = await story.sandbox.control.users();
  await probeUser(story);
  expect(await story.sandbox.control.users()).toEqual(before);
});

test.each(['401', '403', '200 UNAUTHORIZED', '200 FAILED'] as const)(
  'a refused key said by %s is recognised by one read with a wrong key',
  async (S16) => {
    const story = await scenario({ switches: { S16 } }, 'network');
    await story.sandbox.control.resetCounters();
    expect(await probeKey(await doctorRun(story))).toMatchObject({ id: 'refused-key', answer: S16 });
    const counters = await story.sandbox.control.counters();
    expect(counters).toMatchObject({ reads: 3, writes: 0, requests: { 'query-existence': 3, GetSecretValue: 1 } });
    const refused = (await story.sandbox.control.log()).filter(({ outcome }) => outcome === 'UNAUTHORIZED');
    expect(refused).toHaveLength(1);
  },
);

test.each(['read', 'query-existence'])(
  'a right key that %s refuses after the wrong one ends the run',
  async (operation) => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.arm({ operation, kind: 'unauthorized', ordinal: 3, count: 'always' });
    await expect(probeKey(await doctorRun(story))).rejects.toMatchObject({ code: 'key-refused' });
  },
);

test.each(['garbage', 'reset-before'] as const)(
  'a wrong key answered by %s tells nothing, and is sent once',
  async (kind) => {
    const story = await scenario({}, 'network');
    await story.sandbox.control.arm({ operation: 'query-existence', kind, ordinal: 2 });
    expect(await probeKey(await doctorRun(story))).toMatchObject({ answer: UNKNOWN });
    expect((await story.sandbox.control.counters()).requests['query-existence']).toBe(3);
  },
);

test('the journal of the probe holds no key and no person but the test user', async () => {
  const story = await scenario({}, 'network');
  await probeUser(story);
  const path = join(story.project.directory, '.muster', 'probe', 'sandbox.sqlite');
  const text = readFileSync(path, 'latin1');
  expect(text).toContain(LOGIN);
  expect(text).not.toContain('ana@example.com');
});
