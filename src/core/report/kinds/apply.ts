// The document of an apply -> its view: why it stopped, what is not settled, what failed, then what is done.

import type { ApplyDocument } from '../documents/document.ts';
import type { ReportChange, ReportSettlement } from '../documents/plan-rows.ts';
import { nothingToDo, nothingRead, partSentence, sinceSentence } from '../view/summary.ts';
import { count, duration, longName, tally, VERBS } from '../words/words.ts';
import { draftChange, memberOf, NO_OBJECT, placeIn, type MemberDraft } from '../view/member.ts';
import { groupOf } from '../view/rows.ts';
import { decisionGroup, takenGroup, unreadableGroup } from '../view/questions.ts';
import { commandOf, commands, grouped, sentence, sentences, SUMMARY, type ReportView } from '../view/section.ts';
import { leaverFact } from '../view/trust.ts';
import type { ViewGroup, ViewNote, ViewSentence } from '../view/view.ts';

export function applyView(document: ApplyDocument): ReportView {
  const groups = [
    ...stoppedGroup(document),
    ...OPEN.flatMap(([id, title]) => openGroup(id, title, document)),
    ...leftGroup(document),
    ...decisionGroup(document),
    ...unreadableGroup(document),
    ...takenGroup(document),
    ...doneGroup(document),
  ];
  const summary = applySummary(document);
  return {
    summary,
    aside: summary.length === 1 && summary[0]?.tone === 'quiet' ? null : '',
    sections: [
      SUMMARY,
      ...grouped(groups),
      ...sentences(
        leaverFact(
          document,
          document.settlements.filter(({ outcome }) => outcome === 'applied'),
        ),
      ),
      ...commands([commandOf(document.next)]),
    ],
  };
}

function applySummary(document: ApplyDocument): ViewSentence[] {
  const { changes, stopped, summary, coverage } = document;
  const isQuiet = changes.length === 0 && summary.decisions + summary.unreadable === 0 && stopped === null;
  if (isQuiet) return [sentence('verdict', 'quiet', nothingToDo(document)), ...sinceSentence(document)];
  const { applied, failed, unresolved, skipped } = summary.settlements;
  const done = `${applied.toLocaleString('en')} of ${count(changes.length, 'change')} done in ${duration(document.durationMs)}.`;
  const isOpen = failed + unresolved + skipped + summary.decisions + summary.unreadable > 0 || stopped !== null;
  const { asked, answered } = coverage;
  return [
    ...(answered === 0 && asked > 0 ? [nothingRead(asked)] : []),
    ...(stopped === null ? [] : [sentence('stops', 'stops', `The run was stopped (${stopped.code}).`)]),
    sentence('verdict', isOpen ? 'stops' : 'quiet', done),
    sentence('verdict', isOpen ? 'stops' : 'quiet', `${countsText(document)}.`),
    ...partSentence(document),
    ...sinceSentence(document),
  ];
}

function stoppedGroup({ stopped }: ApplyDocument): ViewGroup[] {
  if (stopped === null) return [];
  const { code, message, advice } = stopped;
  const common = { name: code, subject: code, details: [message], notes: [{ tone: 'plain', text: advice }] } as const;
  const row = { symbol: '!', verb: 'stopped', ...common, members: [{ ...NO_OBJECT, ...common }] } as const;
  return [{ id: 'stopped', title: 'The run was stopped', count: 1, rows: [row], folded: false }];
}

const OPEN = [
  ['unresolved', 'Not settled: the next run reads before it writes'],
  ['failed', 'Failed'],
  ['skipped', 'Not tried'],
] as const;

function openGroup(id: (typeof OPEN)[number][0], title: string, { settlements }: ApplyDocument): ViewGroup[] {
  const own = settlements.filter((each) => each.outcome === id && !isLeft(each));
  return groupOf(id, title, own.map(draftProblem));
}

function leftGroup({ settlements }: ApplyDocument): ViewGroup[] {
  const left = settlements.filter(isLeft).map((each): MemberDraft => {
    const draft = draftProblem(each);
    return { ...draft, symbol: '=', verb: 'left', member: { ...draft.member, notes: [] } };
  });
  return groupOf('left', 'Left for approval: the other parts of the plan', left);
}

function isLeft({ problem }: ReportSettlement): boolean {
  return problem?.code === 'left-for-approval';
}

/** Before and after stay readable where the plan was; with a note it is always shown. */
function doneGroup(document: ApplyDocument): ViewGroup[] {
  const { settlements, changes } = document;
  const planned = new Map(changes.map((change) => [change.address, change]));
  const done = settlements.filter(({ outcome }) => outcome === 'applied');
  const drafts = done.map((each) => draftDone(each, planned.get(each.address), document));
  return groupOf('done', 'Done', drafts);
}

function draftProblem(settlement: ReportSettlement): MemberDraft {
  const { action, problem } = settlement;
  const code = problem?.code ?? 'internal';
  const notes: ViewNote[] = problem === null ? [] : [{ tone: 'plain', text: problem.advice }];
  return {
    symbol: '!',
    verb: VERBS[action].verb,
    like: `${action} ${code}`,
    common: [code],
    member: { ...settled(settlement), name: longName(settlement.address), details: [problem?.message ?? ''], notes },
  };
}

function draftDone(
  settlement: ReportSettlement,
  change: ReportChange | undefined,
  { target }: ApplyDocument,
): MemberDraft {
  const { action, note } = settlement;
  const draft = change === undefined ? null : draftChange({ ...change, tiedTo: null }, { target });
  const notes: ViewNote[] = note === null ? [] : [{ tone: 'plain', text: note }];
  const details = draft?.member.details ?? [];
  return {
    symbol: VERBS[action].symbol,
    verb: VERBS[action].done,
    like: [...details, note ?? ''].join('; '),
    kin: note ?? '',
    common: draft?.common ?? [],
    member: { ...(draft?.member ?? settled(settlement)), notes },
  };
}

function settled({ address, action, source }: ReportSettlement): MemberDraft['member'] {
  return memberOf(address, { action, place: placeIn(source) });
}

/** `1 created, 1 deleted; 1 failed`. */
function countsText({ settlements, summary }: ApplyDocument): string {
  const applied = settlements.filter((each) => each.outcome === 'applied');
  const done = Object.entries(VERBS).map(
    ([action, { done: word }]) => [applied.filter((each) => each.action === action).length, word] as const,
  );
  const { unresolved, failed, skipped } = summary.settlements;
  const left = settlements.filter(isLeft).length;
  const open = tally([
    [failed, 'failed'],
    [unresolved, 'not settled'],
    [skipped - left, 'not tried'],
    [left, 'left for approval'],
    [summary.decisions, 'waiting for an answer'],
    [summary.unreadable, 'not readable'],
  ]);
  const nothing = failed + unresolved > 0 ? 'No change was finished' : 'Nothing was changed';
  return [tally(done) || nothing, open].filter((part) => part !== '').join('; ');
}
