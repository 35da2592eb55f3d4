// `policy.agents: service-and-backend`: whether everybody a record is pinned to is in the backing instance too. Seen
// absent is a mistake in the file; not observable is said and concludes nothing. Pure.

import { userAddress } from '../../model/address.ts';
import type { Diagnostic } from '../../model/errors.ts';
import { goesOn } from '../../model/record.ts';
import type { DesiredRecord } from '../../model/record.ts';
import type { DesiredState, ObservedState } from '../../model/state.ts';
import type { DesiredUser, ObservedUser } from '../../model/user.ts';
import type { Policy } from '../../model/target.ts';
import type { Warning } from '../warning.ts';

interface AgentFacts {
  readonly desired: DesiredState;
  readonly observed: ObservedState;
  readonly policy: Policy;
}

/** Agents whose backing side is absent, at each record that is pinned to them. */
export function checkBackendAgents(facts: AgentFacts): Diagnostic[] {
  return pinnedRecords(facts).flatMap(({ record, seen, user }) => {
    if (seen?.backend !== 'absent' || (user !== null && isMadeThere(user, seen))) return [];
    const message = `${record.address}: expected an agent who is in the second system (policy.agents: service-and-backend), given one in preferredAgent who is not`;
    const { address, agentSource: source = record.source } = record;
    return [{ code: 'agent-not-in-backend', message, source, line: null, address }];
  });
}

/** One warning an agent. */
export function unseenAgents(facts: AgentFacts): Warning[] {
  const unseen = pinnedRecords(facts).filter(
    ({ seen, user }) =>
      seen?.backend === 'unknown' && seen.problem === null && (user === null || !isMadeThere(user, seen)),
  );
  return [...Map.groupBy(unseen, ({ agent }) => agent)].map(([agent, [first]]) => ({
    code: 'agent-not-observable',
    loginUserId: agent,
    address: userAddress(agent),
    source: first?.record.agentSource ?? first?.record.source ?? null,
  }));
}

interface RecordPin {
  readonly record: DesiredRecord;
  readonly agent: string;
  readonly seen: ObservedUser | undefined;
  readonly user: DesiredUser | null;
}

function pinnedRecords({ desired, observed, policy }: AgentFacts): RecordPin[] {
  if (policy.agents !== 'service-and-backend') return [];
  const users = new Map(desired.users.map((user) => [user.loginUserId, user]));
  return desired.records.flatMap((record) => {
    const agent = record.preferredAgent;
    if (!agent || !goesOn(record.ensure)) return [];
    const seen = observed.users.get(userAddress(agent)) ?? observed.agents.get(agent);
    return [{ record, agent, seen, user: users.get(agent) ?? null }];
  });
}

/** The plan makes the backing side: by a create, or by a replace of a user who is in the service only. */
function isMadeThere(user: DesiredUser, seen: ObservedUser): boolean {
  if (user.ensure === 'absent' || !user.createInBackend) return false;
  return seen.service === 'absent' || user.onProfileChange === 'replace';
}
