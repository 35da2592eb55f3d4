// `muster get` and `muster search` as views: what the service said first, in its own words, then what is recorded and declared here.

import { OPEN } from '../../model/criterion.ts';
import { facts, sentence, sentences, SUMMARY, type ReportView, type ViewSection } from '../view/section.ts';
import { count, duration } from '../words/words.ts';
import type { KnownFacts } from '../documents/known.ts';
import type { GetDocument, SearchDocument } from '../documents/document.ts';
import type { JsonReport } from '../documents/json-report.ts';
import type { RecordLookupFacts, ReportCriterion, SearchFacts, UserLookupFacts } from '../documents/lookup-facts.ts';
import { isMasked, knownSections, MASKED, maskedSentence, taskSections, taskTable } from './sections.ts';

/** What the views of look-ups have in common. */
export function lookupView(
  { requests, durationMs }: Pick<JsonReport, 'requests' | 'durationMs'>,
  verdict: string,
  sections: readonly ViewSection[],
): ReportView {
  const aside = `${count(requests.observed, 'request')} in ${duration(durationMs)}`;
  return { summary: [sentence('verdict', 'quiet', verdict)], aside, sections };
}

export function getView(document: GetDocument): ReportView {
  const { user, record } = document;
  if (user !== null) return userView(document, user);
  return record === null ? lookupView(document, '', []) : recordView(document, record);
}

function userView(document: GetDocument, user: UserLookupFacts): ReportView {
  const result = `${user.result} (${user.result === 'SUCCESS' ? 'exists' : 'does not exist'} in the service)`;
  const title = `user ${user.loginUserId}`;
  const said = [
    { name: 'result', text: result },
    { name: 'message', text: user.message === '' ? 'none' : user.message },
    { name: 'backendStatus', text: user.backendStatus ?? 'null: not shown, or on neither side' },
    { name: 'connectUserId', text: user.connectUserId ?? 'none' },
  ];
  return lookupView(document, `${title}: ${result}`, [
    facts(title, said, { aside: 'query-existence' }),
    ...endSections(user, document),
  ]);
}

/** What the service said is repeated, and nothing is made of it. */
function recordView(document: GetDocument, record: RecordLookupFacts): ReportView {
  const { tasks, at } = document;
  const { campaignName, questions, twinsUnread } = record;
  const name = `customer ${record.clientId ?? record.previewRecordId ?? ''} in ${campaignName}`;
  const said = questions.map((each) => `${each.asked}: ${each.said}, ${count(each.tasks, 'customer')}`).join('; ');
  return lookupView(document, `Asked in ${campaignName} by ${said}.`, [
    SUMMARY,
    ...sentences([
      tasks.length > 1 ? `${count(tasks.length, 'customer')} with the same clientId: duplicates.` : '',
      twinsUnread === null ? '' : `Whether there are duplicates is not known: ${twinsUnread}`,
    ]),
    ...taskSections(tasks, { title: name, at, folded: false }),
    ...endSections(record, document),
  ]);
}

function endSections(known: KnownFacts, { tasks, remarks }: GetDocument): ViewSection[] {
  return [...knownSections(known, false), ...maskedSentence(isMasked(known, tasks)), ...sentences(remarks)];
}

export function searchView(document: SearchDocument): ReportView {
  const { search, tasks, remarks } = document;
  const [verdict = '', ...how] = completeness(search, tasks.length);
  const asked = search.criteria.map(criterionText).join(' and ');
  return lookupView(document, verdict, [
    taskTable(tasks, search.campaigns, asked === ASKED_OPEN ? 'open customers' : asked),
    SUMMARY,
    ...sentences(how, { title: 'How it was asked', folded: true }),
    ...maskedSentence(search.criteria.some(({ masked }) => masked)),
    ...sentences(remarks),
  ]);
}

function criterionText({ key, condition, value, masked }: ReportCriterion): string {
  return `${key} ${condition} ${masked ? MASKED : value === '' ? '""' : (value ?? '')}`;
}

const ASKED_OPEN = OPEN.map((each) => criterionText({ ...each, masked: false })).join(' and ');

/** Whether this is everything, and by what it is known. */
function completeness({ lists, limit, beyond, complete, ceiling }: SearchFacts, shown: number): string[] {
  const isSplit = new Set(lists.map(({ campaignName }) => campaignName)).size < lists.length;
  const how = isSplit
    ? [
        `Each criterion was asked by itself, and what all lists show is listed: how the service combines several is not documented (muster explain combined-criteria).`,
      ]
    : [];
  const isNone = lists.every(({ said }) => said === 'NORECORDFOUND') && !isSplit;
  const words = isNone ? 'The service said NORECORDFOUND.' : '';
  const amount = words === '' ? `${count(shown, 'customer')} listed.` : words;
  if (complete) {
    const asked = Math.max(...lists.map(({ maxRecords }) => maxRecords));
    return [`${amount} Complete: fewer than the ${asked} asked for.`, ceilingText(ceiling), ...how];
  }
  const why =
    beyond > 0
      ? `${count(beyond, 'more customer')} found beyond --limit ${limit}`
      : lists.some(({ complete: whole, tasks, maxRecords }) => !whole && tasks >= maxRecords)
        ? 'a list is as long as muster asked for, so there may be more'
        : 'a list is as long as this environment lets one be, so it may have been cut';
  return [`${amount} Not complete: ${why}. Narrow it with another --where, or raise --limit.`, ...how];
}

function ceilingText(ceiling: number | null): string {
  if (ceiling !== null) return `This environment lists up to ${ceiling}.`;
  return 'Whether this environment cuts lists earlier was not measured (muster explain search-ceiling).';
}
