// What waits for a person, as questions with both answers: guards that stop everything first, then objects that are left out of the plan.
// What only a new reading helps is no question. Beside it what could not be read, and what is left as it is although it differs.

import { isUser } from '../../model/address.ts';
import { ERRORS } from '../../model/errors.ts';
import { ACTIONS, type Action } from '../../model/state.ts';
import { passWords } from '../documents/exact-commands.ts';
import type { PlanDocument, ReportedPlan } from '../documents/document.ts';
import type { ReportChange, ReportGuard, ReportVerdict } from '../documents/plan-rows.ts';
import { AGAIN, LOST, questionText } from '../words/question-texts.ts';
import { bothText, namesOf, secondSystem, shortName, withName, fieldsText, longName } from '../words/words.ts';
import { ofPlan } from './effects.ts';
import { memberOf, placeIn, type MemberDraft } from './member.ts';
import type { ViewMember, ViewQuestion, ViewRow, ViewGroup, ViewNote } from './view.ts';
import { leavingNotes } from './leaving.ts';
import { groupOf } from './rows.ts';

/** A guard that stops and that a person can answer. */
export function asks({ code, passed }: ReportGuard): boolean {
  return !passed && questionText(code) !== null;
}

export function questionsOf(document: PlanDocument): ViewQuestion[] {
  const verdicts = new Map(document.verdicts.map((verdict) => [verdict.address, verdict]));
  return [
    ...document.guards.filter(asks).map((guard) => ofGuard(guard, document)),
    ...decisionGroup(document).flatMap(({ rows }) =>
      rows.map((row) => ofDecision(row, verdicts, secondSystem(document.target))),
    ),
  ];
}

function ofGuard({ code, text, pass }: ReportGuard, document: PlanDocument): ViewQuestion {
  const { ask, answers } = questionText(code, secondSystem(document.target)) ?? { ask: '', answers: [] };
  const restored = code === 'guard-restores' ? document.changes.filter(isRestore) : [];
  const disputed = code === 'guard-overwrite' ? bothValues(document) : [];
  return {
    ask,
    why: restored.length === 0 ? [text, ...disputed] : [waiting(restored, document)],
    about: restored.map(({ address, source }) => memberOf(address, { place: placeIn(source) })),
    answers: answers.map(({ answer, act, cost }) =>
      act === null && pass !== null
        ? { answer, act: whereAllowed(document), words: passWords(document, pass), cost: costIn(document, cost) }
        : { answer, act: where(document, act ?? ''), words: null, cost: '' },
    ),
  };
}

/** A program of Pulumi takes variables in the place of flags, and is emptied by Pulumi. */
const WITH_PULUMI = {
  'muster destroy': 'pulumi destroy',
  'say --first-apply': 'say MUSTER_FIRST_APPLY=1',
  'raise --max-requests': 'raise MUSTER_MAX_REQUESTS',
  'narrow the run with --only': 'declare less at once',
} as const;

function where({ command }: PlanDocument, act: string): string {
  if (command !== 'pulumi') return act;
  return Object.entries(WITH_PULUMI).reduce((said, [flag, word]) => said.replace(flag, word), act);
}

/** Of what deletes take away, and other ids give, what this plan does. */
function costIn({ changes }: PlanDocument, cost: string): string {
  const said = COSTS.find(({ words }) => cost.includes(words.both));
  if (said === undefined) return cost;
  const people = changes.some((each) => isUser(each) && said.people.has(each.action));
  const customers = changes.some((each) => !isUser(each) && said.customers.has(each.action));
  return people === customers ? cost : cost.replace(said.words.both, said.words[people ? 'people' : 'customers']);
}

const ENDS: ReadonlySet<Action> = new Set(['delete', 'replace']);

/** An id that gets the number of another customer is only changed. */
const COSTS = [
  { words: LOST, people: ENDS, customers: ENDS },
  { words: AGAIN, people: new Set<Action>(['create', 'restore']), customers: new Set<Action>(ACTIONS) },
] as const;

