// One bug.

import type { Door } from '../../test/simulation/plan.ts';

export interface Plant {
  /** What goes wrong. */
  readonly name: string;
  readonly rule: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly right: string;
  readonly wrong: string;
  /** Where it shows. Default: the command. */
  readonly door?: Door;
  /** Why no life meets it. */
  readonly unmet?: string;
}
