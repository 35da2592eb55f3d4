// The switch matrix, first half: the default reading of the documents, and every other value of every open point by itself. It names the
// culprit of what the pairs find, so it is played at night (MUSTER_MATRIX=all); pairs.test.ts, which holds every value, always is.

import { describe } from 'vitest';

import { judgeGroup } from './judge-group.ts';
import { openLedgerDoor } from './ledger-door.ts';
import { SINGLES } from './switch-values.ts';

describe.runIf(process.env['MUSTER_MATRIX'] === 'all')('through the command', () => {
  judgeGroup(
    'singles',
    SINGLES.map((profile) => ({ profile, openDoor: openLedgerDoor })),
  );
});
