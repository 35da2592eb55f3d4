// What a program registers for the files of a life, and the plan that it makes before: of desired files by `prepare`, of classes as
// src/program/class-plan.ts makes it, with what the classes say of each other.

import { openChecks } from '../../../../providers/check.ts';
import { declarationOf, objectsOf } from '../../../../providers/declaration.ts';
import type { Declaration, Properties } from '../../../../providers/declaration.ts';
import { asKept } from '../../../../providers/native-form.ts';
import { STACK_DIGEST_KEY, inputsIn } from '../../../../providers/receipts.ts';
import { ELSEWHERE, ORDER, orderText } from '../../../../providers/order.ts';
import { copiesInSets, readStack } from '../../../../providers/stack.ts';
import type { Stack } from '../../../../providers/stack.ts';
import type { Memory } from '../../../../src/core/engine/ledger-home.ts';
import type { Run } from '../../../../src/core/engine/run.ts';
import { stopOnGuards } from '../../../../src/core/engine/parts.ts';
import { planWith } from '../../../../src/core/engine/survey.ts';
import { withThisRun } from '../../../../src/core/engine/this-run.ts';
import type { AppliedRun } from '../../../../src/core/model/applied.ts';
import { clientIdOf } from '../../../../src/core/model/address.ts';
import { desiredOf, memoryOf, usedUpLeaving } from '../../../../src/program/class-desired.ts';
import { cutOffText, declaredOnly, strayInClasses } from '../../../../src/program/cut-off.ts';
import { classOrders } from '../../../../src/program/ordered.ts';
import type { Registration } from '../../../../src/program/ordered.ts';
import { prepare } from '../../../../src/program/prepare.ts';
import { heldByNone, reasonsNoted } from '../../../../src/program/without-request.ts';
import type { Plan } from '../../../../src/core/reconcile/plan-value.ts';
import { exportText, stackIn, urnOf } from '../../../support/pulumi-stack.ts';
import type { Kind, StackDouble, Wanted } from '../../../support/pulumi-stack.ts';
import { heldRows, oneWay, registeredNatively } from './native.ts';
import type { PutOff } from './native.ts';
import { toInput } from '../../files.ts';
import type { Files } from '../../files.ts';

/** `files`: `reconcile` over desired files; `classes`: a resource for each object; `sets`: people, and a set for each campaign. */
export type Style = 'files' | 'classes' | 'sets';

export interface Program {
  readonly plan: Plan;
  readonly wanted: readonly Wanted[];
  /** Name of the resource that answers for an address, before or after. */
  readonly homeOf: (address: string) => string;
  /** Lines beside the plan: what no resource stands for. */
  readonly leftOut: readonly string[];
  /** By a person who writes a program of the native provider. */
  readonly putOff?: readonly PutOff[];
  /** Name of the component, and what it says once this update has begun. */
  readonly applied: readonly [name: string, runs: readonly AppliedRun[]];
  /** Throws on guards. */
  readonly begin: () => Promise<void>;
}

const CHECKS = openChecks();

export const readIn = (stack: StackDouble): Stack => readStack(exportText(stack));

export async function programOf(style: Style, run: Run, { files, stack, before }: ProgramInput): Promise<Program> {
  if (style !== 'files') return classProgram(style, run, { files, stack, before });
  const exported = readIn(before);
  const { plan, registrations, leftOut, begin, applied: runs } = await prepare(run, exported, false);
  const applied = [run.target.name, runs] as const;
  const wanted = wantedOf(registrations, run, stack);
  const declared = registrations.map(({ address, kind, inputs }) => [address, addressesIn(kind, inputs)] as const);
  // What a write that was cut off may have made is neither held nor declared: it goes by the order of one.
  const ordered = registrations.map(
    ({ address, order }) => [address, order.changes.map((each) => each.address)] as const,
  );
  return { plan, wanted, leftOut, applied, begin, homeOf: homesIn([...ordered, ...declared], stack) };
}

/** What the program registers, as the engine gets it. */
export function wantedOf(
  registrations: readonly Registration[],
  { target, pulumi }: Run,
  stack: StackDouble,
): Wanted[] {
  const home = pulumi && { __home: `${pulumi.project}/${pulumi.name}` };
  return registrations.map(({ address: name, kind, inputs, order, movedFrom, dependsOn }): Wanted => {
    const isThere = [name, movedFrom].some((each) => each !== null && stack.resources.has(each));
    const text = orderText({ ...order, stack: isThere || order.inherits.length > 0 ? stackIn(pulumi?.project) : '' });
    return { name, kind, given: { ...inputs, target: target.name, ...home, [ORDER]: text }, movedFrom, dependsOn };
  });
}

