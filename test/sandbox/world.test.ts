// What the sandbox keeps: tasks and their index, people, names, settings and the file that says who serves a folder.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readRunFile, writeRunFile } from '../../src/sandbox/daemon/run-file.ts';
import { integerOrNull, openStore, text, textOrNull } from '../../src/sandbox/world/store.ts';
import { numberItems, UNTOUCHED } from '../../src/sandbox/world/task.ts';
import type { Task } from '../../src/sandbox/world/task.ts';
import { openWorld } from '../../src/sandbox/world/world.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { temporaryFolder } from '../support/sandbox.ts';

let directory: string;
let now: number;

beforeEach(() => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  [directory, now] = [folder.directory, 1_000_000];
});

function opened(switches = {}): World {
  const world = openWorld({ directory, clock: () => now, switches });
  onTestFinished(() => {
    if (world.store.database.isOpen) world.close();
  });
  return world;
}

function taskOf(change: Partial<Task> = {}, values: Readonly<Record<string, string>> = { Name: 'Ana' }): Task {
  const items = numberItems(Object.entries(values).map(([key, value]) => ({ key, value })));
  return {
    ...UNTOUCHED,
    id: 0,
    campaignName: 'A',
    clientId: 'C-1',
    skillQueue: 'default',
    timeZone: 'UTC',
    createdAt: now,
    updatedAt: now,
    items,
    ...change,
  };
}

describe('a task', () => {
  test('is read as it was written, every field', () => {
    const { tasks } = opened();
    const full = taskOf({
      preferredAgent: 'ana@example.com',
      pinLapsesAt: 7,
      skillQueue: 'gold',
      timeZone: 'Europe/Madrid',
      createdAt: 1,
      updatedAt: 2,
      earliestAt: 3,
      state: 'COMPLETED',
      attempts: 4,
      lastAgent: 'ben@example.com',
      lastAt: 5,
      workCodes: [{ key: 'Result', value: 'sale' }],
      visibility: 'removed',
    });
    const { id } = tasks.insert(full);
    expect(tasks.get(id)).toEqual({ ...full, id });
    const empty = tasks.insert(taskOf());
    expect(tasks.get(empty.id)).toEqual({ ...taskOf(), id: empty.id });
    expect(tasks.get(99)).toBeNull();
    expect(tasks.get(Number.NaN)).toBeNull();
  });

  const found = ({ tasks }: World, value: string, campaignName = 'A'): readonly number[] =>
    tasks.idsByItem(campaignName, 'Name', value);

  test('is found by its items as they are now', () => {
    const world = opened();
    const { tasks } = world;
    const ana = tasks.insert(taskOf());
    const ben = tasks.insert(taskOf({ clientId: 'C-2' }, { Name: 'Ben', city: 'Ana' }));
    expect([found(world, 'Ana'), found(world, 'Ben'), found(world, 'An'), found(world, 'Ana', 'B')]).toEqual([
      [ana.id],
      [ben.id],
      [],
      [],
    ]);
    const eva = { ...ana, items: taskOf({}, { Name: 'Eva' }).items };
    tasks.save(ana, eva);
    expect([found(world, 'Ana'), found(world, 'Eva')]).toEqual([[], [ana.id]]);
    tasks.save(eva, { ...eva, updatedAt: now + 1 });
    expect(found(world, 'Eva')).toEqual([ana.id]);
    tasks.remove(eva);
    expect(found(world, 'Eva')).toEqual([]);
    expect(tasks.ids(null)).toEqual([ben.id]);
  });

  test('that is hidden is in no list, and is found again when it is shown', () => {
    const world = opened();
    const { tasks } = world;
    const hidden = tasks.insert(taskOf({ visibility: 'hidden', preferredAgent: 'ana@example.com' }));
    const lists = (): unknown => [
      found(world, 'Ana'),
      tasks.idsByItemStart('A', 'Name', 'A'),
      tasks.idsByAgent('A', 'ana@example.com'),
      tasks.ids('A'),
      tasks.ids(null),
    ];
    expect(lists()).toEqual([[], [], [], [], []]);
    expect(tasks.byClientId('A', 'C-1').map(({ id }) => id)).toEqual([hidden.id]);
    const shown: Task = { ...hidden, visibility: 'shown' };
    tasks.save(hidden, shown);
    expect(lists()).toEqual([[1], [1], [1], [1], [1]]);
    tasks.save(shown, hidden);
    expect(lists()).toEqual([[], [], [], [], []]);
    expect(tasks.get(hidden.id)?.visibility).toBe('hidden');
  });

  test('is found by the start of an item, and by its agent', () => {
    const { tasks } = opened();
    const [one, two] = ['Ana', 'Anabel'].map((Name) => tasks.insert(taskOf({ clientId: Name }, { Name })));
    tasks.insert(taskOf({ clientId: 'C-3', preferredAgent: '' }, { Name: 'Bo' }));
    const ofAgent = tasks.insert(taskOf({ clientId: 'C-4', preferredAgent: 'ana@example.com' }, { Name: 'am' }));
    const starting = (start: string): readonly number[] => tasks.idsByItemStart('A', 'Name', start).toSorted();
    expect([starting('Ana'), starting('Anab'), starting('Anb'), starting('a')]).toEqual([
      [one?.id, two?.id],
      [two?.id],
      [],
      [ofAgent.id],
    ]);
    expect(tasks.idsByAgent('A', 'ana@example.com')).toEqual([ofAgent.id]);
    expect([tasks.idsByAgent('A', ''), tasks.idsByAgent('B', 'ana@example.com')]).toEqual([[], []]);
  });

  test('the first column of the intake files is of one campaign, and the latest one', () => {
    const { tasks } = opened();
    expect(tasks.intakeColumn('A')).toBeNull();
    tasks.setIntakeColumn('A', 'Id');
    tasks.setIntakeColumn('A', 'Number');
    expect([tasks.intakeColumn('A'), tasks.intakeColumn('B')]).toEqual(['Number', null]);
  });
});

