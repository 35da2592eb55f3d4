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

export const KNOWN: readonly Known[] = [
  {
    groups: ['identity'],
    scenario: 'line dropped while an intent is open',
    profile: /^a stack, .* refresh=yes$/u,
    finding: /C-2 stands there, and nothing says so$/u,
    reason:
      'a refresh takes a create of a record that is not seen out of the stack, and with it what tells that it is ours',
  },
  {
    groups: ['identity'],
    scenario: 'line dropped while an intent is open',
    profile: /^a stack, .* refresh=no$/u,
    finding: /^parity carried out since: delete record:Summer\/C-2 was planned and not done$/u,
    reason: 'a set deletes what came of a create that was open one update late',
  },
  {
    groups: ['hostile stack'],
    scenario: 'create',
    profile: /^creates=after 70 s manage=mixed refresh=no$/u,
    finding: /create user:tom@example\.com unresolved \(lost-answer\)$/u,
    reason:
      'a user who is refused for good stays lost-answer with Pulumi: each further attempt begins the two minutes anew',
  },
  {
    groups: ['hostile'],
    scenario: 'worked meanwhile',
    profile: /creates=after 70 s.* S10=resets /u,
    finding: /customer called twice: Summer\/C-1 |I4 Summer\/C-1 /u,
    reason:
      'an update that is carried out after the next run has sent it again, and put the state back, resets it once more',
  },
];
