// Look-ups that cover every field of their reports. CANARY stands wherever a value of a person may.

import { getRecordDocument, getUserDocument, searchDocument } from '../../src/core/report/documents/lookup.ts';
import { whyDocument } from '../../src/core/report/documents/why.ts';
import type { ReportContext } from '../../src/core/report/words/head.ts';
import { recordAddress, userAddress } from '../../src/core/model/address.ts';
import type { ObservedTask } from '../../src/core/model/record.ts';
import {
  CANARY,
  context,
  desiredRecord,
  desiredUser,
  emptyPlan,
  fullPlan,
  NOW,
  recordedRecord,
  recordedUser,
} from './values.ts';
import type { KnownObject, RecordLookup, SearchLookup, Story, UserLookup } from '../../src/core/reconcile/looked-up.ts';

const SUMMER = 'Summer Renewals';
const ANA = 'ana.ruiz@example.com';
const HOUR = 60 * 60 * 1000;

const task: ObservedTask = {
  previewRecordId: 'R-1',
  clientId: 'C-1',
  preferredAgent: ANA,
  skillQueue: 'renewals',
  createdTime: NOW - HOUR,
  lastUpdatedTime: NOW - HOUR / 2,
  nextEarliestWorkTime: NOW + HOUR,
  workedState: 'WORKED',
  workAttempts: 2,
  lastAttemptAgent: ANA,
  lastAttemptTime: NOW - HOUR / 2,
  workCodes: [{ key: 'Outcome', value: 'Call back' }],
  items: [
    { key: 'Id', value: 'C-1', displayOrder: 1 },
    { key: 'Name', value: CANARY, displayOrder: 2 },
    { key: 'SkillQueue', value: 'renewals' },
  ],
};
const twin: ObservedTask = {
  ...task,
  previewRecordId: 'R-2',
  workedState: 'NOTWORKED',
  workAttempts: 0,
  lastAttemptTime: null,
};

const { project } = emptyPlan;
const target = { ...emptyPlan.target, region: 'eu-central-1' } as const;
const head = {
  project,
  target,
  requests: 2,
  unread: ['The desired files could not be read [syntax]: muster validate says why.'],
};
const open = {
  id: '1',
  address: recordAddress(SUMMER, 'C-1'),
  action: 'update',
  fromCampaign: null,
  at: NOW,
  proposed: null,
} as const;
const ofUser: KnownObject = {
  desired: desiredUser(ANA, 3, true),
  recorded: recordedUser(ANA),
  openIntents: [],
  copySince: null,
};
const ofRecord: KnownObject = {
  desired: desiredRecord('C-1', 7),
  recorded: { ...recordedRecord('C-1'), consumed: { how: 'COMPLETED', at: NOW } },
  openIntents: [open],
  copySince: NOW,
};

const userLookup: UserLookup = {
  ...head,
  loginUserId: ANA,
  answer: { result: 'SUCCESS', message: `${CANARY} exists as ${ANA}`, backendStatus: 'EXISTS', connectUserId: 'c-17' },
  known: ofUser,
};

const recordLookup: RecordLookup = {
  ...head,
  campaignName: SUMMER,
  clientId: 'C-1',
  previewRecordId: null,
  clientIdFieldName: 'Id',
  questions: [
    { asked: 'clientId C-1', said: 'SUCCESS', tasks: 1 },
    { asked: 'Id EQUALS C-1', said: 'SUCCESS', tasks: 2 },
  ],
  tasks: [task, twin],
  known: ofRecord,
  twinsUnread: null,
  suggestions: [],
};

const criteria = [
  { key: 'Name', condition: 'CONTAINS', value: CANARY },
  { key: 'sys_worked_state', condition: 'NOTEQUALS', value: 'COMPLETED' },
] as const;

const other: ObservedTask = {
  ...twin,
  clientId: 'C-2',
  items: twin.items.map((item) => (item.key === 'Id' ? { ...item, value: 'C-2' } : item)),
};

const searchLookup: SearchLookup = {
  ...head,
  campaigns: [SUMMER],
  criteria,
  limit: 1000,
  lists: criteria.map((each) => ({
    campaignName: SUMMER,
    criteria: [each],
    said: 'SUCCESS',
    maxRecords: 1000,
    tasks: 2,
    complete: true,
  })),
  tasks: [task, other].map((each) => ({ campaignName: SUMMER, task: each })),
  beyond: 0,
  complete: true,
  ceiling: null,
  suggestions: [],
  idKeys: { [SUMMER]: 'Id' },
  standings: new Map([
    [
      recordAddress(SUMMER, 'C-1'),
      { source: { file: 'campaigns/summer.yaml', line: 7, column: 5 }, zone: 'Europe/Madrid', recorded: true },
    ],
  ]),
};

const story: Story = {
  ...head,
  address: userAddress(ANA),
  known: ofUser,
  commits: {
    commits: [
      { commit: '0123456789abcdef0123456789abcdef01234567', at: NOW - 2 * HOUR, subject: `Declare ${CANARY}` },
      { commit: '89abcdef0123456789abcdef0123456789abcdef', at: NOW - 3 * HOUR, subject: 'Declare the team' },
    ],
    uncommitted: false,
  },
  writes: [
    { ...open, address: userAddress(ANA), action: 'create', outcome: 'recorded', closedAt: NOW - HOUR },
    { ...open, id: '2', address: userAddress(ANA), outcome: 'left', closedAt: NOW },
    { ...open, id: '3', address: userAddress(ANA), outcome: null, closedAt: null },
  ],
  sightings: [{ class: 'missing', fields: ['firstName'], first: NOW - HOUR, last: NOW, runs: 2, confirmed: NOW }],
  next: {
    problem: null,
    change: fullPlan.changes.find(({ kind }) => kind === 'user') ?? null,
    verdict: null,
    observed: { service: 'absent', backend: 'unknown', connectUserId: null, observedAt: NOW, problem: null },
  },
};

const run = (command: string): ReportContext => ({ ...context, command });

export const lookupDocuments = {
  get: getRecordDocument(recordLookup, run('get record')),
  'get-user': getUserDocument(userLookup, run('get user')),
  search: searchDocument(searchLookup, run('search')),
  why: whyDocument(story, run('why')),
} as const;
