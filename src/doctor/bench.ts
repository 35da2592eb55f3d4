// What a probe that reads works with: one campaign and the tasks one search of it showed. Values of tasks are sent back to
// the service they came from, and never leave this room: evidence holds counts and words only.

import { ToolError } from '../model/errors.ts';
import { pick } from '../model/fields.ts';
import type { Campaign, ObservedTask } from '../model/record.ts';
import { UNKNOWN } from '../model/open-points.ts';
import type { PointId } from '../model/open-points.ts';
import type { Answer } from '../model/profile.ts';
import type { Outcome } from '../model/outcome.ts';
import type { ProbingReader, RawAnswer, RawSearch } from '../service/probing.ts';
import type { CampaignPlace } from '../service/service.ts';

export interface Bench {
  readonly reader: ProbingReader;
  readonly place: CampaignPlace;
  readonly clientIdFieldName: string;
  /** Everything one search for "state is not …" showed, in its order. */
  readonly sample: readonly ObservedTask[];
  /** The same answer as it came. */
  readonly raw: RawAnswer;
}

/** One more than the default of maxRecords, so that a ceiling there shows. */
export const PROBE_LIMIT = 1001;

/** A value no task has, whatever the case and blanks. */
export const NOBODY = 'muster-probe-none';

/** Matches every task under any reading of the operators: each has a state. */
export const EVERY_TASK = { key: 'sys_worked_state', value: NOBODY, condition: 'NOTEQUALS' } as const;

export type Criteria = NonNullable<RawSearch['previewRecordData']>;

export function answer(id: PointId, value: string, evidence: string): Answer {
  return { id, answer: value, evidence };
}

export function unknown(id: PointId, why: string): Answer {
  return answer(id, UNKNOWN, why);
}

/** Null when the campaign cannot be searched. Throws a ToolError when the environment ends the run. */
export async function openBench(
  reader: ProbingReader,
  { clientIdFieldName, ...campaign }: Campaign,
): Promise<Bench | null> {
  const place = pick(campaign, ['campaignName', 'region']);
  const whole = await reader.searchRaw({ ...place, maxRecords: PROBE_LIMIT, previewRecordData: [EVERY_TASK] });
  stopOnEnvironment(whole);
  const sample = tasksOf(whole);
  if (!isList(sample) || whole.kind !== 'done') return null;
  return { reader, place, clientIdFieldName, sample, raw: whole.value };
}

export function stopOnEnvironment(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'done' || !outcome.problem.stopsRun) return;
  throw new ToolError(outcome.problem.code, { message: outcome.problem.message });
}

/** Tasks of a search; `refused` for a FAILED, null when nothing can be concluded from the answer. */
export async function search(
  bench: Pick<Bench, 'reader' | 'place'>,
  criteria: Criteria,
  maxRecords: number = PROBE_LIMIT,
): Promise<readonly ObservedTask[] | 'refused' | null> {
  const { reader, place } = bench;
  return tasksOf(await reader.searchRaw({ ...place, maxRecords, previewRecordData: criteria }));
}

export function tasksOf(outcome: Outcome<RawAnswer>): readonly ObservedTask[] | 'refused' | null {
  if (outcome.kind !== 'done') return null;
  const { saysNone, status, tasks } = outcome.value;
  if (saysNone) return (tasks?.length ?? 0) > 0 ? null : [];
  if (status === 'SUCCESS') return tasks;
  return status === 'FAILED' ? 'refused' : null;
}

export function isList(found: readonly ObservedTask[] | 'refused' | null): found is readonly ObservedTask[] {
  return found !== null && found !== 'refused';
}
