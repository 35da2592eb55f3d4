// Look-ups against the sandbox: what is asked, counted exactly, and what is made of the answer. Nothing is ever written.

import { afterEach, describe, expect, test } from 'vitest';

import * as engine from '../../src/core/engine.ts';
import { lookUpRecord, lookUpUser, searchRecords, tellStory } from '../../src/desk/lookup.ts';
import type { LookupContext } from '../../src/desk/lookup.ts';
import type { Criterion } from '../../src/core/model/criterion.ts';
import { ToolError } from '../../src/core/model/errors.ts';
import type { MeasuringTool, ServiceProfile } from '../../src/core/model/profile.ts';
import { updateProfile } from '../../src/core/model/profile.ts';
import type { PointId } from '../../src/core/model/open-points.ts';
import type { SandboxOptions } from '../../src/sandbox/daemon/server.ts';
import { openLookup } from '../../src/core/service/client.ts';
import type { LookupClient, Service, ServiceReader } from '../../src/core/service/service.ts';
import { record } from '../support/declare.ts';
import { scenario } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';

const ANA = 'ana@example.com';
const ROSTER = {
  users: [{ loginUserId: ANA, firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' }],
  campaigns: [
    {
      campaignName: 'Summer',
      records: [
        record('C-1', { preferredAgent: ANA, skillQueue: 'gold' }),
        record('C-2', { skillQueue: 'gold', timeZone: 'Europe/Madrid' }),
        record('C-3', { skillQueue: 'silver' }),
      ],
    },
  ],
};

let story: Scenario;

afterEach(async () => {
  const { writes, unexpected } = await story.sandbox.control.counters();
  expect({ writes, unexpected }).toEqual({ writes: 0, unexpected: 0 });
});

/** Applied as declared; the counters begin at zero. */
async function begun(options: Partial<SandboxOptions> = {}): Promise<LookupContext> {
  story = await scenario(options, 'network');
  await story.apply(ROSTER);
  await story.sandbox.control.resetCounters();
  return contextOf();
}

async function contextOf(profile: ServiceProfile | null = null): Promise<LookupContext> {
  const { project, target, desired, clock } = story.run(ROSTER);
  const memory = await engine.recall({ project, target, clock });
  return { project, target, desired, clock, memory, profile, signal: new AbortController().signal, unread: [] };
}

function knowing(...answers: readonly (readonly [PointId, string])[]): ServiceProfile {
  const found = { target: 'sandbox', at: story.clock(), how: 'probe' as MeasuringTool };
  return updateProfile(
    null,
    found,
    answers.map(([id, answer]) => ({ id, answer, evidence: 'asked' })),
  );
}

/** Requests to the service; the key is fetched once for each look-up, from the secrets manager. */
const sent = async (): Promise<Readonly<Record<string, number>>> => {
  const { GetSecretValue: keys, ...requests } = (await story.sandbox.control.counters()).requests;
  expect(keys).toBe(1);
  return requests;
};
const byClientId = (clientId: string, campaignName = 'Summer') =>
  ({ campaignName, by: { kind: 'clientId', clientId, clientIdFieldName: null } }) as const;
const byRecordId = (previewRecordId: string) =>
  ({ campaignName: 'Summer', by: { kind: 'previewRecordId', previewRecordId } }) as const;
const where = (key: string, condition: Criterion['condition'], value: string): Criterion => ({ key, condition, value });
const find = async (context: LookupContext, criteria: readonly Criterion[], limit = 1000) => {
  const found = await searchRecords(context, { campaigns: ['Summer'], criteria, limit });
  return { ...found, tasks: found.tasks.map(({ task }) => task) };
};
const idsOf = (tasks: readonly { readonly clientId: string }[]): string[] =>
  tasks.map(({ clientId }) => clientId).toSorted();
const refusal = async (work: Promise<unknown>): Promise<ToolError> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolError)) throw new TypeError('it was not refused');
  return error;
};

type Writing = Exclude<keyof Service, keyof ServiceReader>;

describe('the client of a look-up', () => {
  test('has two reads and no other method, in its type and at run time', async () => {
    await begun();
    const client = openLookup({ target: story.sandbox.target, clock: story.clock });
    expect(Object.keys(client).toSorted()).toEqual([
      'close',
      'lookUpRecords',
      'lookUpUser',
      'now',
      'skewMs',
      'traffic',
    ]);
    // Does not compile once a writing method is a member of that type.
    const hasNoWrites: [Extract<keyof LookupClient, Writing>] extends [never] ? true : false = true;
    expect(hasNoWrites).toBe(true);
    await client.close();
  });
});

