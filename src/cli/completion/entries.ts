// What a shell may offer after a command: words, flags, and what the value of a flag can be. All from the command table and the
// flag table, so that no script has a list of its own.

import type { Command } from '../process/command.ts';
import { explainable } from '../explain/explain.ts';
import { flag, longOf, type Flag, type NamesAsked } from '../process/flags.ts';
import { takenFlags } from '../arguments/parse.ts';

export interface CompletionEntry {
  /** `plan`, `sandbox start`. */
  readonly name: string;
  readonly summary: string;
  /** Subcommands, choices of arguments, codes. */
  readonly words: readonly string[];
  /** Names of the project that an argument takes, asked for by `muster completion campaigns`; null for none. */
  readonly asked: NamesAsked | null;
  readonly flags: readonly CompletionFlag[];
}

export interface CompletionFlag {
  /** `--target`. */
  readonly long: string;
  /** `-t`; null where there is none. */
  readonly short: string | null;
  readonly text: string;
  /** Null: it takes no value. */
  readonly value: FlagValue | null;
}

/** `asked`: by `muster completion targets`. `open`: nobody can know it. */
export type FlagValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'asked'; readonly what: NamesAsked }
  | { readonly kind: 'files' | 'folders' | 'open' };

export function entriesOf(commands: readonly Command[], before = ''): CompletionEntry[] {
  return commands.flatMap((command) => {
    const name = before + command.name;
    return [entryOf(command, name), ...entriesOf(command.subcommands ?? [], `${name} `)];
  });
}

function entryOf(command: Command, name: string): CompletionEntry {
  const choices = (command.arguments ?? []).flatMap((argument) => argument.choices ?? []);
  const codes = command.name === 'explain' ? explainable() : [];
  const names = (command.subcommands ?? []).map((each) => each.name);
  const flags = [...Object.values(command.ownFlags ?? {}), ...takenFlags(command).map(flag)];
  return {
    name,
    summary: command.summary,
    words: [...names, ...choices, ...codes],
    asked: command.arguments?.find(({ completes }) => completes !== undefined)?.completes ?? null,
    flags: command.run === undefined ? [] : flags.map(flagOf),
  };
}

function flagOf(each: Flag): CompletionFlag {
  const long = longOf(each);
  const short = /^-\w(?=,)/u.exec(each.usage)?.[0] ?? null;
  return { long, short, text: each.text, value: /[<[]/u.test(each.usage) ? valueOf(each) : null };
}

function valueOf({ choices, completes }: Flag): FlagValue {
  if (choices !== undefined) return { kind: 'words', words: choices };
  if (completes === undefined) return { kind: 'open' };
  if (typeof completes !== 'string') return { kind: 'words', words: completes };
  return completes === 'files' || completes === 'folders' ? { kind: completes } : { kind: 'asked', what: completes };
}

/** Names of commands that have commands below them. */
export function nestedNames(entries: readonly CompletionEntry[]): string[] {
  const above = entries.flatMap(({ name }) => (name.includes(' ') ? [name.slice(0, name.lastIndexOf(' '))] : []));
  return [...new Set(above)];
}

export interface ValueRule {
  /** `plan --color`; `* --color` where it is the same for every command. */
  readonly flags: readonly string[];
  readonly value: FlagValue;
}

/** Flags that take a value, with what it can be; those with the same value together. */
export function valueRules(entries: readonly CompletionEntry[]): ValueRule[] {
  const uses = entries.flatMap(({ name, flags }) =>
    flags.flatMap(({ long, short, value }) =>
      value === null ? [] : [long, short].flatMap((flagName) => (flagName === null ? [] : [{ name, flagName, value }])),
    ),
  );
  const byFlag = [...Map.groupBy(uses, ({ flagName }) => flagName)].flatMap(([flagName, group]) => {
    const isSame = new Set(group.map(({ value }) => JSON.stringify(value))).size === 1;
    const named = group.map(({ name, value }) => ({ flags: [`${name} ${flagName}`], value }));
    return isSame ? named.slice(0, 1).map(({ value }) => ({ flags: [`* ${flagName}`], value })) : named;
  });
  return [...Map.groupBy(byFlag, ({ value }) => JSON.stringify(value)).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ flags: group.flatMap(({ flags }) => flags), value: first.value }];
  });
}
