// The desired files of a life, as a team writes them, and the edits that a team makes. An edit is a value: what it is about is a number,
// which counts what the files hold then, so that a life without an earlier edit still makes sense.

import type { AbsentUserInput, DesiredInput } from '../../src/core/desired/declarations/define.ts';
import type { Address } from '../../src/core/model/address.ts';
import type { Region } from '../../src/core/model/region.ts';
import type { Policy } from '../../src/core/model/target.ts';
import type { Chance } from './random.ts';

type Presence = 'present' | 'absent' | 'completed' | 'removed' | 'worked' | 'open';

export interface PersonLine {
  readonly loginUserId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userTemplateName: string;
  readonly primaryEmailAddr: string;
  readonly createInBackend?: boolean;
  readonly adopt?: boolean;
  readonly ensure?: 'present' | 'absent';
  readonly onRemove?: 'release' | 'keep' | 'delete' | 'delete-with-backend';
  readonly onProfileChange?: 'keep' | 'replace';
  readonly offboard?: 'clear' | 'block' | { readonly reassignTo: string };
  readonly behaviorIfInBackend?: 'ALLOW';
}

export interface RecordLine {
  readonly clientId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly preferredAgent?: string;
  readonly nextEarliestWorkTime?: string;
  readonly skillQueue?: string;
  readonly ensure?: Presence;
  readonly whenWorked?: 'keep' | 'replace' | 'remove';
  readonly reissue?: string;
  readonly adopt?: boolean;
  readonly previewRecordId?: string;
  readonly twins?: Readonly<Record<string, 'keep' | 'remove' | 'merge'>>;
}

export interface CampaignLines {
  readonly campaignName: string;
  readonly marker: boolean;
  readonly intake: boolean;
  readonly manage: 'each' | 'set';
  readonly region?: Region;
  readonly records: readonly RecordLine[];
}

export interface Files {
  readonly users: readonly PersonLine[];
  readonly campaigns: readonly CampaignLines[];
  /** Of muster.yaml. */
  readonly policy?: Pick<Policy, 'agents' | 'offboard' | 'verifyRemovedDays'>;
  /** What the service profile answers; missing: there is none. */
  readonly queueName?: 'differs';
  /** loginUserIds and names of campaigns that the partition `south` declares; all others are those of `north`. Missing: one stack. */
  readonly south?: readonly string[];
  /** Addresses that are declared by a file which is not read. */
  readonly unread?: readonly Address[];
}

/** A user whom no file declares, and a login that nobody has. */
export const OUTSIDE = 'outside@example.com';
export const NOBODY = 'nobody@example.com';

/** Nobody, or a campaign without records, has no list: an empty one is a mistake. */
export function toInput({ users, campaigns }: Files): DesiredInput {
  return {
    ...(users.length > 0 && { users: users.map((line) => (line.ensure === 'absent' ? leaver(line) : line)) }),
    campaigns: campaigns.map(({ records, ...campaign }) => (records.length > 0 ? { ...campaign, records } : campaign)),
  };
}

function leaver({ loginUserId, adopt, onRemove, offboard }: PersonLine): AbsentUserInput {
  return {
    loginUserId,
    ensure: 'absent',
    ...(adopt !== undefined && { adopt }),
    ...(onRemove !== undefined && { onRemove }),
    ...(offboard !== undefined && { offboard }),
  };
}

export function person(name: string, more: Partial<PersonLine> = {}): PersonLine {
  const mail = `${name}@example.com`;
  return {
    loginUserId: mail,
    firstName: name,
    lastName: 'Muster',
    userTemplateName: 'Agents',
    primaryEmailAddr: mail,
    ...more,
  };
}

const EDITS = [
  'add-record',
  'data',
  'drop-item',
  'queue',
  'pin',
  'unpin',
  'time',
  'retime-all',
  'move',
  'drop-record',
  'drop-many',
  'put-back',
  'state',
  'reissue',
  'old-reason',
  'adopt-record',
  'adopt-all',
  'unadopt',
  'case',
  'when-worked',
  'add-person',
  'drop-person',
  'leaver',
  'rejoin',
  'profile',
  'backend',
  'on-remove',
  'offboard',
  'revert',
] as const;
type EditKind =
  | (typeof EDITS)[number]
  | 'used-reason'
  | 'pin-outside'
  | 'no-pin'
  | 'part'
  | 'drop-campaign'
  | 'drop-part'
  | 'login-case';

