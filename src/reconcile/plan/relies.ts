// Which points left open by the interface documents a plan relied on, and whether their answer was measured (service
// profile) or is only assumed. Pure. Where a measured answer makes the plan unsafe, it says so in words.

import type { DesiredState } from '../../model/state.ts';
import { isWorked } from '../../model/record.ts';
import { OPEN_POINTS, POINT_IDS } from '../../model/open-points.ts';
import type { PointId } from '../../model/open-points.ts';
import { measured } from '../../model/profile.ts';
import type { ServiceProfile } from '../../model/profile.ts';
import type { Change, RecordChange, UserChange } from '../change.ts';
import type { Relied } from '../plan-value.ts';
import type { Verdict } from '../verdict.ts';

export interface ReliedOn {
  readonly changes: readonly Change[];
  readonly verdicts: readonly Verdict[];
  readonly campaigns: DesiredState['campaigns'];
}

/** In the order of the points; each once. */
export function reliesOn(facts: ReliedOn, profile: ServiceProfile | null): Relied[] {
  const ids = new Set<PointId>([
    ...facts.changes.flatMap((change) => (change.kind === 'user' ? ofUser(change) : ofRecord(change))),
    ...facts.verdicts.flatMap(ofVerdict),
    ...(facts.campaigns.some(({ marker }) => marker) ? (['S4', 'S22.case'] as const) : []),
  ]);
  return POINT_IDS.filter((id) => ids.has(id)).map((id) => reliedOn(id, facts, profile));
}

function reliedOn(id: PointId, facts: ReliedOn, profile: ServiceProfile | null): Relied {
  const { question, assumed } = OPEN_POINTS[id];
  const entry = measured(profile, id);
  if (entry === null) return { id, question, answer: assumed, how: 'assumed', at: null, caution: null };
  const { answer, lastSeen } = entry;
  const how = entry.how === 'stated' ? 'stated' : 'measured';
  return { id, question, answer, how, at: lastSeen, caution: cautionOf(id, answer, facts) };
}

function ofUser(change: UserChange): PointId[] {
  const adds = change.writes.includes('add-user');
  const inBackend = change.desired?.ensure === 'present' && change.desired.createInBackend;
  return [
    ...(adds ? (['S12'] as const) : []),
    ...(adds && inBackend ? (['S15', 'S25'] as const) : []),
    // Tasks pinned to a leaver are found by a search that must not be cut.
    ...(change.writes.includes('delete-user') ? (['S4', 'S14'] as const) : []),
  ];
}

function ofRecord(change: RecordChange): PointId[] {
  const puts = change.writes.includes('addOrUpdateCampaignRecord');
  const moves = change.writes.includes('transferCampaignRecord');
  const exists = change.observed?.presence === 'present';
  return [
    ...(usesAbsence(change) ? (['S1'] as const) : []),
    ...(change.writes.includes('deleteRecordFromCampaign') ? (['S5'] as const) : []),
    ...(puts && !exists && !moves && change.recorded !== null ? (['S6'] as const) : []),
    ...(moves ? (['S7', 'S8', 'S9'] as const) : []),
    ...(puts && exists ? (['S10', 'S23', 'S26'] as const) : []),
    ...pinPoints(change),
  ];
}

/** Something is added because there is none, or forgotten because it is gone. */
function usesAbsence({ action, observed, from }: RecordChange): boolean {
  if (action === 'move') return true;
  const gone = observed?.presence === 'absent' || from?.observed?.presence === 'absent';
  return gone && (action === 'create' || action === 'forget' || action === 'update' || action === 'replace');
}

function pinPoints({ writes, action, desired, pin, fields }: RecordChange): PointId[] {
  if (writes.length === 0 || action === 'delete') return [];
  const wanted = pin ?? desired?.preferredAgent;
  if (wanted) return ['S24'];
  const clears = pin === '' || fields.some(({ field, after }) => field === 'preferredAgent' && !after);
  return clears ? ['S27'] : [];
}

function ofVerdict(verdict: Verdict): PointId[] {
  if (verdict.kind !== 'record') return [];
  if (verdict.class === 'platform') return ['S24'];
  // What could not be read was, most often, an absence that was not told.
  return verdict.class === 'unreadable' || verdict.code === 'gone-unclear' ? ['S1'] : [];
}

function cautionOf(id: PointId, answer: string, { changes }: ReliedOn): string | null {
  if (id === 'S1' && answer === 'FAILED+text') {
    return 'absence is said in free text only: nothing can be concluded from it, and nothing is added';
  }
  if (id === 'S4' && /^\d+$/u.test(answer)) {
    return `a search is cut at ${answer} without a word: a list that long is taken as incomplete`;
  }
  if (id === 'S6' && answer === 'refused') return 'a clientId that was deleted is refused: adding it again will fail';
  if (id === 'S10' && answer === 'resets' && changes.some(overwritesWorked)) {
    return 'an update resets state and attempts: worked records would be delivered again';
  }
  return null;
}

function overwritesWorked(change: Change): boolean {
  if (change.kind !== 'record' || !change.writes.includes('addOrUpdateCampaignRecord')) return false;
  return change.observed?.tasks.some(isWorked) ?? false;
}
