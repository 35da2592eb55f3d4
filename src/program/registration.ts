// A plan and the stack's resources -> what to register. Pure. What is registered decides what the engine does:
//
//   declared, and recorded or planned       registered; its order holds what the plan does with it
//   declared, neither                       not registered: it is used up
//   not declared, the plan removes it       not registered: the engine deletes it
//   not declared, used up, let go           registered as it stands: what is remembered must not leave the stack
//   not declared, the plan leaves it        registered as it stands, with an empty order: nothing is forgotten by silence
//   declared in B, recorded in A            registered under B with A as alias: one update, no delete
//   a leaver                                as not declared; registered only when its new settings must reach the handler
//   in a campaign with `manage: set`        part of a set, which is registered in its place (sets.ts)
//   its change was not approved, or waits   as if no file named it: as it stands where it is recorded, else not registered
//   for a person or a reading

import { isUser, userAddress } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import { isWorked } from '../core/model/record.ts';
import type { DesiredRecord } from '../core/model/record.ts';
import type { DesiredState } from '../core/model/state.ts';
import type { DesiredUser, RecordedUser } from '../core/model/user.ts';
import { isSameBySilence, needsPerson, unapproved } from '../core/engine/parts.ts';
import { recordInputs, userInputs } from '../../providers/declaration.ts';
import { NO_ORDER } from '../../providers/order.ts';
import type { Order, UsedReasons } from '../../providers/order.ts';
import type { Holder, HolderName, StackState } from '../../providers/stack.ts';
import type { Change } from '../core/reconcile/change.ts';
import type { Plan } from '../core/reconcile/plan-value.ts';
import { isDropped, isSetName, layoutOf } from './layout.ts';
import type { HolderLayout, LayoutFacts } from './layout.ts';
import { orderOf } from './ordered.ts';
import type { Draft, OrderFacts, Registration } from './ordered.ts';
import { inTakingOrder, keptInputs, setsOf, waitsForTakers } from './sets.ts';

export interface Facts {
  readonly desired: DesiredState;
  readonly plan: Plan;
  readonly stack: StackState;
  /** Recorded with other values, and as declared by now without a request. */
  readonly recordedOnly?: ReadonlySet<Address>;
  readonly usedReasons?: readonly UsedReasons[];
  /** Kept with each user, so that a removal without a program (`pulumi destroy`) knows where pins may be. */
  readonly campaigns?: readonly string[];
}

/** In an order in which what something depends on stands before it: people, records, leavers. */
export function registrationsOf(all: Facts): Registration[] {
  const undecided = undecidedIn(all.plan);
  // A move that is left out waits as well: its line, in which a create may have been cut off, makes nothing.
  const unmoved = all.plan.changes.filter((change) => isUnheldMove(change, all.stack)).map(({ address }) => address);
  const waiting = new Set([...unapproved(all.plan.approval), ...undecided, ...unmoved]);
  const given = { ...all, desired: without(waiting, all.desired) };
  const out = new Set([...leftOut(all), ...waiting]);
  const doable = given.plan.changes.filter(({ address }) => !out.has(address));
  const changes = new Map(doable.map((change) => [change.address, change]));
  const unasked = given.plan.changes.flatMap((change) => (waiting.has(change.address) ? addressesOf(change) : []));
  const known = { ...given, changes, held: new Set([...unasked, ...undecided]) };
  const facts: PlanFacts = { ...known, layout: layoutOf(known) };
  const drafts = draftsOf(facts).toSorted((a, b) => rank(a) - rank(b));
  const rankOf = new Map(drafts.map((draft) => [draft.address, rank(draft)]));
  const gone = [...changes.values()].filter(
    (change) => isUser(change) && change.action === 'forget' && isDropped(change),
  );
  const forgotten = gone.map(({ address }) => address);
  const linking: LinkFacts = { ...facts, forgotten, names: rankOf };
  return inTakingOrder(drafts.map((draft) => linked(draft, linking)));
}

interface LinkFacts extends OrderFacts {
  /** Of everything that is registered -> its rank. */
  readonly names: ReadonlyMap<HolderName, number>;
}

function linked(draft: Draft, linking: LinkFacts): Registration {
  const { address, kind, inputs, movedFrom } = draft;
  const order = orderOf(draft, linking);
  const dependsOn = [...dependencies(draft, order, linking), ...waitsForTakers(address, linking.layout, linking.names)];
  return { address, kind, inputs, movedFrom, order, dependsOn: [...new Set(dependsOn)] };
}

