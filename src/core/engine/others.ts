// What the other partitions of a target record, as a run needs it: read where they record it, each time something here depends on it.
// There is no second copy of it that could be wrong.
//
//   ledger   the files beside its own, which `MUSTER_STATE_BRANCH` brings; one that is not there was never applied, and in a pipeline,
//            where it would be somewhere else, the plan is refused
//   stack    exports of the stacks beside its own, from the same backend; what cannot be read stops the plan
//   left     a home that is there and that no target of muster.yaml names: who was called there counts. As long as it records anything
//            else nothing is planned, because nobody would remove, or name, what its partition made
//   whole    what the target recorded before it had partitions: nothing is planned before one of them has it. A target that has
//            partitions no more waits in the same way for what they recorded

import { isRecord, isUser } from '../model/address.ts';
import type { Address } from '../model/address.ts';
import type { DesiredState, HeldElsewhere, ObservedState, RecordedObject, RecordedState } from '../model/state.ts';
import { ToolError } from '../model/errors.ts';
import type { Target } from '../model/target.ts';
import { asksOthers, takenOver } from '../reconcile/held-elsewhere.ts';
import { within } from '../reconcile/plan/scope.ts';
import type { Scope } from '../reconcile/plan/scope.ts';
import { rekeying } from '../reconcile/rekeyed.ts';
import { recordVerdict, userVerdict } from '../reconcile/verdict.ts';
import type { Verdict } from '../reconcile/verdict.ts';
import { digestWith } from '../state/digest.ts';
import { OUTSIDE } from './outside.ts';
import { ledgerPath, recall } from './ledger-home.ts';
import type { Memory, OtherHome } from './ledger-home.ts';
import type { Run } from './run.ts';

/** The other partitions of the target that is one itself. */
export function targetsBeside({ project, target: { split } }: Pick<Run, 'project' | 'target'>): [string, Target][] {
  if (split === undefined || split.own === null) return [];
  return split.partitions.flatMap(({ name }): [string, Target][] => {
    const target = project.targets.get(`${split.of}.${name}`);
    return name === split.own || target === undefined ? [] : [[name, target]];
  });
}

/** Of names of ledgers, or of stacks: those of partitions that muster.yaml names no more, and, for a home that is new, that of the whole. */
export function leftIn(
  names: readonly string[],
  { project, target }: Pick<Run, 'project' | 'target'>,
  isNew: boolean,
): string[] {
  const { of, own } = target.split ?? { of: target.name, own: '' };
  if (own === null) return [];
  const isLeft = (name: string): boolean => name.startsWith(`${of}.`) && !project.targets.has(name);
  const isWhole = (name: string): boolean => name === of && own !== '' && isNew;
  return names.filter((name) => isLeft(name) || isWhole(name));
}

/** With the partition that it was; '': the whole. */
export function leftTarget(name: string, { target }: Pick<Run, 'target'>): [string, Target] {
  const { of, own } = target.split ?? { of: target.name, own: '' };
  const whole = own ? target.stack.slice(0, -own.length - 1) : target.stack;
  if (name === of) return ['', { ...target, name, stack: whole }];
  const partition = name.slice(of.length + 1);
  return [partition, { ...target, name, stack: `${whole}.${partition}` }];
}

async function ledgersLeft(run: Run, isNew: boolean): Promise<OtherHome[]> {
  const { disk } = run.outside ?? OUTSIDE;
  const left = leftIn(disk.targets(run.project.directory), run, isNew).map((name) => leftTarget(name, run));
  return Promise.all(left.map(async ([partition, target]) => ({ ...(await recall({ ...run, target })), partition })));
}

/** Throws `wrong-home`. */
function refuseLeft(homes: readonly OtherHome[], isPartition: boolean): void {
  for (const { partition, recorded } of homes) {
    const counts = (each: RecordedObject): boolean => !isPartition || isUser(each) || each.consumed === null;
    const held = [...[...recorded.objects.values()].filter(counts), ...recorded.openIntents];
    const [first] = held;
    if (first === undefined) continue;
    const message = `partition ${partition} is in muster.yaml no more, and its state holds ${objects(held.length)} that nobody would look after, ${first.address} for one: put it back, ${isPartition ? HAND_ON : BACK_TO_ONE}`;
    throw new ToolError('wrong-home', { message });
  }
}

