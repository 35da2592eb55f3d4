// `--since` reads a part of the service. What it must not miss: a change, a decision or a guard that the whole plan has because of
// the edit. Compared for random states and random edits; MUSTER_EDITS says how many (default 300).

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Address } from '../../src/core/model/address.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { DesiredState } from '../../src/core/model/state.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { survey } from '../../src/core/engine/survey.ts';
import type { Survey } from '../../src/core/engine/survey.ts';
import { unrecordedIn } from '../../src/core/reconcile/diff/unrecorded.ts';
import { makePlan } from '../../src/core/reconcile/plan/plan.ts';
import { edited, readerOf } from '../support/edits.ts';
import type { Edited } from '../support/edits.ts';
import {
  LINEAGE,
  NOW,
  aRecord,
  aUser,
  desiredState,
  digest,
  recordedRecord,
  recordedState,
  recordedUser,
  seenUser,
  target,
  taskOf,
} from '../support/values.ts';
import { guardErrorWith } from '../../src/core/report/words/why-guard.ts';

const EDITS = Number(process.env['MUSTER_EDITS'] ?? 300);

interface Told {
  readonly survey: Survey | null;
  /** Of mistakes in the files: no plan is made then. */
  readonly mistakes: readonly string[];
  readonly asked: readonly string[];
}

function runOf(given: Edited, desired: DesiredState, isPart: boolean): Run {
  const policy = { deletes: { count: 2, percent: given.percent } };
  const since = { ref: 'main', commit: 'a'.repeat(40), lastCompleteAt: null, before: given.before };
  return {
    project: { directory: '/nowhere', name: 'contact-centre', targets: new Map(), policy, ignore: [] },
    target: target(),
    desired,
    only: null,
    allow: {},
    guardError: guardErrorWith('--allow '),
    lockTimeoutMs: 0,
    clock: () => NOW,
    onProgress: () => undefined,
    ...(isPart && { since }),
  };
}

async function told(given: Edited, desired: DesiredState, isPart: boolean): Promise<Told> {
  const asked: string[] = [];
  const { recorded, copies } = given;
  const memory = { recorded, copies, digestKey: new Uint8Array(32).fill(7), identities: [] };
  const reader = { ...readerOf(given.world, asked), now: () => NOW };
  const options = { reader, memory, lineage: LINEAGE, removesAll: false };
  try {
    return { survey: await survey(runOf(given, desired, isPart), options), mistakes: [], asked };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { survey: null, mistakes: error.diagnostics.map(({ message }) => message.replace(HINT, '')), asked };
  }
}

/** Whom somebody may have meant follows from everybody who is declared. */
const HINT = /; did you mean .*$/u;

/** Without order among changes, which follows from what else is planned. */
const texts = (values: readonly { readonly address: string | null }[]): Map<string, string> =>
  new Map(
    values.map((value) => [`${value.address}`, JSON.stringify(value).replace(ELSEWHERE, '').replace(EARLIER, 'git')]),
  );

/** Only a plan of a part can tell what an earlier commit asked for. */
const EARLIER = /(?<="origin":")earlier(?=")/u;

/** Of several places where a task of ours stands beside, either may be named. */
const ELSEWHERE = /(?<="kind":"moved-elsewhere"),"campaignName":"[A-Z]"/u;

