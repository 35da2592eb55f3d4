import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openChecks } from '../../providers/check.ts';
import { clock, findPlace, openContext } from '../../providers/context.ts';
import type { Surroundings } from '../../providers/context.ts';
import type { Properties } from '../../providers/declaration.ts';
import { createHandlers } from '../../providers/handlers.ts';
import type { Handlers } from '../../providers/handlers.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import { teamProject } from '../support/named-project.ts';
import { withSandbox } from '../support/sandbox.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const TASK = { campaignName: 'Summer Renewals', clientId: 'C-1' };
const STACK = 'organization/team/dev';
const TYPE = 'pulumi-nodejs:dynamic/muster:PinnedRecord';
const owned = (name: string): Properties => ({
  ...TASK,
  __owner: `urn:pulumi:dev::team::pulumi-nodejs:dynamic/muster:PinnedRecord::${name}`,
  __stack: STACK,
});

interface Stand {
  readonly sandbox: TestSandbox;
  /** The handlers of one process. */
  readonly records: (exportStack: Surroundings['exportStack']) => Handlers;
  readonly deletes: () => Promise<number>;
}

async function stand(): Promise<Stand> {
  const sandbox = await withSandbox();
  const folder = teamProject(sandbox);
  const records = (exportStack: Surroundings['exportStack']): Handlers => {
    const provider = openContext(folder, { findPlace, clock, sleep, openChecks, exportStack });
    onTestFinished(() => provider.close());
    return createHandlers('record', provider);
  };
  const deletes = async (): Promise<number> =>
    (await sandbox.control.log()).filter(({ operation }) => operation === 'deleteRecordFromCampaign').length;
  return { sandbox, records, deletes };
}

const empty = (): Promise<string> => Promise.resolve(JSON.stringify({ deployment: { resources: [] } }));
const unreadable = (): Promise<string> =>
  Promise.reject(new ToolError('pulumi-failed', { message: 'pulumi stack export: not logged in' }));

/** As a stack of before holds it: without the name of the stack. */
function withoutStack(outs: Properties): Properties {
  const { __owner: _owner, __stack: _stack, ...former } = outs;
  return former;
}

describe('where the state of the stack cannot be read', () => {
  test('a class makes nothing: it may have been worked, and its customer would be called twice', async () => {
    const { sandbox, records } = await stand();
    await expect(records(unreadable).create(owned('one'))).rejects.toThrow(/pulumi-failed.*not logged in/u);
    expect(await sandbox.control.records()).toEqual([]);
    expect((await records(empty).create(owned('one'))).id).toBe('C-1');
  });

  test('a class removes nothing: another entry may hold it', async () => {
    const { sandbox, records, deletes } = await stand();
    const { outs } = await records(empty).create(owned('one'));
    await expect(records(unreadable).delete('C-1', outs)).rejects.toThrow(/pulumi-failed/u);
    expect([await deletes(), (await sandbox.control.records()).length]).toEqual([0, 1]);
    await records(empty).delete('C-1', outs);
    expect(await sandbox.control.records()).toEqual([]);
  });

  test('entries of before, which name no stack, remove one object once, side by side too', async () => {
    const { sandbox, records, deletes } = await stand();
    const { outs: former } = await records(empty).create(withoutStack(owned('one')));
    const process = records(unreadable);
    await Promise.all([process.delete('C-1', former), process.delete('C-1', former)]);
    expect([await deletes(), await sandbox.control.records()]).toEqual([1, []]);
    await process.delete('C-1', former);
    expect(await deletes()).toBe(1);
  });

  test('an object that could not be removed is removed by the next delete of the same process', async () => {
    const { sandbox, records } = await stand();
    const { outs } = await records(empty).create(owned('one'));
    const process = records(empty);
    await sandbox.control.arm({ operation: 'deleteRecordFromCampaign', kind: 'status', status: 400, count: 'always' });
    await expect(process.delete('C-1', outs)).rejects.toThrow();
    await sandbox.control.clearFaults();
    await process.delete('C-1', outs);
    expect(await sandbox.control.records()).toEqual([]);
  });
});

test('two resources for one object are refused at check, which names both', async () => {
  const { sandbox, records } = await stand();
  const process = records(empty);
  expect((await process.check({}, owned('one'))).failures).toEqual([]);
  const { failures } = await process.check({}, owned('two'));
  expect(failures.map(({ reason }) => reason).join()).toMatch(/C-1.*one/su);
  expect((await process.check({}, { ...owned('two'), clientId: 'C-2' })).failures).toEqual([]);
  expect((await sandbox.control.counters()).requests).toEqual({});
});

/** What `pulumi stack export` shows of one entry. */
const holding = (name: string, outputs: Properties) => (): Promise<string> => {
  const resource = { urn: owned(name)['__owner'], type: TYPE, custom: true, id: 'C-1', inputs: owned(name), outputs };
  return Promise.resolve(JSON.stringify({ deployment: { resources: [resource] } }));
};

describe('a resource whose write failed, so that the engine keeps no answer of it', () => {
  // As with `--continue-on-error`: the engine goes on to delete the entry that held the object before.
  test('holds nothing: the entry of before neither removes nor forgets the object', async () => {
    const { sandbox, records, deletes } = await stand();
    const { outs } = await records(empty).create(owned('one'));
    const process = records(holding('one', outs));
    const renamed = { ...owned('two'), skillQueue: 'gold' };
    await process.check({}, renamed);
    await sandbox.control.arm({ operation: 'addOrUpdateCampaignRecord', kind: 'status', status: 400, count: 'always' });
    await expect(process.create(renamed)).rejects.toThrow();
    await expect(process.delete('C-1', outs)).rejects.toThrow(/dependency-failed/u);
    expect([await deletes(), (await sandbox.control.records()).length]).toEqual([0, 1]);
  });

  test('and holds it once the write came through: the entry of before forgets it, without a request', async () => {
    const { sandbox, records, deletes } = await stand();
    const { outs } = await records(empty).create(owned('one'));
    const process = records(holding('one', outs));
    const renamed = { ...owned('two'), skillQueue: 'gold' };
    await process.check({}, renamed);
    await process.create(renamed);
    await process.delete('C-1', outs);
    expect([await deletes(), (await sandbox.control.records()).length]).toEqual([0, 1]);
  });
});