export interface Edit {
  readonly kind: EditKind;
  /** Which object, and which value. */
  readonly which: number;
  readonly value: number;
  /** Of the record or person that this life is most about, where the files hold it. */
  readonly isHot?: boolean;
}

export function drawEdit(chance: Chance): Edit {
  return { kind: chance.pick(EDITS), which: chance.int(1_000_000), value: chance.int(1_000_000) };
}

interface EditPlace {
  /** Every version so far, the first one first. */
  readonly versions: readonly Files[];
  /** Epoch milliseconds. */
  readonly now: number;
}

const at = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

/** The files after the edit; the same object where there was nothing to edit. */
export function edited(files: Files, { kind, which, value, isHot }: Edit, { versions, now }: EditPlace): Files {
  const campaign = at(files.campaigns, value);
  const every = files.campaigns.flatMap(({ campaignName, records }) =>
    records.map((record) => ({ campaignName, record })),
  );
  const hot = isHot === true ? hotOf(versions[0] ?? files) : {};
  const target = every.find(({ record }) => record.clientId === hot.clientId) ?? at(every, which);
  const someone =
    files.users.find(({ loginUserId }) => loginUserId === hot.loginUserId) ?? at(files.users.slice(1), which);
  const change = (more: Partial<RecordLine>): Files =>
    target === undefined
      ? files
      : inCampaign(files, target.campaignName, (records) => replaced(records, target.record, more));
  const changePerson = (more: Partial<PersonLine>): Files =>
    someone === undefined
      ? files
      : { ...files, users: files.users.map((each) => (each === someone ? { ...each, ...more } : each)) };
  const agent = at(
    files.users.filter(({ ensure }) => ensure !== 'absent'),
    value,
  )?.loginUserId;
  const flag = (name: 'adopt'): Partial<RecordLine> => ({ [name]: true });
  switch (kind) {
    case 'add-record':
      return campaign === undefined
        ? files
        : inCampaign(files, campaign.campaignName, (records) => withRecord(records, which, agent));
    case 'data':
      return change({ data: { ...target?.record.data, Note: `note ${value % 9}` } });
    case 'drop-item':
      return change({ data: { Name: target?.record.data['Name'] ?? 'Maria' } });
    case 'queue':
      return change({ skillQueue: value % 2 === 0 ? 'gold' : 'silver' });
    case 'pin':
      return agent === undefined ? files : change({ preferredAgent: agent });
    case 'pin-outside':
      return change({ preferredAgent: value % 2 === 0 ? OUTSIDE : NOBODY });
    case 'unpin':
      return change({ preferredAgent: '' });
    case 'no-pin': {
      if (target === undefined) return files;
      const { preferredAgent: _, ...line } = target.record;
      return inCampaign(files, target.campaignName, (records) =>
        records.map((each) => (each === target.record ? line : each)),
      );
    }
    case 'time':
      return change({ nextEarliestWorkTime: timeAt(now, value) });
    case 'retime-all':
      return campaign === undefined
        ? files
        : inCampaign(files, campaign.campaignName, (records) =>
            records.map((record) => ({ ...record, nextEarliestWorkTime: timeAt(now, value) })),
          );
    case 'move': {
      if (target === undefined || campaign === undefined || campaign.campaignName === target.campaignName) return files;
      if (campaign.records.some(({ clientId }) => clientId === target.record.clientId)) return files;
      const without = inCampaign(files, target.campaignName, (records) =>
        records.filter((each) => each !== target.record),
      );
      return inCampaign(without, campaign.campaignName, (records) => [...records, target.record]);
    }
    case 'drop-record':
      return target === undefined
        ? files
        : inCampaign(files, target.campaignName, (records) => records.filter((each) => each !== target.record));
    case 'drop-many':
      return campaign === undefined
        ? files
        : inCampaign(files, campaign.campaignName, (records) => records.filter((_, index) => index % 3 === value % 3));
    case 'put-back':
      return putBack(files, versions, which);
    case 'state': {
      const ensure = at(['present', 'absent', 'completed', 'removed', 'worked', 'open'] as const, value) ?? 'present';
      return change(ensure === 'worked' ? { ensure, nextEarliestWorkTime: timeAt(now, value) } : { ensure });
    }
    case 'reissue':
      return change({ reissue: `reason ${value % 7}` });
    case 'old-reason':
      return change({ reissue: (target?.record.reissue ?? 'reason 1').toUpperCase() });
    case 'used-reason':
      return change({ reissue: at(reasonsIn(versions, target?.record.clientId), value) ?? 'reason 1' });
    case 'adopt-record':
      return change(flag('adopt'));
    case 'adopt-all':
      return campaign === undefined
        ? files
        : inCampaign(files, campaign.campaignName, (records) =>
            records.map((record) => ({ ...record, ...flag('adopt') })),
          );
    case 'unadopt':
      return change({ adopt: false });
    case 'case':
      return change({ clientId: target?.record.clientId.replace(/^C/u, 'c') ?? '' });
    case 'when-worked':
      return change({ whenWorked: at(['keep', 'replace', 'remove'] as const, value) ?? 'keep' });
    case 'login-case':
      return changePerson({ loginUserId: someone?.loginUserId.replace(/^./u, (first) => first.toUpperCase()) ?? '' });
    case 'add-person':
      return withPerson(files, person(`new${which % 5}`, { createInBackend: value % 2 === 0 }));
    case 'drop-person':
      return someone === undefined ? files : withoutPerson(files, someone);
    case 'leaver': {
      if (someone === undefined) return files;
      const others = files.users.filter((each) => each !== someone && each.ensure !== 'absent');
      const heir = at(others, value)?.loginUserId;
      const offboard =
        value % 3 === 0 && heir !== undefined ? { reassignTo: heir } : value % 3 === 1 ? 'clear' : 'block';
      const pinned = withoutPerson(files, someone, heir);
      return { ...pinned, users: [...pinned.users, { ...someone, ensure: 'absent', offboard }] };
    }
    case 'rejoin':
      return someone?.ensure === 'absent' ? changePerson({ ensure: 'present' }) : files;
    case 'profile':
      return changePerson({ lastName: `Muster ${value % 5}`, ...(value % 3 === 0 && { onProfileChange: 'replace' }) });
    case 'backend':
      return changePerson({ createInBackend: value % 2 === 0 });
    case 'on-remove':
      return changePerson({
        onRemove: at(['release', 'keep', 'delete', 'delete-with-backend'] as const, value) ?? 'delete',
      });
    case 'offboard':
      return changePerson({ offboard: value % 2 === 0 ? 'clear' : 'block' });
    case 'revert':
      return at(versions, which) ?? files;
    case 'drop-campaign':
      return files.campaigns.length < 2
        ? files
        : { ...files, campaigns: files.campaigns.filter((each) => each !== campaign) };
    case 'drop-part': {
      const { south = [] } = files;
      const [first] = files.campaigns;
      const leaving = files.users.slice(1).filter(({ loginUserId }) => south.includes(loginUserId));
      const without = leaving.reduce((before, each) => withoutPerson(before, each, undefined), files);
      const campaigns = without.campaigns.filter(
        ({ campaignName }) => campaignName === first?.campaignName || !south.includes(campaignName),
      );
      return { ...without, campaigns };
    }
    case 'part': {
      const { south = [] } = files;
      const names = [
        ...files.users.slice(1).map(({ loginUserId }) => loginUserId),
        ...files.campaigns.map((each) => each.campaignName),
      ];
      const name = at(names, which) ?? '';
      return { ...files, south: south.includes(name) ? south.filter((each) => each !== name) : [...south, name] };
    }
    default:
      return kind satisfies never;
  }
}

