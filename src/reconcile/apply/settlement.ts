// How one change ends, and how an answer that was lost is looked up. Unknown is settled by reading, never by sending again.

import type { ErrorCode } from '../../model/errors.ts';
import type { Problem } from '../../model/outcome.ts';
import type { Change } from '../change.ts';
import type { Settlement } from '../settlement.ts';

/** Pauses between the readings that settle a lost answer: a late commit has this long to show. */
const GRACE_MS = [0, 200, 1000, 3000];

export function applied(change: Change, note: string | null = null): Settlement {
  return { change, kind: 'applied', note };
}

export function failed(change: Change, problem: Problem): Settlement {
  return { change, kind: 'failed', problem };
}

export function skippedBecause(change: Change, code: ErrorCode, message: string): Settlement {
  return { change, kind: 'skipped', problem: { code, message, stopsRun: false } };
}

/** The intent stays open: the next run reads before it plans. */
export function unresolved(change: Change, message: string): Settlement {
  return { change, kind: 'unresolved', problem: { code: 'lost-answer', message, stopsRun: false } };
}

/** Asks until the answer is yes, or the grace time is over. */
export async function comesTrue(sleep: (ms: number) => Promise<void>, ask: () => Promise<boolean>): Promise<boolean> {
  for (const pause of GRACE_MS) {
    await sleep(pause);
    if (await ask()) return true;
  }
  return false;
}
