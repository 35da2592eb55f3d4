// Variables that say what a flag says, to the command as to a Pulumi program. Premise: who sets one believes that it holds, so
// none stays unread without a word where something is changed.
//
//   a variable is set, and the command      | what happens
//   takes its flag, which is not given      | read as the flag
//   takes its flag, which says another word | refused; passes of guards are added to those of the flag
//   changes something and takes no such flag | refused
//   changes nothing and takes no such flag  | runs: there is nothing to approve
//
// A name that is nearly one of these counts as one that is not read. Example: MUSTER_FINGERPRINT without one of its letters.

import { readSwitch } from '../../engine/approval.ts';
import { nearest } from '../../model/suggest.ts';
import type { Command } from '../process/command.ts';
import { flag, type FlagName } from '../process/flags.ts';
import { usage, type RawFlags } from '../process/settings.ts';
import type { Shell } from '../process/shell.ts';

const FLAG_OF = {
  MUSTER_TARGET: 'target',
  MUSTER_ALLOW: 'allow',
  MUSTER_FINGERPRINT: 'fingerprint',
  MUSTER_ALLOW_SUBSET: 'allowSubset',
  MUSTER_MAX_PLAN_AGE: 'maxPlanAge',
  MUSTER_MAX_REQUESTS: 'maxRequests',
  MUSTER_FIRST_APPLY: 'firstApply',
} as const satisfies Readonly<Record<string, FlagName>>;

const SWITCHES: ReadonlySet<string> = new Set<keyof typeof FLAG_OF>(['MUSTER_ALLOW_SUBSET', 'MUSTER_FIRST_APPLY']);

const VARIABLES = Object.keys(FLAG_OF) as (keyof typeof FLAG_OF)[];

/** The flags with what the environment adds to them. Throws `bad-usage`. */
export function withVariables(
  flags: RawFlags,
  command: Command,
  { environment }: Pick<Shell, 'environment'>,
): RawFlags {
  const changes = command.flags.includes('autoApprove');
  if (changes) Object.keys(environment).forEach(refuseMistyped);
  const read = VARIABLES.flatMap((name) => {
    const value = valueOf(name, environment[name]);
    if (value === undefined) return [];
    const taken = FLAG_OF[name];
    if (command.flags.includes(taken)) return [[taken, joined(name, flags[taken], value)] as const];
    if (!changes) return [];
    throw usage(`${name} is set, and \`${command.name}\` takes no ${longOf(taken)}: unset it for this command`);
  });
  return { ...flags, ...Object.fromEntries(read) };
}

type Value = string | true | readonly string[] | undefined;

function valueOf(name: keyof typeof FLAG_OF, text: string | undefined): Value {
  if (!text) return undefined;
  if (SWITCHES.has(name)) return readSwitch(text, name) || undefined;
  return name === 'MUSTER_ALLOW' ? text.split(/[\s,]+/u).filter((word) => word !== '') : text;
}

function joined(name: keyof typeof FLAG_OF, given: RawFlags[FlagName & keyof RawFlags], value: Value): Value {
  if (given === undefined || given === value) return value;
  if (typeof given === 'object' && typeof value === 'object') return [...given, ...value];
  throw usage(`${longOf(FLAG_OF[name])} and ${name} say different words: give one of them`);
}

function refuseMistyped(name: string): void {
  if (!name.startsWith('MUSTER_') || name in FLAG_OF) return;
  const near = nearest(name, VARIABLES);
  if (near !== null) throw usage(`${name} is set, and nothing reads it; did you mean ${near}?`);
}

function longOf(name: FlagName): string {
  return /--[a-z-]+/u.exec(flag(name).usage)?.[0] ?? name;
}
