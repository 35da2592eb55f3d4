// The switch matrix, second half: rows of a covering array, in which every two values of two open points meet.

import { judgeGroup } from './judge-group.ts';
import { openLedgerDoor } from './ledger-door.ts';
import { PAIRS } from './switch-values.ts';

judgeGroup(
  'pairs',
  PAIRS.map((profile) => ({ profile, openDoor: openLedgerDoor })),
);
