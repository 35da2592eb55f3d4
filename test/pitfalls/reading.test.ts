// What may be concluded from what was read, and how often it is asked.

import { describe, expect, test } from 'vitest';

import { createHandlers } from '../../providers/handlers.ts';
import { openContext } from '../../providers/context.ts';
import type { CampaignInput, RecordInput } from '../../src/core/desired/declarations/define.ts';
import * as engine from '../../src/core/engine.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import type { Fault } from '../../src/sandbox/messages/faults.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { temporaryFolder, withSandbox } from '../support/sandbox.ts';
import { actionsOf, fates, scenario } from '../support/scenario.ts';
import * as values from '../support/values.ts';
import {
  ANA,
  KEY,
  anchor,
  deskIn,
  isWrite,
  people,
  person,
  record,
  records,
  requests,
  summer,
  withAnchor,
} from './stories.ts';

const winter = (...list: RecordInput[]): CampaignInput => ({ campaignName: 'Winter', records: list });

const NOT_READABLE: readonly Omit<Fault, 'operation'>[] = [
  { kind: 'garbage' },
  { kind: 'truncated' },
  { kind: 'status', status: 503 },
  { kind: 'reset-before' },
];

describe('P4: what cannot be read is not taken for missing', () => {
  test.each(NOT_READABLE)('$kind for every read: nothing is planned, created or forgotten', async (fault) => {
    const story = await scenario();
    const desired = { users: [anchor, person('ana')], campaigns: [summer(record('C-1'), record('C-2'))] };
    await story.converge(desired);
    await story.sandbox.control.arm({ ...fault, operation: 'read', count: 'always' });
    const less = { users: [anchor], campaigns: [summer(record('C-1'), record('C-3'))] };
    const plan = await story.plan(less);
    expect(actionsOf(plan)).toEqual([]);
    expect(plan.verdicts.map(({ class: kind }) => kind)).toEqual(plan.verdicts.map(() => 'unreadable'));
    expect(plan.coverage.answered).toBeLessThan(plan.coverage.asked);
    await story.apply(less);
    const { recorded } = await engine.recall(story.run(desired));
    expect([...recorded.objects.keys()].toSorted()).toEqual([
      'record:Summer/C-1',
      'record:Summer/C-2',
      `user:${ANA}`,
      'user:anchor@example.com',
    ]);
    expect((await story.drift(desired)).findings.map((finding) => finding.class)).toEqual(Array(4).fill('unreadable'));
    await story.sandbox.control.clearFaults();
    await story.converge(desired);
  });

  test.each(['status', 'error', 'top-level', '404', 'FAILED+text', 'SUCCESS+empty'] as const)(
    'a recorded record that is not found, said as %s, is left to a person and not added again',
    async (S1) => {
      const story = await scenario();
      const desired = withAnchor(summer(record('C-1'), record('C-2')));
      await story.converge(desired);
      await story.sandbox.control.setSwitches({ S1 });
      await story.sandbox.control.removeRecord(KEY);
      await story.apply(desired);
      expect((await story.sandbox.control.records()).map(({ clientId }) => clientId)).toEqual(['C-2']);
    },
  );

  test('a campaign that cannot be read is not "gone from there": a move is not taken for done', async () => {
    const source = values.aRecord({ campaign: values.aCampaign({ campaignName: 'Summer' }) });
    const target = values.aRecord({ campaign: values.aCampaign({ campaignName: 'Winter' }) });
    const facts = {
      desired: values.desiredState(target),
      recorded: values.recordedState(values.recordedRecord(source)),
      observed: values.observedState({
        records: new Map([
          [source.address, values.UNREAD],
          [target.address, values.seenRecord(values.taskOf(target))],
        ]),
      }),
    };
    const { changes, verdicts } = diff({ ...facts, lineage: values.LINEAGE, digest: values.digest, now: values.NOW });
    expect(changes).toEqual([]);
    expect(verdicts.map((verdict) => verdict.class)).toEqual(['unreadable']);
  });
});

describe('P5: a list that was cut short proves nothing about what is not on it', () => {
  const desired = withAnchor(summer(...records(5)));

  test.each([1, 2, 4])('a silent limit of %i records hides no user', async (S4) => {
    const story = await scenario();
    await story.converge(desired);
    await story.sandbox.control.setSwitches({ S4 } satisfies Partial<Switches>);
    expect(await story.changes(desired)).toEqual([]);
    expect((await story.drift(desired)).findings).toEqual([]);
    await story.apply(withAnchor(summer(...records(4))));
    expect(await story.sandbox.control.records()).toHaveLength(4);
  });

  test('a list of pinned tasks that may be cut stops the removal', () => {
    const ana = values.aUser();
    const facts = {
      desired: values.desiredState(),
      recorded: values.recordedState(values.recordedUser(ana, { offboard: 'clear' })),
      observed: values.observedState({
        users: new Map([[ana.address, values.seenUser('present')]]),
        pins: new Map([[ana.loginUserId, { tasks: [], searched: ['Summer'], unread: ['Summer'], requests: 1 }]]),
      }),
    };
    const { changes, verdicts } = diff({ ...facts, lineage: values.LINEAGE, digest: values.digest, now: values.NOW });
    expect(changes).toEqual([]);
    expect(verdicts.map((verdict) => verdict.class)).toEqual(['unreadable']);
  });
});