describe('get user', () => {
  test('is one request, and says all four fields of the answer', async () => {
    const context = await begun();
    const { answer, known } = await lookUpUser(context, ANA);
    expect(answer).toEqual({
      result: 'SUCCESS',
      message: expect.any(String) as string,
      backendStatus: 'NOT_FOUND',
      connectUserId: null,
    });
    expect(known).toMatchObject({ desired: { kind: 'user' }, recorded: { provenance: { service: 'created' } } });
    expect(await sent()).toEqual({ 'query-existence': 1 });
  });

  test('of nobody is an answer, NOT_FOUND, and no error', async () => {
    const { answer, known } = await lookUpUser(await begun(), 'zoe@example.com');
    expect(answer).toMatchObject({ result: 'NOT_FOUND', backendStatus: null });
    expect(known).toMatchObject({ desired: null, recorded: null });
  });

  test('of somebody in the second system alone shows that side and its id', async () => {
    const context = await begun();
    await story.sandbox.control.addUser({ loginUserId: 'ben@example.com', inService: false });
    const { answer } = await lookUpUser(context, 'ben@example.com');
    expect(answer).toMatchObject({ result: 'NOT_FOUND', backendStatus: 'EXISTS' });
    expect(answer.connectUserId).not.toBeNull();
  });

  test('that the service refuses says its result, and concludes nothing', async () => {
    const context = await begun();
    await story.sandbox.control.arm({
      operation: 'query-existence',
      kind: 'status',
      status: 400,
      ordinal: 1,
      count: 'always',
    });
    const { code } = await refusal(lookUpUser(context, ANA));
    expect(code).not.toBe('internal');
  });
});

