// Everything in a campaign, or the part that fits criteria, by searches that are capped and have no cursor.
// Nothing is taken for complete without a reason:
//
//   ids       each clientId was asked for by itself
//   criterion the answer to one of the asked criteria was whole
//   states    a task is NOTWORKED, WORKED, COMPLETED or REMOVED; the answers for the first two were whole
//   prefix    BEGINSWITH on the id item, each answer that may be cut split by every character that may follow
//
// Each of the last three is tested against the others: a task that another answer shows and this one did not disproves
// it. Which answer may be cut is said by its length (ceiling.ts).
//
// Pins of a leaver (openTasksOf) are read by the same rule, for the open tasks alone: below 50 by the one search.

import type { Problem } from '../../model/outcome.ts';
import type { Campaign, ObservedTask } from '../../model/record.ts';
import type { Criterion, ServiceReader } from '../../service/service.ts';
import { fitsAll } from '../criteria.ts';
import { FEW, Lengths } from './ceiling.ts';
import type { SearchAnswer } from './ceiling.ts';
import { stopOnEnvironment } from './one.ts';
import { forEachParallel } from './parallel.ts';

export interface CampaignQuestion {
  readonly reader: ServiceReader;
  readonly campaign: Campaign;
  /** All of them must fit; one is sent, the others are looked at here. */
  readonly criteria: readonly Criterion[];
  /** Only these; null for all. */
  readonly clientIds: readonly string[] | null;
}

export interface CampaignAnswer {
  /** Each task once, all criteria fit. */
  readonly tasks: readonly ObservedTask[];
  /** How many tasks of a clientId were seen at all, those that do not fit included. */
  readonly sightings: ReadonlyMap<string, number>;
  /** Asked for by clientId and not there: the service's own word. */
  readonly absent: readonly string[];
  readonly unread: readonly { readonly clientId: string | null; readonly problem: Problem }[];
  readonly complete: boolean;
  readonly how: string;
  readonly requests: number;
}

/** In the order in which a task goes through them: one that goes on between two searches is seen by one of them. */
const OPEN_STATES = ['NOTWORKED', 'WORKED'] as const;
const FINISHED_STATES = ['COMPLETED', 'REMOVED'] as const;
/** U+0020 to U+007E: what clientIds are made of, besides the characters that were seen in some. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const MOST_SEARCHES = 20_000;

export async function readCampaign(question: CampaignQuestion): Promise<CampaignAnswer> {
  const reading = new CampaignReading(question);
  const proof = question.clientIds === null ? await reading.search() : await reading.ask(question.clientIds);
  return reading.answer(proof);
}

/** The tasks that fit one criterion; `complete` speaks for the open ones among them. A failure is in `unread`. */
export async function openTasksOf(
  question: Omit<CampaignQuestion, 'clientIds' | 'criteria'>,
  fits: Criterion,
): Promise<CampaignAnswer> {
  const reading = new CampaignReading({ ...question, criteria: [fits], clientIds: null }, false);
  return reading.answer(await reading.searchOpen(fits));
}

interface Completeness {
  readonly complete: boolean;
  readonly how: string;
}

class CampaignReading {
  private readonly question: CampaignQuestion;
  private readonly seen = new Map<string, ObservedTask>();
  private readonly absent: string[] = [];
  private readonly unread: { clientId: string | null; problem: Problem }[] = [];
  private readonly characters = new Set(PRINTABLE);
  private readonly lengths = new Lengths();
  private requests = 0;

  /** `stops`: whether a failure of the environment is thrown. */
  private readonly stops: boolean;

  constructor(question: CampaignQuestion, stops = true) {
    this.question = question;
    this.stops = stops;
  }

  answer(proof: Completeness): CampaignAnswer {
    const tasks = [...this.seen.values()].filter((task) => this.fits(task));
    const complete = proof.complete && (this.question.clientIds !== null || this.unread.length === 0);
    const { absent, unread, requests } = this;
    const sightings = new Map<string, number>();
    for (const { clientId } of this.seen.values()) sightings.set(clientId, (sightings.get(clientId) ?? 0) + 1);
    return { tasks, sightings, absent, unread, requests, complete, how: proof.how };
  }

