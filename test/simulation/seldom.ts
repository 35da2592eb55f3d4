// The last short stories: each is the one in which a rule counts that no other life met (tools/plants). Through the command and through Pulumi
// alike, through Pulumi alone, or of runs that are out of the ordinary.

import {
  MINUTE,
  alone,
  edit,
  event,
  inServiceAlone,
  pair,
  told,
  unmarked,
  withOther,
  withSecond,
  withStranger,
  write,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { Edit } from './files.ts';
import type { Door, LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

const DAY = 24 * 60 * MINUTE;
const [PRESENT, COMPLETED, REMOVED] = [0, 2, 3];

/** In the place of another story; null in most of the lives. */
export function seldom(plan: LifePlan, chance: Chance): LifePlan | null {
  if (!chance.is(0.15)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, chance.pick(STORIES[plan.door]));
}

/** The process is killed before it hears the first answer to a write. */
const UNHEARD = { kind: 'kill', at: 1, isAfterWrite: true } as const;
/** The same of a write that never arrives. */
const UNSENT = { faults: [write('lost-before')], stop: UNHEARD } as const;

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TAKING = {
  afterMs: 500,
  isElsewhere: true,
  lockTimeoutMs: 10 * MINUTE,
  isBehind: false,
  verb: 'apply',
  isAllowed: true,
  faults: [],
  stop: null,
} as const;
const pauseIn = (chance: Chance) => ({ at: 8 + chance.int(40), ms: 5 * MINUTE });

const OF_RECORDS: readonly Tell[] = [
  // Removed long ago, and added by a run that was cut off when that is forgotten.
  (world, chance) => ({
    world: chance.is(0.5) ? withOther(unmarked(world)) : withOther(world),
    first: {},
    steps: [
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back')], stop: UNHEARD },
      { passMs: 9 * DAY },
      { edits: [edit('drop-record')] },
    ],
  }),
  // A move never arrives, and its run is killed.
  (world) => ({
    world: withOther(withSecond(world)),
    first: {},
    steps: [{ edits: [edit('move')], ...UNSENT }, {}],
  }),
];

/** A ledger remembers what was removed; a stack keeps nothing of it. */
const OF_LEDGERS: readonly Tell[] = [
  // Deleted, in the words of the service, and stopped before anybody looks; wanted again, and no more.
  (world, chance) => ({
    world: withOther(unmarked(world)),
    first: {},
    steps: [
      {
        edits: [edit('drop-record')],
        faults: [write('claims-done')],
        stop: { kind: 'signal', at: 1 + chance.int(2), isAfterWrite: true },
      },
      { edits: [edit('put-back')] },
      { edits: [edit('drop-record')] },
    ],
  }),
  ...OF_RECORDS,
];

const OF_PEOPLE: readonly Tell[] = [
  // Taken out of the service, a restore that is refused, and the very account comes back.
  (world) => ({
    world,
    first: {},
    steps: [
      { before: [event('remove-user')], faults: [write('failed'), write('failed', 2)] },
      { before: [event('add-user', 1)] },
      {},
    ],
  }),
  // A login in another letter case.
  (world) => ({ world, first: {}, steps: [{ edits: [edit('login-case')] }, { edits: [edit('revert', 0)] }] }),
  // Whoever is to be made is refused, and a record is pinned there in the same run.
  (world) => ({
    world: pinnedToHot(world),
    first: { faults: [1, 2, 3].map((at) => write('failed', at)) },
    steps: [{}],
  }),
];

/** Through Pulumi alone. */
const OF_STACKS: readonly Tell[] = [
  // A clock that is behind makes a record, and a reason opens it.
  (world) => ({
    world: withOther(world),
    first: { skewMs: -9 * MINUTE },
    steps: [{ before: [event('complete')] }, { edits: [edit('reissue'), addition(5)] }],
  }),
  // Taken over, let go, and declared again beside a new one.
  (world, chance) => ({
    world: withStranger(world, chance.pick(['NOTWORKED', 'WORKED'])),
    first: {},
    steps: [
      { edits: [edit('adopt-record'), edit('data')] },
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back'), ...(chance.is(0.5) ? [addition(5)] : [])] },
    ],
  }),
  // A create is cut off, and its customer called and cleared away; the id is written in another case.
  (world) => ({
    world,
    first: { stop: UNHEARD },
    steps: [{ before: [event('complete'), event('clear-finished')], edits: [edit('case')] }],
  }),
  // A reason beside an end, and the end is taken back.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      { before: chance.is(0.7) ? [event('complete')] : [], edits: [edit('state', chance.pick([COMPLETED, REMOVED]))] },
      { edits: [edit('reissue')] },
      { edits: [edit('state', PRESENT)] },
    ],
  }),
  // Creates that are cut off and taken out, as many as is recorded.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      { edits: [1, 2, 3, 4].map(addition), stop: { kind: 'kill', at: 1 + chance.int(8), isAfterWrite: true } },
      { edits: [edit('revert', 0)] },
    ],
  }),
  // One customer in two campaigns, where the second create is cut off.
  (world) => ({
    world: withSecond(world),
    first: {},
    steps: [{ edits: [again(world)], stop: UNHEARD }, {}],
  }),
];

