// Still more short stories, of what no draw before met: one person in a world with nobody else, or one record. An answer that is lost while
// others do the same, a side of a person that goes alone, a reading that fails when a write is to be settled.

import {
  MINUTE,
  alone,
  between,
  cutOff,
  edit,
  event,
  inServiceAlone,
  pair,
  told,
  unheard,
  unmarked,
  unread,
  withOther,
  withSecond,
  withStranger,
  withSwitch,
  write,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan } from './plan.ts';
import type { Chance } from './random.ts';
import type { StartingWorld } from './world.ts';

/** In the place of another story; null in most of the lives. */
export function rarer(plan: LifePlan, chance: Chance): LifePlan | null {
  if (!chance.is(0.2)) return null;
  const isOfPeople = chance.is(0.5);
  return told(plan, chance, isOfPeople ? { stories: OF_PEOPLE, small: pair } : { stories: OF_RECORDS, small: alone });
}

const DAY = 24 * 60 * MINUTE;
const [KEEP, BLOCK, REASSIGN, CLEAR, NOBODY_GOES] = [1, 1, 0, 1, 2];

const OF_PEOPLE: readonly Tell[] = [
  // A line that keeps, and goes.
  (world) => ({ world, first: {}, steps: [{ edits: [edit('on-remove', KEEP)] }, { edits: [edit('drop-person')] }] }),
  // Our create is not carried out and not answered, others add the person, and the line goes.
  (world, chance) => ({
    world,
    first: chance.is(0.6)
      ? { faults: [unheard(chance)] }
      : { faults: [write('claims-done')], stop: { kind: 'signal', at: 1 + chance.int(2), isAfterWrite: true } },
    steps: [
      { before: [event('add-user')], passMs: chance.pick([0, 10 * MINUTE]) },
      { edits: [edit(chance.pick(['drop-person', 'leaver']))] },
    ],
  }),
  // Others pin the task to whoever goes, and the write that takes the pin off may be refused.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      { before: [event('pin-to')], edits: [edit('offboard', BLOCK)], verb: chance.pick(['plan', 'apply']) },
      {
        before: [event('pin-to')],
        edits: [edit(chance.pick(['drop-person', 'leaver']), chance.pick([REASSIGN, CLEAR, NOBODY_GOES]))],
        faults: chance.is(0.6) ? [write('failed')] : [],
      },
    ],
  }),
  // Others take the person out of the service alone, and the line goes.
  (world, chance) => ({
    world,
    first: {},
    steps: [{ before: [event('remove-user')], edits: [edit(chance.pick(['drop-person', 'leaver']))] }],
  }),
  // Our delete is not answered, and others take the person out of the service alone.
  (world, chance) => {
    const isMeanwhile = chance.is(0.5);
    return {
      world: chance.is(0.5) ? world : { ...world, files: { ...world.files, policy: { verifyRemovedDays: 0 } } },
      first: {},
      steps: [
        {
          edits: [edit(chance.pick(['drop-person', 'leaver']))],
          faults: [unheard(chance)],
          during: isMeanwhile ? [between('written', 'remove-user')] : [],
        },
        { before: isMeanwhile ? [] : [event('remove-user')], passMs: chance.pick([0, 9 * DAY]) },
      ],
    };
  },
  // Who alone tells that this is the right tenant is gone.
  (world) => ({ world: single(world), first: {}, steps: [{ before: [event('remove-user')] }] }),
  // Made in the service alone; others add the other side, our delete is cut off, and others make the person anew.
  (world, chance) => ({
    world: inServiceAlone(world),
    first: {},
    steps: [
      { before: [event('add-backend')], edits: [edit('drop-person')], stop: cutOff(chance) },
      { before: [event(chance.pick(['remake-user', 'add-user']))] },
      {},
    ],
  }),
  // Made anew by others, seen, and then without an account; or the same beside a plan.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      {},
      { before: [event('remake-user')] },
      { before: [event('remove-backend')], edits: [edit(chance.pick(['drop-person', 'leaver']))] },
    ],
  }),
  // Made anew between the look of the plan and the write.
  (world) => ({
    world,
    first: {},
    steps: [{}, { edits: [edit('drop-person')], during: [between('looked at', 'remake-user')] }],
  }),
  // Taken out by others, and nobody asks for it back; the restore is refused, and they bring the person back.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      { before: [event('remove-user')], isAllowed: chance.is(0.5), faults: chance.is(0.5) ? [write('failed')] : [] },
      { before: chance.is(0.5) ? [event('add-user', 1)] : [], edits: chance.is(0.5) ? [edit('drop-person')] : [] },
    ],
  }),
  // A reading of the person fails.
  (world, chance) => ({
    world,
    first: {},
    steps: [{ verb: chance.pick(['drift', 'apply', 'apply']), faults: unread(1 + chance.int(4)) }],
  }),
];