interface ProgramInput {
  readonly files: Files;
  /** As it is after the refresh. */
  readonly stack: StackDouble;
  /** As a program reads it: before the refresh. */
  readonly before: StackDouble;
}

async function classProgram(
  style: Exclude<Style, 'files'>,
  run: Run,
  { files, stack, before }: ProgramInput,
): Promise<Program> {
  const holds = new Map(
    [...stack.resources.values()].map(({ name, kind, outputs }) => [name, addressesIn(kind, outputs)] as const),
  );
  const given = classesOf(style, files);
  const rows = heldRows(stack);
  const { classes, putOff } = stack.isNative ? oneWay(given, rows) : { classes: given, putOff: [] };
  const ownerOf = ({ kind, name }: Pick<Wanted, 'kind' | 'name'>): string =>
    urnOf({ kind, name }, { project: run.pulumi?.project, isNative: stack.isNative });
  const declarations = classes.map(({ name, kind, given }) =>
    checked(kind, { ...given, __owner: ownerOf({ kind, name }) }, run),
  );
  const { entries, writes, applied } = readIn(before);
  const memory = memoryOf({ writes }, entries, declarations);
  const desired = desiredOf({ known: declarations, kept: [], content: JSON.stringify(files) });
  const held = entries.flatMap((entry) => [...entry.recorded, ...entry.openIntents]);
  const sent = memory.recorded.openIntents;
  const within = new Set([...declarations.flatMap(objectsOf), ...held, ...sent].map(({ address }) => address));
  const strays = strayInClasses(writes, [...entries, ...declarations], within);
  const name = `${run.target.name}, classes`;
  const recalled = { ...memory, digestKey: STACK_DIGEST_KEY, applied: applied.get(name) ?? [] };
  const ofStack = { ...run, desired, within, isOfStack: true };
  const survey = await planWith(ofStack, recalled);
  const { plan } = survey;
  const called = entries.flatMap((entry) => entry.called ?? []);
  const usedReasons = [...called, ...reasonsNoted(survey.compared.notes, recalled.recorded)];
  const receives = heldByNone(survey.seen.recorded, entries);
  const orders = new Map(classOrders({ changes: plan.changes, usedReasons, receives }, declarations, entries));
  const claims = new Map(
    classes.flatMap((each, index) => [...(declarations[index]?.rows.keys() ?? [])].map((key) => [key, each] as const)),
  );
  const wanted = classes.map((each, index): Wanted => {
    const { name, kind, given } = each;
    const movedFrom = continuedBy(each, { stack, claims, holds, classes });
    const declared = [...(declarations[index]?.rows.keys() ?? [])];
    const near = [...claims.keys()].filter((key) => declared.some((own) => isSameClient(own, key)));
    const others = new Set([...(holds.get(movedFrom ?? name) ?? []), ...near]);
    const elsewhere = [...others].flatMap((address) => {
      const rival = claims.get(address);
      return rival === undefined || rival === each ? [] : [[address, ownerOf(rival)]];
    });
    const beside = {
      __owner: ownerOf({ kind, name }),
      __stack: stackIn(run.pulumi?.project),
      [ORDER]: orders.get(ownerOf({ kind, name })),
    };
    const said = elsewhere.length > 0 ? { [ELSEWHERE]: JSON.stringify(elsewhere) } : {};
    return { ...each, movedFrom, given: { ...given, ...beside, ...said } };
  });
  const declared = wanted.map(
    ({ name }, index) => [name, [...(declarations[index]?.rows.keys() ?? [])].map(String)] as const,
  );
  // Tasks of somebody who leaves change hands by a plan, and natively there is none: the removal is refused (docs/native-provider.md).
  const changes = plan.changes.filter(({ cause }) => cause.kind !== 'offboarding');
  if (stack.isNative)
    return {
      ...{ plan: { ...plan, changes }, leftOut: [], applied: [name, []], homeOf: homesIn(declared, stack) },
      wanted: registeredNatively(classes, rows, ownerOf),
      begin: async () => undefined,
      putOff,
    };
  const begin = async (): Promise<void> => stopOnGuards(plan, run.guardError);
  const leaving = usedUpLeaving(entries, { known: declarations, applied: recalled.applied });
  const begun = [name, withThisRun(survey, ofStack, { ...recalled, leaving })] as const;
  return { plan, wanted, leftOut: strays.map(cutOffText), applied: begun, begin, homeOf: homesIn(declared, stack) };
}

