// What the operations leave in the sandbox's data under the switches, and what is no request of either interface.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PIN_LAPSE_MS } from '../../src/core/model/time.ts';
import { answerAdmin, effectOfOperation } from '../../src/sandbox/operations/admin.ts';
import { createLimiter } from '../../src/sandbox/messages/gate.ts';
import { work } from '../../src/sandbox/operations/life.ts';
import { byClientId } from '../../src/sandbox/operations/locate.ts';
import { answerPreview, effectOfAction } from '../../src/sandbox/operations/preview.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import type { SandboxAnswer } from '../../src/sandbox/messages/verdict.ts';
import type { Task } from '../../src/sandbox/world/task.ts';
import { openWorld } from '../../src/sandbox/world/world.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { temporaryFolder } from '../support/sandbox.ts';

const TENANT = { platform: 'PLATFORM', companyCode: 'example', environment: 'sandbox' };
const KEY = { campaignName: 'A', clientId: 'C-1' };
const ANA = 'ana@example.com';

let now: number;
let world: World;

beforeEach(() => {
  const { directory, remove } = temporaryFolder();
  now = 1_000_000_000;
  world = openWorld({ directory, clock: () => now, switches: {} });
  onTestFinished(() => {
    if (world.store.database.isOpen) world.close();
    remove();
  });
});

type Fields = Readonly<Record<string, unknown>>;

function ask(action: string, fields: Fields = {}): SandboxAnswer {
  return answerPreview(action, { ...TENANT, region: 'us-east-1', ...KEY, ...fields }, world);
}

function put(fields: Fields = {}): string {
  return ask('addOrUpdateCampaignRecord', { previewRecordData: [{ key: 'Name', value: 'Ana' }], ...fields }).outcome;
}

function status(previewRecordStateEnum: string, fields: Fields = {}): string {
  return ask('changeCampaignRecordStatus', { previewRecordStateEnum, ...fields }).outcome;
}

function users(operation: string, fields: Fields = {}): SandboxAnswer {
  return answerAdmin(operation, { tenant: TENANT, loginUserId: ANA, ...fields }, world);
}

function stored(): Task {
  const task = byClientId('A', 'C-1', world);
  if (task === null) throw new Error('there is no such task');
  return task;
}

const set = (switches: Partial<Switches>): void => world.setSwitches(switches);

describe('an update', () => {
  const pin = (): unknown => [stored().preferredAgent, stored().pinLapsesAt];

  test('starts the clock of a pin with the pin, and begins anew with a new pin or time alone', () => {
    put({ preferredAgent: ANA });
    const first = now + PIN_LAPSE_MS;
    expect(pin()).toEqual([ANA, first]);
    now += 1000;
    put();
    expect(pin()).toEqual([ANA, first]);
    put({ preferredAgent: '' });
    expect(pin()).toEqual([ANA, first]);
    put({ preferredAgent: ANA });
    expect(pin()).toEqual([ANA, first + 1000]);
    now += 1000;
    put({ nextEarliestWorkTimeUTC: now + 5000 });
    expect([stored().earliestAt, ...(pin() as unknown[])]).toEqual([now + 5000, ANA, now + 5000 + PIN_LAPSE_MS]);
    put();
    expect(stored().earliestAt).toBe(now + 5000);
  });

  test('keeps the id item at the end, or drops it', () => {
    put({ clientIdFieldName: 'Number' });
    expect(stored().items.map(({ key, displayOrder }) => [key, displayOrder])).toEqual([
      ['Name', 1],
      ['Number', 2],
    ]);
    put({ clientIdFieldName: 'Number' });
    expect(stored().items.map(({ key }) => key)).toEqual(['Name']);
    set({ S26: 'kept' });
    put({ clientIdFieldName: 'Number' });
    expect(stored().items.map(({ key, value }) => [key, value])).toEqual([
      ['Name', 'Ana'],
      ['Number', 'C-1'],
    ]);
  });
});

