// What the classes of a program declare, and what the stack keeps of them, as the states that a plan compares.
//
//   known   its arguments are values, or repeat an argument of another class: it is planned
//   late    an argument waits for what the engine has not answered yet, or a preview cannot know it: what its entry holds stays as it is
//           in this plan. Of one without an entry nothing says which entry it goes on with, so every entry stays that nobody declares.

import { MACHINE } from '../core/machine.ts';
import type { ClassProgram, DeclaredClass, PlannedPart, ProgramPlan } from '../../providers/class-run.ts';
import { importing, isUnknown, otherImport } from '../../providers/check.ts';
import type { Checks } from '../../providers/check.ts';
import { additionsOf, unsettled } from '../../providers/cut-off.ts';
import { declarationOf, isClass, objectsOf } from '../../providers/declaration.ts';
import type { Declaration, Properties } from '../../providers/declaration.ts';
import { knownValue } from '../../providers/held-entry.ts';
import { identitiesIn } from '../../providers/receipts.ts';
import { readOrder } from '../../providers/order.ts';
import { checkedAs } from '../../providers/resources.ts';
import type { Stack, StackEntry } from '../../providers/stack.ts';
import { checkPeopleData } from '../core/desired/declarations/people-data.ts';
import { Findings } from '../core/desired/text/findings.ts';
import type { Memory } from '../core/engine/ledger-home.ts';
import { wasCalled } from '../core/engine/parts.ts';
import { isRecord } from '../core/model/address.ts';
import type { Address } from '../core/model/address.ts';
import { letGoBy } from '../core/model/applied.ts';
import type { AppliedRun } from '../core/model/applied.ts';
import { ToolError } from '../core/model/errors.ts';
import type { RecordedRecord } from '../core/model/record.ts';
import type { DesiredState } from '../core/model/state.ts';
import type { SameNumberPolicy, Target } from '../core/model/target.ts';
import type { Change } from '../core/reconcile/change.ts';
import { strayBeside } from './cut-off.ts';
import { mapped, resolved } from './outputs.ts';

export interface KnownClass {
  readonly declared: DeclaredClass;
  readonly owner: string;
  /** Null where it is late. */
  readonly args: Properties | null;
  /** Resolves when an argument that is awaited is there; null where none is. */
  readonly awaited: Promise<unknown> | null;
}

/** Turns of the event loop in which everything resolves that waits for nothing outside of the program. */
const TURNS = 5;

/** What the program knows by now, in its order. */
export async function knownClasses({ classes, argumentOf }: ClassProgram): Promise<KnownClass[]> {
  const given = (value: unknown): unknown => {
    const repeated = argumentOf(value);
    return repeated === value ? value : mapped(repeated, given);
  };
  const known = new Map<DeclaredClass, Properties | null>();
  const owners = await Promise.all(classes.map(({ urn }) => urn));
  const read = classes.map(async (declared) => {
    const args = await resolved(mapped(declared.args, given));
    const isKnown = args.known && !isUnknown(args.value);
    known.set(declared, isKnown ? Object.fromEntries(Object.entries(args.value ?? {})) : null);
  });
  for (let turn = 0; turn < TURNS; turn += 1) await MACHINE.turn();
  return classes.map((declared, at) => {
    const awaited = known.has(declared) ? null : (read[at] ?? null);
    return { declared, owner: owners[at] ?? '', args: known.get(declared) ?? null, awaited };
  });
}

/** What classes with `native: true` declare, as far as it is known by now. */
export async function knownNative({ native }: ClassProgram): Promise<ReadonlySet<Address>> {
  const declared = new Set<Address>();
  for (const { held } of native)
    void knownValue(held).then((known) => known?.addresses.forEach((address) => declared.add(address)));
  for (let turn = 0; turn < TURNS; turn += 1) await MACHINE.turn();
  return new Set(declared);
}

export interface ClassCheckInput {
  readonly entries: readonly StackEntry[];
  readonly checks: Checks;
  readonly target: Target;
}

