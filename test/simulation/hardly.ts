// Stories in which a rule counts that no other life met (tools/plants): what muster itself removed stands where a record is to move; a reason
// that was used stands beside another task of the customer; others move a task whose line goes; files of an earlier commit come right after a
// hand-over; one partition has what another one moves, removes or had called. No story says what muster should do.

import { MINUTE, edit, event, pair, told, unmarked, withOther, withSecond, withSwitch } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import { hotOf } from './files.ts';
import type { Edit } from './files.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. A person answers what is asked at its end. */
export function ofHardly(plan: LifePlan, chance: Chance): LifePlan | null {
  const isOfParts = chance.is(0.3);
  if (plan.door === 'wide' || !chance.is(0.03)) return null;
  const { isParted: _, ...whole } = plan;
  const stories = isOfParts ? OF_PARTS : plan.door === 'pulumi' ? OF_HOMES : OF_TASKS;
  const given = { ...whole, isAnswered: true as const, ...(isOfParts && { isParted: true as const }) };
  return told(given, chance, { stories, small: (world) => withOther(pair(world)) });
}

/** Somebody in the second campaign, who stays: so it is read. */
function withAnother(given: StartingWorld): StartingWorld {
  const { files, ...world } = withSecond(given);
  const records = [{ clientId: 'C-14', data: { Name: 'Stays' } }];
  const campaigns = files.campaigns.map((each, at) => (at === 1 ? { ...each, intake: false, records } : each));
  return { ...world, files: { ...files, campaigns } };
}

function marked({ files, ...world }: StartingWorld): StartingWorld {
  return { ...world, files: { ...files, campaigns: files.campaigns.map((each) => ({ ...each, marker: true })) } };
}

const OF_TASKS: readonly Tell[] = [
  // Others move our task by hand, and its line goes.
  (world) => ({
    world: marked(withAnother(world)),
    first: {},
    steps: [{ before: [event('move-by-hand')], edits: [edit('drop-record')] }, {}],
  }),
  // Its line goes to the second campaign, is dropped there, stands in the first one again, and is to come once more.
  (world) => ({
    world: withSwitch(unmarked(withAnother(world)), { S5: 'removed-visible' }),
    first: {},
    steps: [
      { edits: [edit('move')] },
      { edits: [edit('drop-record')] },
      { edits: [edit('revert', 0)] },
      { edits: [edit('move')] },
    ],
  }),
  // Called, and called again for a reason; others load the customer a second time, and end that task untouched.
  (world) => ({
    world: withSwitch(unmarked(world), { S11: { intake: 'twin', idSearch: 'newest' } }),
    first: {},
    steps: [
      { before: [event('complete')] },
      { edits: [edit('reissue')] },
      { before: [event('complete'), event('add-own', 1), event('finish')] },
    ],
  }),
];

const OF_HOMES: readonly Tell[] = [
  // The files of the commit before come in the first run after the hand-over to a ledger.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit(chance.pick(['drop-record', 'drop-person', 'data']))] },
      { handsOver: true, edits: [edit('revert', 0)], checkout: chance.pick(['restored', 'behind']) },
    ],
  }),
];
const inSouth = ({ files, ...world }: StartingWorld, names: readonly string[]): StartingWorld => ({
  ...world,
  files: { ...files, south: names },
});
const campaignAt = ({ files }: StartingWorld, at: number): string => files.campaigns[at]?.campaignName ?? '';
/** The campaign with that number goes to the other partition. */
const campaignGoes = ({ files: { users } }: StartingWorld, at: number): Edit => ({
  kind: 'part',
  which: users.length - 1 + at,
  value: 0,
});

const OF_PARTS: readonly Tell[] = [
  // A campaign goes to the other partition, and one of its customers stands in a campaign of this one, too, from then on.
  (world) => {
    const given = withAnother(world);
    const number = Number(hotOf(given.files).clientId?.slice('C-'.length) ?? 1);
    return {
      world: given,
      first: {},
      steps: [{ edits: [campaignGoes(given, 0), { kind: 'add-record', which: number - 1, value: 1 }] }, {}],
    };
  },
  // A campaign of the other partition goes, and so does whoever has its tasks here.
  (world) => {
    const given = withAnother(world);
    return {
      world: inSouth(given, [campaignAt(given, 0)]),
      first: {},
      steps: [{ edits: [edit('pin')] }, { edits: [edit('drop-campaign', 0), edit('drop-person')], passMs: MINUTE }, {}],
    };
  },
  // Called by a partition that hands everything on and is taken out; then the line stands in the other one.
  (world) => {
    const given = withAnother(world);
    return {
      world: inSouth(given, [campaignAt(given, 0)]),
      first: {},
      steps: [
        { before: [event('complete')] },
        { before: [event('clear-finished')], edits: [edit('drop-part'), edit('drop-campaign', 0)] },
        { division: 'one' },
        { division: 'one', edits: [edit('revert', 0)] },
      ],
    };
  },
];
