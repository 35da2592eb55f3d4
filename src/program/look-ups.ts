// What the service shows, for programs: one user, one record with its twins, a search. Reads only, through a client without writing
// methods, in preview and in `up` alike; nothing is registered and nothing recorded. The same look-ups as `muster get` and `search`
// (docs/look-ups.md). What a class made is there only after it: give its output, and the look-up waits.

import * as pulumi from '@pulumi/pulumi';

import { clock, findPlace } from '../../providers/context.ts';
import type { ReadConfig } from '../core/model/read-config.ts';
import type { Deep } from '../../providers/arguments.ts';
import { loadProfile } from '../core/desired/declarations/profile.ts';
import type { LookupContext } from '../desk/lookup.ts';
import { keyWords } from '../core/desired/text/masked.ts';
import { CONDITIONS } from '../core/model/criterion.ts';
import type { Criterion } from '../core/model/criterion.ts';
import { ToolError } from '../core/model/errors.ts';
import { decodeItems } from '../core/model/record.ts';
import type { ObservedTask } from '../core/model/record.ts';
import { didYouMean } from '../core/model/suggest.ts';
import type { TaskOf, TaskValues } from '../core/model/task-fields.ts';
import { timesOf } from '../core/report/documents/known.ts';
import { readConfig, runError } from './run.ts';

interface OfTarget {
  /** Name of a target in muster.yaml. Default: as for the classes. */
  readonly target?: string | undefined;
}

export interface GetUserArgs extends OfTarget {
  /** Case-sensitive. */
  readonly loginUserId: string;
}

/** User provisioning interface, "query-existence": the answer, field by field. */
export interface GetUserResult {
  /** As asked. */
  readonly loginUserId: string;
  /** Whether `result` was SUCCESS; false is the service's own NOT_FOUND, never a failure. */
  readonly exists: boolean;
  /** As the service says it. */
  readonly message: string;
  /** As the service says it; null where it says none. */
  readonly backendStatus: string | null;
  /** Id in the backing instance; null where the service says none. */
  readonly connectUserId: string | null;
}

export interface GetRecordArgs extends OfTarget {
  /** Case-sensitive. */
  readonly campaignName: string;
  /** Of one task or of several. */
  readonly clientId: string;
  /** Key under which the campaign stores clientId. Default: `Id`. */
  readonly clientIdFieldName?: string | undefined;
}

interface ShownValues extends Omit<TaskValues, 'time'> {
  /** ISO 8601, UTC. */
  readonly time: string | null;
}

/** Preview campaign interface, "Task / record": a task as a search shows it, times as ISO 8601 in UTC. */
export interface FoundTask extends Omit<TaskOf<ShownValues>, 'items'> {
  /** Data items by key, without those that say how the task is delivered. Personal. */
  readonly data: Readonly<Record<string, string>>;
}

export interface GetRecordResult {
  /** Each of them has the clientId; none where the service says that there is none. */
  readonly tasks: readonly FoundTask[];
  /** False where twins could not be looked for. */
  readonly complete: boolean;
}

export interface SearchRecordsArgs extends OfTarget {
  /** Case-sensitive. */
  readonly campaignName: string;
  /** All must match. `condition`: EQUALS unless said. */
  readonly where: readonly (Pick<Criterion, 'key' | 'value'> & Partial<Pick<Criterion, 'condition'>>)[];
  /** Tasks to show at most. Default: 1,000. */
  readonly limit?: number | undefined;
  /** Key under which the campaign stores clientId. Default: `Id`. */
  readonly clientIdFieldName?: string | undefined;
}

export interface SearchRecordsResult {
  /** In the order of the service. */
  readonly tasks: readonly FoundTask[];
  /** Whether every matching task is shown: a list may be cut without a word. */
  readonly complete: boolean;
}

type Args<T> = { readonly [K in keyof T]: pulumi.Input<Deep<T[K]>> };

/**
 * Whether the service knows a person, and what it says of the backing instance.
 *
 * @example
 * const { exists, backendStatus } = await getUser({ loginUserId: 'ana.ruiz@example.com' });
 */
export async function getUser(args: GetUserArgs): Promise<GetUserResult> {
  return LOOK_UPS.getUser(args, readConfig());
}

async function seenUser(context: LookupContext, { loginUserId }: GetUserArgs): Promise<GetUserResult> {
  const { lookUpUser } = await import('../desk/lookup.ts');
  const { result, ...answer } = (await lookUpUser(context, loginUserId)).answer;
  return { loginUserId, exists: result === 'SUCCESS', ...answer };
}

/** As `getUser`, of arguments that other resources deliver. */
export function getUserOutput(args: Args<GetUserArgs>): pulumi.Output<GetUserResult> {
  return pulumi.output(args).apply((given) => getUser({ ...given }));
}

/**
 * The tasks of a clientId in a campaign: their state, attempts and last one, work codes, pin and data.
 *
 * @example
 * const { tasks } = await getRecord({ campaignName: 'Summer Renewals', clientId: 'C-1001' });
 */
export async function getRecord(args: GetRecordArgs): Promise<GetRecordResult> {
  return LOOK_UPS.getRecord(args, readConfig());
}

