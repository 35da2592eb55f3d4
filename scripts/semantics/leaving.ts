// Off-boarding: what becomes of the tasks pinned to somebody who leaves. Every cell is an answer of the differ.

import type { ObservedTask } from '../../src/core/model/record.ts';
import type { Pins } from '../../src/core/model/state.ts';
import type { Offboard } from '../../src/core/model/user.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { answer, grid } from './answer.ts';
import * as v from './values.ts';

const record = v.declared();
const pinned = (parts: Partial<ObservedTask> = {}, marker?: null): ObservedTask =>
  v.taskOf(record, { preferredAgent: v.ANA, ...parts }, marker);

interface Situation {
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

const leave =
  (offboard: Offboard) =>
  ({ pins: found, ours }: Situation): string => {
    const ana = v.wanted();
    const there = v.seenUser('present', 'unknown');
    const task = found.tasks[0]?.task;
    const facts = v.factsOf({
      desired: ours ? [record] : [],
      recorded: [v.recordedUser(ana, { offboard }), ...(ours ? [v.recordedRecord(record)] : [])],
      observed: {
        users: new Map([[ana.address, there]]),
        agents: new Map([[v.BEN, there]]),
        pins: new Map([[v.ANA, found]]),
        records: new Map(ours && task ? [[record.address, v.seen(task)]] : []),
      },
    });
    const { changes, verdicts } = diff(facts);
    const repins = changes.flatMap((change) => (change.kind === 'record' && change.pin !== null ? [change.pin] : []));
    const first = repins.map((pin) => (pin === '' ? 'pin cleared' : `task goes to ${pin}`));
    const change = changes.find(({ address }) => address === ana.address) ?? null;
    const verdict = verdicts.find(({ address }) => address === ana.address) ?? null;
    return [...first, answer({ change, verdict })].join(', then ');
  };

export const offboardTable = (): string =>
  grid<Situation>({
    labels: ['Tasks pinned to the person'],
    rows: [
      [['none'], { pins: pins(), ours: false }],
      [['one of ours, open'], { pins: pins(pinned()), ours: true }],
      [['one of ours, WORKED'], { pins: pins(pinned({ workedState: 'WORKED', workAttempts: 1 })), ours: true }],
      [['one of ours, COMPLETED'], { pins: pins(pinned({ workedState: 'COMPLETED' })), ours: true }],
      [['one that is not ours, open'], { pins: pins(pinned({}, null)), ours: false }],
      [['the list may be cut short'], { pins: { ...pins(), unread: ['Summer'] }, ours: false }],
    ],
    columns: {
      '`offboard` `block` (default)': leave('block'),
      '`offboard` `clear`': leave('clear'),
      '`offboard` `reassignTo: ben@…`': leave({ reassignTo: v.BEN }),
    },
  });
