// How far a plan can be trusted: what nobody can see, what is assumed of the service. An entry says where more of it stands.

import { isUser } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/facts.ts';
import { leaverText } from '../words/leavers.ts';
import { count, secondSystem } from '../words/words.ts';

export function trustOf(document: ReportedPlan): string[] {
  return [...unseen(document), ...assumptions(document)];
}

function unseen({ verdicts }: ReportedPlan): string[] {
  const assumed = verdicts.filter((verdict) => verdict.class === 'assumed').length;
  if (assumed === 0) return [];
  const whose = `${assumed.toLocaleString('en')} ${assumed === 1 ? 'person' : 'people'}`;
  return [`names, templates and e-mails of ${whose}: the service shows none, so what others changed there is not seen`];
}

/** A known answer that is not harmless for this plan is said as a warning (kinds/plan.ts). */
function assumptions({ relies }: ReportedPlan): string[] {
  const of = (wanted: ReportedPlan['relies'][number]['how']): number =>
    relies.filter(({ how }) => how === wanted).length;
  const [assumed, known] = [of('assumed'), of('measured') + of('stated')];
  if (assumed === 0) return [];
  const answers = known === 0 ? '' : `; ${count(known, 'other')} measured or stated for this environment`;
  return [
    `${count(assumed, 'point')} that the documents of the service leave open, assumed here${answers} (muster explain assumptions)`,
  ];
}

/** Whether nobody declared absent is still there, or unknown, after this plan. */
export function hasCalmLeavers({ leavers, changes }: ReportedPlan): boolean {
  const { unproven, unreadable, open, backendWords } = leavers;
  return unproven + unreadable + backendWords.length === 0 && open <= leaving(changes);
}

function leaving(changes: ReportedPlan['changes']): number {
  return changes.filter((change) => isUser(change) && change.action === 'delete' && change.source !== null).length;
}

/** Of people declared absent: how many were verified to be so, and how many this plan removes. */
export function leaverFact({ leavers, changes, target }: ReportedPlan): string[] {
  const gone = Math.min(leavers.open - leavers.unreadable, leaving(changes));
  return leaverText(leavers, gone, secondSystem(target));
}
