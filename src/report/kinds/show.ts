// Recorded state as a view: what is ours, since when and how; writes left open; copies kept of records on the way.

import { isUser } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import { grouped, sentence, SUMMARY, type ReportView } from '../view/section.ts';
import { memberOf, type MemberDraft } from '../view/member.ts';
import { groupOf } from '../view/rows.ts';
import { count, heading, moment } from '../words/words.ts';
import type { ReportObject, ShowDocument } from '../documents/show.ts';

export function showView({ recorded, openIntents, copies }: ShowDocument): ReportView {
  const ordered = recorded.toSorted((a, b) => (a.kind === b.kind ? 0 : isUser(a) ? -1 : 1));
  const ours = [...Map.groupBy(ordered, ({ address }) => heading(address))].flatMap(([title, members]) =>
    groupOf('recorded', title, members.map(drafted)),
  );
  const intents = openIntents.map(({ address, action, at }) => left(address, action, `left at ${moment(at)}`));
  const kept = copies.map(({ address, savedAt }) => left(address, 'full copy', `kept since ${moment(savedAt)}`));
  const groups = [
    ...groupOf('open-writes', 'Open writes: the next run settles them by reading', intents),
    ...groupOf('copies', 'Copies of records on the way', kept),
    ...ours,
  ];
  return {
    summary: [
      sentence(
        'verdict',
        openIntents.length > 0 ? 'changes' : 'quiet',
        recorded.length === 0 ? 'Nothing is recorded yet.' : `${count(recorded.length, 'object')} recorded.`,
      ),
    ],
    aside: 'recorded state',
    sections: [...grouped(groups), SUMMARY],
  };
}

function drafted({ address, provenance, recordedAt, preferredAgent, consumed }: ReportObject): MemberDraft {
  const details = [
    `recorded ${moment(recordedAt)}`,
    preferredAgent ? `pinned to ${preferredAgent}` : '',
    consumed === null ? '' : `consumed (${consumed.how}) ${moment(consumed.at)}`,
  ].filter((each) => each !== '');
  const like = consumed === null ? 'open' : 'consumed';
  return {
    symbol: '=',
    verb: provenance,
    like,
    common: consumed === null ? [] : ['consumed'],
    member: memberOf(address, { details: [details.join(', ')] }),
  };
}

function left(address: Address, verb: string, detail: string): MemberDraft {
  return { symbol: '!', verb, like: '', common: [], member: memberOf(address, { details: [detail] }) };
}
