// Who a record may be pinned to (`policy.agents`). Another pin is a question about that record alone: the platform clears a pin that
// nobody answers to, so nothing else has to wait. Pure. Premise: the user id of an agent is a login id (open point agent-id).
//
//   policy                          | taken as it is, where the agent
//   declared                        | is declared, here or in another partition
//   known                           | is declared, or the service does not say that there is no such user
//   service-and-backend             | the same, and the backing instance does not say it either
//   any, or a target without users  | is whoever the file says; nobody is asked

import { userAddress } from '../../model/address.ts';
import { goesOn } from '../../model/record.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { DesiredState, ObservedState } from '../../model/state.ts';
import { didYouMean } from '../../model/suggest.ts';
import type { AgentRule } from '../../model/target.ts';
import type { DesiredUser, ObservedUser } from '../../model/user.ts';
import type { RecordReason } from '../verdict.ts';
import type { Warning } from '../warning.ts';

export interface AgentFacts {
  /** Everybody who is declared, whatever the scope. */
  readonly desired: DesiredState;
  readonly observed: ObservedState;
  readonly rule: AgentRule;
}

/** What is to be asked of the pin of a record; null where nothing is. */
export type PinCheck = (record: DesiredRecord) => RecordReason | null;

export function pinCheck({ desired, observed, rule }: AgentFacts): PinCheck {
  const users = new Map(desired.users.map((user) => [user.loginUserId, user]));
  const holders = desired.others?.holders;
  // Many records may be pinned to one agent.
  const nearOf = new Map<string, string>();
  return ({ preferredAgent: agent }) => {
    if (!agent || rule === 'any') return null;
    const [user, seen] = [users.get(agent) ?? null, seenAgent(observed, agent)];
    const holder = holders?.get(userAddress(agent)) ?? null;
    const isUnknown = rule === 'declared' ? holder === null : seen?.service === 'absent';
    if (user === null && isUnknown) {
      const near = nearOf.get(agent) ?? didYouMean(agent, [...users.keys()]);
      nearOf.set(agent, near);
      return { kind: 'agent-unknown', loginUserId: agent, partition: holder, near };
    }
    const isMissing = rule === 'service-and-backend' && seen?.backend === 'absent' && !isMadeThere(user, seen);
    return isMissing ? { kind: 'agent-not-in-backend', loginUserId: agent } : null;
  };
}

/** One warning an agent. */
export function unseenAgents({ desired, observed, rule }: AgentFacts): Warning[] {
  if (rule !== 'service-and-backend') return [];
  const users = new Map(desired.users.map((user) => [user.loginUserId, user]));
  return [...pinnedRecords(desired)].flatMap(([agent, [first]]) => {
    const seen = seenAgent(observed, agent);
    if (seen?.backend !== 'unknown' || seen.problem !== null || isMadeThere(users.get(agent) ?? null, seen)) return [];
    const source = first?.agentSource ?? first?.source ?? null;
    return [{ code: 'agent-not-observable', loginUserId: agent, address: userAddress(agent), source }];
  });
}

function seenAgent({ users, agents }: ObservedState, agent: string): ObservedUser | undefined {
  return users.get(userAddress(agent)) ?? agents.get(agent);
}

function pinnedRecords({ records }: DesiredState): Map<string, DesiredRecord[]> {
  const open = records.filter(({ preferredAgent, ensure }) => preferredAgent && goesOn(ensure));
  return Map.groupBy(open, ({ preferredAgent = '' }) => preferredAgent);
}

/** The plan makes the backing side: by a create, or by a replace of a user who is in the service only. */
function isMadeThere(user: DesiredUser | null, seen: ObservedUser): boolean {
  if (user === null || user.ensure === 'absent' || !user.createInBackend) return false;
  return seen.service === 'absent' || user.onProfileChange === 'replace';
}
