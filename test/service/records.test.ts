// What the campaign service's answers mean: five operations, six places of NORECORDFOUND, envelopes, tasks.

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/core/model/outcome.ts';
import type { Campaign } from '../../src/core/model/record.ts';
import type { ServiceRequest } from '../../src/core/service/request.ts';
import * as records from '../../src/core/service/records.ts';
import { CAMPAIGN, TARGET, campaignAnswer, wireTask } from './wire-samples.ts';

const put = records.putRecordCall(TARGET, {
  campaign: CAMPAIGN,
  clientId: 'C-1',
  items: [{ key: 'Name', value: 'Maria Lopez', displayOrder: 1 }],
});
const find = records.findRecordCall(TARGET, CAMPAIGN, 'C-1');
const search = records.searchRecordsCall(TARGET, CAMPAIGN, { key: 'zone', value: 'EU', condition: 'EQUALS' });
const setStatus = records.setRecordStatusCall(TARGET, { campaign: CAMPAIGN, clientId: 'C-1', state: 'COMPLETED' });
const transfer = records.transferRecordCall(TARGET, { campaign: CAMPAIGN, clientId: 'C-1', transferToCampaign: 'B' });
const remove = records.deleteRecordCall(TARGET, { campaign: CAMPAIGN, clientId: 'C-1' });

const NONE: readonly (readonly [string, 200 | 404, object])[] = [
  ['previewResultStatus', 200, campaignAnswer('NORECORDFOUND')],
  ['previewResult.error', 200, campaignAnswer('FAILED', {}, 'NORECORDFOUND')],
  ['a top-level field', 200, { ...campaignAnswer('FAILED'), status: 'NORECORDFOUND' }],
  ['a 404 with the whole envelope', 404, campaignAnswer('NORECORDFOUND')],
];

const LOCATING: readonly (readonly [string, ServiceRequest<unknown>, unknown])[] = [
  ['searchPreviewCampaign by id', find, []],
  ['searchPreviewCampaign by criterion', search, { tasks: [], complete: true, shown: 0 }],
  ['changeCampaignRecordStatus', setStatus, 'not-found'],
  ['transferCampaignRecord', transfer, 'not-found'],
  ['deleteRecordFromCampaign', remove, 'not-found'],
];

const code = (outcome: Outcome<unknown> | null): string | null =>
  outcome === null ? null : outcome.kind === 'done' ? 'done' : `${outcome.kind} ${outcome.problem.code}`;

describe.each(LOCATING)('%s', (_name, call, none) => {
  it.each(NONE)('accepts NORECORDFOUND in %s', (_place, status, json) => {
    expect(call.interpret(json, status)).toEqual({ kind: 'done', value: none });
  });

  it('does not take a failure with other text for absence', () => {
    for (const error of ['No record found', 'NORECORDFOUND?', 'clientId NORECORDFOUND is invalid', '', null]) {
      const outcome = call.interpret(campaignAnswer('FAILED', {}, error), 200);
      expect(code(outcome)).toBe(call === find || call === search ? 'unknown unreadable' : 'not-done refused');
    }
  });

  it('does not take a campaign of that name for the word', () => {
    const json = { ...campaignAnswer('FAILED'), campaignName: 'NORECORDFOUND' };
    expect(code(call.interpret(json, 200))).toBe('unknown wrong-envelope');
    expect(call.interpret(json, 404)).toBeNull();
  });

  it('does not trust a 404 that says the word without our envelope, or with another one', () => {
    expect(call.interpret({ error: 'NORECORDFOUND' }, 404)).toBeNull();
    expect(call.interpret({ previewResult: { previewResultStatus: 'NORECORDFOUND' } }, 404)).toBeNull();
    const other = { ...campaignAnswer('NORECORDFOUND'), campaignName: 'Another' };
    expect(code(call.interpret(other, 404))).toBe('unknown wrong-envelope');
  });

  it.each(['SUCCESSFUL', 'SUCCESS.', 'success', 'PARTIAL_SUCCESS', ' SUCCESS'])(
    'does not take the status %s for SUCCESS',
    (word) => {
      expect(call.interpret(campaignAnswer(word), 200)).toBeNull();
    },
  );

  it('finds no meaning in a 404 without the word, in a foreign status, or in foreign JSON', () => {
    expect(call.interpret(campaignAnswer('SUCCESS'), 404)).toBeNull();
    expect(call.interpret(campaignAnswer('WHATEVER'), 200)).toBeNull();
    for (const json of [null, 7, 'SUCCESS', [], {}, { previewResult: null }, { previewResult: { error: null } }]) {
      expect(call.interpret(json, 200)).toBeNull();
    }
  });

  it.each(['platform', 'companyCode', 'environment', 'region', 'campaignName'])(
    'ends the run when the answer names another %s',
    (field) => {
      const outcome = call.interpret({ ...campaignAnswer('SUCCESS'), [field]: 'other' }, 200);
      expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'wrong-envelope', stopsRun: true } });
    },
  );

  it('stops the run on UNAUTHORIZED, with or without the envelope', () => {
    for (const json of [campaignAnswer('UNAUTHORIZED'), { previewResult: { previewResultStatus: 'UNAUTHORIZED' } }]) {
      expect(call.interpret(json, 200)).toMatchObject({
        kind: 'not-done',
        problem: { code: 'unauthorized', stopsRun: true },
      });
    }
  });

  it('needs the whole envelope', () => {
    const json = { ...campaignAnswer('SUCCESS', { previewRecordClientData: [] }), region: null };
    expect(call.interpret(json, 200)).toBeNull();
  });
});