/** Whom a life is most about: the first record and the first person after the known one, as the files began. */
export function hotOf({ campaigns, users }: Files): { readonly clientId?: string; readonly loginUserId?: string } {
  const [clientId, loginUserId] = [campaigns[0]?.records[0]?.clientId, users[1]?.loginUserId];
  return { ...(clientId !== undefined && { clientId }), ...(loginUserId !== undefined && { loginUserId }) };
}

function reasonsIn(versions: readonly Files[], clientId: string | undefined): readonly string[] {
  return versions.flatMap(({ campaigns }) =>
    campaigns.flatMap(({ records }) =>
      records.flatMap((each) => (each.clientId === clientId && each.reissue !== undefined ? [each.reissue] : [])),
    ),
  );
}

const timeAt = (now: number, value: number): string => new Date(now + ((value % 96) - 24) * 900_000).toISOString();

export function inCampaign(
  files: Files,
  name: string,
  change: (records: readonly RecordLine[]) => readonly RecordLine[],
): Files {
  const campaigns = files.campaigns.map((each) =>
    each.campaignName === name ? { ...each, records: unique(change(each.records)) } : each,
  );
  return { ...files, campaigns };
}

/** One line a clientId, in whatever letter case: two are a mistake that is found before anything is read. */
function unique(records: readonly RecordLine[]): readonly RecordLine[] {
  const seen = new Set<string>();
  return records.filter(({ clientId }) => !seen.has(clientId.toLowerCase()) && seen.add(clientId.toLowerCase()));
}

