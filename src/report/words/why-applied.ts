// What is to be known of a change that was applied, in words: what the service did on the way, and what is left.

import { openPins, pinNames } from '../../model/pinned-tasks.ts';
import type { Note } from '../../reconcile/settlement.ts';
import { textOf, type Texts } from './texts.ts';

/** Null where there is nothing to say. */
export function notesText(notes: readonly Note[], system: string): string | null {
  return notes.length === 0 ? null : notes.map((note) => textOf(TEXTS, [note, 'kind'], { system })).join('; ');
}

const TEXTS: Texts<Note, 'kind'> = {
  'twin-gone': (note) => `its twin ${note.previewRecordId} was already gone`,
  'state-put-back': (note) => `the update reset the task; it was put back to ${note.state}`,
  'copy-kept': (note) => `${note.keys.join(', ')} of others arrived with another value: the full copy is kept`,
  unconfirmed: (note) => `unconfirmed: ${note.message ?? UNCONFIRMED[note.because]}`,
  'pins-left': (note) => `${openPins(note.tasks.length)} to the removed user still (${pinNames(note.tasks)})`,
  'pins-unread': (note) => `whether tasks are still pinned could not be read in ${note.campaigns.join(', ')}`,
  'no-pins': (note) => `no task is pinned any more (searched again: ${note.campaigns.join(', ')})`,
  'already-gone': 'was already gone',
  'already-so': 'refused, and already so',
  'answer-lost': 'the answer was lost; settled by reading',
  'removed-in-backend': 'removed from the second system',
  'queue-put-back': 'the update took the record out of its undeclared queue; it was put back',
  'taken-on-the-way': 'an agent took it on the way: what was lost is kept, and put back when it may be written',
  joined: 'refused with FAIL, done with ALLOW: its side in the second system is recorded as adopted',
  'made-unproven':
    'the answer was lost, or brought no connectUserId; settled by reading, and recorded as adopted: nobody can prove who made it',
  'made-earlier':
    'refused, because an earlier create of ours, which was not answered, was carried out meanwhile; recorded as adopted: nobody can prove who made it',
};

const UNCONFIRMED = {
  'backend-not-shown': 'no connectUserId came, and the backing side is not shown',
  unreadable: 'it cannot be read',
  stopped: 'the run was stopped before it was read again',
} as const;