describe('the folder', () => {
  test('is held by one at a time', () => {
    const world = opened();
    expect(() => openStore(directory)).toThrow(/locked/u);
    world.close();
    openStore(directory).close();
    expect(statSync(join(directory, 'sandbox.sqlite')).mode & 0o777).toBe(0o600);
  });

  test('keeps tasks, names, clock, switches and key; what is asked for wins over what is kept', () => {
    const world = opened();
    const { id } = world.tasks.insert(taskOf());
    world.advanceClock(5000);
    world.advanceClock(7000);
    world.setSwitches({ S5: 'removed-visible' });
    world.setSwitches({ S10: 'resets' });
    const key = world.keys.secret();
    world.close();
    const again = opened({ S10: 'keeps' });
    expect(again.tasks.get(id)).toEqual({ ...taskOf(), id });
    expect(again.now()).toBe(now + 12_000);
    expect(again.switches()).toMatchObject({ S5: 'removed-visible', S10: 'keeps' });
    expect(again.keys.secret()).toEqual(key);
    expect(again.store.readSetting('no such setting')).toBeNull();
  });

  test('of an earlier version counts as many deliveries as attempts', () => {
    const world = opened();
    const { id } = world.tasks.insert(taskOf({ attempts: 2, deliveries: 5 }));
    world.store.database.exec('ALTER TABLE tasks DROP COLUMN deliveries');
    world.close();
    expect(opened().tasks.get(id)).toMatchObject({ attempts: 2, deliveries: 2 });
  });

  test('a transaction that fails leaves nothing, not even a new name', () => {
    const { store, tasks } = opened();
    const fail = (): never =>
      store.transaction(() => {
        tasks.insert(taskOf({ campaignName: 'Fresh' }));
        throw new Error('on purpose');
      });
    expect(fail).toThrow('on purpose');
    expect([tasks.ids(null), tasks.idsByItem('Fresh', 'Name', 'Ana')]).toEqual([[], []]);
    const kept = store.transaction(() => tasks.insert(taskOf({ campaignName: 'Other' })));
    expect([tasks.ids('Fresh'), tasks.ids('Other'), tasks.get(kept.id)?.campaignName]).toEqual([
      [],
      [kept.id],
      'Other',
    ]);
  });

  test('a name has one number for ever, another one another, and a number of none has no name', () => {
    const { store } = opened();
    const [one, two] = [store.intern('one'), store.intern('two')];
    expect([store.intern('one'), store.nameOf(one), store.nameOf(two), store.nameOf(99)]).toEqual([
      one,
      'one',
      'two',
      '',
    ]);
    expect(one).not.toBe(two);
    store.close();
    const again = openStore(directory);
    onTestFinished(() => again.close());
    expect([again.nameOf(one), again.intern('two')]).toEqual(['one', two]);
  });

  test('a value of another type than a column holds is read as none', () => {
    expect([text('a'), text(7), text(null), text(undefined)]).toEqual(['a', '', '', '']);
    expect([textOrNull('a'), textOrNull(7), textOrNull(undefined)]).toEqual(['a', null, null]);
    expect([integerOrNull(7), integerOrNull(7n), integerOrNull(0)]).toEqual([7, 7, 0]);
    expect([integerOrNull(null), integerOrNull(undefined)]).toEqual([null, null]);
  });
});

describe('the file of the run', () => {
  const RUN = { pid: 4711, port: 9443, token: 'secret' };
  const write = (content: string): void => writeFileSync(join(directory, 'sandbox.json'), content);

  test('is read as it was written, by its owner only, and leaves no draft', () => {
    expect(readRunFile(directory)).toBeNull();
    writeRunFile(directory, RUN);
    writeRunFile(directory, { ...RUN, pid: 0 });
    expect(readRunFile(directory)).toEqual({ ...RUN, pid: 0 });
    expect(readdirSync(directory)).toEqual(['sandbox.json']);
    expect(statSync(join(directory, 'sandbox.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(directory, 'sandbox.sqlite'))).toBe(false);
  });

  test.each([
    'rubbish',
    '{}',
    'null',
    JSON.stringify({ ...RUN, pid: '1' }),
    JSON.stringify({ ...RUN, port: null }),
    JSON.stringify({ ...RUN, token: 7 }),
    JSON.stringify({ port: 1, token: 'x' }),
    JSON.stringify({ pid: 1, token: 'x' }),
    JSON.stringify({ pid: 1, port: 1 }),
  ])('%s is none', (content) => {
    write(content);
    expect(readRunFile(directory)).toBeNull();
  });

  test('with more than it needs is read without that', () => {
    write(JSON.stringify({ ...RUN, other: 1 }));
    expect(readRunFile(directory)).toEqual(RUN);
  });
});