const OF_RECORDS: readonly Tell[] = [
  // A create that nobody saw answered is called and cleared away, and its line stays.
  (world, chance) => ({
    world,
    first: chance.is(0.5) ? { stop: cutOff(chance) } : { faults: [write('timeout-after')], stop: cutOff(chance) },
    steps: [{ before: [event('complete'), event('clear-finished')], passMs: chance.pick([10 * MINUTE, DAY]) }],
  }),
  // The same, and what would settle it can not be read.
  (world, chance) => ({
    world,
    first: { stop: { kind: 'kill', at: 1, isAfterWrite: true } },
    steps: [
      { before: [event('complete')], faults: unread(8 + chance.int(8)) },
      { before: [event('clear-finished')], passMs: DAY },
    ],
  }),
  // A reason opens it, unheard of; it is called again.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      { before: [event('complete')], edits: [edit('reissue')], stop: cutOff(chance) },
      { before: [event('complete')] },
    ],
  }),
  // A move that is not carried out, or is cut off.
  (world, chance) => ({
    world: withOther(withSecond(world)),
    first: {},
    steps: [
      chance.is(0.5)
        ? { edits: [edit('move')], faults: [write('lost-before'), write('lost-before', 2)] }
        : { edits: [edit('move')], stop: cutOff(chance) },
      { before: chance.is(0.5) ? [event('complete')] : [] },
    ],
  }),
  // What others stored on it is lost on the way.
  (world, chance) => {
    const { strangers, ...more } = withSwitch(withSecond(withStranger(unmarked(world), 'NOTWORKED')), { S7: 'part' });
    return {
      world: { ...more, strangers: strangers.map((each) => ({ ...each, more: { Vip: 'yes' } })) },
      first: {},
      steps: [{ edits: [edit('adopt-record')] }, { edits: [edit('move')], stop: cutOff(chance) }, {}],
    };
  },
  // SUCCESS, and nothing is made; the run is told to stop.
  (world, chance) => ({
    world,
    first: { faults: [write('claims-done')], stop: { kind: 'signal', at: 1 + chance.int(6), isAfterWrite: true } },
    steps: [{}],
  }),
  // A create that comes late, one that is never sent, and its line goes.
  (world, chance) => ({
    world: withOther(world),
    first: { faults: [write('late'), write('late')] },
    steps: [
      { passMs: 0, faults: Array.from({ length: 8 }, () => write(chance.pick(['no-connection', 'failed']))) },
      { edits: [edit('drop-record')] },
    ],
  }),
  // A list that is cut, or a reading that fails, in a run that removes something.
  (world, chance) => ({
    world: withOther(world),
    first: {},
    steps: [{ edits: [edit('drop-record')], faults: unread(1 + chance.int(3), 6 + chance.int(10)) }],
  }),
  // What was deleted is shown as REMOVED where it moves to again.
  (world) => ({
    world: withSwitch(withSecond(world), { S5: 'removed-visible' }),
    first: {},
    steps: [
      { edits: [edit('move')] },
      { edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
      { edits: [edit('move')] },
      {},
    ],
  }),
  // Deleted by its line, and shown as REMOVED, or not deleted at all; then wanted again.
  (world, chance) => {
    const isShown = chance.is(0.5);
    return {
      world: isShown ? withSwitch(world, { S5: 'removed-visible' }) : withOther(unmarked(world)),
      first: {},
      steps: [
        { edits: [edit('drop-record')], faults: isShown ? [] : [write('claims-done')] },
        { edits: [edit('put-back')] },
        { edits: [edit('drop-record')] },
      ],
    };
  },
];

/** Nobody but one, who is there from the beginning. */
function single(world: StartingWorld): StartingWorld {
  const { files } = world;
  return { ...world, files: { ...files, users: files.users.slice(1).map((line) => ({ ...line, adopt: true })) } };
}