export function isRestore(change: ReportChange): boolean {
  return isUser(change) && change.action === 'restore';
}

/** Tasks of the plan that go to somebody who may not come back. */
function waiting(restored: readonly ReportChange[], document: PlanDocument): string {
  const own = document.changes.filter(({ after }) => restored.some(({ address }) => after.includes(address)));
  if (own.length === 0) return 'outside Git; pinned customers wait 30 minutes, then get any agent';
  const [who, does] = [namesOf(own, { ...ofPlan(document), most: MOST_LEFT }), own.length === 1 ? 'is' : 'are'];
  return `outside Git; ${who} ${does} changed only once the agent has access again`;
}

/** More would hide the question; the rows of the plan have them all. */
const MOST_DISPUTED = 5;

/** `D-5109: queue delivery-late in the service, delivery-islands in the file`. */
function bothValues({ changes }: PlanDocument): string[] {
  return changes
    .flatMap(({ address, fields, changedOutside }) => {
      const disputed = fields.filter(({ field }) => changedOutside?.overwritten.includes(field));
      return disputed.length === 0 ? [] : [`${shortName(address)}: ${disputed.map(bothText).join(', ')}`];
    })
    .slice(0, MOST_DISPUTED);
}

/** Of several questions one command has all the answers: it stands once, at the end. */
function whereAllowed({ applyWith, command, guards }: PlanDocument): string {
  if (guards.filter(asks).length > 1) return 'allow it with';
  if (applyWith !== null) return `start ${applyWith} with`;
  return command === 'pulumi' ? 'run pulumi up with' : 'apply with';
}

function ofDecision(
  { details, members, notes }: ViewRow,
  verdicts: ReadonlyMap<string, ReportVerdict>,
  system: string,
): ViewQuestion {
  const { code = null, answersBy = null } = verdicts.get(members[0]?.address ?? '') ?? {};
  const known = code === null ? null : questionText(code, system, answersBy);
  // Both answers say what the advice of the code does.
  const said = notes.filter(
    ({ text }) => known === null || code === null || text !== withName(ERRORS[code].advice, system),
  );
  return {
    ask: known?.ask ?? 'What should become of this?',
    why: [...details, ...said.map(({ text }) => text)],
    about: members,
    answers: (known?.answers ?? []).map(({ answer, act }) => ({
      answer,
      act: inTable(act ?? '', members[0]),
      words: null,
      cost: '',
    })),
  };
}

/** A row of a CSV file has no column for a decision about one object. */
function inTable(act: string, member: ViewMember | undefined): string {
  if (!member?.place?.file.endsWith('.csv')) return act;
  const list = isUser(member) ? 'users' : 'records';
  const keys = isUser(member) ? /\b(?:offboard|onRemove):/u : /\b(?:reissue|twins|ensure):/u;
  if (!keys.test(act)) return act;
  return `take the row out of ${member.place.file}, declare ${isUser(member) ? 'the person' : 'the customer'} under \`${list}:\` beside it, and there ${act.replace(' on the entry', '')}`;
}

/** What is left out of the plan until a person decides. Guards are said in the first sentences (summary.ts). */
export function decisionGroup(document: ReportedPlan): ViewGroup[] {
  return ofVerdicts(document, 'decision', 'Needs an answer; nothing is sent for it until then');
}

export function unreadableGroup(document: ReportedPlan): ViewGroup[] {
  const { asked, answered } = document.coverage;
  const read = `${answered.toLocaleString('en')} of ${asked.toLocaleString('en')} answered`;
  const isUnread = answered < asked || ofClass(document, 'unreadable').some(({ advice }) => advice !== null);
  const what = isUnread ? 'Could not be read: nothing is concluded' : 'Cannot be judged: nothing is concluded';
  return ofVerdicts(document, 'unreadable', isUnread ? `${what} (${read})` : what);
}

