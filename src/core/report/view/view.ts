// What the sections of a report are made of: sentences, questions, rows of objects, times, commands.

import type { Address, Kind } from '../../model/address.ts';
import type { DriftClass } from '../../model/drift-classes.ts';
import type { ChangePart, PlanPart } from '../../model/parts.ts';
import type { Action } from '../../model/state.ts';
import type { RowSymbol } from '../words/layout.ts';
import type { ReportField } from '../words/redact.ts';

/** `tone`: what it means for the reader; colour at most repeats it. */
export interface ViewSentence {
  readonly about: 'verdict' | 'stops' | 'outside' | 'absent' | 'calls' | 'warnings' | 'part' | 'reading';
  readonly tone: 'quiet' | 'changes' | 'removes' | 'stops';
  readonly text: string;
}

/** What a person decides, with what each answer takes. */
export interface ViewQuestion {
  /** Ours, without a value: `Was this access removed on purpose?`. */
  readonly ask: string;
  /** What happened, and what hangs on the answer. */
  readonly why: readonly string[];
  /** Objects it is about; empty where the rows of the plan show them. */
  readonly about: readonly ViewMember[];
  /** `words`: to be typed as they stand; null where `act` says all. `cost`: in parentheses, what that takes or risks; else empty. */
  readonly answers: readonly {
    readonly answer: string;
    readonly act: string;
    readonly words: string | null;
    readonly cost: string;
  }[];
}

export type GroupId =
  | 'people'
  | 'tasks'
  | 'stopped'
  | 'decisions'
  | 'unreadable'
  | 'kept'
  | 'taken'
  | 'platform'
  | 'unresolved'
  | 'failed'
  | 'skipped'
  | 'left'
  | 'done'
  | 'access'
  | 'drift'
  | 'expected'
  | 'ignored'
  | 'rules'
  | 'active-rules'
  | 'open-writes'
  | 'copies'
  | 'recorded'
  | 'left-out';

export interface ViewGroup {
  readonly id: GroupId;
  readonly title: string;
  /** Objects in it. */
  readonly count: number;
  readonly rows: readonly ViewRow[];
  /** What a reader is spared at first: a text shows it with --verbose, Markdown and HTML fold it. */
  readonly folded: boolean;
  /** What becomes of them, beside the title; without it their number. */
  readonly counts?: string;
  /** Said under the rows: what does not happen, and on which ground. */
  readonly below?: readonly string[];
}

export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** Objects of which the same is said. A reader with little room shows `subject`, `details` and names; others each member. */
export interface ViewRow {
  /** One meaning each: + create, ^ restore, ~ update, - delete, ± replace, > move, = nothing is sent, ! needs a person. */
  readonly symbol: RowSymbol;
  /** What happens, in a word. */
  readonly verb: string;
  /** `user ana@example.com`; of several `9 records in Summer Renewals`. */
  readonly subject: string;
  /** What is true of all members. */
  readonly details: readonly string[];
  /** Whether the details name each member. */
  readonly isNaming?: boolean;
  readonly notes: readonly ViewNote[];
  /** In the order of their names. */
  readonly members: readonly ViewMember[];
}

export interface ViewMember {
  readonly address: Address | null;
  readonly kind: Kind | null;
  /** Inside its campaign. */
  readonly name: string;
  readonly subject: string;
  readonly place: FilePlace | null;
  readonly details: readonly string[];
  readonly notes: readonly ViewNote[];
  /** Why, where the details do not say it; empty where they do. */
  readonly reason: string;
  readonly action: Action | null;
  /** Who asks for it where the files do not, for whoever reviews must see it; else empty. */
  readonly askedBy: readonly string[];
  /** Of a plan: what it is approved with. */
  readonly part: ChangePart | null;
  /** What that command does to it; else empty. */
  readonly command: string;
  readonly class: DriftClass | null;
  readonly fields: readonly ReportField[];
  /** Whose clocks their times are shown on; null: of UTC. */
  readonly zone: string | null;
}

export interface ViewNote {
  /** `warning`: loud. */
  readonly tone: 'plain' | 'warning';
  readonly text: string;
  /** Of whom it is said, in a row of several of whom not all are meant. */
  readonly of?: string;
}

export interface ViewCommand {
  /** What it covers or is good for. */
  readonly label: string;
  readonly command: string;
  readonly part: PlanPart | null;
}
