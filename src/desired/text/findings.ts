// Collects findings about input, so that all of them are reported together; thrown once, in the order of the files.

import type { Address } from '../../model/address.ts';
import type { Diagnostic, ErrorCode } from '../../model/errors.ts';
import { ToolError } from '../../model/errors.ts';
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
}

export class Findings {
  readonly #found: Diagnostic[] = [];
  readonly #warnings: InputWarning[] = [];

  get count(): number {
    return this.#found.length;
  }

  /** In the order of the files. */
  get warnings(): readonly InputWarning[] {
    return this.#warnings.toSorted(byPlace);
  }

  add(finding: FileFinding): void {
    this.#found.push(diagnosticOf(finding));
  }

  /** Something that may not be what was meant; it stops nothing. */
  warn(finding: FileFinding<InputWarningCode>): void {
    this.#warnings.push(diagnosticOf(finding));
  }

  /** Those of a text that turned out to be readable as a whole. */
  join(others: Findings): void {
    for (const each of others.#found) this.#found.push(each);
    for (const each of others.#warnings) this.#warnings.push(each);
  }

  /** Throws one ToolError with the first finding's code and all findings, sorted by file, line and column. */
  stop(): void {
    const sorted = this.#found.toSorted(byPlace);
    const first = sorted[0];
    if (!first) return;
    const { code, message, source } = first;
    throw new ToolError(code, { message, source }, sorted);
  }
}

function diagnosticOf<Code extends ErrorCode>(finding: FileFinding<Code>): Diagnostic & { readonly code: Code } {
  const { code, message, source, at, secret, address } = finding;
  const line = secret ? null : () => source.line(at);
  return { code, message, source: source.position(at), line, address: address ?? null };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const byFile = a.source.file < b.source.file ? -1 : Number(a.source.file > b.source.file);
  return byFile || a.source.line - b.source.line || a.source.column - b.source.column;
}
