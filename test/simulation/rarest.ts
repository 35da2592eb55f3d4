// Stories in which a rule counts that no other life met (tools/plants), and whoever was called before a reason opened the task. No story says
// what muster should do.

import { alone, edit, event, pair, told, withOther, withSecond, withSwitch, write } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function ofRarest(plan: LifePlan, chance: Chance): LifePlan | null {
  const { isParted: _, ...whole } = plan;
  if (plan.door === 'pulumi' && chance.is(0.02))
    return told(whole, chance, { stories: [UNREAD_DELETE], small: (world) => withOther(pair(world)) });
  if (plan.door === 'wide') return null;
  const again = chance.fork('called before');
  if (again.is(0.02))
    return told(whole, again, { stories: [CALLED_BEFORE], small: (world) => withOther(alone(world)) });
  const moved = chance.fork('moved by others');
  if (!moved.is(0.02)) return null;
  return told(whole, moved, { stories: [MOVED_BY_OTHERS], small: (world) => withOther(pair(world)) });
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

// A reason opens the task of a customer who was called, and the service counts anew; before the next call its line goes, and comes back
// without the reason, or with it.
const CALLED_BEFORE: Tell = (world, chance) => ({
  world: withSwitch(world, { S10: 'resets' }),
  first: {},
  steps: [
    { before: [event('complete'), ...(chance.is(0.3) ? [event('clear-finished')] : [])] },
    { edits: [edit('reissue')] },
    { edits: [edit('drop-record')] },
    { edits: [chance.is(0.7) ? edit('revert', 0) : edit('put-back')] },
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
