// Before a user is removed: what becomes of the tasks pinned to that user. Record changes
// come first, the removal after; a task that is not ours is never written, it stops the removal instead. People who are
// released, replaced or were made again by somebody else keep their pins: that is said.

import { isRecord, isUser, parseAddress, recordAddress, userAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { isSameTask } from '../../model/record.ts';
import type { RecordedRecord } from '../../model/record.ts';
import { taskName } from '../../model/pinned-tasks.ts';
import type { Pins, PinnedTask } from '../../model/state.ts';
import type { Offboard } from '../../model/user.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import { userVerdict } from '../verdict.ts';
import type { PinObstacle, UserVerdict, Verdict } from '../verdict.ts';
import { isMarkedStill, ownerOf } from '../owner.ts';
import { routedWith, staysOpen } from '../request-parts.ts';
import type { DiffInput } from './input.ts';
import { countPins } from './count-pins.ts';
import type { Offboarding, PinFate, LeaverPins } from '../plan-value.ts';
import { keptRecorded, repin } from './repin.ts';
import { successorProblem } from './successor.ts';

interface DiffedByKind {
  readonly users: readonly Change[];
  readonly records: readonly Change[];
  /** About users. */
  readonly verdicts: readonly UserVerdict[];
}

interface OffboardDiff {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly offboarding: Offboarding;
}

export function offboard(input: DiffInput, split: DiffedByKind): OffboardDiff {
  const records = new Map(split.records.map((change) => [change.address, change]));
  const moves = split.records.flatMap((change) => (isRecord(change) && change.from !== null ? [change] : []));
  const movesFrom = new Map(moves.map((change) => [change.from?.address ?? '', change]));
  const planned: PlannedChanges = { records, movesFrom, users: split.users };
  const users: Change[] = [];
  const verdicts: Verdict[] = [];
  const leavers: LeaverPins[] = [];
  for (const change of split.users) {
    if (!isUser(change) || !(change.action in REMOVALS) || change.cause.kind === 'other-partition') {
      users.push(change);
      continue;
    }
    const facts = { ...pinsOf(input, change, planned), change };
    const outcome: PinOutcome = change.action === 'delete' ? settlePins(facts) : { repins: [], fate: 'stays' };
    leavers.push(...leaverOf(facts, outcome.fate));
    if ('verdict' in outcome) {
      verdicts.push(outcome.verdict, ...keepForgotten(facts));
      continue;
    }
    for (const each of outcome.repins) records.set(each.address, each);
    users.push({ ...change, after: outcome.repins.map((each) => each.address) });
  }
  for (const verdict of split.verdicts) {
    if (verdict.reason.kind === 'recreated') leavers.push(...leaverOf(pinsOf(input, verdict, planned), 'stays'));
  }
  const searched = [...input.observed.pins.values()][0]?.searched ?? [];
  return { changes: [...users, ...records.values()], verdicts, offboarding: { searched, leavers } };
}

const REMOVALS = { delete: true, forget: true, replace: true };

type PinOutcome =
  | { readonly repins: readonly RecordChange[]; readonly fate: PinFate }
  | { readonly verdict: Verdict; readonly fate: PinFate };

interface PlannedChanges {
  /** Grows as people are settled. */
  readonly records: Map<Address, Change>;
  /** Moves by the address they leave: there the task still stands when pins are searched. */
  readonly movesFrom: ReadonlyMap<Address, RecordChange>;
  readonly users: readonly Change[];
}

interface PinFacts {
  readonly input: DiffInput;
  readonly loginUserId: string;
  readonly pins: Pins;
  readonly planned: PlannedChanges;
}

interface LeaverFacts extends PinFacts {
  readonly change: UserChange;
}

/** Nobody searched for a person who stays: then the tasks that were read anyway are all that is known. */
function pinsOf(input: DiffInput, { loginUserId }: Pick<UserChange, 'loginUserId'>, planned: PlannedChanges): PinFacts {
  const pins = input.observed.pins.get(loginUserId) ?? {
    tasks: seenPins(input, loginUserId),
    searched: [],
    unread: [],
    requests: 0,
  };
  return { input, loginUserId, pins, planned };
}

function seenPins(input: DiffInput, loginUserId: string): PinnedTask[] {
  return [...input.observed.records].flatMap(([address, { tasks }]) => {
    const parsed = parseAddress(address);
    if (!isRecord(parsed)) return [];
    const pinned = tasks.filter((task) => task.preferredAgent === loginUserId);
    return pinned.map((task) => ({ campaignName: parsed.campaignName, task }));
  });
}

function settlePins(facts: LeaverFacts): PinOutcome {
  const { change, pins, input } = facts;
  const policy = policyOf(change);
  if (pins.unread.length > 0) {
    return { verdict: userVerdict(change, { kind: 'pins-unread', campaigns: pins.unread }), fate: 'block' };
  }
  const stranded = strandedPins(facts);
  const obstacle = obstacleTo(facts, stranded);
  if (obstacle !== null) {
    const reason = { kind: 'tasks-pinned', tasks: stranded.map(taskName), obstacle } as const;
    return { verdict: userVerdict(change, reason), fate: 'block' };
  }
  const pin = typeof policy === 'object' ? policy.reassignTo : '';
  const repins = stranded.map((pinned) => {
    const address = addressOf(pinned);
    const desired = input.desired.records.find((record) => record.address === address) ?? null;
    const recorded = recordedOf(input, address);
    return repin({
      pinned,
      pin,
      leaver: change,
      planned: plannedFor(facts, pinned),
      desired,
      recorded,
      now: input.now,
    });
  });
  const own = pins.tasks.filter((pinned) => isOpen(facts, pinned) && isHandled(facts, pinned));
  const already = own.flatMap((pinned) => plannedFor(facts, pinned) ?? []);
  const fate = policy === 'block' || pin === '' ? 'clear' : 'reassign';
  return { repins: [...already, ...repins], fate };
}

const isOpen = (facts: PinFacts, pinned: PinnedTask): boolean => staysOpen(pinned.task, plannedFor(facts, pinned));

/** Tasks that are open, or are opened by this plan, and that no other change takes out of this person's hands. */
function strandedPins(facts: PinFacts): PinnedTask[] {
  return facts.pins.tasks.filter((pinned) => isOpen(facts, pinned) && !isHandled(facts, pinned));
}

/** Why nobody can take over these tasks; null when nothing is in the way. */
function obstacleTo(facts: LeaverFacts, stranded: readonly PinnedTask[]): PinObstacle | null {
  const { change, planned, input } = facts;
  if (stranded.length === 0) return null;
  const foreign = stranded.filter((pinned) => !isOurs(input, pinned));
  const nobodys = foreign.filter((pinned) => partitionOf(input, pinned) === undefined);
  const [first] = foreign;
  const partition = first && partitionOf(input, first);
  if (partition !== undefined && nobodys.length === 0) return { kind: 'other-partition', partition };
  if (foreign.length > 0) return { kind: 'not-ours', tasks: foreign.map(taskName) };
  const policy = policyOf(change);
  if (policy === 'block') return { kind: 'policy' };
  const loginUserId = typeof policy === 'object' ? policy.reassignTo : null;
  const problem = loginUserId === null ? null : successorProblem(input, planned.users, loginUserId);
  if (loginUserId !== null && problem !== null) return { kind: 'successor', loginUserId, problem };
  const stuck = stranded.filter((pinned) => {
    const move = planned.movesFrom.get(addressOf(pinned));
    return move !== undefined && !move.writes.includes('transferCampaignRecord');
  });
  return stuck.length === 0 ? null : { kind: 'move-unsettled', tasks: stuck.map(taskName) };
}

function policyOf({ desired, recorded }: UserChange): Offboard {
  return desired?.offboard ?? recorded?.offboard ?? 'block';
}

/** The change of the same plan that is about the task; where it moves, it stands under its new address. */
function plannedFor({ planned }: PinFacts, pinned: PinnedTask): RecordChange | null {
  const address = addressOf(pinned);
  const own = planned.records.get(address);
  const moves = planned.movesFrom.get(address);
  // What was pinned to two leavers in turn is looked up as it is planned by now.
  const change = moves === undefined ? own : (planned.records.get(moves.address) ?? moves);
  return isRecord(change) ? change : null;
}

function isHandled(facts: PinFacts, pinned: PinnedTask): boolean {
  const change = plannedFor(facts, pinned);
  if (change === null) return false;
  if (isBeside(facts.input, pinned)) return (change.removals ?? []).some(({ task }) => isSameTask(task, pinned.task));
  if (change.action === 'delete') return true;
  const agent = change.pin ?? routedWith(change, pinned.task).preferredAgent;
  return agent !== undefined && agent !== facts.loginUserId;
}

/** A record that would be let go stays recorded while its agent stays: forgotten, it would be nobody's to settle. */
function keepForgotten(facts: LeaverFacts): Verdict[] {
  return strandedPins(facts).flatMap((pinned) => {
    const change = plannedFor(facts, pinned);
    if (change?.action !== 'forget') return [];
    facts.planned.records.delete(change.address);
    return [keptRecorded(change, facts.loginUserId)];
  });
}

function leaverOf(facts: PinFacts | LeaverFacts, fate: PinFate): LeaverPins[] {
  const { input, pins, loginUserId } = facts;
  if (pins.tasks.length === 0) return [];
  const policy = 'change' in facts ? policyOf(facts.change) : null;
  const reassignTo = fate === 'reassign' && policy !== null && typeof policy === 'object' ? policy.reassignTo : null;
  const judge = {
    isOpen: (pinned: PinnedTask) => isOpen(facts, pinned),
    isSettled: (pinned: PinnedTask) => isHandled(facts, pinned),
    isOurs: (pinned: PinnedTask) => isOurs(input, pinned),
    now: input.now,
  };
  return [{ address: userAddress(loginUserId), fate, reassignTo, campaigns: countPins(pins.tasks, judge) }];
}

/**
 * What lost our marker is left alone here as in a removal; so is one of two, of which a person says which is meant (record.ts), what
 * stands beside the one that is named, and what another partition declares, whose marker it may not have yet.
 */
function isOurs(input: DiffInput, { campaignName, task }: PinnedTask): boolean {
  const address = recordAddress(campaignName, task.clientId);
  if (isOneOfTwo(input, address) || input.desired.others?.holders.has(address)) return false;
  if (isBeside(input, { campaignName, task })) return false;
  const known = recordedOf(input, address);
  if (ownerOf(task, { ...input, campaignName, recorded: known }).kind !== 'ours') return false;
  return known === null || isMarkedStill(task, known, input.lineage);
}

/** Which declares it, and whose apply takes it out of this person's hands. */
function partitionOf({ desired }: DiffInput, pinned: PinnedTask): string | undefined {
  return desired.others?.holders.get(addressOf(pinned));
}

function isOneOfTwo({ observed, desired }: DiffInput, address: Address): boolean {
  const isTwice = (observed.records.get(address)?.tasks.length ?? 0) > 1;
  return (
    isTwice && desired.records.every((record) => record.address !== address || record.previewRecordId === undefined)
  );
}

function isBeside({ observed }: DiffInput, pinned: PinnedTask): boolean {
  const others = observed.records.get(addressOf(pinned))?.others ?? [];
  return others.some((each) => isSameTask(each, pinned.task));
}

function recordedOf({ recorded, whole }: DiffInput, address: Address): RecordedRecord | null {
  const object = recorded.objects.get(address) ?? whole?.recorded.objects.get(address);
  return isRecord(object) ? object : null;
}

function addressOf(pinned: PinnedTask): Address {
  return recordAddress(pinned.campaignName, pinned.task.clientId);
}