test.each([
  ['oldest', 0],
  ['newest', 1],
] as const)(
  'of two twins a write by clientId means the %s, one by previewRecordId the one it names',
  (idSearch, index) => {
    put();
    const first = stored();
    const ids = [first.id, world.tasks.insert(first).id];
    set({ S11: { intake: 'twin', idSearch } });
    expect(status('COMPLETED')).toBe('SUCCESS');
    const finished = (): readonly number[] => ids.filter((id) => world.tasks.get(id)?.state === 'COMPLETED');
    expect(finished()).toEqual([ids[index]]);
    expect(status('COMPLETED', { previewRecordId: `R-${ids[1 - index]}` })).toBe('SUCCESS');
    expect(finished()).toEqual(ids);
    expect(status('COMPLETED', { previewRecordId: `R-${ids[0]}`, campaignName: 'B' })).toBe('NORECORDFOUND');
  },
);

describe('a user who is in the backing instance alone', () => {
  test.each([
    ['left', true, 'NOT_FOUND', true],
    ['removed', true, 'NOT_FOUND', false],
    ['removed+SUCCESS', true, 'SUCCESS', false],
    ['left', false, 'NOT_FOUND', true],
    ['removed', false, 'NOT_FOUND', true],
    ['removed+SUCCESS', false, 'NOT_FOUND', true],
  ] as const)('S30 %s, deleteInBackend %s: %s, still there: %s', (S30, deleteInBackend, said, isThere) => {
    set({ S30 });
    world.people.addToBackend(ANA, 'c-1');
    expect(users('delete-user', { deleteInBackend }).outcome).toBe(said);
    expect(world.people.find(ANA).connectUserId !== null).toBe(isThere);
  });

  test('says where it was deleted', () => {
    set({ S30: 'removed+SUCCESS' });
    world.people.addToBackend(ANA, 'c-1');
    expect(users('delete-user', { deleteInBackend: true }).body).toEqual({
      result: 'SUCCESS',
      message: 'the user was deleted from the backing instance',
    });
  });
});

test('a deleted id is blocked until its time is over, to the millisecond, and says so', () => {
  const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' };
  const add = (): unknown => users('add-user', profile).body;
  set({ S14: 60_000 });
  add();
  users('delete-user');
  now += 59_999;
  expect(add()).toEqual({ result: 'ALREADY_EXISTS', message: 'the user was just deleted' });
  now += 1;
  expect(add()).toMatchObject({ result: 'SUCCESS' });
});

test.each([
  ['NoBackend-EU', 'FAIL'],
  ['Agents-US', 'FAIL'],
  ['Agents-NoBackend', 'SUCCESS'],
])('with the template %s a user of both sides is %s', (userTemplateName, said) => {
  set({ templatesWithoutBackend: ['Agents-US'] });
  const profile = { firstName: 'Ana', lastName: 'Ruiz', userTemplateName, createInBackend: true };
  expect(users('add-user', profile).outcome).toBe(said);
});

describe('what is no operation', () => {
  test.each(['toString', 'constructor', '', 'ADD-USER'])('%j has no effect, and is refused', (name) => {
    expect([effectOfAction(name), effectOfOperation(name)]).toEqual([null, null]);
  });

  test('is answered as one that failed', () => {
    expect([ask('nothing').body, users('nothing').body]).toMatchObject([
      { previewResult: { previewResultStatus: 'FAILED', error: 'no such action' } },
      { result: 'FAIL', message: 'no such operation' },
    ]);
  });
});

test('a failure of the sandbox itself is no refusal of the request', () => {
  world.close();
  expect(() => ask('searchPreviewCampaign')).toThrow(/finalized|not open/u);
  expect(() => put()).toThrow(/finalized|not open/u);
  expect(() => users('query-existence')).toThrow(/finalized|not open/u);
});

describe('the gate', () => {
  describe('counts the requests of each second by themselves', () => {
    test('and refuses or delays those over the limit', () => {
      let ms = 0;
      const limiter = createLimiter(() => ms);
      const pass = (limit: Switches['S18']): unknown => {
        const passed = limiter.pass(limit);
        return typeof passed === 'number' ? passed : [passed.status, passed.outcome, passed.headers, passed.body];
      };
      ms += 1000;
      const refuse = { kind: '429', perSecond: 2, retryAfterSeconds: 3 } as const;
      const words = { message: 'too many requests' };
      const refused = [429, 'rate limited', { 'retry-after': '3' }, words];
      expect([pass(refuse), pass(refuse), pass(refuse), pass(refuse)]).toEqual([0, 0, refused, refused]);
      expect(pass({ kind: 'none' })).toBe(0);
      expect(pass({ kind: '503', perSecond: 2 })).toEqual([503, 'rate limited', undefined, words]);
      expect(pass({ kind: 'slow', perSecond: 2, delayMs: 70 })).toBe(70);
      ms += 999;
      expect(pass(refuse)).toEqual(refused);
      ms += 1;
      expect([pass(refuse), pass(refuse), pass(refuse)]).toEqual([0, 0, refused]);
    });
  });
});

