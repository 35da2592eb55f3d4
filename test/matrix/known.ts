// What the matrix shows to be wrong and is not put right yet. Each entry says what it excuses, where and why; an entry that
// no longer excuses anything fails the matrix, so that the list can only get shorter.

export type Group =
  'singles' | 'pairs' | 'stack' | 'stack singles' | 'stack pairs' | 'hostile' | 'identity' | 'hostile stack';

export interface Known {
  /** The halves of the matrix in which it shows. */
  readonly groups: readonly Group[];
  readonly scenario: string;
  /** Whether the entry is about the profile of this name, which lists what differs from the default. */
  readonly profile: RegExp;
  readonly finding: RegExp;
  readonly reason: string;
}

export const KNOWN: readonly Known[] = [];
