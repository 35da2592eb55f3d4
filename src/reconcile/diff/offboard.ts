// Before a user is removed: what becomes of the tasks pinned to that user (design, "Users"; research N3). Record changes
// come first, the removal after; a task that is not ours is never written, it stops the removal instead. People who are
// released, replaced or were made again by somebody else keep their pins: that is said.

import { parseAddress, recordAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isFinished } from '../../model/record.ts';
import type { RecordedRecord } from '../../model/record.ts';
import type { Pins, PinnedTask } from '../../model/state.ts';
import type { Change, RecordChange, UserChange, Verdict } from '../change.ts';
import { contentOf } from '../fields.ts';
import { isMarkerOf } from '../marker.ts';
import type { DiffInput } from './diff.ts';
import { countPins, openPins, pinNames } from './pinned.ts';
import type { Offboarding, PinFate, PinnedTo } from './pinned.ts';
import { keptRecorded, repin } from './repin.ts';
import { heirProblem } from './successor.ts';

interface Split {
  readonly users: readonly Change[];
  readonly records: readonly Change[];
  /** About users. */
  readonly verdicts: readonly Verdict[];
}

interface Settled {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly offboarding: Offboarding;
}

export function offboard(input: DiffInput, split: Split): Settled {
  const records = new Map(split.records.map((change) => [change.address, change]));
  const moves = split.records.flatMap((change) => (change.kind === 'record' && change.from !== null ? [change] : []));
  const movesFrom = new Map(moves.map((change) => [change.from?.address ?? '', change]));
  const planned: Planned = { records, movesFrom, users: split.users };
  const users: Change[] = [];
  const verdicts: Verdict[] = [];
  const leavers: PinnedTo[] = [];
  for (const change of split.users) {
    if (change.kind !== 'user' || !(change.action in REMOVALS)) {
      users.push(change);
      continue;
    }
    const facts = factsOf(input, change, planned);
    const outcome: PinOutcome = change.action === 'delete' ? settlePins(facts) : { repins: [], fate: 'stays' };
    leavers.push(...leaverOf(facts, outcome.fate));
    if ('verdict' in outcome) {
      verdicts.push(outcome.verdict, ...keepForgotten(facts));
      continue;
    }
    for (const each of outcome.repins) records.set(each.address, each);
    users.push({ ...change, after: outcome.repins.map((each) => each.address) });
  }
  for (const { address, code } of split.verdicts) {
    if (code === 'recreated') leavers.push(...leaverOf(pinsOf(input, address, planned), 'stays'));
  }
  const searched = [...input.observed.pins.values()][0]?.searched ?? [];
  return { changes: [...users, ...records.values()], verdicts, offboarding: { searched, leavers } };
}

const REMOVALS = { delete: true, forget: true, replace: true };

type PinOutcome =
  | { readonly repins: readonly RecordChange[]; readonly fate: PinFate }
  | { readonly verdict: Verdict; readonly fate: PinFate };

interface Planned {
  /** Grows as people are settled. */
  readonly records: Map<Address, Change>;
  /** Moves by the address they leave: there the task still stands when pins are searched. */
  readonly movesFrom: ReadonlyMap<Address, RecordChange>;
  readonly users: readonly Change[];
}

interface PinFacts {
  readonly input: DiffInput;
  readonly address: Address;
  readonly pins: Pins;
  readonly planned: Planned;
}

interface LeaverFacts extends PinFacts {
  readonly change: UserChange;
}

/** Nobody searched for a person who stays: then the tasks that were read anyway are all that is known. */
function pinsOf(input: DiffInput, address: Address, planned: Planned): PinFacts {
  const loginUserId = address.slice('user:'.length);
  const pins = input.observed.pins.get(loginUserId) ?? {
    tasks: seenPins(input, loginUserId),
    searched: [],
    unread: [],
    requests: 0,
  };
  return { input, address, pins, planned };
}

function factsOf(input: DiffInput, change: UserChange, planned: Planned): LeaverFacts {
  return { ...pinsOf(input, change.address, planned), change };
}

function seenPins(input: DiffInput, loginUserId: string): PinnedTask[] {
  return [...input.observed.records].flatMap(([address, { tasks }]) => {
    const parsed = parseAddress(address);
    if (parsed?.kind !== 'record') return [];
    const pinned = tasks.filter((task) => task.preferredAgent === loginUserId);
    return pinned.map((task) => ({ campaignName: parsed.campaignName, task }));
  });
}

function settlePins(facts: LeaverFacts): PinOutcome {
  const { change, pins, input } = facts;
  const policy = change.desired?.offboard ?? change.recorded?.offboard ?? 'block';
  if (pins.unread.length > 0) {
    const text = `cannot be removed: which tasks are pinned to it could not be read in full in ${pins.unread.join(', ')}`;
    return { verdict: stop(change, 'unreadable', text), fate: 'block' };
  }
  const stranded = strandedPins(facts);
  const foreign = stranded.filter((pinned) => !isOurs(input, pinned));
  const problem = blocked(facts, stranded, foreign);
  if (problem !== null) return { verdict: stop(change, 'offboard-blocked', problem), fate: 'block' };
  const pin = typeof policy === 'object' ? policy.reassignTo : '';
  const repins = stranded.map((pinned) => {
    const address = addressOf(pinned);
    const desired = input.desired.records.find((record) => record.address === address) ?? null;
    const recorded = recordedOf(input, address);
    return repin({ pinned, pin, change, planned: plannedFor(facts, pinned), desired, recorded, now: input.now });
  });
  const own = pins.tasks.filter((pinned) => isOpen(pinned) && isHandled(facts, pinned));
  const already = own.flatMap((pinned) => plannedFor(facts, pinned) ?? []);
  const fate = policy === 'block' || pin === '' ? 'clear' : 'reassign';
  return { repins: [...already, ...repins], fate };
}

