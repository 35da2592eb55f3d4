// What a class refuses in its constructor, before anything is registered, in one line with its type and its name: arguments that it
// does not have, arguments without a value, options that would take its object away, and parts of properties that Pulumi cannot
// leave alone. What comes only from an output, or from a transform, is for `check`.

import * as pulumi from '@pulumi/pulumi';

import { keyWords } from '../src/core/desired/text/masked.ts';
import { didYouMean } from '../src/core/model/suggest.ts';
import { ARGUMENTS, PARTED, REQUIRED } from './arguments.ts';
import type { Family, Properties } from './declaration.ts';

export interface ConstructorCall<A extends object = object> {
  readonly family: Family;
  readonly name: string;
  readonly args: A;
  readonly options: pulumi.CustomResourceOptions;
}

type Refuser = (property: string, why: string) => never;

/** Throws what Pulumi prints without a stack trace. A program without types may give no `args`. */
export function refuseInConstructor({ family, name, args, options }: ConstructorCall, type: string): void {
  const refuse: Refuser = (property, why) => {
    throw new pulumi.RunError(`${type.slice(type.lastIndexOf(':') + 1)} ${name}: ${property}: ${why}`);
  };
  refuseArguments({ ...args }, family, refuse);
  refuseOptions(options, type, refuse);
  for (const path of options.ignoreChanges ?? []) refusePath(path, family, refuse);
}

function refuseArguments(args: Properties, family: Family, refuse: Refuser): void {
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined && !ARGUMENTS[family].includes(name)) refuse(keyWords(name), unknown(name, family));
  }
  const missing = REQUIRED.find((name) => ARGUMENTS[family].includes(name) && (args[name] ?? null) === null);
  if (missing !== undefined) refuse(missing, `expected a value; given ${String(args[missing])}`);
}

/** Option of a resource -> why no class takes it; docs/classes.md says the same. */
export const REFUSED_OPTIONS = {
  provider: 'all resources of muster share the default provider, which sees that an object has one owner',
  replaceOnChanges: 'every field is changed in place; leave it out',
  deleteBeforeReplace: 'the object would be lost before it is declared again; leave it out',
  deletedWith: 'the object would stay in the service and nobody would answer for it; leave it out',
} as const satisfies Partial<Record<keyof pulumi.CustomResourceOptions, string>>;

function refuseOptions(options: pulumi.CustomResourceOptions, type: string, refuse: Refuser): void {
  const provider = options.provider ?? options.parent?.getProvider(type);
  const given: Properties = { ...options, provider };
  for (const [name, why] of Object.entries(REFUSED_OPTIONS)) {
    const value = given[name];
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)) refuse(name, why);
  }
}

/** `name` or `["name"]`, and what follows. */
const PATH = /^(?:(\w+)|\["(\w+)"\])(.*)$/su;

/** Pulumi passes over a path that leads nowhere, without a word, and what was to be left alone is written. */
function refusePath(path: string, family: Family, refuse: Refuser): void {
  const [, plain, quoted, part] = PATH.exec(path) ?? [];
  const name = plain ?? quoted ?? path;
  if (!ARGUMENTS[family].includes(name)) refuse('ignoreChanges', `${keyWords(name)}: ${unknown(name, family)}`);
  if (part === '' || PARTED.includes(name)) return;
  const whole = `Pulumi can leave only the whole of ${name} alone, and would write this part; say "${name}"`;
  refuse('ignoreChanges', name === 'records' ? `${whole}, or declare that record as a PinnedRecord` : whole);
}

function unknown(name: string, family: Family): string {
  const hint = didYouMean(name, ARGUMENTS[family]);
  return `is no argument of this class${hint || `; it has ${ARGUMENTS[family].join(', ')}`}`;
}
