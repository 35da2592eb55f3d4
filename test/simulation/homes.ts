// Stories of recorded state that goes from a stack to a ledger, or back, with something under way: a process is killed at any step of it, and
// it is said again; and, in lives that are out of the ordinary, of `--since`: a part alone is read, or everything, where a program declared
// what there was. No story says what muster should do.

import {
  MINUTE,
  adopting,
  between,
  cutOff,
  edit,
  event,
  lost,
  pair,
  told,
  withOther,
  withSecond,
  withStranger,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofHomes(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'command' || !chance.is(0.1)) return null;
  const { isParted: _, ...whole } = plan;
  const stories = plan.door === 'pulumi' ? OF_HOMES : OF_PARTS;
  return told(whole, chance, { stories, small: (world) => withOther(pair(world)) });
}

/** Killed at some step of it in most of the lives, or right before its run begins. */
const handed = (chance: Chance, more: Partial<Step> = {}): Partial<Step> => ({
  handsOver: true,
  ...(chance.is(0.7) && { stop: { kind: 'kill', at: 1 + chance.int(40) } }),
  ...more,
});

/** There, with what happens then; back again in half of the lives. */
function thereAndBack(chance: Chance, first: Partial<Step>, then: readonly Partial<Step>[]): Partial<Step>[] {
  const back = chance.fork('back');
  return [first, handed(chance), ...then, ...(back.is(0.5) ? [handed(back), {}] : [])];
}

const OF_HOMES: readonly Tell[] = [
  // Called, cleared away or not; its line goes and comes back.
  (_, chance) => ({
    first: {},
    steps: thereAndBack(chance, { before: [event('complete')] }, [
      { before: chance.is(0.6) ? [event('clear-finished')] : [], edits: [edit('drop-record')] },
      { edits: [edit('put-back')] },
    ]),
  }),
  // A reason is used, and stands in the file.
  (_, chance) => ({
    first: {},
    steps: [
      { before: [event('complete')] },
      ...thereAndBack(chance, { edits: [edit('reissue')] }, [{ before: [event('complete')] }, {}]),
    ],
  }),
  // Of a write nobody hears whether it was done, when it goes.
  (_, chance) => ({
    first: {},
    steps: thereAndBack(
      chance,
      {
        edits: [edit(chance.pick(['data', 'pin', 'drop-record', 'leaver', 'reissue']))],
        faults: [lost(chance)],
        stop: cutOff(chance),
      },
      [{}],
    ),
  }),
  // The first write of all is not heard of.
  (_, chance) => ({
    first: { faults: [lost(chance)], stop: cutOff(chance) },
    steps: [handed(chance), {}, handed(chance)],
  }),
  // A task of others is taken over; its line goes.
  (world, chance) => ({
    world: adopting(withStranger(world, chance.pick(['NOTWORKED', 'WORKED']))),
    first: {},
    steps: thereAndBack(chance, {}, [{ edits: [edit('drop-record')] }]),
  }),
  // Whoever has the tasks leaves.
  (_, chance) => ({
    first: {},
    steps: thereAndBack(chance, { edits: [edit('pin')] }, [{ edits: [edit(chance.pick(['leaver', 'drop-person']))] }]),
  }),
  // A person goes, and is wanted again.
  (_, chance) => ({
    first: {},
    steps: thereAndBack(chance, { edits: [edit('drop-person')] }, [{ edits: [edit('rejoin')] }]),
  }),
  // A move is cut off.
  (world, chance) => ({
    world: withSecond(world),
    first: {},
    steps: thereAndBack(chance, { edits: [edit('move')], stop: cutOff(chance) }, [{}]),
  }),
  // Others change what goes, while it goes.
  (_, chance) => ({
    first: {},
    steps: thereAndBack(chance, {}, [
      { before: [event(chance.pick(['complete', 'clear', 'add-again', 'remake-user']))] },
    ]),
  }),
];

const OF_PARTS: readonly Tell[] = [
  // A part is read: somebody leaves, or a record changes, goes or moves.
  (world, chance) => ({
    world: withSecond(world),
    first: {},
    steps: [
      { edits: [edit('pin')] },
      {
        edits: [edit(chance.pick(['drop-person', 'leaver', 'drop-record', 'move', 'data', 'reissue']))],
        before: chance.is(0.4) ? [event(chance.pick(['complete', 'move-by-hand', 'clear']))] : [],
        wide: { since: 1 },
      },
      { wide: { since: 1 } },
    ],
  }),
  // What was asked for earlier was cut off, or met others.
  (_, chance) => ({
    first: {},
    steps: [
      {
        edits: [edit(chance.pick(['pin', 'data', 'reissue']))],
        ...(chance.is(0.5) ? { stop: cutOff(chance) } : { during: [between('looked at', 'complete')] }),
      },
      { edits: [edit('add-person')], wide: { since: 1 } },
    ],
  }),
  // A program declared what there was: nobody can tell what differs.
  (_, chance) => ({
    first: {},
    steps: [
      {
        edits: [edit(chance.pick(['drop-person', 'leaver', 'drop-record', 'data', 'pin']))],
        wide: { since: 1, isProgram: true },
      },
      { passMs: MINUTE, wide: { since: 1, isProgram: true } },
    ],
  }),
];
