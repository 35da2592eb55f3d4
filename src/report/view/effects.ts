// What the changes of a plan do to people and customers, in a reader's words: the headline, the counts beside a group, and the line
// that is known from other tools. A re-pin takes nothing away, and a repair is no edit.

import { isUser } from '../../model/address.ts';
import { isOfFiles } from '../../model/parts.ts';
import type { ReportedPlan } from '../documents/facts.ts';
import type { ReportChange } from '../documents/plan-rows.ts';
import { tally } from '../words/words.ts';

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

const always = (): boolean => true;

/** The first that holds; what ends something first. */
const PEOPLE: readonly Effect[] = [
  { does: 'removes #', done: 'removed', holds: acts('delete') },
  { does: 'deletes and creates # again', done: 'replaced', holds: acts('replace') },
  { does: 'gives # access back', done: 'given access back', holds: acts('restore') },
  { does: 'adds #', done: 'added', holds: acts('create') },
  { does: 'adopts #', done: 'adopted', holds: acts('adopt') },
  { does: 'releases #', done: 'released', holds: acts('forget') },
  { does: 'changes #', done: 'changed', holds: always },
];

const CUSTOMERS: readonly Effect[] = [
  { does: 'calls # again', done: 'called again', holds: isCalledAgain },
  { does: 'drops #', done: 'dropped', holds: acts('delete') },
  { does: 'finishes #', done: 'finished', holds: isFinished },
  { does: 'deletes and creates # again', done: 'replaced', holds: acts('replace') },
  { does: 'moves #', done: 'moved', holds: acts('move') },
  { does: 'adds #', done: 'added', holds: acts('create') },
  { does: 'adopts #', done: 'adopted', holds: acts('adopt') },
  { does: 'releases #', done: 'released', holds: acts('forget') },
  { does: 'puts # back', done: 'put back', holds: ({ origin }) => !isOfFiles(origin) },
  { does: 're-pins #', done: 're-pinned', holds: isRepinned },
  { does: 'changes #', done: 'changed', holds: always },
];

/** `Removes 1 person, re-pins 10 customers; 6 can be called at once.` The noun stands at the first number of its kind. */
export function headline({ changes, forecast }: ReportedPlan): string {
  const [people, customers] = [changes.filter(isUser), changes.filter((each) => !isUser(each))];
  const said = [
    ...clauses(counted(people, PEOPLE), ['person', 'people']),
    ...clauses(counted(customers, CUSTOMERS), ['customer', 'customers']),
  ];
  const text = said.join(', ').replace(/(adds \d[\d,]* \w+), adds /u, '$1 and ');
  const now = forecast.deliverableAtOnce;
  const atOnce = now === 0 ? '' : `; ${now.toLocaleString('en')} can be called at once`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${atOnce}.`;
}

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
  const { create, restore, replace, update, move, adopt, forget } = changes;
  const also = tally([
    [adopt, 'to adopt'],
    [forget, 'to release'],
  ]);
  const [add, change, remove] = [create + restore + replace, update + move, changes.delete + replace];
  const number = (amount: number): string => amount.toLocaleString('en');
  return `Plan: ${number(add)} to add, ${number(change)} to change, ${number(remove)} to remove${also === '' ? '' : `, ${also}`}`;
}

const FINISHED: ReadonlySet<unknown> = new Set(['COMPLETED', 'REMOVED']);

export function isFinished({ fields }: ReportChange): boolean {
  return fields.some((each) => each.field === 'workedState' && 'after' in each && FINISHED.has(each.after));
}

export function isCalledAgain({ cause, fields, action }: ReportChange): boolean {
  const state = fields.find(({ field }) => field === 'workedState');
  const opens = state !== undefined && 'after' in state && state.after === 'NOTWORKED';
  return cause === 'reissue' || (action !== 'create' && opens);
}

/** Another agent and nothing else. */
function isRepinned({ action, fields }: ReportChange): boolean {
  return action === 'update' && fields.length > 0 && fields.every(({ field }) => field === 'preferredAgent');
}
