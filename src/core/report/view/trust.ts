// How far a plan can be trusted: what nobody can see, what is assumed of the service, how many people declared absent were verified to be so.
// An entry says where more of it stands.

import { isUser } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/document.ts';
import { andMore, count, peopleText, secondSystem, SECOND_SYSTEM, tally } from '../words/words.ts';
import type { LeaverCount } from '../../reconcile/plan-value.ts';

export function trustOf(document: ReportedPlan): string[] {
  return [...unseen(document), ...assumptions(document)];
}

function unseen({ verdicts }: ReportedPlan): string[] {
  const assumed = verdicts.filter((verdict) => verdict.class === 'assumed').length;
  if (assumed === 0) return [];
  return [
    `names, templates and e-mails of ${peopleText(assumed)}: the service shows none, so what others changed there is not seen`,
  ];
}

/** A known answer that is not harmless for this plan is said as a warning (kinds/plan.ts). */
function assumptions({ relies }: ReportedPlan): string[] {
  const of = (wanted: ReportedPlan['relies'][number]['how']): number =>
    relies.filter(({ how }) => how === wanted).length;
  const [assumed, known] = [of('assumed'), of('measured') + of('stated')];
  if (assumed === 0) return [];
  const answers = known === 0 ? '' : `; ${count(known, 'other')} measured or stated for this environment`;
  return [`${count(assumed, 'assumption')} about how the service behaves${answers} (muster explain assumptions)`];
}

/** Whether nobody declared absent is still there, or unknown, after this plan. */
export function hasCalmLeavers({ leavers, changes }: ReportedPlan): boolean {
  const { unproven, unreadable, open, backendWords } = leavers;
  return unproven + unreadable + backendWords.length === 0 && open <= leaving(changes);
}

type Acted = Pick<ReportedPlan['changes'][number], 'kind' | 'action' | 'source'>;

function leaving(changes: readonly Acted[]): number {
  return changes.filter((change) => isUser(change) && change.action === 'delete' && change.source !== null).length;
}

/** Of people declared absent: how many were verified to be so, and how many this plan removes; `changes`: what it does, or did. */
export function leaverFact(
  { leavers, target, ...plan }: ReportedPlan,
  changes: readonly Acted[] = plan.changes,
): string[] {
  const gone = Math.min(leavers.open - leavers.unreadable, leaving(changes));
  return leaverText(leavers, gone, secondSystem(target));
}

/**
 * `3 people declared absent: verified in both systems`, or `…: 2 verified in both systems, 1 still there`. Empty
 * without a leaver list. `leaving`: how many of those present this plan removes.
 */
export function leaverText(leavers: LeaverCount | null, leaving = 0, system = SECOND_SYSTEM): string[] {
  if (leavers === null || leavers.declared === 0) return [];
  const { declared, verified, notObservable, unproven, open, unreadable, backendWords } = leavers;
  const all = peopleText(declared);
  if (verified === declared) return [`${all} declared absent: verified in both systems`];
  const parts = tally([
    [verified, 'verified in both systems'],
    [leaving, 'removed by this plan'],
    [notObservable, `absent in the service and not observable in ${system}`],
    [unproven, 'not proven absent (no other person was found, so this may be the wrong tenant)'],
    [backendWords.length, `not proven absent from ${system} (backendStatus: ${wordsOf(backendWords)})`],
    [open - unreadable - leaving, 'still there'],
    [unreadable, 'not readable'],
  ]);
  return [`${all} declared absent: ${parts}`];
}

const MOST_WORDS = 3;

/** Each word once, three at most. */
function wordsOf(words: readonly string[]): string {
  const different = [...new Set(words)];
  return different.slice(0, MOST_WORDS).join(', ') + andMore(different.length - MOST_WORDS);
}