/** Nothing else is done with it in this run. */
export function takenGroup(document: ReportedPlan): ViewGroup[] {
  return ofVerdicts(document, 'taken', 'Taken over from another partition');
}

/** Declared otherwise than it is, and not written: the reader must know why. */
export function keptGroups(document: ReportedPlan): ViewGroup[] {
  return [
    ...takenGroup(document),
    ...ofVerdicts(document, 'kept', 'Differs, and is left as it is'),
    ...ofVerdicts(document, 'platform', 'Changed by the service by its own rules, and left as it is'),
  ];
}

/** More are counted, not named. */
const MOST_LEFT = 12;

/** Nothing is sent for them, and a reader asks whose pin is over. */
export function leftAlone(document: ReportedPlan): string[] {
  const [pins, others] = [true, false].map((wanted) =>
    ofClass(document, 'platform').filter(
      ({ fields }) => fields.some(({ field }) => field === 'preferredAgent') === wanted,
    ),
  );
  const said = (what: string, own: readonly ReportVerdict[] = []): string[] => {
    const names = namesOf(own, { ...ofPlan(document), most: MOST_LEFT });
    return own.length === 0 ? [] : [`${what} (${own.length.toLocaleString('en')}): ${names}`];
  };
  return [
    ...said('The service ended these pins; they are not set again, and any agent calls', pins),
    ...said('Changed by the service by its own rules, and left as they are', others),
  ];
}

type Listed = 'decision' | 'unreadable' | 'taken' | 'kept' | 'platform';

/** Of a customer who is finished the line was edited since. */
export function isEdited({ class: of, fields }: ReportVerdict): boolean {
  return of === 'consumed' && fields.length > 0;
}

function ofClass({ verdicts }: ReportedPlan, wanted: Listed): ReportVerdict[] {
  return verdicts.filter((each) => each.class === wanted || (wanted === 'kept' && isEdited(each)));
}

function ofVerdicts(document: ReportedPlan, wanted: Listed, title: string): ViewGroup[] {
  const leaving = leavingNotes(document);
  // Of whom tasks keep from leaving, the reason of the verdict names them.
  const notesOf = ({ address, code }: ReportVerdict): readonly ViewNote[] =>
    code === 'offboard-blocked' ? [] : (leaving.get(address) ?? []);
  const drafts = ofClass(document, wanted).map((verdict) => draftVerdict(verdict, notesOf(verdict)));
  return groupOf(wanted === 'decision' ? 'decisions' : wanted, title, drafts);
}

function draftVerdict(verdict: ReportVerdict, notes: readonly ViewNote[]): MemberDraft {
  const { address, class: of, code, text, advice, source, fields } = verdict;
  const isLoud = of === 'decision' || of === 'unreadable';
  // What the service moved by its own rules is said by its text: the declared value is not what it becomes.
  const unsaid = of === 'platform' ? [] : fields.filter((each) => !text.includes(each.field.replace(/^data\./u, '')));
  const differs = fieldsText(unsaid);
  const isKept = !isLoud && differs !== '';
  const details = [text, isKept ? `not sent: ${differs}` : differs].filter((each) => each !== '');
  const how: ViewNote[] = advice === null ? [] : [{ tone: 'plain', text: advice }];
  return {
    symbol: isLoud ? '!' : '=',
    verb: isLoud ? verbOf(of, advice) : 'keep',
    like: `${of} ${code ?? ''} ${verdict.answersBy ?? ''}`,
    common: [text],
    member: memberOf(address, {
      ...(isLoud ? { name: longName(address) } : {}),
      place: placeIn(source),
      details,
      notes: [...notes, ...how],
      fields,
    }),
  };
}

/** What was read and cannot be judged has no advice of its own: its text has it. */
function verbOf(of: 'decision' | 'unreadable', advice: string | null): string {
  if (of === 'decision') return 'decide';
  return advice === null ? 'not judged' : 'not read';
}