test('what the whole plan has because of the edit, the plan of its reach has, too, and nothing else', async () => {
  const counts = { plans: 0, changes: 0, guards: 0, parts: 0, mistakes: 0 };
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    const given = edited(g);
    const [now, before, part] = await Promise.all([
      told(given, given.now, false),
      told(given, given.before, false),
      told(given, given.now, true),
    ]);
    counts.plans += 1;
    if (part.survey === null || now.survey === null) {
      counts.mistakes += 1;
      const caused = now.mistakes.filter((each) => !before.mistakes.includes(each));
      expect(part.mistakes).toEqual(expect.arrayContaining(caused));
      expect(now.mistakes).toEqual(expect.arrayContaining([...part.mistakes]));
      return;
    }
    const { since } = part.survey.plan;
    if (since?.because !== null) {
      expect(texts(part.survey.plan.changes)).toEqual(texts(now.survey.plan.changes));
      return;
    }
    counts.parts += 1;
    const [whole, reached] = [now.survey.plan, part.survey.plan];
    compareValues('changes', { whole, reached, earlier: before.survey?.plan ?? null });
    compareValues('verdicts', { whole, reached, earlier: before.survey?.plan ?? null });
    expect(part.survey.plan.recorded).toEqual(whole.recorded);
    // Where nothing was read, nothing is applied.
    const isRead = reached.coverage.asked > 0;
    expect(reached.guards).toEqual(isRead ? guardsOf(given, now.survey, part.survey) : []);
    for (const leaver of reached.offboarding.leavers.filter(({ fate }) => fate !== 'stays'))
      expect(whole.offboarding.leavers).toContainEqual(leaver);
    counts.changes += reached.changes.length;
    counts.guards += reached.guards.length;
  });
  await fc.assert(property, { numRuns: EDITS, endOnFailure: process.env['SHRINK'] === undefined });
  if (EDITS > 300) console.log(JSON.stringify(counts));
  expect(counts.changes).toBeGreaterThan(EDITS / 4);
  expect(counts.guards).toBeGreaterThan(EDITS / 40);
  expect(counts.parts).toBeGreaterThan(EDITS / 3);
}, 1_200_000);

test('a task that is open again counts for the leaver to whom it is pinned where its line is dropped', async () => {
  const stays = aRecord({ clientId: 'C-2' });
  const dropped = aRecord({ clientId: 'C-1', preferredAgent: 'cid@x.com' });
  const cid = aUser({ loginUserId: 'cid@x.com', createInBackend: true });
  const ben = aUser({ loginUserId: 'ben@x.com', createInBackend: true });
  const used = recordedRecord(dropped, { consumed: { how: 'COMPLETED', at: NOW - 5000 } });
  const known = [cid, ben].map((user) => recordedUser(user, { connectUserId: `c-${user.loginUserId}` }));
  const there = known.map(
    ({ loginUserId, connectUserId }) => [loginUserId, seenUser('present', 'present', connectUserId)] as const,
  );
  const given: Edited = {
    before: desiredState(ben, stays, dropped),
    now: desiredState(ben, stays),
    recorded: recordedState(...known, recordedRecord(stays), used),
    copies: [],
    world: {
      users: new Map(there),
      tasks: new Map([[stays.campaign.campaignName, [taskOf(stays), taskOf(dropped)]]]),
    },
    percent: 100,
  };
  const [whole, part] = [await told(given, given.now, false), await told(given, given.now, true)];
  const blocked = whole.survey?.plan.verdicts.find(({ address }) => address === cid.address);
  expect(blocked?.reason).toMatchObject({ kind: 'tasks-pinned', tasks: [{ clientId: 'C-1' }] });
  expect(part.survey?.plan.since?.because).toBeNull();
  expect(part.survey?.plan.verdicts).toContainEqual(blocked);
});

test('everything is read where nobody whom the request asks for is in the service, and that is said', async () => {
  const [ana, ben] = [aUser({ loginUserId: 'ana@x.com' }), aUser({ loginUserId: 'ben@x.com', offboard: 'clear' })];
  const given: Edited = {
    before: desiredState(ana, ben),
    now: desiredState(ana, { ...ben, offboard: 'block' }),
    recorded: recordedState(recordedUser(ana), recordedUser(ben)),
    copies: [],
    world: { users: new Map(), tasks: new Map() },
    percent: 100,
  };
  const [whole, part] = [await told(given, given.now, false), await told(given, given.now, true)];
  expect(part.survey?.plan.since?.because).toBe('nobody-seen');
  expect(part.survey?.plan.guards).toEqual(whole.survey?.plan.guards);
  const there = { ...given.world, users: new Map([[ana.loginUserId, seenUser('present')]]) };
  const seen = await told({ ...given, world: there }, given.now, true);
  expect(seen.survey?.plan.since?.because).toBeNull();
});

