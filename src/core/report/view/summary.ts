// The first sentences of a plan: its state, what it comes to, what does not come from the files, how many warnings; the one line of a plan
// that does nothing, what an apply costs, and what `--since` read.

import { routeOf } from '../words/head.ts';
import { sharedClock, count, counts, duration, PART_WORDS, peopleText, shortName, timeIn } from '../words/words.ts';
import type { PlanDocument, ReportedPlan } from '../documents/document.ts';
import type { JsonSummary } from '../documents/json-report.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { changeCount } from '../documents/plan.ts';
import { isUser } from '../../model/address.ts';
import { isOfFiles } from '../../model/parts.ts';
import { absences, endsSomething, fewNames, headline } from './effects.ts';
import { asks, decisionGroup, isEdited } from './questions.ts';
import { sentence } from './section.ts';
import type { ViewSentence } from './view.ts';
import type { SinceWhole } from '../../reconcile/plan-value.ts';

/** Everything the plan looked at. */
function objectCount(summary: JsonSummary): number {
  const { unchanged, consumed } = summary.changes;
  return changeCount(summary) + unchanged + consumed + summary.decisions + summary.unreadable;
}

export function nothingToDo(document: ReportedPlan): string {
  const edited = document.verdicts.filter(isEdited);
  const total = objectCount(document.summary) - edited.length;
  if (total === 0 && document.only !== null) return `Nothing to do: no object fits --only ${document.only}.`;
  if (total === 0 && document.since?.because === null)
    return `Nothing to do: no declaration differs from ${document.since.ref}.`;
  if (total === 0 && document.command === 'destroy') {
    return `Nothing to destroy: nothing is recorded in ${routeOf(document)}.`;
  }
  const what =
    total === 0 && document.verdicts.length === 0
      ? 'nothing is declared and nothing is recorded'
      : `${count(total, 'object')} ${total === 1 ? 'is' : 'are'} as declared`;
  const { consumed } = document.summary.changes;
  const since = edited.length === 0 ? '' : ` (edited since: ${fewNames(edited, document)})`;
  const worked = consumed > 0 ? `; ${count(consumed, 'customer')} finished${since}` : '';
  const cost = `${count(document.requests.observed, 'request')}, ${duration(document.durationMs)}`;
  return `Nothing to do: ${what} in ${routeOf(document)}${worked} (${cost}).`;
}

/** Exact apart from retries; the engine of Pulumi reads each object once more by itself. */
export function costLine({ requests, command, changes }: PlanDocument): string {
  if (changes.length === 0) return '';
  const { apply, reads, writes } = requests;
  if (apply === 0) return 'apply sends no request.';
  const isMost = changes.some(({ behaviorIfInBackend }) => behaviorIfInBackend === 'FAIL-then-ALLOW');
  const most = isMost ? 'up to ' : '';
  const about = command === 'pulumi' ? 'about ' : most;
  const parts = counts([
    [reads, 'read'],
    [writes, 'write'],
  ]);
  return `apply sends ${about}${count(apply, 'request')} (${parts}).`;
}

/** `warnings`: all, and those of them that are marked in rows. */
export function planSummary(document: PlanDocument, warnings: WarningCount, isCallSaid: boolean): ViewSentence[] {
  return [
    ...absentSentence(document),
    ...unreadSentence(document),
    ...stateOf(document),
    ...(document.changes.length > 0
      ? [sentence('verdict', endsSomething(document.changes) ? 'removes' : 'changes', headline(document, isCallSaid))]
      : []),
    ...unblocked(document),
    ...outsideOf(document),
    ...(document.changes.length > 0 ? absences(document).map((text) => sentence('absent', 'quiet', text)) : []),
    ...warningSentence(warnings),
    ...partSentence(document),
    ...sinceSentence(document),
  ];
}

/** A reader must not conclude it from silence. */
function unblocked({ changes, guards, summary, coverage }: PlanDocument): ViewSentence[] {
  const isOpen = guards.some(({ passed }) => !passed) || summary.decisions + summary.unreadable > 0;
  if (isOpen || changes.length === 0 || coverage.answered < coverage.asked) return [];
  return [sentence('verdict', 'quiet', 'Nothing blocks it.')];
}

export interface WarningCount {
  readonly all: number;
  readonly marked: number;
}

function warningSentence({ all, marked }: WarningCount): ViewSentence[] {
  const where = marked === 0 || marked === all ? '' : ` (${marked.toLocaleString('en')} marked ! in the rows)`;
  return all === 0 ? [] : [sentence('warnings', 'changes', `${count(all, 'warning')}${where}.`)];
}

/** A plan that knows nothing of earlier applies looks like any first one. */
function absentSentence({ warnings }: PlanDocument): ViewSentence[] {
  const text = warnings.find(({ code }) => code === 'state-absent')?.text;
  if (text === undefined) return [];
  const what = text[0]?.toUpperCase() + text.slice(1, text.lastIndexOf(':'));
  return [sentence('reading', 'stops', `${what}: what was applied is not known here.`)];
}

/** Before everything else: a plan of half the answers is no plan of the whole. */
function unreadSentence({ coverage, summary }: ReportedPlan): ViewSentence[] {
  const { asked, answered } = coverage;
  if (summary.unreadable === 0 && answered >= asked) return [];
  if (answered === 0 && asked > 0) return [nothingRead(asked)];
  const [all, read] = [asked.toLocaleString('en'), answered.toLocaleString('en')];
  const open = asked > answered ? asked - answered : summary.unreadable;
  const left =
    asked > answered
      ? `${open.toLocaleString('en')} of ${all} objects could not be read (${read} answered)`
      : `${count(open, 'object')} cannot be judged`;
  return [
    sentence('reading', 'stops', `Incomplete: ${left}; nothing is concluded about ${open === 1 ? 'it' : 'them'}.`),
  ];
}