  async ask(clientIds: readonly string[]): Promise<Completeness> {
    const { reader } = this.question;
    // As if intake files fed it: then the reader looks for twins too.
    const campaign = { ...this.question.campaign, intake: true };
    await forEachParallel(clientIds, async (clientId) => {
      this.requests += 1;
      const outcome = await reader.findRecord(campaign, clientId);
      stopOnEnvironment(outcome);
      if (outcome.kind !== 'done') this.unread.push({ clientId, problem: outcome.problem });
      else if (outcome.value.length === 0) this.absent.push(clientId);
      else this.keep(outcome.value);
    });
    return { complete: true, how: `${clientIds.length} clientIds, asked for one by one` };
  }

  async search(): Promise<Completeness> {
    const asked: SearchAnswer[] = [];
    for (const criterion of this.question.criteria.filter(isSelective)) {
      const answer = await this.find(criterion);
      if (answer.shown < FEW && (await this.isAll(answer))) return byCriterion(answer);
      asked.push(answer);
    }
    const open = await this.openStates();
    // Finished tasks are only counted; they also tell twins and contradict a cut answer.
    await this.finishedStates();
    if (await this.isWhole(open, isOpen)) return BY_STATE;
    for (const answer of asked) if (await this.isAll(answer)) return byCriterion(answer);
    // Where nothing is answered, as of a campaign that nobody knows, a hundred more searches tell no more.
    if (this.unread.length === this.requests) return { complete: false, how: 'no search was answered' };
    return this.byPrefix();
  }

  /** As `search`, with one request where the answer is short; a failure ends it. */
  async searchOpen(criterion: Criterion): Promise<Completeness> {
    const answer = await this.find(criterion);
    const isRead = (): boolean => this.unread.length === 0;
    if (isRead() && answer.shown < FEW && !this.lengths.mayBeCut(answer)) return byCriterion(answer);
    const open = isRead() ? await this.openStates() : [];
    if (isRead() && (await this.isWhole(open, isOpen))) return BY_STATE;
    if (isRead()) await this.finishedStates();
    if (isRead() && ((await this.isWhole(open, isOpen)) || (await this.isAll(answer)))) return BY_STATE;
    return isRead() ? this.byPrefix() : { complete: false, how: 'a search was not answered' };
  }

  private async openStates(): Promise<SearchAnswer[]> {
    const answers: SearchAnswer[] = [];
    for (const state of OPEN_STATES) answers.push(await this.find(isInState(state)));
    return answers;
  }

  private async finishedStates(): Promise<void> {
    await Promise.all(FINISHED_STATES.map((state) => this.find(isInState(state))));
  }

  private isAll(answer: SearchAnswer): Promise<boolean> {
    return this.isWhole([answer], (task) => this.fits(task));
  }

  /** Whether answers hold everything that fits, as far as the id items of what was seen can tell. */
  private async isWhole(answers: readonly SearchAnswer[], fits: (task: ObservedTask) => boolean): Promise<boolean> {
    if (answers.some((answer) => this.lengths.mayBeCut(answer))) return false;
    const listed = new Set(answers.flatMap(({ tasks }) => tasks.map((task) => task.previewRecordId)));
    const others = await Promise.all(
      divergences(answers, this.question.campaign).map((start) => this.startingWith(start)),
    );
    const known = [...this.seen.values(), ...others.flatMap(({ tasks }) => tasks)];
    if (known.every((task) => listed.has(task.previewRecordId) || !fits(task))) return true;
    this.lengths.wasCut(Math.max(...answers.map(({ shown }) => shown)));
    return false;
  }

  private async byPrefix(): Promise<Completeness> {
    const before = this.requests;
    const listed = new Set<string>();
    const whole = await this.split('', listed);
    const missed = [...this.seen.values()].filter((task) => !listed.has(task.previewRecordId));
    const field = this.question.campaign.clientIdFieldName;
    const how = `by the start of ${field}, ${this.requests - before} searches`;
    if (this.unread.length > 0) return { complete: false, how: `${how}; some could not be read` };
    if (missed.length > 0) {
      return { complete: false, how: `${how}; ${missed.length} tasks were seen that no search by ${field} shows` };
    }
    return { complete: whole, how: whole ? how : `${how}; some answers stayed as long as the limit` };
  }