function isSameClient(one: string, other: string): boolean {
  const clientId = clientIdOf(one);
  return clientId !== '' && clientId === clientIdOf(other);
}

interface Continued {
  readonly stack: StackDouble;
  readonly claims: ReadonlyMap<string, Wanted>;
  readonly holds: ReadonlyMap<string, readonly string[]>;
  readonly classes: readonly Wanted[];
}

/** The entry under another name that holds its object: the alias that a class gives itself (held-entry.ts). */
function continuedBy(wanted: Wanted, { stack, claims, holds, classes }: Continued): string | null {
  if (stack.resources.has(wanted.name)) return null;
  const names = new Set(classes.map(({ name }) => name));
  for (const { name, kind } of stack.resources.values()) {
    if (kind !== wanted.kind || names.has(name)) continue;
    const claimants = (holds.get(name) ?? []).toSorted().flatMap((address) => claims.get(address) ?? []);
    if (claimants.find((each) => each.kind === kind) === wanted) return name;
  }
  return null;
}

function checked(kind: Kind, given: Properties, { target }: Run): Declaration {
  const { inputs, failures } = CHECKS[kind](given, target);
  if (failures.length > 0)
    throw new Error(`the program is refused: ${failures.map(({ reason }) => reason).join('; ')}`);
  return declarationOf(kind, { ...inputs, __owner: given['__owner'] });
}

function classesOf(style: Exclude<Style, 'files'>, files: Files): Wanted[] {
  const { users = [] } = toInput(files);
  const people = users.map((line): Wanted => ({
    name: line.loginUserId,
    kind: 'user',
    given: { ...line },
    movedFrom: null,
    dependsOn: [],
  }));
  const logins = new Set(people.map(({ name }) => name));
  const agents = (records: readonly Line[]): string[] => [
    ...new Set(records.flatMap(({ preferredAgent = '' }) => (logins.has(preferredAgent) ? [preferredAgent] : []))),
  ];
  const leavers = new Set(files.users.flatMap(({ loginUserId, ensure }) => (ensure === 'absent' ? [loginUserId] : [])));
  const lists = files.campaigns.flatMap(({ manage: _, records, ...campaign }): Wanted[] => {
    if (style === 'sets')
      return [
        {
          name: `set ${campaign.campaignName}`,
          kind: 'set',
          given: { ...campaign, records: JSON.stringify(records) },
          movedFrom: null,
          dependsOn: agents(records),
        },
      ];
    return records.map((record) => ({
      name: nameOf(campaign.campaignName, record.clientId, files),
      kind: 'record',
      given: { ...campaign, ...record, data: JSON.stringify(record.data) },
      movedFrom: null,
      dependsOn: agents([record]),
    }));
  });
  return [
    ...people.filter(({ name }) => !leavers.has(name)),
    ...lists,
    ...people.filter(({ name }) => leavers.has(name)),
  ];
}

type Line = Files['campaigns'][number]['records'][number];

/** By the customer, where only one campaign has them: then a move is an update. */
function nameOf(campaignName: string, clientId: string, { campaigns }: Files): string {
  const others = campaigns.filter(({ records }) =>
    records.some((each) => each.clientId.toLowerCase() === clientId.toLowerCase()),
  );
  return others.length > 1 ? `${campaignName} ${clientId}` : clientId;
}

function addressesIn(kind: Kind, outputs: Properties): string[] {
  return objectsOf(declarationOf(kind, inputsIn(kind, asKept(outputs)))).map(({ address }) => String(address));
}

type Homes = readonly (readonly [name: string, addresses: readonly string[]])[];

/** What is declared says more than what is ordered, and that more than what is held. */
function homesIn(declared: Homes, stack: StackDouble): (address: string) => string {
  const held = [...stack.resources.values()].map(
    ({ name, kind, outputs }) => [name, addressesIn(kind, outputs)] as const,
  );
  const homes = new Map(
    [...held, ...declared].flatMap(([name, all]) => all.map((address) => [address, name] as const)),
  );
  return (address) => homes.get(address) ?? address;
}

/** What a drift run of the command reads of the stack. */
export function memoryIn(style: Style, run: Run, stack: StackDouble): Memory {
  const whole = readIn(stack);
  if (style !== 'files')
    return { ...memoryOf({ writes: whole.writes }, whole.entries, []), digestKey: STACK_DIGEST_KEY };
  const known = declaredOnly(whole, run.desired).stack;
  const { identities } = whole;
  const applied = whole.applied.get(run.target.name) ?? [];
  return { recorded: known.recorded, identities, copies: copiesInSets(known), digestKey: STACK_DIGEST_KEY, applied };
}
