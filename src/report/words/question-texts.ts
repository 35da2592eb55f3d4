// What a plan asks a person: the question, then each answer with what it takes. What only a new reading helps asks nothing.

import type { ErrorCode } from '../../model/errors.ts';
import { SECOND_SYSTEM, withName } from './words.ts';

export interface QuestionText {
  readonly ask: string;
  /** Null for the act: the exact words that allow it. */
  readonly answers: readonly { readonly answer: string; readonly act: string | null }[];
}

const OUT = 'take the entry out of the file';
const OVER = 'say adopt: true on the entry';
/** Leaving alone what others made. */
const LEAVE = `${OUT}; what exists stays as it is`;
const ALLOW = 'ALLOW';

/** By the code of the guard, or of the decision: `question | answer: act | answer: act`. */
const QUESTIONS: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-restores': `Was this access removed on purpose? | on purpose: ${OUT}, and pin their tasks to somebody else | give access back: ${ALLOW}`,
  'guard-deletes': `Should all of these be deleted? | they go: ${ALLOW} | they stay: declare again what should stay`,
  'guard-file-deletes': `Should these files lose so many objects? | they go: ${ALLOW} | they stay: put the lines back, the file may be cut off`,
  'guard-first-run': `Should the first run here take something away already? | take it away: ${ALLOW} | not yet: apply without the removals first`,
  'guard-overwrite': `Which value counts? | that of the file: ${ALLOW} | that of the service: write that value into the file`,
  'guard-interrupted': `Were these customers called since? | not called, add them: ${ALLOW} | called: take their lines out of the file`,
  'guard-older-files': `Should what these files ask for go back to them? | stay with the newest: apply the newest commit | go back: ${ALLOW}`,
  'guard-vanished': `Is this the right tenant? | yes, everybody gets access back: ${ALLOW} | no: correct the target in muster.yaml`,
  'guard-unsaved': `Can nobody be called through this target? | nobody: ${ALLOW} | customers can: run without PULUMI_SKIP_CHECKPOINTS`,
  'guard-ids': `Are these the customers that they were before? | the file was saved or numbered anew: put the ids back | they are other customers: ${ALLOW}`,
  'guard-unread-files': `Should what these files declare be removed? | keep it: add a pattern that matches them to \`desired:\` of muster.yaml | remove it: ${ALLOW}`,
  'guard-same-object': `Is this one object under two names, or two? | one: correct the name in the file | two: say ensure: absent of the wrong one`,
  'guard-empty': `Should everything that is recorded be removed? | yes: muster destroy does it | no: look why the files declare nothing`,
  'guard-unrecorded': `Where is the recorded state? | elsewhere: bring the ledger or stack | lost: look who was called, then say --first-apply once`,
  'guard-requests': `May this run send more requests than the limit? | yes: raise --max-requests | no: narrow the run with --only`,
  conflict: `Should muster manage what exists already? | yes: ${OVER}; the next plan shows what that changes | no: ${LEAVE}`,
  recreated: `Should muster manage the account that was made again? | yes: ${OVER}; the next plan shows what that changes | no: adopt it all the same, apply, then ${OUT}: who was adopted is let go, not deleted`,
  'other-record': `Should muster manage the record that stands there now? | yes: ${OVER}; the next plan shows what that changes | no: ${LEAVE}`,
  'leaver-present': `Should the account that others made be deleted? | yes: ${OVER} | no: ${LEAVE}`,
  'probably-ours': `Should the account go or stay? | go: say ensure: absent with adopt: true | stay: declare the user`,
  'undeclared-user': `Did this person leave? | left: say ensure: absent | still here: put the row back`,
  'managed-elsewhere': `Which stack should manage this record? | this one: remove the entry in the other and apply there | the other: ${OUT}`,
  'other-partition': `Which partition should manage this object? | the one that declares it now: apply the other one, then this one again | the other: put the declaration back there`,
  twin: `Which of these tasks is meant? | one of them: say previewRecordId: and, for the others, twins: | none: ${OUT}; of one that muster added, say ensure: absent with its previewRecordId: first`,
  'named-missing': `Which task is meant? | another: correct previewRecordId: | any with this clientId: take previewRecordId: out`,
  partial: `Should this person be in the second system? | yes: say onProfileChange: replace | no: say createInBackend: false`,
  'create-refused': `Should the create join the account in the second system? | yes: say behaviorIfInBackend: ALLOW | no: ${LEAVE}`,
  'replace-needed': `Should the account be deleted and made again? | yes: allow what the reason names | no: put the old value back`,
  'offboard-blocked': `Who gets the tasks of this person? | a colleague: say offboard: {reassignTo: LOGIN} on the entry | anybody: say offboard: clear on the entry | where tasks are not ours: give those to others in the service`,
  'move-unclear': `In which campaign should this record stand? | here: remove the other one in the service | there: declare the record there`,
  'target-occupied': `Which of the two records should stay? | the one that moves: remove the other in the service | the other: ${OUT}`,
  'gone-unclear': `Was this customer called? | called: ${OUT} | not called, add the task again: say reissue: with a reason on the entry`,
  'other-spelling': `Is this the same customer in another spelling? | the same: write the clientId as above | another: ${OUT}, apply, then declare it again with reissue: and a reason`,
  'do-not-call': `Should this customer be called all the same? | no: take the record out of the file, or say ensure: absent | yes: take the line out of the list`,
  'agent-unknown': `Who gets this task? | somebody who is there: correct preferredAgent | somebody new: declare the user | anybody: take preferredAgent out`,
  'agent-not-in-backend': `Who gets this task? | somebody who is there: correct preferredAgent | this person: have the account made in the second system`,
  'moved-elsewhere': `In which campaign should this record stand? | there: declare the record there | here: move the task back in the service`,
};

/** Null where there is nothing that a person can answer. */
export function questionText(code: ErrorCode, system = SECOND_SYSTEM): QuestionText | null {
  const said = Object.hasOwn(QUESTIONS, code) ? QUESTIONS[code] : undefined;
  const [ask, ...answers] = said === undefined ? [] : withName(said, system).split(' | ');
  if (ask === undefined) return null;
  const parted = answers.map((text) => ({
    answer: text.split(': ')[0] ?? '',
    act: text.split(': ').slice(1).join(': '),
  }));
  return { ask, answers: parted.map(({ answer, act }) => ({ answer, act: act === ALLOW ? null : act })) };
}
