// Stories of a stack whose line goes, through Pulumi alone: who was taken over and let go is called by others, cleared away, and declared again;
// a delete meets a task that others put beside ours. No story says what muster should do.

import { adopting, alone, between, edit, event, told, withOther, withSecond, withStranger } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story; null in most of the lives. */
export function ofLetGo(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door !== 'pulumi' || !chance.is(0.08)) return null;
  const { isParted: _, ...whole } = plan;
  return told(whole, chance, { stories: STORIES, small: (world) => withOther(withSecond(alone(world))) });
}

/** The line goes, or its whole campaign. */
const gone = (chance: Chance): Partial<Step> => ({
  edits: [chance.is(0.6) ? edit('drop-record') : { ...edit('drop-campaign', 0), isHot: false }],
});

/** Called, and cleared away, before the line is there again. */
const calledAndBack = (chance: Chance): Partial<Step>[] => [
  { before: [event('complete'), event('clear-finished')], ...(chance.is(0.5) && { edits: [edit('put-back')] }) },
  { edits: [edit('put-back')] },
];

const STORIES: readonly Tell[] = [
  (world, chance) => ({
    world: adopting(withStranger(world, chance.pick(['NOTWORKED', 'WORKED']))),
    first: {},
    steps: [gone(chance), ...calledAndBack(chance)],
  }),
  // Made by us, and in the hands of an agent, or called, when its line goes, in the same run or an earlier one.
  (_, chance) => {
    const before = [event(chance.pick(['work', 'deliver', 'complete', 'drop-marker']))];
    const goes = gone(chance);
    const called = chance.is(0.5) ? [{ before }, goes] : [{ ...goes, before }];
    return { first: {}, steps: [...called, ...calledAndBack(chance)] };
  },
  // An intake file puts its own task beside ours, before the plan or after it.
  (world, chance) => {
    const meets = chance.is(0.5)
      ? { before: [event('add-own', 1)] }
      : { during: [between('looked at', chance.pick(['add-own', 'reload', 'add-again']), 1)] };
    return {
      world: { ...world, switches: { S11: { intake: 'twin', idSearch: 'newest' } } },
      first: {},
      steps: [{ ...gone(chance), ...meets }, {}],
    };
  },
];
