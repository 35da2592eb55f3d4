// `muster why` in the terminal: what the next plan does and by which rule, then the history in its order, then the three facts
// that decided.

import { headLines } from '../head-text.ts';
import { paragraph, wrapped, type Layout } from '../layout.ts';
import { comparedText, count, duration, fieldText, moment, subject } from '../words.ts';
import { declaredLines, factLines, maskedLines, recordedLines, type Fact } from './lines.ts';
import { ended, remarkLines } from './text.ts';
import { hasMasked, taskLines } from './text-task.ts';
import type { NextFacts, NextRule, StoryFacts, WhyDocument } from './why-document.ts';

export function whyLines(document: WhyDocument, layout: Layout): string[] {
  const { story, tasks, requests, durationMs, at, remarks } = document;
  const facts = `${count(requests.observed, 'request')} in ${duration(durationMs)}`;
  const name = subject(story.address);
  const isMasked = hasMasked(tasks) || (story.declared?.values.some(({ masked }) => masked) ?? false);
  return ended([
    ...headLines(document, facts, layout),
    '',
    ...factLines({ title: `Next plan for ${name}`, facts: nextFacts(story.next) }, layout),
    ...historyLines(story, layout),
    ...presenceLines(story, layout),
    ...tasks.flatMap((task, index) => taskLines(task, seenTitle(index, tasks.length), { at, layout })),
    ...(story.presence === null && tasks.length === 0 ? [unseen(story), ''] : []),
    ...recordedLines(story, layout),
    ...declaredLines(story, layout),
    ...commitLines(story, layout),
    ...maskedLines(isMasked),
    ...remarkLines(remarks, layout),
  ]);
}

function nextFacts({ answer, reason, reasonCode, code, fields, writes, rule }: NextFacts): Fact[] {
  const words = answer === 'none' ? reason : writes.length > 0 ? `${answer}: ${reason}` : `${reason} (${answer})`;
  const isChange = writes.length > 0 || fields.length > 0;
  const shown = fields.map(writes.length > 0 ? fieldText : comparedText).join(', ');
  return [
    { name: 'does', text: words },
    ...(isChange && shown !== '' ? [{ name: 'fields', text: shown }] : []),
    ...(writes.length === 0 ? [] : [{ name: 'requests', text: writes.join(', ') }]),
    ...(reasonCode === null ? [] : [{ name: 'reason', text: reasonCode }]),
    ...(code === null ? [] : [{ name: 'code', text: `${code} (muster explain ${code})` }]),
    ...(rule === null ? [] : [{ name: 'decided by', text: ruleText(rule) }]),
  ];
}

function ruleText({ table, row, column, place }: NextRule): string {
  const cell = row === null ? 'by the facts below' : `row "${row}", column "${column ?? ''}"`;
  return `"${table}", ${cell} (${place})`;
}

/** `2026-11-22 19:31:56 UTC`: within one run, seconds tell what came first. */
const WHEN = 27;

function second(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}

function historyLines({ events, journal }: StoryFacts, layout: Layout): string[] {
  const title = journal ? 'History' : 'History, as far as it is kept';
  if (events.length === 0) return [`${title}: nothing yet.`, ''];
  const lines = events.flatMap(({ at, text }) => {
    const [first = '', ...rest] = wrapped(text, layout.width - WHEN - 2);
    return [`  ${layout.style.dim(second(at))}  ${first}`, ...rest.map((line) => ' '.repeat(WHEN) + line)];
  });
  return [layout.style.bold(title), ...lines, ''];
}

function seenTitle(index: number, of: number): string {
  return of === 1 ? 'Seen' : `Seen: task ${index + 1} of ${of}`;
}

function presenceLines({ presence }: StoryFacts, layout: Layout): string[] {
  if (presence === null) return [];
  const { service, backend, connectUserId, unproven } = presence;
  const unknown = unproven === null ? 'not shown' : `not proven: backendStatus is ${unproven}`;
  const facts = [
    { name: 'in the service', text: service },
    { name: 'in the backing instance', text: backend === 'unknown' ? unknown : backend },
    { name: 'connectUserId', text: connectUserId ?? 'none' },
  ];
  return factLines({ title: 'Seen', facts }, layout);
}

function unseen({ next }: StoryFacts): string {
  return next.answer === 'unknown' || next.answer === 'unreadable' ? 'Seen: could not be read.' : 'Seen: nothing.';
}

function commitLines({ uncommitted, commit, declared }: StoryFacts, layout: Layout): string[] {
  if (uncommitted) return ['The line that declares it is not committed yet.', ''];
  if (commit === null || declared === null) return [];
  const { commit: name, at, subject: words } = commit;
  return [...paragraph(`That line is of commit ${name.slice(0, 10)}, ${moment(at)}: ${words}`, layout), ''];
}
