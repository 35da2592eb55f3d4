// Row and column of the tables about users, in the words of docs/semantics.md. Pure.

import type { DecisionCell, DecisionRow } from '../../model/decision-tables.ts';
import type { DesiredUser, ObservedUser, Presence, RecordedUser } from '../../model/user.ts';
import type { Verdict } from '../verdict.ts';

export interface UserSituation {
  readonly kind: 'user';
  readonly desired: DesiredUser | null;
  readonly recorded: RecordedUser | null;
  readonly observed: ObservedUser;
}

export function userRow(situation: UserSituation, verdict: Verdict | null): DecisionRow {
  const { desired, recorded, observed } = situation;
  if (desired?.ensure === 'present') {
    const { adopt, createInBackend } = desired;
    const both = createInBackend ? 'yes' : 'no';
    const row = [serviceSide(observed.service), both, backendSide(observed.backend)] as const;
    const foreign = adopt ? (`not ours${ADOPTING}` as const) : 'not ours';
    const ours = adopt ? (`recorded${ADOPTING}` as const) : 'recorded as ours';
    return { table: 'declared-user', row, column: recorded === null ? foreign : ours };
  }
  const isRemoved = desired === null && observed.service === 'present';
  if (isRemoved && recorded !== null) return removalRow(recorded);
  const backing = observed.unproven === undefined ? backendSide(observed.backend) : 'not proven';
  const row = [serviceSide(observed.service), backing] as const;
  return { table: 'leaver', row, column: leaverColumn(situation, verdict) };
}

const ADOPTING = ', `adopt: true`' as const;

function removalRow({ provenance, onRemove }: RecordedUser): DecisionRow {
  const backing = provenance.backend === 'none' ? 'not by us' : provenance.backend;
  const column = onRemove === null ? 'onRemove left out' : (`\`${onRemove}\`` as const);
  return { table: 'undeclared-user', row: [provenance.service, backing], column };
}

function leaverColumn({ desired, recorded }: UserSituation, verdict: Verdict | null): DecisionCell<'leaver'>['column'] {
  if (desired === null) {
    const isUnproven = verdict?.reason.kind === 'no-known-user';
    return isUnproven ? 'the same, and no known user answered in this run' : 'dropped from the file, ours';
  }
  if (recorded !== null) return '`ensure: absent`, ours';
  return desired.adopt ? `the same${ADOPTING}` : '`ensure: absent`, not ours';
}

function serviceSide(presence: Presence): DecisionCell<'leaver'>['row'][0] {
  return presence === 'unknown' ? 'could not be read' : presence;
}

function backendSide(presence: Presence): DecisionCell<'declared-user'>['row'][2] {
  return presence === 'unknown' ? 'not shown' : presence;
}
