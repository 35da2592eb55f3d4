// What a write could not do, in the engine's words: one message, and what was done with it. The engine saves an error's id and
// properties; the next `up` updates the resource, which reads before it writes.

import type { Address } from '../src/core/model/address.ts';
import { ToolError } from '../src/core/model/errors.ts';
import type { ErrorCode } from '../src/core/model/errors.ts';
import { visible } from '../src/core/model/hidden.ts';
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

export function refusalOf(verdict: Verdict): Refusal {
  const { address, code } = verdict;
  return { address, code: code ?? ('needs-decision' satisfies ErrorCode), message: whyVerdict(verdict) };
}
