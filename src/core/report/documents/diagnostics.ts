// What went wrong, with how to go on: a problem of one change or of the run, and findings about the files. The line of a finding
// holds personal values: it is shown where somebody asked for it.

import type { Address, SourcePosition } from '../../model/address.ts';
import { ERRORS, type Diagnostic, type ErrorCode, type ShownLine } from '../../model/errors.ts';
import type { Problem } from '../../model/outcome.ts';
import type { ReportContext } from '../words/head.ts';
import { withName } from '../words/words.ts';

export interface ReportProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
}

export function reportProblem({ code, message }: Pick<Problem, 'code' | 'message'>, system?: string): ReportProblem {
  const { advice } = ERRORS[code];
  return { code, message, advice: system === undefined ? advice : withName(advice, system) };
}

export interface ReportDiagnostic extends ReportProblem {
  readonly address: Address | null;
  readonly source: SourcePosition;
  /** The line as it stands in the user's own file; null unless `--show-values` asked for it, which no JSON report takes. */
  readonly line: ShownLine | null;
  /** All lines of this file with this mistake. */
  readonly lines: readonly number[];
}

export function reportDiagnostic(
  diagnostic: Diagnostic,
  { showValues }: Pick<ReportContext, 'showValues'>,
): ReportDiagnostic {
  const { address, source, line, alike = [] } = diagnostic;
  const places = [source, ...alike.map((each) => each.source)];
  const lines = places.flatMap(({ file, line: at }) => (file === source.file ? at : []));
  return { ...reportProblem(diagnostic), address, source, line: showValues && line !== null ? line() : null, lines };
}
