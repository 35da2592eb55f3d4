// Guards on what a plan takes away: how much in all, how much of one file, and whether anything was ours before.

import { isRecord, isUser } from '../../model/address.ts';
import type { Kind } from '../../model/address.ts';
import type { PassableGuard } from '../../model/allow.ts';
import type { RecordedObject } from '../../model/state.ts';
import type { DeletePolicy } from '../../model/target.ts';
import { isLetGoFinished, type Change } from '../change.ts';
import type {
  GuardedDeletes,
  GuardedFileDeletes,
  GuardedFirstRun,
  GuardedUnreadFiles,
  ManagedGroup,
  Passable,
} from '../guard.ts';
import { removedElsewhere } from '../held-elsewhere.ts';
import type { Plan } from '../plan-value.ts';
import { countRecorded } from './count-recorded.ts';
import type { PlanInput } from './input.ts';
import { removesTwins, setsState } from './split.ts';

/** Below this many recorded objects of a kind a percentage says nothing. */
const PERCENT_FROM = 20;
const KINDS: readonly Kind[] = ['user', 'record'];

type CountedPlan = Pick<Plan, 'changes' | 'recorded'>;

export function deletes(plan: CountedPlan, input: PlanInput): GuardedDeletes | null {
  const { policy, allow } = input;
  const lost = plan.changes.filter(isLost);
  const of = (kind: Kind): Change[] => lost.filter((change) => change.kind === kind);
  // One request may remove in several partitions: it is as large as all of them together.
  const { others } = input.desired;
  const beside = lost.length === 0 ? [] : removedElsewhere({ ...input.declared, ...(others && { others }) });
  const elsewhere = (kind: Kind): number => beside.filter((object) => object.kind === kind).length;
  const objects = new Map([...(others?.recorded ?? [])].map(([address, { object }]) => [address, object]));
  const held = countRecorded({ objects, openIntents: [] });
  const limits = KINDS.flatMap((kind) => {
    const most = mostOf(plan.recorded[kind] + held[kind], policy.deletes);
    return of(kind).length > 0 && of(kind).length + elsewhere(kind) > most ? [{ kind, most }] : [];
  });
  if (limits.length === 0) return null;
  return {
    code: 'guard-deletes',
    ...passedBy('deletes', lost.length + beside.length, allow),
    lost: [...lost, ...beside].map(({ address }) => address),
    users: of('user').length + elsewhere('user'),
    inBackend: lost.filter((change) => isUser(change) && change.deleteInBackend).length,
    records: of('record').length + elsewhere('record'),
    ...(beside.length > 0 && { elsewhere: beside.length }),
    ...filesOf(of('record'), input),
    shrunk: shrunkLists(of('record'), input),
    limits,
  };
}

function filesOf(lost: readonly Change[], { declared }: PlanInput): Pick<GuardedDeletes, 'files'> {
  const left = Map.groupBy(declared.records, ({ campaign }) => campaign.campaignName);
  const fileOfCampaign = (name: string | null): string | null => {
    const [file, ...others] = new Set((left.get(name ?? '') ?? []).map(({ source }) => source.file));
    return file === undefined || others.length > 0 ? null : file;
  };
  const byFile = Map.groupBy(lost, (each) => each.source?.file ?? fileOfCampaign(nameOf(groupOf(each))));
  const files = [...byFile].flatMap(([file, own]) => (file === null ? [] : [{ file, lost: own.length }]));
  return byFile.size > 1 && files.length === byFile.size ? { files } : {};
}

/** The lists of campaigns that lose records because their entries are gone, as when a filtered spreadsheet was saved. */
function shrunkLists(lost: readonly Change[], { declared, managed, diff }: PlanInput): GuardedDeletes['shrunk'] {
  const gone = lost.filter(({ source }) => source === null);
  const recorded = [...managed.objects.values()].filter((each) => isRecord(each));
  const staying = new Set(declared.records.map(({ address }) => address));
  const usedUp = recorded.filter(({ consumed }) => consumed !== null);
  const done = new Set([...usedUp, ...diff.changes.filter(isLetGoFinished)].map(({ address }) => address));
  return [...Map.groupBy(gone, (each) => nameOf(groupOf(each)))].flatMap(([name]) => {
    const left = declared.records.filter(({ campaign }) => campaign.campaignName === name);
    const [file, ...others] = new Set(left.map(({ source }) => source.file));
    const had = recorded.filter(({ campaignName }) => campaignName === name);
    if (file === undefined || others.length > 0 || had.length <= left.length) return [];
    const away = had.flatMap(({ address }) => (staying.has(address) ? [] : [address]));
    const finished = away.filter((address) => done.has(address));
    return [{ file, had: had.length, has: left.length, lost: away, finished }];
  });
}

