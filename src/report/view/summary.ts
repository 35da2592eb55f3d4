// The first sentences of a plan: what it comes to, what stops, what does not come from the files, how many warnings.

import type { PlanDocument } from '../documents/plan.ts';
import { passWords } from '../documents/exact-commands.ts';
import type { ReportGuard } from '../documents/plan-rows.ts';
import { nothingToDo } from '../documents/totals.ts';
import type { Planned } from '../documents/facts.ts';
import { sinceText } from '../words/since.ts';
import { count, tally } from '../words/words.ts';
import type { ViewSentence } from './view.ts';

export function planSummary(document: PlanDocument, warnings: number): ViewSentence[] {
  return [
    ...absentSentence(document),
    ...unreadSentence(document),
    verdictOf(document),
    ...stopsOf(document),
    ...outsideOf(document),
    ...(warnings === 0 ? [] : [sentence('warnings', 'changes', `${count(warnings, 'warning')}.`)]),
    ...partSentence(document),
    ...sinceSentence(document),
  ];
}

export function sentence(about: ViewSentence['about'], tone: ViewSentence['tone'], text: string): ViewSentence {
  return { about, tone, text, allowedBy: null };
}

/** A plan that knows nothing of earlier applies looks like any first one. */
function absentSentence({ warnings }: PlanDocument): ViewSentence[] {
  const text = warnings.find(({ code }) => code === 'state-absent')?.text;
  if (text === undefined) return [];
  const what = text.slice(1, text.lastIndexOf(':'));
  return [sentence('reading', 'stops', `N${what}: what was applied before is not known here.`)];
}

/** Before everything else: a plan of half the answers is no plan of the whole. */
function unreadSentence({ coverage, summary }: Planned): ViewSentence[] {
  const { asked, answered } = coverage;
  if (summary.unreadable === 0 && answered >= asked) return [];
  if (answered === 0 && asked > 0) return [nothingRead(asked)];
  const [all, read] = [asked.toLocaleString('en'), answered.toLocaleString('en')];
  const open = asked > answered ? asked - answered : summary.unreadable;
  const left =
    asked > answered
      ? `${open.toLocaleString('en')} of ${all} objects could not be read (${read} answered)`
      : `${count(open, 'object')} cannot be judged yet`;
  return [
    sentence('reading', 'stops', `Incomplete: ${left}; nothing is concluded about ${open === 1 ? 'it' : 'them'}.`),
  ];
}

export function nothingRead(asked: number): ViewSentence {
  const text = `Nothing could be read: none of ${count(asked, 'object')} answered, so nothing is concluded.`;
  return sentence('reading', 'stops', text);
}

function verdictOf(document: PlanDocument): ViewSentence {
  const { changes, summary, coverage } = document;
  if (changes.length > 0)
    return sentence('verdict', 'changes', `${count(changes.length, 'change')}: ${actionsOf(summary)}.`);
  if (summary.unreadable > 0 || coverage.answered < coverage.asked)
    return sentence('verdict', 'stops', 'No change is planned.');
  if (summary.decisions > 0) return sentence('verdict', 'changes', 'No change is planned until it is decided.');
  return sentence('verdict', 'quiet', nothingToDo(document));
}

/** What ends something first. */
function actionsOf({ changes }: Planned['summary']): string {
  return tally([
    [changes.delete, 'delete'],
    [changes.replace, 'replace'],
    [changes.restore, 'restore'],
    [changes.forget, 'release'],
    [changes.move, 'move'],
    [changes.create, 'create'],
    [changes.update, 'update'],
    [changes.adopt, 'adopt'],
  ]);
}

/** Each guard in its own words: what stops, how much of it, and what allows exactly that. */
function stopsOf(document: PlanDocument): ViewSentence[] {
  const { guards, summary, changes } = document;
  const stopping = guards.filter(({ passed }) => !passed);
  const open = summary.decisions;
  const sentences = [
    ...stopping.map((guard) => guardSentence(guard, document)),
    ...(open === 0
      ? []
      : [sentence('stops', 'stops', `${count(open, 'object')} ${open === 1 ? 'needs' : 'need'} a decision.`)]),
  ];
  if (sentences.length > 0) return sentences;
  return changes.length === 0 ? [] : [sentence('stops', 'quiet', 'Nothing blocks apply.')];
}

function guardSentence({ text, advice, pass }: ReportGuard, document: PlanDocument): ViewSentence {
  if (pass === null) return sentence('stops', 'stops', `Blocked: ${text}. ${advice}`);
  return { ...sentence('stops', 'stops', `Blocked: ${text}.`), allowedBy: passWords(document, pass) };
}

/** Of the changes, those that no file asks for. */
function outsideOf({ changes }: PlanDocument): ViewSentence[] {
  const foreign = changes.filter(({ origin }) => origin !== 'git');
  if (foreign.length === 0) return [];
  const people = foreign.filter(({ action }) => action === 'restore').length;
  const of = (origin: (typeof foreign)[number]['origin']): number =>
    foreign.filter((each) => each.origin === origin && each.action !== 'restore').length;
  const parts = [
    people === 0 ? '' : `${people === 1 ? '1 person gets' : `${people.toLocaleString('en')} people get`} access back`,
    of('outside') === 0 ? '' : `${count(of('outside'), 'object')} put back`,
    of('lapsed') === 0 ? '' : `${of('lapsed').toLocaleString('en')} set again`,
    of('retry') === 0 ? '' : `${of('retry').toLocaleString('en')} finish an earlier run`,
  ].filter((each) => each !== '');
  const are = foreign.length === 1 ? 'is' : 'are';
  return [
    sentence('outside', 'changes', `${foreign.length.toLocaleString('en')} ${are} not from Git: ${parts.join(', ')}.`),
  ];
}

export function sinceSentence(document: Planned): ViewSentence[] {
  const text = sinceText(document);
  return text === null ? [] : [sentence('reading', 'quiet', text)];
}

const PART_NAMES = {
  removals: 'what takes something away',
  restores: 'what gives access back',
  repairs: 'what puts back',
  additions: 'what adds and changes',
} as const;

export function partSentence({ approval }: Planned): ViewSentence[] {
  const { part, changes } = approval;
  if (part === 'whole') return [];
  const own = changes.filter((each) => each.part === part).length;
  const text = `Approved is only ${PART_NAMES[part]}: ${own.toLocaleString('en')} of ${count(changes.length, 'change')}; the others are left as they are.`;
  return [sentence('part', 'changes', text)];
}
