// Desired and recorded addresses -> what the service answers about each. Reads only. Presence may be learned from a bulk
// search, absence only from an answer about that one key, or proved in bulk where only a create follows (records.ts); what could not be
// read stays `unknown`.

import { userAddress } from '../../model/address.ts';
import type { Address } from '../../model/address.ts';
import type { Campaign } from '../../model/record.ts';
import type { ObservedState, Pins } from '../../model/state.ts';
import type { DesiredUser, ObservedUser } from '../../model/user.ts';
import type { ServiceReader } from '../../service/service.ts';
import type { OnProgress } from '../settlement.ts';
import { forEachParallel } from './parallel.ts';
import { observeUser, stopOnEnvironment, userReading } from './one.ts';
import { countRequests } from './requests.ts';
import { RecordReading } from './records.ts';
import type { ReadingOptions } from './records.ts';
import { knownCampaigns, loginsToAsk } from './addresses.ts';
import { readElsewhere } from './elsewhere.ts';
import { otherZones } from './zones.ts';
import { searchPins } from './search-pins.ts';

export interface ObserveOptions extends ReadingOptions {
  /** Searched for pins of people who leave, and for who is gone: of the whole state, whatever the scope. Default: those of the states given. */
  readonly pinCampaigns?: readonly Campaign[];
  /** As in loginsToAsk. */
  readonly asksPins?: boolean;
  /** As Policy.verifyZones. */
  readonly verifyZones?: boolean;
  readonly onProgress: OnProgress;
}

/** Throws ToolError only for a failure of the whole environment (key, tenant, URL); one unreadable object is `unknown`. */
export async function observe(options: ObserveOptions): Promise<ObservedState> {
  const counting = countRequests(options.reader);
  const records = new RecordReading({ ...options, reader: counting.reader });
  const users = new Map<string, ObservedUser>();
  const agents = new Map<string, ObservedUser>();
  const logins = loginsToAsk(options.desired, options.recorded, options.asksPins);
  const progress = { done: 0, total: logins.known.length + logins.agents.length + records.size };
  const step = (): void => options.onProgress({ phase: 'read', done: ++progress.done, total: progress.total });

  const ask = userReading(counting.reader, options.recorded, options.clock);
  const askUsers = (ids: readonly string[], into: Map<string, ObservedUser>, key: (id: string) => string) =>
    forEachParallel(ids, async (id) => {
      into.set(key(id), await ask(id));
      step();
    });
  await Promise.all([
    askUsers(logins.known, users, userAddress),
    askUsers(logins.agents, agents, (id) => id),
    records.read(step),
  ]);
  await askThirdSpelling(counting.reader, options, users);
  const elsewhere = await readElsewhere({ ...options, reader: counting.reader }, records.observed);
  const pins = await findPins({ ...options, reader: counting.reader }, logins.known, users);
  const answers = [...users.values(), ...agents.values()].map((user) => user.service).concat(records.presences());
  return {
    users,
    agents,
    pins,
    records: records.observed,
    extras: records.extras(),
    foreign: records.foreign,
    elsewhere,
    strangers: records.strangers,
    unread: records.unread,
    ...(options.verifyZones && { otherZones: await otherZones(counting.reader, options.desired, records.observed) }),
    coverage: {
      asked: answers.length + records.unread.size,
      answered: answers.filter((presence) => presence !== 'unknown').length,
    },
    requests: counting.count(),
  };
}

/**
 * Of two accounts whose logins differ in case one is to go, and nothing tells whether they are two: a spelling that nobody has is asked for.
 * NOT_FOUND, twice because an answer names nobody, says that this service reads case.
 */
async function askThirdSpelling(
  reader: ServiceReader,
  { desired, clock }: ObserveOptions,
  users: Map<Address, ObservedUser>,
): Promise<void> {
  const isThere = ({ address }: DesiredUser): boolean => users.get(address)?.service === 'present';
  const alike = Map.groupBy(desired.users.filter(isThere), ({ loginUserId }) => loginUserId.toLowerCase());
  await forEachParallel([...alike.values()], async (all) => {
    const gone = all.find(({ ensure }) => ensure === 'absent');
    const third = gone === undefined ? null : thirdSpelling(gone.loginUserId, all);
    const isNone = async (id: string): Promise<boolean> => (await observeUser(reader, id, clock)).service === 'absent';
    if (third === null || !(await isNone(third)) || !(await isNone(third))) return;
    for (const { address } of all) {
      const seen = users.get(address);
      if (seen !== undefined) users.set(address, { ...seen, isCased: true });
    }
  });
}

/** With another letter in the other case, on the side of the @ where the two differ: a service may read case on one side only. */
function thirdSpelling(id: string, all: readonly DesiredUser[]): string | null {
  const known = all.map(({ loginUserId }) => loginUserId);
  const other = known.find((each) => each !== id) ?? id;
  const letters = id.split('');
  const at = letters.findIndex((letter, index) => letter !== other[index]);
  const isAfter = (index: number): boolean => index > id.indexOf('@');
  const flipped = letters.flatMap((letter, index) => {
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const spelling = letters.with(index, turned).join('');
    return isAfter(index) !== isAfter(at) || spelling.length !== id.length || [id, ...known].includes(spelling)
      ? []
      : spelling;
  });
  return other === id ? null : (flipped[0] ?? null);
}

/**
 * What is pinned to each user who is no longer wanted: of those present, because they are to be removed or released; of
 * those recorded and gone already, because their tasks are stranded. A leaver known to be gone costs no search.
 */
async function findPins(
  options: ObserveOptions,
  known: readonly string[],
  users: ReadonlyMap<Address, ObservedUser>,
): Promise<Map<string, Pins>> {
  const { desired, recorded } = options;
  const staying = new Set(desired.users.flatMap((user) => (user.ensure === 'present' ? [user.address] : [])));
  const mayHold = (address: Address): boolean => {
    const service = users.get(address)?.service;
    return service === 'present' || (service === 'absent' && recorded.objects.has(address));
  };
  const leaving = known.filter((loginUserId) => {
    const address = userAddress(loginUserId);
    return !staying.has(address) && !desired.others?.holders.has(address) && mayHold(address);
  });
  const campaigns = options.pinCampaigns ?? knownCampaigns(desired, recorded);
  const found = new Map<string, Pins>();
  await forEachParallel(leaving, async (loginUserId) => {
    const { pins, problem } = await searchPins(options.reader, campaigns, loginUserId);
    if (problem !== null) stopOnEnvironment({ kind: 'unknown', problem });
    found.set(loginUserId, pins);
  });
  return found;
}