describe('P10: one snapshot per campaign and run, one question per key', () => {
  test('a plan of many known records asks once per campaign, and once per person', async () => {
    const story = await scenario();
    const pinned = records(30, { preferredAgent: ANA });
    const others = winter(...records(30).map((each) => ({ ...each, clientId: `W-${each.clientId}` })));
    const desired = { users: [anchor, person('ana')], campaigns: [summer(...pinned), others] };
    await story.converge(desired);
    await story.sandbox.control.resetCounters();
    await story.plan(desired);
    const { requests: counts } = await story.sandbox.control.counters();
    expect(counts).toEqual({ 'query-existence': 2, searchPreviewCampaign: 2, GetSecretValue: 1 });
  });

  test('no key is asked twice in one run, whoever mentions it', async () => {
    const story = await scenario();
    await story.sandbox.control.addUser({ loginUserId: 'zoe@example.com' });
    const pinned = records(20, { preferredAgent: 'zoe@example.com' });
    const handover = { offboard: { reassignTo: 'zoe@example.com' } };
    const desired = {
      users: [anchor, person('ana', handover), person('ben', handover)],
      campaigns: [summer(...pinned)],
    };
    await story.plan(desired);
    const keys = requests(await story.sandbox.control.log());
    expect(keys).toContain('query-existence zoe@example.com');
    expect(keys).toHaveLength(new Set(keys).size);
  });

  test('every record is read again before it is written: nothing read for the plan is trusted by then', async () => {
    const story = await scenario();
    await story.converge(withAnchor(summer(...records(5))));
    await story.sandbox.control.resetCounters();
    await story.apply(withAnchor(summer(...records(5, { skillQueue: 'gold' }))));
    const log = requests(await story.sandbox.control.log()).filter((each) => each.includes('Summer/'));
    for (const { clientId } of records(5)) {
      expect(log.filter((each) => each.endsWith(`/${clientId}`)).slice(0, 2)).toEqual([
        `searchPreviewCampaign Summer/${clientId}`,
        `addOrUpdateCampaignRecord Summer/${clientId}`,
      ]);
    }
    // One record is read once more: it tells by which name the code of the queue is shown.
    const ids = new Set(records(5).map(({ clientId }) => `/${clientId}`));
    const ofRecords = log.filter((each) => ids.has(each.slice(each.lastIndexOf('/'))));
    expect(ofRecords).toHaveLength(2 * 5 + 1);
  });

  test('a refresh through Pulumi reads a campaign once, however many handlers ask at the same time', async () => {
    const sandbox = await withSandbox();
    const folder = temporaryFolder();
    deskIn(folder.directory, sandbox);
    const provider = openContext(folder.directory);
    const handlers = createHandlers('record', provider);
    const made: Awaited<ReturnType<typeof handlers.create>>[] = [];
    for (const { clientId } of records(8)) made.push(await handlers.create({ campaignName: 'Summer', clientId }));
    const fresh = openContext(folder.directory);
    await sandbox.control.resetCounters();
    const reading = createHandlers('record', fresh);
    await Promise.all(made.map(({ id, outs }) => reading.read(id, outs)));
    expect((await sandbox.control.counters()).requests['searchPreviewCampaign']).toBe(1);
    await provider.close();
    await fresh.close();
    folder.remove();
  });
});

describe('P21: nothing waits a fixed time for each object', () => {
  test('a plan with many changes is applied without one pause', async () => {
    const story = await scenario();
    const desired = {
      users: [anchor, ...people(20)],
      campaigns: [summer(...records(20, { preferredAgent: 'u0@example.com' }))],
    };
    const pauses: number[] = [];
    const result = await story.apply(desired, { sleep: async (ms) => void pauses.push(ms) });
    expect(fates(result)).toHaveLength(41);
    expect(pauses).toEqual([]);
  });

  test('an apply of nothing costs one question per person and one per campaign, and no write', async () => {
    const story = await scenario();
    const desired = { users: [anchor, ...people(20)], campaigns: [summer(...records(60))] };
    await story.converge(desired);
    await story.sandbox.control.resetCounters();
    await story.apply(desired);
    const log = await story.sandbox.control.log();
    expect(log.filter(isWrite)).toEqual([]);
    expect(log.filter(({ operation }) => operation !== 'GetSecretValue')).toHaveLength(21 + 1);
  });
});

describe('P22: reading at the same time gives the same answer', () => {
  test('eight plans and drift reports of one project are equal to one alone', async () => {
    const story = await scenario();
    await story.converge({ users: [anchor, ...people(10)], campaigns: [summer(...records(30))] });
    await story.sandbox.control.changeRecord({ ...KEY, data: { Name: 'other' } });
    const desired = { users: [anchor, ...people(9), person('new')], campaigns: [summer(...records(29))] };
    const sightings = { confirmAfterMs: null, history: false };
    const look = () => engine.drift(story.run(desired, { sightings }));
    const timeless = (value: unknown): string =>
      JSON.stringify(value, (key, each: unknown) =>
        ['observedAt', 'sightings'].includes(key) || each instanceof Map ? null : each,
      );
    const [plan, drift] = [timeless(await story.plan(desired)), timeless(await look())];
    const many = await Promise.all(
      Array.from({ length: 8 }, async () => [timeless(await story.plan(desired)), timeless(await look())]),
    );
    for (const each of many) expect(each).toEqual([plan, drift]);
    expect(actionsOf(await story.plan(desired))).toHaveLength(4);
  });
});
