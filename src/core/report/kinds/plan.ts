// The document of a plan -> its view, in the order in which a reviewer decides: what waits for an answer, what could not be read,
// people, customers' tasks, and what is left as it is. Who asks for a change stands at each row.

import { campaignOf, isUser, type Address } from '../../model/address.ts';
import type { PlanDocument, ReportedPlan } from '../documents/document.ts';
import { passWords } from '../documents/exact-commands.ts';
import { costLine, numbered, planSummary } from '../view/summary.ts';
import type { ReportChange, ReportWarning } from '../documents/plan-rows.ts';
import { gitText } from '../words/head.ts';
import {
  count,
  duration,
  isOfSeveral,
  namesOf,
  secondSystem,
  shortName,
  subject,
  tally,
  withName,
} from '../words/words.ts';
import { searchedPins, effectCounts, effectsText, ofPlan, planLine } from '../view/effects.ts';
import { callSentences, callTable, MOST_IN_ROWS } from '../view/delivery.ts';
import { leavingNotes } from '../view/leaving.ts';
import { draftChange } from '../view/member.ts';
import { asks, isRestore, questionsOf, keptGroups, leftAlone, unreadableGroup } from '../view/questions.ts';
import { groupOf } from '../view/rows.ts';
import { hasCalmLeavers, leaverFact, trustOf } from '../view/trust.ts';
import type { ReportView, ViewSection } from '../view/section.ts';
import { commandOf, commands, grouped, questions, sentence, sentences, SUMMARY, table } from '../view/section.ts';
import type { ViewGroup, ViewNote } from '../view/view.ts';
import { findings, type FoundInFiles } from './validate.ts';

/** `verbose`: with every time and every answer that it relies on. */
export function planView(document: PlanDocument, verbose: boolean): ReportView {
  const isQuiet = nothingToSay(document);
  const calls = callSentences(document, verbose).map((text) => sentence('calls', 'quiet', text));
  const all = document.warnings.length + cautionsOf(document).length;
  const warned = { all, marked: document.warnings.length - outsideRows(document).length };
  const summary = [...planSummary(document, warned, calls.length > 0), ...calls];
  const leavers = leaverFact(document);
  const isCalm = hasCalmLeavers(document);
  return {
    summary,
    aside: isQuiet && summary.length === 1 ? null : readText(document, verbose),
    sections: [
      SUMMARY,
      ...questions(questionsOf(document)),
      ...callTable(document, verbose),
      ...findings('warning', warningsBeside(document, verbose)),
      ...grouped(groupsOf(document, isQuiet, verbose)),
      ...sentences(isQuiet || verbose ? [] : leftAlone(document)),
      ...sentences([...(isCalm ? [] : leavers), ...passed(document)]),
      ...sentences(mergeText(document), { title: 'After the merge' }),
      ...filesTable(document),
      ...sentences([...(isQuiet ? [] : objectsFact(document)), ...(isCalm ? leavers : [])], {
        title: 'In numbers',
        folded: true,
      }),
      ...(isQuiet ? [] : reliesOn(document, verbose)),
      ...planCommands(document),
      ...sentences(document.changes.length === 0 ? [] : [planLine(document)], { tone: 'strong' }),
    ],
  };
}

function groupsOf(document: PlanDocument, isQuiet: boolean, verbose: boolean): ViewGroup[] {
  return [
    ...unreadableGroup(document),
    ...(document.changes.length === 0 ? [] : changeGroups(document, verbose)),
    ...(isQuiet ? [] : keptGroups(document)),
  ];
}

/** A record that moves is read in both campaigns, and is one object. Where something is missing, each reading counts. */
function readText({ coverage: { asked, answered }, changes, durationMs }: ReportedPlan, verbose: boolean): string {
  const isWhole = answered >= asked;
  const moved = isWhole ? changes.filter(({ from }) => from !== null).length : 0;
  const of = answered === asked ? '' : `${(answered - moved).toLocaleString('en')} of `;
  return `${of}${count(asked - moved, 'object')} read${verbose ? ` in ${duration(durationMs)}` : ''}`;
}

/** By file and by campaign: what happens there, to how many. */
function filesTable({ changes }: PlanDocument): ViewSection[] {
  const named = (nameOf: (change: ReportChange) => string | null): string[][] =>
    [...Map.groupBy(changes, nameOf)].flatMap(([name, own]) =>
      name === null ? [] : [[name, effectsText(own), own.length.toLocaleString('en')]],
    );
  const rows = [
    ...named(({ source }) => source?.file ?? 'recorded, no longer declared'),
    ...named((change) => (isUser(change) ? null : `campaign ${campaignOf(change.address)}`)),
  ];
  const columns = ['where', 'what happens', 'all'];
  return rows.length < 2 ? [] : [table({ title: 'Files and campaigns', columns, rows }, { folded: true })];
}

