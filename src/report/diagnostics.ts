// What went wrong, with how to go on: a problem of one change or of the run, and findings about the files. The line of a finding
// holds personal values: it is shown where somebody asked for it.

import type { Address, SourcePosition } from '../model/address.ts';
import { ERRORS, type Diagnostic, type ErrorCode } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import type { ReportContext } from './head.ts';
import type { FindingsSection, PageFinding } from './page.ts';
import { count } from './words.ts';

export interface ReportProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
}

export function reportProblem({ code, message }: Pick<Problem, 'code' | 'message'>): ReportProblem {
  return { code, message, advice: ERRORS[code].advice };
}

export interface ReportDiagnostic extends ReportProblem {
  readonly address: Address | null;
  readonly source: SourcePosition;
  /** The line as it stands in the user's own file; null unless `--show-values` asked for it, which no JSON report takes. */
  readonly line: string | null;
}

export function reportDiagnostic(
  diagnostic: Diagnostic,
  { showValues }: Pick<ReportContext, 'showValues'>,
): ReportDiagnostic {
  const { address, source, line } = diagnostic;
  return { ...reportProblem(diagnostic), address, source, line: showValues && line !== null ? line() : null };
}

/** By file and place. */
export function findingsSection(
  level: FindingsSection['level'],
  found: readonly (Omit<PageFinding, 'place'> & { readonly source: SourcePosition | null })[],
): FindingsSection {
  const findings = found.map(({ code, message, advice, line, source }) => ({
    ...{ code, message, advice, line },
    place: source && { file: source.file, line: source.line, column: source.column },
  }));
  return { kind: 'findings', level, findings: findings.toSorted((a, b) => position(a.place, b.place)) };
}

export function findingsTotal(diagnostics: readonly ReportDiagnostic[]): string {
  const files = new Set(diagnostics.map(({ source }) => source.file)).size;
  return `${count(diagnostics.length, 'finding')} in ${count(files, 'file')}. Nothing was changed.`;
}

function position(a: PageFinding['place'], b: PageFinding['place']): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a.file.localeCompare(b.file, 'en', { numeric: true }) || a.line - b.line || a.column - b.column;
}
