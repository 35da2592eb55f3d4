// Recorded state that is not here: our own markers show that something was applied, and nothing says what. Nothing is added, taken
// over or removed before a person says that it goes on without.

import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { DesiredInput } from '../../src/core/desired/declarations/define.ts';
import { LAYOUT, planReport } from '../../src/program/say.ts';
import { render } from '../../src/formats/formats.ts';
import { whyGuard } from '../../src/core/report/words/why-guard.ts';
import { whyVerdict } from '../../src/core/report/words/why-verdict.ts';
import type { Run } from '../../src/core/engine/run.ts';
import { anchor, list, person, record } from '../support/declare.ts';
import { classEngine } from '../pulumi/class-engine.ts';
import type { ClassEngine, Registered } from '../pulumi/class-engine.ts';
import { smallEngine } from '../pulumi/small-engine.ts';
import { actionsOf, decisions, fates, scenario } from '../support/scenario.ts';
import { desiredState } from '../support/values.ts';
import { temporaryFolder } from '../support/sandbox.ts';
import type { Scenario } from '../support/scenario.ts';

const SUMMER = list('Summer', record('C-1'), record('C-2'), record('C-3'));
const desired: DesiredInput = { users: [anchor], campaigns: [SUMMER] };
const CALLED = { campaignName: 'Summer', clientId: 'C-3' };

/** A colleague's clone: nothing of `.muster` is in Git. */
const clone = (story: Scenario): void =>
  rmSync(join(story.project.directory, '.muster', 'ledger'), { recursive: true });

async function workedAndCleared({ sandbox }: Pick<Scenario, 'sandbox'>): Promise<void> {
  await sandbox.control.work({ ...CALLED, agent: 'anchor@example.com', state: 'COMPLETED' });
  await sandbox.control.removeRecord(CALLED);
}

const ids = async ({ sandbox }: Pick<Scenario, 'sandbox'>): Promise<string[]> =>
  (await sandbox.control.records('Summer')).map(({ clientId }) => clientId).toSorted();

