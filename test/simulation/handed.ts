// Stories of a hand-over from a stack to a ledger that has to take along what no list of objects shows: whom an update began to remove and
// met as another one, what an earlier hand-over left behind, a write that nobody heard of. No story says what muster should do.

import {
  alone,
  between,
  edit,
  event,
  inServiceAlone,
  pair,
  told,
  unread,
  withOther,
  withSwitch,
  write,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofHanded(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door !== 'pulumi' || !chance.is(0.03)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, { stories: STORIES, small: (world) => withOther(pair(world)) });
}

const handed: Partial<Step> = { handsOver: true };

const STORIES: readonly Tell[] = [
  // A delete meets another account, which loses its id before the state goes to the ledger.
  (world) => ({
    world: withSwitch(world, { S15: 'on' }),
    first: {},
    steps: [
      { edits: [edit('drop-person')], during: [between('looked at', 'remake-user')] },
      { ...handed, before: [event('remove-backend')] },
      {},
    ],
  }),
  // There and back; who goes then is made by others, before the state goes there again.
  (world) => ({
    world: inServiceAlone(world),
    first: {},
    steps: [handed, handed, { edits: [edit('drop-person')] }, { ...handed, before: [event('add-user')] }, {}],
  }),
  // Of a create nobody hears, and no reading tells of it until its customer was called and is cleared away.
  (world, chance) => ({
    world: alone(world),
    first: { faults: [write('lost-after'), ...unread(9, 8 + chance.int(4))] },
    steps: [{ ...handed, before: [event('complete'), event('clear-finished')] }, {}],
  }),
];
