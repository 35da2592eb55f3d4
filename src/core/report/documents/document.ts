// A document: the JSON report of a run of one kind, with what that kind knows for sure. Texts, pages and formats are made of it.

import type { RunKind } from '../words/head.ts';
import type { JsonReport } from './json-report.ts';

const PLANNED = ['approval', 'forecast', 'offboarding', 'leavers'] as const;

/** Keys that are not null of a run that did not fail. `get`: its user or its record. */
const KNOWN = {
  plan: PLANNED,
  apply: PLANNED,
  drift: ['verified'],
  show: [],
  validate: ['declared'],
  adopt: ['adoption'],
  doctor: [],
  get: [],
  search: ['search'],
  why: ['story'],
} as const satisfies Readonly<Record<RunKind, readonly (keyof JsonReport)[]>>;

type With<Keys extends keyof JsonReport> = Omit<JsonReport, Keys> & {
  readonly [Key in Keys]: NonNullable<JsonReport[Key]>;
};

/** A run of that kind that did not fail. */
type Ran<Kind extends RunKind> = Omit<With<(typeof KNOWN)[Kind][number]>, 'kind' | 'error' | 'heartbeat'> & {
  readonly kind: Kind;
  readonly error: null;
  readonly heartbeat: null;
};

export type PlanDocument = Ran<'plan'>;
export type ApplyDocument = Ran<'apply'>;
/** A plan as it is told, or told of again after it was applied. */
export type ReportedPlan = PlanDocument | ApplyDocument;
export type DriftDocument = Ran<'drift'>;
export type ShowDocument = Ran<'show'>;
export type ValidateDocument = Ran<'validate'>;
export type AdoptDocument = Ran<'adopt'>;
export type DoctorDocument = Ran<'doctor'>;
export type GetDocument = Ran<'get'>;
export type SearchDocument = Ran<'search'>;
/** `showsValues`: personal values are shown, which no report for programs does. */
export type WhyDocument = Ran<'why'> & { readonly showsValues?: true };
/** `drift --max-age`: the last complete run is young enough. */
export type HeartbeatDocument = Omit<With<'heartbeat'>, 'kind' | 'error'> & {
  readonly kind: 'drift';
  readonly error: null;
};
/** A run that failed, so that a reader of JSON gets a report whatever happened. */
export type ErrorDocument = With<'error'>;

export type Documents = { readonly [Kind in Exclude<RunKind, 'why'>]: Ran<Kind> } & {
  readonly why: WhyDocument;
  readonly heartbeat: HeartbeatDocument;
  readonly error: ErrorDocument;
};

export type ReportDocument = Documents[keyof Documents];

/** Whether a report that was read has every key that a report of its kind has. */
export function isDocument(report: JsonReport): report is JsonReport & ReportDocument {
  const { kind, error, heartbeat, user, record } = report;
  if (error !== null || (kind === 'drift' && heartbeat !== null)) return true;
  const known: readonly (keyof JsonReport)[] = KNOWN[kind];
  return known.every((key) => report[key] !== null) && (kind !== 'get' || user !== null || record !== null);
}
