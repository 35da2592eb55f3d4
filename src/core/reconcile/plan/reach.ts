// The reach of a request: the declarations that differ between two versions of the files, and all that depends on them. Pure.
//
//   in reach                                          | draws in
//   an open intent, a saved copy, a user once removed | (always)
//   a declaration that differs, is new, or is gone    | (the beginning)
//   a record                                          | its agent; records with a like clientId, in whatever campaign
//   a record that shows the pin of another, or that   | who that is, unless declared to stay
//   is recorded with it                               |
//   a record that is gone, and of which nothing is    | everybody who is to leave: it is not read, and may show their pin
//   recorded                                          |
//   a record that is not recorded, or may not be, or  | every record declared in its campaign of which nothing is known, or
//   that the file asks for again                      | that the file asks for again
//   a user                                            | users with a like loginUserId
//   a user who differs, is not to stay, or is not     | records pinned there, as declared, recorded or found; the successor;
//   seen there                                        | leavers whose successor this is
//
// Whatever the rule draws in beside is read for nothing; what it left out would be missed. So every rule is wider than it need be:
// a clientId is compared in its folded form, and a pin counts as declared and as recorded.
//
// Example: the request removes Ana's line. In reach are Ana, each task pinned to her, Ben, who gets them, and nobody else.

import { clientIdOf, isRecord, isUser, parseAddress, recordAddress, userAddress } from '../../model/address.ts';
import type { Address, ParsedAddress } from '../../model/address.ts';
import type { Campaign, DesiredRecord } from '../../model/record.ts';
import { folded } from '../../model/spelling.ts';
import type { DesiredState, ObservedState, RecordedObject, RecordedState } from '../../model/state.ts';
import type { DesiredUser } from '../../model/user.ts';
import { isAskedAgain } from '../diff/unrecorded.ts';
import type { Scope } from './scope.ts';

const NO_PLACES = { source: null, agentSource: null };

/** Of declarations that differ, that are new, or that are gone. Where they stand in the files does not count. */
export function changedDeclarations(before: DesiredState, now: DesiredState): Set<Address> {
  const campaigns = new Map<Campaign, string>();
  const settings = (campaign: Campaign): string => {
    const text = campaigns.get(campaign) ?? JSON.stringify({ ...campaign, source: null });
    campaigns.set(campaign, text);
    return text;
  };
  const textOf = (declared: DesiredUser | DesiredRecord): string =>
    JSON.stringify({ ...declared, ...NO_PLACES, campaign: isRecord(declared) ? settings(declared.campaign) : null });
  const of = ({ users, records }: DesiredState): Map<Address, DesiredUser | DesiredRecord> =>
    new Map([...users, ...records].map((each) => [each.address, each]));
  const [old, fresh] = [of(before), of(now)];
  const isSame = (address: Address): boolean => {
    const [was, is] = [old.get(address), fresh.get(address)];
    return was === is || (was !== undefined && is !== undefined && textOf(was) === textOf(is));
  };
  return new Set([...old.keys(), ...fresh.keys()].filter((address) => !isSame(address)));
}

export interface Beginning {
  /** Declarations that the request changes. */
  readonly changed: ReadonlySet<Address>;
  /** clientIds of saved copies. */
  readonly copies: readonly string[];
}

/** Grows with what is seen of it: called again until it stays. */
export type Reach = (seen: ObservedReach) => ReadonlySet<Address>;

type ObservedReach = Pick<ObservedState, 'records' | 'pins' | 'users' | 'agents'>;

export function openReach(whole: Scope, beginning: Beginning): Reach {
  const index = indexOf(whole);
  const { openIntents, removed = new Map<Address, RecordedObject>() } = whole.recorded;
  const remembered = [...removed.values()].filter(isUser).map(({ address }) => address);
  const moving = openIntents.flatMap(({ address, fromCampaign }) =>
    fromCampaign === null ? [] : [recordAddress(fromCampaign, clientIdOf(address))],
  );
  const copied = beginning.copies.flatMap((clientId) => index.alike.get(recordKey(clientId)) ?? []);
  const first = [
    ...remembered,
    ...beginning.changed,
    ...openIntents.map(({ address }) => address),
    ...moving,
    ...copied,
  ];
  return (seen) => {
    const reached = new Set<Address>();
    const open = [...first];
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      if (reached.has(address)) continue;
      reached.add(address);
      open.push(...drawnIn(address, { index, changed: beginning.changed, seen }));
    }
    return reached;
  };
}

interface Index {
  readonly users: ReadonlyMap<Address, DesiredUser>;
  readonly records: ReadonlyMap<Address, DesiredRecord>;
  /** Recorded, and with no open intent that may end that. */
  readonly held: ReadonlySet<Address>;
  /** Remembered ones, too. */
  readonly recorded: RecordedState['objects'];
  /** Addresses of one kind whose ids are like each other. */
  readonly alike: ReadonlyMap<string, readonly Address[]>;
  /** Records by the loginUserId that they are pinned to, as declared or as recorded. */
  readonly pinned: ReadonlyMap<string, readonly Address[]>;
  /** Declared or recorded, and not to stay. */
  readonly leaving: readonly Address[];
  /** Those of them by the loginUserId of their successor. */
  readonly predecessors: ReadonlyMap<string, readonly Address[]>;
  /** Those of declared records that the file asks for again. */
  readonly again: ReadonlySet<Address>;
  /** Declared records of which nothing is known, and those, by their campaign. */
  readonly unrecorded: ReadonlyMap<string, readonly Address[]>;
}