describe('a write that names its task', () => {
  const located = { campaign: CAMPAIGN, clientId: 'C-1', previewRecordId: 'P-1' };
  it.each([
    ['P-130', records.setRecordStatusCall(TARGET, { ...located, state: 'WORKED', nextEarliestWorkTime: 1 })],
    ['P-141', records.transferRecordCall(TARGET, { ...located, transferToCampaign: 'B' })],
    ['P-150', records.deleteRecordCall(TARGET, located)],
  ])('P-130 P-141 P-150 (%s) sends its previewRecordId, and no clientId', (_id, { body }) => {
    expect(body).toMatchObject({ previewRecordId: 'P-1' });
    expect(body).not.toHaveProperty('clientId');
  });
});

describe('addOrUpdateCampaignRecord', () => {
  it('is done on SUCCESS', () => {
    expect(put.interpret(campaignAnswer('SUCCESS'), 200)).toEqual({ kind: 'done', value: null });
  });

  it.each(['FAILED', 'INVALIDCLIENTID', 'INVALIDRECORDDATAKEY'])('is not done on %s', (status) => {
    expect(code(put.interpret(campaignAnswer(status), 200))).toBe('not-done refused');
  });

  it('does not know NORECORDFOUND', () => {
    expect(put.interpret(campaignAnswer('NORECORDFOUND'), 200)).toBeNull();
    expect(put.interpret(campaignAnswer('NORECORDFOUND'), 404)).toBeNull();
  });

  it('repeats the reason of a refusal, with the values that were sent masked, and public ones not', () => {
    const reason = put.interpret(campaignAnswer('FAILED', {}, 'skill queue closed'), 200);
    expect(reason).toMatchObject({ problem: { message: 'addOrUpdateCampaignRecord: FAILED: skill queue closed' } });
    const echoing = put.interpret(campaignAnswer('FAILED', {}, 'customer Lopez closed'), 200);
    expect(echoing).toMatchObject({ problem: { message: 'addOrUpdateCampaignRecord: FAILED: customer *** closed' } });
  });
});

describe('a search by id', () => {
  const found = (data: unknown): Outcome<unknown> | null =>
    find.interpret(campaignAnswer('SUCCESS', { previewRecordClientData: data }), 200);

  it('takes an empty success for none', () => {
    expect(found([])).toEqual({ kind: 'done', value: [] });
  });

  it('concludes nothing from a success without a list', () => {
    expect(found(undefined)).toBeNull();
    expect(found(null)).toBeNull();
    expect(found({})).toBeNull();
  });

  it('concludes nothing from a task of another clientId', () => {
    expect(found([wireTask({ clientId: 'c-1' })])).toBeNull();
  });

  it('concludes nothing from a NORECORDFOUND that contradicts the list in the same answer', () => {
    const json = campaignAnswer('NORECORDFOUND', { previewRecordClientData: [wireTask({})] });
    expect(find.interpret(json, 200)).toBeNull();
  });
});

