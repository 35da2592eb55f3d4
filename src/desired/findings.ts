// Collects findings about input, so that all of them are reported together; thrown once, in the order of the files.

import type { Address } from '../model/address.ts';
import type { Diagnostic, ErrorCode } from '../model/errors.ts';
import { ToolError } from '../model/errors.ts';
import type { Source } from './source.ts';

export interface Finding {
  readonly code: ErrorCode;
  readonly source: Source;
  readonly at: number;
  /** Path, what was expected, what was given; never a personal value. */
  readonly message: string;
  readonly address?: Address | null;
  /** The line may contain a secret: show the place only. */
  readonly secret?: boolean;
}

export class Findings {
  readonly #found: Diagnostic[] = [];

  get count(): number {
    return this.#found.length;
  }

  add(finding: Finding): void {
    const { code, message, source, at } = finding;
    const line = finding.secret ? null : source.line(at);
    this.#found.push({ code, message, source: source.position(at), line, address: finding.address ?? null });
  }

  /** Throws one ToolError with the first finding's code and all findings, sorted by file, line and column. */
  stop(): void {
    const sorted = this.#found.toSorted(byPlace);
    const first = sorted[0];
    if (!first) return;
    const { code, message, source, line } = first;
    throw new ToolError(code, { message, source, ...(line === null ? {} : { line }) }, sorted);
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const byFile = a.source.file < b.source.file ? -1 : Number(a.source.file > b.source.file);
  return byFile || a.source.line - b.source.line || a.source.column - b.source.column;
}
