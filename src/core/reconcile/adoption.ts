// The vocabulary of an adoption: what is taken over into the files, what is left out and why. An adoption reads; it never
// holds a client that can write, and it changes files only.

import type { Address, Kind, SourcePosition } from '../model/address.ts';
import type { Diagnostic } from '../model/errors.ts';
import type { Problem } from '../model/outcome.ts';
import type { Action } from '../model/state.ts';
import type { DriftResult, Finding } from './finding.ts';
import type { Verdict } from './verdict.ts';

/** Why something is not taken over, with what is known of it. In words: report/words/why-finding.ts. */
export type LeftOutReason =
  /** Somebody answers for it already. */
  | { readonly why: 'declared' | 'recorded' }
  /** The service says there is none. `inBackend`: of a user, whom the backing instance alone has. */
  | { readonly why: 'absent'; readonly inBackend: boolean }
  /** Nothing is concluded. Null: nothing was answered. */
  | { readonly why: 'unreadable'; readonly problem: Problem | null }
  | { readonly why: 'unreadable'; readonly finding: Pick<Finding, 'cause'> }
  /** The clientId stands so many times. */
  | { readonly why: 'twin'; readonly count: number }
  /** Carries the marker of this stack. */
  | { readonly why: 'foreign'; readonly stack: string }
  /** Cannot be declared as it is (the rules of desired files). Null: has a data key twice. */
  | { readonly why: 'refused'; readonly diagnostic: Diagnostic | null }
  /** Declared, it would not be left as it is. */
  | { readonly why: 'differs'; readonly from: DesiredDifference }
  /** The value does not stand in the declaration itself. */
  | { readonly why: 'elsewhere'; readonly because: ElsewhereReason }
  /** Nothing in a file says it. */
  | { readonly why: 'no-file'; readonly finding: Pick<Finding, 'class' | 'cause'> };

/** What a plan would make of the declaration: a decision, a change, or fields that are not as the service shows them. */
export type DesiredDifference =
  | { readonly kind: 'decision'; readonly verdict: Verdict }
  | { readonly kind: 'change'; readonly action: Action | null }
  | { readonly kind: 'declaration' | 'edit'; readonly fields: readonly string[] };

export type ElsewhereReason =
  | { readonly kind: 'other-file'; readonly file: string; readonly fields: readonly string[] }
  /** The service shows the name of what a file says by its code. */
  | { readonly kind: 'name-shown'; readonly field: string }
  /** `refusal`: of the editor of files (desk/edit/patch-yaml.ts). Null: of all fields together. */
  | { readonly kind: 'not-editable'; readonly field: string | null; readonly refusal: string };

export type LeftOut = LeftOutReason & {
  readonly address: Address;
  readonly kind: Kind;
  readonly source: SourcePosition | null;
};

export interface TakenOver {
  readonly address: Address;
  readonly kind: Kind;
  readonly file: string;
  /** Field paths that change; empty for a declaration that is new as a whole. */
  readonly fields: readonly string[];
  /** What a reviewer should know; null when there is nothing to say. */
  readonly note: TakenNote | null;
}

/** `being-worked`: apply leaves it alone. `to-fill-in`: the service does not show what the file must say. */
export type TakenNote = 'being-worked' | 'to-fill-in';

export interface PatchedFile {
  /** Relative to the project folder. */
  readonly file: string;
  readonly isNew: boolean;
  /** Lines of a unified diff, with values: it is data for the user's own repository. */
  readonly diff: readonly string[];
}

export interface Adoption {
  readonly what: 'users' | 'campaign' | 'drift';
  readonly project: string;
  readonly target: DriftResult['target'];
  readonly taken: readonly TakenOver[];
  readonly leftOut: readonly LeftOut[];
  /** Entries written without the values that nobody can read: validation refuses them until a person fills them in. */
  readonly unfilled: readonly Address[];
  /** Tasks worked to their end: nothing to take over. */
  readonly finished: number;
  /** loginUserIds that tasks are pinned to: present in the service and not declared. */
  readonly agents: readonly string[];
  /** Records on which apply would write the hidden marker, because the campaign is declared with markers. */
  readonly marked: number;
  /** Whether everything that was asked about is known, and from what. */
  readonly complete: boolean;
  readonly how: string;
  /** Of people taken over: column -> cell of a CSV file that `usersFrom` reads. Empty for everything else. */
  readonly people: readonly Readonly<Record<string, string>>[];
  readonly files: readonly PatchedFile[];
  readonly written: boolean;
  readonly coverage: { readonly asked: number; readonly answered: number };
  readonly requests: number;
}
