// The judge of a life: by the service's own truth and by what was on the wire, never by a rule of muster.

import { judgeCommits } from './oracle/commits.ts';
import { judgeConverges } from './oracle/converges.ts';
import { judgeDrift } from './oracle/drift.ts';
import { judgeEnds } from './oracle/ends.ts';
import { gather } from './oracle/evidence.ts';
import type { Violation } from './oracle/evidence.ts';
import { judgeFiles } from './oracle/files.ts';
import { judgeGuards } from './oracle/guards.ts';
import { judgeItems } from './oracle/items.ts';
import { judgeKnown } from './oracle/known.ts';
import { judgeLists } from './oracle/lists.ts';
import { judgeNames } from './oracle/names.ts';
import { judgePeople } from './oracle/people.ts';
import { judgePartitions } from './oracle/partitions.ts';
import { judgePast } from './oracle/past.ts';
import { judgePlans } from './oracle/plans.ts';
import { judgePins } from './oracle/pins.ts';
import { judgeRequests } from './oracle/requests.ts';
import { judgeRest } from './oracle/rest.ts';
import { judgeReversals } from './oracle/reversals.ts';
import { judgeSaid } from './oracle/said.ts';
import { judgeSheets } from './oracle/sheets.ts';
import { judgeSince } from './oracle/since.ts';
import { judgeStands } from './oracle/stands.ts';
import { judgeTwice } from './oracle/twice.ts';
import { judgeTasks } from './oracle/tasks.ts';
import { judgeUnlisted } from './oracle/unlisted.ts';
import { judgeWhys } from './oracle/whys.ts';
import { judgeWriters } from './oracle/writers.ts';
import type { Life } from './life.ts';

export type { Violation };

export function judge(life: Life): Violation[] {
  const evidence = gather({ ...life, runs: life.runs.filter(({ isElsewhere }) => !isElsewhere) });
  const found = [
    judgeTasks,
    judgeTwice,
    judgeItems,
    judgeLists,
    judgePeople,
    judgePins,
    judgeRequests,
    judgeFiles,
    judgeSheets,
    judgeCommits,
    judgeNames,
    judgeGuards,
    judgeDrift,
    judgeKnown,
    judgeEnds,
    judgeRest,
    judgeConverges,
    judgeReversals,
    judgeSaid,
    judgePartitions,
    judgePast,
    judgePlans,
    judgeSince,
    judgeStands,
    judgeUnlisted,
    judgeWhys,
    judgeWriters,
  ].flatMap((part) => part(evidence));
  return found.toSorted((a, b) => a.at - b.at);
}

export const faults = (life: Life): Violation[] => judge(life).filter(({ isRace }) => !isRace);

/** What broke, the same for all names. */
export const kindOf = (text: string): string =>
  text
    .replaceAll(/[\w.]+@example\.com/gu, 'LOGIN')
    .replaceAll(/\b(?:Summer|Winter|Spring)\b/gu, 'CAMPAIGN')
    .replaceAll(/\b[Cc]-\d+/gu, 'ID')
    .replaceAll(/task \d+/gu, 'task N')
    .replaceAll(/\d\d-\d\dT\d\d:\d\d/gu, 'TIME')
    .slice(0, 130);
