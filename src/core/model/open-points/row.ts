// What one row of OPEN_POINTS says. A new open point is one row: explain, the profile and its checks, the plan's
// assumptions and docs/open-questions.md read it from there.

export interface OpenPoint {
  /** A noun phrase, without a question mark. */
  readonly question: string;
  /** What muster goes by while nobody knows. */
  readonly assumed: string;
  readonly by: AnswerSource;
  /** Why the answer matters: what muster makes of it. */
  readonly use: string;
  /** Words an answer can be: values of the sandbox's switch, and true statements about it (`lags`, `>1000`). */
  readonly answers: readonly string[];
  /** Answers beside the words; absent where there are none. */
  readonly numbers?: Numbers;
  /** Its switch in the sandbox, which is also its key in profiles of format 1.0; absent where it has none. */
  readonly switch?: string;
  /** Absent where muster does and says the same whatever the answer; otherwise the point is an assumption. */
  readonly relied?: Reliance;
}

/** How a point is found out: by `muster doctor --probe`, by a trial of one's own, or no request tells. */
export type AnswerSource = 'doctor' | 'trial' | 'asking';

export interface Numbers {
  readonly pattern: RegExp;
  /** As in "expected …, or a whole number of milliseconds". */
  readonly words: string;
}

export interface Reliance {
  /** A plan with any of these relies on the answer. */
  readonly on: readonly PlanFact[];
  /** The answer that makes such a plan another than it looks; `number`: any number. */
  readonly answer: string;
  /** What the plan says then; `{answer}` stands for the answer. */
  readonly caution: string;
  /** Said only in a plan with this, too. */
  readonly only?: PlanFact;
}

/**
 * What a plan does or went by (reconcile/plan/relies.ts finds it out): a request by its operation, and
 *
 * - `delete-backend-only`: delete-user for a user who is only in the second system
 * - `agent-asked`: a record is left alone because its agent is not known
 * - `absence`: something is added or forgotten because it is not there, or its absence could not be told
 * - `list`: a search by criteria has to be whole
 * - `add-again`: a record that was recorded, and is gone, is added
 * - `update`, `update-worked`: a record that is there, or has been worked, is sent again
 */
export type PlanFact =
  | 'add-user'
  | 'delete-user'
  | 'addOrUpdateCampaignRecord'
  | 'changeCampaignRecordStatus'
  | 'transferCampaignRecord'
  | 'deleteRecordFromCampaign'
  | 'delete-backend-only'
  | 'agent-asked'
  | 'absence'
  | 'list'
  | 'add-again'
  | 'update'
  | 'update-worked';

export const MILLISECONDS: Numbers = { pattern: /^(?:0|[1-9]\d{0,11})$/u, words: 'a whole number of milliseconds' };
export const COUNT: Numbers = { pattern: /^[1-9]\d{0,6}$/u, words: 'a whole number from 1' };
export const REFUSED: Numbers = { pattern: /^4\d\d$/u, words: 'an HTTP status from 400 to 499' };

export const NOT_USED = 'It does not: no plan depends on the answer.';
