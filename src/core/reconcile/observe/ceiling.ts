// Whether an answer to a search may be cut: a ceiling lower than the limit we ask for (nobody says that there is none) is told by the
// lengths of answers.
//
// Terms: the length of an answer is the number of tasks in it as it came. Premise: a ceiling is one number for all searches of a
// service; people set 50, 100, 250, 500 or a power of two, and none below 50 (FEW).
//
//   length of the answer                              | is
//   the limit, or a ceiling found before              | cut
//   shorter than another answer                       | whole: the ceiling is higher
//   that of an answer with other tasks, at least 50   | may be cut
//   the longest so far, and one that people set       | may be cut
//   the longest so far, another number or below 50    | whole, once the open states were asked for too (from 50 on)
//
// Example: a service that shows 500 at most names 500 finished tasks of Ana and hides an open one. 500 is asked again by state:
// NOTWORKED shows it, in an answer of 1, which is whole because one of 500 was seen.

import type { ObservedTask } from '../../model/record.ts';

export interface SearchAnswer {
  readonly tasks: readonly ObservedTask[];
  /** Its length. */
  readonly shown: number;
  /** As long as the limit that was asked for, or not read. */
  readonly full: boolean;
}

/** No service is taken to show fewer tasks than this at most. */
export const FEW = 50;

/** Whether a service may have been set to show no more than so many. */
export function isLikelyCeiling(length: number): boolean {
  return length >= FEW && (length % 50 === 0 || Number.isInteger(Math.log2(length)));
}

/** The lengths of all answers of one reading. */
export class Lengths {
  /** Shortest answer that was found to be cut. */
  private ceiling = Number.POSITIVE_INFINITY;
  private longest = 0;
  /** Length of an answer -> its tasks, from FEW on. */
  private readonly ids = new Map<number, string>();
  /** Those of two answers with other tasks in them. */
  private readonly repeated = new Set<number>();

  /** Two answers of one length with other tasks in them end where the service ends them. */
  add(tasks: readonly ObservedTask[], shown: number): void {
    this.longest = Math.max(this.longest, shown);
    if (shown < FEW) return;
    const ids = tasks
      .map(({ previewRecordId }) => previewRecordId)
      .toSorted()
      .join('\n');
    if ((this.ids.get(shown) ?? ids) !== ids) this.repeated.add(shown);
    this.ids.set(shown, ids);
  }

  /** An answer of this length lacked a task that another one showed. */
  wasCut(shown: number): void {
    this.ceiling = Math.min(this.ceiling, shown);
  }

  mayBeCut({ shown, full }: SearchAnswer): boolean {
    if (full || shown >= this.ceiling) return true;
    return shown >= this.longest && (isLikelyCeiling(shown) || this.repeated.has(shown));
  }
}
