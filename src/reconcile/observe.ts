// Desired and recorded addresses -> what the service answers about each. Reads only. Presence may be learned from a bulk
// search, absence only from an answer about that one key; what could not be read stays `unknown` (R6, R8, I6).

import { parseAddress, recordAddress, userAddress } from '../model/address.ts';
import { ToolError } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Campaign } from '../model/record.ts';
import type { Clock, DesiredState, ObservedState, Pins, PinnedTask, RecordedState } from '../model/state.ts';
import type { ObservedUser } from '../model/user.ts';
import type { ServiceReader } from '../service/service.ts';
import type { OnProgress } from './change.ts';
import { forEachParallel } from './parallel.ts';
import { RecordReading } from './observe-records.ts';

export interface ObserveOptions {
  readonly reader: ServiceReader;
  readonly desired: DesiredState;
  readonly recorded: RecordedState;
  /** Name in our markers: `<project>.<stack>`. */
  readonly stack: string;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
}

/** Throws ToolError only for a failure of the whole environment (key, tenant, URL); one unreadable object is `unknown`. */
export async function observe(options: ObserveOptions): Promise<ObservedState> {
  const counting = countRequests(options.reader);
  const records = new RecordReading({ ...options, reader: counting.reader });
  const users = new Map<string, ObservedUser>();
  const agents = new Map<string, ObservedUser>();
  const logins = loginsToAsk(options);
  const progress = { done: 0, total: logins.known.length + logins.agents.length + records.size };
  const step = (): void => options.onProgress({ phase: 'read', done: ++progress.done, total: progress.total });

  const askUsers = (ids: readonly string[], into: Map<string, ObservedUser>, key: (id: string) => string) =>
    forEachParallel(ids, async (id) => {
      into.set(key(id), await observeUser(counting.reader, id, options.clock));
      step();
    });
  await Promise.all([
    askUsers(logins.known, users, userAddress),
    askUsers(logins.agents, agents, (id) => id),
    records.read(step),
  ]);
  const pins = await findPins({ ...options, reader: counting.reader }, users);
  const answers = [...users.values(), ...agents.values()].map((user) => user.service).concat(records.presences());
  return {
    users,
    agents,
    pins,
    records: records.observed,
    extras: records.extras(),
    coverage: { asked: answers.length, answered: answers.filter((presence) => presence !== 'unknown').length },
    requests: counting.count(),
  };
}

export async function observeUser(reader: ServiceReader, loginUserId: string, clock: Clock): Promise<ObservedUser> {
  const observedAt = clock();
  const outcome = await reader.queryUser(loginUserId);
  stopOnEnvironment(outcome);
  if (outcome.kind === 'done') return { ...outcome.value, observedAt, problem: null };
  return { service: 'unknown', backend: 'unknown', connectUserId: null, observedAt, problem: outcome.problem };
}

/** One environment-wide failure stops all: N users would only fail N times (U10). */
export function stopOnEnvironment(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'done' || !outcome.problem.stopsRun) return;
  throw new ToolError(outcome.problem.code, { message: outcome.problem.message });
}

function loginsToAsk({ desired, recorded }: ObserveOptions): { known: string[]; agents: string[] } {
  const known = new Set(desired.users.map((user) => user.loginUserId));
  for (const address of [...recorded.objects.keys(), ...recorded.openIntents.map((intent) => intent.address)]) {
    const parsed = parseAddress(address);
    if (parsed?.kind === 'user') known.add(parsed.loginUserId);
  }
  const agents = new Set<string>();
  for (const record of desired.records) {
    if (record.preferredAgent && !known.has(record.preferredAgent)) agents.add(record.preferredAgent);
  }
  for (const user of desired.users) {
    const successor = typeof user.offboard === 'object' ? user.offboard.reassignTo : null;
    if (successor !== null && !known.has(successor)) agents.add(successor);
  }
  return { known: [...known], agents: [...agents] };
}

/** What is pinned to each user who is present and no longer wanted, campaign by campaign (off-boarding). */
async function findPins(options: ObserveOptions, users: ReadonlyMap<string, ObservedUser>): Promise<Map<string, Pins>> {
  const staying = new Set(options.desired.users.flatMap((user) => (user.ensure === 'present' ? [user.address] : [])));
  const leaving = [...users].filter(([address, user]) => !staying.has(address) && user.service === 'present');
  const campaigns = knownCampaigns(options.desired, options.recorded);
  const pins = new Map<string, Pins>();
  await forEachParallel(leaving, async ([address]) => {
    const loginUserId = address.slice('user:'.length);
    const found: PinnedTask[] = [];
    let complete = true;
    for (const campaign of campaigns) {
      const criterion = { key: 'sys_preferred_agent', value: loginUserId, condition: 'EQUALS' } as const;
      const outcome = await options.reader.searchRecords(campaign, criterion);
      stopOnEnvironment(outcome);
      if (outcome.kind !== 'done' || !outcome.value.complete) complete = false;
      if (outcome.kind === 'done') {
        found.push(...outcome.value.tasks.map((task) => ({ campaignName: campaign.campaignName, task })));
      }
    }
    pins.set(loginUserId, { complete, tasks: found });
  });
  return pins;
}

/** Declared campaigns, and those only recorded: their settings are rebuilt from what was recorded. */
export function knownCampaigns(desired: DesiredState, recorded: RecordedState): Campaign[] {
  const campaigns = new Map(desired.campaigns.map((campaign) => [campaign.campaignName, campaign]));
  for (const object of recorded.objects.values()) {
    if (object.kind !== 'record' || campaigns.has(object.campaignName)) continue;
    campaigns.set(object.campaignName, {
      campaignName: object.campaignName,
      clientIdFieldName: object.clientIdFieldName,
      manage: 'each',
      marker: object.marker !== null,
      intake: false,
      source: { file: '(recorded)', line: 1, column: 1 },
    });
  }
  return [...campaigns.values()];
}

/** Every record address that is desired, recorded or about to be settled, by campaign. */
export function recordKeys(desired: DesiredState, recorded: RecordedState): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  const add = (campaignName: string, clientId: string): void => {
    const known = keys.get(campaignName) ?? new Set<string>();
    keys.set(campaignName, known.add(clientId));
  };
  for (const record of desired.records) add(record.campaign.campaignName, record.clientId);
  for (const object of recorded.objects.values()) {
    if (object.kind === 'record') add(object.campaignName, object.clientId);
  }
  for (const intent of recorded.openIntents) {
    const parsed = parseAddress(intent.address);
    if (parsed?.kind !== 'record') continue;
    add(parsed.campaignName, parsed.clientId);
    if (intent.fromCampaign !== null) add(intent.fromCampaign, parsed.clientId);
  }
  return keys;
}

export function addressIn(campaign: Campaign, clientId: string): string {
  return recordAddress(campaign.campaignName, clientId);
}

function countRequests(reader: ServiceReader): { reader: ServiceReader; count: () => number } {
  let requests = 0;
  const counted =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      requests += 1;
      return ask(...args);
    };
  return {
    count: () => requests,
    reader: {
      queryUser: counted((id: string) => reader.queryUser(id)),
      findRecord: counted((campaign: Campaign, clientId: string) => reader.findRecord(campaign, clientId)),
      searchRecords: counted((campaign, criterion) => reader.searchRecords(campaign, criterion)),
    } satisfies ServiceReader,
  };
}