const isOpen = ({ task }: PinnedTask): boolean => !isFinished(task);

/** Open tasks that no other change takes out of this person's hands. */
function strandedPins(facts: PinFacts): PinnedTask[] {
  return facts.pins.tasks.filter((pinned) => isOpen(pinned) && !isHandled(facts, pinned));
}

/** Why the person cannot be removed; null when nothing is in the way. */
function blocked(facts: LeaverFacts, stranded: readonly PinnedTask[], foreign: readonly PinnedTask[]): string | null {
  const { change, planned, input } = facts;
  if (stranded.length === 0) return null;
  const policy = change.desired?.offboard ?? change.recorded?.offboard ?? 'block';
  const open = `${openPins(stranded.length)} to this user`;
  if (foreign.length > 0) {
    return `${open}, ${foreign.length} of them not ours (${pinNames(foreign)}): pin those to others where they are kept, then plan again`;
  }
  if (policy === 'block') return `${open} (${pinNames(stranded)})`;
  const heir = typeof policy === 'object' ? heirProblem(input, planned.users, policy.reassignTo) : null;
  if (heir !== null) return `${open} (${pinNames(stranded)}), and ${heir}`;
  const stuck = stranded.filter((pinned) => {
    const move = planned.movesFrom.get(addressOf(pinned));
    return move !== undefined && !move.writes.includes('transferCampaignRecord');
  });
  return stuck.length === 0 ? null : `${open}, and the move of ${pinNames(stuck)} is still to be settled`;
}

/** The change of the same plan that is about the task; where it moves, it stands under its new address. */
function plannedFor({ planned }: PinFacts, pinned: PinnedTask): RecordChange | null {
  const address = addressOf(pinned);
  const own = planned.records.get(address);
  const moves = planned.movesFrom.get(address);
  // What was pinned to two leavers in turn is looked up as it is planned by now.
  const change = moves === undefined ? own : (planned.records.get(moves.address) ?? moves);
  return change?.kind === 'record' ? change : null;
}

function isHandled(facts: PinFacts, pinned: PinnedTask): boolean {
  const change = plannedFor(facts, pinned);
  if (change === null) return false;
  if (change.action === 'delete') return true;
  const pin = change.fields.find((field) => field.field === 'preferredAgent');
  return pin !== undefined && pin.after !== facts.address.slice('user:'.length);
}

/** A record that would be let go stays recorded while its agent stays: forgotten, it would be nobody's to settle. */
function keepForgotten(facts: LeaverFacts): Verdict[] {
  return strandedPins(facts).flatMap((pinned) => {
    const change = plannedFor(facts, pinned);
    if (change?.action !== 'forget') return [];
    facts.planned.records.delete(change.address);
    return [keptRecorded(change, facts.address.slice('user:'.length))];
  });
}

function leaverOf(facts: PinFacts | LeaverFacts, fate: PinFate): PinnedTo[] {
  const { input, pins, address } = facts;
  if (pins.tasks.length === 0) return [];
  const policy = 'change' in facts ? (facts.change.desired?.offboard ?? facts.change.recorded?.offboard) : undefined;
  const heir = fate === 'reassign' && typeof policy === 'object' ? policy.reassignTo : null;
  const judge = {
    isSettled: (pinned: PinnedTask) => isHandled(facts, pinned),
    isOurs: (pinned: PinnedTask) => isOurs(input, pinned),
    now: input.now,
  };
  return [{ address, fate, heir, campaigns: countPins(pins.tasks, judge) }];
}

/** Ours by record or by marker. What was used up and let go is remembered, not owned: only the same task is ours then. */
function isOurs(input: DiffInput, pinned: PinnedTask): boolean {
  const recorded = recordedOf(input, addressOf(pinned));
  const fieldName = recorded?.clientIdFieldName ?? 'Id';
  if (isMarkerOf(input.stack, contentOf(pinned.task, fieldName).marker)) return true;
  // What lost our marker is left alone here as everywhere: an intake file may have put its own in its place.
  if (recorded === null || recorded.marker !== null) return false;
  return recorded.consumed === null || recorded.previewRecordId === pinned.task.previewRecordId;
}

function recordedOf({ recorded, whole }: DiffInput, address: Address): RecordedRecord | null {
  const object = recorded.objects.get(address) ?? whole?.recorded.objects.get(address);
  return object?.kind === 'record' ? object : null;
}

function addressOf(pinned: PinnedTask): Address {
  return recordAddress(pinned.campaignName, pinned.task.clientId);
}

function stop(change: UserChange, code: 'unreadable' | 'offboard-blocked', text: string): Verdict {
  const kind = code === 'unreadable' ? 'unreadable' : 'decision';
  return { address: change.address, kind: 'user', class: kind, code, text, fields: [], source: change.source };
}
