// Which decision table of docs/semantics.md an answer of the differ comes from, and in which row and column it stands. Pure.
//
// Terms: the cause of a change, or the reason of a verdict, names the table. Where neither says more than that an object is
// declared or to go, the three facts (file, recorded, seen) name row and column in the words of the page.
//
//   file                 recorded     seen               table              row                column
//   present              yes          nothing            declared-record    none               recorded
//   present              no           NOTWORKED, foreign declared-record    NOTWORKED …        not ours
//   no longer declared   created      NOTWORKED, ours    ending-record      NOTWORKED          dropped, created by us
//
// test/reconcile/decision-row.test.ts asks it for every cell of these tables.

import { isUser } from '../../model/address.ts';
import type { DecisionCell, DecisionRow, DecisionTable, SeenTask } from '../../model/decision-tables.ts';
import type { DesiredRecord, ObservedRecord } from '../../model/record.ts';
import type { Change, RecordCause, UserCause } from '../change.ts';
import { isMarkedOurs } from '../owner.ts';
import type { RecordReason, UserReason, Verdict } from '../verdict.ts';
import { compareRecord } from './compare-record.ts';
import type { RecordFacts } from './record-result.ts';
import { userRow } from './user-row.ts';
import type { UserSituation } from './user-row.ts';

/** What a plan does with one object; both null where nothing is left to do. */
export interface PlannedAnswer {
  readonly change: Change | null;
  readonly verdict: Verdict | null;
}

export interface RecordSituation extends Pick<RecordFacts, 'desired' | 'recorded' | 'lineage' | 'digest' | 'now'> {
  readonly kind: 'record';
  readonly observed: ObservedRecord;
}

/** Null where nothing is declared and nothing recorded: no table is about that. */
export function decisionRow(
  situation: RecordSituation | UserSituation,
  { change, verdict }: PlannedAnswer,
): DecisionRow | null {
  const { desired, recorded } = situation;
  const named = namedTable((change?.cause ?? verdict?.reason)?.kind);
  if (named !== null) return { table: named, row: null, column: null };
  if (desired === null && recorded === null) return null;
  return isUser(situation) ? userRow(situation, verdict) : recordRow(situation);
}

type Kind = UserCause['kind'] | RecordCause['kind'] | UserReason['kind'] | RecordReason['kind'];

/** Causes and reasons that have a table of their own. */
const TABLE_OF: Readonly<Partial<Record<Kind, DecisionTable>>> = {
  'profile-differs': 'changed-profile',
  'removal-settings': 'changed-profile',
  'profile-kept': 'changed-profile',
  recreated: 'recreated-user',
  'tasks-pinned': 'offboarding',
  'pins-unread': 'offboarding',
  'pinned-to-leaver': 'offboarding',
  offboarding: 'offboarding',
  reissue: 'reissue',
  moves: 'move',
  moved: 'move',
  'lost-on-move': 'move',
  'several-campaigns': 'move',
  'in-both': 'move',
  'target-taken': 'move',
  'target-not-ours': 'move',
  'moved-elsewhere': 'moved-outside',
  'unread-elsewhere': 'moved-outside',
  'platform-moved': 'pin',
  'managed-elsewhere': 'marker',
  'other-record': 'marker',
  'handed-over': 'marker',
  unproven: 'marker',
};

function namedTable(kind: Kind | undefined): DecisionTable | null {
  return kind === undefined ? null : (TABLE_OF[kind] ?? null);
}

function recordRow(situation: RecordSituation): DecisionRow {
  const { desired, observed } = situation;
  if (desired?.ensure === 'present') {
    const row = [seenTask(observed, differs(situation, desired))] as const;
    return { table: 'declared-record', row, column: declaredColumn(situation, desired) };
  }
  return { table: 'ending-record', row: [seenTask(observed, null)], column: endingColumn(situation) };
}

/** Whether the task shows other values than the file declares, the marker apart. */
function differs({ recorded, observed, digest, now }: RecordSituation, desired: DesiredRecord): boolean {
  const [task] = observed.tasks;
  if (task === undefined) return false;
  return compareRecord({ desired, recorded, task, marker: null, digest, now }).fields.length > 0;
}

/** `isOther`: null where the table makes no difference. */
function seenTask({ presence, tasks }: ObservedRecord, isOther: boolean | null): SeenTask {
  if (presence === 'unknown') return 'could not be read';
  const [task] = tasks;
  if (task === undefined) return 'none';
  if (tasks.length > 1) return 'two of them';
  const { workedState } = task;
  if (isOther === null || workedState === 'COMPLETED' || workedState === 'REMOVED') return workedState;
  return `${workedState} ${isOther ? 'with other values' : 'as declared'}`;
}

function declaredColumn(
  situation: RecordSituation,
  { adopt }: DesiredRecord,
): DecisionCell<'declared-record'>['column'] {
  const { recorded } = situation;
  if (recorded !== null) {
    if (recorded.consumed !== null) return 'recorded as finished';
    return recorded.worked.attempts > 0 ? 'recorded, an attempt was seen before' : 'recorded';
  }
  if (carriesOurMarker(situation)) return 'not recorded, our marker';
  return adopt ? 'not ours, `adopt: true`' : 'not ours';
}

function endingColumn(situation: RecordSituation): DecisionCell<'ending-record'>['column'] {
  const { desired, recorded } = situation;
  const isOurs = recorded !== null;
  if (desired !== null) return `\`${desired.ensure}\`, ${isOurs ? 'ours' : 'not ours'}`;
  if (recorded?.provenance === 'adopted') return 'dropped, adopted';
  const isSeen = situation.observed.tasks.length > 0;
  const hasLost = (recorded?.marker ?? null) !== null && isSeen && !carriesOurMarker(situation);
  return hasLost ? 'dropped, lost our marker' : 'dropped, created by us';
}

function carriesOurMarker({ observed, desired, recorded, lineage }: RecordSituation): boolean {
  const campaignName = desired?.campaign.campaignName ?? recorded?.campaignName ?? '';
  return observed.tasks.some((task) => isMarkedOurs(task, campaignName, lineage));
}
