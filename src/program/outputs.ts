// A desired state that holds outputs of other resources -> the plain one. Only outputs are waited for: the SDK would make a promise
// for each value of a whole list of records.

import * as pulumi from '@pulumi/pulumi';

import { knownValue } from '../../providers/held-entry.ts';

/** `known`: false where a preview does not know one of the outputs yet. */
export type ResolvedValue = { readonly known: true; readonly value: unknown } | { readonly known: false };

export async function resolved(value: unknown): Promise<ResolvedValue> {
  const found = new Set<unknown>();
  const plain = mapped(value, (output) => found.add(output));
  if (found.size === 0) return { known: true, value: plain };
  const outputs = [...found];
  const values = await knownValue(pulumi.all(outputs));
  if (values === null) return { known: false };
  const known = new Map(outputs.map((output, at) => [output, values[at]]));
  return { known: true, value: mapped(value, (output) => known.get(output)) };
}

/** The same value, with what `of` says in the place of each output or promise. */
export function mapped(value: unknown, of: (output: unknown) => unknown): unknown {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return of(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, of));
  if (typeof value !== 'object' || value === null || !isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, of)]));
}

/** Anything else, a date for instance, is for the reader of desired values to refuse. */
function isMapping(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
