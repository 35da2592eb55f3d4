// Stories of a target with two partitions, each with a stack or a ledger of its own: a campaign, a person or a customer goes from one to the
// other, and a process is killed at any step of it. No story says what muster should do.

import { MINUTE, between, cutOff, edit, event, lost, pair, told, unread, withOther, withSecond } from './telling.ts';
import type { Tell } from './telling.ts';
import type { Edit, Files } from './files.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function ofParts(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.1)) return null;
  return told({ ...plan, isParted: true }, chance, { stories: OF_PARTS, small: (world) => withOther(pair(world)) });
}

/** The campaign with that number, or one after it, goes to the other partition. */
const campaignGoes = ({ users }: Files, index = 0): Edit => ({
  kind: 'part',
  which: users.length - 1 + index,
  value: 0,
});
/** The person after the known one. */
const personGoes: Edit = edit('part');

/** Killed at any step in most of the lives, or at a write. */
const cut = (chance: Chance): Partial<Step> =>
  chance.is(0.75) ? { stop: chance.is(0.6) ? { kind: 'kill', at: 1 + chance.int(60) } : cutOff(chance) } : {};

/** There, with what happens then; back again in half of the lives. */
function thereAndBack(chance: Chance, goes: readonly Edit[], then: Partial<Step>): Partial<Step>[] {
  const back = chance.fork('back');
  const { edits = [], ...more } = then;
  const first = { ...cut(chance), ...more, edits: [...goes, ...edits] };
  return [first, {}, ...(back.is(0.5) ? [{ edits: goes, ...cut(back) }] : [])];
}

const inSouth = ({ files, ...more }: StartingWorld, names: readonly string[]): StartingWorld => ({
  ...more,
  files: { ...files, south: names },
});

const parted = (world: StartingWorld, chance: Chance): StartingWorld => {
  const { users, campaigns } = world.files;
  const names = [
    ...users.slice(1).map(({ loginUserId }) => loginUserId),
    ...campaigns.map((each) => each.campaignName),
  ];
  return inSouth(
    world,
    names.filter(() => chance.is(0.5)),
  );
};

const OF_PARTS: readonly Tell[] = [
  // A campaign goes, as it is, or with a change of its customers.
  (world, chance) => ({
    world: parted(world, chance),
    first: {},
    steps: thereAndBack(chance, [campaignGoes(world.files)], {
      edits: chance.is(0.5) ? [edit(chance.pick(['data', 'pin', 'drop-record', 'reissue', 'add-record']))] : [],
    }),
  }),
  // Others work, take away or change its customers before, or while it goes.
  (world, chance) => ({
    world: parted(world, chance),
    first: {},
    steps: thereAndBack(chance, [campaignGoes(world.files)], {
      before: chance.is(0.6) ? [event(chance.pick(['complete', 'work', 'clear', 'add-again', 'move-by-hand']))] : [],
      during: chance.is(0.4) ? [between('looked at', chance.pick(['complete', 'clear', 'add-again']))] : [],
    }),
  }),
  // Called and cleared away; its line goes with the campaign, or comes back there.
  (world, chance) => ({
    world: parted(world, chance),
    first: {},
    steps: [
      { before: [event('complete')] },
      ...thereAndBack(chance, [campaignGoes(world.files)], { before: [event('clear-finished')] }),
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
    ],
  }),
  // A create is cut off, and called; a reading of the next run fails, and it is cleared away.
  (world, chance) => ({
    world: parted(world, chance),
    first: { stop: { kind: 'kill', at: 1, isAfterWrite: true } },
    steps: [
      { before: [event('complete')], faults: unread(1, 1 + chance.int(20)) },
      { before: [event('clear-finished')], passMs: 24 * 60 * MINUTE },
    ],
  }),
  // Of a write nobody hears whether it was done, when its campaign goes.
  (world, chance) => ({
    world: parted(world, chance),
    first: chance.is(0.3) ? { faults: [lost(chance)], stop: cutOff(chance) } : {},
    steps: [
      {
        edits: [edit(chance.pick(['data', 'pin', 'drop-record', 'reissue']))],
        faults: [lost(chance)],
        stop: cutOff(chance),
      },
      ...thereAndBack(chance, [campaignGoes(world.files)], {}),
    ],
  }),
  // The campaign and whoever has its tasks go, together or one after the other; one of them leaves.
  (world, chance) => ({
    world: parted(world, chance),
    first: {},
    steps: [
      { edits: [edit('pin')] },
      ...thereAndBack(chance, chance.is(0.5) ? [personGoes] : [campaignGoes(world.files), personGoes], {}),
      { edits: [edit(chance.pick(['drop-person', 'leaver', 'data', 'drop-campaign']))], passMs: MINUTE },
    ],
  }),
  // Somebody is removed by others, and goes.
  (world, chance) => ({
    world: parted(world, chance),
    first: {},
    steps: thereAndBack(chance, [personGoes], {
      before: chance.is(0.7) ? [event(chance.pick(['remove-user', 'remake-user']))] : [],
      edits: chance.is(0.3) ? [edit(chance.pick(['profile', 'leaver', 'drop-person']))] : [],
    }),
  }),
  // A customer goes to a campaign of the other partition, or goes there while the campaign itself goes.
  (world, chance) => ({
    world: parted(withSecond(world), chance),
    first: {},
    steps: thereAndBack(chance, chance.is(0.5) ? [] : [campaignGoes(world.files, chance.int(2))], {
      before: chance.is(0.4) ? [event(chance.pick(['complete', 'work']))] : [],
      edits: [edit('move'), ...(chance.is(0.2) ? [edit('reissue')] : [])],
    }),
  }),
];