/** One line for what is wrong with it. */
export type CheckedClass = { readonly declaration: Declaration } | { readonly refusals: readonly string[] };

/** As `check` will see it: what Pulumi is told to leave alone is as it stands. */
export function checkedClass({ declared, owner, args }: KnownClass, around: ClassCheckInput): CheckedClass {
  const { family, name, type, options } = declared;
  const before = around.entries.find((entry) => entry.owner === owner)?.inputs ?? {};
  const ignored = (options.ignoreChanges ?? []).flatMap((path) => /^\W*(\w+)/u.exec(path)?.[1] ?? []);
  const stands = ignored.flatMap((each) => (each in before ? [[each, before[each]] as const] : []));
  const news = { ...checkedAs(args ?? {}), __owner: owner, import: options.import, ...Object.fromEntries(stands) };
  const { inputs, failures } = around.checks[family](news, around.target);
  const called = `${type.slice(type.lastIndexOf(':') + 1)} ${name}`;
  if (failures.length > 0) return { refusals: failures.map(({ reason }) => `${called}: ${reason}`) };
  const declaration = declarationOf(family, { ...inputs, __owner: owner });
  const imported = otherImport(declaration, news);
  if (imported !== null) return { refusals: [`${called}: ${imported}`] };
  return {
    declaration: options.import === undefined ? declaration : importing(declaration, { import: options.import }),
  };
}

/** Entries that no class of the program answers for in this plan. */
export function keptEntries(
  entries: readonly StackEntry[],
  { late, native }: { readonly late: readonly KnownClass[]; readonly native: ReadonlySet<string> },
  known: readonly Declaration[],
): ReadonlySet<StackEntry> {
  const owners = new Set([...late.map(({ owner }) => owner), ...native]);
  const isUnnamed = late.some(({ owner }) => !entries.some((entry) => entry.owner === owner));
  const declaring = new Set(known.map(({ owner }) => owner));
  const addresses = new Set(known.flatMap((each) => [...each.rows.keys()]));
  const isLeft = ({ owner, declaration }: StackEntry): boolean =>
    !declaring.has(owner) && ![...declaration.rows.keys()].some((address) => addresses.has(address));
  // Of the native provider, and declared by a class by now: the class goes on with it.
  const isTakenOver = ({ owner, declaration }: StackEntry): boolean =>
    owner !== declaration.owner && [...declaration.rows.keys()].some((address) => addresses.has(address));
  const isKept = (entry: StackEntry): boolean =>
    (!isClass(entry.inputs) && !isTakenOver(entry)) || owners.has(entry.owner) || (isUnnamed && isLeft(entry));
  return new Set(entries.filter(isKept));
}

interface EarlierPlans {
  readonly before: ProgramPlan | null;
  /** Of the same target. */
  readonly earlier: PlannedPart | null;
}

/** What earlier plans of this update are about. Throws `conflict` for a row that the update of a set removes and a later class declares. */
export function plannedBefore(
  declarations: readonly Declaration[],
  { before, earlier }: EarlierPlans,
): { readonly done: readonly Address[]; readonly earlier: readonly Change[] } {
  const fresh = declarations.filter(({ owner }) => before?.orders.has(owner) !== true);
  const isFresh = new Set(fresh.flatMap(({ rows }) => [...rows.keys()]));
  const orders = [...(before?.orders.values() ?? [])].map(readOrder);
  const lost = orders.flatMap(({ changes }) =>
    changes.filter(({ address, declared }) => !declared && isFresh.has(address)),
  );
  if (lost[0] !== undefined) {
    const { address } = lost[0];
    const message = `${address}: leaves a set, whose update removes it, and a class that came later declares it; take it out of both for one update`;
    throw new ToolError('conflict', { message, address });
  }
  // What no plan knew to be declared was no removal: it is planned now.
  return {
    done: [...(earlier?.within ?? [])].filter((address) => !isFresh.has(address)),
    earlier: (earlier?.changes ?? []).filter(({ address }) => !isFresh.has(address)),
  };
}