describe('a status call', () => {
  const pin = (): unknown => [stored().preferredAgent, stored().pinLapsesAt];

  test('without an agent and a time leaves the clock of a pin as it runs', () => {
    put({ preferredAgent: ANA });
    const before = [ANA, now + PIN_LAPSE_MS];
    now += 1000;
    status('NOTWORKED', { skillQueue: 'gold', timeZone: 'Europe/Madrid' });
    expect(pin()).toEqual(before);
    ask('transferCampaignRecord', { transferToCampaign: 'A', skillQueue: 'silver' });
    expect(pin()).toEqual(before);
    status('NOTWORKED', { preferredAgent: ANA });
    expect(pin()).toEqual([ANA, now + PIN_LAPSE_MS]);
  });

  test('ends the clock with the task, and begins it where the task waits again', () => {
    put({ preferredAgent: ANA });
    status('COMPLETED');
    expect(pin()).toEqual([ANA, null]);
    now += 1000;
    status('NOTWORKED');
    expect(pin()).toEqual([ANA, now + PIN_LAPSE_MS]);
    status('NOTWORKED', { nextEarliestWorkTimeUTC: now + 5000 });
    expect(pin()).toEqual([ANA, now + 5000 + PIN_LAPSE_MS]);
    status('NOTWORKED', { preferredAgent: '' });
    expect(pin()).toEqual(['', null]);
  });
});

describe('a search by criteria', () => {
  const searched = (fields: Fields): readonly unknown[] => {
    const { body } = ask('searchPreviewCampaign', { clientId: undefined, ...fields });
    const { previewRecordClientData: tasks } = body as { readonly previewRecordClientData: readonly unknown[] };
    return tasks;
  };
  const by = (key: string, value: string): Fields => ({ previewRecordData: [{ key, value, condition: 'EQUALS' }] });

  test('without maxRecords answers 1000 tasks at most, whatever the ceiling', () => {
    set({ S4: 'none' });
    put();
    world.store.transaction(() => {
      for (let number = 2; number <= 1001; number += 1) world.tasks.insert({ ...stored(), clientId: `C-${number}` });
    });
    expect(searched(by('Name', 'Ana'))).toHaveLength(1000);
    expect(searched({ ...by('Name', 'Ana'), maxRecords: 1001 })).toHaveLength(1001);
  });
});

describe('an agent', () => {
  test('works what is delivered: in its time, not finished, and pinned to nobody else', () => {
    put({ preferredAgent: ANA, nextEarliestWorkTimeUTC: now + 1000 });
    const attempt = (agent: string): string => {
      try {
        work({ ...KEY, agent, state: 'WORKED' }, world);
        return 'worked';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(attempt(ANA)).toBe('A/C-1 is not queued for work yet');
    now += 1000;
    expect([attempt('ben@example.com'), attempt(ANA)]).toEqual(['A/C-1 waits for its preferred agent', 'worked']);
    // The preference of a task that was worked has no clock any more.
    expect(attempt('ben@example.com')).toBe('worked');
    for (const state of ['COMPLETED', 'REMOVED']) {
      status(state);
      expect(attempt(ANA)).toBe(`A/C-1 is ${state}`);
    }
  });
});

test.each([
  ['cut', 'Wolp'],
  ['FAILED', 'Wolpertinger'],
] as const)('a long value of a task that is transferred under S20 %s arrives as %s', (kind, value) => {
  put({ previewRecordData: [{ key: 'Name', value: 'Wolpertinger' }] });
  set({ S20: { kind, max: 4 } });
  expect(ask('transferCampaignRecord', { transferToCampaign: 'B' }).outcome).toBe('SUCCESS');
  expect(byClientId('B', 'C-1', world)?.items[0]?.value).toBe(value);
});
