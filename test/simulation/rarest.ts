// What a stack alone forgets, in which a rule counts that no other life met (tools/plants). No story says what muster should do.

import { edit, pair, told, withOther, write } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofRarest(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door !== 'pulumi' || !chance.is(0.02)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, { stories: [UNREAD_DELETE], small: (world) => withOther(pair(world)) });
}

// SUCCESS, and nothing is deleted; the run is told to stop before it reads that.
const UNREAD_DELETE: Tell = (_, chance) => ({
  first: {},
  steps: [
    {
      edits: [edit(chance.pick(['drop-person', 'drop-record']))],
      faults: [write('claims-done')],
      stop: { kind: 'signal', at: 1, isAfterWrite: true },
    },
    {},
  ],
});
