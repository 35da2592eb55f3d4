// Lives in which a person makes a slip: in muster.yaml, in the list of whom nobody may call, in a desired file; or gives the fingerprint of a
// plan that was made for another project, target, stack or partition. No story says what muster should do.

import { PLACES } from './elsewhere.ts';
import { SLIPS } from './laid-slips.ts';
import { inOneHome, small } from './programs.ts';
import { edit, event, told } from './telling.ts';
import type { Tell } from './telling.ts';
import type { LifePlan, Step } from './plan.ts';
import type { Chance } from './random.ts';

/** In the place of another story, or around the life of that seed; null in nearly all of the lives. */
export function ofSlips(plan: LifePlan, chance: Chance): LifePlan | null {
  if (plan.door === 'wide' || !chance.is(0.012)) return null;
  const { isParted: _, ...whole } = plan;
  const own = { ...whole, steps: whole.steps.map(inOneHome) };
  const isOfFiles = chance.is(0.5);
  const life = isOfFiles || chance.is(0.5) ? told(own, chance, { stories: STORIES, small }) : own;
  return isOfFiles
    ? { ...life, laid: { others: 'people.yaml', isListed: true }, steps: slipping(life.steps, chance) }
    : { ...life, steps: approvedElsewhere(life.steps, chance) };
}

/** One run more in most of the lives. */
function slipping(steps: readonly Step[], chance: Chance): readonly Step[] {
  const first = chance.int(steps.length);
  return steps.map((step, at) => (at === first || chance.is(0.5) ? { ...step, unreadable: chance.pick(SLIPS) } : step));
}

function approvedElsewhere(steps: readonly Step[], chance: Chance): readonly Step[] {
  const first = chance.int(steps.length);
  return steps.map((step, at): Step => {
    if (at !== first && !chance.is(0.4)) return step;
    const given = chance.pick(['digits', 'a report', 'a report, or less'] as const);
    return { ...step, verb: 'apply', skewMs: 0, approvedFor: { place: chance.pick(PLACES), given } };
  });
}

const CHANGES = ['drop-person', 'leaver', 'data', 'pin', 'add-person', 'move', 'drop-record'] as const;

const STORIES: readonly Tell[] = [
  (_, chance) => ({
    first: {},
    steps: [{ edits: [edit(chance.pick(CHANGES))] }, { before: [event('complete')], edits: [edit('data')] }],
  }),
  // Another run was cut off.
  (_, chance) => ({
    first: {},
    steps: [
      {
        edits: [edit(chance.pick(CHANGES))],
        stop: { kind: chance.pick(['kill', 'signal']), at: 1 + chance.int(3), isAfterWrite: true },
      },
      { before: [event('work')], edits: [edit(chance.pick(CHANGES))] },
    ],
  }),
];