describe('a search by criterion', () => {
  const byKey = (criterion: { key: string; value: string }, tasks: readonly object[], campaign: Campaign = CAMPAIGN) =>
    records
      .searchRecordsCall(TARGET, campaign, { ...criterion, condition: 'EQUALS' })
      .interpret(campaignAnswer('SUCCESS', { previewRecordClientData: tasks }), 200);
  const ids = (outcome: ReturnType<typeof byKey>): string[] =>
    outcome?.kind === 'done' ? outcome.value.tasks.map((task) => task.clientId) : [];

  it('leaves out what does not really equal the value', () => {
    const tasks = [
      wireTask({ clientId: 'a', previewRecordData: [{ key: 'zone', value: 'EU' }] }),
      wireTask({ clientId: 'b', previewRecordData: [{ key: 'zone', value: 'eu' }] }),
      wireTask({ clientId: 'c', previewRecordData: [{ key: 'other', value: 'EU' }] }),
    ];
    expect(ids(byKey({ key: 'zone', value: 'EU' }, tasks))).toEqual(['a']);
  });

  it('compares preferred agents exactly, and the id key also with clientId', () => {
    const tasks = [
      wireTask({ clientId: 'a', preferredAgent: 'ana' }),
      wireTask({ clientId: 'b', preferredAgent: 'Ana' }),
    ];
    expect(ids(byKey({ key: 'sys_preferred_agent', value: 'ana' }, tasks))).toEqual(['a']);
    expect(ids(byKey({ key: 'CustomerId', value: 'b' }, tasks))).toEqual(['b']);
    expect(ids(byKey({ key: 'sys_worked_attempts', value: '0' }, tasks))).toEqual(['a', 'b']);
  });

  it('leaves other conditions to the service', () => {
    const call = records.searchRecordsCall(TARGET, CAMPAIGN, { key: 'zone', value: 'E', condition: 'BEGINSWITH' });
    const json = campaignAnswer('SUCCESS', { previewRecordClientData: [wireTask({})] });
    expect(call.interpret(json, 200)).toMatchObject({ value: { tasks: [{ clientId: 'C-1' }] } });
  });

  it('is incomplete when as many came back as were asked for, also when the filter leaves fewer', () => {
    const tasks = Array.from({ length: records.SEARCH_LIMIT }, (_, index) => wireTask({ clientId: `C-${index}` }));
    expect(byKey({ key: 'CustomerId', value: 'C-7' }, tasks)).toMatchObject({ value: { complete: false } });
    expect(byKey({ key: 'CustomerId', value: 'C-7' }, tasks.slice(1))).toMatchObject({ value: { complete: true } });
  });
});

describe('two lists of one clientId', () => {
  it('are merged by the id of the task', () => {
    const list = find.interpret(campaignAnswer('SUCCESS', { previewRecordClientData: [wireTask({})] }), 200);
    const twin = find.interpret(
      campaignAnswer('SUCCESS', { previewRecordClientData: [wireTask({}), wireTask({ previewRecordID: 'P-2' })] }),
      200,
    );
    if (list?.kind !== 'done' || twin?.kind !== 'done') throw new Error('both are answers');
    expect(records.mergeTasks(list.value, twin.value).map((task) => task.previewRecordId)).toEqual(['P-1', 'P-2']);
  });
});

describe('what is sent', () => {
  const base = { campaign: CAMPAIGN, clientId: 'C-1' };
  const envelope = {
    platform: TARGET.platform,
    companyCode: TARGET.companyCode,
    environment: TARGET.environment,
    campaignName: CAMPAIGN.campaignName,
    region: TARGET.region,
  };

  it('of a put is the envelope, the id under its name, and the items, with an order only where one is given', () => {
    const items = [
      { key: 'Name', value: 'Maria', displayOrder: 0 },
      { key: 'city', value: 'Madrid' },
    ];
    expect(records.putRecordCall(TARGET, { ...base, items }).body).toEqual({
      ...envelope,
      clientId: 'C-1',
      clientIdFieldName: 'CustomerId',
      previewRecordData: items,
    });
    const body = JSON.stringify(records.putRecordCall(TARGET, { ...base, items }).body);
    expect(body).not.toMatch(/previewRecordId|preferredAgent|nextEarliest/u);
  });

  it('of a put that names its task is the previewRecordId beside the clientId', () => {
    expect(records.putRecordCall(TARGET, { ...base, items: [], previewRecordId: 'P-1' }).body).toMatchObject({
      clientId: 'C-1',
      previewRecordId: 'P-1',
    });
  });

  it('of a search asks for a thousand; from the length of the caller on an answer may have been cut', () => {
    const criterion = { key: 'zone', value: 'EU', condition: 'EQUALS' } as const;
    expect(records.searchRecordsCall(TARGET, CAMPAIGN, criterion).body).toEqual({
      ...envelope,
      maxRecords: 1000,
      previewRecordData: [criterion],
    });
    const call = records.searchRecordsCall(TARGET, CAMPAIGN, { ...criterion, limit: 2 });
    expect(call.body).toMatchObject({ maxRecords: 1000 });
    const answer = (count: number): unknown =>
      call.interpret(
        campaignAnswer('SUCCESS', {
          previewRecordClientData: Array.from({ length: count }, () =>
            wireTask({ previewRecordData: [{ key: 'zone', value: 'EU' }] }),
          ),
        }),
        200,
      );
    expect([answer(1), answer(2)]).toMatchObject([{ value: { complete: true } }, { value: { complete: false } }]);
  });
});

