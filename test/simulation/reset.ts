// A customer who was called, and an update that sets the attempts back without a reason to call again: the run is cut off before the state is
// put back, or there is none to put back. Its line goes, and comes back. No story says what muster should do. (A stack knows nothing of an update
// that was cut off: that one is told of the command alone.)

import { REPLACE, alone, edit, event, told, withOther, withSwitch } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Stop } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function ofReset(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.02)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, {
    stories: [plan.door === 'command' ? CUT_OFF : RESET],
    small: (world) => withMarkers(withOther(alone(world))),
  });
}

/** Without one a task whose line goes is left as it stands. */
export function withMarkers({ files, ...world }: StartingWorld): StartingWorld {
  const campaigns = files.campaigns.map((each) => ({ ...each, marker: true }));
  return { ...world, files: { ...files, campaigns } };
}

const AT_ONCE: Stop = { kind: 'kill', at: 1, isAfterWrite: true };

const resetting =
  (stop: Stop | null): Tell =>
  (world, chance) => ({
    world: withSwitch(world, { S10: 'resets' }),
    first: {},
    steps: [
      {
        before: [event(stop === null ? 'deliver' : 'work')],
        edits: [edit('when-worked', REPLACE), edit('data', chance.int(9))],
        stop,
      },
      ...(stop === null && chance.is(0.3) ? [{}] : []),
      { edits: [edit('drop-record')] },
      { edits: [chance.is(0.7) ? edit('revert', 0) : edit('put-back')] },
    ],
  });

const RESET = resetting(null);
const CUT_OFF: Tell = (world, chance) => resetting(chance.is(0.6) ? AT_ONCE : null)(world, chance);