function draftsOf(facts: PlanFacts): Draft[] {
  const { desired, layout } = facts;
  const declared = [
    ...desired.users.flatMap((user) => declaredUser(user, facts)),
    ...desired.records.flatMap((record) => declaredRecord(record, facts)),
  ];
  const sets = setsOf(facts);
  const homes = [...layout.homes].flatMap(([address, home]) => (isSetName(home) ? [address] : []));
  const registered = new Set([...declared.map(({ address }) => address), ...homes]);
  // A move into a set that is only half done: the set has its receipt, and the resource was not deleted since.
  const taken = sets.flatMap(({ address }) => layout.inherits.get(address) ?? []);
  const held = heldObjects(facts, new Set([...registered, ...taken]));
  const all = [...declared, ...held, ...keptSingles(facts, registered), ...sets];
  return [...new Map(all.map((draft) => [draft.address, draft])).values()];
}

/** What the stack holds, with nothing to do: for a preview that cannot plan yet. */
export function asRecorded({ holders }: StackState): Registration[] {
  const held = [...holders.values()].filter(({ isPending }) => !isPending);
  return held.map((holder) => ({
    address: holder.name,
    kind: holder.declaration.family,
    inputs: heldInputs(holder),
    order: NO_ORDER,
    movedFrom: null,
    dependsOn: [],
  }));
}

/** Waiting for a person or a reading: what a handler sees a moment later is no reason to do what nobody has seen planned. */
function undecidedIn({ verdicts, changes }: Plan): ReadonlySet<Address> {
  const planned = new Set(changes.map(({ address }) => address));
  return new Set(verdicts.flatMap((each) => (needsPerson(each) && !planned.has(each.address) ? [each.address] : [])));
}

interface PlanFacts extends Facts, Omit<LayoutFacts, 'recordedOnly'> {
  readonly layout: HolderLayout;
}

function rank({ kind, inputs }: Draft): number {
  if (kind === 'user') return inputs['ensure'] === 'absent' ? 3 : 0;
  return kind === 'record' ? 1 : 2;
}

function without(waiting: ReadonlySet<Address>, desired: DesiredState): DesiredState {
  const isApproved = ({ address }: { readonly address: Address }): boolean => !waiting.has(address);
  return { ...desired, users: desired.users.filter(isApproved), records: desired.records.filter(isApproved) };
}

/** A record that moves has two. */
export function addressesOf(change: Change): Address[] {
  return change.kind === 'record' && change.from !== null ? [change.address, change.from.address] : [change.address];
}

/** A record waits for the user it is pinned to, a leaver for the records that leave it. */
function dependencies(draft: Draft, order: Order, { changes, layout, names }: LinkFacts): HolderName[] {
  const pins = order.changes.flatMap(({ pin }) => (pin === undefined ? [] : [pin.to]));
  const agents = draft.kind !== 'set' && pins.length > 0 ? pins : [...draft.agents, ...pins];
  const users = agents.filter((agent) => agent !== '').map(userAddress);
  const after = draft.own.flatMap((address) => changes.get(address)?.after ?? []);
  const planned = after.map((other) => layout.homes.get(other) ?? other);
  return [...users, ...planned].filter((other) => (names.get(other) ?? 4) < rank(draft));
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
    const isInStack = isHeld(address, stack);
    if (isUnheldMove(change, stack) || isUnheldRemoval(change, stack)) return true;
    if (change.pin === null) return false;
    const stays = change.desired !== null || (isSingle(address, stack) && !isDropped(change));
    const task = change.from?.observed?.tasks[0];
    return !isInStack || !stays || (task !== undefined && isWorked(task));
  };
  const left = unapproved(plan.approval);
  const approved = plan.changes.filter(({ address }) => !left.has(address));
  const out = new Set(approved.filter(isOut).map(({ address }) => address));
  const waiting = approved.filter(({ kind, after }) => kind === 'user' && after.some((other) => out.has(other)));
  return new Set([...out, ...waiting.map(({ address }) => address)]);
}

function isUnheldMove(change: Change, stack: StackState): boolean {
  return change.kind === 'record' && change.from !== null && !isHeld(change.from.address, stack);
}

/** Of a create that was cut off: the engine has nothing to delete yet. It is taken in, and goes with the next update. */
function isUnheldRemoval(change: Change, { holders }: StackState): boolean {
  return change.action === 'delete' && holders.get(change.address)?.isPending === true;
}

function isHeld(address: Address, stack: StackState): boolean {
  return isSingle(address, stack) || isInSet(address, stack);
}

/** Whether the stack has a resource of its own for it. */
function isSingle(address: Address, { holders }: StackState): boolean {
  return holders.get(address)?.isPending === false;
}

function isInSet(address: Address, { holders }: StackState): boolean {
  return [...holders.values()].some(({ name, receipts }) => isSetName(name) && receipts.has(address));
}

function declaredUser(user: DesiredUser, facts: PlanFacts): Draft[] {
  const { address } = user;
  const { campaigns = [] } = facts;
  const known = { ...userInputs(user), ...(campaigns.length > 0 && { __campaigns: JSON.stringify(campaigns) }) };
  const isLeaver = user.ensure === 'absent';
  if (isLeaver ? !isRegisteredLeaver(user, facts) : !isRegistered(address, facts)) return [];
  return [single('user', address, known)];
}

