// A plan and the stack's resources -> what to register. Pure. What is registered decides what the engine does:
//
//   declared, and recorded or planned       registered; the handlers compare and act
//   declared, neither                       not registered: it is used up
//   not declared, the plan removes it       not registered: the engine deletes it
//   not declared, used up, let go           registered on hold: what is remembered must not leave the stack
//   not declared, the plan leaves it        registered as it stands, on hold: nothing is forgotten by silence
//   declared in B, recorded in A            registered under B with A as alias: one update, no delete
//   a leaver                                as not declared; registered only when its new settings must reach the handler
//   in a campaign with `manage: set`        part of a set, which is registered in its place (registration-set.ts)
//   its change was not approved, or waits   as if no file named it: on hold where it is recorded, else not registered
//   for a person or a reading

import { userAddress } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import { isWorked } from '../model/record.ts';
import type { DesiredRecord } from '../model/record.ts';
import type { DesiredState } from '../model/state.ts';
import type { DesiredUser, RecordedUser } from '../model/user.ts';
import { unapproved } from '../engine.ts';
import { recordInputs, userInputs } from '../../providers/inputs.ts';
import type { Hints } from '../../providers/inputs.ts';
import { differ } from '../../providers/observe.ts';
import type { StackResource, StackState } from '../../providers/state.ts';
import type { Change } from '../reconcile/change.ts';
import type { Plan } from '../reconcile/plan-value.ts';
import { whyVerdict } from '../report/why-verdict.ts';
import { readPin } from '../../providers/set-inputs.ts';
import { handing } from '../door/pinning.ts';
import { keptInputs, setsPlanOf } from './registration-set.ts';
import type { SetsPlan } from './registration-set.ts';
import { isDropped } from './shards.ts';

export interface Registration {
  /** Logical name: the address. */
  readonly address: Address;
  readonly kind: 'user' | 'record' | 'set';
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Address it was recorded under before. */
  readonly movedFrom: Address | null;
  /** Registered before it. */
  readonly dependsOn: readonly Address[];
}

export interface Facts {
  readonly desired: DesiredState;
  readonly plan: Plan;
  readonly stack: StackState;
  /** Recorded with other values, and as declared by now without a request. */
  readonly followed?: ReadonlySet<Address>;
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
  const kept = [...heldObjects(facts, registered), ...keptSingles(sets, registered)];
  const shards = sets.sets.map(({ address, inputs }) => plain('set', address, inputs));
  const registrations = [...users, ...records, ...kept, ...shards].toSorted((a, b) => rank(a) - rank(b));
  const rankOf = new Map(registrations.map((registration) => [registration.address, rank(registration)]));
  const order = new Map(sets.sets.map(({ address, waitsFor }) => [address, waitsFor]));
  const linked = registrations.map((registration) => {
    const waitsFor = order.get(registration.address)?.filter((other) => rankOf.has(other));
    return { ...registration, dependsOn: waitsFor ?? dependencies(registration, facts, rankOf) };
  });
  return withForgotten(linked, changes);
}

/** Handlers of what leaves are told nothing but what the stack has: whoever is forgotten is named with something that stays. */
function withForgotten(registrations: readonly Registration[], changes: Indexed['changes']): Registration[] {
  const gone = [...changes.values()].filter(({ kind, action }) => kind === 'user' && action === 'forget');
  const [first, ...others] = registrations;
  if (first === undefined || gone.length === 0) return [...registrations];
  const forgets = JSON.stringify(gone.map(({ address }) => address));
  return [{ ...first, inputs: { ...first.inputs, forgets } }, ...others];
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
  const { kind, inputs, address } = registration;
  const { pin, preferredAgent } = inputs;
  const agent = typeof pin === 'string' ? readPin(pin).to : preferredAgent;
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
  if (user.ensure === 'absent') return isRegisteredLeaver(user, facts) ? [plain('user', address, known)] : [];
  if (!isRegistered(address, facts)) return [];
  return [plain('user', address, { ...known, ...claim(address, facts), ...due(address, known, facts) })];
}

