// Hand-built plans, results and findings that cover every action, verdict class, guard, settlement and drift class.
// CANARY is a personal value: it stands wherever a plan may hold one, and must come out nowhere.

import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import { eachPart } from '../../src/core/model/parts.ts';
import type {
  Campaign,
  DesiredRecord,
  ObservedRecord,
  ObservedTask,
  RecordedRecord,
} from '../../src/core/model/record.ts';
import type { DesiredPresentUser, ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import type { ApplyResult, Settlement } from '../../src/core/reconcile/settlement.ts';
import type { Change, RecordChange, UserChange } from '../../src/core/reconcile/change.ts';
import type { DriftResult, Finding } from '../../src/core/reconcile/finding.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import { partsOf } from '../../src/core/reconcile/plan/split.ts';
import { recordVerdict, userVerdict } from '../../src/core/reconcile/verdict.ts';
import type {
  RecordReason,
  RecordVerdict,
  UserReason,
  UserVerdict,
  Verdict,
} from '../../src/core/reconcile/verdict.ts';
import { guards, warnings } from './stops.ts';

export const CANARY = 'Canary-Wolpertinger';
export const NOW = Date.UTC(2026, 10, 20, 9, 0);
const RECORDED_AT = Date.UTC(2026, 2, 2, 8, 0);

const PEOPLE = 'teams/support.yaml';
const SUMMER = 'campaigns/summer.yaml';

export const context = {
  version: '0.1.0',
  command: 'plan',
  at: NOW,
  durationMs: 1234,
  only: null,
  options: ['--target', 'prod-eu'],
};

function campaign(campaignName: string): Campaign {
  const source = { file: SUMMER, line: 2, column: 5 };
  return { campaignName, clientIdFieldName: 'Id', manage: 'each', marker: true, intake: true, source };
}

export function desiredUser(loginUserId: string, line: number, createInBackend: boolean): DesiredPresentUser {
  return {
    kind: 'user',
    ensure: 'present',
    address: userAddress(loginUserId),
    source: { file: PEOPLE, line, column: 5 },
    loginUserId,
    adopt: false,
    offboard: 'block',
    profile: { firstName: CANARY, lastName: CANARY, userTemplateName: 'Agents-EU', secondaryEmailAddr: CANARY },
    createInBackend,
    onProfileChange: 'keep',
  };
}

function recordedUser(loginUserId: string): RecordedUser {
  return {
    kind: 'user',
    address: userAddress(loginUserId),
    loginUserId,
    provenance: { service: 'created', backend: 'created' },
    connectUserId: 'c-17',
    digests: { firstName: 'd1', userTemplateName: 'd2' },
    onRemove: null,
    offboard: { reassignTo: 'ben@example.com' },
    recordedAt: RECORDED_AT,
  };
}

const observedUser: ObservedUser = {
  service: 'present',
  backend: 'present',
  connectUserId: 'c-17',
  observedAt: NOW,
  problem: null,
};

export function userChange(loginUserId: string, line: number, parts: Partial<UserChange> = {}): UserChange {
  return {
    kind: 'user',
    address: userAddress(loginUserId),
    loginUserId,
    action: 'create',
    cause: { kind: 'declared', computed: 'FAIL' },
    source: { file: PEOPLE, line, column: 5 },
    fields: [
      { field: 'firstName', privacy: 'personal', before: null, after: CANARY },
      { field: 'userTemplateName', privacy: 'public', before: null, after: 'Agents-EU' },
    ],
    writes: ['add-user'],
    after: [],
    desired: desiredUser(loginUserId, line, true),
    recorded: null,
    observed: observedUser,
    behaviorIfInBackend: 'FAIL',
    deleteInBackend: false,
    provenance: { service: 'created', backend: 'created' },
    ...parts,
  };
}

export function desiredRecord(clientId: string, line: number): DesiredRecord {
  return {
    kind: 'record',
    address: recordAddress('Summer Renewals', clientId),
    source: { file: SUMMER, line, column: 7 },
    campaign: campaign('Summer Renewals'),
    clientId,
    ensure: 'present',
    preferredAgent: 'ana.ruiz@example.com',
    data: [{ key: 'Name', value: CANARY, displayOrder: 1 }],
    highlight: [],
    hidden: [],
    whenWorked: 'keep',
    reissue: '',
    adopt: false,
  };
}

const task: ObservedTask = {
  previewRecordId: 'p-1',
  clientId: 'C-1001',
  preferredAgent: 'ana.ruiz@example.com',
  skillQueue: 'renewals',
  createdTime: RECORDED_AT,
  lastUpdatedTime: RECORDED_AT,
  nextEarliestWorkTime: null,
  workedState: 'NOTWORKED',
  workAttempts: 0,
  lastAttemptAgent: null,
  lastAttemptTime: null,
  workCodes: [],
  items: [{ key: 'Name', value: CANARY, displayOrder: 1 }],
};

const observedRecord: ObservedRecord = { presence: 'present', tasks: [task], observedAt: NOW, problem: null };

export function recordedRecord(clientId: string): RecordedRecord {
  return {
    kind: 'record',
    address: recordAddress('Summer Renewals', clientId),
    campaignName: 'Summer Renewals',
    clientId,
    clientIdFieldName: 'Id',
    provenance: 'created',
    previewRecordId: 'p-1',
    marker: 'prod-eu/3',
    digests: { 'data.Name': 'd3' },
    consumed: null,
    reissue: '',
    worked: { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: 'ana.ruiz@example.com',
    recordedAt: RECORDED_AT,
  };
}

export function recordChange(clientId: string, line: number, parts: Partial<RecordChange> = {}): RecordChange {
  return {
    kind: 'record',
    address: recordAddress('Summer Renewals', clientId),
    campaign: campaign('Summer Renewals'),
    clientId,
    action: 'create',
    cause: { kind: 'declared' },
    source: { file: SUMMER, line, column: 7 },
    fields: [
      { field: 'data.Name', privacy: 'personal', before: null, after: `1 ${CANARY}` },
      { field: 'preferredAgent', privacy: 'public', before: null, after: 'ana.ruiz@example.com' },
    ],
    writes: ['addOrUpdateCampaignRecord'],
    after: [],
    desired: desiredRecord(clientId, line),
    recorded: null,
    observed: observedRecord,
    marker: 'prod-eu/3',
    from: null,
    pin: null,
    ...parts,
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const gone = { action: 'delete', writes: ['deleteRecordFromCampaign'], fields: [], desired: null } as const;

function offboarded(clientId: string): RecordChange {
  return recordChange(clientId, 0, {
    action: 'update',
    cause: { kind: 'offboarding', loginUserId: 'old.agent@example.com' },
    source: null,
    fields: [{ field: 'preferredAgent', privacy: 'public', before: 'old.agent@example.com', after: 'ben@example.com' }],
    writes: ['changeCampaignRecordStatus'],
    pin: 'ben@example.com',
  });
}

const changes: readonly Change[] = [
  userChange('ana.ruiz@example.com', 3),
  userChange('carl@example.com', 9, { desired: desiredUser('carl@example.com', 9, false) }),
  userChange('taken@example.com', 60, {
    action: 'adopt',
    cause: { kind: 'adopt' },
    writes: [],
    fields: [],
  }),
  userChange('rosa@example.com', 70, {
    action: 'replace',
    cause: { kind: 'profile-differs', fields: ['firstName'] },
    writes: ['delete-user', 'add-user'],
    fields: [{ field: 'firstName', privacy: 'personal', before: 'as created', after: CANARY }],
    recorded: recordedUser('rosa@example.com'),
  }),
  userChange('lea@example.com', 80, {
    action: 'update',
    cause: { kind: 'removal-settings' },
    writes: [],
    fields: [{ field: 'onRemove', privacy: 'public', before: null, after: 'release' }],
  }),
  ...['P-1', 'P-2', 'P-3'].map(offboarded),
  ...range(2001, 2014).map((id) => recordChange(`C-${id}`, id - 1900)),
  recordChange('C-1001', 12, {
    action: 'update',
    cause: { kind: 'differs', platformMoved: [] },
    fields: [
      { field: 'data.phone', privacy: 'personal', before: `2 ${CANARY}`, after: '2 +34911234567' },
      { field: 'skillQueue', privacy: 'public', before: 'renewals', after: 'renewals-gold' },
      { field: 'nextEarliestWorkTime', privacy: 'public', before: null, after: Date.UTC(2026, 11, 1, 8) },
    ],
    recorded: recordedRecord('C-1001'),
  }),
  recordChange('C-1077', 88, {
    action: 'move',
    cause: { kind: 'moves' },
    writes: ['transferCampaignRecord'],
    fields: [],
    from: {
      address: recordAddress('Spring Renewals', 'C-1077'),
      campaign: campaign('Spring Renewals'),
      observed: observedRecord,
    },
  }),
  ...range(1002, 1013).map((id) =>
    recordChange(`C-${id}`, 0, {
      ...gone,
      cause: { kind: 'undeclared' },
      source: null,
      recorded: recordedRecord(`C-${id}`),
    }),
  ),
  userChange('left@example.com', 0, {
    action: 'forget',
    cause: { kind: 'already-gone' },
    writes: [],
    fields: [],
    source: null,
    desired: null,
  }),
  userChange('old.agent@example.com', 21, {
    action: 'delete',
    cause: { kind: 'declared-absent' },
    writes: ['delete-user'],
    fields: [],
    desired: null,
    recorded: recordedUser('old.agent@example.com'),
    after: ['P-1', 'P-2', 'P-3'].map((id) => recordAddress('Summer Renewals', id)),
  }),
];

function aboutUser(loginUserId: string, line: number, ...said: [UserReason, UserVerdict['fields']?]): UserVerdict {
  const source = { file: PEOPLE, line, column: 5 };
  return userVerdict({ address: userAddress(loginUserId), loginUserId, source }, ...said);
}

function aboutRecord(clientId: string, line: number, ...said: [RecordReason, RecordVerdict['fields']?]): RecordVerdict {
  const campaignName = 'Summer Renewals';
  const source = { file: SUMMER, line, column: 7 };
  return recordVerdict({ address: recordAddress(campaignName, clientId), campaignName, clientId, source }, ...said);
}

const NO_ANSWER = {
  kind: 'unreadable',
  problem: { code: 'timeout', message: 'no answer in 10 s', stopsRun: false },
} as const;

const verdicts: readonly Verdict[] = [
  aboutUser('kim@example.com', 14, { kind: 'not-ours', side: 'service', wanted: 'present' }),
  aboutUser('bo@example.com', 33, { kind: 'profile-kept' }, [
    { field: 'lastName', privacy: 'personal', before: 'as created', after: CANARY },
  ]),
  ...range(1, 23).map((id) => aboutUser(`p${id}@example.com`, 100 + id, { kind: 'profile-assumed' })),
  aboutRecord('C-1500', 91, { kind: 'twin', campaignName: 'Summer Renewals', ids: ['R-2', 'R-7'] }),
  aboutRecord('C-1600', 95, NO_ANSWER),
  ...range(3001, 3031).map((id) => aboutRecord(`C-${id}`, id - 2800, { kind: 'consumed', how: 'COMPLETED' })),
  aboutRecord('C-1700', 97, { kind: 'platform-moved' }, [
    { field: 'preferredAgent', privacy: 'public', before: '', after: 'ana.ruiz@example.com' },
  ]),
];

export const emptyPlan: Plan = {
  target: { name: 'prod-eu', region: 'eu-central-1', companyCode: 'example', environment: 'prod' },
  project: 'contact-centre',
  changes: [],
  verdicts: [],
  guards: [],
  counts: {
    create: 0,
    restore: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    forget: 0,
    move: 0,
    unchanged: 381,
    consumed: 31,
  },
  recorded: { user: 40, record: 372 },
  files: [PEOPLE, SUMMER, 'campaigns/spring.yaml'],
  coverage: { asked: 412, answered: 412 },
  relies: [],
  since: null,
  forecast: { deliverableAtOnce: 0, tasksAtOnce: [], later: [], pinned: 0, defaultQueue: 0, defaultZone: 0 },
  offboarding: { searched: [], leavers: [] },
  leavers: { declared: 0, verified: 0, notObservable: 0, unproven: 0, backendWords: [], open: 0, unreadable: 0 },
  warnings: [],
  requests: { observed: 220, apply: 0, reads: 0, writes: 0 },
  fingerprint: { whole: 'a1'.repeat(32), ...eachPart(() => null) },
  approval: {
    part: 'whole',
    target: 'b2'.repeat(32),
    desired: 'c3'.repeat(32),
    binds: 'd4'.repeat(32),
    generation: 0,
    changes: [],
    parts: eachPart(() => ({ guards: [], requests: { reads: 0, writes: 0 } })),
  },
};

const places = partsOf(changes, 'guarded');

export const fullPlan: Plan = {
  ...emptyPlan,
  changes,
  approval: {
    ...emptyPlan.approval,
    changes: changes.map(({ address, action }) => {
      const place = places.get(address) ?? { part: 'additions' as const, tiedTo: null, isApart: false };
      return { ...place, address, action, digest: 'd4'.repeat(32), fields: [], rests: '' };
    }),
  },
  verdicts,
  guards,
  counts: {
    create: 16,
    restore: 0,
    update: 5,
    replace: 1,
    delete: 13,
    adopt: 1,
    forget: 1,
    move: 1,
    unchanged: 347,
    consumed: 31,
  },
  coverage: { asked: 412, answered: 411 },
  relies: [
    {
      id: 'no-record-answer',
      question: 'where NORECORDFOUND stands',
      answer: 'status',
      how: 'measured',
      at: '2026-11-20',
      caution: null,
    },
    {
      id: 'search-ceiling',
      question: 'the ceiling of maxRecords',
      answer: '1000 or more',
      how: 'assumed',
      at: null,
      caution: null,
    },
    {
      id: 'add-after-delete',
      question: 'adding again a clientId that was deleted',
      answer: 'refused',
      how: 'measured',
      at: '2026-11-20',
      caution: 'a clientId that was deleted is refused: adding it again will fail',
    },
  ],
  requests: { observed: 220, apply: 85, reads: 43, writes: 42 },
  forecast: {
    deliverableAtOnce: 14,
    tasksAtOnce: [],
    later: [
      {
        hour: Date.UTC(2026, 11, 1, 7),
        from: Date.UTC(2026, 11, 1, 7, 30),
        to: Date.UTC(2026, 11, 1, 7, 45),
        zone: 'Europe/Madrid',
        records: 3,
        tasks: ['C-21', 'C-22', 'C-23'].map((id) => ({
          address: `record:Summer Renewals/${id}`,
          agent: 'ben@example.com',
        })),
      },
    ],
    pinned: 17,
    defaultQueue: 2,
    defaultZone: 1,
  },
  offboarding: {
    searched: ['Summer Renewals', 'Winter Calls'],
    leavers: [
      {
        address: userAddress('old.agent@example.com'),
        fate: 'reassign',
        reassignTo: 'ben@example.com',
        campaigns: [
          {
            campaignName: 'Summer Renewals',
            openNow: 1,
            later: [{ at: Date.UTC(2026, 11, 1, 8), zone: 'Europe/Madrid', tasks: 1 }],
            worked: 1,
            finished: 1,
            finishedTasks: ['P-9'],
            settled: 0,
            foreign: 0,
          },
        ],
      },
    ],
  },
  leavers: { declared: 4, verified: 2, notObservable: 1, unproven: 0, backendWords: [], open: 1, unreadable: 0 },
  warnings,
};

const settle = (change: Change): Settlement => {
  const problem = { message: 'workAttempts went from 0 to 1', stopsRun: false };
  if (change.address.endsWith('/C-1001')) {
    return { change, kind: 'skipped', problem: { ...problem, code: 'moved' } };
  }
  if (change.address.endsWith('/C-2003')) {
    return { change, kind: 'failed', problem: { ...problem, code: 'refused', message: 'FAILED: unknown skill queue' } };
  }
  if (change.address.endsWith('/C-2004')) {
    return { change, kind: 'unresolved', problem: { ...problem, code: 'lost-answer', message: 'no answer in 30 s' } };
  }
  return { change, kind: 'applied', notes: change.action === 'adopt' ? [{ kind: 'already-so' }] : [] };
};

export const fullResult: ApplyResult = {
  plan: { ...fullPlan, guards: [] },
  settlements: changes.map(settle),
  stopped: { code: 'key-refused', message: 'the fresh key was refused too', stopsRun: true },
};

export const cleanResult: ApplyResult = {
  plan: { ...fullPlan, guards: [], verdicts: [] },
  settlements: changes.map((change) => ({ change, kind: 'applied', notes: [] })),
  stopped: null,
};

function findingOf(id: string, parts: Partial<Finding>): Finding {
  return {
    address: recordAddress('Summer Renewals', id),
    kind: 'record',
    class: 'drift',
    cause: { kind: 'changed-in-service', recordedAt: RECORDED_AT },
    fields: [],
    source: { file: SUMMER, line: 12, column: 7 },
    ignored: null,
    sightings: null,
    ...parts,
  };
}

/** Seen in three nightly runs, or suspected since this one. */
const SEEN = { first: NOW - 2 * 86_400_000, last: NOW, runs: 3, confirmed: NOW - 86_400_000, due: null };
const SUSPECTED = { first: NOW, last: NOW, runs: 1, confirmed: null, due: NOW + 60_000 };
const RULE = {
  address: 'record:Summer*',
  property: 'skillQueue',
  class: 'drift',
  reason: 'moved by hand for the pilot',
  owner: 'ops',
  expires: Date.UTC(2026, 11, 31),
  source: { file: 'muster.yaml', line: 20, column: 5 },
};

export const fullDrift: DriftResult = {
  target: emptyPlan.target,
  project: 'contact-centre',
  findings: [
    findingOf('C-1', {
      fields: [
        { field: 'skillQueue', privacy: 'public', before: 'renewals', after: 'other', class: 'drift' },
        { field: 'data.Name', privacy: 'personal', before: CANARY, after: CANARY, class: 'drift' },
      ],
      sightings: SEEN,
    }),
    findingOf('C-2', { class: 'conflict', cause: { kind: 'changed-on-both-sides', recordedAt: null } }),
    findingOf('C-3', {
      class: 'missing',
      cause: { kind: 'said', verdict: aboutRecord('C-3', 12, { kind: 'gone-unclear', campaignName: null }) },
      sightings: SUSPECTED,
    }),
    findingOf('C-4', { class: 'extra', cause: { kind: 'unowned' }, source: null }),
    findingOf('C-10', {
      ignored: RULE,
      sightings: SEEN,
      fields: [{ field: 'skillQueue', privacy: 'public', before: 'renewals', after: 'other', class: 'drift' }],
    }),
    findingOf('C-5', { class: 'pending', cause: { kind: 'changed-in-file' } }),
    findingOf('C-6', { class: 'converged', cause: { kind: 'changed-alike' } }),
    findingOf('C-7', {
      class: 'consumed',
      cause: { kind: 'said', verdict: aboutRecord('C-7', 12, { kind: 'consumed', how: 'COMPLETED' }) },
    }),
    findingOf('C-8', { class: 'platform', cause: { kind: 'platform-moved', how: ['pin-lapsed'] } }),
    findingOf('C-9', { class: 'unreadable', cause: { kind: 'said', verdict: aboutRecord('C-9', 12, NO_ANSWER) } }),
    {
      ...findingOf('x', {
        class: 'recreated',
        cause: { kind: 'said', verdict: aboutUser('rosa@example.com', 70, { kind: 'recreated', wanted: 'present' }) },
      }),
      address: userAddress('rosa@example.com'),
      kind: 'user',
      source: { file: PEOPLE, line: 70, column: 5 },
    },
    {
      ...findingOf('x', {
        class: 'unverifiable',
        cause: { kind: 'said', verdict: aboutUser('ana.ruiz@example.com', 3, { kind: 'profile-assumed' }) },
      }),
      address: userAddress('ana.ruiz@example.com'),
      kind: 'user',
      source: { file: PEOPLE, line: 3, column: 5 },
    },
  ],
  inSync: 401,
  coverage: { asked: 412, answered: 411 },
  verified: {
    user: {
      declared: 240,
      verified: 80,
      assumed: 150,
      unverifiable: 10,
      fields: [
        { field: 'firstName', verified: 0, assumed: 150, unverifiable: 10 },
        { field: 'presence', verified: 80, assumed: 0, unverifiable: 0 },
      ],
    },
    record: {
      declared: 1402,
      verified: 1400,
      assumed: 0,
      unverifiable: 2,
      fields: [
        { field: 'data.Name', verified: 1400, assumed: 0, unverifiable: 0 },
        { field: 'timeZone', verified: 0, assumed: 0, unverifiable: 2 },
      ],
    },
  },
  requests: 220,
  rules: [
    { rule: RULE, state: 'active', findings: 1 },
    { rule: { ...RULE, expires: NOW - 1 }, state: 'expired', findings: 1 },
    { rule: { ...RULE, address: 'user:kim@example.com', property: null, class: null }, state: 'unused', findings: 0 },
  ],
  remarks: [{ kind: 'passing', findings: 1 }],
};

export const cleanDrift: DriftResult = {
  ...fullDrift,
  rules: [],
  remarks: [],
  findings: [],
  inSync: 412,
  coverage: { asked: 412, answered: 412 },
};

/** Everybody answered, and nothing is left to take over. */
export { recordedUser };
