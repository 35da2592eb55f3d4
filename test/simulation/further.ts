// More short stories, each about one record in a world with nobody else: in a fifth of the lives.

import { MINUTE, alone, between, cutOff, edit, event, told, withSecond, withStranger, withSwitch } from './telling.ts';
import type { Tell } from './telling.ts';
import { hotOf } from './files.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

export function further(plan: LifePlan, chance: Chance): LifePlan {
  return chance.is(0.2) ? told(plan, chance, { stories: STORIES, small: alone }) : plan;
}

const OPEN = 5;
const LATE = { at: 1, onWrite: true, kind: 'late' } as const;

const STORIES: readonly Tell[] = [
  // In a campaign that files are loaded into a second task comes between the plan and the write.
  (world, chance) => ({
    world: withSwitch(fed(world), { S11: { intake: 'twin', idSearch: 'oldest' } }),
    first: {},
    steps: [
      {
        edits: [edit('data', chance.int(9))],
        during: [between('looked at', chance.pick(['add-own', 'reload', 'twin']), 1)],
      },
    ],
  }),
  // A create is cut off, its customer called, and a spreadsheet saves the list.
  (world, chance) => ({
    world,
    first: { stop: cutOff(chance) },
    steps: [{ before: [event('complete')], isSaved: true }],
  }),
  // What is finished is taken over, and cleared away.
  (world) => ({
    world: withStranger(world, 'COMPLETED'),
    first: {},
    steps: [{ edits: [edit('adopt-record')] }, { before: [event('clear-finished')] }],
  }),
  // What is finished, and no agent had, is taken over and opened with a reason, and its line goes.
  (world, chance) => ({
    world: withStranger(world, 'NOTWORKED'),
    first: { before: [event('finish', chance.int(2))] },
    steps: [{ edits: [edit('adopt-record'), edit('reissue')] }, { edits: [edit('drop-record')] }],
  }),
  // Called, cleared away or not, and its line moves.
  (world, chance) => ({
    world: withSecond(world),
    first: {},
    steps: [
      { before: [event('complete')], verb: chance.pick(['apply', 'plan']) },
      { before: chance.is(0.5) ? [event('clear-finished')] : [], edits: [edit('move')] },
    ],
  }),
  // An agent has it, and the file asks for it to be open.
  (world) => ({ world, first: {}, steps: [{ before: [event('work')], edits: [edit('state', OPEN)] }] }),
  // The create that may still come, and its line moves.
  (world, chance) => ({
    world: withSecond(world),
    first: { faults: [LATE] },
    steps: [{ passMs: chance.pick([0, MINUTE]), edits: [edit('move')] }],
  }),
  // An adoption is cut off, its line goes, and comes back without a word of adoption.
  (world, chance) => ({
    world: withStranger(world, chance.pick(['NOTWORKED', 'WORKED'])),
    first: {},
    steps: [
      { edits: [edit('adopt-record')], stop: cutOff(chance) },
      { passMs: chance.pick([0, 10 * MINUTE]), edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
    ],
  }),
  // A list that is cut shows the other one of two.
  (world, chance) => ({
    world: withSwitch(world, { S3: 'newest-first', S4: 1, S11: { intake: 'twin', idSearch: 'oldest' } }),
    first: {},
    steps: [{ before: [event('twin')], edits: [edit('adopt-record'), edit('data', chance.int(9))] }],
  }),
  // What was deleted is shown as REMOVED in the campaign that the record of another one moves to, and others carry that one away.
  (world) => ({
    world: withSwitch(withTwo(world), { S5: 'removed-visible' }),
    first: {},
    steps: [
      { edits: [{ ...edit('add-record'), which: numberOf(world) - 1 }] },
      { edits: [edit('drop-record')] },
      { before: [event('move-by-hand', 1)], edits: [edit('move', 0)] },
    ],
  }),
];

/** Files of others are loaded into the first campaign. */
function fed(world: StartingWorld): StartingWorld {
  const [first, ...others] = world.files.campaigns;
  if (first === undefined) return world;
  return { ...world, files: { ...world.files, campaigns: [{ ...first, intake: true }, ...others] } };
}

/** No third campaign is declared: what others carry there nobody sees. */
function withTwo(world: StartingWorld): StartingWorld {
  const { files } = withSecond(world);
  return { ...world, files: { ...files, campaigns: files.campaigns.slice(0, 2) } };
}

/** Of the clientId that the life is most about. */
const numberOf = ({ files }: StartingWorld): number => Number(hotOf(files).clientId?.slice('C-'.length) ?? 1);
