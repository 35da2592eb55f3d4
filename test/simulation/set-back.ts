// Through Pulumi: a customer who was called, and an update that sets the attempts back and is cut off before the state is put back, with a
// refresh before the next one or without; in a campaign without markers; and of a task that the same update takes over. Its line goes, and
// comes back. No story says what muster should do.

import { withMarkers } from './reset.ts';
import {
  REPLACE,
  adopting,
  alone,
  edit,
  event,
  told,
  unmarked,
  withOther,
  withStranger,
  withSwitch,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step, Stop } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofSetBack(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door !== 'pulumi' || !chance.is(0.03)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, { stories: STORIES, small: (world) => withOther(alone(world)) });
}

const AT_ONCE: Stop = { kind: 'kill', at: 1, isAfterWrite: true };

/** The line goes, or its task is cleared away while it stands; then it is there again, with a reason or without. */
const after = (chance: Chance): Partial<Step>[] => [
  ...(chance.is(0.3) ? [{}] : []),
  chance.is(0.7) ? { edits: [edit('drop-record')] } : { before: [event('clear')] },
  { edits: [chance.is(0.7) ? edit('revert', 0) : edit('put-back')] },
];

const cutOff: Tell = (world, chance) => ({
  world: withSwitch(world, { S10: 'resets' }),
  first: {},
  steps: [
    { before: [event('work')], edits: [edit('when-worked', REPLACE), edit('data', chance.int(9))], stop: AT_ONCE },
    ...after(chance),
  ],
});

const STORIES: readonly Tell[] = [
  (world, chance) => cutOff(withMarkers(world), chance),
  (world, chance) => cutOff(unmarked(world), chance),
  (world, chance) => ({
    world: adopting(withStranger(withSwitch(world, { S10: 'resets' }), 'WORKED')),
    first: { edits: [edit('when-worked', REPLACE)], stop: AT_ONCE },
    steps: after(chance),
  }),
];