export function nothingRead(asked: number): ViewSentence {
  const text = `Nothing could be read: none of ${count(asked, 'object')} answered, so nothing is concluded.`;
  return sentence('reading', 'stops', text);
}

/** What a reviewer asks first: can it be applied, and what is in the way. */
function stateOf(document: PlanDocument): ViewSentence[] {
  const { guards, changes, summary, coverage } = document;
  const stopping = guards.filter(({ passed }) => !passed);
  const [asked, others] = [stopping.filter(asks).length, stopping.filter((guard) => !asks(guard))];
  const open = decisionGroup(document).reduce((sum, { rows }) => sum + rows.length, 0);
  const unasked = others.map(({ text, advice }) => sentence('stops', 'stops', `Blocked: ${text}. ${advice}`));
  if (asked > 0) {
    const which = numbered(1, asked);
    const later = open === 0 ? '' : ` Besides, ${leftOut(document, numbered(asked + 1, open))}`;
    return [sentence('stops', 'stops', `Blocked by ${which}.${later}`), ...unasked];
  }
  if (others.length > 0) return unasked;
  const left = leftOut(document, numbered(1, open));
  if (changes.length > 0) {
    if (open > 0) return [sentence('stops', 'stops', `Only in part: ${left}`)];
    return [];
  }
  if (summary.unreadable > 0 || coverage.answered < coverage.asked) {
    return [sentence('verdict', 'stops', 'No change is planned.')];
  }
  if (open > 0) return [sentence('stops', 'stops', `No change is planned: ${left}`)];
  return [sentence('verdict', 'quiet', nothingToDo(document))];
}

function leftOut({ verdicts }: ReportedPlan, which: string): string {
  const open = verdicts.filter((verdict) => verdict.class === 'decision');
  const people = open.filter(isUser).length;
  const kinds = [
    ...(people > 0 ? [peopleText(people)] : []),
    ...(open.length > people ? [count(open.length - people, 'customer')] : []),
  ];
  return `${kinds.join(' and ')} ${open.length === 1 ? 'waits' : 'wait'} for ${which}.`;
}

/** `question 1`, `questions 1 and 2`, `questions 1 to 3`. */
export function numbered(first: number, amount: number): string {
  const last = first + amount - 1;
  return amount === 1 ? `question ${first}` : `questions ${first} ${amount === 2 ? 'and' : 'to'} ${last}`;
}

/** Of the changes, those that no file asks for, and those that undo on the way what others did. */
function outsideOf({ changes }: PlanDocument): ViewSentence[] {
  return OUTSIDE.flatMap(({ holds, said }) => {
    const own = changes.filter(holds);
    if (own.length === 0) return [];
    const who = own.length > MOST_NAMED ? count(own.length, 'change') : own.map(({ address }) => shortName(address));
    return [sentence('outside', 'changes', `${said}: ${[who].flat().join(', ')}.`)];
  });
}

/** More are counted. */
const MOST_NAMED = 3;

interface Outside {
  readonly holds: (change: ReportChange) => boolean;
  readonly said: string;
}

const OUTSIDE: readonly Outside[] = [
  { holds: ({ origin }) => !isOfFiles(origin), said: 'Not asked for in Git' },
  {
    holds: ({ origin, changedOutside }) => isOfFiles(origin) && changedOutside !== null,
    said: 'Also undoes changes made outside Git',
  },
  { holds: ({ origin }) => origin === 'earlier', said: 'From an earlier commit, never applied' },
];

export function sinceSentence(document: ReportedPlan): ViewSentence[] {
  const text = sinceText(document);
  return text === null ? [] : [sentence('reading', 'quiet', text)];
}

export function partSentence({ approval }: ReportedPlan): ViewSentence[] {
  const { part, changes } = approval;
  if (part === 'whole') return [];
  const own = changes.filter((each) => each.part === part).length;
  const text = `Approved is only what ${PART_WORDS[part]}: ${own.toLocaleString('en')} of ${count(changes.length, 'change')}; the others are left as they are.`;
  return [sentence('part', 'changes', text)];
}

const BECAUSE: Readonly<Record<SinceWhole, string>> = {
  settings: 'muster.yaml differs, or the list of policy.doNotCall',
  profile: 'the service profile differs',
  unloadable: 'the desired files of that commit cannot be loaded',
  program: 'a program is among the desired files, and what it read at that commit is not known',
  overdue: 'the last whole reading is too old, or none is known here',
  'nothing-recorded': 'nothing is recorded yet',
  'set-cut-off': 'a set was cut off, and what it made is not recorded',
  'nobody-seen': 'nobody whom muster asked for is in the service',
  'unproven-removal': 'it removes somebody of whom only a whole reading tells whether the state is the latest',
};

/** Null without `--since`. */
function sinceText({ since, at, changes, forecast }: ReportedPlan): string | null {
  if (since === null) return null;
  const { ref, commit, because, notRead, lastCompleteAt } = since;
  const what = `what differs from ${ref} (${commit.slice(0, 8)})`;
  if (because !== null) return `Everything was read, not only ${what}: ${BECAUSE[because]}.`;
  const people = peopleText(notRead.user);
  const age = lastCompleteAt === null ? 0 : Date.parse(at) - Date.parse(lastCompleteAt);
  const last =
    lastCompleteAt === null
      ? 'when everything was read last is not known here'
      : `everything was read last ${duration(Math.max(0, age))} before, at ${timeIn(lastCompleteAt, sharedClock([...changes, ...forecast.later]))}`;
  return `Planned is ${what}, and what depends on it: ${people} and ${count(notRead.record, 'customer')} were not read; ${last}.`;
}
