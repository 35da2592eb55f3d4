// What the operations leave in the sandbox's data under the switches, and what is no request of either interface.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PIN_LAPSE_MS } from '../../src/core/model/time.ts';
import { answerAdmin, effectOfOperation } from '../../src/sandbox/operations/admin.ts';
import { agentView } from '../../src/sandbox/world/agent-view.ts';
import { createLimiter, refuseForm, unauthorized } from '../../src/sandbox/messages/gate.ts';
import { addUser, changeRecord, lapsePins, work } from '../../src/sandbox/operations/life.ts';
import { byClientId } from '../../src/sandbox/operations/locate.ts';
import { answerPreview, effectOfAction } from '../../src/sandbox/operations/preview.ts';
import { isKnown, queueCode, queueName } from '../../src/sandbox/world/switches.ts';
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

function erase(fields: Fields = {}): string {
  return ask('deleteRecordFromCampaign', fields).outcome;
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
  test('keeps state, attempts and codes, or sets all of them back', () => {
    const worked = { state: 'COMPLETED', attempts: 1, lastAgent: ANA, workCodes: [{ key: 'Result', value: 'sale' }] };
    put();
    work({ ...KEY, agent: ANA, state: 'COMPLETED', workCodes: [{ key: 'Result', value: 'sale' }] }, world);
    put();
    expect(stored()).toMatchObject({ ...worked, lastAt: now });
    set({ S10: 'resets' });
    put();
    expect(stored()).toMatchObject({
      state: 'NOTWORKED',
      attempts: 0,
      lastAgent: null,
      lastAt: null,
      workCodes: [],
    });
  });

  test('takes queue and zone from its items, and the defaults where they are not given', () => {
    const previewRecordData = [
      { key: 'SkillQueue', value: 'gold' },
      { key: 'ItemTimeZone', value: 'Europe/Madrid' },
    ];
    put({ previewRecordData });
    expect(stored()).toMatchObject({ skillQueue: 'gold', timeZone: 'Europe/Madrid' });
    put();
    expect(stored()).toMatchObject({ skillQueue: 'default', timeZone: 'UTC' });
  });

  test('refuses a queue that is not known, and only under that key', () => {
    set({ skillQueues: ['gold'] });
    expect(put({ previewRecordData: [{ key: 'SkillQueue', value: 'silver' }] })).toBe('FAILED');
    expect(put({ previewRecordData: [{ key: 'Queue', value: 'silver' }] })).toBe('SUCCESS');
    expect(put({ previewRecordData: [{ key: 'SkillQueue', value: 'gold' }] })).toBe('SUCCESS');
  });

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

  test('with an empty agent clears the pin where the switch says so, and only then', () => {
    set({ S27: 'clears' });
    put({ preferredAgent: ANA });
    put();
    expect(stored().preferredAgent).toBe(ANA);
    put({ preferredAgent: '' });
    expect(pin()).toEqual(['', null]);
  });

  test('moves the time of the last update, or not', () => {
    put();
    const first = now;
    now += 1000;
    put();
    expect(stored().updatedAt).toBe(first);
    set({ S23: 'yes' });
    put();
    expect([stored().updatedAt, stored().createdAt]).toEqual([now, first]);
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

describe('a clientId that was deleted', () => {
  const again = (S5: Switches['S5'], S6: Switches['S6']): readonly unknown[] => {
    set({ S5: 'gone', S6: 'new' });
    put({ previewRecordData: [{ key: 'Name', value: 'before' }], preferredAgent: ANA });
    const { id } = stored();
    work({ ...KEY, agent: ANA, state: 'COMPLETED' }, world);
    set({ S5, S6 });
    erase();
    const said = put({ previewRecordData: [{ key: 'Name', value: 'after' }] });
    const shown = world.tasks.byClientId('A', 'C-1').filter(({ visibility }) => visibility === 'shown');
    const [first] = shown;
    if (first !== undefined) erase();
    return [said, shown.length, first?.id === id, first?.state, first?.items[0]?.value];
  };

  test.each([
    ['gone', 'new', ['SUCCESS', 1, false, 'NOTWORKED', 'after']],
    ['removed-visible', 'new', ['SUCCESS', 1, false, 'NOTWORKED', 'after']],
    ['removed-hidden', 'new', ['SUCCESS', 1, false, 'NOTWORKED', 'after']],
    ['gone', 'revives', ['SUCCESS', 1, false, 'NOTWORKED', 'after']],
    ['removed-visible', 'revives', ['SUCCESS', 1, true, 'NOTWORKED', 'after']],
    ['removed-hidden', 'revives', ['SUCCESS', 1, true, 'NOTWORKED', 'after']],
    ['gone', 'refused', ['FAILED', 0, false, undefined, undefined]],
    ['removed-visible', 'refused', ['FAILED', 0, false, undefined, undefined]],
    ['removed-hidden', 'refused', ['FAILED', 0, false, undefined, undefined]],
  ] as const)('and is %s: the next one is %s', (S5, S6, expected) => {
    expect(again(S5, S6)).toEqual(expected);
  });

  test('leaves no second row behind when it is new', () => {
    set({ S5: 'removed-hidden' });
    put();
    erase();
    put();
    expect(world.tasks.byClientId('A', 'C-1').map(({ visibility }) => visibility)).toEqual(['shown']);
  });

  test('another one is new, also where deleted ones are refused', () => {
    set({ S6: 'refused' });
    put();
    erase();
    expect(put({ clientId: 'C-2' })).toBe('SUCCESS');
  });

  test('a hidden one is found by no id', () => {
    set({ S5: 'removed-hidden' });
    put();
    const { id } = stored();
    erase();
    expect([status('WORKED', { nextEarliestWorkTimeUTC: now }), erase({ previewRecordId: `R-${id}` })]).toEqual([
      'NORECORDFOUND',
      'NORECORDFOUND',
    ]);
    expect(byClientId('A', 'C-1', world)).toBeNull();
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

  test.each(['left', 'removed', 'removed+SUCCESS'] as const)(
    'and one who is nowhere is NOT_FOUND with S30 %s',
    (S30) => {
      set({ S30 });
      expect(users('delete-user', { deleteInBackend: true }).body).toEqual({
        result: 'NOT_FOUND',
        message: 'the user does not exist',
      });
    },
  );

  test('says where it was deleted', () => {
    set({ S30: 'removed+SUCCESS' });
    world.people.addToBackend(ANA, 'c-1');
    expect(users('delete-user', { deleteInBackend: true }).body).toEqual({
      result: 'SUCCESS',
      message: 'the user was deleted from the backing instance',
    });
  });
});

test('without the integration an existence query says nothing of the backing instance, in two ways', () => {
  world.people.addToService(ANA, '{}');
  world.people.addToBackend(ANA, 'c-1');
  const said = { result: 'SUCCESS', message: 'the user exists' };
  set({ S15: 'null' });
  expect(users('query-existence').body).toEqual({ ...said, backendStatus: null, connectUserId: null });
  set({ S15: 'missing' });
  expect(users('query-existence').body).toEqual(said);
  set({ S15: 'on' });
  expect(users('query-existence').body).toEqual({ ...said, backendStatus: 'EXISTS', connectUserId: 'c-1' });
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

  test('each of the eight reads or writes', () => {
    const effects = ['addOrUpdateCampaignRecord', 'searchPreviewCampaign', 'changeCampaignRecordStatus'].map(
      effectOfAction,
    );
    expect(effects).toEqual(['write', 'read', 'write']);
    expect(['transferCampaignRecord', 'deleteRecordFromCampaign'].map(effectOfAction)).toEqual(['write', 'write']);
    expect(['add-user', 'query-existence', 'delete-user'].map(effectOfOperation)).toEqual(['write', 'read', 'write']);
  });
});

test('a failure of the sandbox itself is no refusal of the request', () => {
  world.close();
  expect(() => ask('searchPreviewCampaign')).toThrow(/finalized|not open/u);
  expect(() => put()).toThrow(/finalized|not open/u);
  expect(() => users('query-existence')).toThrow(/finalized|not open/u);
});

describe('the gate', () => {
  const json = { 'content-type': 'application/json' };

  test.each([
    ['POST', 'application/json', null],
    ['POST', 'Application/JSON; charset=utf-8', null],
    ['POST', ' application/json ;x', null],
    ['POST', 'text/plain', [415, 'not JSON', 'only application/json']],
    ['POST', 'application/jsonp', [415, 'not JSON', 'only application/json']],
    ['POST', undefined, [415, 'not JSON', 'only application/json']],
    ['GET', 'application/json', [405, 'not POST', 'only POST']],
    ['PUT', 'application/json', [405, 'not POST', 'only POST']],
  ])('%s with %s: %o', (method, type, expected) => {
    const refused = refuseForm(method, type === undefined ? {} : { ...json, 'content-type': type });
    const { status: http, outcome, body } = refused ?? {};
    expect(refused === null ? null : [http, outcome, (body as { readonly message: string }).message]).toEqual(expected);
  });

  test.each([
    ['401', 401, { message: 'Unauthorized' }, { message: 'Unauthorized' }],
    ['403', 403, { message: 'Forbidden' }, { message: 'Forbidden' }],
    [
      '200 UNAUTHORIZED',
      200,
      { previewResult: { previewResultStatus: 'UNAUTHORIZED', error: 'invalid headers' } },
      { result: 'UNAUTHORIZED', message: 'invalid headers' },
    ],
    [
      '200 FAILED',
      200,
      { previewResult: { previewResultStatus: 'FAILED', error: 'invalid headers' } },
      { result: 'FAIL', message: 'invalid headers' },
    ],
  ] as const)('S16 %s refuses headers in the words of each interface', (how, http, ofPreview, ofUsers) => {
    expect(unauthorized('preview', how)).toEqual({ status: http, body: ofPreview, outcome: 'UNAUTHORIZED' });
    expect(unauthorized('admin', how)).toEqual({ status: http, body: ofUsers, outcome: 'UNAUTHORIZED' });
  });

  describe('counts the requests of each second by themselves', () => {
    test('and refuses or delays those over the limit', () => {
      let ms = 0;
      const limiter = createLimiter(() => ms);
      const pass = (limit: Switches['S18']): unknown => {
        const passed = limiter.pass(limit);
        return typeof passed === 'number' ? passed : [passed.status, passed.outcome, passed.headers];
      };
      ms += 1000;
      const refuse = { kind: '429', perSecond: 2, retryAfterSeconds: 3 } as const;
      const refused = [429, 'rate limited', { 'retry-after': '3' }];
      expect([pass(refuse), pass(refuse), pass(refuse), pass(refuse)]).toEqual([0, 0, refused, refused]);
      expect(pass({ kind: 'none' })).toBe(0);
      expect(pass({ kind: '503', perSecond: 2 })).toEqual([503, 'rate limited', undefined]);
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

  test('knows deliveries from attempts: what an agent did not work counts as delivered alone', () => {
    put();
    work({ ...KEY, agent: ANA, state: 'NOTWORKED' }, world);
    work({ ...KEY, agent: ANA, state: 'WORKED' }, world);
    expect(stored()).toMatchObject({ attempts: 1, deliveries: 2, lastAt: now });
    expect([1, 2].map((times) => searched(by('sys_worked_attempts', String(times))).length)).toEqual([0, 1]);
    expect(searched(by('sys_worked_attempts', '2'))).toMatchObject([{ workAttempts: 1, workedState: 'WORKED' }]);
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

  test('leaves codes and the next time, and keeps those before where none are given', () => {
    put();
    const codes = [{ key: 'Result', value: 'sale' }];
    work({ ...KEY, agent: ANA, state: 'WORKED', workCodes: codes, nextEarliestWorkTime: now }, world);
    now += 1000;
    work({ ...KEY, agent: ANA, state: 'WORKED' }, world);
    expect(stored()).toMatchObject({
      workCodes: codes,
      earliestAt: now - 1000,
      attempts: 2,
      lastAt: now,
      updatedAt: now,
    });
  });

  test('is cleared from tasks that are deliverable now by half an hour that passes, and moves no createdTime', () => {
    const createdAt = now;
    put({ preferredAgent: ANA, nextEarliestWorkTimeUTC: now });
    put({ clientId: 'C-2', preferredAgent: ANA, nextEarliestWorkTimeUTC: now + 1 });
    put({ clientId: 'C-3' });
    expect(lapsePins(world)).toBe(1);
    expect(stored()).toMatchObject({
      preferredAgent: '',
      pinLapsesAt: null,
      createdAt,
      updatedAt: createdAt + PIN_LAPSE_MS,
    });
    expect(world.now()).toBe(createdAt + PIN_LAPSE_MS);
    expect(byClientId('A', 'C-2', world)?.preferredAgent).toBe(ANA);
    expect([lapsePins(world), lapsePins(world)]).toEqual([1, 0]);
  });
});

describe('somebody else', () => {
  test('changes only what is named', () => {
    put({ preferredAgent: ANA, nextEarliestWorkTimeUTC: now });
    const before = stored();
    now += 1000;
    changeRecord(KEY, world);
    expect(stored()).toEqual({ ...before, updatedAt: now });
    changeRecord({ ...KEY, timeZone: 'Europe/Madrid', skillQueue: 'gold', state: 'WORKED' }, world);
    expect(stored()).toMatchObject({
      timeZone: 'Europe/Madrid',
      skillQueue: 'gold',
      state: 'WORKED',
      preferredAgent: ANA,
    });
    expect(stored().items).toEqual(before.items);
    changeRecord({ ...KEY, nextEarliestWorkTime: null }, world);
    expect(stored().earliestAt).toBeNull();
    changeRecord({ ...KEY, nextEarliestWorkTime: 77, preferredAgent: '' }, world);
    expect(stored()).toMatchObject({ earliestAt: 77, preferredAgent: '', pinLapsesAt: null });
  });

  test('merges items: changed in place, removed, and added at the end', () => {
    put({
      previewRecordData: [
        { key: 'Name', value: 'Ana' },
        { key: 'city', value: 'Madrid' },
      ],
    });
    changeRecord({ ...KEY, data: { city: 'Malaga', Name: null, phone: '+34600000000', gone: null } }, world);
    expect(stored().items).toEqual([
      { key: 'city', value: 'Malaga', displayOrder: 2 },
      { key: 'Id', value: 'C-1', displayOrder: 3 },
      { key: 'phone', value: '+34600000000', displayOrder: 1 },
    ]);
  });

  test('adds a user to one side or both, and leaves who is there as they are', () => {
    addUser({ loginUserId: ANA, inBackend: false }, world);
    expect(world.people.find(ANA)).toEqual({ inService: true, connectUserId: null });
    addUser({ loginUserId: ANA }, world);
    const { connectUserId } = world.people.find(ANA);
    expect(connectUserId).toMatch(/^[0-9a-f-]{36}$/u);
    addUser({ loginUserId: ANA }, world);
    expect(world.people.find(ANA)).toEqual({ inService: true, connectUserId });
    addUser({ loginUserId: 'ben@example.com', inService: false }, world);
    expect(world.people.find('ben@example.com').inService).toBe(false);
  });
});

test('a queue has a name beside its code where the switch says so, and nothing else is such a name', () => {
  const names = (S29: Switches['S29']): unknown => [
    queueName('gold', { S29 }),
    queueCode('Queue gold', { S29 }),
    queueCode('gold', { S29 }),
    queueCode('My Queue gold', { S29 }),
    queueCode('Queue ', { S29 }),
    queueCode('Queue a\nb', { S29 }),
  ];
  expect(names('differs')).toEqual(['Queue gold', 'gold', undefined, undefined, undefined, 'a\nb']);
  expect(names('equals')).toEqual(['gold', 'Queue gold', 'gold', 'My Queue gold', 'Queue ', 'Queue a\nb']);
  expect([isKnown(null, 'a'), isKnown(null, 'Unknown a'), isKnown([], 'a'), isKnown(['a'], 'a')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
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

test('an agent sees the items in their display order, links and buttons by their labels, and what is hidden not', () => {
  const item = (key: string, value: string, displayOrder: number): object => ({ key, value, displayOrder });
  put({
    previewRecordData: [
      item('city', 'Madrid', 3),
      item('phone', '+34600000000', 2),
      item('Map_link', 'https://example.com/b', 9),
      item('Docs_link', 'https://example.com/a', 8),
      item('Pay_button', 'https://example.com/c', 7),
      item('secret', 'x', 1),
      item('Hidden', 'secret|nothing', 10),
      item('Highlight', 'city', 11),
    ],
  });
  const view = agentView(stored());
  expect(view.details.map(({ key, highlighted }) => [key, highlighted])).toEqual([
    ['phone', false],
    ['city', true],
    ['Id', false],
  ]);
  expect(view.banner).toBeNull();
  expect(view.links).toEqual([
    { label: 'Docs', url: 'https://example.com/a' },
    { label: 'Map', url: 'https://example.com/b' },
  ]);
  expect(view.buttons).toEqual([{ label: 'Pay', url: 'https://example.com/c' }]);
  put({ previewRecordData: [item('Name', 'Ana', 1), item('city', 'Madrid', 2), item('Highlight', 'ALL', 3)] });
  expect(agentView(stored())).toMatchObject({ banner: 'Ana', details: [{ key: 'city', highlighted: true }] });
});