function indexOf({ desired, recorded }: Scope): Index {
  const objects = [...recorded.objects.values(), ...(recorded.removed?.values() ?? [])];
  const intents = recorded.openIntents.flatMap(({ address }) => placeOf(address));
  const open = new Set(intents.map(({ address }) => address));
  const known = new Set([...objects, ...intents].map(({ address }) => address));
  const again = new Set(desired.records.flatMap((each) => (isAskedAgain(each, recorded) ? each.address : [])));
  const unrecorded = desired.records.filter(({ address }) => !known.has(address) || again.has(address));
  const records = [...desired.records, ...objects.filter(isRecord)];
  const all = [...desired.users, ...records, ...objects.filter(isUser), ...intents];
  const users = new Map(desired.users.map((user) => [user.address, user]));
  const people = [...desired.users, ...objects.filter(isUser)];
  const leavers = people.filter(({ address }) => users.get(address)?.ensure !== 'present');
  return {
    users,
    leaving: leavers.map(({ address }) => address),
    predecessors: grouped(leavers, ({ offboard }) => (typeof offboard === 'object' ? offboard.reassignTo : '')),
    records: new Map(desired.records.map((record) => [record.address, record])),
    again,
    held: new Set([...recorded.objects.keys()].filter((address) => !open.has(address))),
    recorded: new Map([...(recorded.removed ?? []), ...recorded.objects]),
    alike: grouped(all, likeKey),
    pinned: grouped(records, ({ preferredAgent }) => preferredAgent ?? ''),
    unrecorded: grouped(unrecorded, ({ campaign }) => campaign.campaignName),
  };
}

function grouped<T extends { readonly address: Address }>(
  objects: readonly T[],
  keyOf: (object: T) => string,
): ReadonlyMap<string, readonly Address[]> {
  const groups = new Map<string, Address[]>();
  for (const object of objects) {
    const key = keyOf(object);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [object.address]);
    else group.push(object.address);
  }
  return groups;
}

function placeOf(address: Address): (ParsedAddress & { readonly address: Address })[] {
  const parsed = parseAddress(address);
  return parsed === null ? [] : [{ ...parsed, address }];
}

function likeKey(object: IdentifiedObject): string {
  return isUser(object) ? `user:${folded(object.loginUserId)}` : recordKey(object.clientId);
}

type IdentifiedObject =
  { readonly kind: 'user'; readonly loginUserId: string } | { readonly kind: 'record'; readonly clientId: string };

function recordKey(clientId: string): string {
  return `record:${folded(clientId)}`;
}

interface Drawing {
  readonly index: Index;
  readonly changed: ReadonlySet<Address>;
  readonly seen: ObservedReach;
}

function drawnIn(address: Address, drawing: Drawing): readonly Address[] {
  const { index, seen, changed } = drawing;
  const [place] = placeOf(address);
  if (place === undefined) return [];
  const alike = index.alike.get(likeKey(place)) ?? [];
  if (isUser(place)) return [...alike, ...tasksAndSuccessors(address, place.loginUserId, drawing)];
  const agent = index.records.get(address)?.preferredAgent;
  const recorded = index.recorded.get(address);
  const last = isRecord(recorded) ? recorded.preferredAgent : null;
  const shown = (seen.records.get(address)?.tasks ?? []).map((task) => task.preferredAgent);
  const pins = [last, ...shown].map((loginUserId) => userAddress(loginUserId ?? ''));
  const leaving = pins.filter((user) => index.users.get(user)?.ensure !== 'present');
  const beside =
    index.held.has(address) && !index.again.has(address) ? [] : (index.unrecorded.get(place.campaignName) ?? []);
  const isUnknown = changed.has(address) && !index.records.has(address) && !index.recorded.has(address);
  const all = isUnknown ? index.leaving : [];
  return [...alike, ...beside, ...leaving, ...all, ...(agent ? [userAddress(agent)] : [])];
}

/** Of somebody who is there and stays as declared before, no task changes hands. */
function tasksAndSuccessors(address: Address, loginUserId: string, { index, changed, seen }: Drawing): Address[] {
  const declared = index.users.get(address);
  const shown = seen.users.get(address) ?? seen.agents.get(loginUserId);
  const isThere = shown === undefined || shown.service === 'present';
  if (declared?.ensure === 'present' && isThere && !changed.has(address)) return [];
  const recorded = index.recorded.get(address);
  const offboards = [declared?.offboard, isUser(recorded) ? recorded.offboard : undefined];
  const successors = offboards.flatMap((each) => (typeof each === 'object' ? [userAddress(each.reassignTo)] : []));
  const found = seen.pins.get(loginUserId)?.tasks ?? [];
  const tasks = found.map(({ campaignName, task }) => recordAddress(campaignName, task.clientId));
  const predecessors = index.predecessors.get(loginUserId) ?? [];
  return [...(index.pinned.get(loginUserId) ?? []), ...predecessors, ...tasks, ...successors];
}
