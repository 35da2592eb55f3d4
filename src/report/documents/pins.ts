// What a plan says of tasks pinned to people who leave: in which state they are, and what becomes of them.

import { moment, tally } from '../words/words.ts';
import type { ReportLeaver } from './plan-rows.ts';

type CountedPins = ReportLeaver['campaigns'][number];

const MOST_TIMES = 3;

/** `2 open now, 1 from 2026-12-01 08:00 UTC, 1 worked and open`. */
export function countedStates({ openNow, later, worked }: CountedPins): string {
  const shown = later.slice(0, MOST_TIMES);
  const rest = later.slice(MOST_TIMES).reduce((sum, { tasks }) => sum + tasks, 0);
  return tally([
    [openNow, 'open now'],
    ...shown.map(({ at, tasks }) => [tasks, `from ${moment(at)}`] as const),
    [rest, 'later'],
    [worked, 'worked and open'],
  ]);
}

export function fateText({ fate, reassignTo }: ReportLeaver, open: number): string {
  const one = open === 1;
  switch (fate) {
    case 'reassign':
      return `${one ? 'goes' : 'go'} to ${reassignTo ?? ''} before the removal`;
    case 'clear':
      return `${one ? 'loses its' : 'lose their'} pin before the removal`;
    case 'block':
      return `${one ? 'stops' : 'stop'} the removal`;
    case 'stays':
      return `${one ? 'keeps its' : 'keep their'} pin to this user`;
    default:
      return fate satisfies never;
  }
}
