// Look-ups of the service -> their documents. Values of people are masked here, so that no format has them.

import type { RecordLookup } from '../../lookup/record.ts';
import type { SearchLookup } from '../../lookup/search.ts';
import type { LookupHead, UserLookup } from '../../lookup/user.ts';
import type { Condition } from '../../model/criterion.ts';
import { recordAddress } from '../../model/address.ts';
import { reportHead, type ReportContext, type ReportHead } from '../words/head.ts';
import {
  knownFacts,
  personalValues,
  withoutValues,
  type KnownFacts,
  isOpen,
  reportTask,
  type ReportTask,
} from './known.ts';

export interface LookupBase extends ReportHead {
  readonly requests: { readonly observed: number };
  /** What could not be read beside the answer, and what may be meant instead. */
  readonly remarks: readonly string[];
  readonly summary: { readonly unreadable: number };
  /** Whether personal values are shown: never in a report for programs. */
  readonly showsValues: boolean;
}

export interface GetDocument extends LookupBase {
  readonly kind: 'get';
  /** Of `get user`. */
  readonly user: UserLookupFacts | null;
  /** Of `get record`. */
  readonly record: RecordLookupFacts | null;
  /** Of `get record` and `search`: tasks as the service shows them. */
  readonly tasks: readonly ReportTask[];
}

/** A query-existence answer, field by field, and what is known here. */
export interface UserLookupFacts extends KnownFacts {
  readonly loginUserId: string;
  readonly result: string;
  /** Declared personal values in it are masked. */
  readonly message: string;
  /** `EXISTS`, `NOT_FOUND`; null where the answer says null or nothing. */
  readonly backendStatus: string | null;
  readonly connectUserId: string | null;
}

export interface RecordLookupFacts extends KnownFacts {
  readonly campaignName: string;
  readonly clientId: string | null;
  readonly previewRecordId: string | null;
  /** What was asked, in which words the service answered, and with how many tasks. */
  readonly questions: readonly { readonly asked: string; readonly said: string; readonly tasks: number }[];
  /** Why it is not known whether there are twins; null where it is. */
  readonly twinsUnread: string | null;
}

export interface SearchDocument extends LookupBase {
  readonly kind: 'search';
  readonly search: SearchFacts;
  readonly tasks: readonly ReportTask[];
}

export interface SearchFacts {
  /** Where was searched. */
  readonly campaigns: readonly string[];
  readonly criteria: readonly ReportCriterion[];
  readonly limit: number;
  readonly lists: readonly {
    readonly campaignName: string;
    readonly criteria: readonly ReportCriterion[];
    readonly said: string;
    readonly maxRecords: number;
    readonly tasks: number;
    readonly complete: boolean;
  }[];
  /** Tasks found beyond the limit, and not shown. */
  readonly beyond: number;
  /** Whether every matching task is shown. */
  readonly complete: boolean;
  /** Measured for this environment; null where it was not. */
  readonly ceiling: number | null;
}

export interface ReportCriterion {
  readonly key: string;
  readonly condition: Condition;
  /** Null where it is masked. */
  readonly value: string | null;
  readonly masked: boolean;
}

export function lookupBase(head: LookupHead, context: ReportContext, remarks: readonly string[]): LookupBase {
  const { project, target, requests, unread } = head;
  return {
    ...reportHead(context, { project, target }),
    requests: { observed: requests },
    remarks: [...unread, ...remarks],
    summary: { unreadable: unread.length },
    showsValues: context.showValues ?? false,
  };
}

export function getUserDocument(lookup: UserLookup, context: ReportContext): GetDocument {
  const { loginUserId, answer, known } = lookup;
  const { showValues = false } = context;
  const message = showValues ? answer.message : masked(answer.message, loginUserId, known);
  const facts = knownFacts(known, showValues);
  return {
    ...lookupBase(lookup, context, []),
    kind: 'get',
    user: { loginUserId, ...answer, message, ...facts },
    record: null,
    tasks: [],
  };
}

export function getRecordDocument(lookup: RecordLookup, context: ReportContext): GetDocument {
  const { campaignName, clientId, previewRecordId, questions, tasks, known, twinsUnread, suggestions } = lookup;
  const { showValues = false } = context;
  const standing = {
    source: known.desired?.source ?? null,
    recorded: known.recorded !== null && known.recorded.removedAt === undefined,
  };
  const place = { campaignName, clientIdFieldName: lookup.clientIdFieldName, showValues, standing };
  const base = lookupBase(lookup, context, suggestions);
  return {
    ...base,
    summary: { unreadable: base.summary.unreadable + (twinsUnread === null ? 0 : 1) },
    kind: 'get',
    user: null,
    record: {
      ...{ campaignName, clientId, previewRecordId, questions },
      twinsUnread: twinsUnread?.message ?? null,
      ...knownFacts(known, showValues),
    },
    tasks: tasks.map((task) => reportTask(task, place)),
  };
}

const NOWHERE = { source: null, recorded: false };

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
  return { ...lookupBase(lookup, context, suggestions), kind: 'search', search, tasks };
}

/** The id is in the address, whatever name it is made of. */
function masked(text: string, loginUserId: string, { desired }: UserLookup['known']): string {
  const values = personalValues(desired);
  return text
    .split(loginUserId)
    .map((part) => withoutValues(part, values))
    .join(loginUserId);
}
