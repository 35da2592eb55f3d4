// The exit code of a finished run: one rule for every command. Errors that end a run early have their own
// number (model/errors.ts).
//
//   0 done; changes or drift may exist      7 changes or drift, and none were expected (on request)
//   1 not written, or `get` of nobody
//   2 input or configuration                8 cancelled
//   3 credentials, connection              10 changes are pending, 11 there is drift (--detailed-exitcode)
//   4 a change failed or needs a decision  12 something could not be read or settled: never reported as clean
//                                          13 another plan than approved, 14 a guard stopped apply, 15 the target is locked

import { ERRORS } from '../../core/model/errors.ts';
import type {
  ApplyDocument,
  DoctorDocument,
  GetDocument,
  ReportDocument,
} from '../../core/report/documents/document.ts';
import type { JsonReport, JsonSummary } from '../../core/report/documents/json-report.ts';
import { changeCount } from '../../core/report/documents/plan.ts';
import type { RunKind } from '../../core/report/words/head.ts';

export interface ExitWishes {
  readonly detailedExitCode: boolean;
  readonly expectNoChanges: boolean;
}

/** Which number is used when several apply. */
const PRECEDENCE = [255, 8, 3, 4, 1, 2, 12, 13, 14, 15, 7, 11, 10] as const;

export const CANCELLED = 8;

export function exitOf(document: ReportDocument, wishes: ExitWishes): number {
  if (document.error !== null) return document.error.exit;
  const rule = RULES[document.kind] as (of: ReportDocument, wishes: ExitWishes) => number[];
  return winning(rule(document, wishes));
}

/** 0 where none applies. */
export function winning(numbers: readonly number[]): number {
  return PRECEDENCE.find((number) => numbers.includes(number)) ?? 0;
}

type Rules = {
  readonly [Kind in RunKind]: (
    document: Extract<ReportDocument, { kind: Kind; error: null }>,
    wishes: ExitWishes,
  ) => number[];
};

const RULES: Rules = {
  plan: (document, wishes) => [...incomplete(document), ...difference(planDiffers(document.summary), 10, wishes)],
  drift: (document, wishes) => [...incomplete(document), ...difference(document.summary.alarms > 0, 11, wishes)],
  apply: (document) => [...incomplete(document), ...applied(document)],
  validate: ({ diagnostics }) => diagnostics.map(({ code }) => ERRORS[code].exit),
  /** Nothing unreadable, and everything that was asked about is known. */
  adopt: (document) => (document.adoption.complete ? incomplete(document) : [12]),
  show: () => [],
  get: (document) => (document.summary.unreadable > 0 ? [12] : [isFound(document) ? 0 : 1]),
  search: ({ summary }) => (summary.unreadable > 0 ? [12] : []),
  why: ({ summary }) => (summary.unreadable > 0 ? [12] : []),
  doctor: (document) => looked(document),
};

function isFound({ user, tasks }: GetDocument): boolean {
  return user === null ? tasks.length > 0 : user.result === 'SUCCESS';
}

/** A failed check ends with the number of its code; a changed answer is never reported as clean. */
function looked({ checks, probe }: DoctorDocument): number[] {
  const failed = checks.flatMap(({ code }) => (code === null ? [] : [ERRORS[code].exit]));
  if (probe === null || probe.changed.length === 0 || probe.written) return failed;
  return [...failed, ERRORS['profile-changed'].exit];
}

function incomplete({ coverage, summary }: JsonReport): number[] {
  return summary.unreadable > 0 || coverage.answered < coverage.asked ? [12] : [];
}

function planDiffers(summary: JsonSummary): boolean {
  return changeCount(summary) + summary.decisions > 0;
}

function difference(differs: boolean, detailed: number, wishes: ExitWishes): number[] {
  if (!differs) return [];
  return [wishes.expectNoChanges ? 7 : 0, wishes.detailedExitCode ? detailed : 0];
}

/** What was skipped or failed ends with its own number, 4 at least; what is not settled is 12. */
function applied({ settlements, stopped, summary }: ApplyDocument): number[] {
  const fates = settlements.map(({ outcome, problem }) => {
    if (outcome === 'applied' || problem === null) return 0;
    // Why the run was stopped has a number of its own, which stands for all that was not tried.
    if (stopped !== null && problem.code === 'skipped-stopped') return 0;
    return outcome === 'unresolved' ? 12 : ERRORS[problem.code].exit;
  });
  return [...fates, stopped === null ? 0 : ERRORS[stopped.code].exit, summary.decisions > 0 ? 4 : 0];
}