const BY_HAND =
  'Each command applies only its own part, with the answers that this needs. It is refused once the plan has changed.';

/** Asked of the whole plan: no part can be applied before the answer. */
const OF_ALL: ReadonlySet<string> = new Set(['guard-ids', 'guard-vanished', 'guard-older-files']);

function planCommands({ exactly, next, guards }: PlanDocument): ViewSection[] {
  const approving = exactly.map(({ why, command, part }) => ({ label: why, command, part }));
  const inParts = exactly.length > 1 && !guards.some(({ code, passed: isPassed }) => OF_ALL.has(code) && !isPassed);
  const title = 'By hand: the commands, with the fingerprint of each part';
  return commands([...approving, commandOf(next)], { title, note: exactly.length > 1 ? BY_HAND : '', inParts });
}

/** The words of the pipeline, which cannot know what this plan comes to. */
function mergeText({ onMerge, guards }: PlanDocument): string[] {
  if (onMerge === null) return [];
  if (guards.every(({ passed: isPassed }) => isPassed)) return [onMerge];
  const asked = guards.filter((guard) => !guard.passed && asks(guard)).length;
  const first =
    asked > 0 ? `before the answer to ${numbered(1, asked)}` : 'until a new reading finds nothing in the way';
  return [`nothing is sent ${first}; then: ${onMerge.replace(/\.$/u, '')}`];
}

/** Then the plan is one sentence, the count of leavers, and the warnings. */
function nothingToSay({ changes, verdicts, guards, coverage }: PlanDocument): boolean {
  const isTold = verdicts.some(({ class: of }) => ['decision', 'unreadable', 'kept', 'taken'].includes(of));
  const isRead = coverage.answered >= coverage.asked;
  return changes.length === 0 && !isTold && isRead && guards.every(({ passed: isPassed }) => isPassed);
}

/** People, then customers. */
function changeGroups(document: ReportedPlan, verbose: boolean): ViewGroup[] {
  const draft = drafter(document, verbose);
  const group = (id: 'people' | 'tasks', title: string, below: readonly string[]): ViewGroup[] => {
    const own = document.changes.filter((each) => isUser(each) === (id === 'people'));
    return groupOf(id, title, own.map(draft)).map((each) => ({ ...each, counts: effectCounts(own, id), below }));
  };
  const [campaign, ...others] = new Set(document.changes.map(({ address }) => campaignOf(address)).filter(Boolean));
  const of = campaign === undefined || others.length > 0 ? '' : ` of ${campaign}`;
  return [...group('people', 'People', searchedPins(document)), ...group('tasks', `Customers${of}`, [])];
}

function drafter(document: ReportedPlan, verbose: boolean): (change: ReportChange) => ReturnType<typeof draftChange> {
  const { warnings, changes, guards, target } = document;
  const [leaving, several] = [leavingNotes(document), isOfSeveral(changes.map((each) => each.address))];
  const others = new Map<Address, ReportChange>(changes.map((each) => [each.address, each]));
  const inRows = Map.groupBy(
    warnings.filter((warning) => isInRow(warning, document)),
    ({ address }) => address ?? '',
  );
  const isOpen = guards.some(({ code, passed: isPassed }) => code === 'guard-restores' && !isPassed);
  const runs = new Set(changes.filter(isUser).flatMap(({ reverses }) => reverses?.at ?? []));
  return (change) => {
    const { address, after } = change;
    const waits = after.map((each) => others.get(each)).find((each) => each !== undefined && isRestore(each));
    const note = `only once its agent ${waits === undefined ? '' : shortName(waits.address)} has access again`;
    return draftChange(change, {
      notes: [
        ...(leaving.get(address) ?? []),
        ...(isOpen && waits !== undefined ? [{ tone: 'plain', text: note } as const] : []),
        ...(inRows.get(address) ?? []).map(({ code, text }) => warning(verbose ? `${text} (${code})` : text)),
      ],
      others,
      target,
      several,
      ofManyRuns: !verbose && runs.size > MOST_RUNS,
      verbose,
    });
  };
}

/** What more runs did is not told by its day. */
const MOST_RUNS = 3;

const warning = (text: string): ViewNote => ({ tone: 'warning', text });

/** Few enough of a kind, about something that this plan changes: then it stands in the row of that change. */
function isInRow({ code, address }: ReportWarning, { warnings, changes }: ReportedPlan): boolean {
  const alike = warnings.filter((each) => each.code === code).length;
  return alike <= MOST_IN_ROWS && changes.some((change) => change.address === address);
}

