// Row and column of the tables about users, in the words of docs/semantics.md. Pure.

import type { DesiredUser, ObservedUser, Presence, RecordedUser } from '../model/user.ts';
import type { DecisionRow, PlannedAnswer } from './decision-row.ts';

export interface UserSituation {
  readonly kind: 'user';
  readonly desired: DesiredUser | null;
  readonly recorded: RecordedUser | null;
  readonly observed: ObservedUser;
}

export function userRow(situation: UserSituation & PlannedAnswer): DecisionRow {
  const { desired, recorded, observed } = situation;
  if (desired?.ensure === 'present') {
    const { adopt, createInBackend } = desired;
    const row = [serviceSide(observed.service), createInBackend ? 'yes' : 'no', backendSide(observed.backend)];
    const column =
      recorded === null ? `not ours${adopt ? ADOPTING : ''}` : adopt ? `recorded${ADOPTING}` : 'recorded as ours';
    return { table: 'declared-user', row: row.join(', '), column };
  }
  const isRemoved = desired === null && observed.service === 'present';
  if (isRemoved && recorded !== null) return removalRow(recorded);
  const backing = observed.unproven === undefined ? backendSide(observed.backend) : 'not proven';
  const row = [serviceSide(observed.service), backing].join(', ');
  return { table: 'leaver', row, column: leaverColumn(situation) };
}

const ADOPTING = ', `adopt: true`';

function removalRow({ provenance, onRemove }: RecordedUser): DecisionRow {
  const backing = provenance.backend === 'none' ? 'not by us' : provenance.backend;
  const column = onRemove === null ? 'onRemove left out' : `\`${onRemove}\``;
  return { table: 'undeclared-user', row: `${provenance.service}, ${backing}`, column };
}

function leaverColumn({ desired, recorded, verdict }: UserSituation & PlannedAnswer): string {
  if (desired === null) {
    const isUnproven = verdict?.reason.kind === 'no-known-user';
    return isUnproven ? 'the same, and no known user answered in this run' : 'dropped from the file, ours';
  }
  if (recorded !== null) return '`ensure: absent`, ours';
  return desired.adopt ? `the same${ADOPTING}` : '`ensure: absent`, not ours';
}

function serviceSide(presence: Presence): string {
  return presence === 'unknown' ? 'could not be read' : presence;
}

function backendSide(presence: Presence): string {
  return presence === 'unknown' ? 'not shown' : presence;
}
