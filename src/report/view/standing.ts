// What needs a person, what could not be read, and what is left as it is although it differs.

import type { ReportedPlan } from '../documents/facts.ts';
import type { ReportVerdict } from '../documents/plan-rows.ts';
import { fieldsText, longName } from '../words/words.ts';
import { leavingNotes } from './leaving.ts';
import { memberOf, placeIn, type MemberDraft } from './member.ts';
import { groupOf } from './rows.ts';
import type { ViewGroup, ViewNote } from './view.ts';

/** What is left out of the plan until a person decides. Guards are said in the first sentences (summary.ts). */
export function decisionGroup(document: ReportedPlan): ViewGroup[] {
  const decisions = ofClass(document, ['decision']);
  const title = 'Needs an answer; nothing is sent for it until then';
  return groupOf('decisions', title, draftsOf(decisions, document));
}

export function unreadableGroup(document: ReportedPlan): ViewGroup[] {
  const unread = ofClass(document, ['unreadable']);
  const { asked, answered } = document.coverage;
  const title = `Could not be read: nothing is concluded (${answered.toLocaleString('en')} of ${asked.toLocaleString('en')} answered)`;
  return groupOf('unreadable', title, draftsOf(unread, document));
}

/** Declared otherwise than it is, and not written: the reader must know why. */
export function keptGroups(document: ReportedPlan): ViewGroup[] {
  const group = (id: 'kept' | 'platform', title: string): ViewGroup[] =>
    groupOf(id, title, draftsOf(ofClass(document, [id]), document));
  return [
    ...group('kept', 'Differs, and is left as it is'),
    ...group('platform', 'Changed by the service by its own rules, and left as it is'),
  ];
}

function ofClass({ verdicts }: ReportedPlan, wanted: readonly ReportVerdict['class'][]): ReportVerdict[] {
  return verdicts.filter((verdict) => wanted.includes(verdict.class));
}

function draftsOf(verdicts: readonly ReportVerdict[], document: ReportedPlan): MemberDraft[] {
  const leaving = leavingNotes(document);
  return verdicts.map((verdict) => draftVerdict(verdict, leaving.get(verdict.address) ?? []));
}

function draftVerdict(verdict: ReportVerdict, notes: readonly ViewNote[]): MemberDraft {
  const { address, class: of, code, text, advice, source, fields } = verdict;
  const isLoud = of === 'decision' || of === 'unreadable';
  // What the service moved by its own rules is said by its text: the declared value is not what it becomes.
  const unsaid = of === 'platform' ? [] : fields.filter((each) => !text.includes(each.field.replace(/^data\./u, '')));
  const details = [text, fieldsText(unsaid)].filter((each) => each !== '');
  const how: ViewNote[] = advice === null ? [] : [{ tone: 'plain', text: advice }];
  return {
    symbol: isLoud ? '!' : '=',
    verb: isLoud ? VERB[of] : 'keep',
    like: `${of} ${code ?? ''}`,
    common: [text],
    member: memberOf(address, {
      ...(isLoud ? { name: longName(address) } : {}),
      place: placeIn(source),
      details,
      notes: [...notes, ...how],
      fields,
    }),
  };
}

const VERB = { decision: 'decide', unreadable: 'not read' } as const;
