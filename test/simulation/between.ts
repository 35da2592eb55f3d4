// Stories of two requests in a row of one object, of which the first names its task by the id alone: a change of status, a transfer, a delete.
// What others do comes between them. And of the known person, without whom no absence counts, and whom others remove. No story says what muster
// should do.

import {
  ABSENT,
  MINUTE,
  REMOVE,
  REPLACE,
  between,
  calm,
  edit,
  event,
  lone,
  pair,
  told,
  withOther,
  withSecond,
  withSwitch,
} from './telling.ts';
import type { Tell } from './telling.ts';
import type { OtherEvent } from './events.ts';
import type { During, LifePlan } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofBetween(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || plan.laid !== undefined || !chance.is(0.08)) return null;
  const { isParted: _, ...whole } = plan;
  const isOfKnown = chance.is(0.2);
  const stories = isOfKnown ? OF_KNOWN : OF_TASKS;
  const small = isOfKnown ? pair : lone;
  return told({ ...whole, isById: true }, chance, {
    stories,
    small: (world, own) => withOther(small(world, own)),
  });
}

/** In the other lives, too. */
export function byId(plan: LifePlan, chance: Chance): LifePlan {
  const isMet = plan.steps.some(({ during }) => during.length > 0);
  return isMet && chance.is(0.3) ? { ...plan, isById: true } : plan;
}

/** After each apply somebody looks what the next one would do: nothing (H11). Versions of files that lie behind are counted by runs. */
export function lookedAt(plan: LifePlan, chance: Chance): LifePlan {
  if (plan.door === 'wide' || plan.laid !== undefined || !chance.is(0.15)) return plan;
  if (plan.steps.some(({ checkout }) => checkout !== undefined)) return plan;
  const steps = plan.steps.flatMap((step) =>
    step.verb === 'apply' ? [step, calm({ verb: 'plan', passMs: MINUTE })] : [step],
  );
  return { ...plan, steps };
}

const EVENTS = [
  'complete',
  'work',
  'deliver',
  'finish',
  'reopen',
  'clear',
  'edit-data',
  'edit-pin',
  'drop-marker',
  'move-by-hand',
  'add-again',
  'add-own',
  'add-there',
  'reload',
  'twin',
] as const satisfies readonly OtherEvent['kind'][];

const others = (chance: Chance): During => between('written', chance.pick(EVENTS), chance.int(9));

const OF_TASKS: readonly Tell[] = [
  // A change of status alone.
  (world, chance) => ({
    world,
    steps: [
      {
        before: chance.is(0.4) ? [event('work')] : [],
        edits: [edit('state', 2 + chance.int(4))],
        during: [others(chance)],
      },
      {},
    ],
  }),
  // A reason, and what a status call has to say beside the data.
  (world, chance) => ({
    world: chance.is(0.5) ? withSwitch(world, { S10: 'resets' }) : world,
    steps: [
      { edits: [edit(chance.pick(['pin', 'queue']), chance.int(9))] },
      {
        before: [event(chance.pick(['complete', 'work']))],
        edits: [edit(chance.pick(['reissue', 'data', 'unpin'])), edit('when-worked', REPLACE)],
        during: [others(chance), ...(chance.is(0.4) ? [others(chance)] : [])],
      },
      {},
    ],
  }),
  // A transfer.
  (world, chance) => ({
    world: withSwitch(withSecond(world), { S9: chance.pick(['overwrite', 'twin', 'refuse']) }),
    steps: [
      { edits: [edit('move'), ...(chance.is(0.4) ? [edit('data', chance.int(9))] : [])], during: [others(chance)] },
      {},
    ],
  }),
  // A delete, of a line that goes or that asks for absence.
  (world, chance) => ({
    world: chance.is(0.4) ? withSwitch(world, { S5: 'removed-visible' }) : world,
    steps: [
      {
        before: chance.is(0.3) ? [event('work')] : [],
        edits: chance.is(0.5) ? [edit('drop-record')] : [edit('state', ABSENT), edit('when-worked', REMOVE)],
        during: [others(chance)],
      },
      ...(chance.is(0.5) ? [{ edits: [edit('put-back')] }] : [{}]),
    ],
  }),
  // Somebody leaves, and the pins go with a change of status each.
  (world, chance) => ({
    world,
    steps: [{ edits: [edit('pin', 1)] }, { edits: [edit('leaver', chance.int(9))], during: [others(chance)] }, {}],
  }),
];

const OF_KNOWN: readonly Tell[] = [
  // The known person is removed, and so is somebody whom the files declare, or who leaves: a drift, and two plans on the same answer.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      {
        before: [event('remove-known'), ...(chance.is(0.6) ? [event('remove-user')] : [])],
        edits: chance.is(0.3) ? [edit(chance.pick(['drop-person', 'leaver']), chance.int(9))] : [],
        verb: 'drift',
      },
      { verb: 'plan', passMs: MINUTE },
      { verb: 'plan', passMs: MINUTE },
      {},
    ],
  }),
  // In the middle of a run.
  (world, chance) => ({
    world,
    first: {},
    steps: [
      {
        edits: [edit(chance.pick(['drop-person', 'profile', 'data']), chance.int(9))],
        during: [{ at: 1 + chance.int(8), isAbout: false, event: event('remove-known') }],
      },
      {},
    ],
  }),
];