const HAND_ON = 'apply it without them, or have another one declare them and apply both, then take it out';
const BACK_TO_ONE = 'and make one of all partitions as docs/scale.md says';

/** Throws `wrong-home`. */
async function refuseWhole(
  run: Run,
  { whole, others }: { readonly whole: OtherHome | undefined; readonly others: NonNullable<Run['others']> },
): Promise<void> {
  const { of = '' } = run.target.split ?? {};
  const sizeOf = ({ recorded }: OtherHome): number => recorded.objects.size + recorded.openIntents.length;
  const size = whole === undefined ? 0 : sizeOf(whole);
  if (size === 0 || (await others(run)).some((each) => sizeOf(each) > 0)) return;
  const home = run.pulumi === undefined ? 'ledger' : 'stack';
  const message = `the ${home} of ${of} records ${objects(size)}, and no partition has them: carry it into each, as docs/scale.md says`;
  throw new ToolError('wrong-home', { message });
}

async function ledgersBeside(run: Run): Promise<OtherHome[]> {
  const { disk } = run.outside ?? OUTSIDE;
  const places = targetsBeside(run).map(([partition, target]) => ({ ...run, target, partition }));
  const there = places.filter((place) => disk.exists(ledgerPath(place)));
  const [missing] = places.filter((place) => !there.includes(place));
  if (missing !== undefined && run.stateExpected === true && run.isFirstApply !== true) {
    const message = `the ledger of partition ${missing.partition} is not here, and what is new or leaves depends on what it records`;
    throw new ToolError('no-recorded-state', { message });
  }
  return Promise.all(there.map(async (place) => ({ ...(await recall(place)), partition: place.partition })));
}

/** Desired state with what the others record of it. */
export interface WithOthers {
  readonly desired: DesiredState;
  /** Recorded by another partition and declared here: recorded here from now on, in its words. */
  readonly taken: ReadonlyMap<Address, HeldElsewhere>;
  readonly homes: readonly OtherHome[];
}

const objects = (count: number): string => (count === 1 ? '1 object' : `${count} objects`);

interface OthersWish {
  readonly isPlan: boolean;
  /** True where this home records nothing yet. */
  readonly isNew: boolean;
}

/**
 * Read once in a run, where something depends on it; homes that were left are looked for in any case. Throws `wrong-home` for a plan.
 */
export async function openOthers(
  run: Run,
  { isPlan, isNew }: OthersWish,
): Promise<() => Promise<readonly OtherHome[]>> {
  const { others = ledgersBeside, left: lookForLeft = ledgersLeft } = run;
  const there = await lookForLeft(run, isNew);
  const left = there.filter(({ partition }) => partition !== '');
  if (isPlan) {
    refuseLeft(left, run.desired.others !== undefined);
    await refuseWhole(run, { whole: there.find(({ partition }) => partition === ''), others });
  }
  if (run.desired.others === undefined) return async () => [];
  let read: Promise<readonly OtherHome[]> | null = null;
  return () => (read ??= others(run).then((homes) => [...homes, ...left]));
}

export async function withOthers(
  desired: DesiredState,
  recorded: RecordedState,
  readOthers: () => Promise<readonly OtherHome[]>,
): Promise<WithOthers> {
  if (desired.others === undefined || !asksOthers(desired, recorded)) return { desired, taken: new Map(), homes: [] };
  const homes = await readOthers();
  const others = { ...desired.others, recorded: indexOf(homes, desired.others.holders) };
  const whole = { ...desired, others };
  return { desired: whole, taken: takenOver(whole, recorded), homes };
}

