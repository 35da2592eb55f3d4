// An object that another partition of the target declares by now: every cell is an answer of the differ.

import type { Address } from '../../src/core/model/address.ts';
import type { HeldElsewhere } from '../../src/core/model/state.ts';
import { diff } from '../../src/core/reconcile/diff/diff.ts';
import { table } from '../markdown.ts';
import { answer } from './answer.ts';
import * as v from './values.ts';

export function partitionTable(): string {
  const recorded = v.recordedRecord(v.declared());
  const cell = (held: ReadonlyMap<Address, HeldElsewhere>): string => {
    const others = {
      holders: new Map([[recorded.address, 'south']]),
      leavers: new Set<Address>(),
      campaigns: [],
      recorded: held,
    };
    const { changes, verdicts } = diff({
      desired: { ...v.desiredState(), others },
      recorded: v.recordedState(recorded),
      observed: v.observedState({ records: new Map([[recorded.address, v.seen(v.taskOf(v.declared()))]]) }),
      lineage: v.LINEAGE,
      digest: v.digest,
      now: v.NOW,
    });
    return answer({ change: changes[0] ?? null, verdict: verdicts[0] ?? null });
  };
  return table(
    ['The partition that declares it now', 'Answer'],
    [
      ['does not record it yet', cell(new Map())],
      [
        'has taken it over',
        cell(new Map([[recorded.address, { partition: 'south', object: recorded, isOpen: false }]])),
      ],
    ],
  );
}
