// The rarest stories of recorded state that goes to its other home, and of `--since`: each is the one in which a rule counts that no other life
// met (tools/plants). No story says what muster should do.

import {
  MINUTE,
  adopting,
  alone,
  between,
  edit,
  event,
  inServiceAlone,
  lost,
  pair,
  told,
  unmarked,
  withOther,
  withSecond,
  withStranger,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofRarerHomes(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'command' || !chance.is(0.06)) return null;
  const { isParted: _, ...whole } = plan;
  const stories = plan.door === 'pulumi' ? OF_HOMES : OF_SINCE;
  return told(whole, chance, { stories, small: (world) => withOther(pair(world)) });
}

const handed: Partial<Step> = { handsOver: true };
const killed = (chance: Chance): Partial<Step> => ({ ...handed, stop: { kind: 'kill', at: 1 + chance.int(25) } });

const OF_HOMES: readonly Tell[] = [
  // A delete meets another account, which loses its id once the state is in the ledger.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit(chance.pick(['drop-person', 'leaver']))], during: [between('looked at', 'remake-user')] },
      handed,
      { before: [event('remove-backend')] },
    ],
  }),
  // There and back; who goes then is made by others, before the state goes there again.
  (world, chance) => ({
    world: inServiceAlone(world),
    first: {},
    steps: [
      handed,
      handed,
      { edits: [edit('drop-person')] },
      { ...handed, before: [event('add-user', chance.int(2))] },
    ],
  }),
  // A create is not heard of, and its line goes once the state has gone.
  (world, chance) => ({
    world: alone(world),
    first: {},
    steps: [
      { edits: [edit(chance.pick(['add-person', 'add-record']))], faults: [lost(chance), { ...lost(chance), at: 2 }] },
      { ...handed, passMs: 0, edits: [edit(chance.pick(['revert', 'drop-record', 'drop-person']))] },
      {},
    ],
  }),
  // A task of others is taken over and let go; the hand-over back is killed.
  (world, chance) => ({
    world: adopting(withStranger(chance.is(0.6) ? unmarked(world) : world, chance.pick(['NOTWORKED', 'WORKED']))),
    first: {},
    steps: [handed, { edits: [edit('drop-record')] }, killed(chance), ...(chance.is(0.5) ? [killed(chance)] : [])],
  }),
];

const OF_SINCE: readonly Tell[] = [
  // Others move a task, its line goes and comes back, and a part is read each time.
  (world, chance) => ({
    world: withSecond(world),
    first: {},
    steps: [
      { before: [event('move-by-hand', 1)], edits: [edit('drop-record')], passMs: MINUTE, wide: { since: 1 } },
      { edits: [edit('put-back')], ...(chance.is(0.6) && { wide: { since: 1 } }) },
    ],
  }),
  // Whoever has a task leaves, by a request that says nothing of the task.
  (_, chance) => ({
    first: {},
    steps: [
      { edits: [edit('pin')] },
      { edits: [edit('unpin')], faults: [lost(chance)], wide: { since: 1 } },
      { edits: [edit(chance.pick(['drop-person', 'leaver']))], passMs: MINUTE, wide: { since: 1 } },
    ],
  }),
];
