// Which assumptions about the service a plan makes, and whether the answer was measured (service profile) or is only
// assumed. A point with whose every answer muster does and says the same is none (model/open-points.ts). Where a known
// answer makes the plan another than it looks, it says so in words. Pure.

import { isRecord } from '../../model/address.ts';
import type { DesiredState } from '../../model/state.ts';
import { isWorked } from '../../model/record.ts';
import { point, POINT_IDS } from '../../model/open-points.ts';
import type { PlanFact, PointId, Reliance } from '../../model/open-points.ts';
import { measured } from '../../model/profile.ts';
import type { ServiceProfile } from '../../model/profile.ts';
import type { Change, RecordChange } from '../change.ts';
import type { ReliedAnswer } from '../plan-value.ts';
import type { Verdict } from '../verdict.ts';

export interface RelianceInput {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly campaigns: DesiredState['campaigns'];
}

/** In the order of the points; each once. */
export function reliesOn(plan: RelianceInput, profile: ServiceProfile | null): ReliedAnswer[] {
  const facts = new Set<PlanFact>([
    ...plan.changes.flatMap(ofChange),
    ...plan.verdicts.flatMap(ofVerdict),
    ...(plan.campaigns.some(({ marker }) => marker) ? (['list'] as const) : []),
  ]);
  return POINT_IDS.flatMap((id) => {
    const { relied } = point(id);
    return relied?.on.some((fact) => facts.has(fact)) ? [reliedOn(id, cautionFor(relied, facts), profile)] : [];
  });
}

/** Of one change: the points that it relies on, with the answers that it goes by. */
export function answersFor(change: Change, profile: ServiceProfile | null): (readonly [PointId, string])[] {
  const relied = reliesOn({ changes: [change], verdicts: [], campaigns: [] }, profile);
  return relied.map(({ id, answer }) => [id, answer] as const);
}

function reliedOn(
  id: PointId,
  caution: (answer: string) => string | null,
  profile: ServiceProfile | null,
): ReliedAnswer {
  const { question, assumed } = point(id);
  const entry = measured(profile, id);
  if (entry === null) return { id, question, answer: assumed, how: 'assumed', at: null, caution: null };
  const { answer, lastSeen } = entry;
  const how = entry.how === 'stated' ? 'stated' : 'measured';
  return { id, question, answer, how, at: lastSeen, caution: caution(answer) };
}

function cautionFor(relied: Reliance, facts: ReadonlySet<PlanFact>): (answer: string) => string | null {
  return (answer) => {
    const fits = relied.answer === 'number' ? /^\d+$/u.test(answer) : answer === relied.answer;
    if (!fits || (relied.only !== undefined && !facts.has(relied.only))) return null;
    return relied.caution.replace('{answer}', answer);
  };
}

function ofChange(change: Change): PlanFact[] {
  if (isRecord(change)) return ofRecord(change);
  // Tasks pinned to a leaver are found by a search that must not be cut.
  if (change.cause.kind === 'backend-only') return [...change.writes, 'delete-backend-only'];
  return [...change.writes, ...(change.writes.includes('delete-user') ? (['list'] as const) : [])];
}

function ofRecord(change: RecordChange): PlanFact[] {
  const { writes, observed, recorded } = change;
  const puts = writes.includes('addOrUpdateCampaignRecord');
  const moves = writes.includes('transferCampaignRecord');
  const exists = observed?.presence === 'present';
  return [
    ...writes,
    ...(usesAbsence(change) ? (['absence'] as const) : []),
    ...(puts && !exists && !moves && recorded !== null ? (['add-again'] as const) : []),
    ...(puts && exists ? (['update'] as const) : []),
    ...(puts && observed?.tasks.some(isWorked) ? (['update-worked'] as const) : []),
  ];
}

/** Something is added because there is none, or forgotten because it is gone. */
function usesAbsence({ action, observed, from }: RecordChange): boolean {
  if (action === 'move') return true;
  const gone = observed?.presence === 'absent' || from?.observed?.presence === 'absent';
  return gone && (action === 'create' || action === 'forget' || action === 'update' || action === 'replace');
}

/** What could not be read was, most often, an absence that was not told. */
function ofVerdict(verdict: Verdict): PlanFact[] {
  if (verdict.code === 'agent-unknown') return ['agent-asked'];
  return isRecord(verdict) && (verdict.class === 'unreadable' || verdict.code === 'gone-unclear') ? ['absence'] : [];
}
