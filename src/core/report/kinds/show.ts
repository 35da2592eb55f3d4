// Recorded state: what is ours, since when and how; writes left open; copies kept of records on the way. Bodies of copies hold personal
// values: only that a copy exists, and since when, is said.

import { isUser, type Address } from '../../model/address.ts';
import type { RecordedObject, RecordedState } from '../../model/state.ts';
import type { Plan } from '../../reconcile/plan-value.ts';
import { begin, NO_SUMMARY } from '../documents/begin.ts';
import type { ShowDocument } from '../documents/document.ts';
import type { ReportObject } from '../documents/json-report.ts';
import { iso, type ReportContext } from '../words/head.ts';
import { grouped, sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { memberOf, type MemberDraft } from '../view/member.ts';
import { groupOf } from '../view/rows.ts';
import { count, heading, moment } from '../words/words.ts';

interface ShowInput {
  readonly project: string;
  readonly target: Plan['target'];
  readonly recorded: RecordedState;
  readonly copies: readonly { readonly address: string; readonly savedAt: number }[];
}

export function showDocument(input: ShowInput, context: ReportContext): ShowDocument {
  const { objects, openIntents } = input.recorded;
  const recorded = [...objects.values()].map(reportObject);
  return {
    ...begin(context, input),
    kind: 'show',
    summary: { ...NO_SUMMARY, recorded: recorded.length },
    recorded,
    openIntents: openIntents.map(({ address, action, at }) => ({ address, action, at: iso(at) })),
    copies: input.copies.map(({ address, savedAt }) => ({ address, savedAt: iso(savedAt) })),
  };
}

function reportObject(each: RecordedObject): ReportObject {
  const { address, kind, recordedAt, digests } = each;
  const common = { address, kind, recordedAt: iso(recordedAt), fields: Object.keys(digests).toSorted() };
  if (isUser(each)) {
    const ofRecords = { previewRecordId: null, preferredAgent: null, consumed: null };
    return { ...common, provenance: each.provenance.service, connectUserId: each.connectUserId, ...ofRecords };
  }
  const { provenance, previewRecordId, preferredAgent } = each;
  const consumed = each.consumed && { how: each.consumed.how, at: iso(each.consumed.at) };
  return { ...common, provenance, connectUserId: null, previewRecordId, preferredAgent, consumed };
}

export function showView({ recorded, openIntents, copies }: ShowDocument): ReportView {
  const ordered = recorded.toSorted((a, b) => (a.kind === b.kind ? 0 : isUser(a) ? -1 : 1));
  const ours = [...Map.groupBy(ordered, ({ address }) => heading(address))].flatMap(([title, members]) =>
    groupOf('recorded', title, members.map(drafted)),
  );
  const intents = openIntents.map(({ address, action, at }) => left(address, action, `left at ${moment(at)}`));
  const kept = copies.map(({ address, savedAt }) => left(address, 'full copy', `kept since ${moment(savedAt)}`));
  const verdict = recorded.length === 0 ? 'Nothing is recorded yet.' : `${count(recorded.length, 'object')} recorded.`;
  const groups = [
    ...groupOf('open-writes', 'Open writes: the next run settles them by reading', intents),
    ...groupOf('copies', 'Copies of customers on the way', kept),
    ...ours,
  ];
  return {
    summary: [sentence('verdict', openIntents.length > 0 ? 'changes' : 'quiet', verdict)],
    aside: 'state',
    sections: [...grouped(groups), SUMMARY],
  };
}

function drafted({ address, provenance, recordedAt, preferredAgent, consumed }: ReportObject): MemberDraft {
  const details = [
    `recorded ${moment(recordedAt)}`,
    preferredAgent ? `pinned to ${preferredAgent}` : '',
    consumed === null ? '' : `finished (${consumed.how}) ${moment(consumed.at)}`,
  ].filter((each) => each !== '');
  const like = consumed === null ? 'open' : 'finished';
  return {
    symbol: '=',
    verb: provenance,
    like,
    common: consumed === null ? [] : ['finished'],
    member: memberOf(address, { details: [details.join(', ')] }),
  };
}

function left(address: Address, verb: string, detail: string): MemberDraft {
  return { symbol: '!', verb, like: '', common: [], member: memberOf(address, { details: [detail] }) };
}
