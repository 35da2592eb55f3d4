// The service profile: the answers of one live environment to the open points of the interface documents, measured by
// `doctor --probe`, or stated by a person, and kept in Git. Pure.

import { POINT_IDS, UNKNOWN } from './open-points.ts';
import type { PointId } from './open-points.ts';

/** `probe`: `doctor --probe`; `script`: a script of somebody's own, or a muster of profiles 1.0. */
export type MeasuringTool = 'probe' | 'script';

/** How an answer came about; `stated`: written by a person; `assumed` only where it is `unknown`. */
export type Measure = MeasuringTool | 'stated' | 'assumed';

/**
 * One point of one environment; which answers it can have: open-points.ts. Days are `YYYY-MM-DD` in UTC, so that a second
 * probe of a day changes nothing.
 */
export interface ProfileEntry {
  /** One of those that the point can have (`lags`, `>=2000`), or `unknown`. */
  readonly answer: string;
  readonly how: Measure;
  /** One line, without values of records or people; for `unknown` why. */
  readonly evidence: string;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

/** 1.0 called the points by the switches of the sandbox (S4); such a file is still read. */
export const PROFILE_FORMAT = '1.1';

/** `profiles/<target>.json` beside muster.yaml. */
export interface ServiceProfile {
  readonly formatVersion: typeof PROFILE_FORMAT;
  readonly target: string;
  /** Day of the last probe. */
  readonly at: string;
  readonly points: Readonly<Record<PointId, ProfileEntry>>;
}

/** What one probe found out about one point. */
export interface Answer {
  readonly id: PointId;
  readonly answer: string;
  readonly evidence: string;
}

/** A measured answer that is not the one measured before. */
export interface ChangedAnswer {
  readonly id: PointId;
  readonly before: string;
  readonly after: string;
}

export function profilePath(targetName: string): string {
  return `profiles/${targetName}.json`;
}

/** The answers laid over an earlier profile: what could not be measured again keeps its earlier answer and day. */
export function updateProfile(
  before: ServiceProfile | null,
  found: { readonly target: string; readonly at: number; readonly how: MeasuringTool },
  answers: readonly Answer[],
): ServiceProfile {
  const day = new Date(found.at).toISOString().slice(0, 10);
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const stamp = { how: found.how, day };
  const entries = POINT_IDS.map((id) => [id, entryOf(before?.points[id] ?? null, byId.get(id), stamp)] as const);
  const points = Object.fromEntries(entries) as ServiceProfile['points'];
  return { formatVersion: PROFILE_FORMAT, target: found.target, at: day, points };
}

/** Known answers by point, the unknown ones left out: what another run is compared with. */
export function knownAnswers(profile: ServiceProfile | null): Partial<Record<PointId, string>> {
  const known = POINT_IDS.flatMap((id) => {
    const answer = profile?.points[id].answer ?? UNKNOWN;
    return answer === UNKNOWN ? [] : [[id, answer] as const];
  });
  return Object.fromEntries(known);
}

/** Answers that are not the ones known before; a first answer is no change. */
export function changedAnswers(
  before: Readonly<Partial<Record<PointId, string>>>,
  after: ServiceProfile | null,
): ChangedAnswer[] {
  const now = knownAnswers(after);
  return POINT_IDS.flatMap((id) => {
    const [old, answer] = [before[id] ?? UNKNOWN, now[id] ?? UNKNOWN];
    return old === UNKNOWN || old === answer ? [] : [{ id, before: old, after: answer }];
  });
}

function entryOf(
  before: ProfileEntry | null,
  found: Answer | undefined,
  { how, day }: { readonly how: Measure; readonly day: string },
): ProfileEntry {
  const isKnown = before !== null && before.answer !== UNKNOWN;
  if (found === undefined || found.answer === UNKNOWN) {
    if (isKnown) return before;
    const evidence = found?.evidence ?? before?.evidence ?? 'never asked';
    return { answer: UNKNOWN, how: 'assumed', evidence, firstSeen: null, lastSeen: null };
  }
  const { answer, evidence } = found;
  const same = isKnown && before.how !== 'stated' && before.answer === answer;
  // Evidence of an unchanged answer stays as it was first put down: counts in it would make a diff at every probe.
  if (same) return { ...before, lastSeen: day };
  return { answer, how, evidence, firstSeen: day, lastSeen: day };
}

/** The answer known for a point, measured or stated; null when it is not. */
export function measured(profile: ServiceProfile | null, id: PointId): ProfileEntry | null {
  const entry = profile?.points[id] ?? null;
  return entry === null || entry.answer === UNKNOWN ? null : entry;
}

/** Whether the name a search shows of a queue is known to be its code in this environment. */
export function queueNameIsCode(profile: ServiceProfile | null | undefined): boolean {
  return measured(profile ?? null, 'queue-name')?.answer === 'equals';
}

/** The ceiling of maxRecords known for this environment, where it is a number: a list that long may have been cut. */
export function searchCeiling(profile: ServiceProfile | null | undefined): { readonly searchCeiling?: number } {
  const answer = measured(profile ?? null, 'search-ceiling')?.answer ?? '';
  return /^[1-9]\d{0,6}$/u.test(answer) ? { searchCeiling: Number(answer) } : {};
}
