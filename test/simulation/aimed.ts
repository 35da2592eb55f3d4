// What is drawn on top of a life, from a source of its own: in half of the lives, in the place of most of its later steps, the shortest story
// in which a rule counts that meets a draw of single things too seldom. What others do comes between the plan's reading and the write, or
// between two writes of one object; a run is cut off right after a write. No story says what muster should do.

import type { OtherEvent } from './events.ts';
import { hotOf } from './files.ts';
import type { CampaignLines, Edit, PersonLine } from './files.ts';
import type { PlannedFault } from './faults.ts';
import type { During, LifePlan, Step, Stop } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

interface Story {
  readonly world?: StartingWorld;
  /** What its first step is like, beside the files. */
  readonly first?: Partial<Step>;
  readonly steps: readonly Partial<Step>[];
}

/** Of a small world, in which the record that a life is most about stands in one campaign, and nobody else has put it there. */
type Tell = (world: StartingWorld, chance: Chance) => Story;

const MINUTE = 60_000;

export function aimed(plan: LifePlan, chance: Chance): LifePlan {
  if (!chance.is(0.5)) return plan;
  const [first, ...rest] = plan.steps;
  if (first === undefined) return plan;
  const tell = chance.pick(STORIES);
  const small = lone(plan.world, chance);
  const { steps, first: begins, world = small } = tell(small, chance);
  const { clientId: of } = hotOf(world.files);
  const about = steps.map(calm).map((step) => ({
    ...step,
    during: step.during.map((each) => ({ ...each, ...(of !== undefined && isOfRecord(each) && { of }) })),
  }));
  const begun = begins === undefined ? (chance.is(0.7) ? calm({}) : first) : calm(begins);
  const after = chance.is(0.4) ? rest.slice(0, 1) : [];
  return { ...plan, world, steps: [begun, ...about, ...after] };
}

const OF_PERSONS: ReadonlySet<OtherEvent['kind']> = new Set(['pin-to', 'remake-user', 'add-user', 'remove-user']);
const isOfRecord = ({ event: { kind } }: During): boolean => !OF_PERSONS.has(kind);

function calm(more: Partial<Step>): Step {
  const nothing = { edits: [], before: [], during: [], faults: [], stop: null, rotateAt: null, skewMs: 0 };
  return { ...nothing, passMs: 10 * MINUTE, verb: 'apply', isAllowed: true, ...more };
}

/** Of the campaigns the second one: where a record moves to. */
const edit = (kind: Edit['kind'], value = 1): Edit => ({ kind, which: 0, value, isHot: true });
const event = (kind: OtherEvent['kind'], which = 0): OtherEvent => ({ kind, which, isHot: true });
const between = (when: 'looked at' | 'written', kind: OtherEvent['kind'], which = 0): During => ({
  at: 1,
  isAbout: true,
  when,
  event: { kind, which },
});
const cutOff = (chance: Chance): Stop => ({ kind: 'kill', at: 1 + chance.int(4), isAfterWrite: true });
const lost = (chance: Chance): PlannedFault => ({
  at: 1,
  onWrite: true,
  kind: chance.pick(['late', 'lost-after', 'timeout-after']),
});

const [ABSENT, REPLACE, REMOVE] = [1, 1, 2] as const;