/** A copy of the whole folder of recorded state. Gives what puts it back. */
function saved({ project }: Scenario): () => void {
  const folder = join(project.directory, '.muster');
  const copy = mkdtempSync(join(tmpdir(), 'muster-copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
  };
}

const STOPPED = { code: 'guard-unrecorded' };
const AGAIN = { isFirstApply: true } as const;
const HOUR_MS = 60 * 60 * 1000;

describe('a clone without a ledger', () => {
  test('calls nobody again: nothing is added or taken over until a person says that it goes on without one', async () => {
    const story = await scenario();
    await story.converge(desired);
    await workedAndCleared(story);
    clone(story);
    const plan = await story.plan(desired);
    expect(actionsOf(plan)).toEqual(['adopt record:Summer/C-1', 'adopt record:Summer/C-2', 'create record:Summer/C-3']);
    expect(plan.guards).toMatchObject([{ ...STOPPED, campaigns: ['Summer'], pass: null, passed: false }]);
    await story.sandbox.control.resetCounters();
    await expect(story.apply(desired)).rejects.toMatchObject({ ...STOPPED, exit: 14 });
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    expect(await ids(story)).toEqual(['C-1', 'C-2']);
    await expect(story.apply(desired)).rejects.toMatchObject(STOPPED);
    const done = await story.apply(desired, AGAIN);
    expect(done.settlements.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied']);
    expect(actionsOf(await story.plan(desired))).toEqual([]);
  });

  test.each(['record:Summer/C-3', 'record:Summer/C-1', 'record:Winter/*'])(
    'is not passed by a run of %s alone',
    async (only) => {
      const story = await scenario();
      await story.converge(desired);
      await workedAndCleared(story);
      clone(story);
      const wider = { ...desired, campaigns: [SUMMER, list('Winter', record('W-1'))] };
      await expect(story.apply(wider, { only })).rejects.toMatchObject(STOPPED);
      await expect(story.apply(wider)).rejects.toMatchObject(STOPPED);
      expect(await ids(story)).toEqual(['C-1', 'C-2']);
    },
  );

  test('is told so before anything else, in every format, and nobody is told to adopt', async () => {
    const story = await scenario();
    const wider = { ...desired, users: [anchor] };
    await story.converge(wider);
    clone(story);
    const plan = await story.plan(wider);
    expect(plan.verdicts.map((each) => whyVerdict(each))).toEqual([
      expect.stringContaining('bring the ledger or stack; do not adopt'),
    ]);
    expect(plan.verdicts.map(({ code }) => code)).toEqual(['no-recorded-state']);
    const document = planReport(plan, { at: 0, durationMs: 0, isPreview: true, git: null, onMerge: null });
    const first = 'No state of Summer: what was applied is not known here.';
    expect(render('text', document, LAYOUT).split('\n')[0]).toBe(first);
    for (const format of ['markdown', 'html', 'json'] as const)
      expect(render(format, document, LAYOUT), format).toMatch(/o state of Summer/u);
    expect((await story.drift(wider)).remarks).toContainEqual({ kind: 'state-unlocked', reason: null });
  });

  test('is stopped too where another campaign is recorded there', async () => {
    const story = await scenario();
    await story.converge(desired);
    clone(story);
    await story.apply({ campaigns: [list('Winter', record('W-1'))] });
    await workedAndCleared(story);
    const both = { campaigns: [SUMMER, list('Winter', record('W-1'))] };
    await expect(story.apply(both)).rejects.toMatchObject(STOPPED);
    expect(await ids(story)).toEqual(['C-1', 'C-2']);
  });

  test('is not missing where another stack made a customer whose create here was refused: that one is a decision', async () => {
    const story = await scenario();
    const of = (...names: string[]): DesiredInput => ({
      campaigns: [list('Summer', ...names.map((id) => record(id)))],
    });
    await story.converge(of('C-1'));
    await story.sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'status', status: 400 });
    await story.apply(of('C-1', 'C-2'));
    const other = { project: { ...story.project, name: 'other', directory: temporaryFolder().directory } };
    await story.apply(of('C-2'), other);
    const applied = await story.apply(of('C-1', 'C-2', 'C-3'));
    expect(fates(applied)).toContain('applied record:Summer/C-3');
    expect(decisions(applied.plan)).toEqual([expect.stringContaining('record:Summer/C-2')]);
  });

  test('of a project that never applied anything is stopped by nothing', async () => {
    const story = await scenario();
    expect((await story.plan(desired)).guards).toEqual([]);
    await story.converge(desired);
  });
});

