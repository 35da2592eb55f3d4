// The matrix beside a service that cannot be trusted: every hostile value by itself, and rows in which every two of them meet,
// each under other values of the open points.

import { judgeGroup } from './judge-group.ts';
import { openLedgerDoor } from './ledger-door.ts';
import { HOSTILE_PAIRS, HOSTILE_SINGLES } from './switch-values.ts';

judgeGroup(
  'hostile',
  [...HOSTILE_SINGLES, ...HOSTILE_PAIRS].map((profile) => ({ profile, openDoor: openLedgerDoor })),
);
