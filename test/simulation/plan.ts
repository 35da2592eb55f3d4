// What a seed is made of, as a value that can be made smaller.

import type { Damage } from './damage.ts';
import type { Elsewhere, Place } from './elsewhere.ts';
import type { OtherEvent } from './events.ts';
import type { PlannedFault } from './faults.ts';
import type { Bound, Edit } from './files.ts';
import type { Breach, Laid } from './laid.ts';
import type { Mistake } from './laid-lists.ts';
import type { Fault } from './laid-slips.ts';
import type { StartingWorld } from './world.ts';

/** What others do while a run goes on. */
export interface During {
  readonly at: number;
  readonly isAbout: boolean;
  readonly event: OtherEvent;
  /** Waits for a request about this clientId. */
  readonly of?: string;
  /** Waits for the reading of an object whose write is intended: the one before its first write, or one after a write of it arrived. */
  readonly when?: 'looked at' | 'written';
}

/** At so many happenings of the run: an arrival, an answer, a commit. */
export interface Stop {
  readonly kind: 'kill' | 'signal';
  readonly at: number;
  /** Counted from the first write on that arrives. */
  readonly isAfterWrite?: true;
}

export interface Step {
  readonly edits: readonly Edit[];
  readonly before: readonly OtherEvent[];
  readonly passMs: number;
  readonly verb: 'apply' | 'plan' | 'drift' | 'destroy';
  /** Whether every guard of the plan is passed by its number. */
  readonly isAllowed: boolean;
  /** Its run reads the files as a spreadsheet saved them: each clientId behind an apostrophe. */
  readonly isSaved?: true;
  /** Its run reads lists that were damaged on their way. */
  readonly damage?: Damage;
  /** What is wrong in each row of its lists, as they lie in a folder. */
  readonly mistake?: Mistake;
  /** Why nobody can read its files. */
  readonly unreadable?: Fault;
  /** The program among its desired files breaks. */
  readonly breaks?: Breach;
  /** Its files are edits over the commit applied last; then what that commit has; edits that make them those of the commit before; or that one. */
  readonly checkout?: 'edited' | 'unedited' | 'restored' | 'behind';
  /** Its plan was approved where that was another one. */
  readonly approvedUnder?: Bound;
  /** Its plan was approved in another place. */
  readonly approvedFor?: Elsewhere;
  /** It is made in another place. */
  readonly place?: Place;
  /** Before its run recorded state goes to its other home: Pulumi alone. */
  readonly handsOver?: true;
  /** What muster.yaml says of partitions when it runs, where that is not the usual: Pulumi alone. */
  readonly division?: Division;
  /** The project has another name from this run on; muster.yaml names the former one, or does so from the next run on: Pulumi alone. */
  readonly renames?: 'named' | 'unnamed';
  /** The same of the Pulumi project: its stack is exported and brought along under the new name. */
  readonly renamesProgram?: 'named' | 'unnamed';
  /** Whom nobody may call when it runs: clientIds. */
  readonly listed?: readonly string[];
  /** Right before that request of the run arrives. */
  readonly during: readonly During[];
  readonly faults: readonly PlannedFault[];
  readonly stop: Stop | null;
  readonly rotateAt: number | null;
  readonly skewMs: number;
  readonly wide?: WideStep;
}

/** Two partitions, one of them (the other is taken out, its lines go to the one that stays), or a target without any. */
export type Division = 'two' | 'one' | 'none';

/** What is done to recorded state before a run. */
export type StateEvent =
  /** The folder is gone. */
  | { readonly kind: 'lost' }
  /** The same, and from now on the project has another name; muster.yaml may name the former one. */
  | { readonly kind: 'renamed'; readonly isNamed: boolean }
  /** muster.yaml says all names of before (`formerStacks`), as the question of a first apply asks. */
  | { readonly kind: 'named' }
  /** As it was at the end of an earlier run: so many back. Whole: with the note of the latest beside it. */
  | { readonly kind: 'older'; readonly back: number; readonly isWhole: boolean }
  /** The run is started in the other clone; `brought`: with a copy of what the first one has. */
  | { readonly kind: 'other clone'; readonly brought: boolean };

/** A run that begins while the one of the step goes on. */
export interface Beside {
  readonly afterMs: number;
  readonly isElsewhere: boolean;
  readonly lockTimeoutMs: number;
  /** The files of the version before. */
  readonly isBehind: boolean;
  readonly verb: Step['verb'];
  readonly isAllowed: boolean;
  readonly faults: readonly PlannedFault[];
  readonly stop: Stop | null;
  /** The first run stands still from so many happenings on. */
  readonly pause: { readonly at: number; readonly ms: number } | null;
}

export interface WideStep {
  readonly state?: StateEvent;
  /** A pipeline: recorded state has to be there. */
  readonly isExpected?: boolean;
  /** A person has taken out of the files whoever was called, and says `--first-apply`. */
  readonly isFirstApply?: boolean;
  /** Nobody has looked who was called. */
  readonly isUnlooked?: true;
  /** `--since` the files of so many versions before. */
  readonly since?: number;
  /** A program declared what there was then, which nobody can tell. */
  readonly isProgram?: true;
  readonly beside?: Beside;
}

/** Who calls muster: its own command, Pulumi's engine, or the command in runs that are out of the ordinary (wide.ts). */
export const DOORS = ['command', 'pulumi', 'wide'] as const;
export type Door = (typeof DOORS)[number];

/** How a life is drawn: `native` is the door of Pulumi, with the native provider, which no program plans. */
export const WAYS = [...DOORS, 'native'] as const;
export type Way = (typeof WAYS)[number];

export interface LifePlan {
  readonly seed: number;
  readonly door: Door;
  readonly world: StartingWorld;
  /** Two stacks, or two ledgers, for one target. */
  readonly isParted?: true;
  /** Resources of the native provider: Pulumi alone. */
  readonly isNative?: true;
  /** Its desired files lie in a folder, and muster's own loader reads them. */
  readonly laid?: Laid;
  /** What others do while a run goes on meets a request that names its task by the id alone, too. */
  readonly isById?: true;
  /** At the end a person answers what is asked. */
  readonly isAnswered?: true;
  readonly steps: readonly Step[];
}
