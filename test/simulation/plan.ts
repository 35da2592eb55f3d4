// What a seed is made of, as a value that can be made smaller.

import type { OtherEvent } from './events.ts';
import type { PlannedFault } from './faults.ts';
import type { Edit } from './files.ts';
import type { WideStep } from './wide.ts';
import type { StartingWorld } from './world.ts';

export interface Step {
  readonly edits: readonly Edit[];
  readonly before: readonly OtherEvent[];
  readonly passMs: number;
  readonly verb: 'apply' | 'plan' | 'drift' | 'destroy';
  /** Whether every guard of the plan is passed by its number. */
  readonly isAllowed: boolean;
  /** Its run reads the files as a spreadsheet saved them: each clientId behind an apostrophe. */
  readonly isSaved?: true;
  /** Right before that request of the run arrives. */
  readonly during: readonly {
    readonly at: number;
    readonly isAbout: boolean;
    readonly event: OtherEvent;
    /** Waits for a request about this clientId. */
    readonly of?: string;
  }[];
  readonly faults: readonly PlannedFault[];
  /** At so many happenings of the run: an arrival, an answer, a commit. */
  readonly stop: { readonly kind: 'kill' | 'signal'; readonly at: number } | null;
  readonly rotateAt: number | null;
  readonly skewMs: number;
  readonly wide?: WideStep;
}

/** Who calls muster: its own command, Pulumi's engine, or the command in runs that are out of the ordinary (wide.ts). */
export const DOORS = ['command', 'pulumi', 'wide'] as const;
export type Door = (typeof DOORS)[number];

export interface LifePlan {
  readonly seed: number;
  readonly door: Door;
  readonly world: StartingWorld;
  readonly steps: readonly Step[];
}