describe('a project or target that has another name, and no recorded state of its own', () => {
  const named = (story: Scenario, name: string, stack?: string): Partial<Run> => ({
    project: { ...story.project, name },
    ...(stack !== undefined && { target: { ...story.sandbox.target, stack } }),
  });

  test.each([
    ['the project', 'centre', undefined],
    ['the target', 'contact-centre', 'live'],
    ['both', 'centre', 'live'],
  ])('calls nobody again: %s', async (_which, name, stack) => {
    const story = await scenario();
    await story.converge(desired);
    await workedAndCleared(story);
    clone(story);
    const place = named(story, name, stack);
    await story.sandbox.control.resetCounters();
    await expect(story.apply(desired, place)).rejects.toMatchObject({ ...STOPPED, exit: 14 });
    await expect(story.apply(desired, { ...place, only: 'record:Summer/C-3' })).rejects.toMatchObject(STOPPED);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    const [guard] = (await story.plan(desired, place)).guards;
    expect(guard).toMatchObject({ campaigns: ['Summer'], stacks: ['contact-centre.sandbox'] });
    expect(guard && whyGuard(guard)).toContain('`formerStacks: [contact-centre.sandbox]`');
    await expect(story.apply(desired, { ...place, ...AGAIN })).rejects.toMatchObject(STOPPED);
    expect(await ids(story)).toEqual(['C-1', 'C-2']);
    const target = { ...(place.target ?? story.sandbox.target), formerStacks: ['contact-centre.sandbox'] };
    await expect(story.apply(desired, { ...place, target })).rejects.toMatchObject(STOPPED);
    await story.apply(desired, { ...place, target, ...AGAIN });
    expect((await story.plan(desired, { ...place, target })).guards).toEqual([]);
  });

  test.each([
    ['whose customers are not declared here', list('Summer', record('N-1')), []],
    ['that wrote nothing into this campaign', list('Winter', record('C-1')), []],
    ['that has a customer who is declared here, too', list('Summer', record('C-1')), [STOPPED]],
  ])('asks nothing because of a neighbour %s', async (_whose, campaign, guards) => {
    const story = await scenario();
    await story.apply({ users: [anchor], campaigns: [campaign] });
    clone(story);
    expect((await story.plan({ campaigns: [SUMMER] }, named(story, 'centre'))).guards).toMatchObject(guards);
  });

  test('adds at a first apply where no declared customer is of another stack', async () => {
    const story = await scenario();
    await story.apply({ users: [anchor], campaigns: [list('Summer', record('N-1'))] });
    clone(story);
    const { settlements } = await story.apply({ campaigns: [SUMMER] }, { ...named(story, 'centre'), ...AGAIN });
    expect(settlements.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied']);
  });

  test.each([
    ['', ['00123', '00124', '3-4'], ['123', '124', '03-Apr']],
    [': one alone', ['00123'], ['123']],
  ])(
    'calls nobody again where a spreadsheet changed every id, too, whatever is said of state%s',
    async (_, ids, changed) => {
      const story = await scenario();
      const of = (...names: readonly string[]): DesiredInput => ({
        users: [anchor],
        campaigns: [list('Summer', ...names.map((name) => record(name)))],
      });
      await story.converge(of(...ids));
      clone(story);
      const users = [anchor, person('new')];
      const [place, saved] = [named(story, 'centre'), { ...of(...changed), users }];
      await story.sandbox.control.resetCounters();
      const target = { ...story.sandbox.target, formerStacks: ['contact-centre.sandbox'] };
      const codes = async (run: Partial<Run>): Promise<string[]> => {
        await expect(story.apply(saved, run)).rejects.toMatchObject({ exit: 14 });
        return (await story.plan(saved, run)).guards.map(({ code }) => code);
      };
      expect(await codes(place)).toEqual(['guard-ids', 'guard-unrecorded']);
      expect(await codes({ ...place, ...AGAIN })).toEqual(['guard-ids', 'guard-unrecorded']);
      expect(await codes({ ...place, target })).toEqual(['guard-ids', 'guard-unrecorded']);
      expect(await codes({ ...place, target, ...AGAIN })).toEqual(['guard-ids']);
      expect((await story.sandbox.control.counters()).writes).toBe(0);
      expect((await story.plan(of('125', '126'), place)).guards).toEqual([]);
      // Also where somebody is recorded under the new name, and a part is read.
      await story.apply({ users }, place);
      const since = { ref: 'main', commit: 'a'.repeat(40), lastCompleteAt: null, before: desiredState() };
      expect((await story.plan(saved, { ...place, since })).since?.because).toBeNull();
      expect(await codes({ ...place, since })).toEqual(['guard-ids', 'guard-unrecorded']);
    },
  );
});

describe('a Pulumi stack that is new, where another one of its name applied', () => {
  test.each(['each', 'set'] as const)('adds nothing until a person says so (manage: %s)', async (manage) => {
    const engine = await smallEngine();
    const declared: DesiredInput = { users: [anchor], campaigns: [{ ...SUMMER, manage }] };
    expect((await engine.up(declared)).errors).toEqual([]);
    await workedAndCleared(engine);
    engine.stack.clear();
    await expect(engine.up(declared)).rejects.toMatchObject(STOPPED);
    expect(await ids(engine)).toEqual(['C-1', 'C-2']);
    const without: DesiredInput = { campaigns: declared.campaigns ?? [] };
    expect((await engine.up(without, { said: AGAIN })).errors).toEqual([]);
    expect((await engine.up(without)).writes).toBe(0);
  });
});

describe('an update of Pulumi that saves nothing before its end', () => {
  test.each(['each', 'set'] as const)('adds no record without the exact number (manage: %s)', async (manage) => {
    const engine = await smallEngine();
    const declared: DesiredInput = { users: [anchor], campaigns: [{ ...SUMMER, manage }] };
    const said = { isUnsaved: true };
    await expect(engine.up(declared, { said })).rejects.toMatchObject({ code: 'guard-unsaved' });
    await expect(engine.up(declared, { said, allow: { unsaved: 2 } })).rejects.toMatchObject({ code: 'guard-unsaved' });
    expect(await ids(engine)).toEqual([]);
    expect((await engine.up(declared, { said, allow: { unsaved: 3 } })).errors).toEqual([]);
    expect((await engine.up(declared, { said })).writes).toBe(0);
  });

  const single = (clientId: string): Registered => ({
    kind: 'PinnedRecord',
    name: clientId,
    args: { campaignName: 'Summer', clientId, data: JSON.stringify([['Name', 'Maria', 0]]) },
  });

  test('adds no record of a class beyond the number that was allowed', async () => {
    const engine: ClassEngine = await classEngine();
    const three = ['C-1', 'C-2', 'C-3'].map(single);
    const refused = await engine.up(three, { isUnsaved: true });
    expect(refused).toMatchObject({ writes: 0 });
    expect(refused.errors).toHaveLength(3);
    expect(refused.errors.join()).toContain('PULUMI_SKIP_CHECKPOINTS');
    const some = await engine.up(three, { isUnsaved: true, allow: 'unsaved=2' });
    expect(some).toMatchObject({ writes: 2, errors: [expect.stringContaining('2 of them are used')] });
    expect(await engine.up(three)).toMatchObject({ writes: 1, errors: [] });
    expect(await engine.up(three, { isUnsaved: true })).toMatchObject({ writes: 0, errors: [] });
  });
});

describe('recorded state that is older than what was applied since', () => {
  const gone: DesiredInput = { users: [anchor], campaigns: [SUMMER] };
  const here: DesiredInput = { users: [anchor, person('kim')], campaigns: [SUMMER] };
  const kim = { loginUserId: 'kim@example.com' };

  test('is refused as a ledger that was put back, which would remove whom others made again', async () => {
    const story = await scenario();
    await story.converge(here);
    const folder = join(story.project.directory, '.muster', 'ledger');
    const [ledger, copy] = [join(folder, 'sandbox.sqlite'), join(folder, 'backup')];
    copyFileSync(ledger, copy);
    await story.converge(gone);
    await story.sandbox.control.addUser({ ...kim, inBackend: false });
    for (const beside of ['-wal', '-shm']) rmSync(ledger + beside, { force: true });
    copyFileSync(copy, ledger);
    expect((await story.plan(gone)).warnings.map(({ code }) => code)).toEqual(['state-unlocked']);
    await expect(story.apply(gone)).rejects.toMatchObject({ code: 'state-older' });
    await expect(story.destroy(gone)).rejects.toMatchObject({ code: 'state-older' });
    await expect(story.apply(gone)).rejects.toMatchObject({ code: 'state-older' });
    expect((await story.sandbox.control.users()).map(({ loginUserId }) => loginUserId)).toContain('kim@example.com');
    expect(actionsOf((await story.apply(gone, AGAIN)).plan)).toEqual(['delete user:kim@example.com']);
    expect((await story.apply(gone)).settlements).toEqual([]);
  });

  test.each(['the command', 'Pulumi'] as const)(
    'removes nobody of whom nothing shows who made the account, where our markers tell of later applies: %s',
    async (door) => {
      const wider = {
        users: [anchor],
        campaigns: [list('Summer', record('C-1'), record('C-2'), record('C-3'), record('C-4'))],
      };
      const leaver: DesiredInput = { ...wider, users: [anchor, { ...kim, ensure: 'absent' }] };
      if (door === 'Pulumi') {
        const engine = await smallEngine();
        await engine.up(here);
        const old = new Map(engine.stack);
        await engine.up(wider);
        await engine.sandbox.control.addUser({ ...kim, inBackend: false });
        engine.stack.clear();
        for (const [name, entry] of old) engine.stack.set(name, entry);
        const again = await engine.up(gone);
        expect(again.plan.verdicts.map(({ code }) => code)).toContain('state-older');
        expect((await engine.sandbox.control.users()).map(({ loginUserId }) => loginUserId)).toContain(
          'kim@example.com',
        );
        return;
      }
      const story = await scenario();
      await story.converge(here);
      const folder = join(story.project.directory, '.muster');
      const copy = mkdtempSync(join(tmpdir(), 'muster-copy-'));
      onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
      cpSync(folder, copy, { recursive: true });
      await story.converge(wider);
      await story.sandbox.control.addUser({ ...kim, inBackend: false });
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
      expect(decisions(await story.plan(gone))).toEqual(['state-older user:kim@example.com']);
      await story.apply(gone);
      expect((await story.sandbox.control.users()).map(({ loginUserId }) => loginUserId)).toContain('kim@example.com');
      expect(actionsOf(await story.plan(leaver))).toContain('delete user:kim@example.com');
    },
  );
});

describe('an older copy of the whole recorded state, put back after records were added', () => {
  const ids5 = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5'];
  const declared = (manage: 'each' | 'set', ...names: string[]): DesiredInput => ({
    users: [anchor],
    campaigns: [{ ...list('Summer', ...names.map((name) => record(name))), manage }],
  });
  const [before, after] = [ids5.slice(0, 2), ids5];

  async function copied(story: Scenario, older = before, newer = after): Promise<() => void> {
    await story.converge(declared('each', ...older));
    const putBack = saved(story);
    await story.converge(declared('each', ...newer));
    return putBack;
  }

  test('calls nobody again: what the copy does not know is neither added nor taken over', async () => {
    const story = await scenario();
    const putBack = await copied(story);
    await workedAndCleared(story);
    putBack();
    const wanted = declared('each', ...after);
    const plan = await story.plan(wanted);
    expect(actionsOf(plan)).toEqual(['create record:Summer/C-3', 'adopt record:Summer/C-4', 'adopt record:Summer/C-5']);
    expect(plan.guards).toMatchObject([{ ...STOPPED, campaigns: ['Summer'], passed: false }]);
    const document = planReport(plan, { at: 0, durationMs: 0, isPreview: true, git: null, onMerge: null });
    const first = 'The state of Summer is older than the service: what was applied is not known here.';
    expect(render('text', document, LAYOUT).split('\n')[0]).toBe(first);
    await story.sandbox.control.resetCounters();
    await expect(story.apply(wanted)).rejects.toMatchObject(STOPPED);
    for (const only of ['record:Summer/C-3', 'record:Summer/C-4'])
      await expect(story.apply(wanted, { only })).rejects.toMatchObject(STOPPED);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
    await story.apply(wanted, AGAIN);
    expect(actionsOf(await story.plan(wanted))).toEqual([]);
  });

  test('takes over what still stands where nothing would be added, and then goes on', async () => {
    const story = await scenario();
    const putBack = await copied(story);
    putBack();
    expect(fates(await story.apply(declared('each', ...after)))).toEqual([
      'applied record:Summer/C-3',
      'applied record:Summer/C-4',
      'applied record:Summer/C-5',
    ]);
    await story.converge(declared('each', ...after, 'C-6'));
  });

  const day = 24 * 60 * 60 * 1000;

  test('is no line that was dropped after its task was worked, and is back: that stays remembered', async () => {
    const story = await scenario();
    await story.converge(declared('each', ...before));
    await story.sandbox.control.work({ ...CALLED, clientId: 'C-1', agent: 'anchor@example.com', state: 'COMPLETED' });
    await story.apply(declared('each', 'C-2'));
    story.advance(8 * day);
    await story.apply(declared('each', 'C-2', 'C-8'));
    const plan = await story.plan(declared('each', ...before, 'C-8', 'C-9'));
    expect([actionsOf(plan), plan.guards]).toEqual([['create record:Summer/C-9'], []]);
  });

  test('is no task that we deleted, that is shown as REMOVED, and that was forgotten since', async () => {
    const story = await scenario({ switches: { S5: 'removed-visible' } });
    const team = (...names: string[]): DesiredInput => ({ users: [anchor, ...names.map((name) => person(name))] });
    await story.converge({ ...declared('each', ...before), ...team('kim') });
    await story.converge({ ...declared('each', 'C-2'), ...team('kim') });
    story.advance(8 * day);
    await story.converge({ ...declared('each', 'C-2', 'C-8'), ...team('kim') });
    expect(decisions(await story.plan({ ...declared('each', 'C-2', 'C-8'), ...team() }))).toEqual([]);
    const plan = await story.plan({ ...declared('each', ...before, 'C-8', 'C-9'), ...team('kim') });
    expect(plan.guards).toEqual([]);
    await story.converge({ ...declared('each', 'C-2', 'C-8'), ...team() });
  });

  test('is no record that others moved back where Git wants it again: the rest is applied', async () => {
    const story = await scenario();
    const winter = (...names: string[]): DesiredInput['campaigns'] => [
      list('Summer', ...['C-2', ...names].map((name) => record(name))),
    ];
    const moved: DesiredInput = { users: [anchor], campaigns: [...winter()!, list('Winter', record('C-1'))] };
    await story.converge({ users: [anchor], campaigns: winter('C-1')! });
    await story.converge(moved);
    await story.sandbox.control.moveRecord({
      ...CALLED,
      campaignName: 'Winter',
      clientId: 'C-1',
      toCampaign: 'Summer',
    });
    const reverted: DesiredInput = { users: [anchor, person('kim')], campaigns: winter('C-1', 'C-9')! };
    expect((await story.plan(reverted)).guards).toEqual([]);
    await story.converge(reverted);
    expect(await ids(story)).toEqual(['C-1', 'C-2', 'C-9']);
  });

  test.each(['each', 'set'] as const)('is a stack of Pulumi that was put back, too (manage: %s)', async (manage) => {
    const engine = await smallEngine();
    await engine.up(declared(manage, ...before));
    const old = new Map(engine.stack);
    await engine.up(declared(manage, ...after));
    await workedAndCleared(engine);
    engine.stack.clear();
    for (const [name, entry] of old) engine.stack.set(name, entry);
    await expect(engine.up(declared(manage, ...after))).rejects.toMatchObject(STOPPED);
    expect(await ids(engine)).toEqual(['C-1', 'C-2', 'C-4', 'C-5']);
    expect((await engine.up(declared(manage, ...after), { said: AGAIN })).errors).toEqual([]);
    expect((await engine.up(declared(manage, ...after))).writes).toBe(0);
  });
});

describe('an older copy of recorded state, put back after used-up records were called again', () => {
  const three = ['C-1', 'C-2', 'C-3'];
  const asked = (reissue: string, manage: 'each' | 'set' = 'each'): DesiredInput => ({
    users: [anchor],
    campaigns: [{ ...list('Summer', ...three.map((name) => record(name, { reissue }))), manage }],
  });
  const worked = async (
    { sandbox }: Pick<Scenario, 'sandbox'>,
    clientId: string,
    isCleared: boolean,
  ): Promise<void> => {
    const key = { campaignName: 'Summer', clientId };
    await sandbox.control.work({ ...key, agent: 'anchor@example.com', state: 'COMPLETED' });
    if (isCleared) await sandbox.control.removeRecord(key);
  };
  const each = async (story: Pick<Scenario, 'sandbox'>, isCleared: boolean): Promise<void> => {
    for (const clientId of three) await worked(story, clientId, isCleared);
  };

  test.each([
    ['one was called and cleared away', ['C-3'], true],
    ['one was called', ['C-3'], false],
    ['all were called', three, false],
  ])('calls nobody a third time where %s', async (_how, called, isCleared) => {
    const story = await scenario();
    await story.apply(asked(''));
    await each(story, false);
    await story.apply(asked(''));
    if (isCleared) for (const clientId of three) await story.sandbox.control.removeRecord({ ...CALLED, clientId });
    const putBack = saved(story);
    await story.apply(asked('by letter'));
    story.advance(HOUR_MS);
    for (const clientId of called) await worked(story, clientId, isCleared);
    putBack();
    expect(actionsOf(await story.plan(asked('by letter')))).toEqual(called.map((id) => `update record:Summer/${id}`));
    await story.sandbox.control.resetCounters();
    await expect(story.apply(asked('by letter'))).rejects.toMatchObject(STOPPED);
    await expect(story.apply(asked('by letter'), { only: 'record:Summer/C-3' })).rejects.toMatchObject(STOPPED);
    expect((await story.sandbox.control.counters()).writes).toBe(0);
  });

  test('is not what a task says that no reading had shown when its line went', async () => {
    const story = await scenario();
    const asked = list('Summer', record('C-1'), record('C-2', { reissue: 'by letter' }), record('C-9'));
    await story.apply({ users: [anchor], campaigns: [list('Summer', record('C-1'))] });
    await story.sandbox.control.setSwitches({ S19: 60_000 });
    const late = await story.apply({ users: [anchor], campaigns: [list('Summer', record('C-1'), record('C-2'))] });
    expect(fates(late)).toEqual([expect.stringContaining('unresolved record:Summer/C-2')]);
    const dropped = await story.apply({ users: [anchor], campaigns: [list('Summer', record('C-1'))] });
    expect(actionsOf(dropped.plan)).toEqual(['forget record:Summer/C-2']);
    story.advance(HOUR_MS);
    await story.sandbox.control.setSwitches({ S19: 0 });
    await story.converge({ users: [anchor], campaigns: [asked] });
    expect(await ids(story)).toEqual(['C-1', 'C-2', 'C-9']);
  });

  // Without a refresh the stack does not know the ids of tasks: of one that was added again its time tells.
  test.each([
    ['each', false, true],
    ['set', false, true],
    ['each', true, false],
    ['set', true, false],
  ] as const)(
    'calls nobody a third time from a stack of Pulumi (manage: %s, cleared away: %s, refresh: %s)',
    async (manage, isCleared, reads) => {
      let hours = 0;
      const clock = (): number => Date.now() + hours * HOUR_MS;
      const engine = await smallEngine({}, clock, sleep, { clock });
      await engine.up(asked('', manage), { reads });
      await each(engine, isCleared);
      hours += 1;
      await engine.up(asked('', manage), { reads });
      const old = new Map(engine.stack);
      hours += 1;
      await engine.up(asked('by letter', manage), { reads });
      await worked(engine, 'C-3', true);
      engine.stack.clear();
      for (const [name, entry] of old) engine.stack.set(name, entry);
      hours += 1;
      await expect(engine.up(asked('by letter', manage), { reads })).rejects.toMatchObject(STOPPED);
      expect(await ids(engine)).toEqual(['C-1', 'C-2']);
    },
  );

  test('is no state that a machine recorded whose clock is behind that of the service', async () => {
    const story = await scenario();
    await story.sandbox.control.advanceClock(HOUR_MS);
    await story.apply(asked(''));
    await each(story, false);
    story.advance(HOUR_MS);
    await story.apply(asked('by letter'));
    await each(story, false);
    await story.apply(asked('by letter'));
    story.advance(HOUR_MS);
    expect((await story.plan(asked('by mail'))).guards).toEqual([]);
  });
});
