import { describe, expect, test } from 'vitest';

import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { detectDrift } from '../../src/core/reconcile/drift/drift.ts';
import { stopOnGuards } from '../../src/core/reconcile/plan/guards.ts';
import { takePart } from '../../src/core/reconcile/plan/approval.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { render } from '../../src/formats/formats.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { context } from '../report/values.ts';
import { facts, planOf } from '../support/plans.ts';
import type { Facts } from '../support/plans.ts';
import {
  LINEAGE,
  NOW,
  aRecord,
  aUser,
  digest,
  recordedUser,
  recordedState,
  seenUser,
  taskOf,
} from '../support/values.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

const [anchor, ana, ben] = ['anchor', 'ana', 'ben'].map((name) => aUser({ loginUserId: `${name}@example.com` }));
const both = aUser({ loginUserId: 'cho@example.com', createInBackend: true, onProfileChange: 'replace' });
if (!anchor || !ana || !ben) throw new Error('three people');

const ALWAYS = { deletes: { count: 3, percent: 10 }, restore: 'always' } as const;
const guardError = guardErrorWith('--allow ');
const LAYOUT = { style: PLAIN, width: 100, verbose: false };

/** As recorded and declared, with these people as somebody left them. */
function removed(given: Facts, ...people: readonly (readonly [typeof ana, ReturnType<typeof seenUser>])[]): Facts {
  const users = new Map(given.observed.users);
  for (const [person, seen] of people) users.set(person?.address ?? '', seen);
  return { ...given, observed: { ...given.observed, users } };
}

const gone = seenUser('absent', 'absent');
const oneGone = removed(facts([anchor, ana], [anchor, ana]), [ana, gone]);
const actions = ({ changes }: Plan): string[] => changes.map(({ action, address }) => `${action} ${address}`);
const codes = ({ guards }: Plan): string[] => guards.map(({ code, passed }) => `${code}${passed ? ' passed' : ''}`);
const parts = ({ approval }: Plan): string[] => approval.changes.map(({ part, address }) => `${part} ${address}`);

describe('a person who is recorded, declared and removed outside', () => {
  test('is restored, not created; never recorded, or recorded and there, is no restore', () => {
    expect(actions(planOf(oneGone))).toEqual([`restore ${ana.address}`]);
    expect(actions(planOf(facts([anchor], [anchor, ana])))).toEqual([`create ${ana.address}`]);
    expect(actions(planOf(facts([anchor, ana], [anchor, ana])))).toEqual([]);
  });

  test('and no longer declared is let go without a guard', () => {
    const plan = planOf(removed(facts([anchor, ana], [anchor]), [ana, gone]));
    expect([actions(plan), codes(plan)]).toEqual([[`forget ${ana.address}`], []]);
  });

  test('stops the apply; only the exact number passes', () => {
    const two = removed(facts([anchor, ana, ben], [anchor, ana, ben]), [ana, gone], [ben, gone]);
    expect(planOf(two).guards).toMatchObject([{ code: 'guard-restores', pass: 'restores=2', passed: false }]);
    const said = [1, 2, 3].map((restores) => codes(planOf(two, { allow: { restores } }))[0]);
    expect(said).toEqual(['guard-restores', 'guard-restores passed', 'guard-restores']);
    expect(() => stopOnGuards(planOf(two), guardErrorWith('MUSTER_ALLOW='))).toThrow('MUSTER_ALLOW=restores=2');
  });

  test('is said with the tasks that the files pin to them, also those of which nothing changes', () => {
    const [mine, done, other] = [
      aRecord({ clientId: 'C-1', preferredAgent: ana.loginUserId }),
      aRecord({ clientId: 'C-2', preferredAgent: ana.loginUserId, ensure: 'absent' }),
      aRecord({ clientId: 'C-3', preferredAgent: anchor.loginUserId }),
    ];
    const given = facts([anchor, ana, mine, other], [anchor, ana, mine, done, other]);
    expect(planOf(removed(given, [ana, gone])).guards).toMatchObject([
      { code: 'guard-restores', pinned: [mine.address] },
    ]);
    expect(planOf(oneGone).guards).toMatchObject([{ code: 'guard-restores', pinned: [] }]);
  });

  test('is restored without a word where the policy says so, and then is a repair like any other', () => {
    const plan = planOf(oneGone, { policy: ALWAYS });
    expect([actions(plan), codes(plan)]).toEqual([[`restore ${ana.address}`], []]);
    expect(parts(plan)).toEqual([`repairs ${ana.address}`]);
    const guarded = planOf(oneGone, { policy: { ...ALWAYS, restore: 'guarded' } });
    expect(codes(guarded)).toEqual(['guard-restores']);
  });

  test('waits in the part that needs a look, with the record that is pinned to it; the rest can be applied', () => {
    const [pinned, other] = [
      aRecord({ clientId: 'C-1', preferredAgent: ana.loginUserId }),
      aRecord({ clientId: 'C-2' }),
    ];
    const given = removed(facts([anchor, ana], [anchor, ana, ben, pinned, other]), [ana, gone]);
    const plan = planOf(given);
    expect(parts(plan).toSorted()).toEqual([
      `additions ${other.address}`,
      `additions ${ben.address}`,
      `restores ${pinned.address}`,
      `restores ${ana.address}`,
    ]);
    expect(() => stopOnGuards(plan, guardError)).toThrow('restores=1');
    expect(() => stopOnGuards(takePart(plan, 'additions'), guardError)).not.toThrow();
    expect(() => stopOnGuards(takePart(plan, 'restores'), guardError)).toThrow('restores=1');
  });
});

