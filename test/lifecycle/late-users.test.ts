// An add-user whose answer was lost, and that is carried out later than anybody waits, or is seen later: the account is ours, and
// no run calls it foreign, forgets it or makes it twice.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DesiredInput, UserInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import { openLedger } from '../../src/core/state/ledger.ts';
import { anchor, person } from '../support/declare.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const team = (...users: UserInput[]): DesiredInput => ({ users: [anchor, ...users] });
const WANTED = team(person('ana'));
const UNSETTLED = [`lost-answer user:${ANA}`];

/** An add-user that is cut off now and carried out when the sandbox starts again. */
async function cutOff(desired: DesiredInput = WANTED): Promise<Scenario> {
  const story = await scenario();
  await story.converge(team());
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-late', delayMs: 3_600_000 });
  expect(fates(await story.apply(desired))).toEqual([expect.stringMatching(/^unresolved user:ana/u)]);
  return story;
}

const isThere = async ({ sandbox }: Scenario): Promise<boolean> => (await sandbox.control.exists(ANA)).inService;

async function recordedAna(story: Scenario): Promise<unknown> {
  const { recorded } = await engine.recall(story.run(team()));
  const object = recorded.objects.get(`user:${ANA}`);
  return object?.kind === 'user' ? object.provenance.service : null;
}

async function openIntents(story: Scenario): Promise<number> {
  return (await engine.recall(story.run(team()))).recorded.openIntents.length;
}

/**
 * Of an object one intent is open at a time, in the whole journal. What was not answered goes on with its own time after a
 * refusal: where the time of an intent is that of an earlier one, it was opened when the one between them ended.
 */
async function expectNoOverlap(story: Scenario): Promise<void> {
  const path = join(story.project.directory, '.muster', 'ledger', 'sandbox.sqlite');
  const ledger = await openLedger({ path, clock: story.clock, readOnly: true });
  const ana = (await ledger.history()).filter(({ address }) => address === `user:${ANA}`);
  await ledger.close();
  expect(ana.length).toBeGreaterThan(1);
  for (const [index, { closedAt }] of ana.slice(0, -1).entries()) {
    const next = ana[index + 1];
    const goesOn = ana.slice(0, index).some(({ at }) => at === next?.at);
    expect(closedAt ?? Infinity).toBeLessThanOrEqual(goesOn ? (next?.closedAt ?? Infinity) : (next?.at ?? 0));
  }
}

describe('an add-user that is carried out 70 s after its answer was lost', () => {
  test('is refused by the service when a run after 30 s has created the user again: one account, ours', async () => {
    const story = await cutOff();
    story.advance(30_000);
    expect(fates(await story.apply(WANTED))).toEqual([`applied user:${ANA}`]);
    await story.sandbox.restart();
    expect([await recordedAna(story), await openIntents(story)]).toEqual(['created', 0]);
    await expectNoOverlap(story);
    await story.converge(WANTED);
  });

  test('between the reading and the request of a run after 30 s is taken back, and not called foreign', async () => {
    const story = await cutOff();
    story.advance(30_000);
    const result = await engine.apply(story.run(WANTED), async () => {
      await story.sandbox.restart();
      return true;
    });
    expect(result?.settlements).toEqual([
      expect.objectContaining({ kind: 'applied', notes: [{ kind: 'made-earlier' }] }),
    ]);
    expect([await recordedAna(story), await openIntents(story)]).toEqual(['adopted', 0]);
    await story.converge(WANTED);
  });

  test.each([
    ['release', 'release', true, 'forget'],
    ['delete', 'delete', false, 'delete'],
  ] as const)(
    'is known as ours when its line was removed before a run after 30 s, and is let go as that line said: %s',
    async (_title, onRemove, stays, action) => {
      const story = await cutOff(team(person('ana', { onRemove })));
      story.advance(30_000);
      const plan = await story.plan(team());
      expect([actionsOf(plan), decisions(plan)]).toEqual([[], UNSETTLED]);
      expect(plan.verdicts.map((each) => whyVerdict(each)).join()).toContain('run again in two minutes');
      expect(fates(await story.apply(team()))).toEqual([]);
      expect(await openIntents(story)).toBe(1);
      await story.sandbox.restart();
      story.advance(50_000);
      expect(await story.changes(team())).toEqual([`${action} user:${ANA}`]);
      await story.converge(team());
      expect([await isThere(story), await openIntents(story)]).toEqual([stays, 0]);
    },
  );
});