describe('get record', () => {
  test('asks by clientId and once more as data item, because an id search shows one task at most', async () => {
    const context = await begun();
    const { tasks, questions, known } = await lookUpRecord(context, byClientId('C-1'));
    expect(tasks).toMatchObject([{ clientId: 'C-1', skillQueue: 'gold', preferredAgent: ANA, workAttempts: 0 }]);
    expect(questions).toEqual([
      { asked: 'clientId C-1', said: 'SUCCESS', tasks: 1 },
      { asked: 'Id EQUALS C-1', said: 'SUCCESS', tasks: 1 },
    ]);
    expect(known).toMatchObject({
      desired: { clientId: 'C-1' },
      recorded: { previewRecordId: expect.any(String) as string },
    });
    expect(await sent()).toEqual({ searchPreviewCampaign: 2 });
  });

  test.each(['oldest', 'newest'] as const)('shows all twins, whichever an id search shows (%s)', async (idSearch) => {
    const context = await begun({ switches: { S11: { intake: 'twin', idSearch } } });
    await story.sandbox.control.loadIntake({
      campaignName: 'Summer',
      idColumn: 'Id',
      rows: [{ Id: 'C-1', Name: 'File' }],
    });
    const { tasks } = await lookUpRecord(context, byClientId('C-1'));
    expect(new Set(tasks.map(({ previewRecordId }) => previewRecordId)).size).toBe(2);
    expect(tasks.every(({ clientId }) => clientId === 'C-1')).toBe(true);
  });

  test('P-034 P-039 P-040 P-041 P-046 shows when it was added, and work: codes, attempts, agent and time of the last one', async () => {
    const context = await begun();
    const workCodes = [{ key: 'Outcome', value: 'Sold' }];
    await story.sandbox.control.work({
      campaignName: 'Summer',
      clientId: 'C-1',
      agent: ANA,
      state: 'COMPLETED',
      workCodes,
    });
    const { tasks } = await lookUpRecord(context, byClientId('C-1'));
    expect(tasks).toMatchObject([{ workedState: 'COMPLETED', workAttempts: 1, lastAttemptAgent: ANA, workCodes }]);
    expect(tasks[0]?.lastAttemptTime).toEqual(expect.any(Number));
    expect(tasks[0]?.createdTime).toEqual(expect.any(Number));
  });

  test('that is not found says NORECORDFOUND as the service did, and what is meant perhaps', async () => {
    const context = await begun();
    const { tasks, questions, suggestions } = await lookUpRecord(context, byClientId('C-11'));
    expect(tasks).toEqual([]);
    expect(questions[0]).toEqual({ asked: 'clientId C-11', said: 'NORECORDFOUND', tasks: 0 });
    expect(suggestions).toEqual(['No file declares C-11 in Summer; did you mean C-1?']);
  });

  test('whose second question fails shows the task, and says that twins are not known', async () => {
    const context = await begun();
    await story.sandbox.control.arm({
      operation: 'searchPreviewCampaign',
      kind: 'status',
      status: 500,
      ordinal: 2,
      count: 'always',
    });
    const { tasks, twinsUnread } = await lookUpRecord(context, byClientId('C-1'));
    expect(idsOf(tasks)).toEqual(['C-1']);
    expect(twinsUnread?.code).toBe('server-error');
  });

  test('P-120 by previewRecordId is one request, and knows declaration and recorded state of what it found', async () => {
    const context = await begun();
    const [task] = (await lookUpRecord(context, byClientId('C-2'))).tasks;
    await story.sandbox.control.resetCounters();
    const found = await lookUpRecord(context, byRecordId(task?.previewRecordId ?? ''));
    expect(found).toMatchObject({
      clientId: 'C-2',
      known: { desired: { clientId: 'C-2' } },
      tasks: [{ clientId: 'C-2' }],
    });
    expect(await sent()).toEqual({ searchPreviewCampaign: 1 });
  });

  test('P-121 by previewRecordId is asked in the other spelling where the first is refused, and at once where it was measured', async () => {
    const context = await begun({ switches: { S21: 'previewRecordID' } });
    const id = (await lookUpRecord(context, byClientId('C-2'))).tasks[0]?.previewRecordId ?? '';
    await story.sandbox.control.resetCounters();
    const { tasks, questions } = await lookUpRecord(context, byRecordId(id));
    expect(tasks).toMatchObject([{ clientId: 'C-2' }]);
    expect(questions).toEqual([{ asked: `previewRecordID ${id}`, said: 'SUCCESS', tasks: 1 }]);
    expect(await sent()).toEqual({ searchPreviewCampaign: 2 });
    await story.sandbox.control.resetCounters();
    const measured = { ...context, profile: knowing(['record-id-spelling', 'previewRecordID']) };
    expect((await lookUpRecord(measured, byRecordId(id))).tasks).toHaveLength(1);
    expect(await sent()).toEqual({ searchPreviewCampaign: 1 });
  });
});

test('P-121 a previewRecordId that the first spelling does not find is asked for in the other, and is none where both say so', async () => {
  const context = await begun();
  await story.sandbox.control.resetCounters();
  const { tasks, questions } = await lookUpRecord(context, byRecordId('R-999'));
  expect([tasks, questions]).toEqual([[], [{ asked: 'previewRecordID R-999', said: 'NORECORDFOUND', tasks: 0 }]]);
  expect(await sent()).toEqual({ searchPreviewCampaign: 2 });
});

