// What the changes of a plan do to people and customers, in a reader's words: the headline, the counts beside a group, and the line that is
// known from other tools. A re-pin takes nothing away, and a repair is no edit. Then what does not happen, in one sentence; never more is
// said than was read.

import { isUser } from '../../model/address.ts';
import type { ReportedPlan } from '../documents/document.ts';
import type { Action } from '../../model/state.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { count, namesOf, shortName, tally } from '../words/words.ts';
import { isOfFiles } from '../../model/parts.ts';

/** Where somebody's tasks were looked for before the access ends. */
export function searchedPins({ offboarding: { searched } }: ReportedPlan): string[] {
  if (searched.length === 0) return [];
  return [`Pins in other campaigns than ${searched.join(', ')} are not seen.`];
}

/** Until they are answered nobody knows whether somebody new was called before under another id, or by a run that is not known here. */
const ASKS_WHO_WAS_CALLED: ReadonlySet<string> = new Set(['guard-ids', 'guard-interrupted', 'guard-unrecorded']);

export function absences(document: ReportedPlan): string[] {
  const records = document.changes.filter((change) => !isUser(change));
  const of = (action: ReportChange['action']): number => records.filter((each) => each.action === action).length;
  const again = records.filter(isCalledAgain).length;
  const happens: (readonly [number, string])[] = [
    [of('create'), 'added'],
    [of('delete') + records.filter(isFinished).length, 'dropped'],
  ];
  const isAsked = document.guards.some(({ code, passed }) => !passed && ASKS_WHO_WAS_CALLED.has(code));
  if (!isAsked) happens.push([again, 'called again']);
  const quiet = happens.filter(([amount]) => amount === 0).map(([, word]) => word);
  const access = accessText(document);
  // Whoever is created is added, and nobody reads there that a customer is not.
  const isOne = !access.includes('else') && !(quiet.includes('added') && document.changes.some(isNewUser));
  const nor = quiet.length === 1 ? ' or is' : ', is';
  const customers = quiet.length === 0 ? '' : `${isOne ? nor : '; no customer is'} ${listed(quiet)}`;
  return [`${ofWhatWasRead(document, access + customers)}.`, ...finished(document)];
}

const isNewUser = (change: ReportChange): boolean => isUser(change) && change.action === 'create';

function accessText({ changes }: ReportedPlan): string {
  const people = changes.filter(isUser);
  const who = (...actions: readonly ReportChange['action'][]): string =>
    people.some(({ action }) => actions.includes(action)) ? 'nobody else' : 'nobody';
  const [loses, gains] = [who('delete', 'replace'), who('create', 'restore', 'replace')];
  if (loses === gains) return `${loses} gains or loses access`;
  return loses === 'nobody' ? 'nobody loses access' : `${loses} loses access, ${gains} gains access`;
}

const MOST_NAMED = 5;

/** `Stay finished: C-1, C-2.` */
function finished(document: ReportedPlan): string[] {
  const own = document.verdicts.filter((verdict) => verdict.class === 'consumed');
  return own.length === 0 ? [] : [`Stay finished: ${fewNames(own, document)}.`];
}

export function fewNames(own: ReportedPlan['verdicts'], document: ReportedPlan): string {
  return own.length > MOST_NAMED ? count(own.length, 'customer') : namesOf(own, ofPlan(document));
}

