// Look-ups of the service -> their documents. Values of people are masked here, so that no format has them.

import { recordAddress } from '../../model/address.ts';
import type { ReportContext } from '../words/head.ts';
import { begin, NO_REQUESTS, NO_SUMMARY } from './begin.ts';
import type { GetDocument, SearchDocument } from './document.ts';
import { isOpen, knownFacts, personalValues, reportTask, withoutValues, standingOf } from './known.ts';
import type { ReportCriterion } from './lookup-facts.ts';
import type { LookupHead, RecordLookup, SearchLookup, UserLookup } from '../../reconcile/looked-up.ts';

/** `unread`: what could not be read beside the files and recorded state. */
export function beginLookup(
  { requests, unread, ...of }: LookupHead,
  context: ReportContext,
  more: { readonly remarks: readonly string[]; readonly unread?: boolean },
) {
  return {
    ...begin(context, of),
    requests: { ...NO_REQUESTS, observed: requests },
    remarks: [...unread, ...more.remarks],
    summary: { ...NO_SUMMARY, unreadable: unread.length + Number(more.unread ?? false) },
  };
}

export function getUserDocument(lookup: UserLookup, context: ReportContext): GetDocument {
  const { loginUserId, answer, known } = lookup;
  const { showValues = false } = context;
  const message = showValues ? answer.message : masked(answer.message, loginUserId, known);
  const facts = knownFacts(known, showValues);
  return {
    ...beginLookup(lookup, context, { remarks: [] }),
    kind: 'get',
    user: { loginUserId, ...answer, message, ...facts },
  };
}

export function getRecordDocument(lookup: RecordLookup, context: ReportContext): GetDocument {
  const { campaignName, clientId, previewRecordId, questions, tasks, known, twinsUnread, suggestions } = lookup;
  const { showValues = false } = context;
  const place = { campaignName, clientIdFieldName: lookup.clientIdFieldName, showValues, standing: standingOf(known) };
  return {
    ...beginLookup(lookup, context, { remarks: suggestions, unread: twinsUnread !== null }),
    kind: 'get',
    record: {
      ...{ campaignName, clientId, previewRecordId, questions },
      twinsUnread: twinsUnread?.message ?? null,
      ...knownFacts(known, showValues),
    },
    tasks: tasks.map((task) => reportTask(task, place)),
  };
}

const NOWHERE = { source: null, zone: null, recorded: false };

export function searchDocument(lookup: SearchLookup, context: ReportContext): SearchDocument {
  const { campaigns, limit, lists, beyond, complete, ceiling, idKeys, standings, suggestions } = lookup;
  const keys = new Set(Object.values(idKeys));
  const { showValues = false } = context;
  const shown = ({ key, condition, value }: SearchLookup['criteria'][number]): ReportCriterion => {
    const isMasked = !showValues && !key.startsWith('sys_') && ![...keys].some((idKey) => isOpen(key, idKey));
    return { key, condition, value: isMasked ? null : value, masked: isMasked };
  };
  // C-9 before C-10: "Order of returned records: not shown."
  const { compare } = new Intl.Collator('en', { numeric: true });
  const tasks = lookup.tasks
    .toSorted((a, b) => compare(a.campaignName, b.campaignName) || compare(a.task.clientId, b.task.clientId))
    .map(({ campaignName, task }) => {
      const standing = standings.get(recordAddress(campaignName, task.clientId)) ?? NOWHERE;
      return reportTask(task, { campaignName, clientIdFieldName: idKeys[campaignName] ?? 'Id', showValues, standing });
    });
  const search = {
    ...{ campaigns, limit, beyond, complete, ceiling },
    criteria: lookup.criteria.map(shown),
    lists: lists.map((list) => ({ ...list, criteria: list.criteria.map(shown) })),
  };
  return { ...beginLookup(lookup, context, { remarks: suggestions }), kind: 'search', search, tasks };
}

/** The id is in the address, whatever name it is made of. */
function masked(text: string, loginUserId: string, { desired }: UserLookup['known']): string {
  const values = personalValues(desired);
  return text
    .split(loginUserId)
    .map((part) => withoutValues(part, values))
    .join(loginUserId);
}
