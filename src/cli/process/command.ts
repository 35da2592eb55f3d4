// The type of one command and of one call of it.

import type { Flag, FlagName, NamesAsked } from './flags.ts';
import type { RunKind } from '../../core/report/words/head.ts';
import type { Settings } from './settings.ts';
import type { Shell } from './shell.ts';

export interface Argument {
  /** As commander writes it: `<code>` needed, `[folder]` optional, `[files...]` any number. */
  readonly usage: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** Names of the project that a shell offers for it. */
  readonly completes?: NamesAsked;
}

export interface Command {
  readonly name: string;
  /** Heading in the overview; that of a subcommand is its command's. */
  readonly group?: string;
  /** At most 58 columns: one line of the overview in a terminal of 80. */
  readonly summary: string;
  readonly arguments?: readonly Argument[];
  readonly flags: readonly FlagName[];
  /** Flags that only this command has, by the name commander gives their values. */
  readonly ownFlags?: Readonly<Record<string, Flag>>;
  readonly subcommands?: readonly Command[];
  /** Kind of the reports it writes; absent where it writes none. */
  readonly reports?: RunKind;
  /** True when the command itself ends an interrupted run cleanly; others are simply ended. */
  readonly settlesItself?: boolean;
  /** Resolves with the exit code; throws ToolError. Absent where a subcommand is needed. */
  readonly run?: (call: Call) => Promise<number>;
}

export interface Call {
  readonly command: Command;
  readonly arguments: readonly string[];
  /** Values of the command's own flags. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly settings: Settings;
  readonly shell: Shell;
  readonly version: string;
}

/** What the command's own flag says; null where it is not given. */
export function ownText({ own }: Pick<Call, 'own'>, name: string): string | null {
  const value = own[name];
  return typeof value === 'string' ? value : null;
}

/** Of a flag that may be given several times. */
export function ownTexts({ own }: Pick<Call, 'own'>, name: string): string[] {
  return [own[name]].flat().filter((each) => typeof each === 'string');
}
