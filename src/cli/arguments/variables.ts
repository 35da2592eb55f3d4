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

import { readSwitch } from '../../core/engine/approval.ts';
import { nearest } from '../../core/model/suggest.ts';
import type { Command } from '../process/command.ts';
import { flag, FLAG_NAMES, longOf, type FlagName } from '../process/flags.ts';
import { usage, type RawFlags } from '../process/settings.ts';
import type { Shell } from '../process/shell.ts';

/** MUSTER_OUT and MUSTER_LOG say where a run is told, not what is approved: no command refuses them. */
const TOLD: ReadonlySet<FlagName> = new Set(['out', 'log']);

const FLAG_OF: ReadonlyMap<string, FlagName> = new Map(
  FLAG_NAMES.flatMap((name) => {
    const { variable } = flag(name);
    return variable === undefined || TOLD.has(name) ? [] : [[variable, name] as const];
  }),
);

/** The flags with what the environment adds to them. Throws `bad-usage`. */
export function withVariables(
  flags: RawFlags,
  command: Command,
  { environment }: Pick<Shell, 'environment'>,
): RawFlags {
  const changes = command.flags.includes('autoApprove');
  if (changes) Object.keys(environment).forEach(refuseMistyped);
  const read = [...FLAG_OF].flatMap(([name, taken]) => {
    const value = valueOf(taken, name, environment[name]);
    if (value === undefined) return [];
    if (command.flags.includes(taken)) return [[taken, joined(taken, flags, value)] as const];
    if (!changes) return [];
    throw usage(`${name} is set, and \`${command.name}\` takes no ${longOf(flag(taken))}: unset it for this command`);
  });
  return { ...flags, ...Object.fromEntries(read) };
}

type Value = string | true | readonly string[] | undefined;

function valueOf(taken: FlagName, name: string, text: string | undefined): Value {
  if (!text) return undefined;
  const { usage: form, repeatable = false } = flag(taken);
  if (!form.includes('<')) return readSwitch(text, name) || undefined;
  return repeatable ? text.split(/[\s,]+/u).filter((word) => word !== '') : text;
}

function joined(taken: FlagName, flags: RawFlags, value: Value): Value {
  const given = flags[taken];
  if (given === undefined || given === value) return value;
  if (typeof given === 'object' && typeof value === 'object') return [...given, ...value];
  const { variable = '' } = flag(taken);
  throw usage(`${longOf(flag(taken))} and ${variable} say different words: give one of them`);
}

function refuseMistyped(name: string): void {
  if (!name.startsWith('MUSTER_') || FLAG_OF.has(name)) return;
  const near = nearest(name, [...FLAG_OF.keys()]);
  if (near !== null) throw usage(`${name} is set, and nothing reads it; did you mean ${near}?`);
}
