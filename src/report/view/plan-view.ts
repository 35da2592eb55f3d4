// The document of a plan -> its view, in the order in which a reviewer decides: what waits for an answer, what could not be read,
// people, customers' tasks, and what is left as it is. Who asks for a change stands at each row.

import { isUser, type Address } from '../../model/address.ts';
import type { PlanDocument } from '../documents/plan.ts';
import type { ReportedPlan } from '../documents/facts.ts';
import { passWords } from '../documents/exact-commands.ts';
import { costLine } from '../documents/totals.ts';
import type { ReportChange, ReportWarning } from '../documents/plan-rows.ts';
import { count, shortName, subject, tally } from '../words/words.ts';
import { searchedPins } from './absence.ts';
import { deliveryOf } from './delivery.ts';
import { effectCounts, planLine } from './effects.ts';
import { leavingNotes } from './leaving.ts';
import { draftChange, placeIn } from './member.ts';
import { asks, isRestore, questionsOf } from './questions.ts';
import { groupOf } from './rows.ts';
import { keptGroups, unreadableGroup } from './standing.ts';
import { numbered, planSummary } from './summary.ts';
import { hasCalmLeavers, leaverFact, trustOf } from './trust.ts';
import type { PlanView, ViewGroup, ViewNote, ViewWarning } from './view.ts';

export function planView(document: PlanDocument): PlanView {
  const { command, at, durationMs, project, target, only, git } = document;
  const warnings = warningsOf(document);
  const isQuiet = nothingToSay(document);
  const groups = [
    ...unreadableGroup(document),
    ...(document.changes.length === 0 ? [] : changeGroups(document)),
    ...(isQuiet ? [] : keptGroups(document)),
  ];
  return {
    kind: 'plan',
    ...{ command, at, durationMs, project, target, only, git },
    coverage: objectsRead(document),
    summary: planSummary(document, marksIn(groups, warnings)),
    questions: questionsOf(document),
    groups,
    warnings,
    trust: isQuiet ? [] : trustOf(document),
    facts: [...(hasCalmLeavers(document) ? [] : leaverFact(document)), ...passed(document)],
    numbers: isQuiet
      ? leaverFact(document)
      : [...objectsFact(document), ...(hasCalmLeavers(document) ? leaverFact(document) : [])],
    last: document.changes.length === 0 ? null : planLine(document),
    delivery: deliveryOf(document),
    relies: isQuiet ? [] : document.relies,
    approve: document.exactly.map(({ why, command: words, part }) => ({ label: why, command: words, part })),
    next: document.next && { label: document.next.why, command: document.next.command, part: null },
    isBlocked: document.guards.some(({ passed: isPassed }) => !isPassed),
    onMerge: onMergeOf(document),
    closing: isQuiet ? [] : closingOf(document),
  };
}

/** In rows and beside them. */
function marksIn(groups: readonly ViewGroup[], warnings: readonly ViewWarning[]): number {
  const members = groups.flatMap(({ rows }) => rows.flatMap((row) => row.members));
  const notes = members.flatMap((member) => member.notes);
  return notes.filter(({ tone }) => tone === 'warning').length + warnings.filter(({ inRow }) => !inRow).length;
}

/** A record that moves is read in both campaigns, and is one object. Where something is missing, each reading counts. */
function objectsRead({ coverage, changes }: ReportedPlan): PlanView['coverage'] {
  if (coverage.answered < coverage.asked) return coverage;
  const moved = changes.filter(({ from }) => from !== null).length;
  return { asked: coverage.asked - moved, answered: coverage.answered - moved };
}

/** The words of the pipeline, which cannot know what this plan comes to. */
function onMergeOf({ onMerge, guards }: PlanDocument): string | null {
  if (onMerge === null || guards.every(({ passed: isPassed }) => isPassed)) return onMerge;
  const asked = guards.filter((guard) => !guard.passed && asks(guard)).length;
  const until = asked > 0 ? `${numbered(1, asked)} answered` : 'a new reading finds nothing in the way';
  return `nothing is sent until ${until}; then: ${onMerge.replace(/\.$/u, '')}`;
}

/** Then the plan is one sentence, the count of leavers, and the warnings. */
function nothingToSay({ changes, verdicts, guards, coverage }: PlanDocument): boolean {
  const isTold = verdicts.some(({ class: of }) => of === 'decision' || of === 'unreadable' || of === 'kept');
  const isRead = coverage.answered >= coverage.asked;
  return changes.length === 0 && !isTold && isRead && guards.every(({ passed: isPassed }) => isPassed);
}