describe('search', () => {
  test.each([
    [where('Name', 'EQUALS', 'C-1'), ['C-1']],
    [where('Name', 'NOTEQUALS', 'C-1'), ['C-2', 'C-3']],
    [where('sys_worked_attempts', 'GREATERTHAN', '0'), ['C-3']],
    [where('sys_worked_attempts', 'LESSTHAN', '1'), ['C-1', 'C-2']],
    [where('Name', 'CONTAINS', '-2'), ['C-2']],
    [where('Name', 'BEGINSWITH', 'C-'), ['C-1', 'C-2', 'C-3']],
    [where('sys_skill_queue', 'EQUALS', 'gold'), ['C-1', 'C-2']],
    [where('sys_preferred_agent', 'EQUALS', ANA), ['C-1']],
    [where('sys_preferred_agent', 'EQUALS', ''), ['C-2', 'C-3']],
    [where('sys_worked_state', 'EQUALS', 'WORKED'), ['C-3']],
    [where('sys_item_time_zone', 'EQUALS', 'Europe/Madrid'), ['C-2']],
  ])(
    'P-060 P-061 P-062 P-063 P-064 P-065 P-066 P-067 P-069 P-123 %j is one request, and its answer is shown as it is',
    async (criterion, ids) => {
      const context = await begun();
      const key = { campaignName: 'Summer', clientId: 'C-3' };
      await story.sandbox.control.work({ ...key, agent: ANA, state: 'WORKED' });
      await story.sandbox.control.resetCounters();
      const { tasks, complete } = await find(context, [criterion]);
      expect({ ids: idsOf(tasks), complete }).toEqual({ ids, complete: true });
      expect(await sent()).toEqual({ searchPreviewCampaign: 1 });
    },
  );

  const BOTH = [where('sys_skill_queue', 'EQUALS', 'gold'), where('Name', 'NOTEQUALS', 'C-1')];

  test.each(['AND', 'OR', 'refused'] as const)(
    'several criteria mean all of them, however the service combines several (%s)',
    async (S2) => {
      const { tasks, lists } = await find(await begun({ switches: { S2 } }), BOTH);
      expect(idsOf(tasks)).toEqual(['C-2']);
      expect(lists.map(({ tasks: length }) => length)).toEqual([2, 2]);
      expect(await sent()).toEqual({ searchPreviewCampaign: 2 });
    },
  );

  test('several criteria are one request where it was measured that the service combines them with AND', async () => {
    const context = { ...(await begun()), profile: null };
    const { tasks } = await find({ ...context, profile: knowing(['combined-criteria', 'AND']) }, BOTH);
    expect(idsOf(tasks)).toEqual(['C-2']);
    expect(await sent()).toEqual({ searchPreviewCampaign: 1 });
  });

  test('of several campaigns each is asked, and one that may hold more makes the whole not complete', async () => {
    const criteria = [where('sys_worked_state', 'EQUALS', 'NOTWORKED')];
    const search = async (limit: number) =>
      searchRecords(await begun(), { campaigns: ['Summer', 'Summer'], criteria, limit });
    const { tasks, complete } = await search(1000);
    expect(tasks.map(({ campaignName, task }) => `${campaignName} ${task.clientId}`).toSorted()).toEqual(
      ['C-1', 'C-2', 'C-3'].flatMap((id) => [`Summer ${id}`, `Summer ${id}`]),
    );
    expect([complete, (await search(3)).complete]).toEqual([true, false]);
  });

  test('nothing more is asked once a complete list is empty', async () => {
    const context = await begun();
    const { complete } = await find(context, [where('Name', 'EQUALS', 'nobody'), ...BOTH]);
    expect(complete).toBe(true);
    expect(await sent()).toEqual({ searchPreviewCampaign: 1 });
  });

  test.each([
    [1, 1, false],
    [2, 2, false],
    [3, 2, true],
  ])('P-129 with --limit %i lists %i tasks of two, complete: %s', async (limit, length, complete) => {
    const found = await find(await begun(), [where('sys_skill_queue', 'EQUALS', 'gold')], limit);
    expect({ length: found.tasks.length, complete: found.complete }).toEqual({ length, complete });
  });

  test('a list as long as the measured ceiling is not complete, although more was asked for', async () => {
    const context = await begun({ switches: { S4: 2 } });
    const measured = { ...context, profile: knowing(['search-ceiling', '2']) };
    const { tasks, complete, ceiling } = await find(measured, [where('Name', 'BEGINSWITH', 'C-')]);
    expect({ length: tasks.length, complete, ceiling }).toEqual({ length: 2, complete: false, ceiling: 2 });
  });

  test('what all lists show beyond --limit is counted, and the list is not called complete', async () => {
    const all = [where('Name', 'BEGINSWITH', 'C-'), where('sys_worked_attempts', 'LESSTHAN', '9')];
    const { tasks, beyond, complete } = await find(await begun(), all, 2);
    expect({ length: tasks.length, beyond, complete }).toEqual({ length: 2, beyond: 1, complete: false });
  });

  test('P-068 a time with its zone is sent in milliseconds, as the document wants it', async () => {
    const { criteria } = await find(await begun(), [
      where('sys_next_earliest_worktime_long', 'LESSTHAN', '2027-01-01T00:00:00+01:00'),
    ]);
    expect(criteria).toEqual([where('sys_next_earliest_worktime_long', 'LESSTHAN', '1798758000000')]);
  });

  test('says of each task where it is declared, and whether it is recorded', async () => {
    const context = await begun();
    const { standings } = await find({ ...context, memory: null }, [where('Name', 'EQUALS', 'C-1')]);
    expect(standings.get('record:Summer/C-1')).toMatchObject({ recorded: false, source: expect.anything() as object });
  });
});

