// Reads what is in reach of a request (reconcile/plan/reach.ts), and nothing else. The same answers mean the same as in a whole reading;
// what that one sees on the way is asked for by itself:
//
//   a whole reading sees                  | here
//   records pinned to a leaver            | the search for pins; what it finds is read as well
//   a task of ours in another campaign    | asked for where a record in reach is gone, or was removed
//   that anybody is known here at all     | recorded users are asked until one is there
//   each campaign by marker               | where that takes fewer requests than one for each record

import { campaignOf, isRecord, isUser, recordAddress, userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { markerIn } from '../model/record.ts';
import type { ObservedTask } from '../model/record.ts';
import type { ObservedState, OpenIntent, RecordedObject } from '../model/state.ts';
import type { Presence } from '../model/user.ts';
import { recordedCampaigns } from '../reconcile/diff/unrecorded.ts';
import { isMarkerOf, shardPrefixes, stacksOf } from '../reconcile/marker.ts';
import { isAnother } from '../reconcile/owner.ts';
import { knownCampaigns, loginsToAsk, recordKeys } from '../reconcile/observe/addresses.ts';
import { observe } from '../reconcile/observe/observe.ts';
import type { ObserveOptions } from '../reconcile/observe/observe.ts';
import { observeUser } from '../reconcile/observe/one.ts';
import { forEachParallel } from '../reconcile/observe/parallel.ts';
import { readCost } from '../reconcile/observe/requests.ts';
import type { Reach } from '../reconcile/plan/reach.ts';
import { within } from '../reconcile/plan/scope.ts';
import type { Scope } from '../reconcile/plan/scope.ts';

export interface InReachOptions extends Omit<ObserveOptions, 'desired' | 'recorded' | 'shard'> {
  readonly whole: Scope;
  readonly reach: Reach;
}

/** Both states within reach, and what was observed. */
export interface InReach extends Scope {
  readonly observed: ObservedState;
}

export async function observeInReach(options: InReachOptions): Promise<InReach> {
  const { whole, reach } = options;
  const read = new Set<Address>();
  const elsewhere = new Set<Address>();
  const seen: ObservedState[] = [];
  let addresses = reach(joined(seen));
  do {
    while (read.size < addresses.size) {
      const next = within(whole, (address) => addresses.has(address) && !read.has(address));
      seen.push(await readScope(next, options));
      for (const address of addresses) read.add(address);
      addresses = reach(joined(seen));
    }
    seen.push(await lookElsewhere(options, { addresses, elsewhere }, joined(seen)));
    // What was found there may show a pin of somebody who leaves.
    addresses = reach(joined(seen));
  } while (read.size < addresses.size);
  const scope = within(whole, (address) => addresses.has(address));
  return { ...scope, observed: await withWitnesses(options, joined(seen)) };
}

/**
 * A campaign is read by marker only where that is the shorter way, or where markers alone say that another stack called its customers; records
 * that were removed are looked for elsewhere.
 */
function readScope({ desired, recorded }: Scope, options: InReachOptions): Promise<ObservedState> {
  const { whole, lineage } = options;
  const known = recordedCampaigns(whole.recorded);
  const held = recordKeys(whole.desired, whole.recorded);
  const keys = recordKeys(desired, recorded);
  const campaigns = knownCampaigns(whole.desired, whole.recorded).flatMap((campaign) => {
    const asked = keys.get(campaign.campaignName)?.size ?? 0;
    const prefixes = shardPrefixes('', held.get(campaign.campaignName)?.size ?? 0);
    const isShorter = asked * readCost(campaign) > prefixes.length * stacksOf(lineage).length;
    const marker = campaign.marker && (isShorter || !known.has(campaign.campaignName));
    return asked === 0 ? [] : [{ ...campaign, marker }];
  });
  const declared = new Set(desired.records.map(({ address }) => address));
  // What we removed gives way to what comes in its place.
  const isAsked = ([address, object]: readonly [Address, RecordedObject]): boolean =>
    isUser(object) || declared.has(address);
  const removed = new Map([...(recorded.removed ?? [])].filter(isAsked));
  return observe({ ...options, desired: { ...desired, campaigns }, recorded: { ...recorded, removed } });
}

/**
 * Tasks of ours that a search by marker shows, and nothing else asks for: where nobody declares or records them, and where a record
 * was used up. What could not be read may be there. `elsewhere`: what was asked here, which is not asked again.
 */
async function lookElsewhere(
  options: InReachOptions,
  { addresses, elsewhere }: { readonly addresses: ReadonlySet<Address>; readonly elsewhere: Set<Address> },
  { records }: ObservedState,
): Promise<ObservedState> {
  const { whole, lineage } = options;
  const { objects, removed = new Map<Address, RecordedObject>() } = whole.recorded;
  const marked = knownCampaigns(whole.desired, whole.recorded).flatMap((each) =>
    each.marker ? each.campaignName : [],
  );
  const isHere = (address: Address): boolean => {
    const [tasks, known] = [records.get(address)?.tasks ?? [], objects.get(address)];
    return tasks.some((task) => !isRecord(known) || !isAnother(known, task));
  };
  const declared = new Set(whole.desired.records.map(({ address }) => address));
  const leaves = (object: RecordedObject): boolean =>
    isRecord(object) && object.consumed === null && !declared.has(object.address);
  const leaving = [...objects.values()].filter(leaves).filter(isRecord);
  const absent = [...whole.desired.records, ...leaving].filter(
    ({ address }) => addresses.has(address) && !isHere(address),
  );
  const places = absent.flatMap(({ clientId }) =>
    formsOf(clientId).flatMap((form) => marked.map((name) => recordAddress(name, form))),
  );
  const unknown = [...places, ...removed.keys()].filter((address) => !declared.has(address) && !objects.has(address));
  const asked = new Set([...unknown, ...objects.keys()].filter((address) => marked.includes(campaignOf(address))));
  const inReach = (address: Address): boolean => addresses.has(address) || !objects.has(address);
  const isNew = (address: Address): boolean => !records.has(address) && !elsewhere.has(address);
  const next = [...asked].filter((address) => inReach(address) && isNew(address));
  for (const address of next) elsewhere.add(address);
  const openIntents = next.map(question);
  const recorded = { objects: new Map<Address, RecordedObject>(), openIntents };
  const seen = await readScope({ desired: { ...whole.desired, users: [], records: [] }, recorded }, options);
  const isOurs = (task: ObservedTask): boolean => isMarkerOf(lineage, markerIn(task));
  const ours = [...seen.records].flatMap(([address, record]) => {
    const task = record.tasks.find(isOurs);
    return task === undefined ? [] : [{ address, record, task }];
  });
  const unread = [...seen.records].flatMap(([address, { presence }]) => (presence === 'unknown' ? [address] : []));
  return {
    ...seen,
    records: new Map(ours.flatMap(({ address, record }) => (objects.has(address) ? [[address, record]] : []))),
    extras: new Map([...seen.extras, ...ours.map(({ address, task }) => [address, task] as const)]),
    unread: new Set([...(seen.unread ?? []), ...unread.map(campaignOf)]),
  };
}

/** As others may have spelled it: in another Unicode form, in small letters or in capitals (model/spelling.ts). */
function formsOf(clientId: string): readonly string[] {
  const forms = [clientId, clientId.normalize('NFC'), clientId.normalize('NFD')];
  return [...new Set([...forms, clientId.toLowerCase(), clientId.toUpperCase()])];
}

/** An address that is asked for although nobody declares or records it. */
function question(address: Address): OpenIntent {
  return { id: '', address, action: 'forget', fromCampaign: null, at: 0, proposed: null };
}

function joined(parts: readonly ObservedState[]): ObservedState {
  const all = <V>(of: (part: ObservedState) => ReadonlyMap<string, V> | undefined): ReadonlyMap<string, V> =>
    new Map(parts.flatMap((part) => [...(of(part) ?? [])]));
  const sum = (of: (part: ObservedState) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const records = all((part) => part.records);
  const extras = all((part) => part.extras);
  return {
    users: all(({ users }) => users),
    records,
    // What one round asks for by itself is no stranger in another.
    extras: new Map([...extras].filter(([address]) => !records.has(address))),
    foreign: all(({ foreign }) => foreign),
    elsewhere: all(({ elsewhere }) => elsewhere),
    pins: all(({ pins }) => pins),
    agents: all(({ agents }) => agents),
    strangers: all(({ strangers }) => strangers),
    unread: new Set(parts.flatMap(({ unread = [] }) => [...unread])),
    coverage: { asked: sum(({ coverage }) => coverage.asked), answered: sum(({ coverage }) => coverage.answered) },
    requests: sum(({ requests }) => requests),
  };
}

/** A user who is absent proves something only beside one who is there; and where every recorded user is gone, that is to be known. */
export async function withWitnesses(
  { whole, reader, clock, asksPins }: Pick<InReachOptions, 'whole' | 'reader' | 'clock' | 'asksPins'>,
  seen: ObservedState,
): Promise<ObservedState> {
  const all = loginsToAsk(whole.desired, whole.recorded, asksPins);
  // Asked as somebody's successor or agent, and known all the same.
  const isKnown = new Set(all.known);
  const known = [...seen.agents].flatMap(([id, user]) => (isKnown.has(id) ? [[userAddress(id), user] as const] : []));
  const users = new Map([...known, ...seen.users]);
  const agents = new Map([...seen.agents].filter(([id]) => !users.has(userAddress(id))));
  const inService = (wanted: Presence): string[] =>
    [...users, ...agents].flatMap(([name, { service }]) => (service === wanted ? [name] : []));
  const isRecorded = (id: string): boolean => whole.recorded.objects.has(userAddress(id));
  const others = [...all.known, ...all.agents].filter((id) => !users.has(userAddress(id)) && !agents.has(id));
  const inTurn = [...others.filter(isRecorded), ...others.filter((id) => !isRecorded(id))];
  const isProven = (asked: number): boolean =>
    inService('present').some((name) => whole.recorded.objects.has(name) || !isRecorded(inTurn[asked] ?? ''));
  const before = users.size;
  for (const [from, to] of [
    [0, 1],
    [1, 8],
    [8, inTurn.length],
  ] as const) {
    const isAsked = seen.coverage.asked > 0 && (isRecorded(inTurn[from] ?? '') || inService('absent').length > 0);
    if (!isAsked || isProven(from)) break;
    const ask = async (id: string): Promise<void> =>
      void users.set(userAddress(id), await observeUser(reader, id, clock));
    await forEachParallel(inTurn.slice(from, to), ask);
  }
  return { ...seen, users, agents, requests: seen.requests + users.size - before };
}
