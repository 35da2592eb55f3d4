// What the interface documents leave open ("not shown"), one row a point; people read "open question". A row says what is
// asked, what muster goes by while nobody knows, how it is measured, what muster makes of it, and every answer it can have.
// A point by whose answer muster does or says something else is an assumption; with all others it does the same. Pure.

import { ACCESS_POINTS } from './open-points/access.ts';
import { RECORD_POINTS } from './open-points/records.ts';
import type { AnswerSource, OpenPoint } from './open-points/row.ts';
import { SEARCH_POINTS } from './open-points/searches.ts';
import { USER_POINTS } from './open-points/users.ts';

export type { OpenPoint, PlanFact, Reliance } from './open-points/row.ts';

export const OPEN_POINTS = { ...SEARCH_POINTS, ...RECORD_POINTS, ...USER_POINTS, ...ACCESS_POINTS } as const;

/** Its plain name, as plan, profile, explain and docs/open-questions.md call it. */
export type PointId = keyof typeof OPEN_POINTS;

export const POINT_IDS = Object.keys(OPEN_POINTS) as readonly PointId[];

/** Those by whose answer muster does or says something else. */
export const ASSUMPTIONS: readonly PointId[] = POINT_IDS.filter((id) => point(id).relied !== undefined);

export const UNKNOWN = 'unknown';

/** The row, as every row looks. */
export function point(id: PointId): OpenPoint {
  return OPEN_POINTS[id];
}

/** By its name, or by the switch of the sandbox, which profiles of format 1.0 call it by; null when there is none. */
export function pointNamed(text: string): PointId | null {
  return POINT_IDS.find((id) => id === text || point(id).switch === text) ?? null;
}

/** Whether a point can have this answer; `unknown` is always one. */
export function isAnswer(id: PointId, text: string): boolean {
  const { answers, numbers } = point(id);
  return text === UNKNOWN || answers.includes(text) || (numbers?.pattern.test(text) ?? false);
}

/** `none, >1000, a whole number from 1 or unknown`. */
export function answerWords(id: PointId): string {
  const { answers, numbers } = point(id);
  return `${[...answers, ...(numbers === undefined ? [] : [numbers.words])].join(', ')} or ${UNKNOWN}`;
}

/** In words; `muster explain` and docs/open-questions.md say it. */
export const FOUND_OUT: Readonly<Record<AnswerSource, string>> = {
  doctor: '`muster doctor --probe`',
  trial: 'a trial of your own',
  asking: 'asking who knows: no request tells',
};