/** Known to the stack without a record: it stays until it leaves the file. Else: the engine's delete knows less. */
function isRegisteredLeaver(user: DesiredUser, { changes, stack }: PlanFacts): boolean {
  const recorded = stack.recorded.objects.get(user.address);
  if (recorded === undefined && isSingle(user.address, stack)) return true;
  const change = changes.get(user.address);
  if (!isUser(change) || change.action !== 'delete') return false;
  // The engine's delete sees no declaration: it must take away no less than the plan says.
  return !isSameBySilence(change) || !isUser(recorded) || settingsDiffer(user, recorded);
}

function settingsDiffer(user: DesiredUser, recorded: RecordedUser): boolean {
  return (
    (user.onRemove ?? recorded.onRemove) !== recorded.onRemove ||
    JSON.stringify(user.offboard) !== JSON.stringify(recorded.offboard)
  );
}

function declaredRecord(record: DesiredRecord, facts: PlanFacts): Draft[] {
  const { address } = record;
  if (record.campaign.manage === 'set') return [];
  if (record.ensure === 'absent' && !isRegisteredAbsence(record, facts)) return [];
  if (record.ensure !== 'absent' && !isRegistered(address, facts)) return [];
  const change = facts.changes.get(address);
  const from = change?.kind === 'record' ? change.from : null;
  const movedFrom = facts.layout.inherits.has(address) ? null : (from?.address ?? null);
  return [{ ...single('record', address, recordInputs(record)), movedFrom }];
}

function isRegisteredAbsence(record: DesiredRecord, { changes, stack }: PlanFacts): boolean {
  const recorded = stack.recorded.objects.get(record.address);
  if (recorded === undefined && isSingle(record.address, stack)) return true;
  // Only the named twin goes: what is recorded of another one stays, and the engine's delete would not know which.
  if (record.previewRecordId !== undefined && isSingle(record.address, stack)) return true;
  if (changes.get(record.address)?.action !== 'delete') return false;
  const isNamed = record.previewRecordId !== undefined;
  return isNamed || recorded?.kind !== 'record' || record.whenWorked === 'remove' || recorded.provenance === 'adopted';
}

function isRegistered(address: Address, { changes, stack, layout }: PlanFacts): boolean {
  return stack.holders.has(address) || changes.has(address) || layout.inherits.has(address);
}

/** Recorded, not declared, and not removed by this plan, or not by the part of it that was approved. */
function heldObjects({ desired, plan, stack, changes, held }: PlanFacts, registered: ReadonlySet<Address>): Draft[] {
  const leaving = new Set([...changes.values()].flatMap(leavingAddresses));
  const next = new Set(plan.changes.filter((change) => isUnheldRemoval(change, stack)).map(({ address }) => address));
  return [...stack.holders.values()].flatMap((holder) => {
    const { name, isPending, declaration, recorded, openIntents } = holder;
    // Of a create that was cut off nothing is known yet; what a ledger hands over has its receipt.
    const isAwaited = next.has(name) || desired.others?.holders.has(name) === true;
    const isNothingYet = isPending && recorded.length === 0 && !isAwaited;
    if (declaration.family === 'set' || isNothingYet || registered.has(name) || leaving.has(name)) return [];
    // Its create left and was never settled.
    const isUnsettled = recorded.length === 0 && openIntents.length > 0;
    if (!stack.recorded.objects.has(name) && !isUnsettled && !held.has(name) && !next.has(name)) return [];
    return [{ ...single(declaration.family, name, heldInputs(holder)), isKept: true }];
  });
}

/** What a set recorded of a campaign with resources of its own, and no line declares. */
function keptSingles({ desired, layout: { handovers } }: PlanFacts, registered: ReadonlySet<Address>): Draft[] {
  const declared = new Set(desired.records.map(({ address }) => address));
  return handovers.flatMap(({ to, receipt }) =>
    isSetName(to) || declared.has(to) || registered.has(receipt.address)
      ? []
      : [{ ...single('record', receipt.address, keptInputs(receipt)), isKept: true }],
  );
}

function leavingAddresses(change: Change): Address[] {
  if (change.kind === 'record' && change.from !== null) return [change.from.address];
  return isDropped(change) ? [change.address] : [];
}

function heldInputs({ inputs }: Pick<Holder, 'inputs'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== '__provider'));
}

/** A resource of one object. */
function single(kind: 'user' | 'record', address: Address, inputs: object): Draft {
  const agent: unknown = Object.entries(inputs).find(([name]) => name === 'preferredAgent')?.[1];
  const agents = kind === 'record' && typeof agent === 'string' ? [agent] : [];
  return { address, kind, inputs: { ...inputs }, own: [address], agents, movedFrom: null, isKept: false };
}