export function fileDeletes(plan: CountedPlan, input: PlanInput): GuardedFileDeletes | null {
  const { perFile } = input.policy.deletes;
  if (perFile === undefined) return null;
  const ofCampaign = new Map(input.desired.campaigns.map(({ campaignName, source }) => [campaignName, source.file]));
  const byFile = Map.groupBy(plan.changes.filter(isLost), (change) => fileOf(change, ofCampaign));
  const named = [...byFile].map(([file, own]) => ({ file, lost: own.map(({ address }) => address) }));
  const files = named.filter(({ lost }) => lost.length > perFile);
  if (files.length === 0) return null;
  const total = files.reduce((sum, { lost }) => sum + lost.length, 0);
  return { code: 'guard-file-deletes', ...passedBy('file-deletes', total, input.allow), files, limit: perFile };
}

/** What a file still says that no pattern matches was hardly meant to go. */
export function unreadFiles({ diff, desired, allow }: PlanInput): GuardedUnreadFiles | null {
  const gone = diff.changes.filter(
    (change) => change.desired === null && (isLost(change) || change.action === 'forget'),
  );
  const files = (desired.unread ?? []).flatMap(({ file, addresses }) => {
    const lost = gone.flatMap(({ address }) => (addresses.has(address) ? [address] : []));
    return lost.length === 0 ? [] : [{ file, lost }];
  });
  const count = gone.filter(({ address }) => desired.unread?.some(({ addresses }) => addresses.has(address))).length;
  return count === 0 ? null : { code: 'guard-unread-files', ...passedBy('unread-files', count, allow), files };
}

/**
 * What nobody recorded before cannot be what somebody wants to be rid of: half a file is more likely. An object that a run was about to make
 * when it was cut off is recorded: by its intent.
 */
export function firstRun(plan: CountedPlan, { managed, allow }: PlanInput): GuardedFirstRun | null {
  const known = new Set([...managed.objects.values()].map((object) => nameOf(groupOf(object))));
  const intended = new Set(managed.openIntents.flatMap(({ address, proposed }) => (proposed === null ? [] : address)));
  const early = plan.changes.flatMap((change) => {
    const group = groupOf(change);
    const isKnown = known.has(nameOf(group)) || intended.has(change.address);
    return (isLost(change) || ends(change)) && !isKnown ? [group] : [];
  });
  if (early.length === 0) return null;
  const groups = [...new Map(early.map((group) => [nameOf(group), group])).values()];
  return { code: 'guard-first-run', ...passedBy('first-run', early.length, allow), groups };
}

function isLost(change: Change): boolean {
  return change.action === 'delete' || change.action === 'replace' || removesTwins(change);
}

function ends(change: Change): boolean {
  return setsState(change) && change.fields.some(({ after }) => after === 'COMPLETED' || after === 'REMOVED');
}

function mostOf(recorded: number, { count, percent }: DeletePolicy): number {
  return recorded < PERCENT_FROM ? count : Math.min(count, Math.floor((percent * recorded) / 100));
}

/** Null: no file declares it any more. */
function fileOf(change: Change, campaigns: ReadonlyMap<string, string>): string | null {
  const ofCampaign = isRecord(change) ? campaigns.get(change.campaign.campaignName) : undefined;
  return change.source?.file ?? ofCampaign ?? null;
}

/** All people are one kind; records are taken under management campaign by campaign. */
function groupOf(object: Change | RecordedObject): ManagedGroup {
  if (isUser(object)) return { kind: 'user' };
  return { kind: 'record', campaignName: 'campaign' in object ? object.campaign.campaignName : object.campaignName };
}

/** Null: all people. */
function nameOf(group: ManagedGroup): string | null {
  return isUser(group) ? null : group.campaignName;
}

export function passedBy(guard: PassableGuard, count: number, allow: PlanInput['allow']): Passable {
  const allowed = allow[guard] ?? null;
  return { count, allowed, pass: `${guard}=${count}`, passed: allowed === count };
}
