// What the state of a stack says of writes that were cut off, and how many of them a word allows.

import { describe, expect, test } from 'vitest';

import { additionsOf, unsettled } from '../../providers/cut-off.ts';
import { openAllowance } from '../../providers/refusals.ts';
import { readStack } from '../../providers/stack.ts';
import type { OpenIntent, RecordedObject } from '../../src/core/model/state.ts';
import type { Change } from '../../src/core/reconcile/change.ts';

const TYPE = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
const urn = (name: string): string => `urn:pulumi:dev::team::${TYPE}::${name}`;
const NOW = '2026-11-22T12:00:00.000Z';

function resource(clientId: string, more: object = {}): object {
  return { urn: urn('one'), type: TYPE, inputs: { campaignName: 'Summer', clientId, __owner: urn('one') }, ...more };
}

function exported(operations: readonly object[], resources: readonly object[] = []): string {
  return JSON.stringify({ deployment: { manifest: { time: NOW }, resources, pending_operations: operations } });
}

const intentsIn = (text: string): OpenIntent[] =>
  readStack(text, { digest: () => '' }).writes.flatMap((write) => additionsOf(write).intents);
const intentsOf = (...given: Parameters<typeof exported>): OpenIntent[] => intentsIn(exported(...given));

describe('a pending operation of the engine', () => {
  const before = { modified: '2026-11-22T11:00:00Z' };
  const after = { modified: '2026-11-22T11:30:00Z' };
  test.each([
    ['a create without an entry', 'creating', {}, [], 1],
    ['a create that was finished since', 'creating', {}, [resource('C-1', before)], 0],
    ['a replacement that was cut off', 'creating', before, [resource('C-1', before)], 1],
    ['a replacement that was finished since', 'creating', before, [resource('C-1', after)], 0],
    ['a create beside an entry that waits for its deletion', 'creating', {}, [resource('C-1', { delete: true })], 1],
    ['an update', 'updating', before, [resource('C-1', before)], 1],
    ['a delete', 'deleting', before, [resource('C-1', before)], 0],
    ['a reading', 'reading', {}, [], 0],
  ] as const)('may have added its records or not: %s', (_what, type, times, entries, count) => {
    const operation = { type, resource: resource('C-1', times) };
    const intents = intentsOf([operation], entries);
    expect(intents.map(({ address, interrupted }) => [address, interrupted])).toEqual(
      Array.from({ length: count }, () => ['record:Summer/C-1', true]),
    );
  });

  test.each([
    ['a record that is only finished or removed', { ensure: 'removed' }],
    ['a user, of whom the service refuses the later of two creates', { type: TYPE.replace('PinnedRecord', 'User') }],
    ['a resource of others', { type: 'aws:s3/bucket:Bucket' }],
  ])('adds nothing: %s', (_what, more) => {
    const { type = TYPE, ...inputs } = more as { type?: string };
    const all = { campaignName: 'Summer', clientId: 'C-1', loginUserId: 'ana@example.com', ...inputs };
    expect(intentsOf([{ type: 'creating', resource: { urn: urn('one'), type, inputs: all } }])).toEqual([]);
  });

  test('is not looked for where there is none', () => {
    expect(intentsOf([])).toEqual([]);
    expect(intentsIn(JSON.stringify({ deployment: {} }))).toEqual([]);
  });
});

describe('what is kept of a write that was cut off', () => {
  const [intent] = intentsOf([{ type: 'creating', resource: resource('C-1') }]);
  const [again] = intentsOf([
    {
      type: 'updating',
      resource: resource('C-1', { inputs: { campaignName: 'Summer', clientId: 'C-1', reissue: 'asked' } }),
    },
  ]);
  const recorded = (more: object = {}): RecordedObject => ({ ...(intent?.proposed as RecordedObject), ...more });
  const [here, there] = [recorded(), recorded({ address: 'record:Winter/C-1', campaignName: 'Winter' })];
  test.each([
    ['a record nobody holds', intent, { recorded: [], openIntents: [] }, ['create']],
    ['a record that is recorded', intent, { recorded: [here], openIntents: [] }, []],
    ['a record that is open already', intent, { recorded: [], openIntents: [intent] }, []],
    ['a record on its way from another campaign', intent, { recorded: [there], openIntents: [] }, []],
    [
      'a reason to call again that is recorded',
      again,
      { recorded: [recorded({ reissue: 'asked' })], openIntents: [] },
      [],
    ],
    ['a reason to call again that is not', again, { recorded: [here], openIntents: [] }, ['update']],
  ])('%s', (_what, sent, kept, actions) => {
    const left = unsettled([sent as OpenIntent, sent as OpenIntent], kept as Parameters<typeof unsettled>[1]);
    expect(left.map(({ action }) => action)).toEqual(actions);
  });
});

describe('the word for records that may have been sent', () => {
  const policy = { deletes: { count: 3, percent: 10 } };
  const allowing = (allow: Readonly<Record<string, number>>) => openAllowance({ policy, allow });
  const creates = (...ids: readonly string[]): Change[] =>
    ids.map((id) => ({ kind: 'record', address: `record:Summer/${id}`, cause: { kind: 'interrupted' } }) as Change);
  const others = [{ kind: 'record', address: 'record:Summer/C-9', cause: { kind: 'declared' } } as Change];

  test.each([
    ['nothing was allowed', {}, 2],
    ['one less than the resource has', { interrupted: 1 }, 2],
    ['another guard', { restores: 2 }, 2],
    ['as many', { interrupted: 2 }, 0],
    ['more', { interrupted: 3 }, 0],
  ])('passes a resource as a whole or not at all: %s', (_what, allow, count) => {
    const refused = allowing(allow).refused([...creates('C-1', 'C-2'), ...others]);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'guard-interrupted'));
    for (const { message } of refused) expect(message).toContain('MUSTER_ALLOW=interrupted=2');
  });

  test('counts over the resources of an update, and each record once', () => {
    const interrupted = allowing({ interrupted: 2 });
    expect(interrupted.refused(creates('C-1'))).toEqual([]);
    expect(interrupted.refused(creates('C-1'))).toEqual([]);
    const [refusal, ...more] = interrupted.refused(creates('C-2', 'C-3'));
    expect(refusal?.message).toContain('interrupted=2 was allowed, 1 of them are used');
    expect(more).toHaveLength(1);
    expect(interrupted.refused(creates('C-2'))).toEqual([]);
  });

  test('is not asked for where nothing may have been sent', () => {
    expect(allowing({}).refused(others)).toEqual([]);
  });
});
