// Who a record may be pinned to: every cell is an answer of the differ.

import type { ObservedRecord } from '../../src/core/model/record.ts';
import type { AgentRule } from '../../src/core/model/target.ts';
import type { ObservedUser } from '../../src/core/model/user.ts';
import { pinCheck } from '../../src/core/reconcile/diff/agents.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { answer, rowTable } from './answer.ts';
import * as v from './values.ts';

const ZOE = 'zoe@example.com';
const RULES: readonly AgentRule[] = ['declared', 'known', 'service-and-backend', 'any'];
const pinned = v.declared({ preferredAgent: ZOE });
const seenAs = (service: ObservedUser['service'], backend: ObservedUser['backend']): ObservedUser => {
  return { service, backend, connectUserId: null, observedAt: v.NOW, problem: null };
};

/** Nobody declares the agent: task seen x what the service says of the agent, for each rule. */
export function agentTable(): string {
  const tasks: readonly (readonly [string, ObservedRecord, 'new' | 'ours'])[] = [
    ['none, and the record is new', v.seen(), 'new'],
    ['as declared', v.seen(v.taskOf(pinned, {}, v.markerFor('C-1'))), 'ours'],
    ['COMPLETED', v.seen(v.taskOf(pinned, { workedState: 'COMPLETED' }, v.markerFor('C-1'))), 'ours'],
  ];
  const agents: readonly (readonly [string, ObservedUser])[] = [
    ['no such user', seenAs('absent', 'absent')],
    ['in the service alone', seenAs('present', 'absent')],
    ['could not be read', seenAs('unknown', 'unknown')],
  ];
  const rows = tasks.flatMap(([task, seen, whose]) =>
    agents.map(([agent, user]) => {
      const observed = v.observedState({
        records: new Map([[pinned.address, seen]]),
        agents: new Map([[ZOE, user]]),
      });
      const cells = RULES.map((rule) => {
        const desired = v.desiredState(pinned);
        const recorded = v.recordedState(...(whose === 'ours' ? [v.recordedRecord(pinned)] : []));
        const checkPin = pinCheck({ desired, observed, rule });
        const facts = { desired, recorded, observed, checkPin, lineage: v.LINEAGE, digest: v.digest, now: v.NOW };
        const { changes, verdicts } = diff(facts);
        return answer({ change: changes[0] ?? null, verdict: verdicts[0] ?? null });
      });
      return { labels: [task, agent], cells };
    }),
  );
  return rowTable(['Task seen', 'Agent, not declared', ...RULES.map((rule) => `\`${rule}\``)], rows);
}