const OF_STACKS_AND_PEOPLE: readonly Tell[] = [
  // An account that a reading showed first, and others make the person anew.
  (world, chance) => ({
    world: inServiceAlone(world),
    first: {},
    steps: [
      { before: [event('add-backend')] },
      {},
      { before: [event('remake-user')], edits: chance.is(0.5) ? [edit('drop-person')] : [] },
      { edits: [edit('drop-person')] },
    ],
  }),
  // A create that comes late, one that is refused, and the line goes.
  (world) => ({
    world,
    first: { faults: [write('late')] },
    steps: [{ passMs: 0, faults: [1, 2, 3].map((at) => write('failed', at)) }, { edits: [edit('drop-person')] }],
  }),
];

/** Of runs that are out of the ordinary. */
const OF_RUNS: readonly Tell[] = [
  // Called and cleared away, and the project gets another name, with ids that a spreadsheet changed or not.
  (world, chance) => ({
    world: withOther(world),
    first: {},
    steps: [
      { before: [event('complete')] },
      {
        before: [event('clear-finished')],
        wide: { state: { kind: 'renamed', isNamed: false } },
        ...(chance.is(0.5) && { isSaved: true as const }),
      },
    ],
  }),
  // An older copy is put back, beside the note of the latest run.
  (world) => ({
    world: withOther(world),
    first: {},
    steps: [
      { edits: [edit('data', 1)] },
      { edits: [edit('data', 2)] },
      { edits: [edit('data', 3)], wide: { state: { kind: 'older', back: 1, isWhole: false } } },
    ],
  }),
  // A run stands still, and one of another machine takes the target after it was waited for.
  (world, chance) => ({
    world,
    first: {},
    steps: [{ edits: NUMBERS.map(addition), wide: { beside: { ...TAKING, pause: pauseIn(chance) } } }],
  }),
];

type Stories = Parameters<typeof told>[2];
const ofRecords: Stories = { stories: OF_RECORDS, small: alone };
const ofPeople: Stories = { stories: OF_PEOPLE, small: pair };

const STORIES: Readonly<Record<Door, readonly Stories[]>> = {
  command: [{ stories: OF_LEDGERS, small: alone }, ofPeople],
  pulumi: [ofRecords, ofPeople, { stories: OF_STACKS, small: alone }, { stories: OF_STACKS_AND_PEOPLE, small: pair }],
  wide: [{ stories: OF_RUNS, small: alone }],
};
/** The record is pinned to whoever is to be made. */
function pinnedToHot(world: StartingWorld): StartingWorld {
  const preferredAgent = world.files.users[1]?.loginUserId;
  const campaigns = world.files.campaigns.map((each) => ({
    ...each,
    records: each.records.map((line) => ({ ...line, ...(preferredAgent !== undefined && { preferredAgent }) })),
  }));
  return { ...world, files: { ...world.files, campaigns } };
}

/** One more record, of that number, in the first campaign. */
const addition = (number: number): Edit => ({ kind: 'add-record', which: number, value: 0 });

/** The record that the life is most about, in the second campaign as well. */
function again({ files }: StartingWorld): Edit {
  const clientId = files.campaigns[0]?.records[0]?.clientId ?? 'C-1';
  return { kind: 'add-record', which: Number(clientId.slice('C-'.length)) - 1, value: 1 };
}