describe('a task asked for by its own id', () => {
  const call = records.findTaskCall(TARGET, CAMPAIGN, 'P-1');
  const found = (...ids: readonly string[]): unknown =>
    call.interpret(
      campaignAnswer('SUCCESS', { previewRecordClientData: ids.map((id) => wireTask({ previewRecordID: id })) }),
      200,
    );

  it('is sent in both spellings, without a clientId', () => {
    expect(call.body).toMatchObject({ previewRecordId: 'P-1', previewRecordID: 'P-1' });
    expect(call.body).not.toHaveProperty('clientId');
  });

  it('is that task, none, or an answer that fits nothing', () => {
    expect(found('P-1')).toMatchObject({ kind: 'done', value: [{ previewRecordId: 'P-1' }] });
    expect(found()).toEqual({ kind: 'done', value: [] });
    expect(found('P-2')).toBeNull();
    expect(found('P-1', 'P-2')).toBeNull();
  });
});

describe('a reason of a refusal', () => {
  const words = (call: ServiceRequest<unknown>, error: string): string =>
    JSON.stringify(call.interpret(campaignAnswer('FAILED', {}, error), 200));

  it('hides values of a put, but not of the keys that the service itself gives a meaning', () => {
    const call = records.putRecordCall(TARGET, {
      campaign: CAMPAIGN,
      clientId: 'C-1',
      items: [
        { key: 'SkillQueue', value: 'golden' },
        { key: 'Name', value: 'Wolpertinger' },
      ],
    });
    expect(words(call, 'queue golden of Wolpertinger is locked')).toContain('queue golden of *** is locked');
  });

  it('hides values that a look-up asked for', () => {
    const call = records.lookUpRecordsCall(TARGET, {
      campaignName: CAMPAIGN.campaignName,
      previewRecordData: [{ key: 'Name', condition: 'EQUALS', value: 'Wolpertinger' }],
    });
    expect(words(call, 'no index for Wolpertinger')).toContain('no index for ***');
  });
});

describe('each write that finds its task', () => {
  const done = (call: ServiceRequest<unknown>): unknown => call.interpret(campaignAnswer('SUCCESS'), 200);
  it('says in one word what it did', () => {
    expect([done(setStatus), done(transfer), done(remove)]).toEqual(
      ['changed', 'transferred', 'removed'].map((value) => ({ kind: 'done', value })),
    );
  });
});

