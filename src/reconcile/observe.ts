// Desired and recorded addresses -> what the service answers about each. Reads only. Presence may be learned from a bulk
// search, absence only from an answer about that one key; what could not be read stays `unknown` (R6, R8, I6).

import { userAddress } from '../model/address.ts';
import type { Campaign } from '../model/record.ts';
import type { ObservedState, Pins, PinnedTask } from '../model/state.ts';
import type { ObservedUser } from '../model/user.ts';
import type { ServiceReader } from '../service/service.ts';
import type { OnProgress } from './change.ts';
import { forEachParallel } from './parallel.ts';
import { observeUser, stopOnEnvironment } from './observe-one.ts';
import { readCost } from './requests.ts';
import { RecordReading } from './observe-records.ts';
import type { ReadingOptions } from './observe-records.ts';
import { knownCampaigns, loginsToAsk } from './observe-scope.ts';

export interface ObserveOptions extends ReadingOptions {
  readonly onProgress: OnProgress;
}

/** Throws ToolError only for a failure of the whole environment (key, tenant, URL); one unreadable object is `unknown`. */
export async function observe(options: ObserveOptions): Promise<ObservedState> {
  const counting = countRequests(options.reader);
  const records = new RecordReading({ ...options, reader: counting.reader });
  const users = new Map<string, ObservedUser>();
  const agents = new Map<string, ObservedUser>();
  const logins = loginsToAsk(options.desired, options.recorded);
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

function countRequests(reader: ServiceReader): { reader: ServiceReader; count: () => number } {
  let requests = 0;
  const counted =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>, cost: (...args: A) => number = () => 1) =>
    (...args: A): Promise<R> => {
      requests += cost(...args);
      return ask(...args);
    };
  return {
    count: () => requests,
    reader: {
      queryUser: counted((id: string) => reader.queryUser(id)),
      findRecord: counted((campaign: Campaign, clientId: string) => reader.findRecord(campaign, clientId), readCost),
      searchRecords: counted((campaign, criterion) => reader.searchRecords(campaign, criterion)),
    } satisfies ServiceReader,
  };
}
