// Many clientIds of one campaign at once, for a plan: by searches for the start of the id item. Reads only. What it does not answer is
// asked one by one. Why this proves absence, and of what: contributing/decisions/0019-absence-in-bulk.md.
//
// Terms: a key is a clientId that is asked about; its group are the keys with one start. An answer is whole where the service showed
// everything that begins so: a ceiling is one number for all searches of a service, so an answer shorter than another was not cut.
// Premise: a task whose id item is there is shown by each search for a start of it.
//
//   answer to BEGINSWITH the start of a group     | its keys
//   whole, the key is in it                       | present
//   whole, the key is not in it                   | absent, unless something below contradicts
//   may be cut, or was not given                  | the next groups: one character more; small ones are asked one by one
//
//   a search is no proof of absence in this campaign | where
//   it shows what does not fit it                    | the condition is read in another way
//   it does not show what another search shows       | the premise does not hold
//   a task that is not ours has no such id item      | they are kept under another key
//   one key, asked for by itself, is not told absent  | it is there, or the service has no word for "none"
//
// Price: a search counts as one request and one more for each 100 tasks it shows; half of what the keys cost one by one is spent at
// most. So ten keys beside 50,000 tasks of others are asked by themselves.
//
// Example: B-0 to B-999 are new, 600 tasks of others begin with A-. The four states show 600; `A-0` shows what it should, so the
// condition works; `B-` shows nothing, and B-0 by itself is not there: 1,000 keys are absent, after seven searches.

import type { Campaign, ObservedTask, WorkedState } from '../../model/record.ts';
import { folded } from '../../model/spelling.ts';
import type { Criterion, SearchResult, ServiceReader } from '../../service/service.ts';
import { stopOnEnvironment } from './one.ts';
import { FULL_ANSWERS, forEachParallel } from './parallel.ts';
import { readCost } from './requests.ts';
import { FEW } from './ceiling.ts';

export interface StartQuestion {
  readonly reader: ServiceReader;
  readonly campaign: Campaign;
  readonly clientIds: readonly string[];
  /** Tasks of the campaign that are ours, as another search showed them. */
  readonly ours: readonly ObservedTask[];
}

export interface StartAnswer {
  /** By clientId; of any key, asked or not. */
  readonly present: ReadonlyMap<string, readonly ObservedTask[]>;
  readonly absent: ReadonlySet<string>;
}

/** Fewer are asked one by one: what must be searched before any absence is believed costs about as much. */
const LEAST_KEYS = 25;
const TASKS_PER_REQUEST = 100;
const FULL_PRICE = 1 + 1000 / TASKS_PER_REQUEST;
/** In the order in which a task goes through them. */
export const STATES: readonly WorkedState[] = ['NOTWORKED', 'WORKED', 'COMPLETED', 'REMOVED'];

export async function readByStart(question: StartQuestion): Promise<StartAnswer> {
  const nothing = { present: new Map<string, ObservedTask[]>(), absent: new Set<string>() };
  if (question.clientIds.length < LEAST_KEYS) return nothing;
  return new StartReading(question).read();
}

interface Group {
  readonly start: string;
  /** Sorted. */
  readonly keys: readonly string[];
}

class StartReading {
  private readonly question: StartQuestion;
  private readonly ours: ReadonlySet<string>;
  /** By previewRecordId. */
  private readonly seen: Map<string, ObservedTask>;
  /** Start of a whole answer -> what it showed, by previewRecordId. */
  private readonly whole = new Map<string, ReadonlySet<string>>();
  private readonly answered: string[] = [];
  private longest = 0;
  private spent = 0;
  private isBelieved = true;

  constructor(question: StartQuestion) {
    this.question = question;
    this.seen = new Map(question.ours.map((task) => [task.previewRecordId, task]));
    this.ours = new Set(this.seen.keys());
  }

  async read(): Promise<StartAnswer> {
    const keys = this.question.clientIds.toSorted(byUnits);
    if ((await this.isUseful()) && (await this.tryCondition())) await this.search({ start: sharedStart(keys), keys });
    const tasks = [...this.seen.values()];
    const present = Map.groupBy(tasks, ({ clientId }) => clientId);
    if (!this.isBelieved || tasks.some((task) => this.isMissed(task))) return { present, absent: new Set() };
    // Of two spellings of one id the service may show either: those are asked one by one.
    const alike = new Set(tasks.map(({ clientId }) => folded(clientId)));
    const absent = new Set(this.answered.filter((key) => !alike.has(folded(key))));
    return { present, absent: (await this.isToldOf(absent)) ? absent : new Set() };
  }

