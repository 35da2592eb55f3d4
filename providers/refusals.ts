// What a write could not do, in the engine's words: one message, and what was done with it. The engine saves an error's id and
// properties; the next `up` updates the resource, which reads before it writes.
//
// Of an order the program's guards have counted each change; what has none is counted here:
//
// "At most N of a kind in this update", for resources without a plan: those of the native provider, behind which no program of ours
// stands, and for removals what a Roster registered that is taken out of its program. A handler sees one of them. Pure but for the count. An object counts once, however often the engine asks.
//
// Premise: absence does not tell a record that was never sent from one that was sent, worked and cleared away; nor whether somebody who
// removed a person outside meant it.
//
//   a handler would                word in MUSTER_ALLOW or `allow`        what fits not into what is left of N
//   give back access (a restore)   restores=N, or policy.restore: always  is refused
//   add what may have been added   interrupted=N                          is refused with all records of its resource
//   add with nothing remembered    unsaved=N                              the same
//   remove                         deletes=N, or policy.deletes.count     the same, and all else that is held and not declared
//
// A destroy is not told from an `up` that declares nothing any more: both need the word, and from MUSTER_ALLOW, because what stands with a
// provider (`allow`) the engine keeps for the next destroy.
//
// What may have been added is what an update that was cut off may have sent (cut-off.ts). It stays remembered in the receipts of the
// resource, also where a person has the engine clear its list: `pulumi refresh` asks whether the resource is there, and of a customer
// who was called the right answer is no. Nothing is remembered with PULUMI_SKIP_CHECKPOINTS: every record that would be added counts.
//
// A program stops on the exact number; here N is the most.
//
// Example: a RecordSet of 500 is killed; 120 are seen. With interrupted=380 the other 380 are added, with 379 none of them.

import { callsSomebody, guardedRestores, isInterrupted } from '../src/core/engine/parts.ts';
import type { Address } from '../src/core/model/address.ts';
import type { PassableGuard } from '../src/core/model/allow.ts';
import { ERRORS, ToolError } from '../src/core/model/errors.ts';
import type { ErrorCode } from '../src/core/model/errors.ts';
import { visible } from '../src/core/model/hidden.ts';
import { folded } from '../src/core/model/spelling.ts';
import type { Policy } from '../src/core/model/target.ts';
import type { Change } from '../src/core/reconcile/change.ts';
import type { Verdict } from '../src/core/reconcile/verdict.ts';
import { whyVerdict } from '../src/core/report/words/why-verdict.ts';
import type { Properties } from './declaration.ts';

export interface Refusal {
  readonly address: Address;
  readonly code: ErrorCode;
  readonly message: string;
}

/** An error with what was done before it. */
export class UnfinishedError extends Error {
  readonly id: string;
  readonly properties: Properties;
  readonly reasons: string[];

  constructor(id: string, properties: Properties, reason: string) {
    super(reason);
    this.id = id;
    this.properties = properties;
    this.reasons = [reason];
  }
}

/** Errors as the engine shows them: what, and how to go on. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnfinishedError) throw bare(error);
    if (!(error instanceof ToolError)) throw error;
    const { headline, advice } = ERRORS[error.code];
    const message = error.message.split('\n').map(visible).join('\n');
    throw bare(new Error(`[${error.code}] ${headline} ${message.replace(/\.$/u, '')}. ${advice}`));
  }
}

function bare<E extends Error>(error: E): E {
  error.stack = error.message;
  return error;
}

/** Lines of an error; the plan of the next run names all. */
const SHOWN = 10;

interface UnfinishedResource {
  readonly isSingle: boolean;
  readonly id: string;
  /** Null when nothing was done: the stack goes on saying what it said. */
  readonly outs: Properties | null;
}

export function refuse(refusals: readonly Refusal[], { isSingle, id, outs }: UnfinishedResource): Error {
  const [first] = refusals;
  if (first === undefined) return new Error('nothing was refused');
  if (outs === null && isSingle) return errorOf([first]);
  const lines = refusals.map(({ address, code, message }) => `[${code}] ${address}: ${message}`);
  return outs === null ? errorOf(refusals) : new UnfinishedError(id, outs, shortList(lines));
}

