// Collects findings about input, so that all of them are reported together; thrown once, in the order of the files.

import type { Address } from '../../model/address.ts';
import type { Alike, Diagnostic, ErrorCode } from '../../model/errors.ts';
import { soIn, ToolError } from '../../model/errors.ts';
import type { InputWarningCode } from '../../model/errors/warning.ts';
import type { InputWarning } from '../../model/state.ts';
import type { Source } from './source.ts';

/** Every code that a finding may have: each has a test that none of its outputs repeats a value. */
export const FINDING_CODES = [
  'aliases-refused',
  'bad-csv-column',
  'bad-profile',
  'behavior-without-create',
  'client-id-in-data',
  'display-order',
  'duplicate-campaign',
  'duplicate-key',
  'duplicate-record',
  'duplicate-user',
  'empty-file',
  'empty-list',
  'file-too-large',
  'hidden-character',
  'link-not-url',
  'link-outside',
  'missing-key',
  'no-desired-files',
  'not-text',
  'partition',
  'phone-not-e164',
  'pinned-to-leaver',
  'primary-email-needed',
  'reassign-to-leaver',
  'reserved-data-key',
  'syntax',
  'tags-refused',
  'time-out-of-range',
  'time-without-zone',
  'too-deep',
  'typescript-failed',
  'unknown-item',
  'unknown-key',
  'unknown-time-zone',
  'unreadable-file',
  'users-unsupported',
  'wrong-type',
] as const satisfies readonly ErrorCode[];

export type FindingCode = (typeof FINDING_CODES)[number];

export interface FileFinding<Code extends ErrorCode = FindingCode> {
  readonly code: Code;
  readonly source: Source;
  readonly at: number;
  /** Path, what was expected, what kind of value was given (masked.ts); never the value. */
  readonly message: string;
  readonly address?: Address | null;
  /** The line may contain a secret: it is shown to nobody. */
  readonly secret?: boolean;
  /** Those of one code with the same word here are one finding, however few. */
  readonly together?: string;
}

/** More rows with the same mistake than this are one finding. */
const MOST_ALIKE = 3;

interface Group<Code extends ErrorCode> {
  /** The first of them as they are. */
  readonly firsts: FileFinding<Code>[];
  readonly all: Alike[];
}

type Groups<Code extends ErrorCode> = Map<unknown, Group<Code>>;

export class Findings {
  readonly #found: Groups<FindingCode> = new Map();
  readonly #warnings: Groups<InputWarningCode> = new Map();

  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** In the order of the files. */
  get warnings(): readonly InputWarning[] {
    return told(this.#warnings);
  }

  add(finding: FileFinding): void {
    this.#count += 1;
    put(this.#found, keyOf(finding), groupOf(finding));
  }

  /** Something that may not be what was meant; it stops nothing. */
  warn(finding: FileFinding<InputWarningCode>): void {
    put(this.#warnings, keyOf(finding), groupOf(finding));
  }

  /** Those of a text that turned out to be readable as a whole. */
  join(others: Findings): void {
    this.#count += others.#count;
    for (const [key, group] of others.#found) put(this.#found, key, group);
    for (const [key, group] of others.#warnings) put(this.#warnings, key, group);
  }

  /** Throws one ToolError with the first finding's code and all findings, sorted by file, line and column. */
  stop(): void {
    const sorted = told(this.#found);
    const first = sorted[0];
    if (!first) return;
    const { code, message, source } = first;
    throw new ToolError(code, { message, source }, sorted);
  }
}

/** In a list one column with one code is one mistake. A finding of any other file is its own key. */
function keyOf(finding: FileFinding<ErrorCode>): unknown {
  const { code, source, at, together } = finding;
  if (together === undefined && source.table === undefined) return finding;
  return JSON.stringify([code, together ?? [source.file, source.position(at).column]]);
}

function groupOf<Code extends ErrorCode>(finding: FileFinding<Code>): Group<Code> {
  const { source, at, address = null } = finding;
  return { firsts: [finding], all: [{ source: source.position(at), address }] };
}

function put<Code extends ErrorCode>(groups: Groups<Code>, key: unknown, group: Group<Code>): void {
  const known = groups.get(key);
  if (known === undefined) return void groups.set(key, group);
  known.firsts.push(...group.firsts.slice(0, MOST_ALIKE - known.firsts.length));
  for (const each of group.all) known.all.push(each);
}

type Told<Code extends ErrorCode> = Diagnostic & { readonly code: Code };

function told<Code extends ErrorCode>(groups: Groups<Code>): Told<Code>[] {
  return [...groups.values()].flatMap(toldOf).toSorted(byPlace);
}

function toldOf<Code extends ErrorCode>({ firsts, all: [, ...alike] }: Group<Code>): Told<Code>[] {
  const [first] = firsts;
  if (first === undefined) return [];
  if (alike.length < (first.together === undefined ? MOST_ALIKE : 1)) return firsts.map((each) => diagnosticOf(each));
  const { source, at, message } = first;
  const rows = source.table && first.together === undefined ? `${source.table.rowsAt(at, alike.length + 1)}: ` : '';
  return [{ ...diagnosticOf({ ...first, message: rows + message + soIn(source.position(at), alike) }), alike }];
}

function diagnosticOf<Code extends ErrorCode>(finding: FileFinding<Code>): Told<Code> {
  const { code, message, source, at, secret, address } = finding;
  const line = secret ? null : () => source.line(at);
  const words = `${message}${source.table?.hint(code, message) ?? ''}`;
  return { code, message: words, source: source.position(at), line, address: address ?? null };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const byFile = a.source.file < b.source.file ? -1 : Number(a.source.file > b.source.file);
  return byFile || a.source.line - b.source.line || a.source.column - b.source.column;
}
