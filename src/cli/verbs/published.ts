// A report as publishing needs to know it: which target, how old, whether it is worth a comment, and its counts for a pipeline.

import type { PublishedReport } from '../../publish/published.ts';
import type { LineNote } from '../../publish/workflow.ts';
import type { ReportDocument } from '../../core/report/documents/document.ts';
import { verdictOf } from '../../core/report/kinds/views.ts';
import { annotationsOf, sentences } from '../../core/report/documents/annotations.ts';
import type { JsonReport } from '../../core/report/documents/json-report.ts';
import { printable } from '../../core/report/words/printable.ts';
import { changeCount } from '../../core/report/documents/plan.ts';
import { CANCELLED, exitOf } from '../process/exit.ts';

/** Null for kinds that nobody reviews on a forge: show, adopt, doctor, the check of a drift run's age. */
export function publishedOf(document: ReportDocument): PublishedReport | null {
  const { kind, project, target, at, git, error, approval, only, settlements } = document;
  if (document.heartbeat !== null) return null;
  if (kind !== 'plan' && kind !== 'apply' && kind !== 'validate' && kind !== 'drift') return null;
  const name = target?.name ?? null;
  const exit = exitOf(document, NO_WISHES);
  return {
    kind,
    project,
    target: name,
    at,
    fingerprint: approval?.fingerprint.whole ?? null,
    commit: git?.commit ?? null,
    failed: error !== null || exit !== 0,
    cancelled: exit === CANCELLED,
    quiet: isQuiet(document),
    partial: only !== null,
    wrote: settlements.some(({ outcome }) => outcome === 'applied' || outcome === 'unresolved'),
    verdict: printable([name === null ? '' : `${name}: `, verdictOf(document)].join('')),
  };
}

const NO_WISHES = { detailedExitCode: false, expectNoChanges: false };

/** Nothing that a reviewer would miss. An apply that wrote something is told. */
function isQuiet(report: JsonReport): boolean {
  const { error, summary, settlements } = report;
  const annotated = annotationsOf(report).filter(({ silenced }) => silenced === null);
  return error === null && changeCount(summary) === 0 && settlements.length === 0 && annotated.length === 0;
}

const COUNTED = ['create', 'restore', 'update', 'move', 'replace', 'delete'] as const;

/** For later steps of a pipeline, over all reports together. Numbers, words and one fingerprint: never a value. */
export function outputsOf(documents: readonly ReportDocument[]): Readonly<Record<string, string>> {
  const total = (read: (report: JsonReport) => number): string =>
    String(documents.reduce((sum, report) => sum + read(report), 0));
  const any = (test: (report: JsonReport) => boolean): string => String(documents.some(test));
  const fingerprints = documents.flatMap(({ approval }) => approval?.fingerprint.whole ?? []);
  const ended = documents.find(({ error, stopped }) => error !== null || stopped !== null);
  return {
    'has-changes': any(({ summary }) => changeCount(summary) > 0),
    'has-drift': any(({ summary }) => summary.alarms > 0),
    incomplete: any(({ summary, coverage }) => summary.unreadable > 0 || coverage.answered < coverage.asked),
    ...Object.fromEntries(COUNTED.map((action) => [`${action}s`, total(({ summary }) => summary.changes[action])])),
    decisions: total(({ summary }) => summary.decisions),
    warnings: total(({ warnings }) => warnings.length),
    stops: total(({ summary }) => summary.guards.stopping),
    findings: total(({ summary }) => summary.alarms),
    fingerprint: fingerprints.length === 1 ? (fingerprints[0] ?? '') : '',
    'failure-reason': ended?.error?.code ?? ended?.stopped?.code ?? '',
  };
}

/** `folder`: the project folder below the repository. The most important first, as in the report. */
export function notesOf(documents: readonly ReportDocument[], folder: string): LineNote[] {
  const open = documents.flatMap(annotationsOf).filter(({ silenced }) => silenced === null);
  return open.map(({ level, code, message, advice, source }) => ({
    level,
    title: code,
    message: sentences(message, advice),
    place: source === null ? null : { file: inFolder(source.file, folder), line: source.line, column: source.column },
  }));
}

/** `file` as the repository knows it. */
export function inFolder(file: string, folder: string): string {
  return [...(folder === '' ? [] : [folder]), file].join('/').replaceAll('\\', '/');
}
