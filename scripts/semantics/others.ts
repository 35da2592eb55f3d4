// Tables about what stands beside a record: the agent it is pinned to, the list of whom not to call, another partition, another spelling.
// Every cell is an answer of the differ.

import { recordAddress } from '../../src/core/model/address.ts';
import { readDoNotCall } from '../../src/core/model/do-not-call.ts';
import type { DesiredRecord, ObservedRecord, RecordedRecord } from '../../src/core/model/record.ts';
import type { HeldElsewhere } from '../../src/core/model/state.ts';
import type { AgentRule } from '../../src/core/model/target.ts';
import type { ObservedUser } from '../../src/core/model/user.ts';
import { pinCheck } from '../../src/core/reconcile/diff/agents.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { answer, grid, planned } from './answer.ts';
import { USED_UP } from './records.ts';
import * as v from './values.ts';

const ZOE = 'zoe@example.com';
const RULES: readonly AgentRule[] = ['declared', 'known', 'service-and-backend', 'any'];

/** Nobody declares the agent: task seen x what the service says of the agent, for each rule. */
export function agentTable(): string {
  const desired = v.declared({ preferredAgent: ZOE });
  const ours = v.recordedRecord(desired);
  const tasks: readonly (readonly [string, ObservedRecord, RecordedRecord?])[] = [
    ['none, and the record is new', v.seen()],
    ['as declared', v.seen(v.taskOf(desired, {}, v.markerFor('C-1'))), ours],
    ['COMPLETED', v.seen(v.taskOf(desired, { workedState: 'COMPLETED' }, v.markerFor('C-1'))), ours],
  ];
  const agents: readonly (readonly [string, ObservedUser])[] = [
    ['no such user', v.seenUser('absent', 'absent')],
    ['in the service alone', v.seenUser('present', 'absent')],
    ['could not be read', v.seenUser('unknown', 'unknown')],
  ];
  const cell =
    (rule: AgentRule) =>
    ([[, seen, recorded], [, agent]]: readonly [(typeof tasks)[number], (typeof agents)[number]]): string => {
      const observed = { records: new Map([[desired.address, seen]]), agents: new Map([[ZOE, agent]]) };
      const facts = v.factsOf({ desired: [desired], recorded: [recorded], observed });
      return answer(planned({ ...facts, checkPin: pinCheck({ ...facts, rule }) }));
    };
  return grid({
    labels: ['Task seen', 'Agent, not declared'],
    rows: tasks.flatMap((task) =>
      agents.map(
        (agent) =>
          [
            [task[0], agent[0]],
            [task, agent],
          ] as const,
      ),
    ),
    columns: Object.fromEntries(RULES.map((rule) => [`\`${rule}\``, cell(rule)])),
  });
}

/** A customer whom `policy.doNotCall` lists. */
export function listedTable(): string {
  const desired = v.declared({ skillQueue: 'silver' });
  const doNotCall = readDoNotCall(desired.clientId, { file: 'no-calls.txt', digest: '' });
  const ours = v.recordedRecord(desired);
  return grid<readonly [RecordedRecord | undefined, ObservedRecord]>({
    labels: ['The customer'],
    rows: [
      [['is new'], [undefined, v.seen()]],
      [['has an open task of ours'], [ours, v.seen(v.taskOf(desired))]],
      [['is finished'], [{ ...ours, ...USED_UP }, v.seen()]],
    ],
    columns: {
      Answer: ([recorded, seen]) => {
        const observed = { records: new Map([[desired.address, seen]]) };
        return answer(planned({ ...v.factsOf({ desired: [desired], recorded: [recorded], observed }), doNotCall }));
      },
    },
  });
}

/** An object that another partition of the target declares by now. */
export function partitionTable(): string {
  const object = v.recordedRecord(v.declared());
  const observed = { records: new Map([[object.address, v.seen(v.taskOf(v.declared()))]]) };
  const facts = v.factsOf({ recorded: [object], observed });
  const holders = new Map([[object.address, 'south']]);
  return grid<readonly HeldElsewhere[]>({
    labels: ['The partition that declares it now'],
    rows: [
      [['does not record it yet'], []],
      [['has taken it over'], [{ partition: 'south', object, isOpen: false }]],
    ],
    columns: {
      Answer: (held) => {
        const recorded = new Map(held.map((each) => [each.object.address, each]));
        const others = { holders, leavers: new Set<never>(), campaigns: [], recorded };
        return answer(planned({ ...facts, desired: { ...facts.desired, others } }));
      },
    },
  });
}

interface Former {
  readonly before: Partial<RecordedRecord>;
  readonly isDeclared: boolean;
}

/** A clientId that is declared for the first time, beside one that is ours under another spelling. */
export function spellingTable(): string {
  const spelled = (clientId: string): DesiredRecord =>
    v.declared({ clientId, skillQueue: 'silver', address: recordAddress('Summer', clientId) });
  const [ours, otherForm, otherCase] = [spelled('C-1\u00e9'), spelled('C-1e\u0301'), spelled('c-1\u00e9')];
  const cell =
    (desired: DesiredRecord) =>
    ({ before, isDeclared }: Former): string => {
      const records = new Map([
        [ours.address, before.consumed ? v.seen() : v.seen(v.taskOf(ours))],
        [desired.address, v.seen()],
      ]);
      const recorded = [{ ...v.recordedRecord(ours), ...before }];
      const all = isDeclared ? [ours, desired] : [desired];
      const { changes, verdicts } = diff(v.factsOf({ desired: all, recorded, observed: { records } }));
      const at = ({ address }: { readonly address: string }): boolean => address === desired.address;
      return answer({ change: changes.find(at) ?? null, verdict: verdicts.find(at) ?? null });
    };
  return grid({
    labels: ['Ours under the other spelling'],
    rows: [
      [['recorded, and declared'], { before: {}, isDeclared: true }],
      [['recorded, declared nowhere'], { before: {}, isDeclared: false }],
      [['finished'], { before: USED_UP, isDeclared: false }],
    ],
    columns: {
      'other form (NFC, NFD)': cell(otherForm),
      'other case': cell(otherCase),
      'other case, with a new `reissue`': cell({ ...otherCase, reissue: 'another customer' }),
    },
  });
}