/** Known to the stack without a record: it stays until it leaves the file. Else: the engine's delete knows less. */
function isRegisteredLeaver(user: DesiredUser, { changes, stack }: Indexed): boolean {
  const recorded = stack.recorded.objects.get(user.address);
  if (recorded === undefined && stack.resources.has(user.address)) return true;
  if (changes.get(user.address)?.action !== 'delete') return false;
  return recorded?.kind !== 'user' || settingsDiffer(user, recorded);
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
  const pin = pinHint(change);
  const receipt = facts.sets.toSingles.get(address);
  const handover = receipt === undefined ? {} : { handover: JSON.stringify([receipt]) };
  const declared = recordInputs(record);
  const inputs = { ...declared, ...claim(address, facts), ...pin, ...handover, ...due(address, declared, facts) };
  return [{ ...plain('record', address, inputs), movedFrom: receipt === undefined ? (from?.address ?? null) : null }];
}

function pinHint(change: Change | undefined): Pick<Hints, 'pin'> {
  return change?.kind === 'record' && change.pin !== null ? { pin: JSON.stringify(handing(change, change.pin)) } : {};
}

function isRegisteredAbsence(record: DesiredRecord, { changes, stack }: Indexed): boolean {
  const recorded = stack.recorded.objects.get(record.address);
  if (recorded === undefined && stack.resources.has(record.address)) return true;
  if (changes.get(record.address)?.action !== 'delete') return false;
  return recorded?.kind !== 'record' || record.whenWorked === 'remove' || recorded.provenance === 'adopted';
}

function isRegistered(address: Address, { changes, stack, sets }: Indexed): boolean {
  const { resources, pending } = stack;
  return resources.has(address) || changes.has(address) || sets.toSingles.has(address) || pending.has(address);
}

function isOpen({ class: kind }: Plan['verdicts'][number]): boolean {
  return kind === 'decision' || kind === 'unreadable';
}

/** What the handlers could not see by comparing: where the declaration stays the same, and where the service is as declared. */
function due(address: Address, declared: object, { changes, stack, followed }: Indexed): Pick<Hints, 'planned'> {
  const [change, resource] = [changes.get(address), stack.resources.get(address)];
  if (change === undefined && resource !== undefined && followed?.has(address)) return { planned: 'nothing' };
  if (change === undefined || resource === undefined || differ(withoutTarget(resource.inputs), { ...declared }))
    return {};
  return { planned: change.action };
}

function claim(address: Address, { stack }: Facts): { claim?: true; sent?: string } {
  if (!stack.pending.has(address) && stack.resources.get(address)?.unsettled !== true) return {};
  const cutOff = stack.recorded.openIntents.find((intent) => intent.address === address);
  return { claim: true, ...(cutOff?.proposed?.kind === 'record' && { sent: JSON.stringify(cutOff.proposed.digests) }) };
}

/** Recorded, not declared, and not removed by this plan, or not by the part of it that was approved. */
function heldObjects({ plan, stack, changes, held }: Indexed, registered: ReadonlySet<Address>): Unlinked[] {
  const leaving = new Set([...changes.values()].flatMap(leavingAddresses));
  return [...stack.resources].flatMap(([address, resource]) => {
    const isKept = stack.recorded.objects.has(address) || resource.unsettled || held.has(address);
    if (registered.has(address) || leaving.has(address) || !isKept) return [];
    const verdict = plan.verdicts.find((each) => each.address === address);
    const change = changes.get(address);
    const isLetGo = change?.action === 'forget';
    const planned = isLetGo
      ? 'let go: it is remembered, so that nobody is called again'
      : 'the plan leaves it as it is';
    const left = verdict && whyVerdict(verdict);
    const why = left ?? (held.has(address) ? 'its change was not approved' : planned);
    const inputs = { ...heldInputs(resource), hold: why, ...pinHint(change), ...(isLetGo && { planned: 'forget' }) };
    return [plain(resource.kind, address, inputs)];
  });
}

/** What a set recorded of a campaign with resources of its own, and no line declares. */
function keptSingles({ keptSingles: receipts }: SetsPlan, registered: ReadonlySet<Address>): Unlinked[] {
  return receipts.flatMap((receipt) =>
    registered.has(receipt.address) ? [] : [plain('record', receipt.address, keptInputs(receipt))],
  );
}

function leavingAddresses(change: Change): Address[] {
  if (change.kind === 'record' && change.from !== null) return [change.from.address];
  return isDropped(change) ? [change.address] : [];
}

/** The program registers it with every resource. */
function withoutTarget({ target: _target, ...inputs }: StackResource['inputs']): StackResource['inputs'] {
  return inputs;
}

function heldInputs({ inputs }: StackResource): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== '__provider'));
}

function plain(kind: Registration['kind'], address: Address, inputs: object): Unlinked {
  return { address, kind, inputs: { ...inputs }, movedFrom: null };
}
