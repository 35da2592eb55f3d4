// The stories of wrong pointers and of stopped runs, through both doors: under the default reading, and rows in which every value of
// every open point stands at least once.

import { IDENTITY } from './identity.ts';
import { judgeGroup } from './judge-group.ts';
import { openLedgerDoor } from './ledger-door.ts';
import { stackCases } from './pulumi-door.ts';
import { SINGLES, STACK_FEW } from './switch-values.ts';

const [DEFAULT] = SINGLES;
const READINGS = [...(DEFAULT === undefined ? [] : [DEFAULT]), ...STACK_FEW];
const STACKS = STACK_FEW.map((profile) => ({ ...profile, name: `a stack, ${profile.name}` }));

judgeGroup(
  'identity',
  [...READINGS.map((profile) => ({ profile, openDoor: openLedgerDoor })), ...stackCases(STACKS)],
  IDENTITY,
);
