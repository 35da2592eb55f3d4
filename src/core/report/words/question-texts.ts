// What a plan asks a person: the question, then each answer with what it takes. What only a new reading helps asks nothing.

import type { ErrorCode } from '../../model/errors.ts';
import type { PinObstacle, Verdict } from '../../reconcile/verdict.ts';
import { SECOND_SYSTEM, withName } from './words.ts';

export interface QuestionText {
  readonly ask: string;
  /** Null for the act: the exact words that allow it, and `cost` says what that takes or risks, as `(who was called is called again)`. */
  readonly answers: readonly { readonly answer: string; readonly act: string | null; readonly cost: string }[];
}

const OUT = 'take the entry out of the file';
const OVER = 'say adopt: true on the entry';
/** Leaving alone what others made. */
const LEAVE = `${OUT}; what exists stays as it is`;
const ALLOW = 'ALLOW';
/** What deletes take away. */
export const LOST = {
  both: 'people lose access, customers are dropped',
  people: 'people lose access',
  customers: 'customers are dropped',
} as const;

/** What ids that mean somebody else give. */
export const AGAIN = {
  both: 'who was called may be called again, who left may get access',
  people: 'who left may get access',
  customers: 'who was called may be called again',
} as const;

/** By the code of the guard, or of the decision: `question | answer: act | answer: act (cost)`. The first answer does least harm. */
const QUESTIONS: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-restores': `Was this access removed on purpose? | on purpose: take the entry out, and pin their customers to others | give access back: ${ALLOW}`,
  'guard-deletes': `Should all of these be deleted? | they stay: put their rows and ids back as they were | they go: ${ALLOW} (${LOST.both})`,
  'guard-file-deletes': `Should these files lose so many? | they stay: put the missing rows back, the file may be cut off | they go: ${ALLOW} (${LOST.both})`,
  'guard-first-run': `Should the first run here take something away already? | not yet: apply without the removals first | take it away: ${ALLOW} (it may be what others need)`,
  'guard-overwrite': `Which value counts? | that of the service: write that value into the file | that of the file: ${ALLOW} (what somebody changed is lost)`,
  'guard-interrupted': `Were these customers called since? | called: take their lines out of the file | not called, add them: ${ALLOW} (who was called is called again)`,
  'guard-older-files': `Should what was applied last be undone? | no: bring back that commit, or the edits, and plan again | yes: ${ALLOW} (it is undone; the number is that of all changes)`,
  'guard-vanished': `Is this the right tenant? | no: correct the target in muster.yaml | yes, everybody gets access back: ${ALLOW} (in a wrong tenant, strangers get it)`,
  'guard-unsaved': `Can nobody be called through this target? | customers can: run without PULUMI_SKIP_CHECKPOINTS | nobody: ${ALLOW} (else somebody may be called again)`,
  'guard-ids': `Are these rows right? | no, the file was saved, sorted or numbered anew: put ids and columns back | yes: ${ALLOW} (${AGAIN.both})`,
  'guard-unread-files': `Should what these files declare be removed? | keep it: give the files their old names, or an ending and a pattern of \`desired:\` that are read | remove it: ${ALLOW} (${LOST.both})`,
  'guard-same-object': `Is this one under two names, or two? | one: leave one line of it (of a person, under the name as it was) | two: say ensure: absent of the wrong one; where it says so, delete that one in the service`,
  'guard-empty': `Should everything that is recorded be removed? | yes: muster destroy does it | no: look why the files declare nothing`,
  'guard-unrecorded': `Where is the state? | elsewhere: bring the ledger or stack | lost: look who was called, then say --first-apply once (of another stack also its name under formerStacks)`,
  'guard-requests': `May this run send more requests than the limit? | yes: raise --max-requests | no: narrow the run with --only`,
  conflict: `Should muster manage what exists already? | yes: ${OVER}; the next plan shows what that changes | no: ${LEAVE}`,
  recreated: `Should muster manage the account that was made again? | yes: ${OVER}; the next plan shows what that changes | no: adopt it all the same, apply, then ${OUT}: who was adopted is let go, not deleted`,
  'other-record': `Should muster manage the customer that stands there now? | yes: ${OVER}; the next plan shows what that changes | no: ${LEAVE}`,
  'leaver-present': `Should the account that others made be deleted? | no: ${LEAVE} | yes: ${OVER} (its access ends)`,
  'probably-ours': `Should the account go or stay? | stay: declare the user | go: say ensure: absent with adopt: true (access ends)`,
  'undeclared-user': `Did this person leave? | still here: put the row back | left: say ensure: absent (access ends)`,
  'managed-elsewhere': `Which stack should manage this customer? | this one: remove the entry in the other and apply there | the other: ${OUT} | the other is this one, renamed: bring its stack or ledger, and say formerStacks with the name on the marker`,
  'other-partition': `Which partition should manage this one? | the one that declares it now: apply the other one, then this one again | the other: put the declaration back there`,
  twin: `Which of these duplicates is meant? | one of them: say previewRecordId: and, for the others, twins: (before a move, not with it) | none: ${OUT}; of one that muster added, say ensure: absent with its previewRecordId: first`,
  'named-missing': `Which duplicate is meant? | another: correct previewRecordId: | any with this clientId: take previewRecordId: out`,
  partial: `Should this person be in the second system? | yes: say onProfileChange: replace | no: say createInBackend: false`,
  'create-refused': `The second system has this account already: should it be used? | yes: say behaviorIfInBackend: ALLOW | no: ${LEAVE}`,
  'replace-needed': `Should the account be deleted and made again? | no: put the old value back | yes: allow what the reason names (no access if the create is refused)`,
  'offboard-blocked': `Who gets the customers of this person? | a colleague: say offboard: {reassignTo: LOGIN} on the entry | anybody: say offboard: clear on the entry (no agent is preferred)`,
  'move-unclear': `In which campaign should this customer stand? | here: remove the other one in the service | there: declare the customer there`,
  'target-occupied': `Which customer should stay? | the one that is here, and it is gone from the other campaign: say adopt: true | the one that moves, and it still stands there: remove the one here in the service | neither moves: ${OUT}`,
  'gone-unclear': `Was this customer called? | called: ${OUT} | not called, add the customer again: say reissue: with a reason on the entry (who was called is called again)`,
  'other-spelling': `Is this the same customer in another spelling? | the same: write the clientId as above | another: ${OUT}, apply, then declare it again with reissue: and a reason`,
  'do-not-call': `Should this customer be called all the same? | no: take the entry out of the file, or say ensure: absent | yes: take the line out of the list (the customer is called)`,
  'agent-unknown': `Who calls this customer? | somebody who is there: correct preferredAgent | somebody new: declare the user | anybody: take preferredAgent out`,
  'agent-not-in-backend': `Who calls this customer? | somebody who is there: correct preferredAgent | this person: have the account made in the second system`,
  'moved-elsewhere': `In which campaign should this customer stand? | there: declare the customer there with adopt: true | here: move it back in the service | nowhere: declare it there with ensure: absent and adopt: true`,
};

