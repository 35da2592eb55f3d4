// What the matrix shows to be wrong and is not put right yet. Each entry says which finding it excuses, where and why; an
// entry that no longer excuses anything fails the matrix, so that the list can only get shorter.

export interface Known {
  readonly group: 'singles' | 'pairs';
  readonly scenario: string;
  /** Whether the entry is about the profile of this name (see switch-values.ts). */
  readonly profile: RegExp;
  readonly finding: RegExp;
  readonly reason: string;
}

export const KNOWN: readonly Known[] = [];