  /** What another kind of search shows. False where that is too dear, and where nothing but absence could be learned, and cannot. */
  private async isUseful(): Promise<boolean> {
    for (const value of STATES) {
      if ((await this.find({ key: 'sys_worked_state', value, condition: 'EQUALS' })) === null) return false;
    }
    const others = [...this.seen.values()].filter(({ previewRecordId }) => !this.ours.has(previewRecordId));
    if (others.some((task) => this.idOf(task) !== task.clientId)) this.isBelieved = false;
    return this.isBelieved || !this.question.campaign.marker;
  }

  /** Whether BEGINSWITH shows a task that is there. Of an empty campaign every search says the same. */
  private async tryCondition(): Promise<boolean> {
    if (this.seen.size === 0) return true;
    const known = [...this.seen.values()].find((task) => this.idOf(task) === task.clientId && task.clientId.length > 2);
    if (known === undefined) return false;
    const answer = await this.find(this.startsWith(whole(known.clientId.slice(0, 1 + known.clientId.length / 2))));
    if (answer === null || answer.shown === 0) return false;
    return (
      !this.isWhole(answer) || answer.tasks.some(({ previewRecordId }) => previewRecordId === known.previewRecordId)
    );
  }

  /** Whether the service says of one of them, asked for by itself, that there is none: where it has no word for it, nothing is added. */
  private async isToldOf([key]: ReadonlySet<string>): Promise<boolean> {
    if (key === undefined) return true;
    const outcome = await this.question.reader.findRecord(this.question.campaign, key);
    stopOnEnvironment(outcome);
    return outcome.kind === 'done' && outcome.value.length === 0;
  }

  private async search({ start, keys }: Group): Promise<void> {
    if (keys.length * readCost(this.question.campaign) <= FULL_PRICE) return;
    if (start !== '') {
      const answer = await this.find(this.startsWith(start));
      if (answer === null) return;
      if (this.isWhole(answer)) {
        this.whole.set(start, new Set(answer.tasks.map(({ previewRecordId }) => previewRecordId)));
        this.answered.push(...keys);
        return;
      }
    }
    await forEachParallel(nextGroups(start, keys), (group) => this.search(group), FULL_ANSWERS);
  }

  /** Null where it was not answered, and where it would cost too much. */
  private async find(criterion: Criterion): Promise<SearchResult | null> {
    const { reader, campaign, clientIds } = this.question;
    if (this.spent >= (clientIds.length * readCost(campaign)) / 2) return null;
    this.spent += 1;
    const outcome = await reader.searchRecords(campaign, criterion);
    stopOnEnvironment(outcome);
    if (outcome.kind !== 'done') return null;
    const { tasks, shown } = outcome.value;
    this.spent += shown / TASKS_PER_REQUEST;
    this.longest = Math.max(this.longest, shown);
    for (const task of tasks) {
      this.seen.set(task.previewRecordId, task);
      if (!this.fits(task, criterion)) this.isBelieved = false;
    }
    return outcome.value;
  }

  /** Stricter than for an adoption (search-campaign.ts): nobody looks at a sample here. */
  private isWhole({ shown, complete }: SearchResult): boolean {
    return complete && (shown < FEW || shown < this.longest);
  }

  /** Whether it belongs into a whole answer that does not show it. */
  private isMissed(task: ObservedTask): boolean {
    const id = this.idOf(task) ?? '';
    for (let length = id.length; length > 0; length -= 1) {
      const shown = this.whole.get(id.slice(0, length));
      if (shown !== undefined && !shown.has(task.previewRecordId)) return true;
    }
    return false;
  }

  private fits(task: ObservedTask, { condition, value }: Criterion): boolean {
    return condition === 'BEGINSWITH' ? begins(this.idOf(task), value) : task.workedState === value;
  }

  private startsWith(value: string): Criterion {
    return { key: this.question.campaign.clientIdFieldName, value, condition: 'BEGINSWITH' };
  }

  private idOf({ items }: ObservedTask): string | undefined {
    return items.find(({ key }) => key === this.question.campaign.clientIdFieldName)?.value;
  }
}

/** Whatever the service makes of letter case and outer blanks. */
function begins(id: string | undefined, start: string): boolean {
  return id !== undefined && folded(id).trim().startsWith(folded(start).trim());
}

/** As `<` compares: what shares a start stands together. */
function byUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** Of sorted keys the first and the last part first. */
function sharedStart(keys: readonly string[]): string {
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return whole(first.slice(0, length));
}

/** Without half of a character at its end. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.slice(0, -1) : text;
}

/** The keys by the character that follows the start. A key that ends here is asked for by itself. */
function nextGroups(start: string, keys: readonly string[]): Group[] {
  const longer = keys.filter((key) => key.length > start.length);
  const groups = Map.groupBy(longer, (key) => String.fromCodePoint(key.codePointAt(start.length) ?? 0));
  return [...groups.values()].map((group) => ({ start: sharedStart(group), keys: group }));
}