/** What stands in no row: what the plan relies on and is not harmless, and warnings of many objects. */
function warningsBeside(document: PlanDocument, verbose: boolean): FoundInFiles[] {
  const beside = outsideRows(document).filter(({ code }) => code !== 'pin-lapses-early');
  const ofCode = Map.groupBy(beside, (each) => (verbose || each.address === null ? each : each.code));
  return [...cautionsOf(document), ...[...ofCode.values()].flatMap(ofOneCode)];
}

/** More texts of a kind are counted. */
const MOST_TEXTS = 3;

/** What is said is true of each that is named; of many that differ the first are said, the others counted. */
function ofOneCode(all: readonly ReportWarning[]): FoundInFiles[] {
  const alike = [...Map.groupBy(all, ({ text }) => text).values()];
  const rest = alike.slice(MOST_TEXTS).flat();
  const said = rest.length < 2 ? alike : alike.slice(0, MOST_TEXTS);
  const found = said.flatMap(([first, ...others]): FoundInFiles[] => {
    if (first === undefined) return [];
    const { code, text, address, source } = first;
    return [{ code, message: text, source, subject: address === null ? '' : subjectOf(address, others) }];
  });
  const [next, ...others] = rest;
  if (rest.length < 2 || next === undefined || next.address === null) return found;
  const message = 'the same, each at its own time or place; the JSON report and --verbose list them';
  return [...found, { code: next.code, message, source: next.source, subject: subjectOf(next.address, others) }];
}

const outsideRows = (document: ReportedPlan): ReportWarning[] =>
  document.warnings.filter((each) => !isInRow(each, document));

function cautionsOf({ relies, target }: PlanDocument): FoundInFiles[] {
  return relies.flatMap(({ id, caution }) =>
    caution === null ? [] : [{ code: id, message: withName(caution, secondSystem(target)), source: null }],
  );
}

/** More are counted, not named. */
const MOST_NAMED = 3;

function subjectOf(address: Address, others: readonly { readonly address: Address | null }[]): string {
  if (others.length === 0) return subject(address);
  const names = others.flatMap((each) => (each.address === null ? [] : [shortName(each.address)]));
  const more = names.length > MOST_NAMED ? count(others.length, 'other') : names.join(', ');
  return `${subject(address)} and ${more}`;
}

/** What was looked at and not changed; with the changes it adds up to everything. */
function objectsFact(document: PlanDocument): string[] {
  const { verdicts, summary } = document;
  const closed = verdicts.filter((verdict) => verdict.class === 'consumed');
  const of = (wanted: 'kept' | 'taken' | 'platform'): number =>
    verdicts.filter((verdict) => verdict.class === wanted).length;
  const [kept, taken, lapsed] = [of('kept'), of('taken'), of('platform')];
  const parts: readonly (readonly [number, string])[] = [
    [document.changes.length, 'to change'],
    [closed.length, `finished and left as they are (${namesOf(closed, { ...ofPlan(document), most: MOST_NAMES })})`],
    [kept, kept === 1 ? 'differs and stays as it is' : 'differ and stay as they are'],
    [taken, 'taken over from another partition'],
    [lapsed, 'changed by the service by its own rules (such as a pin that ended)'],
    [summary.decisions, 'left out until answered'],
    [summary.unreadable, 'not readable'],
    [summary.changes.unchanged, 'as declared'],
  ];
  const total = parts.reduce((sum, [amount]) => sum + amount, 0);
  return total === 0 ? [] : [`${count(total, 'object')}: ${tally(parts)}`];
}

const MOST_NAMES = 12;

function passed(document: PlanDocument): string[] {
  const words = document.guards.flatMap((guard) => (guard.passed && guard.pass !== null ? [guard.pass] : []));
  return words.length === 0 ? [] : [`Passed by ${passWords(document, words.join(', '))}`];
}

/** How far to trust it: what nobody sees, what is assumed of the service, and what an apply costs. */
function reliesOn(document: PlanDocument, verbose: boolean): ViewSection[] {
  const answers = document.relies.map(({ id, question, answer, how, at }) => {
    const since = { measured: `measured, last on ${at ?? ''}`, stated: `stated on ${at ?? ''}`, assumed: 'assumed' };
    return `${id}: ${withName(question, secondSystem(document.target))}: ${answer} (${since[how]})`;
  });
  const unsaid = document.onMerge === null && document.changes.length > 0 ? [UNSAID] : [];
  const texts = [...trustOf(document), ...(verbose ? answers : []), costLine(document), ...unsaid, gitText(document)];
  return sentences(texts, { title: 'What this plan relies on', folded: true });
}

const UNSAID = 'Whether a merge applies this plan depends on the workflow of this repository.';