test('a person who is restored by the same plan can take over the tasks of one who leaves', () => {
  const leaver = aUser({ ...ana, offboard: { reassignTo: ben.loginUserId } });
  const task = aRecord({ clientId: 'C-1', preferredAgent: ana.loginUserId });
  const kept = { ...task, preferredAgent: ben.loginUserId };
  const given = removed(facts([anchor, leaver, ben, task], [anchor, ben, kept]), [ben, gone]);
  const campaignName = task.campaign.campaignName;
  const pins = { tasks: [{ campaignName, task: taskOf(task) }], searched: [campaignName], unread: [], requests: 1 };
  const plan = planOf({ ...given, observed: { ...given.observed, pins: new Map([[ana.loginUserId, pins]]) } });
  expect(actions(plan)).toEqual([`restore ${ben.address}`, `update ${task.address}`, `delete ${leaver.address}`]);
  expect(plan.changes[1]?.after).toContain(ben.address);
});

describe('what counts as a restore', () => {
  const leftHalf = removed(facts([anchor, both], [anchor, both]), [both, seenUser('present', 'absent')]);

  test('a side in the backing instance that we made and that is gone, once, although it is a replace', () => {
    expect(actions(planOf(leftHalf))).toEqual([`replace ${both.address}`]);
    expect(planOf(leftHalf).guards).toMatchObject([{ code: 'guard-restores', pass: 'restores=1' }]);
    expect(codes(planOf(leftHalf, { policy: ALWAYS }))).toEqual([]);
  });

  test('not a side that we did not make, a profile that changed, or somebody made again by others', () => {
    const inService = recordedUser(both, { provenance: { service: 'created', backend: 'none' } });
    const neverOurs = { ...leftHalf, recorded: recordedState(recordedUser(anchor), inService) };
    expect([actions(planOf(neverOurs)), codes(planOf(neverOurs))]).toEqual([[`replace ${both.address}`], []]);
    const renamed = { ...ana, profile: { ...ana.profile, lastName: 'Gomez' }, onProfileChange: 'replace' as const };
    expect(codes(planOf(facts([anchor, ana], [anchor, renamed])))).toEqual([]);
    const recorded = recordedState(recordedUser(anchor), recordedUser(ana, { connectUserId: 'c-1' }));
    const remade = removed({ ...oneGone, recorded }, [ana, seenUser('present', 'absent', 'c-2')]);
    expect([actions(planOf(remade)), codes(planOf(remade))]).toEqual([[], []]);
  });

  test('where everybody is gone each is counted once: by the guard that asks for the tenant', () => {
    const all = removed(facts([anchor, ana], [anchor, ana]), [anchor, gone], [ana, gone]);
    expect(codes(planOf(all))).toEqual(['guard-vanished']);
    expect(codes(planOf(all, { allow: { vanished: 2 } }))).toEqual(['guard-vanished passed']);
    expect(codes(planOf(all, { policy: ALWAYS }))).toEqual(['guard-vanished']);
  });
});

describe('reports', () => {
  test('a plan shows a restore by its own symbol and word, in text and JSON', () => {
    const document = planDocument(planOf(oneGone), context);
    const text = render('text', document, LAYOUT);
    expect(text).toContain('Blocked by question 1.  Gives 1 person access back.');
    expect(text).toMatch(/Not\s+asked\s+for\s+in\s+Git:\s+ana@example\.com\./u);
    expect(text).toMatch(/1\. Was this access removed on purpose\? {2}user ana@example\.com /u);
    expect(text).toMatch(/People\n\^ give access back ana@example\.com .*\n +access removed outside Git;/u);
    expect(text).toContain('- give access back: apply with --allow restores=1');
    expect(document.changes).toMatchObject([{ action: 'restore', origin: 'outside', part: 'restores', cause: 'gone' }]);
    expect(document.summary.changes).toMatchObject({ restore: 1, create: 0 });
  });

  test('a drift report names people whose access was removed first, before any other finding', () => {
    const strangers = facts([anchor, ana], [anchor, ana, ben]);
    const drifted = removed(strangers, [ana, gone], [ben, seenUser('present')]);
    const found = detectDrift({
      ...drifted,
      diff: diff({ ...drifted, lineage: LINEAGE, digest, now: NOW }),
      digest,
      now: NOW,
      only: null,
      target: planOf(drifted).target,
      project: 'contact-centre',
      ignore: [],
    });
    expect(found.findings.map((each) => `${each.class} ${each.address}`)).toEqual([
      `missing ${ana.address}`,
      `conflict ${ben.address}`,
    ]);
    const text = render('text', driftDocument(found, { ...context, command: 'drift' }), LAYOUT);
    const [first, second] = ['Access was removed outside: an apply would give it back', 'Differs:'];
    expect(text.indexOf(first)).toBeGreaterThan(0);
    expect(text.indexOf(first)).toBeLessThan(text.indexOf(second));
    expect(text.slice(text.indexOf(first), text.indexOf(second))).toContain('ana@example.com');
  });
});