describe('an add-user that is carried out when its line is gone', () => {
  const SAID =
    'is no longer declared, and its account appeared after a create of ours that was not answered: probably ours, which nobody can prove; not touched';

  /** The run before says whom it could not read; from then on she is named. */
  async function appeared(): Promise<Scenario> {
    const story = await cutOff();
    story.advance(30_000);
    await story.apply(team());
    await story.sandbox.restart();
    story.advance(50_000);
    return story;
  }

  test('is named by every plan, apply and drift until a person decides: neither released nor deleted', async () => {
    const story = await appeared();
    for (const _run of [1, 2]) {
      const plan = await story.plan(team());
      expect([actionsOf(plan), decisions(plan)]).toEqual([[], [`probably-ours user:${ANA}`]]);
      expect(plan.verdicts.filter(({ address }) => address === `user:${ANA}`).map((each) => whyVerdict(each))).toEqual([
        SAID,
      ]);
      const { findings } = await story.drift(team());
      expect(findings.filter(({ address }) => address === `user:${ANA}`).map((each) => each.class)).toEqual(['extra']);
      expect(fates(await story.apply(team()))).toEqual([]);
      expect([await isThere(story), await openIntents(story)]).toEqual([true, 0]);
      story.advance(3_600_000);
    }
  });

  test('is deleted by ensure: absent with adopt, and by that alone', async () => {
    const story = await appeared();
    const gone = (adopt: boolean): DesiredInput => team({ loginUserId: ANA, ensure: 'absent', adopt });
    expect(decisions(await story.plan(gone(false)))).toEqual([`probably-ours user:${ANA}`]);
    await story.converge(gone(true));
    expect(await isThere(story)).toBe(false);
  });

  test('is named again when a line with adopt: true goes, and let go where that line said onRemove: release', async () => {
    const story = await appeared();
    await story.apply(team());
    await story.converge(team(person('ana', { adopt: true })));
    expect(decisions(await story.plan(team()))).toEqual([`probably-ours user:${ANA}`]);
    await story.converge(team(person('ana', { adopt: true, onRemove: 'release' })));
    expect(await story.changes(team())).toEqual([`forget user:${ANA}`]);
    await story.converge(team());
    expect(await isThere(story)).toBe(true);
  });

  test('is taken from both sides by ensure: absent with adopt: true, where both were asked for', async () => {
    const story = await scenario();
    const both = person('ana', { createInBackend: true });
    await story.converge(team());
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-5xx', status: 503 });
    await story.apply(team(both));
    await story.converge(team({ loginUserId: 'ana@example.com', ensure: 'absent', adopt: true }));
    expect(await story.sandbox.control.exists('ana@example.com')).toMatchObject({ inService: false, inBackend: false });
  });
});

test('an add-user that was carried out and is seen 60 s later is not called foreign when the next one is refused', async () => {
  const story = await scenario({ switches: { S19: 60_000 } });
  await story.apply(team());
  story.advance(61_000);
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-then-reset' });
  expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(/^unresolved user:ana/u)]);
  story.advance(30_000);
  expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(/^unresolved user:ana.*not seen yet/u)]);
  expect(await openIntents(story)).toBe(1);
  story.advance(60_000);
  const plan = await story.plan(WANTED);
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], []]);
  await story.apply(WANTED);
  expect([await recordedAna(story), await openIntents(story)]).toEqual(['adopted', 0]);
  await expectNoOverlap(story);
});

test('an add-user that is refused with an answer does not begin the two minutes of an unanswered one anew', async () => {
  const story = await cutOff();
  for (const words of [
    /^unresolved user:ana.*not seen yet/u,
    /^unresolved user:ana.*not seen yet/u,
    /^failed user:ana/u,
  ]) {
    story.advance(45_000);
    await story.sandbox.control.arm({ operation: 'add-user', kind: 'status', status: 400 });
    expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(words)]);
    await expectNoOverlap(story);
  }
  expect(await openIntents(story)).toBe(0);
});

test('an add-user that is not answered begins the two minutes anew', async () => {
  const story = await cutOff();
  story.advance(100_000);
  await story.sandbox.control.arm({ operation: 'add-user', kind: 'commit-late', delayMs: 3_600_000 });
  expect(fates(await story.apply(WANTED))).toEqual([expect.stringMatching(/^unresolved user:ana/u)]);
  story.advance(100_000);
  const plan = await story.plan(team());
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], UNSETTLED]);
});

test('an add-user that nobody sees for more than two minutes was not done: it is created by the next run', async () => {
  const story = await cutOff();
  story.advance(121_000);
  const plan = await story.plan(team());
  expect([actionsOf(plan), decisions(plan)]).toEqual([[], []]);
  await story.converge(WANTED);
  expect(await recordedAna(story)).toBe('created');
});
