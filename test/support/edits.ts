// Random states and random edits of the files, for tests that compare a plan of everything with a plan of what is in reach of the edit.
// Few ids, so that they meet: the same customer in two campaigns, in two spellings, pinned to somebody who leaves.

import fc from 'fast-check';

import type { Campaign, DesiredRecord, ObservedTask, RecordedRecord } from '../../src/core/model/record.ts';
import type { DesiredState, OpenIntent, RecordedObject, RecordedState } from '../../src/core/model/state.ts';
import type { DesiredPresentUser, DesiredUser, ObservedUser, RecordedUser } from '../../src/core/model/user.ts';
import type { Outcome } from '../../src/core/model/outcome.ts';
import type { ServiceReader } from '../../src/core/service/service.ts';
import type { SavedCopy } from '../../src/core/state/recorder.ts';
import { NOW, aCampaign, aLeaver, aRecord, aUser, recordedRecord, recordedUser, seenUser, taskOf } from './values.ts';

/** What the service holds. */
export interface World {
  readonly users: ReadonlyMap<string, ObservedUser>;
  readonly tasks: ReadonlyMap<string, readonly ObservedTask[]>;
}

export interface Edited {
  readonly before: DesiredState;
  readonly now: DesiredState;
  readonly recorded: RecordedState;
  readonly copies: readonly SavedCopy[];
  readonly world: World;
  readonly percent: number;
}