/** With the code of the first, and a line for each. */
export function errorOf(refusals: readonly Refusal[]): ToolError {
  const [first] = refusals;
  const lines = refusals.map(({ address, message }) => `${address}: ${message}`);
  const address = first === undefined || refusals.length > 1 ? {} : { address: first.address };
  return new ToolError(first?.code ?? 'lost-answer', { message: shortList(lines), ...address });
}

export function listOf(names: readonly string[]): string {
  return shortList(names).split('\n').join(', ');
}

/** Of several the first, and how many more there are. */
export function firstOf([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first}; and ${more.length.toLocaleString('en')} more`;
}

function shortList(lines: readonly string[]): string {
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return [...lines.slice(0, SHOWN).map(visible), ...more].join('\n');
}

/** `urn:pulumi:<stack>::<project>::<types>::<name>`: the name and the component it stands in. */
export function nameOfOwner(owner: string): string {
  const [, , types = '', ...name] = owner.split('::');
  const parents = types.split('$').slice(0, -1);
  return owner.startsWith('urn:')
    ? `"${name.join('::')}"${parents.length > 0 ? ` in ${parents.join(' / ')}` : ''}`
    : owner;
}

/** Of a row that leaves `set`, and is declared by what comes later. */
export function leftText(
  { address, owner: set }: { readonly address: Address; readonly owner: string },
  owner: string,
): string {
  const [from, to] = [set, owner].map(nameOfOwner);
  return `${address} leaves ${from}, whose update removes it before ${to} is registered, which declares it: let ${from} depend on ${to}; where each hands over to the other, do it in two updates`;
}

export function refusalOf(verdict: Verdict): Refusal {
  const { address, code } = verdict;
  return { address, code: code ?? ('needs-decision' satisfies ErrorCode), message: whyVerdict(verdict) };
}

/** As the guard of a plan: a login in another letter case is the same person. Throws `guard-same-object`. */
export function refuseSamePerson(removed: Address, wanted: Address | undefined): void {
  if (wanted === undefined || wanted === removed || folded(wanted) !== folded(removed)) return;
  throw new ToolError('guard-same-object', {
    message: `${removed} is removed, and wanted as ${wanted}`,
    address: removed,
  });
}

export interface Allowance {
  /** Those of the changes of one resource that nothing speaks for. */
  refused(changes: readonly Change[], removing?: Removing): Refusal[];
  /** Of rows that leave a set, before it is written anew. Throws where all that left sets, and nobody has declared, are too many. */
  refuseLeaving(set: string, leaving: readonly Address[], isDeclared: (address: Address) => boolean): void;
  readonly isNative: boolean;
  /** Where no plan has: of the native provider always, of what a Roster registered where nothing is declared any more. */
  countsRemovals(isDestroy: boolean): boolean;
}

interface Removing {
  /** How many objects this update may remove in all. */
  readonly all: number;
  /** Nothing is declared in this process: what the engine kept of the configuration of its provider was not said for that. */
  readonly isDestroy: boolean;
}

interface AllowanceRules {
  readonly policy: Pick<Policy, 'restore' | 'deletes'>;
  readonly allow: Passes;
  /** Default: the same. */
  readonly inDestroy?: Passes | undefined;
  /** As in Surroundings. */
  readonly isUnsaved?: boolean | undefined;
  readonly isNative?: boolean | undefined;
  readonly isOfRoster?: boolean | undefined;
}

type Passes = Readonly<Record<string, number>>;

export function openAllowance(rules: AllowanceRules): Allowance {
  const { policy, allow, inDestroy = allow, isUnsaved = false, isNative = false, isOfRoster = false } = rules;
  const upTo = (guard: AllowanceGuard): Counter => counter(guard, allow[guard] ?? 0);
  const [restores, cutOff, unsaved] = [upTo('restores'), upTo('interrupted'), upTo('unsaved')];
  // Without checkpoints a delete does not see what another process took over.
  const free = isUnsaved ? 0 : policy.deletes.count;
  const removable = (passes: Passes): number => Math.max(free, passes['deletes'] ?? 0);
  const [removals, inWhole] = [allow, inDestroy].map((passes) => counter('deletes', removable(passes))) as [
    Counter,
    Counter,
  ];
  const left = new Set<Address>();
  const countsRemovals = (isDestroy: boolean): boolean => isNative || (isOfRoster && isDestroy);
  return {
    isNative,
    countsRemovals,
    refused: (changes, { all, isDestroy } = { all: 0, isDestroy: false }) => {
      const asked = cutOff(changes.filter(isInterrupted));
      const added = asked.length > 0 || !isUnsaved ? asked : unsaved(changes.filter(callsSomebody));
      const removed = countsRemovals(isDestroy) ? (isDestroy ? inWhole : removals)(changes.filter(isRemoval), all) : [];
      return [...restores(guardedRestores(changes, policy.restore)), ...added, ...removed];
    },
    refuseLeaving: (set, leaving, isDeclared) => {
      if (!isNative) return;
      for (const address of leaving) left.add(address);
      const gone = [...left].filter((address) => !isDeclared(address)).length;
      if (gone <= removable(allow)) return;
      const message = `${nameOfOwner(set)}: ${gone} records leave, and ${removable(allow)} may be removed; ${passText(gone)}${TAKEN_OVER}`;
      throw new ToolError('guard-deletes', { message });
    },
  };
}

function isRemoval({ action }: Change): boolean {
  return action === 'delete' || action === 'replace';
}

type AllowanceGuard = PassableGuard & ('restores' | 'interrupted' | 'unsaved' | 'deletes');

interface Count {
  readonly limit: number;
  /** Before these. */
  readonly used: number;
  readonly more: number;
  readonly all: number;
}

type Counter = (changes: readonly Change[], all?: number) => Refusal[];

function counter(guard: AllowanceGuard, limit: number): Counter {
  const given = new Set<Address>();
  return (changes, all = 0) => {
    const more = changes.filter(({ address }) => !given.has(address));
    if (more.length > 0 && Math.max(given.size + more.length, all) > limit) {
      const message = TEXTS[guard]({ limit, used: given.size, more: more.length, all });
      return more.map(({ address }) => ({ address, code: `guard-${guard}`, message }));
    }
    for (const { address } of more) given.add(address);
    return [];
  };
}

const TEXTS: Readonly<Record<AllowanceGuard, (count: Count) => string>> = {
  restores: ({ limit }) =>
    (limit === 0 ? '' : `restores=${limit} was allowed and is spent; `) +
    'somebody removed this user outside, and no plan of this program has counted it; take the user out of the program, or allow it with MUSTER_ALLOW=restores=N for at most N people',
  interrupted: (count) =>
    `may have been added already by an update that was cut off, and worked and cleared away since; ${usedText('interrupted', count)}look whether the customer was called; take out who was, or ${addText('interrupted', count)}`,
  unsaved: (count) =>
    `would be added with PULUMI_SKIP_CHECKPOINTS: an update that is killed leaves no word of it, and the next would add it again; ${usedText('unsaved', count)}run without that variable, or, where nobody can be called through the target, ${addText('unsaved', count)}`,
  deletes: ({ limit, used, more, all }) => {
    const count = Math.max(all, used + more);
    return `nothing that was checked in this update declares ${count} objects of the stack, and ${limit} may be removed; ${passText(count)}`;
  },
};

const TAKEN_OVER = '. Where another set takes them over, let this one depend on it';

function passText(count: number): string {
  return `look at them, then pass it with MUSTER_ALLOW=deletes=${count}`;
}

function usedText(guard: AllowanceGuard, { limit, used }: Count): string {
  return limit === 0 ? '' : `${guard}=${limit} was allowed, ${used} of them are used; `;
}

function addText(guard: AllowanceGuard, { more }: Count): string {
  const whole = more === 1 ? 'this record' : `all ${more.toLocaleString('en')} records of this resource`;
  return `add ${whole} with MUSTER_ALLOW=${guard}=${more}`;
}
