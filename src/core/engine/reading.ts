// Reads a part of the three states for a Pulumi handler: one user, one record, or the records of one shard. The same answers mean
// the same as in a whole reading (reconcile/observe); only how many requests it takes differs:
//
//   shard     one search by marker for all records of the shard, then each that was not seen
//   shared    (a refresh of many resources) one search by marker a campaign and process, then each that was not seen
//   open      (an import of many) the first of a campaign by itself; from the second on four searches by state, then each not seen as open
//   fresh     (before a write) each key by itself

import { isRecord, recordAddress, userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { Lineage } from '../model/identity.ts';
import { isFinished } from '../model/record.ts';
import type { Campaign, ObservedRecord, ObservedTask } from '../model/record.ts';
import type { Clock, DesiredState, ObservedState, RecordedState } from '../model/state.ts';
import type { ObservedUser } from '../model/user.ts';
import { knownCampaigns, loginsToAsk, recordKeys } from '../reconcile/observe/addresses.ts';
import { namedIds, observeNamed } from '../reconcile/observe/named.ts';
import { observeRecord, observeUser, stopOnEnvironment, toObserved, userReading } from '../reconcile/observe/one.ts';
import { readByMarker } from '../reconcile/observe/read-by-marker.ts';
import { STATES } from '../reconcile/observe/read-by-start.ts';
import { RecordReading } from '../reconcile/observe/records.ts';
import { isUncalled } from '../reconcile/diff/used-up.ts';
import { standing, withoutDeleted } from '../reconcile/observe/standing.ts';
import { isAnother } from '../reconcile/owner.ts';
import type { ServiceReader } from '../service/service.ts';

export interface PartToRead {
  readonly lineage: Lineage;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  /** Leading bits of the markers of all these records; null where each stands for itself. */
  readonly shard: string | null;
  /** loginUserIds asked, one after the other until one is there, when somebody is not: else NOT_FOUND proves nothing. */
  readonly witnesses: readonly string[];
  /** Other campaigns, in which tasks of ours with the clientIds of these records are looked for. */
  readonly beside?: readonly Campaign[];
}

export interface PartReading {
  /** Throws ToolError only for a failure of the whole environment; what cannot be read is `unknown`. */
  read(part: PartToRead, how: ReadingWay): Promise<ObservedState>;
}

/** A shard is read as such. */
export type ReadingWay = 'shared' | 'open' | 'fresh';

interface PartReadingOptions {
  readonly reader: ServiceReader;
  readonly clock: Clock;
}

export function openPartReading(options: PartReadingOptions): PartReading {
  const { reader, clock } = options;
  const bulk = new Map<string, Promise<OursIn>>();
  const readFresh: ReadOne = (key) => observeRecord(reader, { ...key, clock });
  const readCampaign = (campaign: Campaign, lineage: Lineage): Promise<OursIn> => {
    const key = JSON.stringify([campaign.campaignName, lineage]);
    const reading =
      bulk.get(key) ??
      readByMarker({ reader, lineage, campaign, expected: 0 }).then(({ tasks, isWhole }) => ({
        tasks: Map.groupBy(tasks, (task) => task.clientId),
        isWhole,
      }));
    bulk.set(key, reading);
    return reading;
  };
  const readShared = async (lineage: Lineage, key: RecordKey): Promise<ObservedRecord> => {
    const observedAt = clock();
    const { campaign, clientId } = key;
    // By marker only our own is found: where files are loaded, another may stand beside it.
    const isWhole = campaign.marker && !campaign.intake;
    const tasks = isWhole ? (await readCampaign(campaign, lineage)).tasks.get(clientId) : undefined;
    return tasks === undefined ? readFresh(key) : toObserved(tasks, observedAt);
  };
  const open = new Map<string, Promise<ReadonlyMap<string, ObservedTask[]>> | null>();
  const readOpen: ReadOne = async (key) => {
    const observedAt = clock();
    const { campaign, clientId } = key;
    const name = JSON.stringify([campaign.campaignName, campaign.region]);
    const isFirst = !open.has(name);
    open.set(name, isFirst ? null : (open.get(name) ?? tasksByState(reader, campaign)));
    const tasks = (await open.get(name))?.get(clientId) ?? [];
    return isFirst || tasks.every(isFinished) ? readFresh(key) : toObserved(tasks, observedAt);
  };
  return {
    read: async (part, how) => {
      const users = await readUsers(part, options);
      const agents = await readWitnesses(part, users, options);
      const ways = { shared: (key: RecordKey) => readShared(part.lineage, key), open: readOpen, fresh: readFresh };
      const records =
        part.shard === null ? await readEach(part, ways[how], options) : await readShard(part, part.shard, options);
      const asked = users.size + records.size;
      const coverage = { asked, answered: asked };
      const beside = await readBeside(part, (campaign) => readCampaign(campaign, part.lineage));
      return { users, agents, records, ...beside, pins: new Map(), coverage, requests: 0 };
    },
  };
}

interface OursIn {
  /** By clientId. */
  readonly tasks: ReadonlyMap<string, ObservedTask[]>;
  readonly isWhole: boolean;
}

async function readBeside(
  { desired, beside = [] }: PartToRead,
  readCampaign: (campaign: Campaign) => Promise<OursIn>,
): Promise<Pick<ObservedState, 'extras' | 'unread'>> {
  const extras = new Map<Address, ObservedTask>();
  const unread = new Set<string>();
  for (const campaign of beside) {
    const { campaignName } = campaign;
    const { tasks, isWhole } = await readCampaign(campaign);
    if (!isWhole) unread.add(campaignName);
    for (const { clientId } of desired.records) {
      const [task] = standing(tasks.get(clientId) ?? [], undefined);
      // What we have removed may go on being shown.
      if (task !== undefined && !isUncalled(task)) extras.set(recordAddress(campaignName, clientId), task);
    }
  }
  return { extras, unread };
}

/**
 * By clientId; nobody where one of the answers is missing or may be cut: then a second task may not be shown. One after the other, as a
 * task goes through the states: one that is worked in between is in one of them.
 */
async function tasksByState(reader: ServiceReader, campaign: Campaign): Promise<ReadonlyMap<string, ObservedTask[]>> {
  const found = new Map<string, ObservedTask>();
  for (const value of STATES) {
    const outcome = await reader.searchRecords(campaign, { key: 'sys_worked_state', value, condition: 'EQUALS' });
    stopOnEnvironment(outcome);
    if (outcome.kind !== 'done' || !outcome.value.complete) return new Map();
    for (const task of outcome.value.tasks) found.set(task.previewRecordId, task);
  }
  return Map.groupBy(found.values(), ({ clientId }) => clientId);
}

async function readUsers(
  { desired, recorded }: PartToRead,
  { reader, clock }: PartReadingOptions,
): Promise<Map<Address, ObservedUser>> {
  const { known } = loginsToAsk(desired, recorded);
  const ask = userReading(reader, recorded, clock);
  const read = known.map(async (id) => [userAddress(id), await ask(id)] as const);
  return new Map(await Promise.all(read));
}

async function readWitnesses(
  { witnesses }: PartToRead,
  users: ReadonlyMap<Address, ObservedUser>,
  { reader, clock }: PartReadingOptions,
): Promise<Map<string, ObservedUser>> {
  const found = new Map<string, ObservedUser>();
  if (![...users.values()].some(({ service }) => service === 'absent')) return found;
  for (const id of witnesses) {
    const observed = await observeUser(reader, id, clock);
    found.set(id, observed);
    if (observed.service === 'present') break;
  }
  return found;
}

interface RecordKey {
  readonly campaign: Campaign;
  readonly clientId: string;
}

type ReadOne = (key: RecordKey) => Promise<ObservedRecord>;

async function readEach(
  { desired, recorded }: PartToRead,
  readOne: ReadOne,
  { reader, clock }: PartReadingOptions,
): Promise<Map<Address, ObservedRecord>> {
  const named = new Map(
    desired.records.filter((each) => namedIds(each).length > 0).map((each) => [each.address, each]),
  );
  const read = async (address: Address, key: RecordKey): Promise<ObservedRecord> => {
    const record = named.get(address);
    const known = recorded.objects.get(address);
    if (record !== undefined)
      return observeNamed({ reader, desired: record, recorded: isRecord(known) ? known : null, clock });
    const found = await readOne(key);
    const { campaign, clientId } = key;
    const isDoubtful = isRecord(known) && (known.contested ?? found.tasks.some((task) => isAnother(known, task)));
    const isWhole = campaign.intake || !isDoubtful;
    const both = { campaign: { ...campaign, intake: true }, clientId, clock };
    const seen = isWhole ? found : await observeRecord(reader, both);
    return withoutDeleted(seen, { known: isRecord(known) ? known.previewRecordId : undefined, coming: null });
  };
  const campaigns = new Map(knownCampaigns(desired, recorded).map((each) => [each.campaignName, each]));
  const keys = [...recordKeys(desired, recorded)].flatMap(([campaignName, ids]) => {
    const campaign = campaigns.get(campaignName);
    return campaign === undefined ? [] : [...ids].map((clientId) => ({ campaign, clientId }));
  });
  const asked = keys.map(async (key) => {
    const address = recordAddress(key.campaign.campaignName, key.clientId);
    return [address, await read(address, key)] as const;
  });
  return new Map(await Promise.all(asked));
}

async function readShard(
  { desired, recorded, lineage }: PartToRead,
  shard: string,
  { reader, clock }: PartReadingOptions,
): Promise<ReadonlyMap<Address, ObservedRecord>> {
  const reading = new RecordReading({ reader, desired, recorded, lineage, clock, shard });
  await reading.read(() => undefined);
  return reading.observed;
}
