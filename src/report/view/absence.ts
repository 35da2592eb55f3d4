// What does not happen, in one sentence: nobody else's access, no customer added, dropped or called again. What does happen of these
// stands alone before it. Never more is said than was read.

import { isUser } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/facts.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { count, shortName } from '../words/words.ts';
import { isCalledAgain, isFinished } from './effects.ts';

/** Where somebody's tasks were looked for before the access ends. */
export function searchedPins({ offboarding: { searched } }: ReportedPlan): string[] {
  if (searched.length === 0) return [];
  return [`Pins were searched in ${searched.join(', ')} only (policy.offboard.campaigns names more).`];
}

export function absences(document: ReportedPlan): string[] {
  const records = document.changes.filter((change) => !isUser(change));
  const of = (action: ReportChange['action']): number => records.filter((each) => each.action === action).length;
  const again = records.filter(isCalledAgain).length;
  const happens = [
    [of('create'), 'added'],
    [of('delete') + records.filter(isFinished).length, 'dropped'],
    [again, 'called again'],
  ] as const;
  const quiet = happens.filter(([amount]) => amount === 0).map(([, word]) => word);
  const customers = quiet.length === 0 ? [] : [`no customer is ${listed(quiet)}`];
  return [
    ...(again === 0 ? [] : [`${count(again, 'finished customer')} may be called once more.`]),
    `${ofWhatWasRead(document, [accessText(document), ...customers].join('; '))}${finished(document)}.`,
  ];
}

function accessText({ changes }: ReportedPlan): string {
  const people = changes.filter(isUser);
  const who = (...actions: readonly ReportChange['action'][]): string =>
    people.some(({ action }) => actions.includes(action)) ? 'nobody else' : 'nobody';
  const [loses, gains] = [who('delete', 'replace'), who('create', 'restore', 'replace')];
  if (loses === gains) return `${loses} gains or loses access`;
  return loses === 'nobody' ? 'nobody loses access' : `${loses} loses access, ${gains} gains access`;
}

const MOST_NAMED = 5;

/** `; C-1, C-2 stay finished`. */
function finished({ verdicts }: ReportedPlan): string {
  const names = verdicts.filter((verdict) => verdict.class === 'consumed').map(({ address }) => shortName(address));
  if (names.length === 0) return '';
  const who = names.length > MOST_NAMED ? names.length.toLocaleString('en') : names.join(', ');
  return `; ${who} ${names.length === 1 ? 'stays' : 'stay'} finished`;
}

function listed(words: readonly string[]): string {
  const [last = ''] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function ofWhatWasRead({ only, coverage, summary }: ReportedPlan, said: string): string {
  const isWhole = coverage.answered >= coverage.asked && summary.unreadable === 0;
  const limits = [only === null ? '' : `within --only ${only}`, isWhole ? '' : 'of what could be read'];
  const text = [...limits, said].filter((each) => each !== '').join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
