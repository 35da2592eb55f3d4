// What is wrong in the desired files, each with its place; or what may not be meant, and how much they declare. Findings about files
// are a section of other reports, too.

import type { Diagnostic } from '../../model/errors.ts';
import { begin, NO_SUMMARY } from '../documents/begin.ts';
import { reportDiagnostic, type ReportDiagnostic } from '../documents/diagnostics.ts';
import type { ValidateDocument } from '../documents/document.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand } from '../words/next.ts';
import type { FindingsSection, ReportView, ViewFinding, ViewSection } from '../view/section.ts';
import { commandOf, commands, sentence, SUMMARY } from '../view/section.ts';
import { count, counts } from '../words/words.ts';
import type { SourcePosition } from '../../model/address.ts';

export interface ValidateInput {
  readonly project: string | null;
  readonly files: readonly string[];
  readonly objects: { readonly users: number; readonly records: number };
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings?: readonly Diagnostic[];
}

export function validateDocument(input: ValidateInput, context: ReportContext): ValidateDocument {
  const { project, files, objects, diagnostics, warnings = [] } = input;
  return {
    ...begin(context, { project, target: null }),
    kind: 'validate',
    files,
    declared: objects,
    summary: { ...NO_SUMMARY, diagnostics: diagnostics.length },
    diagnostics: diagnostics.map((each) => reportDiagnostic(each, context)),
    warnings: warnings.map(({ code, message, address, source }) => ({ code, text: message, address, source })),
    next: diagnostics.length > 0 ? null : nextCommand('Next', ['plan', ...context.options]),
  };
}

export function validateView({ declared, diagnostics, warnings, files, next }: ValidateDocument): ReportView {
  const isHidden = diagnostics.every(({ line }) => line === null);
  const isBad = diagnostics.length > 0;
  const what = counts([
    [files.length, 'file'],
    [declared.users, 'user'],
    [declared.records, 'customer'],
  ]);
  const warned = findings(
    'warning',
    warnings.map((each) => ({ ...each, message: each.text })),
  );
  const go = !isBad ? next : isHidden ? SHOW_VALUES : null;
  return {
    summary: [sentence('verdict', isBad ? 'stops' : 'quiet', isBad ? findingsTotal(diagnostics) : `Valid: ${what}.`)],
    aside: null,
    sections: [...(isBad ? findings('error', diagnostics) : warned), SUMMARY, ...commands([commandOf(go)])],
  };
}

const SHOW_VALUES = {
  why: 'Values are not shown; on your own terminal',
  command: 'muster validate --show-values',
};

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