async function seenRecord(
  context: LookupContext,
  { campaignName, clientId, clientIdFieldName }: GetRecordArgs,
): Promise<GetRecordResult> {
  const { lookUpRecord } = await import('../desk/lookup.ts');
  const by = { kind: 'clientId', clientId, clientIdFieldName: clientIdFieldName ?? null } as const;
  const found = await lookUpRecord(context, { campaignName, by });
  const tasks = found.tasks.map((task) => shownTask(task, found.clientIdFieldName));
  return { tasks, complete: found.twinsUnread === null };
}

/** As `getRecord`, of arguments that other resources deliver. A secret, because of the data. */
export function getRecordOutput(args: Args<GetRecordArgs>): pulumi.Output<GetRecordResult> {
  return pulumi.secret(pulumi.output(args).apply((given) => getRecord({ ...given })));
}

/**
 * Tasks of a campaign that match, as the service answers them.
 *
 * @example
 * const where = [{ key: 'sys_worked_state', value: 'NOTWORKED' }];
 * const { tasks, complete } = await searchRecords({ campaignName: 'Summer Renewals', where });
 */
export async function searchRecords(args: SearchRecordsArgs): Promise<SearchRecordsResult> {
  return LOOK_UPS.searchRecords(args, readConfig());
}

async function foundRecords(
  context: LookupContext,
  { campaignName, where, limit, clientIdFieldName }: SearchRecordsArgs,
): Promise<SearchRecordsResult> {
  const { DEFAULT_LIMIT, searchRecords: search } = await import('../desk/lookup.ts');
  const criteria = where.map(criterionOf);
  const found = await search(context, { campaigns: [campaignName], criteria, limit: limit ?? DEFAULT_LIMIT });
  const idKey = clientIdFieldName ?? found.idKeys[campaignName] ?? 'Id';
  const tasks = found.tasks.map(({ task }) => shownTask(task, idKey));
  return { tasks, complete: found.complete };
}

/** As `searchRecords`, of arguments that other resources deliver. A secret, because of the data. */
export function searchRecordsOutput(args: Args<SearchRecordsArgs>): pulumi.Output<SearchRecordsResult> {
  return pulumi.secret(pulumi.output(args).apply((given) => searchRecords({ ...given })));
}

type Argument = readonly [expected: string, fits: (value: unknown) => boolean, isNeeded: boolean];

const isText = (value: unknown): boolean => typeof value === 'string';
const TEXT: Argument = ['text', isText, false];
const NEEDED: Argument = ['text', isText, true];
const CAMPAIGN = { target: TEXT, campaignName: NEEDED, clientIdFieldName: TEXT };
const ARGUMENTS = {
  getUser: { target: TEXT, loginUserId: NEEDED },
  getRecord: { ...CAMPAIGN, clientId: NEEDED },
  searchRecords: {
    ...CAMPAIGN,
    where: ['a list', Array.isArray, true],
    limit: ['a number', (value) => typeof value === 'number', false],
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Argument>>>>;

/** By name, for programs and for the native provider. Each throws a RunError of one line. */
export const LOOK_UPS = {
  getUser: looking('getUser', seenUser),
  getRecord: looking('getRecord', seenRecord),
  searchRecords: looking('searchRecords', foundRecords),
};

function looking<T, A extends OfTarget>(
  name: keyof typeof ARGUMENTS,
  look: (context: LookupContext, args: A) => Promise<T>,
): (args: A, config: ReadConfig) => Promise<T> {
  return async (args, config) => {
    try {
      refuseArguments(new Map(Object.entries({ ...args })), ARGUMENTS[name]);
      const place = await findPlace({ folder: process.cwd(), config, name: args.target ?? null });
      const profile = await loadProfile(place.project, place.target.name);
      const { signal } = new AbortController();
      return await look({ ...place, profile, clock, signal, desired: null, memory: null, unread: [] }, args);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw runError(`${name}: [${error.code}] ${[error.message, ...(error.detail.lines ?? [])].join(' ')}`);
    }
  };
}

/** A program without types may give anything, or nothing. */
function refuseArguments(given: ReadonlyMap<string, unknown>, known: Readonly<Record<string, Argument>>): void {
  const names = Object.keys(known);
  for (const name of given.keys())
    if (!names.includes(name))
      throw badArgument(
        `${keyWords(name)}: is no argument${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
      );
  for (const [name, [expected, fits, isNeeded]] of Object.entries(known)) {
    const value = given.get(name) ?? undefined;
    if (!fits(value) && (isNeeded || value !== undefined))
      throw badArgument(`${name}: expected ${expected}; given ${typeof value}`);
  }
}

function badArgument(message: string): ToolError {
  return new ToolError('bad-usage', { message });
}

function criterionOf(criterion: SearchRecordsArgs['where'][number], at: number): Criterion {
  const { key, value, condition = 'EQUALS' } = { ...criterion };
  for (const [name, given] of Object.entries({ key, value }))
    if (!isText(given)) throw badArgument(`where[${at}].${name}: expected text; given ${typeof given}`);
  if (CONDITIONS.includes(condition)) return { key, value, condition };
  const message = `where[${at}].condition: expected one of ${CONDITIONS.join(', ')}; given ${String(condition)}${didYouMean(String(condition), CONDITIONS)}`;
  throw new ToolError('bad-criterion', { message });
}

function shownTask(task: ObservedTask, clientIdFieldName: string): FoundTask {
  const { items, ...shown } = task;
  const { data } = decodeItems(items, clientIdFieldName);
  return { ...shown, ...timesOf(task), data: Object.fromEntries(data.map(({ key, value }) => [key, value])) };
}
