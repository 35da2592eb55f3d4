import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sightOf } from '../../providers/order.ts';
import { markerIn, pinLapsesAt } from '../../src/core/model/record.ts';
import type { DesiredRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import type { RecordedObject } from '../../src/core/model/state.ts';
import { TASK_FIELDS } from '../../src/core/model/task-fields.ts';
import { lookBetween } from '../../src/core/reconcile/apply/last-reading.ts';
import { applyMove } from '../../src/core/reconcile/apply/move.ts';
import { putBack } from '../../src/core/reconcile/apply/put-back.ts';
import { openQueueMemory } from '../../src/core/reconcile/apply/queue-memory.ts';
import { applyRecord } from '../../src/core/reconcile/apply/record.ts';
import { whatMoved } from '../../src/core/reconcile/apply/what-moved.ts';
import type { RecordChange } from '../../src/core/reconcile/change.ts';
import { diffRecord } from '../../src/core/reconcile/diff/record.ts';
import type { RecordDiff } from '../../src/core/reconcile/diff/record-result.ts';
import type { RecordFacts } from '../../src/core/reconcile/diff/record-facts.ts';
import type { RouteProperties, ServiceReader, Turn, TurnService } from '../../src/core/service/service.ts';
import { aCampaign, aRecord, digest, LINEAGE, NOW, recordedRecord, seenRecord, taskOf } from '../support/values.ts';

test('a task that others deleted and made again just alike between plan and write is another one', () => {
  const task = taskOf(aRecord());
  const planned = { observed: seenRecord(task) };
  expect(whatMoved(planned, [task])).toBe(null);
  expect(whatMoved(planned, [{ ...task, previewRecordId: 'p-9' }])).toBe('p-9 stands there, and the plan saw p-C-1');
});

const OTHERWISE: { readonly [K in keyof ObservedTask]: ObservedTask[K] } = {
  previewRecordId: 'p-9',
  clientId: 'c-1',
  workedState: 'WORKED',
  workAttempts: 3,
  lastAttemptAgent: 'zoe@example.com',
  lastAttemptTime: NOW,
  workCodes: [{ key: 'Result', value: 'sold' }],
  preferredAgent: 'zoe@example.com',
  skillQueue: 'winback',
  createdTime: NOW,
  lastUpdatedTime: NOW,
  nextEarliestWorkTime: NOW,
  items: [{ key: 'Name', value: 'Eva' }],
};

describe('still as the plan saw it, for the command and for Pulumi', () => {
  test.each(Object.keys(TASK_FIELDS))('is a task by its %s alike', (field) => {
    const task = taskOf(aRecord());
    const other: unknown = Reflect.get(OTHERWISE, field);
    const moved = { ...task, [field]: other };
    const sight = (seen: ObservedTask): string =>
      sightOf({ kind: 'record', observed: seenRecord(seen), from: null } as RecordChange);
    const isAsPlanned = ['lastAttemptAgent', 'workCodes', 'createdTime'].includes(field);
    expect([whatMoved({ observed: seenRecord(task) }, [moved]) === null, sight(moved) === sight(task)]).toEqual([
      isAsPlanned,
      isAsPlanned,
    ]);
  });
});

const MINUTE = 60_000;
const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const [SUMMER, WINTER] = [aCampaign({ campaignName: 'Summer' }), aCampaign({ campaignName: 'Winter' })];

/**
 * Tasks of two campaigns by the rules of the document. `pinned`: the half hour of a pin counts from when it was set, else from the task.
 * `beside`: what is shown in Winter, too.
 */
function world(first: ObservedTask, campaignName: string, pinned: boolean, beside: readonly ObservedTask[] = []) {
  const tasks = new Map([[campaignName, first]]);
  const routed = (task: ObservedTask, given: RouteProperties): ObservedTask => {
    const time = given.nextEarliestWorkTime ?? task.nextEarliestWorkTime;
    const agent = given.preferredAgent ?? task.preferredAgent;
    const isSet = given.preferredAgent !== undefined || given.nextEarliestWorkTime !== undefined;
    const since = pinned && isSet ? NOW : task.createdTime;
    const isOver = NOW >= pinLapsesAt({ createdTime: since, nextEarliestWorkTime: time });
    return { ...task, nextEarliestWorkTime: time, preferredAgent: isOver ? null : agent || null };
  };
  const found = (campaign: { campaignName: string }): ObservedTask[] => {
    const task = tasks.get(campaign.campaignName);
    return task === undefined ? [] : [task];
  };
  const taskIn = (campaign: { campaignName: string }): ObservedTask => {
    const [task] = found(campaign);
    if (task === undefined) throw new Error('no task is added here');
    return task;
  };
  const done = <T>(value: T) => Promise.resolve({ kind: 'done', value } as const);
  const shown = (campaign: typeof SUMMER): ObservedTask[] => [
    ...(campaign === WINTER ? beside : []),
    ...found(campaign),
  ];
  const reader = { findRecord: (campaign) => done(shown(campaign)) } as Pick<ServiceReader, 'findRecord'>;
  const turn = {
    ...reader,
    stopped: null,
    putRecord: ({ campaign, items, ...given }: RouteProperties & { campaign: typeof SUMMER; items: never }) => {
      const task = taskIn(campaign);
      tasks.set(campaign.campaignName, routed({ ...task, items }, given));
      return done(null);
    },
    setRecordStatus: ({
      campaign,
      state,
      ...given
    }: RouteProperties & { campaign: typeof SUMMER; state: 'WORKED' }) => {
      if (state === 'WORKED' && given.nextEarliestWorkTime === undefined) throw new Error('WORKED needs a time');
      tasks.set(campaign.campaignName, routed({ ...taskIn(campaign), workedState: state }, given));
      return done('changed');
    },
    deleteRecord: (campaign: typeof SUMMER) => {
      tasks.set(campaign.campaignName, { ...taskIn(campaign), workedState: 'REMOVED' });
      return done('deleted');
    },
    transferRecord: (given: RouteProperties & { campaign: typeof SUMMER; transferToCampaign: string }) => {
      const task = routed(taskIn(given.campaign), given);
      tasks.delete(given.campaign.campaignName);
      tasks.set(given.transferToCampaign, task);
      return done('transferred');
    },
  };
  const service = { ...reader, turn: (work: (turn: unknown) => unknown) => work(turn) } as unknown as TurnService;
  return { service, taskIn };
}

async function applied(change: RecordChange, service: TurnService) {
  let recorded: RecordedObject | null | undefined;
  const keep = async (_: string, now: RecordedObject | null | undefined): Promise<void> => {
    if (now !== null) recorded = now;
  };
  const nothing = async (): Promise<void> => undefined;
  const recorder = { intend: async () => 'i', settle: keep, record: keep, keepCopy: nothing, dropCopy: nothing };
  const settlement = await (change.action === 'move' ? applyMove : applyRecord)(change, {
    ...{ service, recorder, digest, queues: openQueueMemory(), knownUserSeen: true, campaigns: [] },
    clock: () => NOW,
    sleep: nothing,
  });
  return { settlement, recorded: recorded as RecordedRecord };
}

const diffOf = (facts: Partial<RecordFacts>): RecordDiff =>
  diffRecord({
    ...{ desired: null, recorded: null, observed: null, from: null, elsewhere: null, copy: null },
    ...{ lineage: LINEAGE, digest, now: NOW },
    ...facts,
  });

test('a task that others set to REMOVED where a record comes to keeps nobody from seeing that it came', async () => {
  const [before, desired] = [aRecord({ campaign: SUMMER }), aRecord({ campaign: WINTER, adopt: true })];
  const removed = taskOf(desired, { previewRecordId: 'p-9', workedState: 'REMOVED', items: [] });
  const { service } = world(taskOf(before), 'Summer', false, [removed]);
  const from = { recorded: recordedRecord(before), observed: seenRecord(taskOf(before)) };
  const { change } = diffOf({ desired, observed: seenRecord(), from });
  const { settlement, recorded } = await applied(change as RecordChange, service);
  expect(settlement).toMatchObject({ kind: 'applied' });
  expect(recorded).toMatchObject({ campaignName: 'Winter', previewRecordId: taskOf(before).previewRecordId });
});

test('a task that the file names, and that a move gave another id, is seen to keep the queue that nobody declares', async () => {
  const before = aRecord({ campaign: SUMMER });
  const task = taskOf(before, { skillQueue: 'Winback' });
  const desired = aRecord({ campaign: WINTER, previewRecordId: task.previewRecordId, preferredAgent: ANA });
  const from = { recorded: recordedRecord(before), observed: seenRecord(task) };
  const { change } = diffOf({ desired, observed: seenRecord(), from });
  const landed = { ...task, previewRecordId: 'p-7' };
  const findTask = async (_: unknown, id: string) => ({ kind: 'done', value: id === 'p-7' ? [landed] : [] });
  const turn = (work: (turn: unknown) => unknown) => work({ findTask, stopped: null });
  const context = { service: { findTask, turn }, queues: openQueueMemory(), clock: () => NOW };
  expect(await putBack(change as RecordChange, { context: context as never, task: landed })).toBeNull();
});

test('a removal of what a move brought ends well where the deleted task is shown as REMOVED, its copy still kept', async () => {
  const record = aRecord({ campaign: WINTER });
  const task = taskOf(record);
  const copy = { kind: 'record', task } as unknown as RecordFacts['copy'];
  const { change } = diffOf({ recorded: recordedRecord(record), observed: seenRecord(task), copy });
  const { service } = world(task, 'Winter', false);
  expect((await applied(change as RecordChange, service)).settlement).toMatchObject({ kind: 'applied' });
});

test.each([
  ['had between two writes is left alone, although the first one set its attempts back', 0, NOW, 'skipped'],
  ['had before both is written', 1, NOW - MINUTE, 'current'],
  ['had before both is written where the first one set its attempts back', 0, null, 'current'],
] as const)('a task that an agent %s', async (_title, workAttempts, lastAttemptTime, expected) => {
  const pinned = aRecord({ preferredAgent: ANA });
  const desired = aRecord({ whenWorked: 'replace', data: [{ key: 'Name', value: 'Eva', displayOrder: 1 }] });
  const task = taskOf(pinned, { workAttempts: 1, lastAttemptTime: NOW - MINUTE });
  const { change } = diffOf({ desired, recorded: recordedRecord(pinned), observed: seenRecord(task) });
  expect(change?.writes).toEqual(['addOrUpdateCampaignRecord', 'changeCampaignRecordStatus']);
  const { service } = world({ ...task, workAttempts, lastAttemptTime }, desired.campaign.campaignName, false);
  const look = (turn: Turn) => lookBetween(change as RecordChange, { turn, task, sleep: async () => undefined });
  const seen = await service.turn(look);
  expect('kind' in seen ? seen.kind : 'current').toBe(expected);
});

const TIMES = [-120, -31, -30, -29, -1, 0, 1, 60, 1440].map((minutes) => NOW + minutes * MINUTE);
const declaration = fc.record(
  {
    preferredAgent: fc.constantFrom('', ANA, BEN),
    nextEarliestWorkTime: fc.constantFrom(...TIMES),
    skillQueue: fc.constantFrom('gold', 'silver'),
    data: fc.constantFrom('Eva', 'Maria').map((value) => [{ key: 'Name', value, displayOrder: 1 }]),
  },
  { requiredKeys: ['data'] },
);
const situation = fc.record({
  was: declaration,
  /** What the file changes of it. */
  edit: fc.oneof(declaration, fc.record({ nextEarliestWorkTime: fc.constantFrom(...TIMES) }), fc.constant({})),
  seen: fc.record(
    {
      preferredAgent: fc.constantFrom(null, null, 'zoe@example.com'),
      nextEarliestWorkTime: fc.constantFrom(...TIMES),
      workedState: fc.constantFrom('NOTWORKED' as const, 'WORKED' as const),
    },
    { requiredKeys: [] },
  ),
  createdTime: fc.constantFrom(...[-180, -30, -29, -1].map((minutes) => NOW + minutes * MINUTE)),
  ensure: fc.constantFrom('present' as const, 'worked' as const),
  whenWorked: fc.constantFrom('keep' as const, 'replace' as const),
  moves: fc.boolean(),
  /** Else it is taken over by its marker. */
  known: fc.boolean(),
  pinned: fc.boolean(),
});

test('a plan converges in one apply, whatever of times and pins Git, the platform and others moved', async () => {
  const play = async ({
    was,
    edit,
    seen,
    createdTime,
    moves,
    known,
    pinned,
    ...said
  }: typeof situation extends fc.Arbitrary<infer T> ? T : never) => {
    const before = aRecord({ ...was, campaign: SUMMER });
    const { address } = aRecord({ campaign: moves ? WINTER : SUMMER });
    const desired: DesiredRecord = { ...before, ...edit, campaign: moves ? WINTER : SUMMER, address };
    const ensure = moves || desired.nextEarliestWorkTime === undefined ? 'present' : said.ensure;
    const wanted = { ...desired, ensure, whenWorked: said.whenWorked };
    const { service, taskIn } = world(taskOf(before, { createdTime, ...seen }), 'Summer', pinned);
    const [task, recorded] = [taskIn(SUMMER), recordedRecord(before)];
    const { change } = diffOf({
      desired: wanted,
      ...(moves
        ? { observed: seenRecord(), from: { recorded, observed: seenRecord(task) } }
        : { observed: seenRecord(task), recorded: known ? recorded : null }),
    });
    if (change === null) return;
    const result = await applied(change, service);
    const after = taskIn(wanted.campaign);
    expect(result.settlement).toMatchObject({ kind: 'applied' });
    expect(markerIn(after)).toBe(result.recorded.marker);
    expect(diffOf({ desired: wanted, observed: seenRecord(after), recorded: result.recorded }).change).toBe(null);
    const isListed = change.fields.some(({ field }) => field === 'preferredAgent');
    if ((after.preferredAgent ?? '') !== (task.preferredAgent ?? '') && after.preferredAgent)
      expect(isListed).toBe(true);
  };
  await fc.assert(fc.asyncProperty(situation, play), { numRuns: 2000 });
});