interface DesiredClasses {
  readonly known: readonly Declaration[];
  readonly kept: Iterable<StackEntry>;
  readonly content: string;
  /** Of muster.yaml; left out: its default. */
  readonly sameNumber?: SameNumberPolicy | undefined;
}

/**
 * With what is kept as it is declared in the stack, so that the plan knows who is declared. Throws what only all of them together show
 * to be a mistake: each class was checked alone.
 */
export function desiredOf({ known, kept, content, sameNumber = 'warn' }: DesiredClasses): DesiredState {
  const findings = new Findings();
  const own = { users: known.flatMap((each) => each.users), records: known.flatMap((each) => each.records) };
  checkPeopleData(own, sameNumber, findings);
  findings.stop();
  const all = [...[...kept].map(({ declaration }) => declaration), ...known];
  const users = new Map(all.flatMap((each) => each.users).map((user) => [user.address, user]));
  const records = new Map(all.flatMap((each) => each.records).map((record) => [record.address, record]));
  const campaigns = all.flatMap(({ campaign }) => (campaign === null ? [] : [campaign]));
  const named = new Map(campaigns.map((campaign) => [campaign.campaignName, campaign]));
  return {
    users: [...users.values()],
    records: [...records.values()],
    campaigns: [...named.values()],
    files: [],
    content,
    warnings: findings.warnings,
  };
}

/** Of two receipts of one object the later one counts; with what an update that was cut off may have sent of what is declared. */
export function memoryOf(
  { writes }: Pick<Stack, 'writes'>,
  entries: readonly StackEntry[],
  known: readonly Declaration[],
): Omit<Memory, 'digestKey'> {
  const recorded = entries.flatMap((entry) => entry.recorded).toSorted((a, b) => a.recordedAt - b.recordedAt);
  const objects = new Map(recorded.map((object) => [object.address, object]));
  const declared = new Set(known.flatMap(objectsOf).map(({ address }) => address));
  const isStray = strayBeside(declared);
  const isKnown = ({ address }: { readonly address: Address }): boolean => !isStray(address);
  const open = entries
    .flatMap((entry) => entry.openIntents)
    .filter((each) => each.interrupted !== true || isKnown(each));
  const sent = writes.flatMap((write) => (isClass(write.inputs) ? additionsOf(write).intents.filter(isKnown) : []));
  const all = { recorded: [...objects.values()], openIntents: open };
  const openIntents = [...open, ...unsettled(sent, all, declared)];
  return {
    recorded: { objects, openIntents },
    identities: identitiesIn(entries),
    copies: entries.flatMap((entry) => entry.copies),
  };
}

interface LeavingFacts {
  readonly known: readonly Declaration[];
  readonly applied: readonly AppliedRun[];
  /** Of which this plan says nothing (keptEntries). */
  readonly kept?: ReadonlySet<StackEntry>;
}

/**
 * Used up, and declared no more: its entry leaves, and with it goes that its customer was called. Each is noted once. Where something is
 * late an entry leaves after this plan or goes on, and who was taken over would be let go: while that is recorded, no note counts.
 */
export function usedUpLeaving(
  entries: readonly StackEntry[],
  { known, applied, kept }: LeavingFacts,
): RecordedRecord[] {
  const staying = new Set([...known.map(({ owner }) => owner), ...known.flatMap(({ rows }) => [...rows.keys()])]);
  const noted = letGoBy(applied);
  const leaves = (entry: StackEntry): readonly RecordedRecord[] =>
    entry.recorded
      .filter(isRecord)
      .filter(
        (each) =>
          each.consumed !== null || wasCalled(each) || (kept?.has(entry) === true && each.provenance === 'adopted'),
      );
  const usedUp = entries.filter(({ owner }) => !staying.has(owner)).flatMap(leaves);
  return usedUp.filter(({ address }) => !staying.has(address) && !noted.has(address));
}
