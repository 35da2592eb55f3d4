// What does not happen, said outright and with its ground: nobody else's access, no customer added, none called again. Never more than
// was read.

import { isUser } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/facts.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { count, shortName } from '../words/words.ts';

export function nobodyElse(document: ReportedPlan): string[] {
  const people = document.changes.filter(isUser);
  const who = (...actions: readonly ReportChange['action'][]): string =>
    people.some(({ action }) => actions.includes(action)) ? 'nobody else' : 'nobody';
  const [loses, gains] = [who('delete', 'replace'), who('create', 'restore', 'replace')];
  const said = loses === gains ? `${loses} gains or loses access` : `${loses} loses access, ${gains} gains access`;
  const { searched } = document.offboarding;
  const pins = `Not checked: pins in other campaigns than ${searched.join(', ')} (to check more, name them in policy.offboard.campaigns)`;
  return [ofWhatWasRead(document, said), ...(searched.length === 0 ? [] : [`${pins}.`])];
}

export function noOtherTask(document: ReportedPlan): string[] {
  const { changes, verdicts } = document;
  const records = changes.filter((change) => !isUser(change));
  const of = (wanted: ReportChange['action']): number => records.filter(({ action }) => action === wanted).length;
  const [added, dropped] = [of('create'), of('delete')];
  const again = records.filter(isCalledAgain).length;
  const finished = verdicts.filter((verdict) => verdict.class === 'consumed').map(({ address }) => shortName(address));
  const [first] = finished;
  const ground =
    finished.length === 1 ? `: ${first} stays finished` : `: ${finished.length.toLocaleString('en')} stay finished`;
  return [
    ...customersOf(document, { added, dropped, finished: records.filter(isFinished).length }),
    again === 0
      ? `No finished task is opened again${first === undefined ? '' : ground}.`
      : `${count(again, 'task')} ${are(again)} opened again: the customer may be called once more.`,
  ];
}

const are = (amount: number): string => (amount === 1 ? 'is' : 'are');

interface Customers {
  readonly added: number;
  /** Their tasks are deleted, or set to a state in which nobody is called. */
  readonly dropped: number;
  readonly finished: number;
}

function customersOf(document: ReportedPlan, { added, dropped, finished }: Customers): string[] {
  const isQuiet = dropped === 0 && finished === 0;
  if (added === 0 && isQuiet) return [ofWhatWasRead(document, 'no customer is added or dropped')];
  const one = (amount: number, many: string): string => (amount === 1 ? 'the task is' : many);
  return [
    added === 0 ? ofWhatWasRead(document, 'no customer is added') : `${count(added, 'customer')} ${are(added)} added.`,
    ...(isQuiet ? [ofWhatWasRead(document, 'no customer is dropped')] : []),
    ...(dropped === 0
      ? []
      : [`${count(dropped, 'customer')} ${are(dropped)} dropped: ${one(dropped, 'their tasks are')} deleted.`]),
    ...(finished === 0
      ? []
      : [
          `${count(finished, 'customer')} ${are(finished)} not called any more: ${one(finished, 'their tasks are')} set to finished.`,
        ]),
  ];
}

const FINISHED: ReadonlySet<unknown> = new Set(['COMPLETED', 'REMOVED']);

function isFinished({ fields }: ReportChange): boolean {
  return fields.some((each) => each.field === 'workedState' && 'after' in each && FINISHED.has(each.after));
}

function isCalledAgain({ cause, fields, action }: ReportChange): boolean {
  const state = fields.find(({ field }) => field === 'workedState');
  const opens = state !== undefined && 'after' in state && state.after === 'NOTWORKED';
  return cause === 'reissue' || (action !== 'create' && opens);
}

function ofWhatWasRead({ only, coverage, summary }: ReportedPlan, said: string): string {
  const isWhole = coverage.answered >= coverage.asked && summary.unreadable === 0;
  const limits = [only === null ? '' : `within --only ${only}`, isWhole ? '' : 'of what could be read'];
  const text = [...limits, said].filter((each) => each !== '').join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
