// One drift run with its memory: read, compare with what earlier runs saw, on request read once more after a pause, and
// write down what was seen. Service and recorded state are only read; the history is a file of the report's own.

import { MACHINE, pause } from '../machine.ts';
import type { Address } from '../model/address.ts';
import { findingIn, findingKey, isAlarm } from '../model/drift-classes.ts';
import { changedAnswers, knownAnswers } from '../model/profile.ts';
import type { ServiceProfile } from '../model/profile.ts';
import type { Clock, Project } from '../model/state.ts';
import type { Target } from '../model/target.ts';
import type { DriftRemark, DriftResult, Finding } from '../reconcile/finding.ts';
import { DEFAULT_APART_MS, isComplete, withSightings } from '../reconcile/drift/sightings.ts';
import type { DriftReading, DriftWithHistory } from '../reconcile/drift/sightings.ts';
import { NO_HISTORY, historyPath, readHistory, writeHistory } from '../state/history.ts';
import type { History, HistoryRemark } from '../state/history.ts';
import type { OpenFinding } from '../reconcile/looked-up.ts';

export interface SightingWishes {
  /** Read again after this pause what alarms for the first time, and drop what is gone by then; null: read once. */
  readonly confirmAfterMs: number | null;
  /** False: the history is neither read nor written. */
  readonly history: boolean;
  /** Absolute path of the history; omitted: below `.muster` of the project folder. */
  readonly historyFile?: string;
  readonly pause?: (ms: number) => Promise<unknown>;
}

interface HistoryPlace {
  readonly project: Pick<Project, 'directory'>;
  readonly target: Pick<Target, 'name'>;
  /** As SightingWishes. */
  readonly historyFile?: string;
}

interface DriftRun extends HistoryPlace {
  readonly only: string | null;
  readonly clock: Clock;
  readonly sightings?: SightingWishes;
  readonly profile?: ServiceProfile | null;
}

export async function driftWithHistory(run: DriftRun, read: () => Promise<DriftResult>): Promise<DriftResult> {
  const wishes = run.sightings ?? { confirmAfterMs: null, history: true };
  const path = wishes.historyFile ?? historyPath(run.project.directory, run.target.name);
  const before = wishes.history ? await readHistory(path) : { history: NO_HISTORY, remark: null };
  const { result, history } = await readings(run, before.history, { read, wishes });
  const unwritten = wishes.history && history !== before.history ? await writeHistory(path, history) : null;
  const changed = profileRemarks(before.history, result, run.profile ?? null);
  const ofHistory = (kind: HistoryRemark | null): readonly DriftRemark[] => (kind === null ? [] : [{ kind }]);
  const remarks = [...ofHistory(before.remark), ...changed, ...result.remarks, ...ofHistory(unwritten)];
  return { ...result, remarks };
}

/** Said until a complete run over everything has been made under the new answer. No alarm: no object moved. */
function profileRemarks(
  { answers }: History,
  { relies = [] }: DriftResult,
  profile: ServiceProfile | null,
): DriftRemark[] {
  return changedAnswers(answers ?? {}, profile).map((answer) => {
    return { kind: 'profile-changed', answer, isReliedOn: relies.includes(answer.id) };
  });
}

/** Never throws: without a readable history nothing was seen. */
export async function sightingsOf({ project, target }: HistoryPlace, address: Address): Promise<OpenFinding[]> {
  const { history } = await readHistory(historyPath(project.directory, target.name));
  return [...history.findings].flatMap(([key, sighting]) => {
    const named = findingIn(key);
    return named?.address === address ? [{ ...sighting, class: named.class, fields: named.fields }] : [];
  });
}

/** The heartbeat: when the last complete run over everything ended; null when none is known. Asks the service nothing. */
export async function lastComplete({ project, target, historyFile }: HistoryPlace): Promise<number | null> {
  const path = historyFile ?? historyPath(project.directory, target.name);
  return (await readHistory(path)).history.completeAt;
}

interface Readings {
  readonly read: () => Promise<DriftResult>;
  readonly wishes: SightingWishes;
}

async function readings(run: DriftRun, history: History, { read, wishes }: Readings): Promise<DriftWithHistory> {
  const apartMs = wishes.confirmAfterMs ?? DEFAULT_APART_MS;
  const answers = knownAnswers(run.profile ?? null);
  const look = async (known: History, again: boolean): Promise<DriftWithHistory> => {
    const result = await read();
    const reading: DriftReading = {
      at: run.clock(),
      complete: isComplete(result),
      only: run.only,
      apartMs,
      again,
      answers,
    };
    return withSightings(result, known, reading);
  };
  const first = await look(history, false);
  if (wishes.confirmAfterMs === null || !first.result.findings.some(isNews)) return first;
  await (wishes.pause ?? ((ms: number) => pause(MACHINE, ms)))(wishes.confirmAfterMs);
  const second = await look(first.history, isComplete(first.result));
  return { ...second, result: joined(first.result, second.result) };
}

/** An alarm of this run that no earlier one has confirmed. */
function isNews({ class: kind, ignored, sightings }: Finding): boolean {
  return isAlarm(kind) && ignored === null && (sightings?.runs === 1 || sightings?.confirmed === null);
}

function joined(first: DriftResult, second: DriftResult): DriftResult {
  const still = new Set(second.findings.map(findingKey));
  const passing = first.findings.filter((finding) => isAlarm(finding.class) && !still.has(findingKey(finding))).length;
  const remarks: readonly DriftRemark[] = passing === 0 ? [] : [{ kind: 'passing', findings: passing }];
  return { ...second, requests: first.requests + second.requests, remarks };
}