describe('the words of an answer that is no success', () => {
  const said = (call: ServiceRequest<unknown>, json: unknown, http: 200 | 404 = 200): unknown => {
    const outcome = call.interpret(json, http);
    return outcome === null || outcome.kind === 'done' ? outcome : [outcome.problem.code, outcome.problem.message];
  };

  it('name the operation and what is wrong', () => {
    const other = { ...campaignAnswer('SUCCESS'), region: 'x', companyCode: 'y' };
    expect(said(remove, other)).toEqual([
      'wrong-envelope',
      'deleteRecordFromCampaign: the answer names another companyCode, region than was asked.',
    ]);
    expect(said(put, campaignAnswer('UNAUTHORIZED'))).toEqual([
      'unauthorized',
      'addOrUpdateCampaignRecord: UNAUTHORIZED.',
    ]);
    expect(said(setStatus, campaignAnswer('FAILED'))).toEqual(['refused', 'changeCampaignRecordStatus: FAILED']);
    expect(said(setStatus, campaignAnswer('FAILED', {}, 'locked'))).toEqual([
      'refused',
      'changeCampaignRecordStatus: FAILED: locked',
    ]);
    expect(said(find, campaignAnswer('FAILED', {}, 'locked'))).toEqual([
      'unreadable',
      'searchPreviewCampaign: FAILED: locked',
    ]);
  });

  it('repeat the reason of a status that the document does not list, and without one say nothing', () => {
    expect(said(transfer, campaignAnswer('BUSY', {}, 'try later'))).toEqual([
      'garbled-answer',
      'transferCampaignRecord: a status that the interface document does not list: try later',
    ]);
    expect(said(transfer, campaignAnswer('BUSY'))).toBeNull();
    expect(said(transfer, campaignAnswer('BUSY', {}, ' '))).toBeNull();
  });

  it('show the ids of the request, and no other address', () => {
    const base = { campaign: CAMPAIGN, clientId: 'c@example.com', state: 'COMPLETED' } as const;
    const call = records.setRecordStatusCall(TARGET, { ...base, preferredAgent: 'ana@example.com' });
    const reason = 'c@example.com, ana@example.com, eva@example.com';
    expect(said(call, campaignAnswer('FAILED', {}, reason))).toEqual([
      'refused',
      'changeCampaignRecordStatus: FAILED: c@example.com, ana@example.com, ***',
    ]);
    const private_ = records.setRecordStatusCall(TARGET, { ...base, personal: ['Wolpertinger'] });
    expect(said(private_, campaignAnswer('FAILED', {}, 'Wolpertinger of ana@example.com'))).toEqual([
      'refused',
      'changeCampaignRecordStatus: FAILED: *** of ***',
    ]);
  });
});

it('a write without a previewRecordId finds its task by clientId, and sends no other id', () => {
  for (const { body } of [setStatus, transfer, remove]) {
    expect(body).toMatchObject({ clientId: 'C-1' });
    expect(body).not.toHaveProperty('previewRecordId');
  }
});

describe('an answer shown as it came', () => {
  const sent = records.envelopeOf(TARGET, CAMPAIGN);
  it('is refused for another envelope, and for headers that were, and else is nobody else’s', () => {
    expect(records.alienToEnvelope(sent, campaignAnswer('FAILED'))).toBeNull();
    expect(records.alienToEnvelope(sent, { anything: 1 })).toBeNull();
    expect(records.alienToEnvelope(sent, { ...campaignAnswer('SUCCESS'), platform: 'x' })).toMatchObject({
      kind: 'unknown',
      problem: {
        code: 'wrong-envelope',
        message: 'searchPreviewCampaign: the answer names another platform than was asked.',
        stopsRun: true,
      },
    });
    const refused = { previewResult: { previewResultStatus: 'UNAUTHORIZED' } };
    expect(records.alienToEnvelope(sent, refused)).toMatchObject({
      kind: 'not-done',
      problem: { code: 'unauthorized', message: 'searchPreviewCampaign: UNAUTHORIZED.', stopsRun: true },
    });
  });
});

it('a task with several items is found by one of them, and the clientId stands for its own key alone', () => {
  const task = wireTask({
    clientId: 'EU',
    previewRecordData: [
      { key: 'Name', value: 'Maria' },
      { key: 'zone', value: 'ES' },
    ],
  });
  const count = (key: string, value: string): unknown => {
    const call = records.searchRecordsCall(TARGET, CAMPAIGN, { key, value, condition: 'EQUALS' });
    const outcome = call.interpret(campaignAnswer('SUCCESS', { previewRecordClientData: [task] }), 200);
    return outcome?.kind === 'done' && outcome.value.tasks.length;
  };
  expect([count('zone', 'ES'), count('zone', 'EU'), count('CustomerId', 'EU')]).toEqual([1, 0, 1]);
});

it('a look-up says that something was found, or that nothing was', () => {
  const call = records.lookUpRecordsCall(TARGET, { campaignName: CAMPAIGN.campaignName, clientId: 'C-1' });
  const found = call.interpret(campaignAnswer('SUCCESS', { previewRecordClientData: [] }), 200);
  expect(found).toEqual({ kind: 'done', value: { said: 'SUCCESS', tasks: [] } });
  expect(call.interpret(campaignAnswer('NORECORDFOUND'), 200)).toEqual({
    kind: 'done',
    value: { said: 'NORECORDFOUND', tasks: [] },
  });
});
