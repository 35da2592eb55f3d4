// The switch matrix, first half: the default reading of the documents, and every other value of every open point by itself. It names the
// culprit of what the pairs find.

import { judgeGroup } from './judge-group.ts';
import { openLedgerDoor } from './ledger-door.ts';
import { SINGLES } from './switch-values.ts';

judgeGroup(
  'singles',
  SINGLES.map((profile) => ({ profile, openDoor: openLedgerDoor })),
);
