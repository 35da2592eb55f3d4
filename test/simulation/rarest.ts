// Stories in which a rule counts that no other life met (tools/plants). No story says what muster should do.

import { edit, event, pair, told, withOther, withSecond, write } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function ofRarest(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.02)) return null;
  const { isParted: _, ...whole } = plan;
  const stories = plan.door === 'pulumi' ? [UNREAD_DELETE, MOVED_BY_OTHERS] : [MOVED_BY_OTHERS];
  return told(whole, chance, { stories, small: (world) => withOther(pair(world)) });
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

/** Somebody in the second campaign, who stays. */
function withAnother({ files, ...world }: StartingWorld): StartingWorld {
  const records = [{ clientId: 'C-14', data: { Name: 'Stays' } }];
  const campaigns = files.campaigns.map((each, at) => (at === 1 ? { ...each, intake: false, records } : each));
  return { ...world, files: { ...files, campaigns } };
}

// Others move our task to another campaign by hand, and add one of their own in its place, which the line takes over.
const MOVED_BY_OTHERS: Tell = (world, chance) => ({
  world: withAnother(withSecond(withOther(pair(world)))),
  first: {},
  steps: [
    {
      before: [event('move-by-hand'), event('add-there')],
      edits: chance.is(0.8) ? [edit('adopt-record')] : [edit('drop-record')],
    },
    {},
  ],
});
