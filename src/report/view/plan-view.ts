// The document of a plan -> its view. The order of its groups is the order of decisions: what stops or needs a person, what is
// taken away, who gets access back, what is put back, what is added.

import { CHANGE_PARTS, type ChangePart } from '../../model/parts.ts';
import type { PlanDocument } from '../documents/plan.ts';
import type { Planned } from '../documents/facts.ts';
import { passWords, SHOWN_DIGITS } from '../documents/exact-commands.ts';
import { costLine } from '../documents/totals.ts';
import type { ReportChange, ReportWarning } from '../documents/plan-rows.ts';
import { count, shortName, subject, tally } from '../words/words.ts';
import { deliveryOf } from './delivery.ts';
import { leavingNotes } from './leaving.ts';
import { draftChange, placeIn, type Drafted } from './member.ts';
import { groupOf } from './rows.ts';
import { decisionGroup, keptGroups, unreadableGroup } from './standing.ts';
import { planSummary } from './summary.ts';
import { leaverFact, trustOf } from './trust.ts';
import type { PlanView, ViewGroup, ViewNote, ViewRow, ViewWarning } from './view.ts';

export function planView(document: PlanDocument): PlanView {
  const { command, at, durationMs, project, target, only, git, coverage } = document;
  const warnings = warningsOf(document);
  const isQuiet = nothingToSay(document);
  return {
    kind: 'plan',
    ...{ command, at, durationMs, project, target, only, git, coverage },
    summary: planSummary(document, warnings.length),
    groups: withBackingInstance([
      ...decisionGroup(document),
      ...unreadableGroup(document),
      ...partGroups(document),
      ...(isQuiet ? [] : keptGroups(document)),
    ]),
    warnings,
    trust: isQuiet ? [] : trustOf(document),
    facts: [...(isQuiet ? [] : objectsFact(document)), ...leaverFact(document), ...passed(document)],
    delivery: deliveryOf(document),
    relies: isQuiet ? [] : document.relies,
    approve: document.exactly.map(({ why, command: words, part }) => ({ label: why, command: words, part })),
    next: document.next && { label: document.next.why, command: document.next.command, part: null },
    onMerge: onMergeOf(document),
    closing: isQuiet ? [] : closingOf(document),
  };
}

/** The words of the pipeline, which cannot know what this plan comes to. */
function onMergeOf({ onMerge, guards }: PlanDocument): string | null {
  if (onMerge === null || guards.every(({ passed: isPassed }) => isPassed)) return onMerge;
  return `nothing is sent while this plan is blocked; once that is allowed: ${onMerge.replace(/\.$/u, '')}`;
}

/** Then the plan is one sentence, the count of leavers, and the warnings. */
function nothingToSay({ changes, verdicts, guards, coverage }: PlanDocument): boolean {
  const isTold = verdicts.some(({ class: of }) => of === 'decision' || of === 'unreadable' || of === 'kept');
  const isRead = coverage.answered >= coverage.asked;
  return changes.length === 0 && !isTold && isRead && guards.every(({ passed: isPassed }) => isPassed);
}

/** One group for each part of the plan that holds a change. */
function partGroups(document: Planned): ViewGroup[] {
  const leaving = leavingNotes(document);
  const inRows = Map.groupBy(
    document.warnings.filter((warning) => isInRow(warning, document)),
    ({ address }) => address ?? '',
  );
  const drafts = document.changes.map((change): readonly [ChangePart, Drafted] => {
    const warned = (inRows.get(change.address) ?? []).map(warningNote);
    return [change.part, draftChange(change, [...(leaving.get(change.address) ?? []), ...warned])];
  });
  const byPart = Map.groupBy(drafts, ([part]) => part);
  return CHANGE_PARTS.flatMap((part) => {
    const own = (byPart.get(part) ?? []).map(([, drafted]) => drafted);
    const fingerprint = document.approval.fingerprint[part]?.slice(0, SHOWN_DIGITS) ?? null;
    return groupOf(part, titleOf(part, document.changes), own).map((group) => ({ ...group, fingerprint }));
  });
}

function titleOf(part: ChangePart, changes: readonly ReportChange[]): string {
  const own = changes.filter((change) => change.part === part);
  switch (part) {
    case 'removals': {
      const calls = own.some(({ cause }) => cause === 'reissue');
      const what = calls ? 'Takes something away, or calls a customer again' : 'Takes something away';
      return own.some(({ tiedTo }) => tiedTo !== null) ? `${what}, with the changes it depends on` : what;
    }
    case 'restores':
      return 'Gives back access removed outside Git';
    case 'repairs': {
      const isOutside = own.every(({ origin, tiedTo }) => origin === 'outside' || tiedTo !== null);
      return isOutside ? 'Changed outside Git, put back' : 'Not asked for by the files: put back, or finished';
    }
    case 'additions':
      return 'Adds and changes';
    default:
      return part satisfies never;
  }
}

/** Few enough of a kind, about something that this plan changes: then it stands in the row of that change. */
const MOST_IN_ROWS = 3;

function isInRow({ code, address }: ReportWarning, { warnings, changes }: Planned): boolean {
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

/** The first row that names the backing instance says what that is. */
function withBackingInstance(groups: readonly ViewGroup[]): readonly ViewGroup[] {
  const isAbout = (details: readonly string[]): boolean => details.some((each) => each.includes(BACKING));
  const first = groups.flatMap(({ rows }) => rows).find(({ details }) => isAbout(details));
  if (first === undefined) return groups;
  const said = <Part extends { readonly details: readonly string[] }>(part: Part): Part => ({
    ...part,
    details: part.details.map((each) => each.replace(BACKING, `${BACKING} (a second user system)`)),
  });
  const told = (row: ViewRow): ViewRow => (row === first ? { ...said(row), members: row.members.map(said) } : row);
  return groups.map((group) => ({ ...group, rows: group.rows.map(told) }));
}

const BACKING = 'backing instance';

/** What was looked at and not changed; with the changes it adds up to everything. */
function objectsFact(document: PlanDocument): string[] {
  const { verdicts, summary } = document;
  const closed = verdicts.filter((verdict) => verdict.class === 'consumed').map(({ address }) => shortName(address));
  const of = (wanted: 'kept' | 'platform'): number => verdicts.filter((verdict) => verdict.class === wanted).length;
  const [kept, lapsed] = [of('kept'), of('platform')];
  const { unchanged } = summary.changes;
  const parts = tally([
    [document.changes.length, 'changed'],
    [closed.length, `worked and closed, left alone (${named(closed)})`],
    [kept, 'left as they are'],
    [lapsed, 'moved by the platform (a lapsed pin, a time that passed)'],
    [summary.decisions, 'left out until decided'],
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
