// Every code that muster can end with or report: exit code, headline and advice. `explain CODE`, docs/errors.md and
// every printed error read this one table. Exit codes: 0 warning, 2 input, 3 credentials, 4 a change failed,
// 12 incomplete, 13 another plan than approved, 14 guard, 15 locked (docs/exit-codes.md).

import type { Address, SourcePosition } from './address.ts';
import { INPUT_ERRORS } from './errors/input.ts';
import { CONNECTION_ERRORS } from './errors/connection.ts';
import { FATE_ERRORS } from './errors/fate.ts';
import { DECISION_ERRORS } from './errors/decision.ts';
import { INCOMPLETE_ERRORS } from './errors/incomplete.ts';
import { GUARD_ERRORS } from './errors/guard.ts';
import { STATE_ERRORS } from './errors/state.ts';
import { ADOPT_ERRORS } from './errors/adopt.ts';
import { LOOKUP_ERRORS } from './errors/lookup.ts';
import { FORGE_ERRORS } from './errors/forge.ts';
import { WARNING_ERRORS } from './errors/warning.ts';
import type { ErrorEntry } from './errors/entry.ts';

export const ERRORS = {
  ...INPUT_ERRORS,
  ...CONNECTION_ERRORS,
  ...FATE_ERRORS,
  ...DECISION_ERRORS,
  ...INCOMPLETE_ERRORS,
  ...GUARD_ERRORS,
  ...STATE_ERRORS,
  ...ADOPT_ERRORS,
  ...LOOKUP_ERRORS,
  ...FORGE_ERRORS,
  ...WARNING_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetail {
  /** What was expected, what was given, in words without personal values. */
  readonly message: string;
  /** More facts, one per line: what is different, for example. */
  readonly lines?: readonly string[];
  readonly address?: Address;
  readonly source?: SourcePosition;
  readonly cause?: unknown;
}

/**
 * The line of a file, read when it is called. It holds whatever the file holds there, personal values among them, so it stands
 * in no error and no report: only a person who asks for it on a terminal sees it.
 */
export type ReadLine = () => ShownLine | null;

export interface ShownLine {
  readonly text: string;
  /** Characters of it before the place: of a table, before the cell. */
  readonly caret: number;
}

/** One finding about input: a code, words and a place. Collected, never thrown one by one. */
export interface Diagnostic {
  readonly code: ErrorCode;
  /** Path, what was expected, what kind of value was given; never the value. */
  readonly message: string;
  readonly source: SourcePosition;
  /** Null where there is no line, or where it may hold a secret. */
  readonly line: ReadLine | null;
  readonly address: Address | null;
  /** Of many rows with the same mistake: the other ones. */
  readonly alike?: readonly Alike[];
}

export interface Alike {
  readonly source: SourcePosition;
  readonly address: Address | null;
}

/** The other places of the same mistake that are named. */
const MOST_NAMED = 5;

/** `; so in lines 5, 6, b.yaml:3`; empty for none. */
export function soIn({ file, line }: SourcePosition, alike: readonly Alike[]): string {
  if (alike.length === 0) return '';
  // What a program declares stands in one line.
  const isOneLine = alike.every(({ source, address }) => address && source.file === file && source.line === line);
  const all = alike.map(({ source, address }) => {
    if (isOneLine) return address;
    return source.file === file ? source.line : `${source.file}:${source.line}`;
  });
  const places = [...new Set(all)];
  const where = isOneLine ? 'of' : `in line${places.length === 1 ? '' : 's'}`;
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : '';
  return `; so ${where} ${places.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The only error that muster throws on purpose. Stops the run; contains no secret and no personal value. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: ErrorCode, detail: ErrorDetail, diagnostics: readonly Diagnostic[] = []) {
    super(detail.message, { cause: detail.cause });
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
    this.diagnostics = diagnostics;
  }

  get exit(): number {
    return ERRORS[this.code].exit;
  }
}