/** People, then customers. */
function changeGroups(document: ReportedPlan): ViewGroup[] {
  const draft = drafter(document);
  const group = (id: 'people' | 'tasks', title: string, below: readonly string[]): ViewGroup[] => {
    const own = document.changes.filter((each) => isUser(each) === (id === 'people'));
    return groupOf(id, title, own.map(draft)).map((each) => ({ ...each, counts: effectCounts(own, id), below }));
  };
  return [...group('people', 'People', searchedPins(document)), ...group('tasks', 'Customers', [])];
}

function drafter(document: ReportedPlan): (change: ReportChange) => ReturnType<typeof draftChange> {
  const { warnings, changes, guards } = document;
  const leaving = leavingNotes(document);
  const others = new Map<Address, ReportChange>(changes.map((each) => [each.address, each]));
  const inRows = Map.groupBy(
    warnings.filter((warning) => isInRow(warning, document)),
    ({ address }) => address ?? '',
  );
  const isOpen = guards.some(({ code, passed: isPassed }) => code === 'guard-restores' && !isPassed);
  return (change) => {
    const { address, after } = change;
    const waits = after.map((each) => others.get(each)).find((each) => each !== undefined && isRestore(each));
    const note = `waits for the answer about ${waits === undefined ? '' : subject(waits.address)}`;
    return draftChange(
      change,
      [
        ...(leaving.get(address) ?? []),
        ...(isOpen && waits !== undefined ? [{ tone: 'plain', text: note } as const] : []),
        ...(inRows.get(address) ?? []).map(warningNote),
      ],
      others,
    );
  };
}

/** Few enough of a kind, about something that this plan changes: then it stands in the row of that change. */
const MOST_IN_ROWS = 3;

function isInRow({ code, address }: ReportWarning, { warnings, changes }: ReportedPlan): boolean {
  const alike = warnings.filter((each) => each.code === code).length;
  return alike <= MOST_IN_ROWS && changes.some((change) => change.address === address);
}

function warningNote({ code, text }: ReportWarning): ViewNote {
  return { tone: 'warning', text: `${text} (${code})` };
}

function warningsOf(document: PlanDocument): ViewWarning[] {
  const { warnings, relies } = document;
  const cautions = relies.flatMap(({ id, caution }) => (caution === null ? [] : [{ code: id, text: caution }]));
  return [
    ...cautions.map((each) => ({ ...each, subject: null, place: null, inRow: false })),
    ...warnings.map((each) => ({
      code: each.code,
      text: each.text,
      subject: each.address === null ? null : subject(each.address),
      place: placeIn(each.source),
      inRow: isInRow(each, document),
    })),
  ];
}

/** What was looked at and not changed; with the changes it adds up to everything. */
function objectsFact(document: PlanDocument): string[] {
  const { verdicts, summary } = document;
  const closed = verdicts.filter((verdict) => verdict.class === 'consumed').map(({ address }) => shortName(address));
  const of = (wanted: 'kept' | 'platform'): number => verdicts.filter((verdict) => verdict.class === wanted).length;
  const [kept, lapsed] = [of('kept'), of('platform')];
  const { unchanged } = summary.changes;
  const parts = tally([
    [document.changes.length, 'to change'],
    [closed.length, `finished, and stay so (${named(closed)})`],
    [kept, kept === 1 ? 'differs and stays as it is' : 'differ and stay as they are'],
    [lapsed, 'changed by the service by its own rules (such as a pin that ended)'],
    [summary.decisions, 'left out until answered'],
    [summary.unreadable, 'not readable'],
    [unchanged, 'as declared'],
  ]);
  const total =
    document.changes.length + closed.length + kept + lapsed + summary.decisions + summary.unreadable + unchanged;
  return total === 0 ? [] : [`${count(total, 'object')}: ${parts}`];
}

const MOST_NAMES = 5;

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}

function passed(document: PlanDocument): string[] {
  const words = document.guards.flatMap((guard) => (guard.passed && guard.pass !== null ? [guard.pass] : []));
  return words.length === 0 ? [] : [`Passed by ${passWords(document, words.join(', '))}`];
}

function closingOf(document: PlanDocument): string[] {
  const nothing = document.command === 'plan' ? 'Nothing was changed.' : '';
  return [[costLine(document), nothing].filter((each) => each !== '').join('  ')].filter((each) => each !== '');
}