test('an agent of the request who turns out to be gone draws in the other customers pinned to them', async () => {
  const [ana, ben] = [aUser({ loginUserId: 'ana@x.com' }), aUser({ loginUserId: 'ben@x.com' })];
  const his = aRecord({ clientId: 'C-1', preferredAgent: 'ben@x.com' });
  const like = aRecord({ clientId: 'C-2', preferredAgent: 'ben@x.com' });
  const given: Edited = {
    before: desiredState(ben, his, like),
    now: desiredState(ana, ben, his, { ...like, whenWorked: 'replace' }),
    recorded: recordedState(recordedUser(ben), recordedRecord(his), recordedRecord(like)),
    copies: [],
    world: {
      users: new Map([[ana.loginUserId, seenUser('present')]]),
      tasks: new Map([[his.campaign.campaignName, [his, like].map((each) => taskOf({ ...each, preferredAgent: '' }))]]),
    },
    percent: 100,
  };
  const [whole, part] = [await told(given, given.now, false), await told(given, given.now, true)];
  expect(part.survey?.plan.since?.because).toBeNull();
  expect(whole.survey?.plan.changes.map(({ address }) => address)).toContain(his.address);
  expect(texts(part.survey?.plan.changes ?? [])).toEqual(texts(whole.survey?.plan.changes ?? []));
});

test('a customer moves to where we removed their task before, as in the whole plan', async () => {
  const unmarked = { ...aRecord().campaign, marker: false };
  const [here, there] = ['Summer', 'Winter'].map((campaignName) =>
    aRecord({ clientId: 'C-1', campaign: { ...unmarked, campaignName } }),
  );
  if (here === undefined || there === undefined) throw new Error('two campaigns');
  const given: Edited = {
    before: desiredState(here),
    now: desiredState(there),
    recorded: {
      ...recordedState(recordedRecord(here)),
      removed: new Map([[there.address, recordedRecord(there, { previewRecordId: 'p-old', removedAt: NOW - 1000 })]]),
    },
    copies: [],
    world: {
      users: new Map(),
      tasks: new Map([
        ['Summer', [taskOf(here)]],
        ['Winter', [taskOf(there, { previewRecordId: 'p-old', workedState: 'REMOVED', workAttempts: 1 })]],
      ]),
    },
    percent: 100,
  };
  const [whole, part] = [await told(given, given.now, false), await told(given, given.now, true)];
  expect(whole.survey?.plan.changes.map(({ action }) => action)).toEqual(['move']);
  expect(part.survey?.plan.since?.because).toBeNull();
  expect(texts(part.survey?.plan.changes ?? [])).toEqual(texts(whole.survey?.plan.changes ?? []));
});

interface Plans {
  readonly whole: Survey['plan'];
  readonly reached: Survey['plan'];
  /** Of the files before the edit; null where they had mistakes. */
  readonly earlier: Survey['plan'] | null;
}

function compareValues(name: 'changes' | 'verdicts', { whole, reached, earlier }: Plans): void {
  // Nobody known was seen before the edit: that somebody is seen now proves who is absent, and the files say of them what they said.
  const unproven = new Set(
    earlier?.verdicts.flatMap(({ address, reason }) => (reason.kind === 'no-known-user' ? [address] : [])),
  );
  const [all, part, old] = [texts(whole[name]), texts(reached[name]), texts(earlier?.[name] ?? whole[name])];
  const isBecauseOfEdit = ([address, text]: readonly [string, string]): boolean =>
    old.get(address) !== text && !unproven.has(address);
  const missed = [...all].filter(([address, text]) => isBecauseOfEdit([address, text]) && part.get(address) !== text);
  const other = [...part].filter(([address, text]) => all.get(address) !== text);
  expect({ missed, other }).toEqual({ missed: [], other: [] });
}

/** Those that these very changes meet in a plan that read everything. */
/** How somebody ended whom the part does not read, only the whole plan can say. */
function guardsOf(given: Edited, { compared, seen: whole }: Survey, part: Survey): Survey['plan']['guards'] {
  const addresses = new Set(part.plan.changes.map(({ address }) => address));
  const isRead = ([address]: readonly [Address, unknown]): boolean => part.seen.observed.records.has(address);
  const records = new Map([...whole.observed.records].filter(isRead));
  const seen = { ...whole, observed: { ...whole.observed, records } };
  const chosen = compared.changes.filter(({ address }) => addresses.has(address));
  return makePlan({
    ...seen,
    project: 'contact-centre',
    target: target(),
    policy: runOf(given, given.now, false).project.policy,
    diff: { ...compared, changes: chosen },
    allow: {},
    removesAll: false,
    now: NOW,
    digest,
    managed: given.recorded,
    declared: given.now,
    maxRequests: null,
    unrecorded: unrecordedIn({ ...seen, recorded: given.recorded, desired: given.now, lineage: LINEAGE, now: NOW }),
  }).guards;
}