describe('a campaign that nothing here knows', () => {
  test('may be asked: the answer of the service counts, with the nearest name beside it', async () => {
    const { suggestions, tasks } = await lookUpRecord(await begun(), byClientId('C-1', 'Sumer'));
    expect(tasks).toEqual([]);
    expect(suggestions).toEqual([
      'No file declares the campaign Sumer, and nothing is recorded of it; did you mean Summer?',
    ]);
  });

  test('that the service refuses is the first suspect; its own words are passed on', async () => {
    const context = await begun({ switches: { S1: 'FAILED+text' } });
    const error = await refusal(lookUpRecord(context, byClientId('C-1', 'Sumer')));
    expect(error).toMatchObject({
      code: 'campaign-unknown',
      message: expect.stringContaining('given Sumer') as string,
    });
    expect(error.detail.lines?.join(' ')).toContain('did you mean Summer?');
    expect(error.detail.lines?.join(' ')).toContain('The service said: searchPreviewCampaign: FAILED');
  });

  test('is no suspect where it is declared: FAILED is no absence, and nothing is concluded', async () => {
    const context = await begun({ switches: { S1: 'FAILED+text' } });
    expect(await refusal(lookUpRecord(context, byClientId('C-9')))).toMatchObject({ code: 'lookup-refused', exit: 12 });
  });
});

describe('why', () => {
  const told = async (given: string) => {
    const run = story.run(ROSTER);
    return tellStory({ run, memory: await engine.recall(run), given });
  };

  test('tells what was written, what is seen and what the next plan does', async () => {
    await begun();
    const { writes, next, known } = await told('record:Summer/C-1');
    expect(writes).toMatchObject([{ action: 'create', outcome: 'recorded' }]);
    expect(known).toMatchObject({ desired: { clientId: 'C-1' }, recorded: { provenance: 'created' } });
    expect(next).toMatchObject({
      problem: null,
      change: null,
      verdict: null,
    });
  });

  test('of a change made outside names the change', async () => {
    await begun();
    await story.sandbox.control.changeRecord({ campaignName: 'Summer', clientId: 'C-2', skillQueue: 'other' });
    expect((await told('record:Summer/C-2')).next).toMatchObject({
      change: { action: 'update' },
    });
  });

  test('of a worked record that is gone says that it is consumed', async () => {
    await begun();
    await story.sandbox.control.work({ campaignName: 'Summer', clientId: 'C-2', agent: ANA, state: 'COMPLETED' });
    expect((await told('record:Summer/C-2')).next).toMatchObject({
      verdict: { class: 'consumed' },
    });
  });

  test('without an answer of the service still tells the history, and that there is no plan', async () => {
    await begun();
    const failing = {
      operation: 'searchPreviewCampaign',
      kind: 'status',
      status: 401,
      ordinal: 1,
      count: 'always',
    } as const;
    await story.sandbox.control.arm(failing);
    const { writes, next } = await told('record:Summer/C-1');
    expect(writes).toHaveLength(1);
    expect(next.problem).not.toBeNull();
  });

  test('knows an object by its login or clientId alone, where no other has it', async () => {
    await begun();
    expect((await told('C-1')).address).toBe('record:Summer/C-1');
    expect((await told(ANA)).address).toBe(`user:${ANA}`);
  });

  test.each([
    ['record:Summer/C-4', 'unknown-address', 'did you mean record:Summer/C-1?'],
    ['record:Sumer/C-1', 'unknown-address', 'did you mean record:Summer/C-1?'],
    ['user:anna@example.com', 'unknown-address', `did you mean user:${ANA}?`],
    ['anna@example.com', 'unknown-address', `given anna@example.com; did you mean ${ANA}?`],
    ['C-1O', 'unknown-address', 'given C-1O; did you mean C-1?'],
    ['record:Summer', 'bad-usage', 'or a login or clientId alone that is unique; given record:Summer'],
  ])('%s is refused with %s', async (address, code, words) => {
    await begun();
    expect(await refusal(told(address))).toMatchObject({ code, message: expect.stringContaining(words) as string });
  });
});
