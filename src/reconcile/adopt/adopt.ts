// The vocabulary of an adoption: what is taken over into the files, what is left out and why. An adoption reads; it never
// holds a client that can write, and it changes files only.

import type { Address, Kind, SourcePosition } from '../../model/address.ts';
import type { DriftResult } from '../finding.ts';

/**
 * - `declared`, `recorded`: somebody answers for it already.
 * - `absent`: the service says there is none; `unreadable`: nothing is concluded.
 * - `twin`: the clientId stands twice. `foreign`: carries the marker of another stack.
 * - `refused`: cannot be declared as it is (the rules of desired files). `differs`: declared, it would not be left as it is.
 * - `elsewhere`: the value does not stand in the declaration itself. `no-file`: nothing in a file says it.
 */
export type LeftOutWhy =
  | 'declared'
  | 'recorded'
  | 'absent'
  | 'unreadable'
  | 'twin'
  | 'foreign'
  | 'refused'
  | 'differs'
  | 'elsewhere'
  | 'no-file';

export interface LeftOut {
  readonly address: Address;
  readonly kind: Kind;
  readonly why: LeftOutWhy;
  /** In words, without personal values. */
  readonly text: string;
  readonly source: SourcePosition | null;
}

export interface TakenOver {
  readonly address: Address;
  readonly kind: Kind;
  readonly file: string;
  /** Field paths that change; empty for a declaration that is new as a whole. */
  readonly fields: readonly string[];
  /** What a reviewer should know; null when there is nothing to say. */
  readonly note: string | null;
}

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
