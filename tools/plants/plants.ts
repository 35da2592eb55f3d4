// Planted bugs: rules of the contract turned round, a retry, a look or a remembering left out. Each says in one sentence what the users
// would suffer, and where the documents ask for the rule. The list is written from the documents; the place was looked up afterwards.
//
//   P: preview campaign interface   U: user provisioning interface   D: the contract (design), with its section

import { STACK } from './pulumi.ts';
import { CALLED } from './called.ts';
import { HOMES } from './homes.ts';
import { OF_LISTS } from './lists.ts';
import { WHOSE } from './records.ts';
import { PARTITIONS } from './partitions.ts';
import { PROGRAMS } from './programs.ts';
import { SAID } from './said.ts';
import { SHEETS } from './sheets.ts';
import { SLIPS } from './slips.ts';
import { SETTLED, STOPPED, TIME } from './rules.ts';
import { SMALLEST } from './smallest.ts';
import { USERS } from './users.ts';
import { WIDE } from './wide.ts';
import type { Plant } from './plant.ts';

export const PLANTS: readonly Plant[] = [
  ...WHOSE,
  ...CALLED,
  ...USERS,
  ...SETTLED,
  ...STOPPED,
  ...TIME,
  ...WIDE,
  ...STACK,
  ...PARTITIONS,
  ...HOMES,
  ...OF_LISTS,
  ...PROGRAMS,
  ...SHEETS,
  ...SMALLEST,
  ...SLIPS,
  ...SAID,
];
