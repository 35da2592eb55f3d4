// `pulumi preview --refresh=false`: the program reads the service for its plan anyway, so a refresh before it reads everything twice.
// Whatever happened since the last update, the preview without it says what the one with it says.

import { describe, expect, onTestFinished, test } from 'vitest';

import { openContext } from '../../providers/context.ts';
import { packRows } from '../../providers/declaration.ts';
import { createHandlers } from '../../providers/handlers.ts';
import type { DesiredInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { person, record } from '../support/declare.ts';
import { namedProject } from '../support/named-project.ts';
import type { Previewed } from '../support/pulumi-engine.ts';
import { withSandbox } from '../support/sandbox.ts';
import { smallEngine } from './small-engine.ts';
import type { SmallEngine } from './small-engine.ts';

type Manage = 'each' | 'set';

const SUMMER = 'Summer';
const task = (clientId: string) => ({ campaignName: SUMMER, clientId });

interface Lists {
  readonly users?: readonly string[];
  readonly summer?: readonly RecordInput[];
  readonly winter?: readonly RecordInput[];
}

const THREE = ['C-1', 'C-2', 'C-3'].map((clientId) => record(clientId));
const OTHER = [record('W-1')];

const file =
  (manage: Manage) =>
  ({ users = ['ana', 'ben'], summer = THREE, winter = OTHER }: Lists = {}): DesiredInput => ({
    users: users.map((name) => person(name)),
    campaigns: [
      { campaignName: SUMMER, manage, records: [...summer] },
      { campaignName: 'Winter', manage, records: [...winter] },
    ],
  });

type Control = SmallEngine['sandbox']['control'];
const nothing = (): Promise<void> => Promise.resolve();

/** What others do, what the file says then, and what of it is planned. */
const SITUATIONS: readonly (readonly [string, (control: Control) => Promise<unknown>, Lists, readonly string[]])[] = [
  ['nothing', nothing, {}, []],
  [
    'a record that somebody changed',
    (control) => control.changeRecord({ ...task('C-1'), data: { Name: 'Other' } }),
    {},
    ['update record:Summer/C-1'],
  ],
  [
    'a record that was worked and cleared away',
    async (control) => {
      await control.work({ ...task('C-1'), agent: 'ana@example.com', state: 'COMPLETED' });
      await control.removeRecord(task('C-1'));
    },
    {},
    [],
  ],
  [
    'a record that was worked, and whose line left',
    (control) => control.work({ ...task('C-1'), agent: 'ana@example.com', state: 'COMPLETED' }),
    { summer: THREE.slice(1) },
    ['forget record:Summer/C-1'],
  ],
  ['a new record', nothing, { summer: [...THREE, record('C-4')] }, ['create record:Summer/C-4']],
  ['a record whose line left', nothing, { summer: THREE.slice(1) }, ['delete record:Summer/C-1']],
  [
    'a record that moved to another campaign',
    nothing,
    { summer: THREE.slice(1), winter: [...OTHER, record('C-1')] },
    ['move record:Winter/C-1'],
  ],
  ['a person who left', nothing, { users: ['ana'] }, ['delete user:ben@example.com']],
  ['a person who is gone', (control) => control.removeUser('ben@example.com'), {}, ['restore user:ben@example.com']],
];

const planned = ({ changes }: Plan): string[] =>
  changes.map(({ action, address }) => `${action} ${address}`).toSorted();
const told = ({ plan, operations, leftOut }: Previewed): object => ({ planned: planned(plan), operations, leftOut });

/** Requests of a preview. */
async function asked({ sandbox }: SmallEngine, preview: () => Promise<Previewed>): Promise<[Previewed, number]> {
  await sandbox.control.resetCounters();
  const shown = await preview();
  const { reads, writes } = await sandbox.control.counters();
  expect(writes).toBe(0);
  return [shown, reads];
}

describe.each(['each', 'set'] as const)('a preview of manage: %s', (manage) => {
  const wanted = file(manage);

  test.each(SITUATIONS)('shows the same with and without a refresh: %s', async (_what, happens, lists, changes) => {
    const engine = await smallEngine();
    expect((await engine.up(wanted())).errors).toEqual([]);
    await happens(engine.sandbox.control);
    const before = new Map(engine.stack);
    const [without, few] = await asked(engine, () => engine.preview(wanted(lists), { reads: false }));
    const [refreshed, many] = await asked(engine, () => engine.preview(wanted(lists)));
    expect(planned(without.plan)).toEqual(changes);
    expect(told(without)).toEqual(told(refreshed));
    expect(few).toBeLessThan(many);
    expect(new Map(engine.stack)).toEqual(before);
    const isRestored = changes.some((change) => change.startsWith('restore'));
    const up = await engine.up(wanted(lists), isRestored ? { allow: { restores: 1 } } : {});
    expect([up.operations.toSorted(), up.errors]).toEqual([without.operations.toSorted(), []]);
    expect((await engine.preview(wanted(lists), { reads: false })).operations).toEqual([]);
  });
});

test('what a set declares is not unpacked to compare it with the plan of its program', async () => {
  const provider = openContext(namedProject(await withSandbox(), {}));
  onTestFinished(() => provider.close());
  const handlers = createHandlers('set', provider);
  const declared = { campaignName: SUMMER, records: packRows([{ clientId: 'C-1', data: '[]' }]), target: 'prod' };
  await handlers.check({}, { ...declared, order: '{}' });
  const unreadable = { ...declared, records: 'deflate:no text that could be unpacked' };
  expect(await handlers.diff('Summer/all', unreadable, unreadable)).toEqual({ changes: false });
});
