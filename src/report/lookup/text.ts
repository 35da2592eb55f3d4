// `muster get` and `muster search` in the terminal: what the service said first, in its own words, then what is recorded and
// declared here.

import { headLines } from '../head-text.ts';
import { paragraph, type Layout } from '../layout.ts';
import { count, duration } from '../words.ts';
import type { GetDocument, RecordFacts, ReportCriterion, SearchDocument, SearchFacts, UserFacts } from './document.ts';
import { declaredLines, factLines, MASKED, maskedLines, recordedLines } from './lines.ts';
import { hasMasked, taskLines, taskTable } from './text-task.ts';

export function getLines(document: GetDocument, layout: Layout): string[] {
  const { user, record } = document;
  if (user !== null) return userLines(document, user, layout);
  return record === null ? [] : recordLines(document, record, layout);
}

function head(document: GetDocument | SearchDocument, layout: Layout): string[] {
  const { requests, durationMs } = document;
  return [...headLines(document, `${count(requests.observed, 'request')} in ${duration(durationMs)}`, layout), ''];
}

export function remarkLines(remarks: readonly string[], layout: Layout): string[] {
  return remarks.length === 0 ? [] : [...remarks.flatMap((text) => paragraph(text, layout)), ''];
}

function userLines(document: GetDocument, user: UserFacts, layout: Layout): string[] {
  const facts = [
    {
      name: 'result',
      text: `${user.result} (${user.result === 'SUCCESS' ? 'exists' : 'does not exist'} in the service)`,
    },
    { name: 'message', text: user.message === '' ? 'none' : user.message },
    { name: 'backendStatus', text: user.backendStatus ?? 'null: not shown, or on neither side' },
    { name: 'connectUserId', text: user.connectUserId ?? 'none' },
  ];
  const isMasked = user.declared?.values.some(({ masked }) => masked) ?? false;
  return ended([
    ...head(document, layout),
    ...factLines(`user ${user.loginUserId}`, 'query-existence', facts, layout),
    ...recordedLines(user, layout),
    ...declaredLines(user, layout),
    ...maskedLines(isMasked),
    ...remarkLines(document.remarks, layout),
  ]);
}

function recordLines(document: GetDocument, record: RecordFacts, layout: Layout): string[] {
  const { tasks, at, remarks } = document;
  const name = record.clientId ?? record.previewRecordId ?? '';
  const title = (index: number): string =>
    tasks.length === 1
      ? `record ${name} in ${record.campaignName}`
      : `record ${name} in ${record.campaignName}: task ${index + 1} of ${tasks.length}`;
  const isMasked = hasMasked(tasks) || (record.declared?.values.some(({ masked }) => masked) ?? false);
  return ended([
    ...head(document, layout),
    ...saidLines(record, tasks.length, layout),
    ...tasks.flatMap((task, index) => taskLines(task, title(index), { at, layout })),
    ...recordedLines(record, layout),
    ...declaredLines(record, layout),
    ...maskedLines(isMasked),
    ...remarkLines(remarks, layout),
  ]);
}

/** What the service said is repeated, and nothing is made of it. */
function saidLines({ questions, twinsUnread, campaignName }: RecordFacts, found: number, layout: Layout): string[] {
  const said = questions.map(({ asked, said: word, tasks }) => `${asked}: ${word}, ${count(tasks, 'task')}`).join('; ');
  const lines = [`Asked in ${campaignName} by ${said}.`];
  if (found > 1) lines.push(`${count(found, 'task')} with the same clientId: twins.`);
  if (twinsUnread !== null) lines.push(`Whether there are twins is not known: ${twinsUnread}`);
  return [...lines.flatMap((text) => paragraph(text, layout)), ''];
}

export function searchLines(document: SearchDocument, layout: Layout): string[] {
  const { search, tasks, remarks } = document;
  const asked = `${search.campaignName}: ${search.criteria.map(criterionText).join(' and ')}`;
  const isMasked = search.criteria.some(({ masked }) => masked);
  return ended([
    ...head(document, layout),
    ...paragraph(asked, layout).map(layout.style.bold),
    ...taskTable(tasks, layout),
    ...completeness(search, tasks.length).flatMap((text) => paragraph(text, layout)),
    '',
    ...maskedLines(isMasked),
    ...remarkLines(remarks, layout),
  ]);
}

function criterionText({ key, condition, value, masked }: ReportCriterion): string {
  return `${key} ${condition} ${masked ? MASKED : value === '' ? '""' : (value ?? '')}`;
}

/** Whether this is everything, and by what it is known. */
function completeness({ lists, limit, beyond, complete, ceiling }: SearchFacts, shown: number): string[] {
  const [first] = lists;
  const how =
    lists.length > 1
      ? [
          `Each criterion was asked by itself, and what all lists show is listed: how the service combines several is not documented (muster explain combined-criteria).`,
        ]
      : [];
  const words = first?.said === 'NORECORDFOUND' && lists.length === 1 ? 'The service said NORECORDFOUND.' : '';
  const amount = words === '' ? `${count(shown, 'task')} listed.` : words;
  if (complete) return [`${amount} Complete: ${wholeBecause(lists, ceiling)}.`, ...how];
  const why =
    beyond > 0
      ? `${count(beyond, 'more task')} found beyond --limit ${limit}`
      : lists.some(({ complete: whole, tasks, maxRecords }) => !whole && tasks >= maxRecords)
        ? 'a list is as long as was asked for, so there may be more'
        : 'a list is as long as this environment lets one be, so it may have been cut';
  return [`${amount} Not complete: ${why}. Narrow it with another --where, or raise --limit.`, ...how];
}

function wholeBecause(lists: SearchFacts['lists'], ceiling: number | null): string {
  const most = Math.max(...lists.map(({ tasks }) => tasks));
  const asked = Math.max(...lists.map(({ maxRecords }) => maxRecords));
  const known =
    ceiling === null
      ? 'unless this environment cuts lists earlier, which was not measured (muster explain search-ceiling)'
      : `and the ceiling of this environment is ${ceiling}`;
  return `the service listed ${most} where ${asked} were allowed, ${known}`;
}

/** The blank line of the last part ends nothing. */
export function ended(lines: readonly string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines];
}
