// The decision tables of docs/semantics.md by name, and the words of the rows and columns of those about the three facts (file,
// recorded, seen).

import type { DesiredRecord, WorkedState } from '../../src/core/model/record.ts';
import type { OnRemove, UserProvenance } from '../../src/core/model/user.ts';

export const DECISION_TABLES = {
  'declared-user': 'A declared user',
  'changed-profile': 'A changed name, template or e-mail',
  'recreated-user': 'An account that somebody else created again',
  'undeclared-user': 'A user who is no longer declared',
  leaver: 'Leavers: `ensure: absent`',
  'declared-record': 'A declared record',
  'ending-record': 'A record that is to be removed or finished',
  'worked-record': 'A record that an agent has touched: `whenWorked`',
  reissue: 'Calling somebody again: `reissue`',
  'asked-state': 'The state that the file asks for: `ensure: completed | removed | worked | open`',
  twins: 'One clientId, several tasks: `previewRecordId` and `twins`',
  move: 'A record that moves to another campaign',
  'moved-outside': 'A record that somebody else moved',
  pin: 'Pins and the 30-minute rule',
  marker: 'Whose record it is: markers',
  offboarding: 'Off-boarding: tasks pinned to a person who leaves',
} as const;

type OwnerLabel = 'ours' | 'not ours';
type AdoptionLabel = '' | ', `adopt: true`';
type ServiceSide = 'absent' | 'present' | 'could not be read';
type BackingSide = 'absent' | 'present' | 'not shown';

/** The task that is seen; `as declared` where the file's values make a difference. */
export type SeenTask =
  'none' | 'two of them' | 'could not be read' | WorkedState | `${WorkedState} ${'as declared' | 'with other values'}`;

/** Labels of the row, and the column, in the words of the page. */
interface FactCells {
  readonly 'declared-user': {
    readonly row: readonly [ServiceSide, 'yes' | 'no', BackingSide];
    readonly column: `not ours${AdoptionLabel}` | 'recorded as ours' | 'recorded, `adopt: true`';
  };
  readonly 'undeclared-user': {
    readonly row: readonly [UserProvenance['service'], 'created' | 'adopted' | 'not by us'];
    readonly column: `\`${OnRemove}\`` | 'onRemove left out';
  };
  readonly leaver: {
    readonly row: readonly [ServiceSide, BackingSide | 'not proven'];
    readonly column:
      | `\`ensure: absent\`, ${OwnerLabel}`
      | 'the same, `adopt: true`'
      | 'dropped from the file, ours'
      | 'the same, and no known user answered in this run';
  };
  readonly 'declared-record': {
    readonly row: readonly [SeenTask];
    readonly column:
      | `not ours${AdoptionLabel}`
      | 'not recorded, our marker'
      | 'recorded'
      | 'recorded, an attempt was seen before'
      | 'recorded as finished';
  };
  readonly 'ending-record': {
    readonly row: readonly [SeenTask];
    readonly column:
      `dropped, ${'created by us' | 'lost our marker' | 'adopted'}` | `\`${DesiredRecord['ensure']}\`, ${OwnerLabel}`;
  };
}

export type FactTable = keyof FactCells;

export type DecisionCell<T extends FactTable> = FactCells[T];