const STORIES: readonly Tell[] = [
  // An update of what an agent has worked may reset it; in its place another task comes before that is put right.
  (world, chance) => ({
    world: withSwitch(world, { S10: 'resets' }),
    steps: [
      {
        before: [event('work')],
        edits: [edit('when-worked', REPLACE), edit('data', chance.int(9))],
        during: chance.is(0.7) ? [between('written', 'add-again')] : [],
      },
    ],
  }),
  // A second task comes between the plan and the write.
  (world, chance) => ({
    world: withSwitch(world, { S11: { intake: 'twin', idSearch: chance.pick(['newest', 'oldest']) } }),
    steps: [
      {
        before: chance.is(0.3) ? [event('complete')] : [],
        edits: [edit(chance.pick(['data', 'data', 'queue', 'reissue']), 1 + chance.int(2))],
        during: [between('looked at', chance.pick(['twin', 'add-own', 'reload']), 1)],
      },
    ],
  }),
  // A task of others comes to stand where the record moves to.
  (world, chance) => ({
    world: withSwitch(withSecond(world), { S9: chance.pick(['overwrite', 'twin', 'refuse']) }),
    steps: [{ edits: [edit('move')], during: [between('looked at', 'add-there')] }],
  }),
  // Called, or on the screen of an agent, and moved.
  (world, chance) => ({
    world: withSecond(world),
    steps: [{ before: [event(chance.pick(['complete', 'work']))], edits: [edit('move')] }, {}],
  }),
  // A pin that is over, with a change of something else or without one.
  (world, chance) => ({
    world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      { passMs: chance.pick([31, 45, 70]) * MINUTE, edits: chance.is(0.6) ? [edit('data', chance.int(9))] : [] },
    ],
  }),
  // Called, and wanted again with a reason, with the pin that its line names or no more.
  (world, chance) => ({
    world: chance.is(0.4) ? withSwitch(world, { S10: 'resets' }) : world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      {
        before: [event('complete')],
        edits: [edit('reissue'), ...(chance.is(0.5) ? [edit('no-pin')] : [])],
        during: chance.is(0.4) ? [between('written', chance.pick(['complete', 'work']))] : [],
      },
    ],
  }),
  // Two writes of one record, and an agent takes it between them.
  (world, chance) => ({
    world,
    steps: [
      { edits: [edit('pin', chance.int(9))] },
      {
        edits: [edit('data', chance.int(9)), edit('unpin')],
        during: [between('written', chance.pick(['complete', 'work', 'finish']))],
      },
    ],
  }),
  // A reason that was used under another spelling.
  (world) => ({
    world,
    steps: [
      { before: [event('complete')] },
      { edits: [edit('reissue', 1), edit('case')] },
      { before: [{ ...event('complete'), isSpelled: true }] },
      { edits: [edit('revert'), edit('reissue', 1)] },
    ],
  }),
  // Others put a task where a record was to move, and take ours away; taken over, and let go.
  (world) => ({
    world: withSecond(world),
    steps: [
      { before: [event('add-there'), event('clear')], edits: [edit('move')] },
      { edits: [edit('adopt-record')] },
      { edits: [edit('drop-record')] },
    ],
  }),
  // A task of others, taken over and let go: finished and opened with a reason, or where the run was cut off.
  (world, chance) => {
    const isFinished = chance.is(0.5);
    return {
      world: withStranger(world, isFinished ? 'COMPLETED' : chance.pick(['NOTWORKED', 'WORKED'])),
      first: {},
      steps: [
        {
          edits: [edit('adopt-record'), ...(isFinished ? [edit('reissue')] : [])],
          stop: isFinished ? null : cutOff(chance),
        },
        { passMs: chance.pick([0, 10 * MINUTE]), edits: [edit('drop-record')] },
        ...(chance.is(0.5) ? [{ edits: [edit('put-back'), edit('unadopt')] }] : []),
      ],
    };
  },
  // A line that asks for absence, under another spelling.
  (world) => ({ world, steps: [{ edits: [edit('state', ABSENT), edit('case')] }] }),
  // A create that may still come, or was cut off, and its line moves, or changes its spelling.
  (world, chance) => ({
    world: withSecond(world),
    first: chance.is(0.5) ? { stop: cutOff(chance) } : { faults: [lost(chance), lost(chance)] },
    steps: [
      { passMs: 0, edits: [edit(chance.pick(['move', 'case', 'drop-record']))] },
      { before: [event('complete'), event('clear-finished')], edits: [edit('put-back')] },
    ],
  }),
  // A second task of an id that was there before the plan, marker and all or not.
  (world, chance) => ({
    world: withSwitch(world, {
      S3: chance.pick(['newest-first', 'oldest-first']),
      S11: { intake: 'twin', idSearch: 'newest' },
    }),
    steps: [{ before: [event(chance.pick(['twin', 'add-own', 'copy-marker']))], edits: [edit('data')] }],
  }),
  // What was deleted is shown as REMOVED in the campaign that a record moves to, and others take the record away.
  (world) => ({
    world: withSwitch(withSecond(world), { S5: 'removed-visible' }),
    steps: [
      { edits: [edit('move')] },
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
      { before: [event('clear')], edits: [edit('move')] },
    ],
  }),
  // Called, cleared up by the word of a file, and wanted again.
  (world, chance) => ({
    world,
    steps: [
      {
        before: [event(chance.pick(['complete', 'work']))],
        edits: [edit('state', ABSENT), edit('when-worked', REMOVE)],
      },
      { edits: [edit(chance.pick(['state', 'drop-record']), 0)] },
      { edits: [edit('put-back')] },
    ],
  }),
  // Somebody whose create is not answered, or was cut off, and whose line goes, or who leaves.
  (world, chance) => ({
    world: withBoth(world),
    first: chance.is(0.5)
      ? { stop: cutOff(chance) }
      : { faults: [lost(chance), { at: 2, onWrite: false, kind: 'lost-before' }] },
    steps: [{ edits: [edit(chance.pick(['drop-person', 'leaver']), chance.int(9))] }, {}],
  }),
  // Somebody who leaves, with what may happen to one side, while others pin tasks there, or make the account anew.
  (world, chance) => ({
    world: chance.is(0.6) ? withBoth(world) : withAccount(world, chance),
    steps: [
      {
        edits: chance.is(0.4) ? [edit('on-remove', chance.int(4))] : [],
        before: chance.is(0.4) ? [event('pin-to')] : [],
      },
      {
        before: chance.is(0.3) ? [event(chance.pick(['remove-user', 'remove-backend', 'remake-user']))] : [],
        edits: [edit(chance.pick(['drop-person', 'drop-person', 'leaver']), chance.int(9))],
        during: chance.is(0.5) ? [between('looked at', chance.pick(['pin-to', 'remake-user']))] : [],
        faults: chance.is(0.3) ? [lost(chance)] : [],
      },
    ],
  }),
];