function replaced(
  records: readonly RecordLine[],
  record: RecordLine,
  more: Partial<RecordLine>,
): readonly RecordLine[] {
  return records.map((each) => (each === record ? { ...each, ...more } : each));
}

function withRecord(records: readonly RecordLine[], which: number, agent: string | undefined): readonly RecordLine[] {
  const clientId = `C-${1 + (which % 14)}`;
  const record: RecordLine = {
    clientId,
    data: { Name: `Customer ${which % 14}` },
    ...(which % 2 === 0 && agent !== undefined && { preferredAgent: agent }),
  };
  return [...records, record];
}

export function withPerson(files: Files, line: PersonLine): Files {
  if (files.users.some(({ loginUserId }) => loginUserId === line.loginUserId)) return files;
  return { ...files, users: [...files.users, line] };
}

/** Pins to somebody who is no longer declared would be a mistake in the files. */
export function withoutPerson(files: Files, line: PersonLine, heir?: string): Files {
  const users = files.users.filter((each) => each !== line).map((each) => withoutHeir(each, line.loginUserId));
  const campaigns = files.campaigns.map((campaign) => ({
    ...campaign,
    records: campaign.records.map((record) => {
      if (record.preferredAgent !== line.loginUserId) return record;
      const { preferredAgent: _, ...rest } = record;
      return heir === undefined ? rest : { ...rest, preferredAgent: heir };
    }),
  }));
  return { ...files, users, campaigns };
}

function withoutHeir(line: PersonLine, gone: string): PersonLine {
  return typeof line.offboard === 'object' && line.offboard.reassignTo === gone ? { ...line, offboard: 'block' } : line;
}

function putBack(files: Files, versions: readonly Files[], which: number): Files {
  const lost = versions.flatMap(({ campaigns }) =>
    campaigns.flatMap(({ campaignName, records }) =>
      records
        .filter(
          ({ clientId }) =>
            !files.campaigns.some((each) => each.records.some((record) => record.clientId === clientId)),
        )
        .map((record) => ({ campaignName, record })),
    ),
  );
  const one = at(lost, which);
  if (one === undefined) return files;
  const isThere = files.users.some(
    ({ loginUserId, ensure }) => loginUserId === one.record.preferredAgent && ensure !== 'absent',
  );
  const { preferredAgent, ...rest } = one.record;
  const record = isThere && preferredAgent !== undefined ? one.record : rest;
  return inCampaign(files, one.campaignName, (records) => [...records, record]);
}

/** The customer, however a list spells the id. */
export const normal = (clientId: string): string => clientId.replaceAll("'", '').trim().toLowerCase();

/** As a spreadsheet saves them. */
export function savedAnew(files: Files): Files {
  const saved = (line: RecordLine): RecordLine => ({ ...line, clientId: `'${line.clientId}` });
  const campaigns = files.campaigns.map((each) => ({ ...each, records: each.records.map(saved) }));
  return { ...files, campaigns };
}

/** What a decision reads beside the files and the service, and an approval binds. */
export const BOUND = ['list', 'agents', 'verify', 'profile'] as const;
/** Where pins are searched is drawn by itself (settings.ts). */
export type Bound = (typeof BOUND)[number] | 'searched';

/** As they were when the plan was approved: one thing that a decision reads is another. */
export function underAnother(bound: Bound, files: Files): Files {
  const other = (more: Files['policy']): Files => ({ ...files, policy: { ...files.policy, ...more } });
  if (bound === 'agents') return other({ agents: files.policy?.agents === 'any' ? 'known' : 'any' });
  if (bound === 'verify') return other({ verifyRemovedDays: 1 });
  if (bound === 'searched') return searchedElsewhere(files);
  return bound === 'profile' ? { ...files, queueName: 'differs' } : files;
}

/** Pins of leavers are searched in one campaign more, or in none beside the declared ones. */
function searchedElsewhere(files: Files): Files {
  const { offboard, ...policy } = files.policy ?? {};
  return { ...files, policy: offboard === undefined ? { ...policy, offboard: { campaigns: ['Autumn'] } } : policy };
}