/** How its customers are named: with their campaigns, where an id alone does not say which customer is meant. */
export function ofPlan({ changes, verdicts }: ReportedPlan): { readonly several: boolean } {
  const all = new Set([...changes, ...verdicts].map(({ address }) => address));
  return { several: new Set([...all].map(shortName)).size < all.size };
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

interface Effect {
  /** `removes 2 people`: `#` is the number with its noun. */
  readonly does: string;
  readonly done: string;
  readonly holds: (change: ReportChange) => boolean;
}

const acts =
  (...actions: readonly ReportChange['action'][]): Effect['holds'] =>
  ({ action }) =>
    actions.includes(action);

const REPLACED: Effect = { does: 'deletes and creates # again', done: 'replaced', holds: acts('replace') };
const TAKEN: readonly Effect[] = [
  { does: 'adds #', done: 'added', holds: acts('create') },
  { does: 'adopts #', done: 'adopted', holds: acts('adopt') },
  { does: 'stops managing #', done: 'no longer managed', holds: acts('forget') },
];
const CHANGED: Effect = { does: 'changes #', done: 'changed', holds: () => true };

/** The first that holds; what ends something first. */
const PEOPLE: readonly Effect[] = [
  { does: 'removes #', done: 'removed', holds: acts('delete') },
  REPLACED,
  { does: 'gives # access back', done: 'given access back', holds: acts('restore') },
  ...TAKEN,
  CHANGED,
];

const CUSTOMERS: readonly Effect[] = [
  { does: 'calls # again', done: 'called again', holds: isCalledAgain },
  { does: 'drops #', done: 'dropped', holds: acts('delete') },
  { does: 'finishes #', done: 'finished', holds: isFinished },
  REPLACED,
  { does: 'moves #', done: 'moved', holds: acts('move') },
  ...TAKEN,
  { does: 'repairs #', done: 'repaired', holds: ({ origin }) => !isOfFiles(origin) },
  { does: 're-pins #', done: 're-pinned', holds: isRepinned },
  CHANGED,
];

/** `Removes 1 person, re-pins 10 customers; 6 can be called at once.` The noun stands at the first number of its kind. `isCallSaid`: when they can be called is said beside it. */
export function headline(document: ReportedPlan, isCallSaid: boolean): string {
  const { changes, forecast } = document;
  const [people, customers] = [changes.filter(isUser), changes.filter((each) => !isUser(each))];
  const said = [
    clauses(counted(people, PEOPLE), ['person', 'people']).join(', '),
    clauses(counted(customers, CUSTOMERS), ['customer', 'customers']).join(', '),
  ];
  const text = said
    .filter((each) => each !== '')
    .join('; ')
    .replace(/^(adds \d[\d,]* \w+); adds /u, '$1 and ');
  const now = isCallSaid ? 0 : forecast.deliverableAtOnce;
  const atOnce = now === 0 ? '' : `; ${now.toLocaleString('en')} can be called at once${pastTimes(document)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${atOnce}.`;
}

/** Behind `at once`: for whom that is because the file names a time in the past, as where its year is mistyped. */
export function pastTimes({ changes, warnings, forecast }: ReportedPlan): string {
  const warned = new Set(warnings.flatMap(({ code, address }) => (PAST.has(code) ? [address] : [])));
  const late = changes.filter(({ address }) => warned.has(address));
  const past = late.filter(({ fields }) => fields.some(({ field }) => field === 'nextEarliestWorkTime')).length;
  if (past === 0) return '';
  const of = past === forecast.deliverableAtOnce ? '' : `${past.toLocaleString('en')} of them `;
  return `, ${of}because ${past === 1 ? 'its time has' : 'their time has'} passed`;
}

const PAST: ReadonlySet<string> = new Set(['time-in-past', 'pin-lapses-early']);

function clauses(all: ReturnType<typeof counted>, [one, many]: readonly [string, string]): string[] {
  return all.map(([amount, { does }], index) => {
    const number = amount.toLocaleString('en');
    return does.replace('#', index === 0 ? `${number} ${amount === 1 ? one : many}` : number);
  });
}

/** `1 removed, 1 given access back`: what becomes of the people, or the customers, of a plan. */
export function effectCounts(changes: readonly ReportChange[], of: 'people' | 'tasks'): string {
  return tally(counted(changes, of === 'people' ? PEOPLE : CUSTOMERS).map(([amount, { done }]) => [amount, done]));
}

/** `1 added, 2 re-pinned`, people first. */
export function effectsText(changes: readonly ReportChange[]): string {
  const [people, customers] = [changes.filter(isUser), changes.filter((each) => !isUser(each))];
  return [effectCounts(people, 'people'), effectCounts(customers, 'tasks')].filter((each) => each !== '').join(', ');
}

/** Whether somebody loses what they have: access, a task, or a customer who is called once more. */
export function endsSomething(changes: readonly ReportChange[]): boolean {
  const ends = (each: ReportChange): boolean => each.action === 'delete' || each.action === 'replace';
  return changes.some((each) => ends(each) || isFinished(each) || (!isUser(each) && isCalledAgain(each)));
}

function counted(changes: readonly ReportChange[], effects: readonly Effect[]): (readonly [number, Effect])[] {
  const by = Map.groupBy(changes, (change) => effects.find(({ holds }) => holds(change)));
  return effects.flatMap((effect) => {
    const own = by.get(effect);
    return own === undefined ? [] : [[own.length, effect] as const];
  });
}

/** `Plan: 4 to add, 1 to change, 1 to remove`: a replaced object is removed and added. */
export function planLine({ summary: { changes } }: ReportedPlan): string {
  return `Plan: ${toDoText(changes)}`;
}

export function toDoText(changes: Readonly<Record<Action, number>>): string {
  const { create, restore, replace, update, move, adopt, forget } = changes;
  const also = tally([
    [adopt, 'to adopt'],
    [forget, 'to stop managing'],
  ]);
  const [add, change, remove] = [create + restore + replace, update + move, changes.delete + replace];
  const number = (amount: number): string => amount.toLocaleString('en');
  return `${number(add)} to add, ${number(change)} to change, ${number(remove)} to remove${also === '' ? '' : `, ${also}`}`;
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

/** Another agent, whatever else is changed. */
function isRepinned({ action, fields }: ReportChange): boolean {
  return action === 'update' && fields.some(({ field }) => field === 'preferredAgent');
}
