// Drift reports of one target -> how drift went: day by day, what is new since the run before, how long each finding stands. Pure.
//
// Only a *full* run says that something is gone or that nothing is there: it ended well, was not limited by --only, and everything
// that it asked was answered. What other runs did not see is not known, and shown as that.

import type { JsonReport, ReportFinding } from '../../core/page.ts';
import type { Address } from '../../core/model/address.ts';
import { findingKey, type DriftClass } from '../../core/model/drift-classes.ts';

export interface DriftCourse {
  /** Oldest first, each once. */
  readonly runs: readonly CourseRun[];
  /** Days in UTC on which a run ended; oldest first. */
  readonly days: readonly CourseDay[];
  /** The last full run against the full run before it; null where there are not two. */
  readonly latest: CourseStep | null;
  /** What needs somebody as of the last full run; the oldest first. */
  readonly standing: readonly StandingFinding[];
  /** End of the last full run, epoch milliseconds; null where there is none. */
  readonly asOf: number | null;
}

export interface CourseRun {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Findings that need somebody; null where the run was not full. */
  readonly alarms: number | null;
}

export interface CourseDay {
  /** `2026-11-22`. */
  readonly day: string;
  readonly runs: number;
  /** Of the last full run of the day against the last full run before the day; null where there is none. */
  readonly alarms: number | null;
  readonly came: number | null;
  readonly went: number | null;
}

export interface CourseStep {
  /** Ends of the two runs, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly came: readonly CourseFinding[];
  readonly went: readonly CourseFinding[];
  /** It is still there, and a rule of muster.yaml silences it now. */
  readonly silenced: readonly CourseFinding[];
}

export interface CourseFinding {
  readonly address: Address;
  readonly class: DriftClass;
}

export interface StandingFinding extends CourseFinding {
  /** First seen: by the history of the run, or by an earlier one of these reports. Epoch milliseconds. */
  readonly since: number;
}

/** What a full run found, by the key that later runs recognise it by. */
interface Full {
  readonly at: number;
  readonly alarms: ReadonlyMap<string, ReportFinding>;
  readonly ignored: ReadonlySet<string>;
}

/** Of reports of kind drift; the order does not matter. */
export function courseOf(reports: readonly JsonReport[]): DriftCourse {
  const ran = reports.filter(({ heartbeat }) => heartbeat === null);
  const once = [...new Map(ran.map((report) => [report.at, report])).values()];
  const ordered = once.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const full = ordered.filter(isFull).map(fullOf);
  const last = full.at(-1);
  const before = full.at(-2);
  return {
    runs: ordered.map((report) => ({
      at: Date.parse(report.at),
      alarms: isFull(report) ? report.summary.alarms : null,
    })),
    days: daysOf(ordered, full),
    latest: last === undefined || before === undefined ? null : stepOf(before, last),
    standing: last === undefined ? [] : standingOf(full, last),
    asOf: last?.at ?? null,
  };
}

function isFull({ error, only, since, coverage, summary }: JsonReport): boolean {
  const isWhole = only === null && (since ?? { because: 'settings' }).because !== null;
  return error === null && isWhole && coverage.answered >= coverage.asked && summary.unreadable === 0;
}

function fullOf({ at, findings }: JsonReport): Full {
  const keyed = findings.map((finding) => [findingKey(finding), finding] as const);
  return {
    at: Date.parse(at),
    alarms: new Map(keyed.filter(([, { alarm }]) => alarm)),
    ignored: new Set(keyed.filter(([, { ignored }]) => ignored !== null).map(([key]) => key)),
  };
}

function stepOf(before: Full, last: Full): CourseStep {
  const missing = (from: Full, there: Full): [string, ReportFinding][] =>
    [...from.alarms].filter(([key]) => !there.alarms.has(key));
  const left = missing(before, last);
  const named = (each: readonly [string, ReportFinding][]): CourseFinding[] =>
    each.map(([, { address, class: of }]) => ({ address, class: of }));
  return {
    from: before.at,
    to: last.at,
    came: named(missing(last, before)),
    went: named(left.filter(([key]) => !last.ignored.has(key))),
    silenced: named(left.filter(([key]) => last.ignored.has(key))),
  };
}

function daysOf(runs: readonly JsonReport[], full: readonly Full[]): CourseDay[] {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return [...Map.groupBy(runs, ({ at }) => dayOf(Date.parse(at)))].map(([day, own]) => {
    const last = full.findLast((each) => dayOf(each.at) === day);
    const before = full.findLast((each) => dayOf(each.at) < day);
    const step = last === undefined || before === undefined ? null : stepOf(before, last);
    const went = step === null ? null : step.went.length + step.silenced.length;
    return { day, runs: own.length, alarms: last?.alarms.size ?? null, came: step?.came.length ?? null, went };
  });
}

/** A run that was not full proves nothing, so it does not end the time for which a finding stands. */
function standingOf(full: readonly Full[], last: Full): StandingFinding[] {
  const standing = [...last.alarms].map(([key, { address, class: of, sightings }]) => {
    const seen = sightings === null ? last.at : Date.parse(sightings.first);
    const absent = full.findLastIndex(({ alarms }) => !alarms.has(key));
    return { address, class: of, since: Math.min(seen, full[absent + 1]?.at ?? last.at) };
  });
  return standing.toSorted((a, b) => a.since - b.since);
}
