// What may stand at the cursor of a command line: commands, flags, and what the value of a flag or an argument can be. All from the
// command table and the flag table.

import type { Command } from '../process/command.ts';
import { explainable } from '../explain/explain.ts';
import { flag, longOf, type Flag, type NamesAsked } from '../process/flags.ts';
import { takenFlags } from '../arguments/parse.ts';

export interface Offer {
  readonly word: string;
  /** What it means; empty where the word says it. */
  readonly text: string;
}

export interface Offered {
  readonly offers: readonly Offer[];
  /** Names of the project that may stand there, too; each behind `before`. */
  readonly asked: NamesAsked | null;
  /** What stands before a value in the same word: `--target=`. */
  readonly before: string;
  /** Behind -C; null where it was not given. */
  readonly folder: string | null;
}

/** `typed`: what stands behind `muster`; the last one is at the cursor and may be empty. */
export function offeredAt(typed: readonly string[], commands: readonly Command[]): Offered {
  const current = typed.at(-1) ?? '';
  const { command, below, pending, folder } = walked(typed.slice(0, -1), [...commands, HELP]);
  const [name, value] = /^(--[\w-]+)=/u.exec(current) ?? [];
  const joined = value === undefined ? null : (flagsOf(command).find((each) => longOf(each) === value) ?? null);
  const taken = pending ?? joined;
  const place = { before: joined === null || pending !== null ? '' : (name ?? ''), folder };
  if (taken !== null) return { ...valuesOf(taken), ...place };
  const words = below.map((each) => ({ word: each.name, text: each.summary }));
  const flags = flagsOf(command).map((each) => ({ word: longOf(each), text: each.text }));
  const asked = current.startsWith('-')
    ? null
    : (command?.arguments?.find(({ completes }) => completes)?.completes ?? null);
  return { offers: [...words, ...argumentsOf(command), ...flags], asked, ...place };
}

interface Walked {
  readonly command: Command | null;
  /** Commands that may follow. */
  readonly below: readonly Command[];
  /** The flag whose value comes next. */
  readonly pending: Flag | null;
  readonly folder: string | null;
}

function walked(typed: readonly string[], commands: readonly Command[]): Walked {
  const start: Walked = { command: null, below: commands, pending: null, folder: null };
  return typed.reduce<Walked>((at, word) => {
    if (at.pending !== null) return { ...at, pending: null, folder: at.pending === FOLDER ? word : at.folder };
    const taken = [FOLDER, ...flagsOf(at.command)].find((each) => takesValue(each) && formsOf(each).includes(word));
    if (taken !== undefined) return { ...at, pending: taken };
    const next = at.below.find(({ name }) => name === word);
    if (next === undefined) return word.startsWith('-') ? at : { ...at, below: [] };
    return { ...at, command: next, below: next.subcommands ?? [] };
  }, start);
}

/** The parser has it by itself. */
const HELP: Command = { name: 'help', summary: 'print help for a command', flags: [] };
const FOLDER: Flag = flag('directory');
const takesValue = ({ usage }: Flag): boolean => /[<[]/u.test(usage);
const formsOf = ({ usage }: Flag): string[] => usage.split(/[ ,]+/u);

function flagsOf(command: Command | null): readonly Flag[] {
  if (command?.run === undefined) return [];
  return [...Object.values(command.ownFlags ?? {}), ...takenFlags(command).map(flag)];
}

function argumentsOf(command: Command | null): Offer[] {
  const codes = command?.name === 'explain' ? explainable() : [];
  const choices = command?.arguments?.flatMap((argument) => argument.choices ?? []) ?? [];
  return [...choices, ...codes].map(bare);
}

/** Nothing for a file or a folder: the shell offers those by itself. */
function valuesOf({ choices, completes }: Flag): Pick<Offered, 'offers' | 'asked'> {
  if (choices !== undefined) return { offers: choices.map(bare), asked: null };
  if (completes === undefined || completes === 'files' || completes === 'folders') return { offers: [], asked: null };
  if (typeof completes === 'string') return { offers: [], asked: completes };
  return { offers: completes.map(bare), asked: null };
}

function bare(word: string): Offer {
  return { word, text: '' };
}