/** Of several words about one object that of its partition counts, then that somebody was called, then the later one. */
function indexOf(
  homes: readonly OtherHome[],
  holders: ReadonlyMap<Address, string>,
): ReadonlyMap<Address, HeldElsewhere> {
  const all = homes.flatMap(({ partition, recorded: { objects, openIntents } }) => {
    const held = [...objects.values()].map((object) => ({ partition, object, isOpen: false }));
    const open = openIntents.flatMap(({ proposed }) => proposed ?? []);
    return [...held, ...open.map((object) => ({ partition, object, isOpen: true }))];
  });
  const rank = ({ partition, object, isOpen }: HeldElsewhere): readonly number[] => [
    Number(isOpen),
    Number(holders.get(object.address) === partition),
    Number(isRecord(object) && object.consumed !== null),
    object.recordedAt,
  ];
  const isBefore = (one: HeldElsewhere, other: HeldElsewhere): number => {
    const [a, b] = [rank(one), rank(other)];
    const at = a.findIndex((each, index) => each !== b[index]);
    return (a[at] ?? 0) - (b[at] ?? 0);
  };
  return new Map(all.toSorted(isBefore).map((each) => [each.object.address, each]));
}

/** Records of the others: their customers may stand here under another spelling. */
export function objectsBeside({ desired }: WithOthers): ReadonlyMap<Address, RecordedObject> {
  const all = [...(desired.others?.recorded ?? [])].filter(([, { object }]) => isRecord(object));
  return new Map(all.map(([address, { object }]) => [address, object]));
}

/** Recorded here, in the words of the other home. */
export function withTaken(recorded: RecordedState, { taken }: Pick<WithOthers, 'taken'>): RecordedState {
  const objects = [...taken].map(([address, { object }]): [Address, RecordedObject] => [address, object]);
  return taken.size === 0 ? recorded : { ...recorded, objects: new Map([...recorded.objects, ...objects]) };
}

interface HandOverFacts {
  readonly observed: ObservedState;
  readonly memory: Pick<Memory, 'digestKey'>;
  /** False for a drift report: it hands nothing over, and looks at what is taken over as at everything else. */
  readonly isPlan: boolean;
}

interface HandedOver {
  /** What is compared in this run: in a plan, of what is taken over nothing. */
  readonly part: Scope;
  /** To be recorded, as this home keeps it. */
  readonly arrived: readonly RecordedObject[];
  readonly said: readonly Verdict[];
}

/** Of what this run reads. */
export function handedOver(beside: WithOthers, read: Scope, { observed, memory, isPlan }: HandOverFacts): HandedOver {
  if (beside.taken.size === 0) return { part: read, arrived: [], said: [] };
  const { users, records } = read.desired;
  const isRead = new Set([...users, ...records].map(({ address }) => address));
  const own = { ...beside, taken: new Map([...beside.taken].filter(([address]) => isRead.has(address))) };
  const moved = rekeyed(own, observed, memory);
  if (isPlan) return { part: withoutTaken(read, own), arrived: moved, said: saidOf(own) };
  const objects = new Map([
    ...read.recorded.objects,
    ...moved.map((each): [Address, RecordedObject] => [each.address, each]),
  ]);
  return { part: { ...read, recorded: { ...read.recorded, objects } }, arrived: [], said: [] };
}

function withoutTaken(read: Scope, { taken }: Pick<WithOthers, 'taken'>): Scope {
  const { recorded } = read;
  const { desired, recorded: kept } = within(read, (address) => !taken.has(address));
  return { desired, recorded: { ...recorded, objects: kept.objects } };
}

/** Digests of each object with the key of this home. */
function rekeyed(
  { taken, homes, desired }: WithOthers,
  observed: ObservedState,
  { digestKey }: Pick<Memory, 'digestKey'>,
): RecordedObject[] {
  const keys = new Map(homes.map(({ partition, digestKey: key }) => [partition, key]));
  return [...Map.groupBy(taken.values(), ({ partition }) => partition)].flatMap(([partition, held]) => {
    const from = digestWith(keys.get(partition) ?? digestKey);
    const again = rekeying({ desired, observed, from, to: digestWith(digestKey) });
    return held.map(({ object }) => again.object(object));
  });
}

/** Said of each: nothing else is done with it in this run. */
function saidOf({ taken, desired }: WithOthers): Verdict[] {
  const sources = new Map([...desired.users, ...desired.records].map(({ address, source }) => [address, source]));
  return [...taken.values()].map(({ partition, object }): Verdict => {
    const reason = { kind: 'taken-over', partition } as const;
    const named = { source: sources.get(object.address) ?? null };
    return isUser(object)
      ? userVerdict({ ...object, ...named }, reason)
      : recordVerdict({ ...object, ...named }, reason);
  });
}
