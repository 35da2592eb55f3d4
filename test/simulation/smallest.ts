// Smallest stories of faults that a search once found, and that no other life met (tools/plants/smallest.ts): a task is loaded where a record
// has just left; a record moves into a campaign without markers; a deleted task that is still shown is forgotten, and its line comes back beside
// a new one. No story says what muster should do.

import { MINUTE, alone, edit, told, withOther, withSecond, withSwitch } from './telling.ts';
import type { Tell } from './telling.ts';
import type { During, LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

const DAY = 24 * 60 * MINUTE;

/** In the place of another story; null in most of the lives. */
export function ofSmallest(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.03)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, { stories: STORIES, small: (world) => withMarkers(withOther(alone(world))) });
}

/** `second`: of the campaign that a record moves to. */
function withMarkers({ files, ...world }: StartingWorld, second = true): StartingWorld {
  const campaigns = files.campaigns.map((each, at) => ({ ...each, marker: at === 1 ? second : true }));
  return { ...world, files: { ...files, campaigns } };
}

/** A transfer names its task by the id alone: the reading after it is met by its number. */
const load = (chance: Chance): During => ({
  at: 12 + chance.int(8),
  isAbout: true,
  event: { kind: 'add-there', which: 0 },
});

const STORIES: readonly Tell[] = [
  (world, chance) => ({
    world: withMarkers(withSecond(world)),
    first: {},
    steps: [{ edits: [edit('move')], during: [load(chance)] }, {}],
  }),
  (world, chance) => ({
    world: withMarkers(withSecond(world), false),
    first: {},
    steps: [
      { edits: [edit('move'), ...(chance.is(0.5) ? [edit('adopt-record')] : [])] },
      { edits: [edit('data', chance.int(9))] },
      {},
    ],
  }),
  (world) => ({
    world: withSwitch(world, { S5: 'removed-visible' }),
    first: {},
    steps: [
      { edits: [edit('drop-record')] },
      { passMs: 8 * DAY },
      { edits: [edit('put-back'), { kind: 'add-record', which: 6, value: 0 }] },
    ],
  }),
];
