// Flags and environment -> settings, checked once, before anything is read or sent.

import { resolve } from 'node:path';
import { readApprovalWords, readRequestLimit, type ApprovalWords } from '../../core/engine/approval.ts';
import { logFileIn, type LogFile } from '../../core/engine/request-log.ts';
import type { SinceWish } from '../../core/engine/since.ts';
import { readPasses } from '../../core/model/allow.ts';
import { readDuration } from '../../core/model/duration.ts';
import { ToolError } from '../../core/model/errors.ts';
import { typed } from '../../core/model/hidden.ts';
import {
  clashOf,
  OUTPUTS_VARIABLE,
  readOutput,
  splitOutputs,
  STANDARD_OUTPUT,
  type Output,
} from '../../core/report/outputs.ts';
import type { FlagName, FLAGS } from './flags.ts';
import type { Shell } from './shell.ts';

/** Flags that are settings as they stand. `parts`: a plan says how to apply its parts. */
type Switches = Required<Pick<RawFlags, 'expectNoChanges' | 'quiet' | 'verbose' | 'parts' | 'autoApprove'>>;

export interface Settings extends Switches {
  /** Where the call starts, and what its paths are relative to. Absolute. */
  readonly folder: string;
  /** The project: that folder, or one above it. Absolute. */
  readonly directory: string;
  readonly target: string | null;
  readonly only: string | null;
  /** Null: everything. */
  readonly since: SinceWish | null;
  readonly outputs: readonly Output[];
  readonly detailedExitCode: boolean;
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether a question may be asked. */
  readonly input: boolean;
  readonly lockTimeoutMs: number;
  /** Nothing was ever applied for this target, so recorded state cannot be there. */
  readonly isFirstApply: boolean;
  readonly allow: Readonly<Record<string, number>>;
  /** The approval; null when no fingerprint was given. */
  readonly approval: ApprovalWords | null;
  readonly maxRequests: number | null;
  /** Whether findings show the lines of the files. */
  readonly showValues: boolean;
  /** Order of the changes in a text. */
  readonly group: 'decision' | 'file';
  /** File of the request log; null for none. */
  readonly log: LogFile | null;
  /** Flags that the next command should repeat, as typed. */
  readonly repeat: readonly string[];
}

/** Values as commander collects them, all optional; the last two are flags of single commands. */
export type RawFlags = { readonly [Name in FlagName]?: ValueOf<(typeof FLAGS)[Name]> } & {
  readonly maxAge?: string;
  readonly history?: string | boolean;
};

type ValueOf<Row> = Row extends { readonly repeatable: true }
  ? readonly string[]
  : Row extends { readonly usage: `${string}<${string}` }
    ? string
    : boolean;

/** `wishes`: of the environment, for a command that takes the flag; they are added to it. */
export function readSettings(
  flags: RawFlags,
  shell: Shell,
  wishes: { readonly out?: string | undefined } = {},
): Settings {
  const outputs = readOutputs(flags, splitOutputs(wishes.out));
  const { expectNoChanges = false, quiet = false, verbose = false, parts = false, autoApprove = false } = flags;
  const folder = resolve(shell.folder, flags.directory ?? '.');
  return {
    ...{ expectNoChanges, quiet, verbose, parts, autoApprove },
    target: flags.target ?? null,
    folder,
    directory: folder,
    only: flags.only === undefined ? null : readPattern(flags.only),
    since: readSince(flags, folder),
    outputs,
    detailedExitCode: flags.detailedExitcode ?? false,
    color: {
      out: wantsColor(flags.color, shell.environment, shell.terminal.outIsTty),
      err: wantsColor(flags.color, shell.environment, shell.terminal.errIsTty),
    },
    input: flags.input !== false && mayAsk(shell),
    lockTimeoutMs: readDuration('--lock-timeout', flags.lockTimeout ?? '0'),
    isFirstApply: flags.firstApply ?? false,
    allow: readAllow(flags.allow ?? []),
    approval: readApprovalWords(flags),
    maxRequests: flags.maxRequests === undefined ? null : readRequestLimit(flags.maxRequests, '--max-requests'),
    showValues: readShowValues(flags, outputs),
    group: flags.group === 'file' ? 'file' : 'decision',
    log: readLog(flags.log, shell),
    repeat: repeated(flags),
  };
}

/** A question needs somebody who reads it and can answer. */
function mayAsk({ terminal, environment }: Shell): boolean {
  return terminal.inputIsTty && terminal.errIsTty && !isSet(environment['CI']);
}

/** Flag, then NO_COLOR (non-empty), then FORCE_COLOR or CLICOLOR_FORCE, then whether it is a capable terminal. */
export function wantsColor(flag: string | undefined, environment: Shell['environment'], isTty: boolean): boolean {
  if (flag === 'always') return true;
  if (flag === 'never') return false;
  if (environment['NO_COLOR']) return false;
  if (isSet(environment['FORCE_COLOR']) || isSet(environment['CLICOLOR_FORCE'])) return true;
  return isTty && environment['TERM'] !== 'dumb';
}

/** Of a variable that is a switch. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase());
}

/** The flag, then the environment. */
function readLog(flag: string | undefined, { environment, folder }: Shell): LogFile | null {
  return flag === undefined ? logFileIn(environment, folder) : { path: resolve(folder, flag), askedBy: '--log' };
}

function readPattern(pattern: string): string {
  if (/^(user:|record:|\*)/u.test(pattern)) return typed(pattern);
  throw usage(`--only takes an address pattern such as "user:*@example.com" or "record:Summer*"; given: ${pattern}`);
}

function readSince({ since: ref, only, maxAge, history }: RawFlags, folder: string): SinceWish | null {
  if (ref === undefined) return null;
  if (only !== undefined) throw usage('--since and --only are two ways to plan a part: give one of them');
  return {
    ref,
    maxAgeMs: maxAge === undefined ? null : readDuration('--max-age', maxAge),
    ...(typeof history === 'string' && { historyFile: resolve(folder, history) }),
  };
}

function readOutputs(flags: RawFlags, wished: readonly string[]): Output[] {
  const asked = (flags.out ?? []).map((text) => checkedOutput('--out', text));
  const more = wished.map((text) => checkedOutput(OUTPUTS_VARIABLE, text));
  const all = [...(flags.json ? [{ format: 'json', path: STANDARD_OUTPUT } as const] : []), ...asked, ...more];
  const clash = clashOf(all);
  if (clash !== null) throw usage(clash);
  return all;
}

function checkedOutput(name: string, text: string): Output {
  const output = readOutput(text);
  if (typeof output === 'string') throw usage(`${name} ${output}`);
  return output;
}

/** A file or a JSON report outlives the run and is read by others. */
function readShowValues({ showValues = false }: RawFlags, outputs: readonly Output[]): boolean {
  if (showValues && outputs.length > 0)
    throw usage(`--show-values is for a terminal: it takes no --json, no --out and no ${OUTPUTS_VARIABLE}`);
  return showValues;
}

function readAllow(texts: readonly string[]): Settings['allow'] {
  const passes = readPasses(texts);
  if (typeof passes === 'string') throw usage(`--allow takes ${passes}`);
  return passes;
}

function repeated({ directory, target, only, since, maxAge, history }: RawFlags): string[] {
  const limits = since === undefined ? {} : { maxAge, history: typeof history === 'string' ? history : undefined };
  const pairs = [
    ['-C', directory],
    ['--target', target],
    ['--only', only],
    ['--since', since],
    ['--max-age', limits.maxAge],
    ['--history', limits.history],
  ] as const;
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}

export function usage(message: string): ToolError {
  return new ToolError('bad-usage', { message });
}