  /** Everything whose id item begins with `start`, and more than that when the answer is cut. */
  private async split(start: string, listed: Set<string>): Promise<boolean> {
    if (this.requests >= MOST_SEARCHES || (!this.stops && this.unread.length > 0)) return false;
    if (start !== '') {
      const answer = await this.startingWith(start);
      for (const task of answer.tasks) listed.add(task.previewRecordId);
      if (!this.lengths.mayBeCut(answer)) return this.unread.length === 0;
      // The one whose id ends here has no next character.
      const exact = await this.find({ ...this.idCriterion(start), condition: 'EQUALS' });
      for (const task of exact.tasks) listed.add(task.previewRecordId);
      if (this.lengths.mayBeCut(exact)) return false;
    }
    const results: boolean[] = [];
    await forEachParallel([...this.characters], async (next) => {
      results.push(await this.split(start + next, listed));
    });
    return results.every(Boolean);
  }

  private async startingWith(start: string): Promise<SearchAnswer> {
    return this.find(this.idCriterion(start));
  }

  private idCriterion(value: string): Criterion {
    return { key: this.question.campaign.clientIdFieldName, value, condition: 'BEGINSWITH' };
  }

  private async find(criterion: Criterion): Promise<SearchAnswer> {
    this.requests += 1;
    const outcome = await this.question.reader.searchRecords(this.question.campaign, criterion);
    if (this.stops) stopOnEnvironment(outcome);
    if (outcome.kind !== 'done') {
      this.unread.push({ clientId: null, problem: outcome.problem });
      return { tasks: [], shown: 0, full: true };
    }
    const { tasks, shown, complete } = outcome.value;
    this.keep(tasks);
    this.lengths.add(tasks, shown);
    return { tasks, shown, full: !complete };
  }

  private keep(tasks: readonly ObservedTask[]): void {
    for (const task of tasks) {
      this.seen.set(task.previewRecordId, task);
      for (const character of task.clientId) this.characters.add(character);
    }
  }

  private fits(task: ObservedTask): boolean {
    return fitsAll(task, this.question.criteria, this.question.campaign.clientIdFieldName);
  }
}

function isSelective({ condition }: Criterion): boolean {
  return condition === 'EQUALS' || condition === 'BEGINSWITH';
}

function isOpen({ workedState }: ObservedTask): boolean {
  return OPEN_STATES.some((state) => state === workedState);
}

const BY_STATE: Completeness = { complete: true, how: 'every open state, fewer tasks than the limit each' };

function byCriterion({ tasks }: SearchAnswer): Completeness {
  return { complete: true, how: `one criterion, ${count(tasks)}, fewer than the limit` };
}

function isInState(value: string): Criterion {
  return { key: 'sys_worked_state', value, condition: 'EQUALS' };
}

function count(tasks: readonly ObservedTask[]): string {
  return tasks.length === 1 ? '1 task' : `${tasks.length} tasks`;
}

/** For the longest answer: the starts by which the ids in it first part, so that each holds a share of it. */
function divergences(answers: readonly SearchAnswer[], { clientIdFieldName }: Campaign): string[] {
  const longest = answers
    .map(({ tasks }) => tasks)
    .reduce((best, tasks) => (tasks.length > best.length ? tasks : best), []);
  const ids = longest.flatMap((task) =>
    task.items.flatMap(({ key, value }) => (key === clientIdFieldName ? [value] : [])),
  );
  const [first = ''] = ids;
  if (ids.length < 2) return [];
  let shared = 0;
  while (shared < first.length && ids.every((id) => id[shared] === first[shared])) shared += 1;
  return [...new Set(ids.map((id) => id.slice(0, shared) + ([...id.slice(shared)][0] ?? '')))].filter(
    (start) => start !== '',
  );
}