const LOGINS = ['ana@x.com', 'Ana@x.com', 'ben@x.com', 'cid@x.com', 'dan@x.com', 'eve@x.com'];
const IDS = ['C-1', 'c-1', 'C-é', 'C-e\u0301', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'];
const NAMES = ['A', 'B', 'D'];

type Gen = fc.GeneratorValue;

/** True `percent` times of a hundred; shrinks to false. */
const often = (g: Gen, percent: number): boolean => g(fc.integer, { min: 0, max: 99 }) >= 100 - percent;
const one = <const T>(g: Gen, ...values: readonly T[]): T => g(pick, values) as T;
const pick = (values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);

export function edited(g: Gen): Edited {
  const campaigns = NAMES.map((campaignName) => campaignOf(g, campaignName));
  const before = desiredBy(g, campaigns);
  const now = edit(g, before);
  const tidy = often(g, 40);
  const past = tidy ? before : often(g, 50) ? edit(g, before) : desiredBy(g, campaigns);
  const recorded = recordedAfter(g, past, tidy);
  const world = worldAfter(g, { past, recorded, tidy });
  return { before, now, ...recorded, world, percent: one(g, 10, 30, 100) };
}

function campaignOf(g: Gen, campaignName: string): Campaign {
  return aCampaign({
    campaignName,
    marker: !often(g, 15),
    intake: often(g, 15),
    clientIdFieldName: one(g, 'Id', 'Key'),
  });
}

function desiredBy(g: Gen, campaigns: readonly Campaign[]): DesiredState {
  const users = LOGINS.filter(() => often(g, 70)).map((loginUserId) => userOf(g, loginUserId));
  const records = campaigns.flatMap((campaign) =>
    IDS.filter((id) => often(g, id.length > 3 || id === 'c-1' ? 15 : 50)).map((clientId) =>
      recordOf(g, campaign, clientId),
    ),
  );
  return stateOf(users, agreed(g, users, records), campaigns);
}

function stateOf(
  users: readonly DesiredUser[],
  records: readonly DesiredRecord[],
  campaigns: readonly Campaign[],
): DesiredState {
  return { users, records, campaigns, files: ['a.yaml'], content: 'c0' };
}

function userOf(g: Gen, loginUserId: string): DesiredUser {
  const offboard: DesiredUser['offboard'] = one<DesiredUser['offboard']>(g, 'block', 'clear', {
    reassignTo: one(g, 'ben@x.com', 'cid@x.com', 'gus@x.com'),
  });
  if (often(g, 12)) return aLeaver({ loginUserId, offboard, adopt: often(g, 30) });
  const onRemove = one(g, undefined, undefined, 'release', 'keep', 'delete-with-backend');
  return aUser({
    loginUserId,
    offboard,
    createInBackend: often(g, 85),
    adopt: often(g, 10),
    onProfileChange: one(g, 'keep', 'replace'),
    profile: { firstName: 'F', lastName: one(g, 'L', 'M'), userTemplateName: one(g, 'T', 'U') },
    ...(onRemove !== undefined && { onRemove }),
  });
}

function recordOf(g: Gen, campaign: Campaign, clientId: string): DesiredRecord {
  return aRecord({
    campaign,
    clientId,
    preferredAgent: one(g, '', 'ana@x.com', 'ben@x.com', 'cid@x.com', 'dan@x.com', 'eve@x.com', 'gus@x.com'),
    ensure: often(g, 15) ? one(g, 'absent', 'completed', 'removed', 'open') : 'present',
    data: [{ key: 'Name', value: one(g, 'N', 'O', 'P'), displayOrder: 1 }],
    whenWorked: one(g, 'keep', 'keep', 'replace', 'remove'),
    reissue: often(g, 10) ? 'asked again' : '',
    adopt: often(g, 10),
  });
}

/** One to three changes of the files. */
function edit(g: Gen, state: DesiredState): DesiredState {
  let { users, records } = state;
  let campaigns = state.campaigns;
  for (let left = g(fc.integer, { min: 1, max: 3 }); left > 0; left -= 1) {
    const at = (length: number): number => g(fc.integer, { min: 0, max: Math.max(0, length - 1) });
    const [user, record] = [users[at(users.length)], records[at(records.length)]];
    switch (one(g, 'leave', 'join', 'profile', 'gone', 'new', 'value', 'move', 'spell', 'campaign', 'drop')) {
      case 'leave':
        users = users.filter((each) => each !== user);
        break;
      case 'join':
        users = withUser(users, userOf(g, one(g, ...LOGINS)));
        break;
      case 'profile':
        if (user !== undefined) users = withUser(users, userOf(g, user.loginUserId));
        break;
      case 'gone':
        records = records.filter((each) => each !== record);
        break;
      case 'new': {
        const campaign = campaigns[at(campaigns.length)];
        if (campaign !== undefined) records = withRecord(records, recordOf(g, campaign, one(g, ...IDS)));
        break;
      }
      case 'value':
        if (record !== undefined) records = withRecord(records, recordOf(g, record.campaign, record.clientId));
        break;
      case 'move': {
        const campaign = campaigns[at(campaigns.length)];
        if (record === undefined || campaign === undefined) break;
        const moved = aRecord({ ...record, campaign, address: `record:${campaign.campaignName}/${record.clientId}` });
        records = withRecord(
          records.filter((each) => each !== record),
          moved,
        );
        break;
      }
      case 'spell':
        if (record === undefined) break;
        records = withRecord(
          records.filter((each) => each !== record),
          recordOf(g, record.campaign, record.clientId === 'C-1' ? 'c-1' : record.clientId.normalize('NFD')),
        );
        break;
      case 'campaign': {
        const campaign = campaigns[at(campaigns.length)];
        if (campaign === undefined) break;
        const other = { ...campaign, clientIdFieldName: one(g, 'Id', 'Key'), intake: often(g, 30) };
        campaigns = campaigns.map((each) => (each === campaign ? other : each));
        records = records.map((each) => (each.campaign === campaign ? { ...each, campaign: other } : each));
        break;
      }
      case 'drop':
        if (often(g, 30)) records = records.filter((each) => each.campaign !== record?.campaign);
        break;
    }
  }
  return stateOf(users, agreed(g, users, records), campaigns);
}

/** Mostly, nobody is pinned to who is not there: such files are refused. */
function agreed(g: Gen, users: readonly DesiredUser[], records: readonly DesiredRecord[]): DesiredRecord[] {
  const staying = new Set(['', 'gus@x.com', ...users.filter(isPresent).map(({ loginUserId }) => loginUserId)]);
  const instead = one(g, '', ...staying);
  return records.map((record) =>
    staying.has(record.preferredAgent ?? '') || often(g, 2) ? record : { ...record, preferredAgent: instead },
  );
}

function withUser(users: readonly DesiredUser[], user: DesiredUser): DesiredUser[] {
  return [...users.filter(({ address }) => address !== user.address), user];
}

function withRecord(records: readonly DesiredRecord[], record: DesiredRecord): DesiredRecord[] {
  return [...records.filter(({ address }) => address !== record.address), record];
}

const isPresent = (user: DesiredUser): user is DesiredPresentUser => user.ensure === 'present';
const idOf = (loginUserId: string): string => `id-${loginUserId}`;

function userReceipt(g: Gen, user: DesiredPresentUser): RecordedUser {
  const known = user.createInBackend || often(g, 50);
  const adopted = often(g, 15);
  return recordedUser(user, {
    connectUserId: known ? idOf(user.loginUserId) : null,
    ...(adopted && { provenance: { service: 'adopted', backend: 'adopted' } as const }),
  });
}

function recordReceipt(g: Gen, record: DesiredRecord, tidy: boolean): RecordedRecord {
  const consumed = !tidy && often(g, 10) ? ({ how: one(g, 'COMPLETED', 'gone'), at: NOW - 5000 } as const) : null;
  return recordedRecord(record, { consumed, ...(often(g, 10) && { provenance: 'adopted' as const }) });
}

function recordedAfter(g: Gen, past: DesiredState, tidy: boolean): Pick<Edited, 'recorded' | 'copies'> {
  const isKept = (): boolean => tidy || !often(g, 15);
  const live = past.records.filter(({ ensure }) => ensure === 'present' || ensure === 'open');
  const objects: RecordedObject[] = [
    ...past.users
      .filter(isPresent)
      .filter(isKept)
      .map((user) => userReceipt(g, user)),
    ...live.filter(isKept).map((record) => recordReceipt(g, record, tidy)),
  ];
  const held = new Map(objects.map((object) => [object.address, object]));
  const open: OpenIntent[] = [];
  const removed = new Map<string, RecordedObject>();
  const copies: SavedCopy[] = [];
  if (!tidy) {
    for (const record of live) {
      if (often(g, 6)) open.push(intentOf(g, record));
      if (!held.has(record.address) && often(g, 50))
        removed.set(record.address, { ...recordedRecord(record), removedAt: NOW - 9000 });
      if (often(g, 4))
        copies.push({
          address: record.address,
          savedAt: NOW - 1000,
          body: { task: taskOf(record), foreign: ['Other'] },
        });
    }
    for (const user of past.users.filter(isPresent)) {
      if (!held.has(user.address) && often(g, 50))
        removed.set(user.address, { ...userReceipt(g, user), removedAt: NOW - 9000 });
    }
  }
  return { recorded: { objects: held, openIntents: open, removed }, copies };
}

function intentOf(g: Gen, record: DesiredRecord): OpenIntent {
  const action = one(g, 'create', 'update', 'delete', 'move');
  const fromCampaign = action === 'move' ? one(g, ...NAMES) : null;
  const proposed = action === 'delete' ? null : recordedRecord(record);
  return {
    id: `i-${record.address}`,
    address: record.address,
    action,
    fromCampaign,
    at: NOW - one(g, 1000, 900_000),
    proposed,
  };
}

interface Past {
  readonly past: DesiredState;
  readonly recorded: Pick<Edited, 'recorded' | 'copies'>;
  readonly tidy: boolean;
}

function worldAfter(g: Gen, { past, recorded, tidy }: Past): World {
  const present = past.users.filter(isPresent);
  const users = new Map<string, ObservedUser>();
  const gone = !tidy && often(g, 4);
  for (const { loginUserId, createInBackend } of present) {
    if (!gone && (tidy || !often(g, 12)))
      users.set(
        loginUserId,
        seenUser('present', createInBackend ? 'present' : 'absent', createInBackend ? idOf(loginUserId) : null),
      );
  }
  if (!gone && often(g, 93)) users.set('gus@x.com', seenUser('present', 'absent'));
  for (const { loginUserId } of tidy || gone ? [] : past.users.filter((user) => !isPresent(user))) {
    if (often(g, 30)) users.set(loginUserId, seenUser('present', 'absent'));
  }
  const tasks = new Map<string, ObservedTask[]>(NAMES.map((name) => [name, []]));
  const put = (record: DesiredRecord): void => {
    const task = taskOf(record, { previewRecordId: `p-${record.clientId}` });
    const moved = tidy ? task : changedTask(g, task);
    tasks.get(record.campaign.campaignName)?.push(moved);
  };
  for (const record of past.records) {
    const isThere = record.ensure === 'present' || record.ensure === 'open' || (!tidy && often(g, 30));
    if (isThere && (tidy || !often(g, 12))) put(record);
  }
  // Ours, and neither declared nor recorded; or recorded as removed, and back.
  for (const campaign of tidy ? [] : past.campaigns) {
    if (often(g, 15)) {
      const stray = recordOf(g, campaign, one(g, 'C-2', 'C-3', 'C-4'));
      if (!tasks.get(campaign.campaignName)?.some(({ clientId }) => clientId === stray.clientId))
        put({ ...stray, ensure: 'present' });
    }
  }
  void recorded;
  return { users, tasks };
}

function changedTask(g: Gen, task: ObservedTask): ObservedTask {
  const worked = often(g, 15);
  return {
    ...task,
    ...(often(g, 10) && { preferredAgent: one(g, null, 'ana@x.com', 'ben@x.com') }),
    ...(worked && {
      workedState: one(g, 'WORKED', 'COMPLETED', 'REMOVED'),
      workAttempts: 1,
      lastAttemptTime: NOW - 4000,
    }),
    ...(often(g, 8) && { items: task.items.map((item) => (item.key === 'Name' ? { ...item, value: 'Z' } : item)) }),
    ...(often(g, 5) && { items: task.items.filter(({ key }) => key !== 'musterStack') }),
  };
}

/** Answers from the world, and remembers what it was asked. */
export function readerOf({ users, tasks }: World, asked: string[] = []): ServiceReader {
  const done = <T>(value: T): Promise<Outcome<T>> => Promise.resolve({ kind: 'done', value });
  const of = (name: string): readonly ObservedTask[] => tasks.get(name) ?? [];
  return {
    queryUser: (loginUserId) => {
      asked.push(`user:${loginUserId}`);
      const seen = users.get(loginUserId) ?? seenUser('absent', 'absent');
      const { backend, connectUserId } = seen;
      return done({ service: seen.service === 'present' ? 'present' : 'absent', backend, connectUserId } as const);
    },
    findRecord: ({ campaignName }, clientId) => {
      asked.push(`record:${campaignName}/${clientId}`);
      return done(of(campaignName).filter((task) => task.clientId === clientId));
    },
    findTask: ({ campaignName }, id) => done(of(campaignName).filter((task) => task.previewRecordId === id)),
    searchRecords: ({ campaignName }, { key, value, condition }) => {
      asked.push(`search:${campaignName} ${key} ${value}`);
      const shown = (task: ObservedTask): string =>
        key === 'sys_preferred_agent'
          ? (task.preferredAgent ?? '')
          : key === 'sys_worked_state'
            ? task.workedState
            : (task.items.find((item) => item.key === key)?.value ?? '');
      const fits = (task: ObservedTask): boolean =>
        condition === 'BEGINSWITH' ? shown(task).startsWith(value) && shown(task) !== '' : shown(task) === value;
      const found = of(campaignName).filter(fits);
      return done({ tasks: found, complete: true, shown: found.length });
    },
  };
}
