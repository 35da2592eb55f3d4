// Off-boarding: what becomes of the tasks pinned to somebody who leaves. Every cell is an answer of the differ.

import type { ObservedTask } from '../../src/core/model/record.ts';
import type { Pins } from '../../src/core/model/state.ts';
import type { Offboard } from '../../src/core/model/user.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { table } from '../markdown.ts';
import { answer } from './answer.ts';
import * as v from './values.ts';

const record = v.declared();
const pinned = (parts: Partial<ObservedTask> = {}, marker?: null): ObservedTask =>
  v.taskOf(record, { preferredAgent: v.ANA, ...parts }, ...(marker === null ? [null] : []));

interface Situation {
  readonly name: string;
  readonly pins: Pins;
  /** Whether the task is recorded as ours. */
  readonly ours: boolean;
}

const pins = (...tasks: readonly ObservedTask[]): Pins => ({
  tasks: tasks.map((task) => ({ campaignName: 'Summer', task })),
  searched: ['Summer'],
  unread: [],
  requests: 1,
});

const SITUATIONS: readonly Situation[] = [
  { name: 'none', pins: pins(), ours: false },
  { name: 'one of ours, open', pins: pins(pinned()), ours: true },
  { name: 'one of ours, WORKED', pins: pins(pinned({ workedState: 'WORKED', workAttempts: 1 })), ours: true },
  { name: 'one of ours, COMPLETED', pins: pins(pinned({ workedState: 'COMPLETED' })), ours: true },
  { name: 'one that is not ours, open', pins: pins(pinned({}, null)), ours: false },
  { name: 'the list may be cut short', pins: { ...pins(), unread: ['Summer'] }, ours: false },
];

function leave({ pins: found, ours }: Situation, offboard: Offboard): string {
  const ana = v.wanted();
  const task = found.tasks[0]?.task;
  const { changes, verdicts } = diff({
    desired: ours ? v.desiredState(record) : v.desiredState(),
    recorded: v.recordedState(v.recordedUser(ana, { offboard }), ...(ours ? [v.recordedRecord(record)] : [])),
    observed: v.observedState({
      users: new Map([[ana.address, v.seenUser('present', 'unknown')]]),
      agents: new Map([[v.BEN, v.seenUser('present', 'unknown')]]),
      pins: new Map([[v.ANA, found]]),
      records: new Map(ours && task ? [[record.address, v.seen(task)]] : []),
    }),
    lineage: v.LINEAGE,
    digest: v.digest,
    now: v.NOW,
  });
  const repins = changes.flatMap((change) => (change.kind === 'record' && change.pin !== null ? [change.pin] : []));
  const first = repins.map((pin) => (pin === '' ? 'pin cleared' : `task goes to ${pin}`));
  const user = changes.find(({ address }) => address === ana.address) ?? null;
  const said = verdicts.find(({ address }) => address === ana.address) ?? null;
  return [...first, answer({ change: user, verdict: said })].join(', then ');
}

export function offboardTable(): string {
  const policies: readonly (readonly [string, Offboard])[] = [
    ['`block` (default)', 'block'],
    ['`clear`', 'clear'],
    ['`reassignTo: ben@…`', { reassignTo: v.BEN }],
  ];
  return table(
    ['Tasks pinned to the person', ...policies.map(([name]) => `\`offboard\` ${name}`)],
    SITUATIONS.map((situation) => [situation.name, ...policies.map(([, policy]) => leave(situation, policy))]),
  );
}
