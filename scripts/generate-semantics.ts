// What is computed on docs/semantics.md, by the name of the mark it stands behind: tables of what the differ answers, and sentences
// of a plan that the examples quote. So the page cannot differ from the code; generate-docs.ts writes it.

import { coverageTable, situationTable, threeWayTable } from './semantics/drift.ts';
import { offboardTable } from './semantics/leaving.ts';
import { agentTable, listedTable, partitionTable, spellingTable } from './semantics/others.ts';
import * as records from './semantics/records.ts';
import * as users from './semantics/users.ts';

const TABLES: Readonly<Record<string, () => string>> = {
  'declared-user': users.presentTable,
  'backend-behavior': users.behaviorTable,
  'changed-profile': users.profileTable,
  'recreated-user': users.recreatedTable,
  'appeared-user': users.appearedTable,
  'undeclared-user': users.removalTable,
  leaver: users.leaverTable,
  'declared-record': records.presentTable,
  'ending-record': records.endTable,
  'worked-record': records.whenWorkedTable,
  reissue: records.reissueTable,
  spelling: spellingTable,
  listed: listedTable,
  partition: partitionTable,
  'asked-state': records.stateTable,
  twins: records.twinTable,
  move: records.moveTable,
  'moved-outside': records.elsewhereTable,
  pin: records.pinTable,
  marker: records.markerTable,
  agents: agentTable,
  offboarding: offboardTable,
  'three-way': threeWayTable,
  drift: situationTable,
  coverage: coverageTable,
};

export function semanticsBlocks(): Readonly<Record<string, string>> {
  const tables = Object.entries(TABLES).map(([name, made]) => [name, made()] as const);
  const said = Object.entries({ ...users.SAID_OF_USERS, ...records.SAID_OF_RECORDS });
  return Object.fromEntries([...tables, ...said.map(([name, text]) => [`said-${name}`, `> ${text}`] as const)]);
}
