// Findings about the files as a section of a page.

import type { SourcePosition } from '../../model/address.ts';
import type { ReportDiagnostic } from '../documents/diagnostics.ts';
import type { FindingsSection, PageFinding } from './page.ts';
import { count } from '../words/words.ts';

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
