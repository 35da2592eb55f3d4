// `muster why` as a view: what the next plan does and by which rule, then the history in its order, then the three facts that
// decided.

import { sentences, type ReportView, type ViewFact, type ViewSection } from '../view/section.ts';
import { comparedText, fieldText, moment, subject } from '../words/words.ts';
import { lookupView } from './lookup.ts';
import { endSections, taskSection } from './sections.ts';
import type { NextFacts, NextRule, StoryFacts, WhyDocument } from '../documents/why.ts';

export function whyView(document: WhyDocument): ReportView {
  const { story, tasks, at, remarks } = document;
  const title = `Next plan for ${subject(story.address)}`;
  const of = (index: number): string => (tasks.length === 1 ? '' : `: task ${index + 1} of ${tasks.length}`);
  return lookupView(document, `${title}: ${doesWords(story.next)}`, [
    { kind: 'facts', title, aside: '', facts: nextFacts(story.next) },
    ...history(story),
    ...presence(story),
    ...tasks.map((task, index) => taskSection(task, `Seen${of(index)}`, at)),
    ...(story.presence === null && tasks.length === 0 ? sentences([unseen(story)]) : []),
    ...endSections(story, tasks, { remarks, line: commitWords(story) }),
  ]);
}

function doesWords({ answer, reason, writes }: NextFacts): string {
  if (answer === 'none') return reason;
  return writes.length > 0 ? `${answer}: ${reason}` : `${reason} (${answer})`;
}

function nextFacts(next: NextFacts): ViewFact[] {
  const { cause, code, fields, writes, rule } = next;
  const shown = fields.map(writes.length > 0 ? fieldText : comparedText).join(', ');
  return [
    { name: 'does', text: doesWords(next) },
    ...(shown === '' ? [] : [{ name: 'fields', text: shown }]),
    ...(writes.length === 0 ? [] : [{ name: 'requests', text: writes.join(', ') }]),
    ...(cause === null ? [] : [{ name: 'cause', text: cause }]),
    ...(code === null ? [] : [{ name: 'code', text: `${code} (muster explain ${code})` }]),
    ...(rule === null ? [] : [{ name: 'decided by', text: ruleText(rule) }]),
  ];
}

function ruleText({ table, row, column, place }: NextRule): string {
  const cell = row === null ? 'by the facts below' : `row "${row}", column "${column ?? ''}"`;
  return `"${table}", ${cell} (${place})`;
}

/** `2026-11-22 19:31:56 UTC`: within one run, seconds tell what came first. */
function second(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

function history({ events, journal }: StoryFacts): ViewSection[] {
  const title = journal ? 'History' : 'History, as far as it is kept';
  if (events.length === 0) return sentences([`${title}: nothing yet.`]);
  return [{ kind: 'facts', title, aside: '', facts: events.map(({ at, text }) => ({ name: second(at), text })) }];
}

function presence({ presence: found }: StoryFacts): ViewSection[] {
  if (found === null) return [];
  const { service, backend, connectUserId, unproven } = found;
  const unknown = unproven === null ? 'not shown' : `not proven: backendStatus is ${unproven}`;
  const facts = [
    { name: 'in the service', text: service },
    { name: 'in the backing instance', text: backend === 'unknown' ? unknown : backend },
    { name: 'connectUserId', text: connectUserId ?? 'none' },
  ];
  return [{ kind: 'facts', title: 'Seen', aside: '', facts }];
}

function unseen({ next }: StoryFacts): string {
  return next.answer === 'unknown' || next.answer === 'unreadable' ? 'Seen: could not be read.' : 'Seen: nothing.';
}

function commitWords({ uncommitted, commit, declared }: StoryFacts): string {
  if (uncommitted) return 'A line that declares it is not committed yet.';
  if (commit === null || declared === null) return '';
  return `It is of commit ${commit.commit.slice(0, 10)}, ${moment(commit.at)}: ${commit.subject}`;
}
