// Findings about the files as a section of a report.

import type { SourcePosition } from '../../model/address.ts';
import type { ReportDiagnostic } from '../documents/diagnostics.ts';
import type { FindingsSection, ViewFinding, ViewSection } from '../view/section.ts';
import { count } from '../words/words.ts';

export interface FoundInFiles extends Partial<Omit<ViewFinding, 'place'>> {
  readonly code: string;
  readonly message: string;
  readonly source: SourcePosition | null;
}

/** By file and place; nothing where nothing was found. */
export function findings(level: FindingsSection['level'], found: readonly FoundInFiles[]): ViewSection[] {
  if (found.length === 0) return [];
  const all = found.map(({ code, message, subject = '', advice = '', line = null, lines = [], source }) => ({
    ...{ code, message, subject, advice, line, lines },
    place: source && { file: source.file, line: source.line, column: source.column },
  }));
  return [{ kind: 'findings', level, findings: all.toSorted((a, b) => position(a.place, b.place)) }];
}

export function findingsTotal(diagnostics: readonly ReportDiagnostic[]): string {
  const files = new Set(diagnostics.map(({ source }) => source.file)).size;
  return `${count(diagnostics.length, 'finding')} in ${count(files, 'file')}. Nothing was changed.`;
}

function position(a: ViewFinding['place'], b: ViewFinding['place']): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a.file.localeCompare(b.file, 'en', { numeric: true }) || a.line - b.line || a.column - b.column;
}