/** Why nobody takes over the customers of a leaver; what is wanted of something that others made; an `ensure` that adds nobody. */
export type AnswersBy = PinObstacle['kind'] | 'absent' | 'undeclared' | 'adds-nobody';

export function answersBy(reason: Verdict['reason']): AnswersBy | null {
  if (reason.kind === 'tasks-pinned') return reason.obstacle.kind;
  if (reason.kind === 'gone-unclear' && reason.adds === false) return 'adds-nobody';
  if (!('wanted' in reason)) return null;
  return reason.wanted === 'absent' || reason.wanted === 'undeclared' ? reason.wanted : null;
}

const MADE_AGAIN = 'Should the account that was made again be deleted?';
/** A recorded user is let go only once it is recorded as adopted. */
const KEPT = `adopt: true, apply, then ${OUT}`;
/** Where \`adopt: true\` deletes what others made. */
const REMOVE = `Should the customer that others added be removed? | no: ${LEAVE} | yes: ${OVER} (nobody is called through it)`;

const BY_CODE: Partial<Readonly<Record<ErrorCode, Partial<Readonly<Record<AnswersBy, string>>>>>> = {
  conflict: { absent: REMOVE },
  'other-record': { absent: REMOVE },
  'gone-unclear': {
    'adds-nobody': `Was this customer called? | called: ${OUT} | not called, add the customer again: say ensure: present, and reissue: with a reason (who was called is called again)`,
  },
  recreated: {
    absent: `${MADE_AGAIN} | no: say ensure: present with ${KEPT} | yes: ${OVER} (its access ends)`,
    undeclared: `${MADE_AGAIN} | no: declare it with ${KEPT} | yes: declare it with ensure: absent and adopt: true (its access ends)`,
  },
};

/** Where tasks keep somebody from leaving, and no word on the entry helps. */
const OF_OBSTACLE: Partial<Readonly<Record<AnswersBy, string>>> = {
  'not-ours': `Who gets the customers of this person? | others: have those customers pinned to them in the service, then plan again | nobody, the person stays: declare the person without ensure: absent`,
  'other-partition': `Who gets the customers of this person? | as the files say: apply that partition, then this one again | others: have those customers pinned to them in the service, then plan again | nobody, the person stays: declare the person without ensure: absent`,
  'move-unsettled': `In which campaign do customers of this person stand? | not known yet: apply again, which settles the move, then plan`,
};

/** Null where there is nothing that a person can answer. */
export function questionText(
  code: ErrorCode,
  system = SECOND_SYSTEM,
  by: AnswersBy | null = null,
): QuestionText | null {
  const known = Object.hasOwn(QUESTIONS, code) ? QUESTIONS[code] : undefined;
  const special = by === null ? undefined : (BY_CODE[code]?.[by] ?? OF_OBSTACLE[by]);
  const said = special ?? known;
  const [ask, ...answers] = said === undefined ? [] : withName(said, system).split(' | ');
  if (ask === undefined) return null;
  const parted = answers.map((text) => ({
    answer: text.split(': ')[0] ?? '',
    act: text.split(': ').slice(1).join(': '),
  }));
  const answered = parted.map(({ answer, act }) =>
    act.startsWith(ALLOW) ? { answer, act: null, cost: act.slice(ALLOW.length).trim() } : { answer, act, cost: '' },
  );
  return { ask, answers: answered };
}
