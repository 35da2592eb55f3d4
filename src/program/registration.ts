// A plan and the stack's resources -> what to register. Pure. What is registered decides what the engine does:
//
//   declared, and recorded or planned       registered; its order holds what the plan does with it
//   declared, neither                       not registered: it is used up
//   not declared, the plan removes it       not registered: the engine deletes it
//   not declared, used up, let go           registered as it stands: what is remembered must not leave the stack
//   not declared, the plan leaves it        registered as it stands, with an empty order: nothing is forgotten by silence
//   declared in B, recorded in A            registered under B with A as alias: one update, no delete
//   a leaver                                as not declared; registered only when its new settings must reach the handler
//   in a campaign with `manage: set`        part of a set, which is registered in its place (registration-set.ts)
//   its change was not approved, or waits   as if no file named it: as it stands where it is recorded, else not registered
//   for a person or a reading

import { userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { isWorked } from '../model/record.ts';
import type { DesiredRecord } from '../model/record.ts';
import type { DesiredState, OpenIntent } from '../model/state.ts';
import type { DesiredUser, RecordedUser } from '../model/user.ts';
import { unapproved } from '../engine.ts';
import { recordInputs, userInputs } from '../../providers/inputs.ts';
import { NO_ORDER } from '../../providers/order.ts';
import type { Order } from '../../providers/order.ts';
import type { StackResource, StackState } from '../../providers/stack.ts';
import type { Change } from '../reconcile/change.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { orderedChange } from './ordered.ts';
import type { Registration } from './ordered.ts';
import { keptInputs, setsPlanOf } from './registration-set.ts';
import type { SetsPlan } from './registration-set.ts';
import { isDropped } from './shards.ts';

export interface Facts {
  readonly desired: DesiredState;
  readonly plan: Plan;
  readonly stack: StackState;
  /** Recorded with other values, and as declared by now without a request. */
  readonly recordedOnly?: ReadonlySet<Address>;
  /** Kept with each user, so that a removal without a program (`pulumi destroy`) knows where pins may be. */
  readonly campaigns?: readonly string[];
}

/** In an order in which what something depends on stands before it: people, records, leavers. */
export function registrationsOf(all: Facts): Registration[] {
  const undecided = undecidedIn(all.plan);
  const waiting = new Set([...unapproved(all.plan.approval), ...undecided]);
  const given = { ...all, desired: without(waiting, all.desired) };
  const out = new Set([...leftOut(all), ...waiting]);
  const doable = given.plan.changes.filter(({ address }) => !out.has(address));
  const changes = new Map(doable.map((change) => [change.address, change]));
  const unasked = given.plan.changes.flatMap((change) => (waiting.has(change.address) ? addressesOf(change) : []));
  const held = new Set([...unasked, ...undecided]);
  const sets = setsPlanOf({ ...given, changes, held });
  const facts: Indexed = { ...given, changes, held, sets };
  const users = facts.desired.users.flatMap((user) => declaredUser(user, facts));
  const records = facts.desired.records.flatMap((record) => declaredRecord(record, facts));
  const registered = new Set([...[...users, ...records].map(({ address }) => address), ...sets.homes.keys()]);
  // A move into a set that is only half done: the set has its receipt, and the resource was not deleted since.
  const taken = sets.sets.flatMap(({ order }) => order.remembers);
  const elsewhere = new Set([...registered, ...taken]);
  const kept = [...heldObjects(facts, elsewhere), ...keptSingles(sets, registered)];
  const shards = sets.sets.map(({ address, inputs, order }) => plain('set', address, { inputs, order }));
  const registrations = [...users, ...records, ...kept, ...shards].toSorted((a, b) => rank(a) - rank(b));
  const rankOf = new Map(registrations.map((registration) => [registration.address, rank(registration)]));
  const order = new Map(sets.sets.map(({ address, waitsFor }) => [address, waitsFor]));
  const linked = registrations.map((registration) => {
    const waitsFor = order.get(registration.address)?.filter((other) => rankOf.has(other));
    return { ...registration, dependsOn: waitsFor ?? dependencies(registration, facts, rankOf) };
  });
  return withForgotten(linked, changes);
}

/** What the stack holds, with nothing to do: for a preview that cannot plan yet. */
export function asRecorded({ resources, sets }: StackState): Registration[] {
  const singles = [...resources].map(([address, held]) =>
    plain(held.family, address, { inputs: heldInputs(held), order: NO_ORDER }),
  );
  const all = [...sets.values()].map((set) => plain('set', set.name, { inputs: heldInputs(set), order: NO_ORDER }));
  return [...singles, ...all].map((each) => ({ ...each, dependsOn: [] }));
}

/** A delete has no order and sees what the stack has: every order of the run says who is only forgotten. */
function withForgotten(registrations: readonly Registration[], changes: Indexed['changes']): Registration[] {
  const gone = [...changes.values()].filter(({ kind, action }) => kind === 'user' && action === 'forget');
  if (gone.length === 0) return [...registrations];
  const forgets = gone.map(({ address }) => address);
  return registrations.map((each) => ({
    ...each,
    order: { ...each.order, forgets: [...each.order.forgets, ...forgets] },
  }));
}

/** Waiting for a person or a reading: what a handler sees a moment later is no reason to do what nobody has seen planned. */
function undecidedIn({ verdicts, changes }: Plan): ReadonlySet<Address> {
  const planned = new Set(changes.map(({ address }) => address));
  return new Set(verdicts.flatMap((each) => (isOpen(each) && !planned.has(each.address) ? [each.address] : [])));
}

interface Indexed extends Facts {
  readonly changes: ReadonlyMap<Address, Change>;
  /** What changes that were not approved are about, and what waits for a person or a reading: it stays as it stands. */
  readonly held: ReadonlySet<Address>;
  readonly sets: SetsPlan;
}

function rank({ kind, inputs }: Unlinked): number {
  if (kind === 'user') return inputs['ensure'] === 'absent' ? 3 : 0;
  return kind === 'record' ? 1 : 2;
}

function without(waiting: ReadonlySet<Address>, desired: DesiredState): DesiredState {
  const isApproved = ({ address }: { readonly address: Address }): boolean => !waiting.has(address);
  return { ...desired, users: desired.users.filter(isApproved), records: desired.records.filter(isApproved) };
}

/** A record that moves has two. */
function addressesOf(change: Change): Address[] {
  return change.kind === 'record' && change.from !== null ? [change.address, change.from.address] : [change.address];
}

/** A record waits for the user it is pinned to, a leaver for the records that leave it. */
function dependencies(
  registration: Unlinked,
  { changes, sets }: Indexed,
  rankOf: ReadonlyMap<Address, number>,
): Address[] {
  const { kind, inputs, address, order } = registration;
  const pin = order.changes.find((each) => each.pin !== undefined)?.pin;
  const agent = pin?.to ?? inputs['preferredAgent'];
  const pinned = kind === 'record' && typeof agent === 'string' && agent !== '' ? [userAddress(agent)] : [];
  const planned = (changes.get(address)?.after ?? []).map((other) => sets.homes.get(other) ?? other);
  return [...new Set([...pinned, ...planned])].filter((other) => (rankOf.get(other) ?? 4) < rank(registration));
}

/**
 * Of what was approved, what no handler of one object can carry out: a move from where only an update that was cut off had
 * made the record, and off-boarding by a pin of a task that is not in the stack, or leaves it, or moves while worked.
 * Neither it nor the removal that waits for it is done; both are said.
 */
export function leftOut({ plan, stack }: Facts): ReadonlySet<Address> {
  const isOut = (change: Change): boolean => {
    if (change.kind !== 'record') return false;
    const address = change.from?.address ?? change.address;
    const isInStack = stack.resources.has(address) || isInSet(address, stack);
    if (change.from !== null && !isInStack) return true;
    if (change.pin === null) return false;
    const isHeld = change.desired !== null || (stack.resources.has(address) && !isDropped(change));
    const task = change.from?.observed?.tasks[0];
    return !isInStack || !isHeld || (task !== undefined && isWorked(task));
  };
  const left = unapproved(plan.approval);
  const approved = plan.changes.filter(({ address }) => !left.has(address));
  const out = new Set(approved.filter(isOut).map(({ address }) => address));
  const waiting = approved.filter(({ kind, after }) => kind === 'user' && after.some((other) => out.has(other)));
  return new Set([...out, ...waiting.map(({ address }) => address)]);
}

function isInSet(address: Address, { sets }: StackState): boolean {
  return [...sets.values()].some(({ receipts }) => receipts.has(address));
}

type Unlinked = Omit<Registration, 'dependsOn'>;

function declaredUser(user: DesiredUser, facts: Indexed): Unlinked[] {
  const { address } = user;
  const { campaigns = [] } = facts;
  const known = { ...userInputs(user), ...(campaigns.length > 0 && { campaigns: JSON.stringify(campaigns) }) };
  const isLeaver = user.ensure === 'absent';
  if (isLeaver ? !isRegisteredLeaver(user, facts) : !isRegistered(address, facts)) return [];
  return [plain('user', address, { inputs: known, order: orderOf(address, facts) })];
}

/** Known to the stack without a record: it stays until it leaves the file. Else: the engine's delete knows less. */
function isRegisteredLeaver(user: DesiredUser, { changes, stack }: Indexed): boolean {
  const recorded = stack.recorded.objects.get(user.address);
  if (recorded === undefined && stack.resources.has(user.address)) return true;
  if (changes.get(user.address)?.action !== 'delete') return false;
  // Of `keep`, and of who is only probably ours, the engine's delete, which sees no declaration, would take nobody away.
  if (recorded?.kind !== 'user' || recorded.onRemove === 'keep' || recorded.foundAt !== undefined) return true;
  return settingsDiffer(user, recorded);
}

function settingsDiffer(user: DesiredUser, recorded: RecordedUser): boolean {
  return (
    (user.onRemove ?? recorded.onRemove) !== recorded.onRemove ||
    JSON.stringify(user.offboard) !== JSON.stringify(recorded.offboard)
  );
}

function declaredRecord(record: DesiredRecord, facts: Indexed): Unlinked[] {
  const { address } = record;
  if (record.campaign.manage === 'set') return [];
  if (record.ensure === 'absent' && !isRegisteredAbsence(record, facts)) return [];
  if (record.ensure !== 'absent' && !isRegistered(address, facts)) return [];
  const change = facts.changes.get(address);
  const from = change?.kind === 'record' ? change.from : null;
  const receipt = facts.sets.toSingles.get(address);
  const own = orderOf(address, facts);
  const order = receipt === undefined ? own : { ...own, remembers: [receipt.address] };
  const registration = plain('record', address, { inputs: recordInputs(record), order });
  return [{ ...registration, movedFrom: receipt === undefined ? (from?.address ?? null) : null }];
}

/** What the plan does with one object. */
function orderOf(address: Address, facts: Indexed): Order {
  const { changes, stack, recordedOnly, held } = facts;
  const change = changes.get(address);
  const isOpen = (stack.resources.get(address)?.openIntents.length ?? 0) > 0 && !held.has(address);
  const isRecorded =
    change === undefined && (isOpen || (stack.resources.has(address) && recordedOnly?.has(address) === true));
  return {
    ...NO_ORDER,
    changes: change === undefined ? [] : [orderedChange(change)],
    records: isRecorded ? [address] : [],
    sent: sentAt(address, facts),
  };
}

function isRegisteredAbsence(record: DesiredRecord, { changes, stack }: Indexed): boolean {
  const recorded = stack.recorded.objects.get(record.address);
  if (recorded === undefined && stack.resources.has(record.address)) return true;
  // Only the named twin goes: what is recorded of another one stays, and the engine's delete would not know which.
  if (record.previewRecordId !== undefined && stack.resources.has(record.address)) return true;
  if (changes.get(record.address)?.action !== 'delete') return false;
  const isNamed = record.previewRecordId !== undefined;
  return isNamed || recorded?.kind !== 'record' || record.whenWorked === 'remove' || recorded.provenance === 'adopted';
}

function isRegistered(address: Address, { changes, stack, sets }: Indexed): boolean {
  const { resources, pending } = stack;
  return resources.has(address) || changes.has(address) || sets.toSingles.has(address) || pending.has(address);
}

function isOpen({ class: kind }: Plan['verdicts'][number]): boolean {
  return kind === 'decision' || kind === 'unreadable';
}

/** Of a write that was under way when an earlier update was killed. */
function sentAt(address: Address, { stack }: Facts): readonly OpenIntent[] {
  if (!stack.pending.has(address)) return stack.resources.get(address)?.interrupted ?? [];
  return stack.recorded.openIntents.filter((each) => each.address === address).slice(0, 1);
}

/** Recorded, not declared, and not removed by this plan, or not by the part of it that was approved. */
function heldObjects({ stack, changes, held }: Indexed, registered: ReadonlySet<Address>): Unlinked[] {
  const leaving = new Set([...changes.values()].flatMap(leavingAddresses));
  return [...stack.resources].flatMap(([address, resource]) => {
    const isKept = stack.recorded.objects.has(address) || resource.unsettled || held.has(address);
    if (registered.has(address) || leaving.has(address) || !isKept) return [];
    const change = changes.get(address);
    const changed = change === undefined ? [] : [orderedChange(change)];
    const order = { ...NO_ORDER, changes: changed, sent: resource.interrupted };
    return [plain(resource.family, address, { inputs: heldInputs(resource), order })];
  });
}

/** What a set recorded of a campaign with resources of its own, and no line declares. */
function keptSingles({ keptSingles: receipts }: SetsPlan, registered: ReadonlySet<Address>): Unlinked[] {
  return receipts.flatMap((receipt) =>
    registered.has(receipt.address)
      ? []
      : [
          plain('record', receipt.address, {
            inputs: keptInputs(receipt),
            order: { ...NO_ORDER, remembers: [receipt.address] },
          }),
        ],
  );
}

function leavingAddresses(change: Change): Address[] {
  if (change.kind === 'record' && change.from !== null) return [change.from.address];
  return isDropped(change) ? [change.address] : [];
}

function heldInputs({ inputs }: Pick<StackResource, 'inputs'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== '__provider'));
}

function plain(
  kind: Registration['kind'],
  address: Address,
  { inputs, order }: { readonly inputs: object; readonly order: Order },
): Unlinked {
  return { address, kind, inputs: { ...inputs }, order, movedFrom: null };
}