/** With at most three records a campaign, and the hottest one in the first alone. */
function lone(world: StartingWorld, chance: Chance): StartingWorld {
  const { files } = world;
  const { clientId: hot } = hotOf(files);
  const isOther = ({ clientId }: { readonly clientId: string }): boolean => clientId !== hot;
  const campaigns = files.campaigns.map((each, index) => ({
    ...each,
    records: (index === 0 ? each.records : each.records.filter(isOther)).slice(0, 3).map((line) => {
      const { adopt: _, whenWorked: __, ...plain } = line;
      return isOther(line) || chance.is(0.2) ? line : plain;
    }),
  }));
  return { ...world, strangers: world.strangers.filter(isOther), files: { ...files, campaigns } };
}

function withSwitch(world: StartingWorld, switches: StartingWorld['switches']): StartingWorld {
  return { ...world, switches: { ...world.switches, ...switches } };
}

/** A campaign to move to. */
function withSecond(world: StartingWorld): StartingWorld {
  const { files } = world;
  if (files.campaigns.length > 1) return world;
  const second: CampaignLines = { campaignName: 'Winter', marker: true, intake: false, manage: 'each', records: [] };
  return { ...world, files: { ...files, campaigns: [...files.campaigns, second] } };
}

/** A task of others stands where the hottest record is declared. */
function withStranger(world: StartingWorld, state: 'NOTWORKED' | 'WORKED' | 'COMPLETED'): StartingWorld {
  const { clientId } = hotOf(world.files);
  const [campaign] = world.files.campaigns;
  if (clientId === undefined || campaign === undefined) return world;
  return { ...world, strangers: [...world.strangers, { campaignName: campaign.campaignName, clientId, state }] };
}

/** The first person after the known one is nobody yet, and gets an account on both sides. */
function withBoth(world: StartingWorld): StartingWorld {
  const { loginUserId: hot } = hotOf(world.files);
  const users = world.files.users.map((line): PersonLine => {
    if (line.loginUserId !== hot) return line;
    const { onRemove: _, adopt: __, ...plain } = line;
    return { ...plain, createInBackend: true };
  });
  const known = world.known.filter(({ loginUserId }) => loginUserId !== hot);
  return { ...world, known, files: { ...world.files, users } };
}

/** Others have made that person on one side, and the file takes it over. */
function withAccount(world: StartingWorld, chance: Chance): StartingWorld {
  const { loginUserId } = hotOf(world.files);
  if (loginUserId === undefined) return world;
  const inService = chance.is(0.4);
  const both = withBoth(world);
  const users = both.files.users.map((line): PersonLine =>
    line.loginUserId === loginUserId ? { ...line, adopt: true } : line,
  );
  const known = [...both.known, { loginUserId, inService, inBackend: !inService || chance.is(0.7) }];
  return { ...both, known, files: { ...both.files, users } };
}
